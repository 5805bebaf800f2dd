package search

import (
	"fmt"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// tuples lists the tuples of a product, with what is known of the set that they lie in.
func (w *wanted) tuples(t zed.ProductType, s *shape) []value.Value {
	args := make([]*shape, len(t.Elems))
	if s != nil && s.kind == built && s.op == zed.Cross {
		args = s.args
	}
	rows := w.rows(t.Elems, args)
	tuples := make([]value.Value, len(rows))
	for i, vs := range rows {
		tuples[i] = value.OfTuple(vs...)
	}
	return tuples
}

// rows lists the rows of values of some types, each in the set that its shape says.
func (w *wanted) rows(elems []zed.Type, shapes []*shape) [][]value.Value {
	out := [][]value.Value{nil}
	for i, e := range elems {
		if len(out) == 0 {
			break
		}
		var next [][]value.Value
		pool := w.pool(e, shapes[i])
		for _, head := range out {
			for _, v := range pool[:min(len(pool), maxPool+1-len(next))] {
				next = append(next, append(head[:len(head):len(head)], v))
			}
		}
		if out = next; len(out) > maxPool {
			out = out[:maxPool]
			w.cut()
		}
		if !w.s.pay(len(out)) {
			return nil
		}
	}
	return out
}

// bindings lists the bindings of a schema type, with what is known of the set that they
// lie in.
func (w *wanted) bindings(t zed.SchemaType, s *shape) []value.Value {
	names := make([]string, len(t.Fields))
	elems, shapes := make([]zed.Type, len(t.Fields)), make([]*shape, len(t.Fields))
	for i, f := range t.Fields {
		names[i], elems[i], shapes[i] = f.Name, f.Type, s.component(f.Name)
	}
	rows := w.rows(elems, shapes)
	out := make([]value.Value, len(rows))
	for i, row := range rows {
		out[i] = value.OfBinding(names, row)
	}
	return out
}

// pay counts n values that were built for a domain. It is false where the search may do
// no more; the domain is incomplete then and must not be used.
func (s *search) pay(n int) bool {
	*s.built += int64(n)
	s.short = s.short || !s.work.Spend(n)
	return !s.short
}

// cut records that a domain was not listed completely.
func (w *wanted) cut() {
	if w.scoped {
		w.d.scope = fmt.Sprintf("the first %d values for %s", maxPool, w.name)
	} else {
		w.d.open = w.name
	}
}

// subsets lists sets as members of sets, and sequences likewise.
func (w *wanted) subsets(t zed.PowerType, s *shape) []value.Value {
	inner := &wanted{s: w.s, typ: t, scoped: w.scoped, name: w.name, slot: w.slot, value: everything, listing: true,
		size: interval{0, infinite}, active: w.active, d: &domain{}}
	if s != nil {
		inner.shapes = []*shape{s}
		limitSizes(inner)
	}
	if inner.sequence(t) {
		inner.words(t)
	} else {
		inner.sets(t)
	}
	var out []value.Value
	inner.d.each(func(c candidate) bool {
		out = append(out, c.value)
		return len(out) < maxPool && w.s.pay(1+c.value.Len())
	})
	w.d.deps.add(inner.d.deps)
	w.d.given = w.d.given || inner.d.given
	if len(out) >= maxPool {
		w.cut()
	}
	if inner.d.scope != "" {
		w.d.scope = inner.d.scope
	}
	if inner.d.open != "" {
		w.d.open = inner.d.open
	}
	return out
}
