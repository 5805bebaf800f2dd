package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// noteItems notes what items v = e says of the sequence v: how often it has each item, and
// how long it is where e is items w.
func (b *builder) noteItems(left, right zed.Expr, in *scope, i int) {
	arg := func(e zed.Expr) zed.Expr {
		if o, ok := e.(*zed.Op); ok && o.Op == zed.Items {
			return o.Args[0]
		}
		return nil
	}
	s, t := arg(left), arg(right)
	for _, side := range []struct{ seq, bag zed.Expr }{{s, right}, {t, left}} {
		if side.seq == nil {
			continue
		}
		if v, ok := b.variable(side.seq, in); ok && !slices.Contains(b.p.cache.free.NamesOf(side.bag),
			b.p.slots[v].name) {
			b.rule(v, rule{kind: itemsAre, term: b.use(side.bag, in), conjunct: i})
		}
	}
	if s != nil && t != nil {
		b.compare(zed.Equal, b.size(s, in), b.size(t, in), i)
	}
}

// narrowLength narrows the length of a sequence by what is said of its items, and returns how
// many different ones it must have.
func (w *wanted) narrowLength() (different int) {
	for _, r := range w.rules {
		switch r.kind {
		case itemsAre:
			if bag, ok := w.evaluate(r.term); ok {
				w.size = w.size.meet(point(amount(bag)))
			}
		case rangeIs, rangeHas:
			set, ok := w.evaluate(r.term)
			if !ok {
				continue
			}
			different = max(different, set.Len())
			if r.kind == rangeIs && findBuilt(w.shapes, toolkit.HasInjections) != nil {
				w.size.hi = min(w.size.hi, int64(set.Len()))
			}
		}
	}
	w.size.lo = max(w.size.lo, int64(different))
	return different
}

// amount returns how many items a bag has, repeated ones as often as they are repeated.
func amount(bag value.Value) int64 {
	n := int64(0)
	for _, p := range bag.Members() {
		k, _ := p.Elem(1).Int()
		n = interval{n, n}.add(point(k)).lo
	}
	return n
}

// itemOf gives an item of a sequence the domain that is left for it where what the items
// are is known, and tells whether it is.
func (s *search) itemOf(h int, d *domain) bool {
	at := &s.holes[h]
	v := s.frame[at.slot]
	if len(at.path) != 1 || v.Kind() != value.Seq {
		return false
	}
	var left []value.Value
	known := false
	for _, r := range s.p.slots[at.slot].rules {
		if r.kind != itemsAre && r.kind != rangeIs && r.kind != rangeIn && r.kind != rangeHas {
			continue
		}
		of, ok := finiteValue(s, r.term)
		if !ok || of.Len() > maxPool {
			continue
		}
		var next []value.Value
		if r.kind == itemsAre {
			next = findUntaken(of, v)
		} else {
			missing, open := findUncovered(of, v)
			switch {
			case r.kind != rangeIn && len(missing) > open:
			case r.kind != rangeIn && len(missing) == open:
				next = missing
			case r.kind == rangeHas:
				continue
			default:
				next = slices.Clone(elements(of))
			}
		}
		if d.deps.add(s.mask(r.term.slots)); !known || len(next) < len(left) {
			left, known = next, true
		}
	}
	if known {
		slices.SortFunc(left, value.Value.Compare)
		(&wanted{d: d}).values(left)
	}
	return known
}

// findUntaken returns the elements of a bag that a sequence does not have as often as the
// bag does.
func findUntaken(bag, seq value.Value) []value.Value {
	var out []value.Value
	for _, p := range bag.Members() {
		n, _ := p.Elem(1).Int()
		for i := range seq.Len() {
			if seq.Elem(i).Equal(p.Elem(0)) {
				n--
			}
		}
		if n > 0 {
			out = append(out, p.Elem(0))
		}
	}
	return out
}

// findUncovered returns the elements of a set that are not among the items of a sequence, and
// how many of these are open.
func findUncovered(set, seq value.Value) (missing []value.Value, open int) {
	taken := map[string]bool{}
	for i := range seq.Len() {
		if x := seq.Elem(i); x.HasHole() {
			open++
		} else {
			taken[x.Key()] = true
		}
	}
	for _, x := range set.Members() {
		if !taken[x.Key()] {
			missing = append(missing, x)
		}
	}
	return missing, open
}
