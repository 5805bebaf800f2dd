package tableau

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// maxBounding is how many steps finding out that a set is finite may take.
const maxBounding = 4

// isBounded tells whether a set is known to be finite, and why. An infinite set has no
// size; sizes that are added or multiplied must be those of finite sets.
func isBounded(t *branch, s int) (deps, bool) { return isBoundedIn(t, s, maxBounding) }

func areBounded(t *branch, sets ...int) (why deps, ok bool) {
	for _, s := range sets {
		d, ok := isBounded(t, s)
		if !ok {
			return deps{}, false
		}
		why = why.or(d)
	}
	return why, true
}

func isBoundedIn(t *branch, s, steps int) (deps, bool) {
	if d, ok := t.terms.isEmpty(s); ok {
		return d, true
	}
	if t.reader.constantsAlone(t.terms.elem(s)) {
		return deps{}, true
	}
	if steps == 0 {
		return deps{}, false
	}
	root := t.terms.find(s)
	for _, n := range t.terms.classes[root].terms {
		if d, ok := isBoundedTerm(t, n, steps-1); ok {
			return d.or(t.terms.explain(s, n)), true
		}
	}
	for _, u := range t.terms.classes[root].uses {
		if d, ok := isBoundedBy(t, s, u, steps-1); ok {
			return d, true
		}
	}
	for _, g := range t.terms.classes[root].elems {
		o := &t.facts.members[g]
		if !o.in || t.terms.find(o.x) != root {
			continue
		}
		for _, n := range t.terms.classes[t.terms.find(o.s)].terms {
			if toolkit.HasFiniteMembers(zed.Operator(t.terms.nodes[n].op)) {
				return o.deps.or(t.terms.explain(s, o.x)).or(t.terms.explain(o.s, n)), true
			}
		}
	}
	return deps{}, false
}

// constantsAlone tells whether a type is a free type without constructors.
func (t *reader) constantsAlone(typ zed.Type) bool {
	all := t.constructors(typ)
	return len(all) > 0 && !slices.ContainsFunc(all, func(c Constructor) bool { return c.Domain != nil })
}

// isBoundedBy tells whether a set is finite because of what is known about it in another
// term.
func isBoundedBy(t *branch, s, u, steps int) (deps, bool) {
	m := &t.terms.nodes[u]
	switch op := zed.Operator(m.op); op {
	case zed.Card:
		if t.terms.live[u] {
			return t.terms.alive[u].or(t.terms.explain(s, m.args[0])), true
		}
	case "sequence":
		if d, ok := t.terms.areEqual(u, t.terms.yes); ok {
			return d.or(t.terms.explain(s, m.args[0])), true
		}
	case zed.SubsetEq:
		if d, ok := t.terms.areEqual(u, t.terms.yes); ok && t.terms.find(m.args[0]) == t.terms.find(s) {
			e, ok := isBoundedIn(t, m.args[1], steps)
			return d.or(e).or(t.terms.explain(s, m.args[0])), ok
		}
	case zed.Dom:
		if d, ok := t.terms.hasProperty("function", s); ok {
			e, ok := isBoundedIn(t, u, steps)
			return d.or(e).or(t.terms.explain(s, m.args[0])), ok
		}
	}
	return deps{}, false
}

// isBoundedTerm tells whether a set is finite because of the terms that it is made of.
func isBoundedTerm(t *branch, n, steps int) (why deps, ok bool) {
	m := &t.terms.nodes[n]
	op := zed.Operator(m.op)
	if op == "{}" || op == "⟨⟩" {
		return deps{}, true
	}
	if !toolkit.IsTotal(op) && op != zed.Rev {
		return deps{}, false
	}
	ok = toolkit.FiniteWhere(op, len(m.args), func(i int) bool {
		d, ok := isBoundedIn(t, t.terms.nodes[n].args[i], steps)
		if ok {
			why = why.or(d)
		}
		return ok
	})
	return why, ok
}
