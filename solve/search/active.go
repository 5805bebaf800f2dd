package search

import (
	"cmp"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// activeDomain has the values that occur in bound and chosen variables and in the
// predicate's constants. Where nothing bounds a variable, these are tried first.
type activeDomain struct {
	s        *search
	read     bool
	integers []int64
	words    []value.Value
	length   int
}

func (a *activeDomain) collect() {
	if a.read {
		return
	}
	a.read = true
	a.integers = append(a.integers, a.s.p.constants...)
	for _, v := range a.s.frame {
		a.add(v)
	}
	slices.Sort(a.integers)
	a.integers = slices.Compact(a.integers)
}

func (a *activeDomain) add(v value.Value) {
	switch v.Kind() {
	case value.Int:
		if n, ok := v.Int(); ok && abs(n) < infinite {
			a.integers = append(a.integers, n)
		}
	case value.Str:
		if !slices.ContainsFunc(a.words, v.Equal) {
			a.words = append(a.words, v)
		}
	case value.Set, value.Seq, value.Tuple, value.Binding, value.Ctor, value.Total:
		if k := v.Kind(); k == value.Set || k == value.Seq {
			a.length = max(a.length, v.Len())
		}
		for i := range v.Len() {
			a.add(part(v, i))
		}
	}
}

// listNear returns the active integers and then their neighbours: in ascending order for
// the elements of a structure, otherwise by their distance from 0.
func (a *activeDomain) listNear(ordered bool) []int64 {
	a.collect()
	out := slices.Clone(a.integers)
	var around []int64
	for _, n := range a.integers {
		around = append(around, n-1, n+1)
	}
	slices.Sort(around)
	around = slices.Compact(around)
	if !ordered {
		byDistance := func(m, n int64) int {
			switch {
			case isCloser(m, n):
				return -1
			case isCloser(n, m):
				return 1
			}
			return 0
		}
		slices.SortFunc(out, byDistance)
		slices.SortFunc(around, byDistance)
	}
	return append(out, around...)
}

func (a *activeDomain) strings() []value.Value {
	a.collect()
	return a.words
}

func (a *activeDomain) longestLength() int {
	a.collect()
	return min(a.length, maxLength)
}

// collectConstants collects the integers and elements of given types in the predicate.
func (b *builder) collectConstants() {
	said := b.p.cache.constantsOf(b.p.pred)
	b.p.constants = said.numbers
	for _, name := range said.elements {
		b.p.named[name] = true
	}
	for _, v := range b.p.globals.Consts {
		v.Atoms(func(name string) { b.p.named[name] = true })
	}
}

// constants are the integers and the named elements that occur in a term, sorted. They must not
// be changed.
type constants struct {
	numbers  []int64
	elements []string
}

// constantsOf returns the constants of a term, which are computed once for each: predicates share
// their parts.
func (c *Cache) constantsOf(e zed.Expr) constants {
	if e == nil {
		return constants{}
	}
	if known, ok := c.constants[e]; ok {
		return known
	}
	var out constants
	switch x := e.(type) {
	case *zed.Num:
		if x.Value != nil && x.Value.IsInt64() && abs(x.Value.Int64()) < infinite {
			out.numbers = []int64{x.Value.Int64()}
		}
		return out
	case *zed.Ref:
		if x.Kind == zed.Element {
			out.elements = []string{x.Name}
		}
	}
	for _, child := range zed.Children(e) {
		of := c.constantsOf(child)
		out.numbers, out.elements = unite(out.numbers, of.numbers), unite(out.elements, of.elements)
	}
	switch e.(type) {
	case *zed.Logic, *zed.Occur, *zed.Quant: // other terms are small
		c.constants[e] = out
	}
	return out
}

// unite returns the union of two sorted lists, and one of them where it holds the other.
func unite[T cmp.Ordered](a, b []T) []T {
	missing := func(in []T) func(T) bool {
		return func(x T) bool { _, ok := slices.BinarySearch(in, x); return !ok }
	}
	if !slices.ContainsFunc(b, missing(a)) {
		return a
	}
	if !slices.ContainsFunc(a, missing(b)) {
		return b
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}
