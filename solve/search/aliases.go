package search

import (
	"cmp"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// aliases are the variables that equations x = y say to be the same as another one, as those are
// of an after-state that an operation leaves as they were. What conjuncts say of one of them is read
// from the other, its original, so that a value is chosen once for both, and not at all where nothing
// but the equation speaks of it.
type aliases struct {
	original []int  // by slot: the variable that stands for it, or itself
	copied   []bool // by slot: whether others are the same as it
	states   []bool // by conjunct: whether it is an equation between two of the same
}

// collectAliases notes the equations between two variables, and has all other conjuncts read originals.
func collectAliases(b *builder) {
	a := aliases{original: make([]int, len(b.p.slots)), states: make([]bool, len(b.p.conjuncts))}
	for i := range a.original {
		a.original[i] = i
	}
	found := false
	for i := range b.p.conjuncts {
		c := &b.p.conjuncts[i]
		op, left, right, ok := c.relation()
		if !ok || op != zed.Equal {
			continue
		}
		v, isVariable := b.variable(left, c.in)
		w, too := b.variable(right, c.in)
		if !isVariable || !too {
			continue
		}
		found, a.states[i] = true, true
		v, w = a.find(v), a.find(w)
		if b.p.comesFirst(w, v) {
			v, w = w, v
		}
		a.original[w] = v
	}
	if !found {
		return
	}
	a.copied = make([]bool, len(b.p.slots))
	for i := range a.original {
		a.original[i] = a.find(i)
		a.copied[a.original[i]] = a.copied[a.original[i]] || a.original[i] != i
	}
	b.p.aliases = a
	for i := range b.p.conjuncts {
		if a.states[i] {
			continue
		}
		slots := b.p.conjuncts[i].slots
		for k, slot := range slots {
			slots[k] = a.original[slot]
		}
	}
}

// find returns the variable that stands for another one.
func (a *aliases) find(slot int) int {
	for a.original[slot] != slot {
		slot = a.original[slot]
	}
	return slot
}

// of returns the variable that stands for another one, and that one itself where nothing is equal to it.
func (a *aliases) of(slot int) int {
	if slot < len(a.original) {
		return a.original[slot]
	}
	return slot
}

// sortCopied moves holes of variables that others are the same as to the front, in the order of reading: a part of the
// state that stays as it is says more of the rest than an input does.
func (a *aliases) sortCopied(s *search, holes []int) {
	if a.copied == nil || s.drawn != nil {
		return
	}
	rank := func(h int) int {
		if slot := s.holes[h].slot; slot < len(a.copied) && a.copied[slot] {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(holes, func(g, h int) int { return cmp.Compare(rank(g), rank(h)) })
}

// comesFirst tells whether the variable v stands for w where both are the same: variables of the problem
// stand for witnesses, and those that the scope bounds for others.
func (p *Prepared) comesFirst(v, w int) bool {
	s, t := &p.slots[v], &p.slots[w]
	switch {
	case s.own != t.own:
		return s.own
	case s.scoped != t.scoped:
		return s.scoped
	}
	return v < w
}

// isLeftOut tells whether a search need not look at what is said of a conjunct: whether it is an equation between
// variables of which none is bound.
func (a *aliases) isLeftOut(s *search, conjunct int) bool {
	return conjunct < len(a.states) && a.states[conjunct] && !s.kept[a.of(s.p.conjuncts[conjunct].slots[0])]
}

// leaveOut has a search choose no values for variables for which others stand, unless one of them is
// bound: then the equations say what the others are.
func (a *aliases) leaveOut(s *search) {
	if a.original == nil {
		return
	}
	s.kept = make([]bool, len(s.p.slots))
	for i, original := range a.original {
		s.kept[original] = s.kept[original] || s.frame[i].Kind() != value.Hole
	}
	for i := range a.original {
		if a.isCopied(s, i) {
			s.holes[i].filled = true
		}
	}
}

// isCopied tells whether a variable has the value that is chosen for another one.
func (a *aliases) isCopied(s *search, slot int) bool {
	original := a.of(slot)
	return original != slot && !s.kept[original]
}

// keepAll has a search look at all equations again, and choose values for all variables, as one that draws does:
// each of its variables is to have any of its values, whatever others are equal to it.
func (a *aliases) keepAll(s *search) {
	if a.original == nil {
		return
	}
	for i := range a.original {
		if a.isCopied(s, i) {
			s.holes[i].filled = false
		}
	}
	for i := range s.kept {
		s.kept[i] = true
	}
}
