package solve

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// singletons applies what holds of sets with one element, and puts elements into
// the intersections and differences that they belong to. It tells whether terms
// became equal.
func (g *graph) singletons() bool {
	changed := false
	for i := range g.terms {
		t := g.terms[i]
		switch zed.Operator(t.op) {
		case "{}":
			if len(t.args) == 1 {
				changed = g.below(i) || changed
			}
		case zed.Dom:
			changed = g.ofPair(i, 0) || changed
			g.sides(i, 0)
		case zed.Ran:
			changed = g.ofPair(i, 1) || changed
			g.sides(i, 1)
		case zed.Card:
			changed = g.alone(i) || changed
		case zed.Intersect:
			g.meet(i, t.args[0], t.args[1])
			g.meet(i, t.args[1], t.args[0])
		case zed.Minus:
			if len(t.args) == 2 && t.kind == setTerm {
				g.differing(i, t.args[0], t.args[1])
			}
		}
	}
	return changed
}

// below takes a set that is included in one with one element: it is empty or the
// same.
func (g *graph) below(one int) bool {
	changed := false
	for _, p := range g.sub {
		switch {
		case !g.same(p[1], one) || g.same(p[0], one):
		case g.pair(g.differ, p[0], one) || g.pair(g.differ, one, p[0]):
			changed = g.merge(p[0], g.empty()) || changed
		case g.isFilled(p[0]):
			changed = g.merge(p[0], one) || changed
		}
	}
	return changed
}

// ofPair says that the domain or range of {x ↦ y} is {x} or {y}.
func (g *graph) ofPair(i, side int) bool {
	of := g.terms[i].args[0]
	for k := range g.terms {
		set := g.terms[k]
		if set.op != "{}" || len(set.args) != 1 || !g.same(k, of) {
			continue
		}
		pair := g.terms[set.args[0]]
		if pair.op == "()" && len(pair.args) == 2 {
			return g.merge(i, g.add(term{op: "{}", args: []int{pair.args[side]}, kind: setTerm}))
		}
	}
	return false
}

// sides puts one side of each pair in a relation into its domain or range.
func (g *graph) sides(i, side int) {
	for _, m := range slices.Clone(g.in) {
		if !g.same(m[1], g.terms[i].args[0]) {
			continue
		}
		if pair := g.terms[m[0]]; pair.op == "()" && len(pair.args) == 2 {
			g.addIn(pair.args[side], i)
		}
	}
}

// alone says that a set of size 1 is {x} for each of its elements x.
func (g *graph) alone(size int) bool {
	changed := false
	of := g.terms[size].args[0]
	if !g.same(size, g.number(1)) || g.terms[of].kind != setTerm {
		return false
	}
	for _, m := range slices.Clone(g.in) {
		if g.same(m[1], of) {
			changed = g.merge(of, g.add(term{op: "{}", args: []int{m[0]}, kind: setTerm})) || changed
		}
	}
	return changed
}

// meet takes the elements of s through s ∩ t; where s has one alone, whether they
// meet decides about it.
func (g *graph) meet(i, s, t int) {
	for _, m := range slices.Clone(g.in) {
		if g.same(m[1], s) && g.pair(g.in, m[0], t) {
			g.addIn(m[0], i)
		}
	}
	for _, x := range g.only(s) {
		if g.isFilled(i) {
			g.addIn(x, t)
		} else if g.same(i, g.empty()) {
			g.addOut(x, t)
		}
	}
}

// differing takes the elements of s through s ∖ t; where s has one alone, whether
// something is left decides about it.
func (g *graph) differing(i, s, t int) {
	for _, m := range slices.Clone(g.in) {
		if g.same(m[1], s) && g.pair(g.out, m[0], t) {
			g.addIn(m[0], i)
		}
	}
	if g.isFilled(i) {
		for _, x := range g.only(s) {
			g.addOut(x, t)
		}
	}
}

// only returns the element of a set that has one alone, as it is written in each
// of the terms for it.
func (g *graph) only(s int) []int {
	var out []int
	for k, t := range g.terms {
		if t.op == "{}" && len(t.args) == 1 && g.same(k, s) {
			out = append(out, t.args[0])
		}
	}
	return out
}
