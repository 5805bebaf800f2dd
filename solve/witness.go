package solve

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// witness turns ∃ x : S • P into the conjuncts x ∈ S and P over a fresh
// variable (and ¬ ∀ alike), unless S is a set that the evaluator enumerates and
// no equation gives x its value.
func (b *builder) witness(e *zed.Quant, negated bool, in *scope) bool {
	if e.Q == zed.Exists1 || (e.Q == zed.Exists) == negated {
		return false
	}
	infinite := false
	for _, d := range e.Text.Decls {
		if len(d.Names) == 0 || d.Type.Typ() == nil {
			return false
		}
		infinite = infinite || large(d.Type)
	}
	if !infinite && (negated || !b.given(e)) {
		return false
	}
	inner := &scope{slots: map[string]int{}, parent: in}
	for _, d := range e.Text.Decls {
		for _, n := range d.Names {
			power, ok := d.Type.Typ().(zed.PowerType)
			if !ok {
				return false
			}
			inner.slots[n.Name] = len(b.slots)
			b.slots = append(b.slots, slot{name: n.Name, typ: power.Elem, unknown: true})
		}
	}
	for _, m := range memberships(e.Text) {
		b.flatten(m, false, inner)
	}
	b.flatten(e.Text.Pred, false, inner)
	b.flatten(e.Body, negated, inner)
	return true
}

// given tells whether each variable of ∃ D | P • Q is given its value by a conjunct
// x = e without other variables of D: then it is no choice, and what rests on it,
// such as the value of a variable outside, is not hidden in an evaluation.
func (b *builder) given(q *zed.Quant) bool {
	open := map[string]bool{}
	for _, d := range q.Text.Decls {
		for _, n := range d.Names {
			open[n.Name] = true
		}
	}
	closed := func(e zed.Expr) bool {
		return !slices.ContainsFunc(b.cache.free.Of(e), func(name string) bool { return open[name] })
	}
	found := map[string]bool{}
	for _, c := range append(schema.Conjuncts(q.Text.Pred), schema.Conjuncts(q.Body)...) {
		o, ok := c.(*zed.Op)
		if !ok || o.Op != zed.Equal {
			continue
		}
		for i, side := range o.Args {
			if x, ok := side.(*zed.Ref); ok && open[x.Name] && closed(o.Args[1-i]) {
				found[x.Name] = true
			}
		}
	}
	return len(found) == len(open)
}

// memberships returns what the declarations of a text demand: x ∈ S, unless S
// is all of its type.
func memberships(t zed.Text) []zed.Expr {
	var out []zed.Expr
	for _, d := range t.Decls {
		if full(d.Type) {
			continue
		}
		for _, n := range d.Names {
			power, _ := d.Type.Typ().(zed.PowerType)
			ref := &zed.Ref{Info: zed.Info{Span: n.Span, Type: power.Elem}, Name: n.Name, Kind: zed.Local}
			out = append(out, &zed.Op{
				Info: zed.Info{Span: n.Span, Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{ref, d.Type},
			})
		}
	}
	return out
}
