package search

import (
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
	zed.EachPart([]zed.Expr{b.p.pred}, func(e zed.Expr) bool {
		switch e := e.(type) {
		case *zed.Num:
			if e.Value != nil && e.Value.IsInt64() && abs(e.Value.Int64()) < infinite {
				b.p.constants = append(b.p.constants, e.Value.Int64())
			}
		case *zed.Ref:
			if e.Kind == zed.Element {
				b.p.named[e.Name] = true
			}
		}
		return true
	})
	slices.Sort(b.p.constants)
	b.p.constants = slices.Compact(b.p.constants)
	for _, v := range b.p.globals.Consts {
		v.Atoms(func(name string) { b.p.named[name] = true })
	}
}
