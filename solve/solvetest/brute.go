package solvetest

import (
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/zed/value"
)

// Limits of brute force: on the values of a sort, and on the values tried in a
// world.
const (
	maxDomain = 1 << 9
	maxTried  = 4_000
)

// brute is a problem that brute force looks for a model of in a world.
type brute struct {
	w         *World
	vars      []declared
	as        []among
	conjuncts []*term
	last      []int // of each conjunct, the last variable that it mentions
	tried     int
}

// Model looks for values in a world that make all of a problem true: a problem's own
// variables, and the constants that it mentions. It is not given up before all were
// tried where whole is set.
func (g Generated) Model(w *World) (found map[string]value.Value, whole bool) {
	b := &brute{w: w, vars: slices.Clone(g.vars), as: slices.Clone(g.as), conjuncts: g.conjuncts}
	for _, c := range g.listMentioned() {
		b.vars, b.as = append(b.vars, c), append(b.as, c.as[0])
	}
	for _, c := range b.conjuncts {
		at := -1
		for i, v := range b.vars {
			if c.mentions(v.name) {
				at = i
			}
		}
		b.last = append(b.last, at)
	}
	clear(w.env)
	if !b.isTrue(-1) || !b.tryFrom(0) {
		return nil, b.tried < maxTried
	}
	found = map[string]value.Value{}
	for _, v := range b.vars {
		found[v.name] = w.env[v.name]
	}
	return found, true
}

// listMentioned returns the constants that a problem mentions, and those that axioms
// relate to them.
func (g Generated) listMentioned() []declared {
	var out []declared
	for _, c := range constants {
		for _, name := range append([]string{c.name}, c.also...) {
			if slices.ContainsFunc(g.conjuncts, func(t *term) bool { return t.mentions(name) }) {
				out = append(out, c)
				break
			}
		}
	}
	return out
}

// isTrue tells whether the conjuncts are true whose last variable is the i-th.
func (b *brute) isTrue(i int) bool {
	for k, c := range b.conjuncts {
		if b.last[k] == i {
			if v, ok := c.evaluate(b.w); !ok || !isTrue(v) {
				return false
			}
		}
	}
	return true
}

// tryFrom tries the values of the i-th variable and those behind it.
func (b *brute) tryFrom(i int) bool {
	if i == len(b.vars) {
		return b.areDeclared()
	}
	for _, v := range b.w.values(b.vars[i].of) {
		if b.tried++; b.tried > maxTried {
			return false
		}
		b.w.env[b.vars[i].name] = v
		if b.as[i].has(b.w, v) && b.isTrue(i) && b.tryFrom(i+1) {
			return true
		}
	}
	delete(b.w.env, b.vars[i].name)
	return false
}

// areDeclared tells whether all variables are in their sets, now that all are known.
func (b *brute) areDeclared() bool {
	for i, v := range b.vars {
		if !b.as[i].has(b.w, b.w.env[v.name]) {
			return false
		}
	}
	return true
}

// Holds tells whether values are in their sets, and all conjuncts are true for them.
func (g Generated) Holds(w *World, model map[string]value.Value) bool {
	return g.holdsWith(w, model, func(v value.Value, ok bool) bool { return ok && isTrue(v) })
}

// Fails tells whether values are outside their sets, or a conjunct is false for them.
// What has no value is not false.
func (g Generated) Fails(w *World, model map[string]value.Value) bool {
	return !g.holdsWith(w, model, func(v value.Value, ok bool) bool { return !ok || isTrue(v) })
}

// holdsWith tells whether values are in their sets, and each conjunct has a truth of some
// kind for them.
func (g Generated) holdsWith(w *World, model map[string]value.Value, is func(v value.Value, ok bool) bool) bool {
	clear(w.env)
	maps.Copy(w.env, model)
	for i, v := range g.vars {
		if !g.as[i].has(w, model[v.name]) {
			return false
		}
	}
	return !slices.ContainsFunc(g.conjuncts, func(c *term) bool { return !is(c.evaluate(w)) })
}
