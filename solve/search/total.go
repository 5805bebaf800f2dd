package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// setEverywhere sets the domain of a total function on all of a set of numbers to those that
// have the same image everywhere, which is chosen later. It is false for other values.
func setEverywhere(w *wanted, t zed.PowerType, arrow zed.Operator, domain, codomain *shape) bool {
	pair, ok := t.Elem.(zed.ProductType)
	if !ok || arrow != zed.TotalFun || w.listing || domain == nil || pair.Elems[0] != (zed.IntType{}) {
		return false
	}
	numbers := ""
	switch {
	case domain.kind == carrier:
		numbers = "ℤ"
	case domain.kind == natural:
		numbers = [...]string{"ℕ", "ℕ₁"}[domain.low]
	default:
		return false
	}
	if w.d.open = w.name; w.scoped {
		w.d.open, w.d.scope = "", "functions on "+numbers+" with one image"
	}
	build := func(parts []value.Value) value.Value { return value.OfTotal(numbers, parts[0]) }
	var images []value.Value
	for _, r := range w.rules {
		pairs, _ := w.imageRule(r)
		for _, p := range pairs {
			images = append(images, p.Elem(1))
		}
	}
	switch images = slices.CompactFunc(images, value.Value.Equal); len(images) {
	case 0:
		w.addCandidate(candidate{parts: []component{{typ: pair.Elems[1], shape: codomain}}, build: build})
	case 1:
		w.addCandidate(candidate{value: build(images)})
	default:
		w.values(nil)
	}
	return true
}
