package bounds

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/ttf-int/ttf-int/korat/search"
)

// isLock tells whether a type is one of package sync: what is locked is no part of a structure, and a lock is always as
// nobody has touched it.
func isLock(t types.Type) bool {
	n, is := types.Unalias(t).(*types.Named)
	return is && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync"
}

// key finds the values of the keys of a map. A key that is a struct has all combinations of the values of its fields,
// each of which is bounded as a field: Grid.cells.keys.x.
func (r *resolver) key(key string, t types.Type) *search.Domain {
	d := &search.Domain{}
	u, is := t.Underlying().(*types.Struct)
	if _, set := r.settings[key]; !is || set {
		r.scalar(key, d, t)
		return d
	}
	all := []string{""}
	for i := range u.NumFields() {
		f := u.Field(i)
		part := r.key(key+"."+f.Name(), f.Type())
		if part.Zero || part.Nil || len(part.Classes)+len(part.Inner) > 0 {
			continue // it has its zero value
		}
		var next []string
		for _, before := range all {
			for _, v := range part.Values {
				next = append(next, strings.TrimPrefix(before+", ", ", ")+f.Name()+": "+v)
			}
		}
		if all = next; len(all) > maxValues {
			r.failWith("%s: there are more than %d keys: set smaller bounds for its fields", key, maxValues)
			break
		}
	}
	for _, fields := range all {
		d.Values = append(d.Values, fmt.Sprintf("{%s}", fields))
	}
	return d
}
