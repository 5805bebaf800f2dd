package search

import (
	"cmp"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
)

// patientShare is the part of the budget that each patient search is given.
const patientShare = 8

// runPatiently searches in another order than usual, for problems that take too long
// otherwise. It first chooses what has few values, tries small sets and sequences
// before any large one, and takes integers from the scope alone, so that chains of
// comparisons have ends. found tells whether there is a model. It returns the last
// failure, and whether that means that the scope has no further model.
func (s *search) runPatiently(found func() bool) (f failure, exhausted bool) {
	left, scope := s.work.Left, s.scope
	defer func() { s.patient, s.work.Left, s.scope = false, left, scope }()
	s.patient = true
	for size := 1; s.scope != scope || size == 1; size *= 2 {
		s.scope.Set, s.scope.Seq = min(size, scope.Set), min(size, scope.Seq)
		s.limit, *s.spent, s.work.Left = s.p.options.Steps/patientShare, 0, left/patientShare
		if s.scope != scope {
			s.limit /= 2
		}
		if f = s.run(); found() || f.stopped && s.ctx.Err() != nil {
			return f, false
		}
	}
	if f.scope == "" {
		f.scope = intScope(s.scope)
	}
	return f, f.outcome() == solve.NoneInScope
}

// addScoped adds the scoped variables of all waiting conjuncts to the holes that were
// read, and sorts them by how many values they have: single values, then sets of them,
// then relations. Variables that an equation will determine are left out, and those
// that are only known to be in some set come last.
func (s *search) addScoped(pending []waiting, holes []int, asked []bool) []int {
	given, said := map[int]bool{}, map[int]bool{}
	for _, w := range pending {
		if w.equation {
			given[s.p.equations[w.index].target] = true
			continue
		}
		c := &s.p.conjuncts[w.index]
		if c.is(zed.In) && !c.negated {
			continue
		}
		holes = s.addScopedOf(c, holes, asked)
		for _, slot := range c.slots {
			said[slot] = true
		}
	}
	rank := func(h int) int {
		slot := s.holes[h].slot
		switch n := breadth(s.holes[h].typ); {
		case given[slot]:
			return n + 2*broadest
		case !said[slot]:
			return n + broadest
		default:
			return n
		}
	}
	slices.SortStableFunc(holes, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	return holes
}

// broadest is more than the breadth of any type that people write.
const broadest = 1 << 10

// breadth ranks types by roughly how many values they have.
func breadth(t zed.Type) int {
	n := 0
	switch t := t.(type) {
	case zed.PowerType:
		n = 2 + breadth(t.Elem)
	case zed.ProductType:
		for _, e := range t.Elems {
			n = max(n, 1+breadth(e))
		}
	case zed.SchemaType:
		for _, f := range t.Fields {
			n = max(n, 1+breadth(f.Type))
		}
	}
	return min(n, broadest-1)
}
