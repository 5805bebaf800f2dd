package tableau

import (
	"github.com/ttf-int/ttf-int/zed"
)

// choice says that all the literals of some alternative hold.
type choice struct {
	alternatives [][]literal
	deps         deps
	done         bool
	late         bool // a case split that only serves completeness
}

// literal is one thing that may hold.
type literal struct {
	kind    literalKind
	a, b    int
	gap     int64
	negated bool
	// What people wrote, where the literal stands for it: its terms have values
	// where it is true. It is negated where whole is set.
	pred  zed.Expr
	env   *Env
	whole bool
}

type literalKind uint8

const (
	memberOf  literalKind = iota // a ∈ b
	equalTo                      // a = b
	within                       // a ⊆ b
	lessOrEq                     // a + gap ≤ b; not negated
	predicate                    // pred, where it has to be taken apart
	holds                        // the truth of term a
)

// total tells whether a literal that does not hold is false: its negation holds.
func (l literal) total() bool { return l.pred == nil && (l.kind == memberOf || l.kind == equalTo) }

func (l literal) not() literal {
	l.negated = !l.negated
	return l
}

// less returns a < b.
func less(a, b int) literal { return literal{kind: lessOrEq, a: a, b: b, gap: 1} }

// splits are the choices that are to be made.
type splits struct {
	work    *agenda
	choices []choice
	settled []int // those that were, in their order
}

// settle notes that a choice is made.
func (t *splits) settle(c int) {
	if t.work.level > 0 {
		t.settled = append(t.settled, c)
	}
	t.choices[c].done = true
}

// undo goes back to where some choices were settled, of some.
func (t *splits) undo(settled, choices int) {
	for _, c := range t.settled[settled:] {
		t.choices[c].done = false
	}
	t.settled, t.choices = t.settled[:settled], t.choices[:choices]
}

// choose adds a choice.
func (t *splits) choose(d deps, alternatives ...[]literal) {
	t.choices = append(t.choices, choice{alternatives: alternatives, deps: d})
}

// assume makes a literal true.
func (t *branch) assume(l literal, d deps) {
	switch {
	case t.broken:
	case l.pred != nil:
		t.assert(l.pred, l.whole, l.env, d)
	case l.kind == memberOf:
		t.put(l.a, l.b, !l.negated, d)
	case l.kind == equalTo && l.negated:
		t.differ(l.a, l.b, d)
	case l.kind == equalTo:
		t.merge(l.a, l.b, d)
	case l.kind == within:
		t.include(l.a, l.b, l.negated, d)
	case l.kind == lessOrEq:
		t.order(l.a, l.b, l.gap, d)
	case l.kind == holds && l.negated:
		t.merge(l.a, t.no, d)
	case l.kind == holds:
		t.merge(l.a, t.yes, d)
	}
}

// truth tells whether a literal is known to hold or not, and why.
func (t *facts) truth(l literal) (holds, known bool, d deps) {
	switch l.kind {
	case memberOf:
		holds, known, d = t.isIn(l.a, l.b)
	case equalTo:
		holds, known, d = t.areEqual(l.a, l.b)
	case lessOrEq:
		a, d1 := t.valueOf(l.a)
		b, d2 := t.valueOf(l.b)
		if a != nil && b != nil && a.IsInt64() && b.IsInt64() {
			return a.Int64()+l.gap <= b.Int64(), true, d1.or(d2)
		}
		return false, false, deps{}
	case predicate:
		return false, false, deps{}
	default:
		n := l.a
		if l.kind == within {
			n = t.subset(l.a, l.b)
		}
		if e, ok := t.equal(n, t.yes); ok {
			holds, known, d = true, true, e
		} else if e, ok := t.equal(n, t.no); ok {
			holds, known, d = false, true, e
		}
	}
	return holds != l.negated, known, d
}

// areEqual tells whether two terms are known to be equal, or to differ.
func (t *facts) areEqual(a, b int) (same, known bool, d deps) {
	if d, ok := t.equal(a, b); ok {
		return true, true, d
	}
	ra, rb := t.find(a), t.find(b)
	if fa, fb := t.classes[ra].fixed, t.classes[rb].fixed; fa > 0 && fb > 0 {
		return false, true, t.explain(a, fa-1).or(t.explain(b, fb-1))
	}
	for _, i := range t.classes[ra].apart {
		o := &t.apart[i]
		switch {
		case t.find(o.a) == ra && t.find(o.b) == rb:
			return false, true, o.deps.or(t.explain(a, o.a)).or(t.explain(b, o.b))
		case t.find(o.a) == rb && t.find(o.b) == ra:
			return false, true, o.deps.or(t.explain(a, o.b)).or(t.explain(b, o.a))
		}
	}
	return false, false, deps{}
}

// splitter settles choices, and tells which one is to be tried.
type splitter struct{ *branch }

// propagate settles choices with one alternative left; it tells whether one was.
func (t *splitter) propagate() bool {
	changed := false
	for c := 0; c < len(t.choices) && !t.broken; c++ {
		if t.choices[c].done {
			continue
		}
		open, excluded := t.open(c)
		if len(open) > 1 {
			continue
		}
		t.settle(c)
		if open == nil {
			continue
		}
		d := t.choices[c].deps.or(excluded)
		changed = true
		if len(open) == 0 {
			t.clash(d)
			return true
		}
		for _, l := range open[0] {
			t.assume(l, d)
		}
	}
	return changed
}

// open returns the alternatives of a choice that are not known to fail, and why
// the others do. It is nil where one of them is known to hold.
func (t *splitter) open(c int) (open [][]literal, excluded deps) {
	open = [][]literal{}
	for _, alternative := range t.choices[c].alternatives {
		fails, all := false, true
		for _, l := range alternative {
			holds, known, d := t.truth(l)
			if known && !holds {
				excluded = excluded.or(d)
				fails = true
				break
			}
			all = all && known
		}
		if fails {
			continue
		}
		if all {
			return nil, excluded
		}
		open = append(open, alternative)
	}
	return open, excluded
}

// next returns the choice to split: one with few alternatives, and not a late
// one where there is another.
func (t *splitter) next() (int, bool) {
	best, fewest := -1, 1<<30
	for c := range t.choices {
		if t.choices[c].done {
			continue
		}
		open, _ := t.open(c)
		if open == nil {
			continue
		}
		cost := 2 * len(open)
		if t.choices[c].late {
			cost += 1000
		}
		if cost < fewest {
			best, fewest = c, cost
		}
	}
	if best < 0 {
		return t.finish()
	}
	return best, true
}

// finish adds the splits that only completeness needs, and returns one of
// them: whether an element of s is in s ∖ u, how integers of which one is in a
// set and the other is not compare, and which value of a free type something is.
func (t *splitter) finish() (int, bool) {
	for i := range t.nodes {
		switch n := &t.nodes[i]; zed.Operator(n.op) {
		case zed.Minus, zed.Override, zed.DomSub, zed.RanSub:
			of := n.args[0]
			if zed.Operator(n.op) == zed.DomSub {
				of = n.args[1]
			}
			if root := t.find(i); len(t.classes[root].terms) < 2 && len(t.classes[root].uses) == 0 {
				continue
			}
			for _, g := range t.classes[t.find(of)].members {
				m := t.members[g]
				if !m.in {
					continue
				}
				if _, known, _ := t.isIn(m.x, i); known {
					continue
				}
				d, ok := t.haveValues(m.x, i)
				if !ok {
					continue // it may be neither
				}
				return t.late(d, []literal{{kind: memberOf, a: m.x, b: i}}, []literal{{kind: memberOf, a: m.x, b: i, negated: true}}), true
			}
		}
	}
	if c, ok := t.populate(); ok {
		return c, true
	}
	if c, ok := t.separate(); ok {
		return c, true
	}
	return t.enumerate()
}

// populate splits whether a set whose size is spoken of is empty, and gives sets
// of a small known size their elements.
func (t *splitter) populate() (int, bool) {
	for i := range t.nodes {
		if zed.Operator(t.nodes[i].op) != zed.Card {
			continue
		}
		s := t.nodes[i].args[0]
		n, d := t.valueOf(i)
		if n == nil && !t.inhabited(s) {
			if w, ok := t.witness("∈", t.elem(s), s); ok {
				return t.late(deps{}, []literal{{kind: equalTo, a: i, b: t.number(0)}}, []literal{{kind: memberOf, a: w, b: s}}), true
			}
		}
		if n == nil || !n.IsInt64() || n.Int64() < 2 || n.Int64() > maxPopulated {
			continue
		}
		var all []literal
		var ws []int
		for k := range n.Int64() {
			w, ok := t.witness("#"+string(rune('0'+k)), t.elem(s), s)
			if !ok {
				return 0, false
			}
			all = append(all, literal{kind: memberOf, a: w, b: s})
			for _, o := range ws {
				all = append(all, literal{kind: equalTo, a: w, b: o, negated: true})
			}
			ws = append(ws, w)
		}
		if in, known, _ := t.isIn(ws[0], s); !known || !in {
			return t.late(d, all), true
		}
	}
	return 0, false
}

// maxPopulated is up to which size a set is given all its elements.
const maxPopulated = 4

// separate splits how two integers compare of which one is in a set and the
// other is not.
func (t *splitter) separate() (int, bool) {
	for root := range t.classes {
		if t.parent[root] != root {
			continue
		}
		list := t.classes[root].members
		for k, g := range list {
			for _, h := range list[:k] {
				p, q := t.members[g], t.members[h]
				if _, ok := t.nodes[p.x].typ.(zed.IntType); !ok || p.in == q.in {
					continue
				}
				if _, known, _ := t.areEqual(p.x, q.x); known {
					continue
				}
				n := len(t.choices)
				t.differ(p.x, q.x, p.deps.or(q.deps).or(t.explain(p.s, q.s)))
				if len(t.choices) > n {
					return n, true
				}
			}
		}
	}
	return 0, false
}

func (t *splits) late(d deps, alternatives ...[]literal) int {
	t.choose(d, alternatives...)
	t.choices[len(t.choices)-1].late = true
	return len(t.choices) - 1
}
