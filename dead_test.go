package house

import (
	"fmt"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestNoDeadExports looks for exported names that nothing but tests refers to. The SDK is
// exempt, whose users are elsewhere, and so are packages for tests.
func TestNoDeadExports(t *testing.T) {
	s := typed(t)
	used := referredTo(s)
	var dead []string
	for id, o := range s.info.Defs {
		if o == nil || !o.Exported() || exempt(o) {
			continue
		}
		folder := strings.TrimPrefix(o.Pkg().Path(), module+"/")
		name := folder + "." + o.Name()
		if !used[o] {
			dead = append(dead, fmt.Sprintf("%s: nothing uses %s", s.set.Position(id.Pos()), name))
		}
	}
	slices.Sort(dead)
	for _, d := range dead {
		t.Error(d)
	}
}

// referredTo returns what names refer to, by what was declared: an instance of something
// generic is that. A method that an interface asks for counts where the interface's does.
func referredTo(s *sources) map[types.Object]bool {
	out := map[types.Object]bool{}
	asked := map[string]bool{}
	for _, o := range s.info.Uses {
		if f, is := o.(*types.Func); is {
			o = f.Origin()
			if r := f.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
				asked[f.Name()] = true
			}
		}
		out[o] = true
	}
	for _, o := range s.info.Defs {
		if f, is := o.(*types.Func); is && f.Signature().Recv() != nil && asked[f.Name()] {
			out[o] = true
		}
	}
	return out
}

// exempt tells whether an object may be exported without a use: what is not declared for a
// package, what an interface of the standard library asks for, and what others use.
func exempt(o types.Object) bool {
	folder := strings.TrimPrefix(o.Pkg().Path(), module+"/")
	if o.Pkg().Name() == "main" || within(folder, "sut") || within(folder, "examples") || strings.HasSuffix(folder, "test") {
		return true
	}
	if f, is := o.(*types.Func); is {
		r := f.Signature().Recv()
		if r == nil {
			return false
		}
		typ := r.Type()
		if p, is := typ.(*types.Pointer); is {
			typ = p.Elem()
		}
		named, is := typ.(*types.Named)
		return !is || !named.Obj().Exported() || slices.Contains(contracts, o.Name())
	}
	return o.Parent() != o.Pkg().Scope() || path.Base(folder) == "."
}
