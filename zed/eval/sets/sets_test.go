package sets_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/evaltest"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/sets"
	"github.com/ttf-int/ttf-int/zed/value"
)

// described is a set in two ways: the text, and by a test of what is in it, where the values
// of the variables n : ℤ; f : ℤ ↔ ℤ; s : seq ℤ are frame.
type described struct {
	text    string
	has     func(frame []value.Value, v value.Value) bool
	endless bool
}

const variables = "n : ℤ; f : ℤ ↔ ℤ; s : seq ℤ"

func newWhole(t *testing.T) *evaltest.Whole {
	return evaltest.Read(t, "C ::= red | box⟪ℤ⟫", variables)
}

func integer(v value.Value) int64 { n, _ := v.Int(); return n }

func ints(from, to int64) (out []value.Value) {
	for n := from; n <= to; n++ {
		out = append(out, value.OfInt(n))
	}
	return out
}

func pair(x, y value.Value) value.Value { return value.OfTuple(x, y) }

func pairs(xs, ys []value.Value) (out []value.Value) {
	for _, x := range xs {
		for _, y := range ys {
			out = append(out, pair(x, y))
		}
	}
	return out
}

func subsets(of []value.Value) (out []value.Value) {
	for mask := range 1 << len(of) {
		var chosen []value.Value
		for i, v := range of {
			if mask>>i&1 != 0 {
				chosen = append(chosen, v)
			}
		}
		out = append(out, value.OfSet(chosen))
	}
	return out
}

func sequences(of []value.Value, longest int) []value.Value {
	out, last := []value.Value{value.OfSet(nil)}, [][]value.Value{nil}
	for range longest {
		var next [][]value.Value
		for _, s := range last {
			for _, v := range of {
				next = append(next, append(slices.Clone(s), v))
			}
		}
		for _, s := range next {
			out = append(out, value.OfSeq(slices.Clone(s)))
		}
		last = next
	}
	return out
}

// holdsForAll tells whether something is so of all values.
func holdsForAll(vs []value.Value, is func(value.Value) bool) bool {
	return !slices.ContainsFunc(vs, func(v value.Value) bool { return !is(v) })
}

func isRelated(r value.Value, x, y value.Value) bool {
	return slices.ContainsFunc(r.Members(), pair(x, y).Equal)
}

// integers returns sets of integers.
func integers() []described {
	out := []described{
		{text: "1 .. 0", has: func([]value.Value, value.Value) bool { return false }},
		{text: "0 .. n", has: func(f []value.Value, v value.Value) bool {
			return 0 <= integer(v) &&
				integer(v) <= integer(f[0])
		}},
		{text: "{n, 3}", has: func(f []value.Value, v value.Value) bool { return v.Equal(f[0]) || integer(v) == 3 }},
		{text: "ℕ₁", endless: true, has: func(_ []value.Value, v value.Value) bool { return integer(v) > 0 }},
		{text: "ℤ", endless: true, has: func([]value.Value, value.Value) bool { return true }},
		{text: "dom f", has: func(f []value.Value, v value.Value) bool {
			return slices.ContainsFunc(f[1].Members(), func(p value.Value) bool { return p.Elem(0).Equal(v) })
		}},
		{text: "ran f", has: func(f []value.Value, v value.Value) bool {
			return slices.ContainsFunc(f[1].Members(), func(p value.Value) bool { return p.Elem(1).Equal(v) })
		}},
		{text: "ran s", has: func(f []value.Value, v value.Value) bool {
			return slices.ContainsFunc(f[2].Members(), func(p value.Value) bool { return p.Elem(1).Equal(v) })
		}},
		{text: "dom s", has: func(f []value.Value, v value.Value) bool {
			return integer(v) > 0 &&
				integer(v) <= int64(f[2].Len())
		}},
		{text: "{x : ℤ | 0 < x ∧ x ≤ n}", has: func(f []value.Value, v value.Value) bool {
			return 0 < integer(v) &&
				integer(v) <= integer(f[0])
		}},
	}
	plain := slices.Clone(out)
	for _, a := range plain {
		for _, b := range plain {
			out = append(out, makeOfTwo(a, b)...)
		}
	}
	return out
}

// makeOfTwo returns what the operators of sets make of two.
func makeOfTwo(a, b described) []described {
	text := func(op string) string { return fmt.Sprintf("(%s) %s (%s)", a.text, op, b.text) }
	return []described{
		{text("∪"), func(f []value.Value, v value.Value) bool { return a.has(f, v) || b.has(f, v) }, a.endless ||
			b.endless},
		{text("∩"), func(f []value.Value, v value.Value) bool { return a.has(f, v) && b.has(f, v) }, a.endless &&
			b.endless},
		{text("∖"), func(f []value.Value, v value.Value) bool { return a.has(f, v) && !b.has(f, v) }, a.endless},
		{text("⊖"), func(f []value.Value, v value.Value) bool { return a.has(f, v) != b.has(f, v) }, a.endless ||
			b.endless},
	}
}

// couples returns sets of pairs of integers.
func couples() []described {
	var out []described
	few := integers()[1:6]
	for _, a := range few {
		for _, b := range few {
			out = append(out, described{fmt.Sprintf("(%s) × (%s)", a.text, b.text),
				func(f []value.Value, v value.Value) bool { return a.has(f, v.Elem(0)) && b.has(f, v.Elem(1)) },
				a.endless || b.endless})
		}
		out = append(out,
			described{"id (" + a.text + ")",
				func(f []value.Value, v value.Value) bool { return v.Elem(0).Equal(v.Elem(1)) && a.has(f, v.Elem(0)) },
				a.endless},
			described{"(λ x : " + a.text + " • x + n)", func(f []value.Value, v value.Value) bool {
				return a.has(f, v.Elem(0)) && integer(v.Elem(1)) == integer(v.Elem(0))+integer(f[0])
			}, a.endless},
			described{"{x, y : " + a.text + " | x < y}", func(f []value.Value, v value.Value) bool {
				return a.has(f, v.Elem(0)) && a.has(f, v.Elem(1)) && integer(v.Elem(0)) < integer(v.Elem(1))
			}, a.endless},
		)
	}
	return append(out,
		described{"f", func(f []value.Value, v value.Value) bool { return isRelated(f[1], v.Elem(0), v.Elem(1)) },
			false},
		described{"s", func(f []value.Value, v value.Value) bool { return isRelated(f[2], v.Elem(0), v.Elem(1)) },
			false},
		described{"f ∼", func(f []value.Value, v value.Value) bool { return isRelated(f[1], v.Elem(1), v.Elem(0)) },
			false},
		described{"f ⁺", func(f []value.Value, v value.Value) bool { return leadsTo(f[1], v.Elem(0), v.Elem(1)) },
			false},
		described{"f ⁎", func(f []value.Value, v value.Value) bool {
			return v.Elem(0).Equal(v.Elem(1)) || leadsTo(f[1], v.Elem(0), v.Elem(1))
		}, true},
	)
}

// leadsTo tells whether a path of a relation leads from x to y.
func leadsTo(r, x, y value.Value) bool {
	seen := []value.Value{x}
	for i := 0; i < len(seen); i++ {
		for _, p := range r.Members() {
			if !p.Elem(0).Equal(seen[i]) {
				continue
			}
			if p.Elem(1).Equal(y) {
				return true
			}
			if !slices.ContainsFunc(seen, p.Elem(1).Equal) {
				seen = append(seen, p.Elem(1))
			}
		}
	}
	return false
}

// spaces returns sets of sets, of sequences, and of relations.
func spaces() (ofSets, ofSequences, ofRelations []described) {
	few := integers()[:5]
	most := described{text: "0 .. n + 1", has: func(f []value.Value, v value.Value) bool {
		return 0 <= integer(v) &&
			integer(v) <= integer(f[0])+1
	}}
	for _, a := range few {
		inside := func(f []value.Value, v value.Value) bool {
			return holdsForAll(v.Members(), func(x value.Value) bool { return a.has(f, x) })
		}
		for _, op := range []struct {
			name   string
			filled bool
		}{{"ℙ", false}, {"𝔽", false}, {"ℙ₁", true}, {"𝔽₁", true}} {
			ofSets = append(ofSets, described{op.name + " (" + a.text + ")",
				func(f []value.Value, v value.Value) bool { return inside(f, v) && (!op.filled || v.Len() > 0) },
				a.endless})
		}
		for _, b := range few {
			ofRelations = append(ofRelations, arrows(a, b)...)
		}
	}
	for _, a := range append(few, most) {
		items := func(f []value.Value, v value.Value) bool {
			return holdsForAll(v.Items(), func(x value.Value) bool { return a.has(f, x) })
		}
		distinct := func(v value.Value) bool { return value.OfSet(slices.Clone(v.Items())).Len() == v.Len() }
		ofSequences = append(ofSequences,
			described{"seq (" + a.text + ")", items, true},
			described{"seq₁ (" + a.text + ")", func(f []value.Value, v value.Value) bool {
				return items(f, v) &&
					v.Len() > 0
			}, true},
			described{"iseq (" + a.text + ")", func(f []value.Value, v value.Value) bool {
				return items(f, v) &&
					distinct(v)
			}, a.endless})
	}
	return ofSets, ofSequences, ofRelations
}

// arrows returns the sets of relations between two sets.
func arrows(a, b described) (out []described) {
	for _, arrow := range []struct {
		name                             string
		function, total, injective, onto bool
	}{
		{"↔", false, false, false, false}, {"⇸", true, false, false, false}, {"→", true, true, false, false},
		{"⤔", true, false, true, false}, {"↣", true, true, true, false}, {"⤀", true, false, false, true},
		{"↠", true, true, false, true}, {"⤖", true, true, true, true}, {"⇻", true, false, false, false},
		{"⤕", true, false, true, false},
	} {
		// No finite relation has all of an endless set on a side.
		side := func(f []value.Value, d described, in []value.Value) bool {
			return !d.endless && holdsForAll(ints(-2, 4), func(v value.Value) bool {
				return !d.has(f, v) ||
					slices.ContainsFunc(in, v.Equal)
			})
		}
		has := func(f []value.Value, v value.Value) bool {
			var from, to []value.Value
			for _, p := range v.Members() {
				x, y := p.Elem(0), p.Elem(1)
				if !a.has(f, x) || !b.has(f, y) || arrow.function && slices.ContainsFunc(from, x.Equal) ||
					arrow.injective && slices.ContainsFunc(to, y.Equal) {
					return false
				}
				from, to = append(from, x), append(to, y)
			}
			return (!arrow.total || side(f, a, from)) && (!arrow.onto || side(f, b, to))
		}
		out = append(out, described{fmt.Sprintf("(%s) %s (%s)", a.text, arrow.name, b.text), has, a.endless ||
			b.endless})
	}
	return out
}

// frame returns the frame n = 2, f = {0 ↦ 1, 1 ↦ 1, 2 ↦ 0}, s = ⟨2, 0⟩.
func frame() []value.Value {
	n := ints(0, 2)
	return []value.Value{n[2], value.OfSet([]value.Value{pair(n[0], n[1]), pair(n[1], n[1]), pair(n[2], n[0])}),
		value.OfSeq([]value.Value{n[2], n[0]})}
}

// TestAgainstDescriptions: the test for a set is true of exactly the values that are in it, and
// running through it gives exactly these, where it has an end; else it says that it has none.
func TestAgainstDescriptions(t *testing.T) {
	t.Parallel()
	ofSets, ofSequences, ofRelations := spaces()
	for _, kind := range []struct {
		sets     []described
		universe []value.Value
	}{
		{integers(), ints(-2, 4)},
		{couples(), pairs(ints(-1, 5), ints(-1, 5))},
		{ofSets, subsets(ints(-1, 3))},
		{ofSequences, append(sequences(ints(-1, 3), 2), sequences(ints(0, 3), 4)...)},
		{ofRelations, append(subsets(pairs(ints(0, 2), ints(2, 3))), subsets(pairs(ints(2, 3), ints(0, 1)))...)},
	} {
		w := newWhole(t)
		for _, d := range kind.sets {
			e := w.Expr(d.text)
			in := w.Tests.Membership(e)
			for _, v := range kind.universe {
				if got, reason := w.IsIn(in, v, frame()...); got != machine.TruthOf(d.has(frame(), v)) {
					t.Errorf("%s ∈ %s is %s: %v", v, d.text, got, reason)
				}
			}
			runThrough(t, w, d, e, kind.universe)
		}
	}
}

// runThrough compares the elements of a set one by one with the description.
func runThrough(t *testing.T, w *evaltest.Whole, d described, e zed.Expr, universe []value.Value) {
	t.Helper()
	over := w.Enumerations.Enumerated(e)
	got, reason := w.Value(func(m *machine.Machine) (value.Value, bool) {
		x, ok := over(m)
		if !ok {
			return value.Value{}, false
		}
		var out []value.Value
		for i := range x.Len() {
			if v, in := x.At(m, i); in == machine.True {
				out = append(out, v)
			}
		}
		return value.OfSet(out), true
	}, frame()...)
	if reason != nil {
		if !d.endless || !reason.Infinite {
			t.Errorf("%s cannot be run through: %s", d.text, reason)
		}
		return
	}
	var want []value.Value
	for _, v := range universe {
		if d.has(frame(), v) {
			want = append(want, v)
		}
	}
	for _, v := range want {
		if !got.Contains(v) {
			t.Errorf("%s is run through without %s", d.text, v)
		}
	}
	for _, v := range got.Members() {
		if !d.has(frame(), v) {
			t.Errorf("%s is run through with %s", d.text, v)
		}
	}
	built, reason := w.Value(w.Enumerations.SetTerm(e), frame()...)
	if reason != nil || !built.Equal(got) {
		t.Errorf("%s is built as %s (%v), and run through as %s", d.text, built, reason, got)
	}
}

// TestHoles: what the test for a set decides of a value with holes, or with holes in what the
// set is made of, stays so whatever these become; where it does not, it names one of them.
func TestHoles(t *testing.T) {
	t.Parallel()
	one, two := value.OfHole(1), value.OfHole(2)
	n := ints(0, 2)
	ofSets, ofSequences, ofRelations := spaces()
	function := func(a, b value.Value) value.Value {
		return value.OfFunction([]value.Value{pair(n[0], a), pair(n[1], b)})
	}
	frames := [][]value.Value{
		frame(),
		{one, function(n[1], n[1]), value.OfSeq([]value.Value{n[2], n[0]})},
		{n[1], function(one, n[1]), value.OfSeq([]value.Value{n[1], one})},
	}
	for _, kind := range []struct {
		sets   []described
		values []value.Value
	}{
		{integers()[:60], []value.Value{one, two, n[0], n[1]}},
		{couples(), []value.Value{pair(one, n[1]), pair(n[0], two), pair(one, one), pair(n[1], n[1])}},
		{ofSequences, []value.Value{value.OfSeq([]value.Value{one}), value.OfSeq([]value.Value{n[0], two}),
			value.OfSeq([]value.Value{one, one})}},
		{ofSets, []value.Value{value.OfSet([]value.Value{n[0], n[1]})}},
		{ofRelations, []value.Value{function(one, n[1]), function(one, two), function(n[1], one)}},
	} {
		w := newWhole(t)
		for _, d := range kind.sets {
			in := w.Tests.Membership(w.Expr(d.text))
			for _, v := range kind.values {
				for _, f := range frames {
					got, reason := w.IsIn(in, v, f...)
					filled := map[machine.Truth]bool{}
					evaltest.Fillings(2, ints(-1, 3), func(holes map[int]value.Value) {
						now := make([]value.Value, len(f))
						for i, x := range f {
							now[i] = evaltest.Fill(x, holes)
						}
						filled[machine.TruthOf(d.has(now, evaltest.Fill(v, holes)))] = true
					})
					evaltest.Foresees(t, fmt.Sprintf("%s ∈ %s of %s", v, d.text, f), got, reason, 2, filled)
				}
			}
		}
	}
}

// TestStrict: a set that has an element without a value has none itself, whatever is asked of
// it: the element need not be met.
func TestStrict(t *testing.T) {
	t.Parallel()
	w := newWhole(t)
	for _, set := range []string{
		"{0, 1 div 0}", "{1 div 0, 0}", "{0} ∪ {f 9}", "{0} ∖ {1 div 0}", "{1 div 0} ∩ {7}", "{0, n} ∪ ({1} ∖ {f 9})",
		"ran ⟨0, f 9⟩",
	} {
		e := w.Expr(set)
		for _, v := range ints(-1, 2) {
			if got, reason := w.IsIn(w.Tests.Membership(e), v, frame()...); got != machine.Undefined ||
				reason.Infinite {
				t.Errorf("%s ∈ %s is %s", v, set, got)
			}
		}
		if has := sets.HaveValues(w, e); has == nil {
			t.Errorf("%s is said to have values always", set)
		} else if got, _ := w.Truth(has, frame()...); got != machine.Undefined {
			t.Errorf("whether the parts of %s have values is %s", set, got)
		}
	}
	for _, set := range []string{"{0, n}", "{n + 1} ∪ {2}", "ran f", "{x : ℤ | x div 0 = 1}"} {
		if has := sets.HaveValues(w, w.Expr(set)); has != nil {
			t.Errorf("%s is said to depend on its parts", set)
		}
	}
}

// TestConstructors: what is in the domain and the range of a constructor, and in the constructor,
// is known although none of them is built.
func TestConstructors(t *testing.T) {
	t.Parallel()
	w := newWhole(t)
	red, box := value.OfAtom("red"), value.OfCtor("box", value.OfInt(5))
	for _, test := range []struct {
		set  string
		v    value.Value
		want machine.Truth
	}{
		{"ran box", box, machine.True}, {"ran box", red, machine.False}, {"C", box, machine.True},
		{"dom box", value.OfInt(7), machine.True}, {"box", pair(value.OfInt(5), box), machine.True},
		{"box", pair(value.OfInt(6), box), machine.False}, {"box", pair(value.OfInt(6), red), machine.False},
		{"box", pair(value.OfHole(1), box), machine.Unknown}, {"box", pair(value.OfHole(1), red), machine.False},
	} {
		if got, reason := w.IsIn(w.Tests.Membership(w.Expr(test.set)), test.v, frame()...); got != test.want {
			t.Errorf("%s ∈ %s is %s, want %s: %v", test.v, test.set, got, test.want, reason)
		}
	}
}

// TestNotBuilt: sets that are larger than any memory are asked, and run through from their
// beginning, within few steps.
func TestNotBuilt(t *testing.T) {
	t.Parallel()
	w := newWhole(t)
	for _, test := range []struct {
		set string
		v   value.Value
	}{
		{"ℙ (1 .. 1000000000)", value.OfSet(ints(3, 5))},
		{"1 .. 2000000000", value.OfInt(1_999_999_999)},
		{"(1 .. 1000000) × (1 .. 1000000)", pair(value.OfInt(7), value.OfInt(999_999))},
		{"(1 .. 1000000000) ⇸ ℤ", value.OfSet(pairs(ints(3, 3), ints(5, 5)))},
		{"(0 .. 1000000000) ∖ {4}", value.OfInt(1_000_000_000)},
		{"iseq (1 .. 1000000000)", value.OfSeq(ints(4, 9))},
	} {
		in := w.Tests.Membership(w.Expr(test.set))
		session := &machine.Session{Left: 4_000}
		got, reason := w.Program(func(m *machine.Machine) machine.Truth { return in(m, test.v) }, nil).TruthIn(session,
			frame())
		if got != machine.True {
			t.Errorf("%s ∈ %s is %s within the limit: %v", test.v, test.set, got, reason)
		}
	}
	for _, set := range []string{"ℙ (1 .. 60)", "(1 .. 20) → (1 .. 20)", "iseq (1 .. 40)", "(1 .. 30) ↔ (1 .. 30)",
		"1 .. 2000000000", "(1 .. 2000000000) ∖ {1}"} {
		over := w.Enumerations.Enumerated(w.Expr(set))
		session := &machine.Session{Left: 40_000}
		got, reason := w.Program(func(m *machine.Machine) machine.Truth {
			n := 0
			return m.Search(nil, over, machine.True, func(*machine.Machine, value.Value) machine.Truth {
				n++
				return machine.TruthOf(n == 10)
			})
		}, nil).TruthIn(session, frame())
		if got != machine.True {
			t.Errorf("the tenth element of %s is not found within the limit: %v", set, reason)
		}
	}
}
