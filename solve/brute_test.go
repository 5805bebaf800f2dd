package solve_test

import (
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
	w         *world
	vars      []declared
	as        []among
	conjuncts []*term
	last      []int // of each conjunct, the last variable that it mentions
	tried     int
}

// model looks for values in a world that make all of a problem true: a problem's own
// variables, and the constants that it mentions. It is not given up before all were
// tried where whole is set.
func (g generated) model(w *world) (found map[string]value.Value, whole bool) {
	b := &brute{w: w, vars: slices.Clone(g.vars), as: slices.Clone(g.as), conjuncts: g.conjuncts}
	for _, c := range g.mentioned() {
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
	if !b.holds(-1) || !b.from(0) {
		return nil, b.tried < maxTried
	}
	found = map[string]value.Value{}
	for _, v := range b.vars {
		found[v.name] = w.env[v.name]
	}
	return found, true
}

// mentioned returns the constants that a problem mentions, and those that axioms
// relate to them.
func (g generated) mentioned() []declared {
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

// holds tells whether the conjuncts are true whose last variable is the i-th.
func (b *brute) holds(i int) bool {
	for k, c := range b.conjuncts {
		if b.last[k] == i {
			if v, ok := c.in(b.w); !ok || !v.Equal(yes) {
				return false
			}
		}
	}
	return true
}

// from tries the values of the i-th variable and those behind it.
func (b *brute) from(i int) bool {
	if i == len(b.vars) {
		return b.declared()
	}
	for _, v := range b.w.values(b.vars[i].of) {
		if b.tried++; b.tried > maxTried {
			return false
		}
		b.w.env[b.vars[i].name] = v
		if b.as[i].has(b.w, v) && b.holds(i) && b.from(i+1) {
			return true
		}
	}
	delete(b.w.env, b.vars[i].name)
	return false
}

// declared tells whether all variables are in their sets, now that all are known.
func (b *brute) declared() bool {
	for i, v := range b.vars {
		if !b.as[i].has(b.w, b.w.env[v.name]) {
			return false
		}
	}
	return true
}

// verdict is what a problem's conjuncts mean for values: yes where all are true, no
// where one is false, and otherwise false.
func (g generated) verdict(w *world, model map[string]value.Value) (value.Value, bool) {
	clear(w.env)
	for n, v := range model {
		w.env[n] = v
	}
	open := false
	for i, v := range g.vars {
		if !g.as[i].has(w, model[v.name]) {
			return no, true
		}
	}
	for _, c := range g.conjuncts {
		v, ok := c.in(w)
		switch {
		case !ok:
			open = true
		case v.Equal(no):
			return no, true
		}
	}
	return yes, !open
}
