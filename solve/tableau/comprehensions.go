package tableau

import (
	"strconv"

	"github.com/ttf-int/ttf-int/zed"
)

// valueIn returns the element of a comprehension for given values of its variables.
func valueIn(t *branch, v universal, in *Env) int {
	comp := t.terms.nodes[v.comp].bound.(*zed.Comp)
	x := t.reader.term(v.body, in)
	if comp.Op != zed.Lambda {
		return x
	}
	arg := in.names[v.names[0]]
	if len(v.names) > 1 {
		var types []zed.Type
		var args []int
		for _, name := range v.names {
			types, args = append(types, t.terms.nodes[in.names[name]].typ), append(args, in.names[name])
		}
		arg = t.terms.make("()", zed.ProductType{Elems: types}, args...)
	}
	return t.terms.couple(arg, x)
}

// growComprehension derives the elements that a comprehension has for known values of
// its variables.
func growComprehension(t *branch, i int) {
	if !t.terms.live[i] {
		return
	}
	for u := range t.universals.list {
		if v := &t.universals.list[u]; v.kind == bodyIn && v.comp == i {
			return
		}
	}
	comp, in := t.terms.nodes[i].bound.(*zed.Comp), t.terms.nodes[i].env
	if names, sets, ok := t.reader.readDeclared(comp.Text, in); ok {
		t.universals.add(universal{names: names, sets: sets, pred: comp.Text.Pred, body: comp.Body, env: in,
			deps: t.terms.alive[i], kind: bodyIn, comp: i})
		if comp.Op == zed.Lambda {
			t.terms.merge(t.terms.make("function", zed.BoolType{}, i), t.terms.yes, t.terms.alive[i])
		}
	}
}

// downComprehension derives what follows from a membership in a comprehension.
func downComprehension(t *branch, m member, n int, d deps) {
	comp, in := t.terms.nodes[n].bound.(*zed.Comp), t.terms.nodes[n].env
	names, sets, ok := t.reader.readDeclared(comp.Text, in)
	if !ok {
		return
	}
	inner := in.NewInner()
	plain := characteristic(t, comp, names, m.x, inner, &d)
	switch {
	case plain && !m.in:
		var alternatives [][]literal
		for i, name := range names {
			if !t.terms.isUniverse(sets[i]) {
				alternatives = append(alternatives,
					[]literal{{kind: memberOf, a: inner.names[name], b: sets[i], negated: true}})
			}
		}
		if comp.Text.Pred != nil {
			alternatives = append(alternatives, t.literals(comp.Text.Pred, true, inner))
		}
		t.splits.choose(d, alternatives...)
		return
	case !m.in:
		t.universals.add(universal{names: names, sets: sets, pred: comp.Text.Pred, body: comp.Body, env: in,
			deps: d, kind: bodyDiffers, comp: n, x: m.x})
		return
	case !plain:
		for i, name := range names {
			// Equal sets may be comprehensions of different values: each has its own.
			w, ok := t.terms.witness("c"+strconv.Itoa(i)+" of "+strconv.Itoa(n), t.terms.elem(sets[i]), m.x, n)
			if !ok {
				return
			}
			inner.names[name] = w
		}
		x := valueIn(t, universal{names: names, body: comp.Body, comp: n}, inner)
		t.terms.enliven(x, d)
		t.terms.merge(x, m.x, d)
	}
	for i, name := range names {
		if !t.terms.isUniverse(sets[i]) {
			t.facts.addIn(inner.names[name], sets[i], d)
		}
	}
	if comp.Text.Pred != nil {
		t.assert(comp.Text.Pred, false, inner, d)
	}
}

// characteristic sets the variables of a comprehension whose elements are the tuples of
// them, from such an element.
func characteristic(t *branch, comp *zed.Comp, names []string, x int, inner *Env, d *deps) bool {
	if comp.Op != zed.SetComp {
		return false
	}
	isName := func(e zed.Expr, name string) bool {
		r, ok := e.(*zed.Ref)
		return ok && r.Name == name
	}
	if len(names) == 1 && isName(comp.Body, names[0]) {
		inner.names[names[0]] = x
		return true
	}
	tuple, ok := comp.Body.(*zed.TupleExt)
	if !ok || len(tuple.Elems) != len(names) {
		return false
	}
	for i, e := range tuple.Elems {
		if !isName(e, names[i]) {
			return false
		}
	}
	parts, e := t.terms.parts(x)
	*d = d.or(e)
	for i, name := range names {
		inner.names[name] = parts[i]
	}
	return true
}

// growIf derives which of its branches a conditional equals, where it has a value.
func growIf(t *branch, i int) {
	if !t.terms.live[i] {
		return
	}
	e, in := t.terms.nodes[i].bound.(*zed.If), t.terms.nodes[i].env
	for _, c := range t.splits.choices {
		if len(c.alternatives) != 2 || len(c.alternatives[0]) == 0 {
			continue
		}
		if last := c.alternatives[0][len(c.alternatives[0])-1]; last.a == i && last.kind == equalTo {
			return
		}
	}
	then := append(t.literals(e.Cond, false, in), literal{kind: equalTo, a: i, b: t.reader.term(e.Then, in)})
	other := append(t.literals(e.Cond, true, in), literal{kind: equalTo, a: i, b: t.reader.term(e.Else, in)})
	t.splits.choose(t.terms.alive[i], then, other)
}
