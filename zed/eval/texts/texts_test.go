package texts_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/evaltest"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// variables are free in the texts of these tests.
const variables = "n : ℤ; f : ℤ ↔ ℤ"

func ints(from, to int64) (out []value.Value) {
	for n := from; n <= to; n++ {
		out = append(out, value.OfInt(n))
	}
	return out
}

func pair(x, y int64) value.Value { return value.OfTuple(value.OfInt(x), value.OfInt(y)) }

// conditions are predicates of x, y and n in two ways: the text, and the outcome in Go. With f =
// {1 ↦ 2, 2 ↦ 0}, some have none.
type condition struct {
	text string
	is   func(x, y, n int64) machine.Truth
}

func conditions() []condition {
	of := func(is func(x, y, n int64) bool) func(x, y, n int64) machine.Truth {
		return func(x, y, n int64) machine.Truth { return machine.TruthOf(is(x, y, n)) }
	}
	return []condition{
		{"n = n", of(func(x, y, n int64) bool { return true })},
		{"x = y + 1", of(func(x, y, n int64) bool { return x == y+1 })},
		{"x < y", of(func(x, y, n int64) bool { return x < y })},
		{"x + y = n", of(func(x, y, n int64) bool { return x+y == n })},
		{"y = n", of(func(x, y, n int64) bool { return y == n })},
		{"x ∈ {0, n}", of(func(x, y, n int64) bool { return x == 0 || x == n })},
		{"(x, y) ∈ f", of(func(x, y, n int64) bool { return x == 1 && y == 2 || x == 2 && y == 0 })},
		{"f x > 1", func(x, y, n int64) machine.Truth {
			switch x {
			case 1:
				return machine.True
			case 2:
				return machine.False
			}
			return machine.Undefined
		}},
		{"n ≠ n", of(func(x, y, n int64) bool { return false })},
	}
}

// conjunction, by Kleene.
func conjunction(a, b machine.Truth) machine.Truth {
	switch {
	case a == machine.False || b == machine.False:
		return machine.False
	case a == machine.True:
		return b
	}
	return a
}

// quantify returns what a quantifier says of -1 .. 2 twice, by trying all: "some" is a
// disjunction of P ∧ Q, "every" a conjunction of P ⇒ Q.
func quantify(q string, n int64, p, body condition) machine.Truth {
	holds, open := 0, false
	out := machine.False
	for x := int64(-1); x <= 2; x++ {
		for y := int64(-1); y <= 2; y++ {
			t := body.is(x, y, n)
			if q == "∀" {
				t = machine.Not(t)
			}
			t = conjunction(p.is(x, y, n), t)
			open = open || t == machine.Undefined
			if t == machine.True {
				holds++
			}
		}
	}
	switch {
	case q == "∃₁" && holds > 1:
	case holds > 0 && q != "∃₁":
		out = machine.True
	case open:
		return machine.Undefined
	case q == "∃₁":
		out = machine.TruthOf(holds == 1)
	}
	if q == "∀" {
		return machine.Not(out)
	}
	return out
}

func frame(n int64) []value.Value {
	return []value.Value{value.OfInt(n), value.OfSet([]value.Value{pair(1, 2), pair(2, 0)})}
}

// TestQuantifiers: a quantifier is what its body is for all values of its variables, in whatever
// order these are bound, and whatever bounds them.
func TestQuantifiers(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, "", variables)
	for _, q := range []string{"∃", "∀", "∃₁"} {
		for _, p := range conditions() {
			for _, body := range conditions() {
				text := fmt.Sprintf("%s x, y : -1 .. 2 | %s • %s", q, p.text, body.text)
				compiled := w.Texts.Quantifier(w.Expr(text).(*zed.Quant))
				for n := int64(0); n <= 3; n++ {
					want := quantify(q, n, p, body)
					if got, reason := w.Truth(compiled, frame(n)...); got != want {
						t.Errorf("%s is %s with n = %d, want %s: %v", text, got, n, want, reason)
					}
				}
				holed := frame(0)
				holed[0] = value.OfHole(1)
				got, reason := w.Truth(compiled, holed...)
				filled := map[machine.Truth]bool{}
				for n := int64(-2); n <= 4; n++ {
					filled[quantify(q, n, p, body)] = true
				}
				evaltest.Foresees(t, text, got, reason, 1, filled)
			}
		}
	}
}

// TestComprehensions: a comprehension is the set of what its body is for the values of its
// variables that its predicate allows; a λ has these too, and a μ is the only one.
func TestComprehensions(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, "", variables)
	for _, p := range conditions() {
		var wants, graph []value.Value
		undefined := false
		for x := int64(-1); x <= 2; x++ {
			for y := int64(-1); y <= 2; y++ {
				switch p.is(x, y, 1) {
				case machine.True:
					wants = append(wants, value.OfInt(2*x-y))
					graph = append(graph, value.OfTuple(pair(x, y), value.OfInt(2*x-y)))
				case machine.Undefined:
					undefined = true
				}
			}
		}
		set := value.OfSet(slices.Clone(wants))
		for _, way := range []struct {
			format string
			want   value.Value
			none   bool
		}{
			{"{x, y : -1 .. 2 | %s • 2 * x - y}", set, undefined},
			{"(λ x, y : -1 .. 2 | %s • (2 * x - y))", value.OfSet(graph), undefined},
			{"(μ x, y : -1 .. 2 | %s • (2 * x - y))",
				value.OfTuple(append(slices.Clone(set.Members()), value.OfInt(0))...).Elem(0), undefined ||
					set.Len() != 1},
		} {
			text := fmt.Sprintf(way.format, p.text)
			got, reason := w.Value(w.Texts.Comprehension(w.Expr(text).(*zed.Comp)), frame(1)...)
			if (reason != nil) != way.none || reason == nil && !got.Equal(way.want) {
				t.Errorf("%s is %s, want %s: %v", text, got, way.want, reason)
			}
		}
	}
}

// TestOrder: variables of sets without end, and of large ones, are bound by what the predicates
// say of them, so that few values are looked at; where they say nothing, there is no outcome.
func TestOrder(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, "C ::= red | box⟪ℤ⟫", variables)
	for _, test := range []struct {
		text string
		want machine.Truth
	}{
		{"∃ x, y : ℤ • x = y + 1 ∧ y = 3 ∧ x = 4", machine.True},
		{"∃ x, y, z : ℤ • x = y + 1 ∧ y = z + 1 ∧ z = n", machine.True},
		{"∀ x : ℕ | x < 5 • x ≤ 4", machine.True},
		{"∀ x : ℕ₁ | x < 2 • x = 1", machine.True},
		{"∀ x : ℤ | 3 < x ∧ x < 6 • x ∈ {4, 5}", machine.True},
		{"∀ x : ℤ | x ≥ 3 ∧ 4 ≥ x • x ∈ {3, 4}", machine.True},
		{"∃ x : ℕ • x = 0 - 1", machine.False},
		{"∀ x : ℤ • x ∉ {1, 2} ∨ x > 0", machine.True},
		{"∀ x : ℤ • x ≠ 3 ∨ x > 3", machine.False},
		{"∀ x : ℤ • (x ∈ {1, 2} ⇒ x > 1)", machine.False},
		{"∀ x : ℤ • ¬ (x ∈ {1, 2} ∧ x > 2)", machine.True},
		{"∃ x : ℤ • (1, x) ∈ f ∧ x = 2", machine.True},
		{"∃ x : ℤ • (x, 0) ∈ f ∧ x = 2", machine.True},
		{"∃ x : ℤ • box x = box 4 ∧ x = 4", machine.True},
		{"∃ x : ℤ • (x, box 3) = (7, box 3) ∧ x = 7", machine.True},
		{"∃ i : 1 .. 2000000000 • i > 1999999998 ∧ i < 2000000000", machine.True},
		{"∃ x : ℙ (1 .. 50) • x = {7}", machine.True},
		{"∃₁ x : ℤ • x * x = 4 ∧ 0 < x ∧ x < 9", machine.True},
		{"∃ x : ℤ • x * x * x = 8", machine.Undefined},
		{"∀ x : ℤ • x = x", machine.Undefined},
		{"∃ x : ℕ • x > 3", machine.Undefined},
		{"∀ x, y : ℤ | x < y ∧ y < x • false", machine.Undefined},
		{"∃ x : ℤ; y : 1 .. 0 • x = x", machine.False},
	} {
		compiled := w.Texts.Quantifier(w.Expr(test.text).(*zed.Quant))
		got, reason := w.Program(compiled, nil).TruthIn(&machine.Session{Left: 2_000}, frame(1))
		if got != test.want || got == machine.Undefined && !reason.Infinite {
			t.Errorf("%s is %s, want %s: %v", test.text, got, test.want, reason)
		}
	}
}

// TestPatterns: a value is taken apart into the variables of a text as it is made of them, where
// that settles them all; what does not fit is said not to.
func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text    string
		settled bool
		fits    func(v value.Value) bool
	}{
		{"{x, y : 0 .. 2 | x ≤ y • (x, y)}", true, func(v value.Value) bool {
			return component(v, 0) <= component(v, 1) &&
				isWithin(v)
		}},
		{"{x, y : 0 .. 2 • (y, x)}", true, isWithin},
		{"{x : 0 .. 2 • (x, x)}", true, func(v value.Value) bool {
			return isWithin(v) &&
				component(v, 0) == component(v, 1)
		}},
		{"{x : 0 .. 2 • (x, x + n)}", true, func(v value.Value) bool {
			return 0 <= component(v, 0) && component(v, 0) <= 2 && component(v, 1) == component(v, 0)+1
		}},
		{"{x : 0 .. 2 • (n, x)}", true, func(v value.Value) bool { return isWithin(v) && component(v, 0) == 1 }},
		{"{x : ℤ × ℤ | x.1 < x.2 • x}", true, func(v value.Value) bool { return component(v, 0) < component(v, 1) }},
		{"{x, y : 0 .. 2 • (x, x + y)}", false, nil},
		{"{x : 0 .. 2 • (x + 1, 0)}", false, nil},
	} {
		w := evaltest.Read(t, "", variables)
		e := w.Expr(test.text).(*zed.Comp)
		p, body := w.Texts.Pattern(e.Text, e.Body, e.Body)
		if (p != nil) != test.settled {
			t.Errorf("%s: settled is %v", test.text, p != nil)
		}
		if p == nil {
			continue
		}
		for x := int64(-1); x <= 3; x++ {
			for y := int64(-1); y <= 3; y++ {
				v := pair(x, y)
				got, reason := w.Truth(func(m *machine.Machine) machine.Truth {
					fits := p.Match(m, v)
					if fits != machine.True {
						return fits
					}
					back, ok := body(m)
					if !ok || !back.Equal(v) {
						t.Errorf("%s: %s is put together again as %s", test.text, v, back)
					}
					return fits
				}, frame(1)...)
				if got != machine.TruthOf(test.fits(v)) {
					t.Errorf("%s fits %s: %s (%v)", test.text, v, got, reason)
				}
				for _, holed := range []value.Value{value.OfTuple(value.OfHole(1), value.OfInt(y)),
					value.OfTuple(value.OfInt(x), value.OfHole(1))} {
					got, reason := w.Truth(func(m *machine.Machine) machine.Truth { return p.Match(m, holed) },
						frame(1)...)
					filled := map[machine.Truth]bool{}
					evaltest.Fillings(1, ints(-1, 4), func(holes map[int]value.Value) {
						filled[machine.TruthOf(test.fits(evaltest.Fill(holed, holes)))] = true
					})
					evaltest.Foresees(t, fmt.Sprintf("%s fits %s", test.text, holed), got, reason, 1, filled)
				}
			}
		}
	}
}

// TestPatternParts: what a constructor, a set of one member and a binding are made of settles
// variables, and a value that is not made so does not fit.
func TestPatternParts(t *testing.T) {
	t.Parallel()
	one, two := value.OfInt(1), value.OfInt(2)
	for _, test := range []struct {
		text  string
		value value.Value
		fits  machine.Truth
	}{
		{"{x : 0 .. 2 • {x}}", value.OfSet([]value.Value{one}), machine.True},
		{"{x : 0 .. 2 • {x}}", value.OfSet([]value.Value{value.OfInt(3)}), machine.False},
		{"{x : 0 .. 2 • {x}}", value.OfSet([]value.Value{one, two}), machine.False},
		{"{x : 0 .. 2 • {x}}", value.OfSet(nil), machine.False},
		{"{x : 0 .. 2 • {x}}", value.OfHole(1), machine.Unknown},
		{"{x, y : 0 .. 2 • {(x, y)}}", value.OfSeq([]value.Value{two}), machine.True},
		{"{x, y : 0 .. 2 • {(x, y)}}", value.OfSeq([]value.Value{two, two}), machine.False},
		{"{x, y : 0 .. 2 • {(x, y)}}", value.OfTotal("ℕ", one), machine.False},
		{"{x, y : 0 .. 2 | x < y • {(x, y)}}", value.OfSeq([]value.Value{value.OfHole(1)}), machine.Unknown},
		{"{x : 0 .. 2 • box x}", value.OfCtor("box", one), machine.True},
		{"{x : 0 .. 2 • box x}", value.OfAtom("red"), machine.False},
		{"{x : 0 .. 2 • ⦉a == {x}, b == 2⦊}",
			value.OfBinding([]string{"a", "b"}, []value.Value{value.OfSet([]value.Value{one}), two}), machine.True},
		{"{x : 0 .. 2 • ⦉a == {x}, b == 2⦊}",
			value.OfBinding([]string{"a", "b"}, []value.Value{value.OfSet([]value.Value{one}), one}), machine.False},
	} {
		w := evaltest.Read(t, "C ::= red | box⟪ℤ⟫", variables)
		e := w.Expr(test.text).(*zed.Comp)
		p, _ := w.Texts.Pattern(e.Text, e.Body, nil)
		if p == nil {
			t.Errorf("%s is not settled", test.text)
			continue
		}
		if got, reason := w.Truth(func(m *machine.Machine) machine.Truth { return p.Match(m, test.value) },
			frame(1)...); got != test.fits {
			t.Errorf("%s fits %s: %s (%v)", test.text, test.value, got, reason)
		}
	}
}

// component returns a component of a pair of integers.
func component(v value.Value, i int) int64 { n, _ := v.Elem(i).Int(); return n }

// isWithin tells whether both components are from 0 to 2.
func isWithin(v value.Value) bool {
	return 0 <= component(v, 0) && component(v, 0) <= 2 && 0 <= component(v, 1) && component(v, 1) <= 2
}
