package tableau

import "github.com/ttf-int/ttf-int/zed"

// splitter settles choices, and selects the next choice to try.
type splitter struct{ b *branch }

// propagate settles choices with one alternative left, and returns whether there was
// one.
func (t *splitter) propagate() bool {
	changed := false
	for c := 0; c < len(t.b.splits.choices) && !t.b.agenda.broken; c++ {
		if t.b.splits.choices[c].done {
			continue
		}
		open, excluded := t.listOpen(c)
		if len(open) > 1 {
			continue
		}
		t.b.splits.settle(c)
		if open == nil {
			continue
		}
		d := t.b.splits.choices[c].deps.or(excluded)
		changed = true
		if len(open) == 0 {
			t.b.agenda.clash(d)
			return true
		}
		for _, l := range open[0] {
			t.b.assume(l, d)
		}
	}
	return changed
}

// listOpen returns the alternatives of a choice that are not known to be false, and why the
// others are. It is nil where one is known to be true.
func (t *splitter) listOpen(c int) (open [][]literal, excluded deps) {
	open = make([][]literal, 0, len(t.b.splits.choices[c].alternatives))
	for _, alternative := range t.b.splits.choices[c].alternatives {
		fails, all := false, true
		for _, l := range alternative {
			holds, known, d := t.b.facts.truth(l)
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

// chooseNext returns the choice to try: one with few alternatives, and a late one only where
// there is no other.
func (t *splitter) chooseNext() (int, bool) {
	best, fewest := -1, 1<<30
	for c := range t.b.splits.choices {
		if t.b.splits.choices[c].done {
			continue
		}
		open, _ := t.listOpen(c)
		if open == nil {
			continue
		}
		cost := 2 * len(open)
		if t.b.splits.choices[c].late {
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

// finish adds the splits that only completeness needs, and returns one of them: whether
// an element of s is in s ∖ u; whether one occurs in a bag; how two integers compare of
// which only one is in a set; and which value of a free type a term has.
func (t *splitter) finish() (int, bool) {
	if c, ok := t.divide(); ok {
		return c, true
	}
	if c, ok := t.occur(); ok {
		return c, true
	}
	if c, ok := t.populate(); ok {
		return c, true
	}
	if c, ok := t.separate(); ok {
		return c, true
	}
	return t.enumerate()
}

// divide splits whether an element of s is in s ∖ u, or in what is like it.
func (t *splitter) divide() (int, bool) {
	for i := range t.b.terms.nodes {
		divided := ruleOf(t.b.terms.nodes[i].op).divided
		if divided == 0 {
			continue
		}
		if root := t.b.terms.find(i); len(t.b.terms.classes[root].terms) < 2 && len(t.b.terms.classes[root].uses) == 0 {
			continue
		}
		for _, g := range t.b.terms.classes[t.b.terms.find(t.b.terms.nodes[i].args[divided-1])].members {
			m := t.b.facts.members[g]
			if !m.in {
				continue
			}
			if _, known, _ := t.b.facts.isIn(m.x, i); known {
				continue
			}
			d, ok := t.b.values.haveValues(m.x, i)
			if !ok {
				continue // it may be neither
			}
			return t.b.splits.addLate(d, one(isIn(m.x, i)), one(notIn(m.x, i))), true
		}
	}
	return 0, false
}

// populate splits on whether a set is empty whose size some term mentions, and gives
// sets of a small known size their elements.
func (t *splitter) populate() (int, bool) {
	for i := range t.b.terms.nodes {
		if zed.Operator(t.b.terms.nodes[i].op) != zed.Card {
			continue
		}
		s := t.b.terms.nodes[i].args[0]
		n, d := t.b.terms.valueOf(i)
		if n == nil && !t.b.facts.isInhabited(s) {
			if w, ok := t.b.terms.witness("∈", t.b.terms.elem(s), s); ok {
				return t.b.splits.addLate(deps{}, one(literal{kind: equalTo, a: i, b: t.b.terms.number(0)}),
					one(isIn(w, s))), true
			}
		}
		if n == nil || !n.IsInt64() || n.Int64() < 2 || n.Int64() > maxPopulated {
			continue
		}
		var all []literal
		var ws []int
		for k := range n.Int64() {
			w, ok := t.b.terms.witness("#"+string(rune('0'+k)), t.b.terms.elem(s), s)
			if !ok {
				return 0, false
			}
			all = append(all, literal{kind: memberOf, a: w, b: s})
			for _, o := range ws {
				all = append(all, literal{kind: equalTo, a: w, b: o, negated: true})
			}
			ws = append(ws, w)
		}
		if in, known, _ := t.b.facts.isIn(ws[0], s); !known || !in {
			return t.b.splits.addLate(d, all), true
		}
	}
	return 0, false
}

// maxPopulated is the largest size of a set that is given all its elements.
const maxPopulated = 4

// separate splits on how two integers compare of which only one is in a set.
func (t *splitter) separate() (int, bool) {
	for root := range t.b.terms.classes {
		if t.b.terms.parent[root] != root {
			continue
		}
		list := t.b.terms.classes[root].members
		for k, g := range list {
			for _, h := range list[:k] {
				p, q := t.b.facts.members[g], t.b.facts.members[h]
				if _, ok := t.b.terms.nodes[p.x].typ.(zed.IntType); !ok || p.in == q.in {
					continue
				}
				if _, known, _ := t.b.facts.areEqual(p.x, q.x); known {
					continue
				}
				n := len(t.b.splits.choices)
				t.b.facts.differ(p.x, q.x, p.deps.or(q.deps).or(t.b.terms.explain(p.s, q.s)))
				if len(t.b.splits.choices) > n {
					return n, true
				}
			}
		}
	}
	return 0, false
}
