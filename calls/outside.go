package calls

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Place tells where a call of q lies that the unit makes on the case. The call is given
// by its inputs and before-state, which must all be known; other values of the frame
// are ignored. The answers to the calls made before it restrict which calls are
// allowed.
func (c *Case) Place(q *spec.Unit, frame spec.Frame, before []Answered) result.Place {
	a, ctx, u, bound := c.analysis, c.ctx, c.unit, c.values.Map()
	enabled := a.oracle.Unit(u).Enablings(ctx, u.Frame(bound))
	place := a.placeAmongPoints(ctx, u, bound, q, frame, enabled)
	if place != result.Unplaced && (place != result.Allowed || len(before) == 0) {
		return place
	}
	asked := asking{analysis: a, u: u, bound: bound, q: q, frame: frame, enabled: enabled, before: before}
	switch found := asked.place(ctx); {
	case found != result.Unplaced:
		return found
	case place == result.Allowed:
		return place
	}
	return result.Unplaced
}

// placeAmongPoints tells where a call lies by comparing it with the points of reach(a), where all
// of these are known.
func (a *Analysis) placeAmongPoints(ctx context.Context, u *spec.Unit, bound map[string]value.Value, q *spec.Unit,
	frame spec.Frame, enabled []oracle.Enabling) result.Place {
	met, known := map[string]bool{}, false
	for _, o := range a.Occurrences(u) {
		holding := o.EnabledDisjuncts(enabled)
		if o.Callee != q || len(holding) == 0 {
			continue
		}
		points := a.Reach(ctx, u, o, bound, holding)
		if !points.Complete {
			return result.Unplaced
		}
		known = true
		for _, p := range points.Points {
			if p.Agrees(frame, q.Op.Early) {
				return result.Allowed
			}
			for _, leaf := range a.confirm(ctx, q, p) {
				met[leaf] = true
			}
		}
	}
	if !known {
		return result.Unplaced
	}
	inside := a.confirm(ctx, q, frame)
	if len(inside) == 0 || slices.ContainsFunc(inside, func(leaf string) bool { return met[leaf] }) {
		return result.Beside
	}
	return result.Elsewhere
}

// orders returns the pairs of u's callees of which one must be called before the other:
// where both occur, the second starts from the result of the first (⨾, ≫).
func (a *Analysis) orders(u *spec.Unit) []result.Order {
	a.mu.Lock()
	known, ok := a.ordering[u]
	a.mu.Unlock()
	if ok {
		return known
	}
	var out []result.Order
	for _, first := range u.Uses {
		for _, then := range u.Uses {
			if first != then && a.comesBefore(u, first, then) {
				out = append(out, result.Order{First: first, Then: then})
			}
		}
	}
	a.mu.Lock()
	a.ordering[u] = out
	a.mu.Unlock()
	return out
}

// comesBefore tells whether one callee comes before another in every disjunct that contains
// both. It is false where no disjunct does.
func (a *Analysis) comesBefore(u *spec.Unit, first, then string) bool {
	found := false
	for i := range u.Op.Disjuncts {
		one, other := a.placesIn(u, first, i), a.placesIn(u, then, i)
		if len(one) == 0 || len(other) == 0 {
			continue
		}
		if !anyFeeds(one, other) || anyFeeds(other, one) {
			return false
		}
		found = true
	}
	return found
}

// placesIn returns the occurrences of a callee in a disjunct (from 0).
func (a *Analysis) placesIn(u *spec.Unit, callee string, disjunct int) []*Occurrence {
	var out []*Occurrence
	for _, p := range a.Occurrences(u) {
		if p.Callee.Name == callee && p.holds[disjunct] {
			out = append(out, p)
		}
	}
	return out
}

// anyFeeds tells whether one of the occurrences in list starts from the result of one
// of the others.
func anyFeeds(list, others []*Occurrence) bool {
	return slices.ContainsFunc(list, func(a *Occurrence) bool {
		return slices.ContainsFunc(others, func(b *Occurrence) bool { return feeds(a, b) })
	})
}

// feeds tells whether an output or after-state variable of a is an input or
// before-state variable of b.
func feeds(a, b *Occurrence) bool {
	return slices.ContainsFunc(a.Callee.Op.Late.At, func(i int) bool {
		return slices.ContainsFunc(b.Callee.Op.Early.At, func(j int) bool { return b.names[j] == a.names[i] })
	})
}
