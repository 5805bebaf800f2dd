package machine_test

import (
	"fmt"
	"math/big"
	"slices"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/evaltest"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// slots is how many variables the programs of these tests have, and locals how many they bind.
const slots, locals, memos = 1, 2, 2

func program(truth machine.Predicate, term machine.Term) *machine.Program {
	return machine.NewProgram(truth, term, machine.Layout{Slots: slots, Size: slots + 1 + locals, Memos: memos},
		&sync.Pool{})
}

func frame(n int64) []value.Value { return []value.Value{value.OfInt(n)} }

// run evaluates a predicate on some frame.
func run(p machine.Predicate) (machine.Truth, *machine.Reason) {
	return program(p, nil).Truth(frame(0))
}

func ints(from, to int64) (out []value.Value) {
	for n := from; n <= to; n++ {
		out = append(out, value.OfInt(n))
	}
	return out
}

func pair(x, y value.Value) value.Value { return value.OfTuple(x, y) }

// outcome is one that a predicate may have, with how much it counts among those that are
// neither true nor false.
type outcome struct {
	name  string
	truth machine.Truth
	grave int
	leave func(m *machine.Machine, name string)
}

// outcomes returns false, true, and what is neither for each kind of reason.
func outcomes() []outcome {
	return []outcome{
		{"false", machine.False, 0, func(*machine.Machine, string) {}},
		{"true", machine.True, 0, func(*machine.Machine, string) {}},
		{"undefined", machine.Undefined, 1,
			func(m *machine.Machine, name string) { m.Undefined(nil, name, value.Value{}) }},
		{"endless", machine.Undefined, 2, func(m *machine.Machine, name string) { m.Infinite(nil, name) }},
		{"unknown", machine.Unknown, 3, func(m *machine.Machine, name string) {
			m.Unset(value.OfHole(1))
			m.Reason.Message = name
		}},
	}
}

// has returns a predicate with an outcome; i tells it from others.
func (o outcome) has(i int) machine.Predicate {
	return func(m *machine.Machine) machine.Truth {
		o.leave(m, fmt.Sprint(o.name, i))
		return o.truth
	}
}

// joinOutcomes returns what outcomes come to where one of them decides: that, or else the first of the
// gravest, by its number, or else the opposite of what decides, and no number.
func joinOutcomes(deciding machine.Truth, of []outcome) (machine.Truth, int) {
	at := -1
	for i, o := range of {
		if o.truth == deciding {
			return deciding, -1
		}
		if o.grave > 0 && (at < 0 || o.grave > of[at].grave) {
			at = i
		}
	}
	if at < 0 {
		return machine.Not(deciding), -1
	}
	return of[at].truth, at
}

// TestJoined: what joins outcomes is decided as soon as one decides; else it is the gravest of
// what is neither true nor false, for the reason of the first of these.
func TestJoined(t *testing.T) {
	t.Parallel()
	var rows [][]outcome
	for _, a := range outcomes() {
		rows = append(rows, []outcome{a})
		for _, b := range outcomes() {
			rows = append(rows, []outcome{a, b})
			for _, c := range outcomes() {
				rows = append(rows, []outcome{a, b, c})
			}
		}
	}
	for _, row := range rows {
		var predicates []machine.Predicate
		for i, o := range row {
			predicates = append(predicates, o.has(i))
		}
		items := ints(0, int64(len(row)-1))
		test := func(m *machine.Machine, v value.Value) machine.Truth {
			i, _ := v.Int()
			return predicates[i](m)
		}
		over := func(*machine.Machine) (machine.Extent, bool) {
			return machine.Extent{Form: machine.Span, Lo: 0, Hi: int64(len(row) - 1)}, true
		}
		ways := []struct {
			name     string
			deciding machine.Truth
			is       machine.Predicate
		}{
			{"conjunction", machine.False, machine.Decide(predicates, machine.False)},
			{"disjunction", machine.True, machine.Decide(predicates, machine.True)},
			{"all", machine.False, func(m *machine.Machine) machine.Truth { return m.HoldsForAll(items, test) }},
			{"universal", machine.False,
				func(m *machine.Machine) machine.Truth { return m.Search(nil, over, machine.False, test) }},
			{"existential", machine.True,
				func(m *machine.Machine) machine.Truth { return m.Search(nil, over, machine.True, test) }},
		}
		if len(row) == 2 {
			in := func(i int64) machine.Membership {
				return func(m *machine.Machine, _ value.Value) machine.Truth { return test(m, value.OfInt(i)) }
			}
			ways = append(ways, struct {
				name     string
				deciding machine.Truth
				is       machine.Predicate
			}{"both", machine.False, func(m *machine.Machine) machine.Truth {
				return m.InBoth(in(0), in(1),
					items[0])
			}})
		}
		for _, way := range ways {
			want, at := joinOutcomes(way.deciding, row)
			got, reason := run(way.is)
			if got != want {
				t.Errorf("%s of %v is %s, want %s", way.name, names(row), got, want)
			}
			if (reason != nil) != (at >= 0) {
				t.Errorf("%s of %v has the reason %v", way.name, names(row), reason)
			} else if at >= 0 && reason.Message != fmt.Sprint(row[at].name, at) {
				t.Errorf("%s of %v is so for the reason %q, not for that of number %d", way.name, names(row),
					reason.Message, at)
			}
		}
	}
}

func names(of []outcome) (out []string) {
	for _, o := range of {
		out = append(out, o.name)
	}
	return out
}

// TestSearchInPart: an element that is perhaps not in a set decides nothing, but it leaves open
// what it would decide.
func TestSearchInPart(t *testing.T) {
	t.Parallel()
	for _, in := range outcomes() {
		for _, is := range outcomes() {
			for _, deciding := range []machine.Truth{machine.False, machine.True} {
				over := func(*machine.Machine) (machine.Extent, bool) {
					keep := func(m *machine.Machine, _ value.Value) machine.Truth { return in.has(0)(m) }
					return machine.Extent{Form: machine.Single, One: value.OfInt(7), Keep: keep}, true
				}
				got, _ := run(func(m *machine.Machine) machine.Truth {
					return m.Search(nil, over, deciding,
						func(m *machine.Machine, _ value.Value) machine.Truth { return is.has(1)(m) })
				})
				// "some" is in ∧ is, and "every" is in ⇒ is.
				premise := in
				if deciding == machine.False && in.truth <= machine.True {
					premise = outcome{truth: machine.Not(in.truth)}
				}
				want, _ := joinOutcomes(machine.Not(deciding), []outcome{premise, is})
				if got != want {
					t.Errorf("%s of what is %s, where it is %s that it is one: %s, want %s", deciding, is.name, in.name,
						got, want)
				}
			}
		}
	}
}

// shapes returns values of one type with the holes 1 and 2 in some places.
func shapes() map[string][]value.Value {
	one, two, n := value.OfHole(1), value.OfHole(2), ints(0, 2)
	parts := []value.Value{one, two, n[0], n[1]}
	out := map[string][]value.Value{"number": parts}
	for _, x := range parts {
		out["boxed"] = append(out["boxed"], value.OfCtor("box", x), value.OfCtor("bag", x))
		out["sequence"] = append(out["sequence"], value.OfSeq([]value.Value{x}))
		for _, y := range parts {
			out["pair"] = append(out["pair"], pair(x, y))
			out["sequence"] = append(out["sequence"], value.OfSeq([]value.Value{x, y}))
			out["binding"] = append(out["binding"], value.OfBinding([]string{"a", "b"}, []value.Value{x, y}))
			out["function"] = append(out["function"], value.OfFunction([]value.Value{pair(n[0], x), pair(n[2], y)}))
		}
	}
	out["sequence"] = append(out["sequence"], value.OfSet(nil))
	out["function"] = append(out["function"], value.OfFunction([]value.Value{pair(n[0], n[1])}), value.OfSet(nil))
	return out
}

// TestEqual: values with holes are equal or not where they stay so whatever is put into the holes.
func TestEqual(t *testing.T) {
	t.Parallel()
	for kind, list := range shapes() {
		for _, a := range list {
			for _, b := range list {
				got, reason := run(func(m *machine.Machine) machine.Truth { return m.Equal(a, b) })
				filled := map[machine.Truth]bool{}
				evaltest.Fillings(2, ints(0, 2), func(holes map[int]value.Value) {
					filled[machine.TruthOf(evaltest.Fill(a, holes).Equal(evaltest.Fill(b, holes)))] = true
				})
				what := fmt.Sprintf("%s: %s = %s", kind, a, b)
				evaltest.Foresees(t, what, got, reason, 2, filled)
				if back, _ := run(func(m *machine.Machine) machine.Truth { return m.Equal(b, a) }); back != got {
					t.Errorf("%s is %s, and %s the other way round", what, got, back)
				}
				if !a.HasHole() && !b.HasHole() && got == machine.Unknown {
					t.Errorf("%s is unknown, though both are chosen", what)
				}
			}
		}
	}
}

// TestItems: whether a value is one of some items, whether these are distinct, and whether a pair
// is in a function, is decided as far as the holes leave it decided.
func TestItems(t *testing.T) {
	t.Parallel()
	numbers := append(shapes()["number"], value.OfInt(2))
	check := func(what string, is machine.Predicate, when func(map[int]value.Value) bool) {
		t.Helper()
		got, reason := run(is)
		filled := map[machine.Truth]bool{}
		evaltest.Fillings(2, ints(0, 2),
			func(holes map[int]value.Value) { filled[machine.TruthOf(when(holes))] = true })
		evaltest.Foresees(t, what, got, reason, 2, filled)
	}
	for _, x := range numbers {
		for _, y := range numbers {
			for _, z := range numbers {
				items := []value.Value{x, y}
				check(fmt.Sprintf("%s is one of %s", z, items),
					func(m *machine.Machine) machine.Truth { return m.AnyEqual(items, z) },
					func(holes map[int]value.Value) bool {
						v := evaltest.Fill(z, holes)
						return evaltest.Fill(x, holes).Equal(v) || evaltest.Fill(y, holes).Equal(v)
					})
				three := []value.Value{x, y, z}
				check(fmt.Sprintf("%s are distinct", three),
					func(m *machine.Machine) machine.Truth { return m.Distinct(three) },
					func(holes map[int]value.Value) bool {
						a, b, c := evaltest.Fill(x, holes), evaltest.Fill(y, holes), evaltest.Fill(z, holes)
						return !a.Equal(b) && !b.Equal(c) && !a.Equal(c)
					})
			}
		}
	}
	for _, kind := range []string{"sequence", "function"} {
		for _, f := range shapes()[kind] {
			if f.Kind() != value.Seq && !f.Open() {
				continue // one that holds no holes is asked by Contains
			}
			for _, p := range shapes()["pair"] {
				check(fmt.Sprintf("%s ∈ %s", p, f), func(m *machine.Machine) machine.Truth { return m.PairIn(f, p) },
					func(holes map[int]value.Value) bool {
						return evaltest.Fill(f,
							holes).Contains(evaltest.Fill(p, holes))
					})
			}
		}
	}
}

// TestWhole: a value is whole where it holds no hole, a shell where it is neither a hole nor a function
// with holes, and in part known where it is not a hole.
func TestWhole(t *testing.T) {
	t.Parallel()
	for _, list := range shapes() {
		for _, v := range list {
			for _, way := range []struct {
				name string
				ask  func(*machine.Machine, value.Value, bool) (value.Value, bool)
				want bool
			}{
				{"whole", (*machine.Machine).Whole, !v.HasHole()},
				{"a shell", (*machine.Machine).Shell, v.Kind() != value.Hole && !v.Open()},
				{"known in part", (*machine.Machine).Partial, v.Kind() != value.Hole},
			} {
				got, reason := program(nil,
					func(m *machine.Machine) (value.Value, bool) { return way.ask(m, v, true) }).Value(frame(0))
				switch {
				case way.want && (reason != nil || !got.Equal(v)):
					t.Errorf("%s is not %s: %v", v, way.name, reason)
				case !way.want && (reason == nil || !reason.Unset || reason.Hole < 1):
					t.Errorf("%s is %s, for %v", v, way.name, reason)
				}
			}
		}
	}
}

// TestExtents: a set is run through element by element, whatever its form, less what filters
// leave out; and it is built of the same elements.
func TestExtents(t *testing.T) {
	t.Parallel()
	odd := func(_ *machine.Machine, v value.Value) machine.Truth {
		n, _ := v.Int()
		return machine.TruthOf(n%2 != 0)
	}
	small := func(_ *machine.Machine, v value.Value) machine.Truth {
		n, _ := v.Int()
		return machine.TruthOf(n < 5)
	}
	square := func(_ *machine.Machine, i int) value.Value { return value.OfInt(int64(i * i)) }
	for _, test := range []struct {
		name string
		of   machine.Extent
		want []int64
	}{
		{"span", machine.Extent{Form: machine.Span, Lo: -2, Hi: 7}, []int64{-2, -1, 0, 1, 2, 3, 4, 5, 6, 7}},
		{"empty span", machine.Extent{Form: machine.Span, Lo: 3, Hi: 1}, nil},
		{"set", machine.Extent{Set: value.OfSet(ints(1, 6))}, []int64{1, 2, 3, 4, 5, 6}},
		{"items", machine.Extent{Form: machine.Items,
			Set: value.OfSeq([]value.Value{value.OfInt(9), value.OfInt(1), value.OfInt(9)})}, []int64{9, 1, 9}},
		{"single", machine.Extent{Form: machine.Single, One: value.OfInt(3)}, []int64{3}},
		{"decoded", machine.Extent{Form: machine.Decoded, Hi: 4, Decode: square}, []int64{0, 1, 4, 9}},
	} {
		for _, filters := range [][]machine.Membership{nil, {odd}, {odd, small}, {machine.Opposite(odd)}} {
			over := machine.Extents(func(*machine.Machine) (machine.Extent, bool) { return test.of, true })
			want := slices.Clone(test.want)
			for _, f := range filters {
				over = machine.FilterMembers(over, f)
				want = slices.DeleteFunc(want, func(n int64) bool { return f(nil, value.OfInt(n)) != machine.True })
			}
			var got []int64
			var members []value.Value
			for _, n := range want {
				members = append(members, value.OfInt(n))
			}
			built, reason := program(nil, func(m *machine.Machine) (value.Value, bool) {
				x, _ := over(m)
				for i := range x.Len() {
					if v, in := x.At(m, i); in == machine.True {
						n, _ := v.Int()
						got = append(got, n)
					}
				}
				return m.Build(nil, over)
			}).Value(frame(0))
			if !slices.Equal(got, want) {
				t.Errorf("%s with %d filters: %d, want %d", test.name, len(filters), got, want)
			}
			if reason != nil || !built.Equal(value.OfSet(members)) {
				t.Errorf("%s with %d filters is built as %s: %v", test.name, len(filters), built, reason)
			}
		}
	}
}

// TestBetween: a range of any size is run through, as far as an index goes, and the elements of
// a larger one are too many; an empty range is one wherever its ends are.
func TestBetween(t *testing.T) {
	t.Parallel()
	huge := value.OfBig(new(big.Int).Lsh(big.NewInt(1), 100))
	for _, test := range []struct {
		lo, hi value.Value
		want   int // -1: too many
	}{
		{value.OfInt(3), value.OfInt(5), 3}, {value.OfInt(5), value.OfInt(3), 0}, {value.OfInt(4), value.OfInt(4), 1},
		{value.OfInt(-1 << 63), value.OfInt(-1<<63 + 2), 3}, {value.OfInt(1<<63 - 2), value.OfInt(1<<63 - 1), 2},
		{value.OfInt(-1 << 63), value.OfInt(1<<63 - 1), -1}, {value.OfInt(0), huge, -1}, {huge, value.OfInt(0), 0},
	} {
		var n int
		got, reason := run(func(m *machine.Machine) machine.Truth {
			x, ok := machine.IntegersBetween(m, nil, machine.Constant(test.lo), machine.Constant(test.hi))
			n = x.Len()
			return machine.TruthOf(ok)
		})
		switch {
		case test.want < 0:
			if got == machine.True {
				t.Errorf("%s .. %s is run through", test.lo, test.hi)
			}
		case got != machine.True || n != test.want:
			t.Errorf("%s .. %s has %d elements, want %d: %v", test.lo, test.hi, n, test.want, reason)
		}
	}
}

// TestColumns: the pairs of a value are found in a relation, and columns are sets.
func TestColumns(t *testing.T) {
	t.Parallel()
	all := []value.Value{}
	for _, x := range ints(0, 2) {
		for _, y := range ints(0, 1) {
			all = append(all, pair(x, y))
		}
	}
	for mask := range 1 << len(all) {
		var of []value.Value
		for i, p := range all {
			if mask>>i&1 != 0 {
				of = append(of, p)
			}
		}
		r := value.OfSet(slices.Clone(of))
		for which := range 2 {
			var want []value.Value
			for _, p := range of {
				want = append(want, p.Elem(which))
			}
			if got := machine.Column(r, which); !got.Equal(value.OfSet(want)) {
				t.Errorf("column %d of %s is %s", which, r, got)
			}
		}
		for _, x := range ints(-1, 3) {
			var want []value.Value
			for _, p := range of {
				if p.Elem(0).Equal(x) {
					want = append(want, p.Elem(1))
				}
			}
			if got := machine.SecondsOf(machine.PairsOf(r.Members(), x)); !slices.EqualFunc(got, want,
				value.Value.Equal) {
				t.Errorf("%s has the images %s of %s", r, got, x)
			}
		}
	}
}

// TestReasons: a reason is written in one line, with the term and the value that it is about.
func TestReasons(t *testing.T) {
	t.Parallel()
	at := &zed.Ref{Name: "limit", Kind: zed.Global}
	for _, test := range []struct {
		leave func(m *machine.Machine)
		want  string
	}{
		{func(m *machine.Machine) { m.Undefined(at, "%s is not in the domain", value.OfInt(7)) },
			"limit: 7 is not in the domain"},
		{func(m *machine.Machine) { m.Undefined(nil, "it is 100% empty", value.Value{}) }, "it is 100% empty"},
		{func(m *machine.Machine) { m.TooMany(at, 5) }, "limit: it has more elements than the limit of 5"},
		{func(m *machine.Machine) { m.RecordUnsaid(at, "nothing says what %s is", value.OfInt(3)) },
			"limit: nothing says what 3 is"},
	} {
		_, reason := run(func(m *machine.Machine) machine.Truth {
			test.leave(m)
			return m.Fail
		})
		if got := reason.String(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
