package bounds

import (
	"go/types"
	"maps"
	"slices"
	"strings"
)

// findInner finds the structs with names that an object has in itself, to which pointers may point.
func (r *resolver) findInner(t types.Type, path string) {
	u := t.Underlying().(*types.Struct)
	for i := range u.NumFields() {
		f := u.Field(i)
		n, is := types.Unalias(f.Type()).(*types.Named)
		if !is || f.Name() == "_" || isLock(n) {
			continue
		}
		if _, is := n.Underlying().(*types.Struct); is {
			r.inner[path+"."+f.Name()] = n
			r.findInner(n, path+"."+f.Name())
		}
	}
}

// findInnerBehind does the same for objects that can be reached by pointers of the root object alone, of which there
// are as many as there are such pointers, as of the list of a cache.
func (r *resolver) findInnerBehind(root *types.Named) {
	u := root.Underlying().(*types.Struct)
	for i := range u.NumFields() {
		p, is := u.Field(i).Type().Underlying().(*types.Pointer)
		if !is {
			continue
		}
		n, is := types.Unalias(p.Elem()).(*types.Named)
		if !is || r.named[r.nameOf(n)] == nil || n == root || n == r.receiver || pointsTo(n, n) {
			continue
		}
		had := len(r.inner)
		r.findInner(n, r.nameOf(n))
		if len(r.inner) > had {
			r.behind[r.nameOf(n)] = countPointers(root, n, nil)
		}
	}
}

// countPointers returns how many fields of a struct type point to another, without some of them.
func countPointers(from, to *types.Named, without []string) int {
	n := 0
	u := from.Underlying().(*types.Struct)
	for i := range u.NumFields() {
		p, is := u.Field(i).Type().Underlying().(*types.Pointer)
		if is && types.Identical(p.Elem(), to) && !slices.Contains(without, u.Field(i).Name()) {
			n++
		}
	}
	return n
}

// pointsTo tells whether a struct type has a pointer to another in its own fields.
func pointsTo(from, to *types.Named) bool {
	u := from.Underlying().(*types.Struct)
	for i := range u.NumFields() {
		t := u.Field(i).Type()
		for {
			switch x := t.Underlying().(type) {
			case *types.Slice:
				t = x.Elem()
				continue
			case *types.Array:
				t = x.Elem()
				continue
			case *types.Map:
				t = x.Elem()
				continue
			case *types.Pointer:
				if types.Identical(x.Elem(), to) {
					return true
				}
			}
			break
		}
	}
	return false
}

// particular finds bounds that hold for the fields of one struct in another, as List.root.Value, in the place of those
// that hold for all structs of its type.
func (r *resolver) particular(t types.Type, u *types.Struct, key string) {
	if _, is := types.Unalias(t).(*types.Named); !is {
		return // the others have this name
	}
	for i := range u.NumFields() {
		f := u.Field(i)
		name := key + "." + f.Name()
		isOf := func(s Setting) bool {
			return s.Name == name || strings.HasPrefix(s.Name, name+".") || strings.HasPrefix(s.Name, name+"[")
		}
		if !slices.ContainsFunc(slices.Collect(maps.Values(r.settings)), isOf) {
			continue
		}
		if d := r.domain(f.Type(), name); d != nil {
			r.out.Space.Fields[name] = d
		}
	}
}
