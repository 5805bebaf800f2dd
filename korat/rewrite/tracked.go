package rewrite

import (
	"go/types"
)

// tracked are the types that candidates are made of.
type tracked struct {
	structs map[*types.TypeName]bool // by their generic origin
	places  []types.Type             // of fields and elements, and struct types without a name
}

// track finds the types of all places that can be reached from some types.
func track(roots []types.Type) *tracked {
	t := &tracked{structs: map[*types.TypeName]bool{}}
	for _, r := range roots {
		t.add(r)
	}
	return t
}

func (t *tracked) add(typ types.Type) {
	if p, is := typ.(*types.TypeParam); is && p != nil {
		return
	}
	if named, is := types.Unalias(typ).(*types.Named); is {
		if named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync" {
			return // a lock is no part of a structure
		}
		if _, is := named.Underlying().(*types.Struct); is {
			if t.structs[named.Origin().Obj()] {
				return
			}
			t.structs[named.Origin().Obj()] = true
		}
	}
	for _, p := range t.places {
		if types.Identical(p, typ) {
			return
		}
	}
	t.places = append(t.places, typ)
	switch u := typ.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			t.add(u.Field(i).Type())
		}
	case *types.Pointer:
		t.add(u.Elem())
	case *types.Slice:
		t.add(u.Elem())
	case *types.Array:
		t.add(u.Elem())
		t.add(types.NewSlice(u.Elem())) // of which an array may be sliced
	case *types.Map:
		t.add(u.Key())
		t.add(u.Elem())
	}
}

// has tells whether a place of a type may be of a candidate.
func (t *tracked) has(typ types.Type) bool {
	if mentionsParam(typ, 0) {
		return true
	}
	if named, is := types.Unalias(typ).(*types.Named); is && t.structs[named.Origin().Obj()] {
		return true
	}
	for _, p := range t.places {
		if types.Identical(p, typ) || types.Identical(p.Underlying(), typ.Underlying()) && !isBasic(typ) {
			return true
		}
	}
	return false
}

func isBasic(t types.Type) bool {
	_, is := t.Underlying().(*types.Basic)
	return is
}

// maxNesting is how deep types are looked into for parameters.
const maxNesting = 10

// mentionsParam tells whether a type has a type parameter in it.
func mentionsParam(t types.Type, depth int) bool {
	if depth > maxNesting {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Pointer:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Slice:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Array:
		return mentionsParam(t.Elem(), depth+1)
	case *types.Map:
		return mentionsParam(t.Key(), depth+1) || mentionsParam(t.Elem(), depth+1)
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			if mentionsParam(t.TypeArgs().At(i), depth+1) {
				return true
			}
		}
	}
	return false
}

// holds tells whether a value of a type leads to places that may be of a candidate: whoever has it can
// read them.
func (t *tracked) holds(typ types.Type) bool {
	switch u := typ.Underlying().(type) {
	case *types.Pointer:
		return t.has(u.Elem()) && !isBasic(u.Elem())
	case *types.Slice, *types.Map:
		return t.has(typ)
	case *types.Struct:
		for i := range u.NumFields() {
			if t.holds(u.Field(i).Type()) {
				return true
			}
		}
	case *types.Array:
		return t.holds(u.Elem())
	}
	return false
}
