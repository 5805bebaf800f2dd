package search

import (
	"cmp"
	"slices"

	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// choice is what was so before a value was chosen.
type choice struct {
	slot  int
	frame value.Value // of the slot
	deps  choices     // of the slot
	trail int         // how many slots equations had filled
	// rests are the conjuncts, by index, that were found to rest on the choice.
	rests []int
}

// past looks at the choices that a search has made.
type past struct{ s *search }

// restOf returns on which decided variables it rests that a conjunct is false, and after how
// many choices it was false already. It waited for one hole, and may have become false before
// by what was chosen elsewhere; then it does not rest on what was chosen since.
func (p past) restOf(index int) (rests choices, early int) {
	c := &p.s.p.conjuncts[index]
	last := len(p.s.path) - 1
	if last < 0 {
		return p.s.mask(c.slots), 0
	}
	if slices.Contains(p.s.path[last].rests, index) || !p.isFalseAfter(c, last) {
		p.s.path[last].rests = append(p.s.path[last].rests, index)
		if p.s.weighted {
			return p.narrowRest(c, len(p.s.path)), len(p.s.path)
		}
		return p.s.mask(c.slots), len(p.s.path)
	}
	from := 0 // of the choices after which it is perhaps false
	for from < last {
		if mid := (from + last) / 2; p.isFalseAfter(c, mid) {
			last = mid
		} else {
			from = mid + 1
		}
	}
	if p.s.weighted {
		return p.narrowRest(c, last), last
	}
	for _, slot := range c.slots {
		_, deps := p.after(last, slot)
		rests.add(deps)
	}
	return rests, last
}

// narrowRest returns the decided variables without which a conjunct would not be known to be false
// after the first n choices: of those it has, each is left out in turn, the last ones first.
func (p past) narrowRest(c *conjunct, n int) (rests choices) {
	slots := slices.Clone(c.slots)
	at := make(map[int]int, len(slots))
	for i, made := range p.s.path {
		at[made.slot] = i + 1
		end := len(p.s.trail)
		if i+1 < len(p.s.path) {
			end = p.s.path[i+1].trail
		}
		for _, slot := range p.s.trail[made.trail:end] {
			at[slot] = i + 1
		}
	}
	slices.SortFunc(slots, func(a, b int) int { return cmp.Compare(at[b], at[a]) })
	values, deps := make([]value.Value, len(slots)), make([]choices, len(slots))
	before := make([]value.Value, len(slots))
	for i, slot := range slots {
		before[i] = p.s.frame[slot]
		values[i], deps[i] = p.after(n, slot)
	}
	for i, slot := range slots {
		p.s.frame[slot] = values[i]
	}
	for i, slot := range slots {
		if deps[i] == (choices{}) {
			continue
		}
		if p.s.frame[slot] = value.OfHole(slot); !isFalse(p.s.test(c)) {
			p.s.frame[slot] = values[i]
			rests.add(deps[i])
		}
	}
	for i, slot := range slots {
		p.s.frame[slot] = before[i]
	}
	return rests
}

// isFalse tells whether a predicate is false whatever is chosen for what is open.
func isFalse(v assessment) bool { return v.truth != eval.True && v.truth != eval.Unknown && !v.open }

// isFalseAfter tells whether a conjunct was false after the first n choices.
func (p past) isFalseAfter(c *conjunct, n int) bool {
	before := make([]value.Value, len(c.slots))
	for i, slot := range c.slots {
		before[i] = p.s.frame[slot]
	}
	for _, slot := range c.slots {
		p.s.frame[slot], _ = p.after(n, slot)
	}
	v := p.s.test(c)
	for i, slot := range c.slots {
		p.s.frame[slot] = before[i]
	}
	return isFalse(v)
}

// after returns the value of a slot after the first n choices, and on what it rested.
func (p past) after(n, slot int) (value.Value, choices) {
	if n < len(p.s.path) {
		if slices.Contains(p.s.trail[p.s.path[n].trail:], slot) {
			return value.OfHole(slot), choices{}
		}
		for i := range p.s.path[n:] {
			if c := &p.s.path[n+i]; c.slot == slot {
				return c.frame, c.deps
			}
		}
	}
	return p.s.frame[slot], p.s.deps[slot]
}
