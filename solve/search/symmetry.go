package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed/value"
)

// symmetry is which elements of given types may be renamed into others: those that
// nothing names.
type symmetry struct {
	broken    bool            // of values that are the same but for names, one is tried
	named     map[string]bool // the elements that the predicate names
	carriers  map[string][]value.Value
	before    map[string][]string // for each given element, those before it in its carrier: see order
	now, used []string            // of the value that is looked at, and of those that were chosen
}

// newSymmetry returns the symmetry of a problem's given types.
func newSymmetry(p *Prepared) symmetry {
	return symmetry{broken: len(p.globals.Given) > 0, named: p.named, carriers: p.globals.Given}
}

// order returns, for each given element, those before it in its carrier. They are listed
// when a value has given elements: many searches have none to choose.
func (y *symmetry) order() map[string][]string {
	if y.before != nil {
		return y.before
	}
	y.before = map[string][]string{}
	for _, carrier := range y.carriers {
		names := make([]string, len(carrier))
		for i, e := range carrier {
			names[i] = e.Name()
			y.before[names[i]] = names[:i:i]
		}
	}
	return y.before
}

// isFresh tells whether a candidate uses the given elements that nothing names
// in their order: of the elements that the values chosen so far do not use, only the
// first ones. The others are the same up to renaming (Korat, section 3.4).
func (y *symmetry) isFresh(v value.Value, chosen []value.Value) bool {
	if !y.broken {
		return true
	}
	y.now = y.now[:0]
	v.Atoms(func(name string) {
		if _, ok := y.order()[name]; ok && !y.named[name] && !slices.Contains(y.now, name) {
			y.now = append(y.now, name)
		}
	})
	looked := false // at what is used, which mostly does not matter
	for _, name := range y.now {
		for _, other := range y.before[name] {
			if y.named[other] || slices.Contains(y.now, other) {
				continue
			}
			if !looked {
				looked = true
				y.noteUsed(chosen)
			}
			if slices.Contains(y.used, name) {
				break
			}
			if !slices.Contains(y.used, other) {
				return false
			}
		}
	}
	return true
}

// noteUsed notes the elements of given types that values which were chosen have.
func (y *symmetry) noteUsed(chosen []value.Value) {
	y.used = y.used[:0]
	for _, x := range chosen {
		x.Atoms(func(name string) {
			if _, ok := y.order()[name]; ok && !slices.Contains(y.used, name) {
				y.used = append(y.used, name)
			}
		})
	}
}
