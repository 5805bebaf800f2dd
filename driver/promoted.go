package driver

import (
	"go/types"
	"slices"
)

// methodsOf returns the methods of a type and its pointer, and those that it has of embedded fields whose types are of
// the same package and not exported, or of all of them, in the order of their text.
func methodsOf(t *types.Named, all bool) []*types.Func {
	return methodsWithin(t, all, nil)
}

// methodsWithin does so for a type that is embedded in some others: what is embedded in itself has nothing more.
func methodsWithin(t *types.Named, all bool, within []*types.Named) []*types.Func {
	if slices.Contains(within, t) {
		return nil
	}
	within = append(within, t)
	var out []*types.Func
	for i := range t.NumMethods() {
		out = append(out, t.Method(i))
	}
	s, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && i < s.NumFields(); i++ {
		inner := s.Field(i).Type()
		if p, is := types.Unalias(inner).(*types.Pointer); is {
			inner = p.Elem()
		}
		named, is := types.Unalias(inner).(*types.Named)
		if !is || !s.Field(i).Embedded() || named.Obj().Exported() && !all || named.Obj().Pkg() != t.Obj().Pkg() {
			continue
		}
		for _, f := range methodsWithin(named.Origin(), all, within) {
			if !slices.ContainsFunc(out, func(own *types.Func) bool { return own.Name() == f.Name() }) {
				out = append(out, f)
			}
		}
	}
	sortByPlace(out)
	return out
}

// methods returns the methods of an object that can be called.
func (o *Object) methods() []*types.Func {
	if o.typ == nil {
		return o.functions
	}
	out := methodsOf(o.named, o.alone)
	if o.iface == nil {
		return out
	}
	return slices.DeleteFunc(out, func(f *types.Func) bool {
		found, _, _ := types.LookupFieldOrMethod(o.iface, false, f.Pkg(), f.Name())
		return found == nil
	})
}
