package search

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// single makes the domain the empty set and a set of one member, which is chosen piece by piece;
// it is false where the members are not bindings of many components, or a rule says what they are.
func single(w *wanted, t zed.PowerType) bool {
	binding, ok := t.Elem.(zed.SchemaType)
	if !ok || len(binding.Fields) <= 2 {
		return false
	}
	for _, r := range w.rules {
		switch r.kind {
		case supersetOf, contains:
			return false
		case subsetOf:
			if v, ok := w.evaluate(r.term); ok && v.Len() <= maxPool {
				return false
			}
		}
	}
	w.d.single = w.size.lo == w.size.hi
	w.d.each = func(yield func(candidate) bool) {
		if w.size.lo <= 0 && !yield(candidate{value: value.OfSet(nil)}) {
			return
		}
		yield(candidate{parts: []component{{typ: t.Elem, shape: w.memberShape()}}, build: value.OfFunction})
	}
	return true
}
