package search

import (
	"fmt"
	"math"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// sequence tells whether the value is to be built as a sequence.
func (w *wanted) sequence(t zed.PowerType) bool {
	for _, s := range w.shapes {
		if s.kind == built {
			return toolkit.IsSequences(s.op)
		}
	}
	if !t.List {
		return false
	}
	// Nothing demands a sequence, but the type was written as one; other
	// relations are left out, so exhausting these proves nothing.
	w.lean("seq", w.s.scope.Seq)
	return true
}

// lean notes that a bound cut the domain.
func (w *wanted) lean(bound string, n int) {
	if w.scoped {
		w.d.scope = fmt.Sprintf("%s: %d", bound, n)
	} else {
		w.d.open = w.name
	}
}

// lengths returns the smallest and largest size to try for a collection.
func (w *wanted) lengths(bound string, limit int) (lo, hi int) {
	lo = int(min(max(w.size.lo, 0), math.MaxInt32))
	switch {
	case w.size.hi < w.size.lo:
		return 1, 0
	case w.size.lo == w.size.hi && lo <= maxLength:
		w.s.beyond = w.s.beyond || lo > limit
		return lo, lo
	case w.scoped && w.s.reach > inText && w.size.hi <= maxDetermined:
		return lo, int(w.size.hi)
	case w.scoped && w.s.reach == inText:
		w.lean(bound, limit)
		return lo, int(min(w.size.hi, int64(max(limit, w.s.p.mentioned().size(), min(lo+2, maxLength)))))
	case w.scoped && w.s.reach < anywhere:
		if w.size.hi > int64(limit) {
			w.lean(bound, limit)
		}
		return lo, int(min(w.size.hi, int64(limit)))
	}
	hi = max(limit, w.active.longestLength()) + 1
	if w.size.hi <= maxDetermined {
		return lo, int(w.size.hi)
	}
	w.lean(bound, limit)
	return lo, max(hi, min(lo+2, maxLength))
}

func (w *wanted) sequences(t zed.PowerType) {
	different := w.narrowLength()
	lo, hi := w.lengths("seq", max(w.s.scope.Seq, different))
	elem := component{typ: t.Elem.(zed.ProductType).Elems[1]}
	if s := findBuilt(w.shapes, toolkit.IsSequences); s != nil {
		elem.shape = s.args[0]
	}
	if findBuilt(w.shapes, toolkit.HasFilledMembers) != nil {
		lo = max(lo, 1)
	}
	w.d.single = lo >= hi
	w.d.each = func(yield func(candidate) bool) {
		for n := range sizes(w.s, lo, hi) {
			c := candidate{value: value.OfSet(nil)}
			if n > 0 {
				c.parts, c.build = make([]component, n), value.OfSeq
				for i := range c.parts {
					c.parts[i] = elem
				}
			}
			if !yield(c) {
				return
			}
		}
	}
}

// words lists whole sequences, as members of sets.
func (w *wanted) words(t zed.PowerType) {
	lo, hi := w.lengths("seq", w.s.scope.Seq)
	var arg *shape
	if s := findBuilt(w.shapes, toolkit.IsSequences); s != nil {
		arg = s.args[0]
	}
	pool := w.pool(t.Elem.(zed.ProductType).Elems[1], arg)
	w.d.each = func(yield func(candidate) bool) {
		word := make([]value.Value, 0, hi)
		var extend func(n int) bool
		extend = func(n int) bool {
			if n == 0 {
				return yield(candidate{value: value.OfSeq(append([]value.Value(nil), word...))})
			}
			for _, v := range pool {
				word = append(word, v)
				if !extend(n - 1) {
					return false
				}
				word = word[:len(word)-1]
			}
			return true
		}
		for n := range sizes(w.s, lo, hi) {
			if !extend(n) {
				return
			}
		}
	}
}

// family is the sets that a variable may be: those of Lo to Hi elements of a pool that
// have all forced elements.
type family struct {
	groups     [][]value.Value // the pool; elements of a function with one argument are a group
	forced     []bool          // by group: a set without an element of it is not a candidate
	lo, hi     int
	injective  bool
	everyGroup bool // one element of each group: a total function
}

// sets lists the sets that the value may be.
func (w *wanted) sets(t zed.PowerType) {
	if w.setEmpty() {
		return
	}
	if pair, ok := t.Elem.(zed.ProductType); ok && pair.Elems[0] == (zed.IntType{}) {
		w.s.beyond = true
	}
	waitForElements(w, t)
	arrow, domain, codomain := w.arrow()
	if setEverywhere(w, t, arrow, domain, codomain) {
		return
	}
	if arrow != "" && !w.listing && w.functions(t.Elem.(zed.ProductType), arrow, domain, codomain) {
		return
	}
	if arrow == "" && !w.listing && w.size.hi == 1 && single(w, t) {
		return
	}
	if arrow == "" && !w.listing && isWide(w, t.Elem) {
		putOff(w, t, domain, codomain)
		return
	}
	listSets(w, t, arrow, domain, codomain)
}

// isWide tells whether a type has so many values that they are not listed before they are needed.
// Of integers it notes whether something bounds them, which is asked before that.
func isWide(w *wanted, t zed.Type) bool {
	switch t := t.(type) {
	case zed.SchemaType:
		return len(t.Fields) > 2
	case zed.IntType:
		if slices.ContainsFunc(w.rules, func(r rule) bool { return r.kind == subsetOf }) {
			return false
		}
		i := everything
		if s := w.memberShape(); s != nil {
			if s.kind == byValue {
				return false
			}
			i = w.rangeOfShape(s)
		}
		w.confine(i)
		return !i.isEmpty()
	}
	return false
}

// putOff makes the domain sets that are listed only when they are tried, those with elements only
// where the empty one does not do.
func putOff(w *wanted, t zed.PowerType, domain, codomain *shape) {
	var each func(yield func(candidate) bool)
	each = func(yield func(candidate) bool) {
		rest := *w
		if rest.size.lo <= 0 && w.s.drawn == nil && !w.s.sizesFirst { // else ∅ does not come first
			if !yield(candidate{value: value.OfSet(nil)}) {
				return
			}
			rest.size.lo = 1
		}
		listSets(&rest, t, "", domain, codomain)
		list := w.d.each
		w.d.each = each
		if !w.s.short {
			list(yield)
		}
	}
	w.d.each = each
}

// listSets lists the sets of elements of a pool.
func listSets(w *wanted, t zed.PowerType, arrow zed.Operator, domain, codomain *shape) {
	var f family
	pool, whole := w.members(t, domain, codomain)
	if arrow != "" {
		f.groups = groupByFirst(pool)
		kind, _ := toolkit.MembersOf(arrow)
		f.everyGroup, f.injective = kind.Total && whole, kind.Injective
	} else {
		for _, v := range pool {
			f.groups = append(f.groups, []value.Value{v})
		}
	}
	for _, r := range w.rules {
		if v, ok := w.evaluate(r.term); ok && r.kind == domainIs && arrow != "" {
			f.everyGroup = true
			f.groups = f.keepFirst(v)
		}
	}
	*w.s.built += int64(len(f.groups))
	f.forced = make([]bool, len(f.groups))
	for _, r := range w.rules {
		if r.kind != contains && r.kind != supersetOf {
			continue
		}
		if v, ok := w.evaluate(r.term); ok && r.kind == contains {
			f.force(v, arrow != "")
		} else if ok {
			for _, e := range elements(v) {
				f.force(e, arrow != "")
			}
		}
	}
	w.size.hi = min(w.size.hi, int64(len(f.groups)))
	if f.everyGroup {
		w.size = w.size.meet(interval{int64(len(f.groups)), int64(len(f.groups))})
	}
	f.lo, f.hi = w.lengths("set", w.s.scope.Set)
	w.d.single = f.hi < f.lo || f.hi == 0
	w.d.each = func(yield func(candidate) bool) {
		if w.s.sizesFirst && w.s.drawn != nil && w.s.drawn.rand.IntN(2) == 0 { // else they overlap
			w.s.drawn.rand.Shuffle(len(f.groups), func(i, j int) {
				f.groups[i], f.groups[j] = f.groups[j], f.groups[i]
				f.forced[i], f.forced[j] = f.forced[j], f.forced[i]
			})
		}
		for n := range sizes(w.s, f.lo, f.hi) {
			if !f.choose(n, w.s.pay,
				func(vs []value.Value) bool { return yield(candidate{value: value.OfSet(slices.Clone(vs))}) }) {
				return
			}
		}
	}
}

// waitForElements notes that a set is better chosen after elements that it is said to have, where
// their type is not listed.
func waitForElements(w *wanted, t zed.PowerType) {
	if w.listing || !w.s.p.isUnlisted(t.Elem) {
		return
	}
	for _, r := range w.rules {
		if r.kind == contains {
			if _, ok := w.evaluate(r.term); !ok {
				w.d.after = append(w.d.after, r.term.slots...)
			}
		}
	}
}

// setEmpty handles a set whose size is 0.
func (w *wanted) setEmpty() bool {
	if w.size.hi != 0 || w.size.lo > 0 {
		return false
	}
	w.addCandidate(candidate{value: value.OfSet(nil)})
	return true
}

// arrow returns the function arrow that the value is a member of, if any.
func (w *wanted) arrow() (op zed.Operator, domain, codomain *shape) {
	for _, s := range w.shapes {
		if s.kind != built || len(s.args) != 2 {
			continue
		}
		switch {
		case toolkit.IsFunctionArrow(s.op):
			return s.op, s.args[0], s.args[1]
		case s.op == zed.Relation:
			domain, codomain = s.args[0], s.args[1]
		}
	}
	return "", domain, codomain
}

// members lists what the elements of a set are taken from, and tells whether
// the first components were listed without leaning on a bound.
func (w *wanted) members(t zed.PowerType, domain, codomain *shape) (pool []value.Value, whole bool) {
	for _, r := range w.rules {
		if r.kind == subsetOf {
			if v, ok := w.evaluate(r.term); ok && v.Len() <= maxPool {
				return elements(v), false
			}
		}
	}
	pair, ok := t.Elem.(zed.ProductType)
	if !ok || len(pair.Elems) != 2 {
		return w.pool(t.Elem, w.memberShape()), false
	}
	if m := w.memberShape(); m != nil && m.kind == built && m.op == zed.Cross {
		domain, codomain = m.args[0], m.args[1]
	}
	first, whole := w.side(pair.Elems[0], domain, domainIs, domainIn)
	second, _ := w.side(pair.Elems[1], codomain, rangeIs, rangeIn)
	if len(first)*len(second) > maxPool {
		w.cut()
		keep := max(1, maxPool/max(1, len(first)))
		second = second[:min(len(second), keep)]
		first = first[:min(len(first), maxPool)]
	}
	for _, a := range first {
		for _, b := range second {
			pool = append(pool, value.OfTuple(a, b))
		}
	}
	w.s.pay(len(pool))
	return pool, whole
}

// memberShape returns the shape of the set's elements where it is a member of a
// power set.
func (w *wanted) memberShape() *shape {
	if s := findBuilt(w.shapes, toolkit.IsPower); s != nil {
		return s.args[0]
	}
	return nil
}

// side lists the first or second components of a relation's pairs.
func (w *wanted) side(t zed.Type, s *shape, is, in ruleKind) (values []value.Value, whole bool) {
	for _, r := range w.rules {
		if r.kind == is || r.kind == in {
			if v, ok := w.evaluate(r.term); ok && v.Len() <= maxPool {
				return elements(v), false
			}
		}
	}
	scope, open := w.d.scope, w.d.open
	w.d.scope, w.d.open = "", ""
	values = w.pool(t, s)
	whole = w.d.open == "" && (w.d.scope == "" || isGiven(t)) && w.listsWholly(s)
	if w.d.scope == "" {
		w.d.scope = scope
	}
	if w.d.open == "" {
		w.d.open = open
	}
	return values, whole
}

// listsWholly tells whether a pool that leans on no bound is what a shape stands
// for: where a part of it is not known yet, or only filtered later, the pool has more.
func (w *wanted) listsWholly(s *shape) bool {
	switch {
	case s == nil, s.kind == carrier, s.kind == natural, s.kind == span:
		return true
	case s.kind == byValue:
		set, ok := w.evaluate(s.term)
		return ok && set.Len() <= maxPool
	}
	return (s.op == zed.Cross || s.kind == record) &&
		!slices.ContainsFunc(s.args, func(a *shape) bool { return !w.listsWholly(a) })
}

func isGiven(t zed.Type) bool {
	n, ok := t.(zed.NamedType)
	return ok && !n.Free
}

func elements(v value.Value) []value.Value { return v.Members() }

// groupByFirst groups pairs by their first component.
func groupByFirst(pairs []value.Value) [][]value.Value {
	var out [][]value.Value
	at := map[string]int{}
	for _, p := range pairs {
		key := p.Elem(0).Key()
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], p)
	}
	return out
}

func (f *family) keepFirst(domain value.Value) [][]value.Value {
	in := map[string]bool{}
	for _, e := range domain.Members() {
		in[e.Key()] = true
	}
	var out [][]value.Value
	for _, g := range f.groups {
		if in[g[0].Elem(0).Key()] {
			out = append(out, g)
		}
	}
	return out
}

// choose calls yield with every set of n elements, in the order of the pool. It
// ends where yield or pay, which is told of each element that is tried, returns
// false.
func (f *family) choose(n int, pay func(int) bool, yield func([]value.Value) bool) bool {
	chosen := make([]value.Value, 0, n)
	forced := countForced(f.forced)
	var from func(g int) bool
	from = func(g int) bool {
		left := n - len(chosen)
		if left > len(f.groups)-g || left < forced[g] {
			return true
		}
		if left == 0 {
			return yield(chosen)
		}
		for _, v := range f.groups[g] {
			if f.injective && repeats(chosen, v) {
				continue
			}
			chosen = append(chosen, v)
			if !pay(len(chosen)) || !from(g+1) {
				return false
			}
			chosen = chosen[:len(chosen)-1]
		}
		return f.everyGroup || f.forced[g] || from(g+1)
	}
	return from(0)
}

// countForced returns, by place, how many are forced from there on.
func countForced(forced []bool) []int {
	out := make([]int, len(forced)+1)
	for i := len(forced) - 1; i >= 0; i-- {
		if out[i] = out[i+1]; forced[i] {
			out[i]++
		}
	}
	return out
}

// force makes v an element of every candidate.
func (f *family) force(v value.Value, function bool) {
	for i, g := range f.groups {
		for _, x := range g {
			if x.Equal(v) || function && x.Elem(0).Equal(v.Elem(0)) {
				f.groups[i], f.forced[i] = []value.Value{v}, true
				return
			}
		}
	}
	f.groups, f.forced = append(f.groups, []value.Value{v}), append(f.forced, true)
}

func repeats(pairs []value.Value, p value.Value) bool {
	for _, q := range pairs {
		if q.Elem(1).Equal(p.Elem(1)) {
			return true
		}
	}
	return false
}
