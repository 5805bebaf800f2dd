package tableau

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// values finds out which terms are known to have values.
type values struct {
	agenda *agenda
	terms  *terms
	facts  *facts
	reader *reader
}

// hasValue tells whether a term is known to have a value, and why. A term may replace a
// variable that stands for any value only if it has one.
func (t *values) hasValue(n int) (why deps, ok bool) {
	switch {
	case t.terms.live[n]:
		return t.terms.alive[n], true
	case isWitness(t.terms.nodes[n].op):
		return deps{}, true
	}
	return t.haveValues(n)
}

// haveValues tells whether terms are all known to have values, and why. Terms share
// their parts: each is looked at once.
func (t *values) haveValues(ns ...int) (why deps, ok bool) {
	left := append(make([]int, 0, 8), ns...)
	var seen map[int]bool // of terms with parts
	for len(left) > 0 {
		n := left[len(left)-1]
		left = left[:len(left)-1]
		if seen[n] {
			continue
		}
		if t.terms.live[n] {
			why = why.or(t.terms.alive[n])
			continue
		}
		m := &t.terms.nodes[n]
		switch {
		case isWitness(m.op):
			continue
		case m.bound != nil || strings.HasPrefix(m.op, unread):
			return deps{}, false
		case len(m.args) > 0 && !isTotal(m.op):
			d, ok := t.applies(n)
			if !ok {
				return deps{}, false
			}
			why = why.or(d)
		}
		if len(m.args) == 0 {
			continue
		}
		if seen == nil {
			seen = map[int]bool{}
		}
		seen[n] = true
		left = append(left, m.args...)
	}
	return why, true
}

// neededArguments returns the arguments that have values where a term has one. A set that is
// only asked for membership is left out, since it may never be asked.
func neededArguments(n *node) []int {
	row, ok := toolkit.RowOf(zed.Operator(n.op))
	if !ok || len(n.args) != 2 || len(row.Operands) != 2 {
		return n.args
	}
	first, second := row.Operands[0].Lazy, row.Operands[1].Lazy
	switch {
	case first && second:
		return nil
	case first:
		return n.args[1:]
	case second:
		return n.args[:1]
	}
	return n.args
}

// applies tells whether the arguments of a partial operator are known to be in its
// domain, and why.
func (t *values) applies(n int) (why deps, ok bool) {
	if applies := ruleOf(t.terms.nodes[n].op).applies; applies != nil {
		return applies(t, n)
	}
	return deps{}, false
}

// constructorApplies tells whether a term is what a constructor makes that takes all
// values of its argument's type.
func constructorApplies(t *values, n int) (deps, bool) {
	name := strings.TrimPrefix(t.terms.nodes[n].op, constructor)
	return deps{}, slices.ContainsFunc(t.reader.constructors(t.terms.nodes[n].typ), func(c Constructor) bool {
		return c.Name == name && c.Domain != nil && t.terms.isUniverse(t.reader.term(c.Domain, t.reader.root))
	})
}

// hasProperty tells whether a property of a term is known to hold, and why.
func (t *terms) hasProperty(property string, of int) (deps, bool) {
	for _, u := range t.classes[t.find(of)].uses {
		if m := &t.nodes[u]; m.op == property {
			if d, ok := t.areEqual(u, t.yes); ok {
				return d.or(t.explain(of, m.args[0])), true
			}
		}
	}
	return deps{}, false
}

// isDecided tells whether a predicate is known to have a truth value for all values of
// the variables that it declares, and why. Where it is not, some term in it may have no
// value.
func (t *values) isDecided(e zed.Expr, in *Env) (why deps, ok bool) {
	ok = true
	var inner []string
	var look func(e zed.Expr)
	look = func(e zed.Expr) {
		if e == nil || !ok {
			return
		}
		if _, branches := e.(*zed.If); branches || toolkit.MayFail(e, false) {
			if free := t.reader.names.NamesOf(e); slices.ContainsFunc(inner,
				func(n string) bool { return slices.Contains(free, n) }) {
				ok = false
				return
			}
			var d deps
			d, ok = t.hasValue(t.reader.term(e, in))
			why = why.or(d)
			return
		}
		outer := len(inner)
		inner = append(inner, declares(e)...)
		for _, c := range zed.Children(e) {
			look(c)
		}
		inner = inner[:outer]
	}
	look(e)
	return why, ok
}

// declares returns the names that a term binds in its parts.
func declares(e zed.Expr) []string {
	var out []string
	add := func(text zed.Text) {
		for _, d := range text.Decls {
			for _, n := range d.Names {
				out = append(out, n.Name)
			}
		}
	}
	switch e := e.(type) {
	case *zed.Quant:
		add(e.Text)
	case *zed.Comp:
		add(e.Text)
	case *zed.Let:
		out = append(out, e.Names...)
	}
	return out
}

// enliven records that a term and its parts have values. What a witness was made for is
// not a part of it.
func (t *terms) enliven(n int, d deps) {
	if t.live[n] {
		return
	}
	t.set(change{kind: nowLive, i: n})
	t.live[n] = true
	t.alive[n] = d
	if isWitness(t.nodes[n].op) {
		return
	}
	for _, a := range neededArguments(&t.nodes[n]) {
		t.enliven(a, d)
	}
	if len(t.nodes[n].args) > 0 || t.nodes[n].bound != nil {
		t.agenda.add(task{kind: grown, a: n})
	}
}

// enlivenSet records what has a value where membership in a set is known. That need not
// include each part of the set, since some parts may decide the membership; nor the
// predicate of a comprehension for other elements; nor the sets from which sets of
// functions are made, where they are empty.
func (t *values) enlivenSet(n int, d deps) {
	m := &t.terms.nodes[n]
	switch ruleOf(m.op).asks {
	case asksArgument:
		t.enlivenSet(m.args[0], d)
	case asksNothing:
	default:
		t.terms.enliven(n, d)
	}
}
