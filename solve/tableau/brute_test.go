package tableau_test

import (
	"maps"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The scope of brute force, and what it may take: the integers of which values are made,
// the elements of which subsets are taken, and the values that are tried in a problem.
const (
	lowest, highest = -1, 2
	maxElements     = 8
	maxTried        = 4000
)

// search looks for a model of a problem, variable by variable.
type search struct {
	values [][]value.Value // of each variable
	facts  []*eval.Program
	last   []int // of each fact, the last variable that it mentions
	frame  []value.Value
	tried  int
}

// model looks for values that make all facts of a problem true. Whether all values of
// the scope were tried is told where there are none.
func (p *problem) model(t testing.TB) (found map[string]value.Value, whole bool) {
	t.Helper()
	s := &search{frame: make([]value.Value, len(p.vars))}
	var names []string
	for _, v := range p.vars {
		names = append(names, v.Name)
		s.values = append(s.values, p.w.values(v.Type))
	}
	free := zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved)
	for _, f := range p.facts {
		compiled, err := eval.Compile(f, names, p.w.globals)
		if err != nil {
			t.Fatalf("%s: %v", zed.Print(f, zed.Unicode), err)
		}
		last := -1
		for i, n := range names {
			for _, m := range free.NamesOf(f) {
				if m == n {
					last = i
				}
			}
		}
		s.facts, s.last = append(s.facts, compiled), append(s.last, last)
	}
	if !s.isTrue(-1) || !s.tryFrom(0) {
		return nil, s.tried < maxTried
	}
	found = map[string]value.Value{}
	for i, n := range names {
		found[n] = s.frame[i]
	}
	return maps.Clone(found), true
}

// isTrue tells whether the facts are true whose last variable is the i-th.
func (s *search) isTrue(i int) bool {
	for k, f := range s.facts {
		if s.last[k] != i {
			continue
		}
		if truth, _ := f.Truth(s.frame); truth != eval.True {
			return false
		}
	}
	return true
}

func (s *search) tryFrom(i int) bool {
	if i == len(s.values) {
		return true
	}
	for _, v := range s.values[i] {
		if s.tried++; s.tried >= maxTried {
			return false
		}
		s.frame[i] = v
		if s.isTrue(i) && s.tryFrom(i+1) {
			return true
		}
	}
	return false
}

// values returns small values of a type.
func (w *world) values(typ zed.Type) []value.Value {
	var out []value.Value
	switch typ := typ.(type) {
	case zed.IntType:
		for n := int64(lowest); n <= highest; n++ {
			out = append(out, value.OfInt(n))
		}
	case zed.NamedType:
		if typ.Free {
			return w.globals.Free[typ.Name]
		}
		return w.globals.Given[typ.Name]
	case zed.PowerType:
		elems := w.values(typ.Elem)
		elems = elems[:min(len(elems), maxElements)]
		for chosen := range 1 << len(elems) {
			var some []value.Value
			for i, v := range elems {
				if chosen>>i&1 == 1 {
					some = append(some, v)
				}
			}
			out = append(out, value.OfSet(some))
		}
	case zed.ProductType:
		for _, items := range w.tuples(typ.Elems) {
			out = append(out, value.OfTuple(items...))
		}
	case zed.SchemaType:
		var names []string
		var types []zed.Type
		for _, f := range typ.Fields {
			names, types = append(names, f.Name), append(types, f.Type)
		}
		for _, items := range w.tuples(types) {
			out = append(out, value.OfBinding(names, items))
		}
	}
	return out
}

// tuples returns the lists of values of some types.
func (w *world) tuples(types []zed.Type) [][]value.Value {
	out := [][]value.Value{nil}
	for _, typ := range types {
		var longer [][]value.Value
		for _, list := range out {
			for _, v := range w.values(typ) {
				longer = append(longer, append(list[:len(list):len(list)], v))
			}
		}
		out = longer
	}
	return out
}
