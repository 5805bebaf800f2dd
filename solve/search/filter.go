package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// filter is a conjunct v ↾ V = e, or ∀ y : D • v ↾ V = e, about a sequence v. If the
// sets V are disjoint and the sequences e have all items of v, then v is a merge of
// these sequences, and its next item is the next item of one of them. Specifications
// say in this way that v has the same items in another order.
type filter struct {
	over  use // D, where there is one
	each  int // the slot of y, or -1
	set   use // V
	items use // e
}

// filters records the filters that a conjunct states.
func (b *builder) filters(c *conjunct) {
	if c.negated {
		return
	}
	switch e := c.expr.(type) {
	case *zed.Op:
		b.filter(e, filter{each: -1}, c.in)
	case *zed.Quant:
		body, ok := e.Body.(*zed.Op)
		if e.Q != zed.Forall || !ok || e.Text.Pred != nil || len(e.Text.Decls) != 1 || len(e.Text.Decls[0].Names) != 1 {
			return
		}
		d := e.Text.Decls[0]
		power, ok := d.Type.Typ().(zed.PowerType)
		if !ok || len(filterSides(body)) == 0 {
			return
		}
		f := filter{each: len(b.p.slots), over: b.use(d.Type, c.in)}
		b.p.slots = append(b.p.slots, slot{name: d.Names[0].Name, typ: power.Elem, local: true})
		in := &scope{slots: map[string]int{d.Names[0].Name: f.each}, parent: c.in}
		b.filter(body, f, in)
	}
}

// filterSides returns the sides of an equation that are filters, each with the
// other side.
func filterSides(e *zed.Op) [][2]zed.Expr {
	if e.Op != zed.Equal {
		return nil
	}
	var out [][2]zed.Expr
	for i, a := range e.Args {
		if o, ok := a.(*zed.Op); ok && o.Op == zed.Filter {
			out = append(out, [2]zed.Expr{a, e.Args[1-i]})
		}
	}
	return out
}

func (b *builder) filter(e *zed.Op, f filter, in *scope) {
	for _, side := range filterSides(e) {
		args := side[0].(*zed.Op).Args
		v, ok := b.variable(args[0], in)
		if !ok || slices.Contains(b.p.cache.free.NamesOf(side[1]), args[0].(*zed.Ref).Name) {
			continue
		}
		f.set, f.items = b.use(args[1], in), b.use(side[1], in)
		b.p.slots[v].filters = append(b.p.slots[v].filters, f)
	}
}

// selection is the result of a filter: the items of a sequence that are in the set, in
// their order.
type selection struct {
	set, items value.Value
	taken      int
}

// filterFirst sets the domain of the first open item of a sequence by filters. It returns
// whether the filters determine one.
func (s *search) filterFirst(h int, d *domain) bool {
	at := &s.holes[h]
	filters := s.p.slots[at.slot].filters
	if len(at.path) != 1 || len(filters) == 0 {
		return false
	}
	v := s.frame[at.slot]
	for i := range v.Len() {
		if open := v.Elem(i).HasHole(); open != (i == at.path[0]) && i <= at.path[0] {
			return false
		}
	}
	parts, deps, ok := s.selections(filters)
	if !ok || !areDisjoint(parts, v.Len()) {
		return false
	}
	for i := range at.path[0] {
		for k := range parts {
			if parts[k].set.Contains(v.Elem(i)) {
				parts[k].taken++
			}
		}
	}
	var next []value.Value
	for _, part := range parts {
		if part.taken < part.items.Len() {
			next = append(next, part.items.Elem(part.taken))
		}
	}
	slices.SortFunc(next, value.Value.Compare)
	d.deps.add(deps)
	(&wanted{d: d}).values(next)
	return true
}

// selections evaluates filters; ok is false where the value of one is not known yet.
func (s *search) selections(filters []filter) (out []selection, deps choices, ok bool) {
	add := func(f *filter) bool {
		set, ok1 := finiteValue(s, f.set)
		items, ok2 := finiteValue(s, f.items)
		out = append(out, selection{set: set, items: items})
		deps.add(s.mask(f.set.slots))
		deps.add(s.mask(f.items.slots))
		return ok1 && ok2
	}
	for i := range filters {
		f := &filters[i]
		if f.each < 0 {
			if !add(f) {
				return nil, deps, false
			}
			continue
		}
		over, known := finiteValue(s, f.over)
		if !known {
			return nil, deps, false
		}
		deps.add(s.mask(f.over.slots))
		for _, y := range over.Members() {
			s.frame[f.each] = y
			known = known && add(f)
		}
		s.frame[f.each] = value.Value{}
		if !known {
			return nil, deps, false
		}
	}
	return out, deps, true
}

// areDisjoint tells whether the sets of selections have no members in common, and the
// selections have n items in all, each in its set.
func areDisjoint(parts []selection, n int) bool {
	total := 0
	for i, p := range parts {
		if k := p.items.Kind(); k != value.Seq && (k != value.Set || p.items.Len() > 0) {
			return false
		}
		total += p.items.Len()
		for _, x := range p.set.Members() {
			for _, other := range parts[:i] {
				if other.set.Contains(x) {
					return false
				}
			}
		}
	}
	return total == n
}
