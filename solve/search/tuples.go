package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// tuplePart is a part of a tuple that is written out: the way to it, and what it is.
type tuplePart struct {
	path []step
	is   use
}

// noteTuple notes of each variable in a tuple, or in what else is written out of its parts, that its
// value is a part of some member of a set, one that has what is known of the other parts: with
// (n, n') ∈ {(0, 1), (1, 2)} and n = 1, n' is 2; with C x ∈ S, for a constructor C, x is what a member
// of S is made of.
func (b *builder) noteTuple(left zed.Expr, set *shape, in *scope, i int) {
	if set.kind != byValue {
		return
	}
	var parts []tuplePart
	var own []int // the slot of each part; -1: it is not a variable
	var collect func(e zed.Expr, path []step)
	collect = func(e zed.Expr, path []step) {
		if eachPart(e, func(x zed.Expr, at step) { collect(x, append(slices.Clone(path), at)) }) {
			return
		}
		if len(path) == 0 {
			return // it is not written out
		}
		v, ok := b.variable(e, in)
		if !ok {
			v = -1
		}
		parts, own = append(parts, tuplePart{path, b.use(e, in)}), append(own, v)
	}
	collect(left, nil)
	for k, v := range own {
		if v >= 0 {
			b.rule(v, rule{kind: inTuple, term: set.term, tuple: slices.Concat(parts[k:k+1], parts[:k], parts[k+1:]),
				conjunct: i})
		}
	}
}

// listInTuples returns the values that a variable has as the first part of those members of a known
// set that have the other parts, as far as these are known.
func (r *rule) listInTuples(w *wanted) (out []value.Value, ok bool) {
	set, ok := w.evaluate(r.term)
	if !ok || set.Len() > maxUnscoped {
		return nil, false
	}
	known := make([]value.Value, len(r.tuple))
	for k, part := range r.tuple[1:] {
		if v, ok := w.s.evaluate(part.is); ok {
			w.d.deps.add(w.s.mask(part.is.slots))
			known[k+1] = v
		}
	}
	taken := map[string]bool{}
members:
	for _, m := range set.Members() {
		for k, v := range known {
			if v.Kind() == value.Nothing {
				continue
			}
			if is, ok := partAlong(m, r.tuple[k].path); !ok || !is.Equal(v) {
				continue members
			}
		}
		if own, ok := partAlong(m, r.tuple[0].path); ok && !taken[own.Key()] {
			taken[own.Key()] = true
			out = append(out, own)
		}
	}
	return out, true
}
