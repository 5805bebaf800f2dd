package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve/partial"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// witness turns ∃ x : S • P into the conjuncts x ∈ S and P over a fresh
// variable (and ¬ ∀ alike), unless S is a set that the evaluator enumerates and P
// leaves x open: where P says what x is, nothing is to be enumerated, and what it
// determines besides is better seen by itself.
func (b *builder) witness(e *zed.Quant, negated bool, in *scope) bool {
	if e.Q == zed.Exists1 || (e.Q == zed.Exists) == negated {
		return false
	}
	infinite := false
	for _, d := range e.Text.Decls {
		if len(d.Names) == 0 || d.Type.Typ() == nil {
			return false
		}
		infinite = infinite || toolkit.Large(d.Type)
	}
	if !infinite && (negated || !b.isDetermined(e, in)) {
		return false
	}
	inner := &scope{slots: map[string]int{}, parent: in}
	for _, d := range e.Text.Decls {
		for _, n := range d.Names {
			power, ok := d.Type.Typ().(zed.PowerType)
			if !ok {
				return false
			}
			inner.slots[n.Name] = len(b.p.slots)
			b.p.slots = append(b.p.slots, slot{name: n.Name, typ: power.Elem, unknown: true})
		}
	}
	for _, m := range partial.Memberships(e.Text) {
		b.flatten(m, false, inner)
	}
	b.flatten(e.Text.Pred, false, inner)
	b.flatten(e.Body, negated, inner)
	return true
}

// isDetermined tells whether equations in the body of ∃ give each of its variables a
// value, as a whole or as a part of what the other side is. What is looked for itself, an
// outcome, is not taken apart: it rather follows from its parts.
func (b *builder) isDetermined(e *zed.Quant, in *scope) bool {
	var open []string
	for _, d := range e.Text.Decls {
		for _, n := range d.Names {
			open = append(open, n.Name)
		}
	}
	isOpen := func(n string) bool { return slices.Contains(open, n) }
	isOutcome := func(n string) bool {
		k, ok := b.lookup(n, in)
		return ok && b.p.slots[k].unknown && !b.p.slots[k].scoped
	}
	for _, c := range append(schema.Conjuncts(e.Text.Pred), schema.Conjuncts(e.Body)...) {
		eq, ok := c.(*zed.Op)
		if !ok || eq.Op != zed.Equal {
			continue
		}
		for i, side := range eq.Args {
			_, whole := side.(*zed.Ref)
			known := b.p.cache.free.NamesOf(eq.Args[1-i])
			if slices.ContainsFunc(known, isOpen) || !whole && slices.ContainsFunc(known, isOutcome) {
				continue
			}
			partsOf(side, nil, func(r *zed.Ref, _ []step) {
				open = slices.DeleteFunc(open, func(n string) bool { return n == r.Name })
			})
		}
	}
	return len(open) == 0
}
