package solvetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/zed/value"
)

// The meaning of generated terms is written down a second time here, as plainly as
// possible: it shares nothing with the parser, the evaluator or the solver but how
// values are held.

// World is one way in which things may be: how many elements the given types have,
// from which integers the values of variables come, and what variables are.
type World struct {
	names, places []value.Value
	low, high     int64
	longest       int // of sequences
	tip           bool
	env           map[string]value.Value
	known         map[sort][]value.Value
	sample        map[string][]value.Value // of infinite sets
}

// WorldOf returns a world with given types of some sizes.
func WorldOf(names, places int, low, high int64, longest int) *World {
	return &World{
		names: elements("NAME", names), places: elements("PLACE", places), low: low, high: high, longest: longest,
		env: map[string]value.Value{}, known: map[sort][]value.Value{}, sample: map[string][]value.Value{},
	}
}

// Sizes returns how many elements the given types have in a world.
func (w *World) Sizes() value.Sizes { return value.Sizes{"NAME": len(w.names), "PLACE": len(w.places)} }

// Values returns what variables and constants are in a world.
func (w *World) Values() map[string]value.Value { return maps.Clone(w.env) }

// String shows what a world consists of.
func (w *World) String() string { return fmt.Sprintf("%v with %v and %v", w.env, w.names, w.places) }

// Searched is the scope of random problems, which brute force tries too.
var Searched = value.Scope{IntMin: -1, IntMax: 2, Set: 9, Seq: 2, Given: 2}

// Worlds returns those in which what was refuted may have a model: the given types have
// from one to four elements each. The first is the scope that is searched.
func Worlds() []*World {
	out := []*World{
		WorldOf(Searched.Given, Searched.Given, Searched.IntMin, Searched.IntMax, Searched.Seq),
		WorldOf(1, 1, -1, 2, 2), WorldOf(1, 2, -2, 3, 2), WorldOf(2, 1, 0, 4, 3), WorldOf(3, 2, 0, 2, 2),
		WorldOf(2, 3, -1, 1, 2),
		WorldOf(4, 1, 0, 1, 1), WorldOf(1, 4, 0, 1, 3), WorldOf(4, 3, 0, 1, 1), WorldOf(3, 4, -1, 0, 2),
	}
	for i, w := range out {
		w.tip = i%2 == 0
	}
	return out
}

// elements returns the elements that a given type has.
func elements(typ string, n int) []value.Value {
	var out []value.Value
	for i := range n {
		out = append(out, value.OfAtom(fmt.Sprint(strings.ToLower(typ), i+1)))
	}
	return out
}

// truthOf returns the value of a predicate.
func truthOf(b bool) value.Value {
	if b {
		return value.OfInt(1)
	}
	return value.OfInt(0)
}

// isTrue tells whether the value of a predicate says that it holds.
func isTrue(v value.Value) bool { return v.Equal(truthOf(true)) }

func set(of ...value.Value) value.Value { return value.OfSet(slices.Clone(of)) }

func union(a, b value.Value) value.Value {
	return value.OfSet(append(slices.Clone(a.Members()), b.Members()...))
}

// filterSet returns the members of a set that a test keeps.
func filterSet(s value.Value, keep func(value.Value) bool) value.Value {
	var out []value.Value
	for _, x := range s.Members() {
		if keep(x) {
			out = append(out, x)
		}
	}
	return value.OfSet(out)
}

// mapSet returns what a function makes of the members of a set.
func mapSet(s value.Value, f func(value.Value) value.Value) value.Value {
	var out []value.Value
	for _, x := range s.Members() {
		out = append(out, f(x))
	}
	return value.OfSet(out)
}

func minus(a, b value.Value) value.Value {
	return filterSet(a, func(x value.Value) bool { return !b.Contains(x) })
}
func meet(a, b value.Value) value.Value { return filterSet(a, b.Contains) }
func subset(a, b value.Value) bool {
	return minus(a, b).Len() == 0
}

func couple(a, b value.Value) value.Value { return value.OfTuple(a, b) }
func firstOf(p value.Value) value.Value   { return p.Elem(0) }
func secondOf(p value.Value) value.Value  { return p.Elem(1) }
func domain(r value.Value) value.Value    { return mapSet(r, firstOf) }
func rangeOf(r value.Value) value.Value   { return mapSet(r, secondOf) }
func invert(r value.Value) value.Value {
	return mapSet(r, func(p value.Value) value.Value { return couple(secondOf(p), firstOf(p)) })
}

func compose(r, s value.Value) value.Value {
	var out []value.Value
	for _, p := range r.Members() {
		for _, q := range s.Members() {
			if secondOf(p).Equal(firstOf(q)) {
				out = append(out, couple(firstOf(p), secondOf(q)))
			}
		}
	}
	return value.OfSet(out)
}

func closure(r value.Value) value.Value {
	for {
		more := union(r, compose(r, r))
		if more.Len() == r.Len() {
			return r
		}
		r = more
	}
}

func product(a, b value.Value) value.Value {
	var out []value.Value
	for _, x := range a.Members() {
		for _, y := range b.Members() {
			out = append(out, couple(x, y))
		}
	}
	return value.OfSet(out)
}

// restrict keeps the pairs of which one side is in a set, or is not.
func restrict(r value.Value, side func(value.Value) value.Value, s value.Value, in bool) value.Value {
	return filterSet(r, func(p value.Value) bool { return s.Contains(side(p)) == in })
}

func override(f, g value.Value) value.Value {
	return union(restrict(f, firstOf, domain(g), false), g)
}

// image returns the one value that a relation has for an argument.
func image(f, x value.Value) (value.Value, bool) {
	found := restrict(f, firstOf, set(x), true)
	if found.Len() != 1 {
		return value.Value{}, false
	}
	return secondOf(found.Members()[0]), true
}

func isFunction(f value.Value) bool  { return domain(f).Len() == f.Len() }
func isInjective(f value.Value) bool { return isFunction(f) && rangeOf(f).Len() == f.Len() }

func items(s value.Value) []value.Value {
	var out []value.Value
	for _, p := range s.Members() {
		out = append(out, secondOf(p))
	}
	return out
}

func integer(v value.Value) int64 { n, _ := v.Int(); return n }

// quotient rounds down, and remainder has the sign of what it divides by.
func quotient(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func remainder(a, b int64) int64 { return a - b*quotient(a, b) }

// Free types.
func none() value.Value { return value.OfAtom("none") }
func tip() value.Value  { return value.OfAtom("tip") }

func fork(l, r value.Value) value.Value { return value.OfCtor("fork", couple(l, r)) }

// treesTo returns all trees up to a height.
func treesTo(height int) []value.Value {
	out := []value.Value{tip()}
	for range height {
		lower := out
		out = []value.Value{tip()}
		for _, l := range lower {
			for _, r := range lower {
				out = append(out, fork(l, r))
			}
		}
	}
	return out
}

// What the axioms of the random specification say of trees.
func forks(t value.Value) int64 {
	if t.Kind() != value.Ctor {
		return 0
	}
	return 1 + forks(firstOf(t.Elem(0))) + forks(secondOf(t.Elem(0)))
}

func isEven(t value.Value) bool {
	if t.Kind() != value.Ctor {
		return true
	}
	l, r := firstOf(t.Elem(0)), secondOf(t.Elem(0))
	return isEven(l) && isEven(r) && forks(l) == forks(r)
}

// isLeftmost tells whether a tree is in the set of which the axioms do not say whether tip is in it.
func (w *World) isLeftmost(t value.Value) bool {
	for t.Kind() == value.Ctor {
		t = firstOf(t.Elem(0))
	}
	return w.tip
}

func subsets(elems []value.Value) []value.Value {
	var out []value.Value
	for m := range 1 << len(elems) {
		var members []value.Value
		for i, v := range elems {
			if m>>i&1 == 1 {
				members = append(members, v)
			}
		}
		out = append(out, value.OfSet(members))
	}
	slices.SortStableFunc(out, func(a, b value.Value) int { return a.Len() - b.Len() })
	return out
}

func sequences(elems []value.Value, longest int) []value.Value {
	var out []value.Value
	words := [][]value.Value{nil}
	for n := 0; n <= longest && len(out) <= maxDomain; n++ {
		var next [][]value.Value
		for _, w := range words {
			out = append(out, value.OfSeq(w))
			for _, v := range elems {
				next = append(next, append(w[:len(w):len(w)], v))
			}
		}
		words = next
	}
	return out
}

// integers returns the integers that values of variables are made from.
func (w *World) integers() []value.Value {
	var out []value.Value
	for n := w.low; n <= w.high; n++ {
		out = append(out, value.OfInt(n))
	}
	return out
}

// maxElements is from how many elements sets are made: of more, the first.
const maxElements = 9

func cutElements(elems []value.Value) []value.Value { return elems[:min(len(elems), maxElements)] }

// values returns values of a sort, small ones first; of large sorts not all.
func (w *World) values(of sort) []value.Value {
	if _, known := w.known[of]; !known {
		w.known[of] = w.enumerate(of)
	}
	return w.known[of]
}

func (w *World) enumerate(of sort) []value.Value {
	pairs := func(a, b []value.Value) []value.Value { return product(set(a...), set(b...)).Members() }
	switch of {
	case number:
		return w.integers()
	case name:
		return w.names
	case place:
		return w.places
	case colour:
		return []value.Value{value.OfAtom("red"), value.OfAtom("green"), value.OfAtom("blue")}
	case pair:
		return pairs(w.names, w.names)
	case names:
		return subsets(w.names)
	case places:
		return subsets(w.places)
	case numbers:
		return subsets(cutElements(w.integers()))
	case graphs:
		return subsets(cutElements(pairs(w.names, w.names)))
	case links:
		return subsets(cutElements(pairs(w.names, w.places)))
	case ledgers:
		return subsets(cutElements(pairs(w.names, w.integers())))
	case lists:
		return sequences(w.names, w.longest)
	case rows:
		return sequences(w.integers(), min(w.longest, 2))
	case maybes:
		out := []value.Value{none()}
		for _, n := range w.names {
			out = append(out, value.OfCtor("some", n))
		}
		return out
	case tree:
		return treesTo(2)
	case trees:
		return subsets(treesTo(2))
	case entries:
		var out []value.Value
		for _, k := range w.integers() {
			for _, who := range w.names {
				out = append(out, value.OfBinding([]string{"k", "who"}, []value.Value{k, who}))
			}
		}
		return out
	case groups:
		return subsets(cutElements(subsets(w.names)))
	case bundles:
		return subsets(cutElements(sequences(w.names, min(w.longest, 2))))
	}
	panic("no values of " + string(of))
}
