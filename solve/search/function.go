package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// images are the functions that a variable may be. Their domain is chosen first, and
// the image of each element only when the predicate reads it.
type images struct {
	keys   []value.Value
	fixed  map[string]value.Value // by key: images that every candidate has
	forced []bool                 // by key: whether every candidate is defined for it
	part   component
}

// functions lists the functions in a set that an arrow makes. It is false where rules
// list their pairs instead.
func (w *wanted) functions(t zed.ProductType, arrow zed.Operator, domain, codomain *shape) bool {
	for _, r := range w.rules {
		if r.kind != subsetOf {
			continue
		}
		if v, ok := w.evaluate(r.term); ok && v.Len() <= maxPool {
			return false
		}
	}
	total := toolkit.HasTotalFunctions(arrow)
	keys, whole := w.domainOf(t.Elems[0], domain, total)
	f := &images{keys: keys, fixed: map[string]value.Value{},
		part: component{typ: t.Elems[1], shape: w.codomainShape(codomain)}}
	f.forced = make([]bool, len(keys))
	for _, r := range w.rules {
		v, ok := w.imageRule(r)
		if !ok {
			continue
		}
		for _, pair := range v {
			if !f.fix(pair) {
				w.values(nil) // two images for one element
				return true
			}
		}
	}
	for _, r := range w.rules {
		if r.kind != domainHas {
			continue
		}
		if set, ok := w.evaluate(r.term); ok && set.Len() <= maxPool {
			f.require(elements(set))
		}
	}
	w.size.hi = min(w.size.hi, int64(len(f.keys)))
	if total && whole || w.domainKnown() {
		w.size = w.size.meet(interval{int64(len(f.keys)), int64(len(f.keys))})
	}
	lo, hi := w.lengths("set", w.s.scope.Set)
	w.d.single = hi < lo || hi == 0 || lo == len(f.keys)
	w.d.each = func(yield func(candidate) bool) {
		for n := range sizes(w.s, lo, hi) {
			if !f.choose(n, w.s.pay, func(chosen []int) bool { return yield(f.candidate(chosen)) }) {
				return
			}
		}
	}
	return true
}

// domainOf lists the elements for which the functions may be defined. The domain of a
// total function is listed completely where it is known and small, whatever the scope
// says.
func (w *wanted) domainOf(t zed.Type, domain *shape, total bool) (keys []value.Value, whole bool) {
	if total && domain != nil && domain.term.atom != nil {
		if set, ok := w.evaluate(domain.term); ok && set.Len() <= maxLength {
			return elements(set), true
		}
	}
	return w.side(t, domain, domainIs, domainIn)
}

// codomainShape returns the shape of the images; where the range is known, it is that.
func (w *wanted) codomainShape(codomain *shape) *shape {
	for _, r := range w.rules {
		if r.kind == rangeIs || r.kind == rangeIn {
			if v, ok := finiteValue(w.s, r.term); ok && v.Len() <= maxPool {
				return &shape{term: r.term}
			}
		}
	}
	return codomain
}

// imageRule returns the pairs that a rule puts into the function.
func (w *wanted) imageRule(r rule) ([]value.Value, bool) {
	if r.kind != contains && r.kind != supersetOf {
		return nil, false
	}
	v, ok := w.evaluate(r.term)
	if ok && r.kind == contains {
		return []value.Value{v}, true
	}
	return elements(v), ok
}

// domainKnown tells whether a rule gives the domain.
func (w *wanted) domainKnown() bool {
	for _, r := range w.rules {
		if r.kind == domainIs {
			if _, ok := w.evaluate(r.term); ok {
				return true
			}
		}
	}
	return false
}

// fix puts a pair into every candidate, and returns whether any candidate is left.
func (f *images) fix(pair value.Value) bool {
	x, y := pair.Elem(0), pair.Elem(1)
	key := x.Key()
	if before, ok := f.fixed[key]; ok {
		return before.Equal(y)
	}
	f.fixed[key] = y
	i := slices.IndexFunc(f.keys, x.Equal)
	if i < 0 {
		i = len(f.keys)
		f.keys, f.forced = append(f.keys, x), append(f.forced, false)
	}
	f.forced[i] = true
	return true
}

// require makes every candidate defined for some keys.
func (f *images) require(keys []value.Value) {
	for _, x := range keys {
		i := slices.IndexFunc(f.keys, x.Equal)
		if i < 0 {
			i = len(f.keys)
			f.keys, f.forced = append(f.keys, x), append(f.forced, false)
		}
		f.forced[i] = true
	}
}

// choose calls yield with the indices of n keys, for every combination in order. It
// ends where yield returns false, or pay, which is called for each key that is tried.
func (f *images) choose(n int, pay func(int) bool, yield func([]int) bool) bool {
	chosen := make([]int, 0, n)
	forced := countForced(f.forced)
	var from func(k int) bool
	from = func(k int) bool {
		left := n - len(chosen)
		if left > len(f.keys)-k || left < forced[k] {
			return true
		}
		if left == 0 {
			return yield(chosen)
		}
		chosen = append(chosen, k)
		if !pay(1) || !from(k+1) {
			return false
		}
		chosen = chosen[:len(chosen)-1]
		return f.forced[k] || from(k+1)
	}
	return from(0)
}

// candidate returns the functions with the chosen domain.
func (f *images) candidate(chosen []int) candidate {
	keys := make([]value.Value, len(chosen))
	for i, k := range chosen {
		keys[i] = f.keys[k]
	}
	slices.SortFunc(keys, value.Value.Compare)
	listed := true
	for i, k := range keys {
		n, ok := k.Int()
		listed = listed && ok && k.Kind() == value.Int && n == int64(i+1)
	}
	c := candidate{value: value.OfSet(slices.Clone(keys))}
	for i, k := range keys {
		if _, ok := f.fixed[k.Key()]; ok {
			continue
		}
		part := f.part
		if part.where = []int{i, 1}; listed {
			part.where = []int{i}
		}
		c.parts = append(c.parts, part)
	}
	build := func(vs []value.Value) value.Value {
		pairs, next := make([]value.Value, len(keys)), 0
		for i, k := range keys {
			image, ok := f.fixed[k.Key()]
			if !ok {
				image = vs[next]
				next++
			}
			pairs[i] = value.OfTuple(k, image)
		}
		return value.OfFunction(pairs)
	}
	if len(c.parts) == 0 {
		c.value = build(nil)
		return c
	}
	c.build = build
	return c
}
