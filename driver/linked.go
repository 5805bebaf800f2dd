package driver

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// starts are words with which methods are named that give the first of several linked elements.
const starts = "First Front Oldest Head Begin Start Min"

// linkedBy returns the type of the elements to the first of which a method gives a pointer, each of which gives the
// next one, or nil, by a method Next that leaves it as it is; nil where the method gives nothing of the kind.
func linkedBy(calls *callGraph, f *types.Func, sig *types.Signature) *types.Named {
	begins := func(word string) bool { return strings.HasPrefix(strings.TrimPrefix(f.Name(), "Get"), word) }
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 || !slices.ContainsFunc(strings.Fields(starts), begins) {
		return nil
	}
	pointer, ok := types.Unalias(sig.Results().At(0).Type()).(*types.Pointer)
	if !ok {
		return nil
	}
	element, ok := types.Unalias(pointer.Elem()).(*types.Named)
	if !ok {
		return nil
	}
	found, _, _ := types.LookupFieldOrMethod(pointer, true, element.Obj().Pkg(), "Next")
	next, ok := found.(*types.Func)
	if !ok || next.Signature().Params().Len() != 0 || next.Signature().Results().Len() != 1 ||
		!types.Identical(next.Signature().Results().At(0).Type(), pointer) || !calls.observes(next.Origin()) {
		return nil
	}
	return element
}

// showsLinked tells how a method shows all elements that are linked, if it does: each as what it shows.
func (r *reader) showsLinked(f *types.Func, sig *types.Signature) (Variable, bool) {
	element := linkedBy(r.calls, f, sig)
	if element == nil {
		return Variable{}, false
	}
	if _, err := r.types.given(types.NewPointer(element)); err != nil {
		return Variable{}, false
	}
	made := r.types.shown[r.types.show(element)]
	if made == nil || made.View == "" {
		return Variable{}, false
	}
	return Variable{Z: "seq " + made.Of, Go: made.View, Elems: []string{made.fromObject("e")}, Observer: f.Name(),
		Collects: linked}, true
}

// fromObject returns the term of Go for what an object shows.
func (t *ZType) fromObject(object string) string {
	var from []string
	for i, f := range t.Fields {
		from = append(from, fmt.Sprintf("%s: %s.%s", f.Name, object, t.Shows[i]))
	}
	return t.View + "{" + strings.Join(from, ", ") + "}"
}
