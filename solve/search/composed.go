package search

import (
	"fmt"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

func (w *wanted) tuples(t zed.ProductType, s *shape) []value.Value {
	out := [][]value.Value{nil}
	for i, e := range t.Elems {
		var arg *shape
		if s != nil && s.kind == built && s.op == zed.Cross {
			arg = s.args[i]
		}
		if len(out) == 0 {
			break
		}
		var next [][]value.Value
		pool := w.pool(e, arg)
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
	tuples := make([]value.Value, len(out))
	for i, vs := range out {
		tuples[i] = value.OfTuple(vs...)
	}
	return tuples
}

// bindings lists the bindings of a schema type.
func (w *wanted) bindings(t zed.SchemaType) []value.Value {
	names, elems := make([]string, len(t.Fields)), make([]zed.Type, len(t.Fields))
	for i, f := range t.Fields {
		names[i], elems[i] = f.Name, f.Type
	}
	rows := w.tuples(zed.ProductType{Elems: elems}, nil)
	for i, row := range rows {
		rows[i] = value.OfBinding(names, row.Items())
	}
	return rows
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
	w.d.deps |= inner.d.deps
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
