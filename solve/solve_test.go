package solve_test

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

func show(r solve.Result) string {
	if r.Outcome != solve.Case {
		return r.Outcome.String()
	}
	var parts []string
	for name, v := range r.Model {
		parts = append(parts, fmt.Sprintf("%s=%s", name, v))
	}
	sort.Strings(parts)
	return strings.Join(parts, " ")
}

const sort1 = "#list' = #list + 1 ∧ list' ↾ {x?} = (list ↾ {x?}) ⌢ ⟨x?⟩ ∧ " +
	"(∀ y : (ran list) ∖ {x?} • list ↾ {y} = list' ↾ {y}) ∧ " +
	"(∀ i, j : dom list' • i < j ⇒ list' i ≤ list' j)"

var problems = []struct{ text, want string }{
	{"x : ℤ | x > 3", "x=4"},
	{"x : ℤ | x < 0", "x=-1"},
	{"x : ℕ | x < 0", "unsatisfiable"},
	{"x : ℤ | x > 10", "x=11"},
	{"x, y : ℤ | x < y ∧ y < x", "unsatisfiable"},
	{"x, y : ℤ | x + y = 5 ∧ x = y + 1", "x=3 y=2"},
	{"x, y : ℤ | x + y = 5 ∧ x = y", "unsatisfiable"},
	{"x, y : 1..4 | x + y = 5 ∧ x = y", "unsatisfiable"},
	{"x : ℤ; A : ℙ ℤ | x ∈ A ∧ A = ∅", "unsatisfiable"},
	{"x : ℤ; A : ℙ ℤ | x ∈ A", "A={0} x=0"},
	{"x : ℤ; A : ℙ ℤ | x ∈ A ∧ A ≠ {x}", "A={0, 1} x=0"},
	{"x : ℤ; A : ℙ ℤ | x ∈ A ∧ x ∉ A", "unsatisfiable"},
	{"x : ℤ; A : ℙ ℤ | x ∈ A ∧ #A = 0", "unsatisfiable"},
	{"S, T : ℙ ℤ | S ⊂ T ∧ T = ∅", "unsatisfiable"},
	{"S, T : ℙ ℤ | S = T ∧ S ≠ T", "unsatisfiable"},
	{"S, T : ℙ ℤ | S ≠ ∅ ∧ T ≠ ∅ ∧ S ∩ T = ∅", "S={0} T={1}"},
	{"S, T : ℙ ℤ | S ≠ ∅ ∧ S ∩ T = ∅ ∧ S ⊂ T", "unsatisfiable"},
	{"S, T : ℙ ℤ | S ∩ T ≠ ∅ ∧ ¬ S ⊆ T ∧ ¬ T ⊆ S ∧ S ≠ T", "S={0, 1} T={0, 2}"},
	{"list : seq ℤ; x? : ℤ | x? ∈ ran list", "list=⟨0⟩ x?=0"},
	{"list : seq ℤ; x? : ℤ | x? ∈ ran list ∧ list = ⟨⟩", "unsatisfiable"},
	{"list : seq ℤ; x? : ℤ | x? ∉ ran list ∧ list ≠ ⟨⟩", "list=⟨0⟩ x?=1"},
	{"s : seq ℤ | #s = 5", "s=⟨0, 0, 0, 0, 0⟩"},
	{"s : seq ℤ | #s > 3", "s=⟨0, 0, 0, 0⟩"},
	{"s : seq ℤ | #s < 0", "unsatisfiable"},
	{"f : NAME ⇸ ℤ; n : NAME | n ∈ dom f ∧ f n > 2", "f={n1 ↦ 3} n=n1"},
	{"c : COLOUR | c ≠ red ∧ c ≠ green", "c=blue"},
	{"c : COLOUR | c ≠ red ∧ c ≠ green ∧ c ≠ blue", "unsatisfiable"},
	{"a, b, c, d : NAME | a ≠ b ∧ b ≠ c ∧ a ≠ c ∧ d ≠ a ∧ d ≠ b ∧ d ≠ c", "a=n1 b=n2 c=n3 d=n4"},
	{"list : seq ℤ; x? : ℤ; list' : seq ℤ | " + sort1, "list'=⟨0⟩ list=∅ x?=0"},
	{"list : seq ℤ; x? : ℤ | ∃ list' : seq ℤ • " + sort1, "list=∅ x?=0"},
	{"list : seq ℤ; x? : ℤ | (x? ∉ ran list) ∧ ¬ (∃ list' : seq ℤ • " + sort1 + ")", "none-in-scope"},
	{"x : ℤ; y! : ℤ | y! > x", "x=0 y!=1"},
	{"x : ℤ | ∀ y : ℤ • y > x", "unsatisfiable|undecided|none-in-scope"},
	{"x : ℤ | ∃ y : ℕ • x = y + 100", "none-in-scope|x=100|x=200"},
	{"p : ℤ × ℤ | p = (1, 2)", "p=(1, 2)"},
	{"x : ℤ | x = 1 ∨ x = 2", "x=1"},
	{"x : ℤ | (x < 0 ∨ x > 20) ∧ x ≥ 0 ∧ x ≤ 20", "unsatisfiable"},
	// Outside of the scope, where the predicate gives a range.
	{"x : ℤ | x = 1000 * 1000", "x=1000000"},
	{"x : ℤ | x > 500 ∧ x < 502", "x=501"},
	{"x : ℤ | x * x = 10000", "x=100"},
	{"x : ℤ | x * x = 10001", "unsatisfiable"},
	{"x, y : ℤ | x * y = 91 ∧ x > 1 ∧ y > x", "x=7 y=13"},
	{"x : ℤ | x mod 7 = 3 ∧ x > 100 ∧ x < 200", "x=101"},
	{"x : ℤ | x div 10 = -57 ∧ x mod 10 = 3", "x=-567"},
	{"A : ℙ (1 .. 10); n : ℤ | n = #A ∧ n ∈ A ∧ n > 4", "A={1, 2, 3, 4, 5} n=5"},
	{"x, y : ℤ | x + y = 500 ∧ x - y = 100", "x=300 y=200"},
	{"x, y, z : ℤ | x < y ∧ y < z ∧ x + y + z = 1000 ∧ z - x < 4", "x=332 y=333 z=335"},
	{"p : ℤ × ℤ | p.1 + p.2 = 100 ∧ p.1 = p.2", "p=(50, 50)"},
	{"A, B : ℙ ℤ | A ∪ B = 1 .. 6 ∧ A ∩ B = ∅ ∧ #A = 2", "A={1, 2} B={3, 4, 5, 6}"},
	// What each element of a known set says of a part that is not chosen yet.
	{"s : seq ℤ | #s = 3 ∧ (∀ i : dom s • s i = 100 * i)", "s=⟨100, 200, 300⟩"},
	{"s : seq ℤ | #s = 20 ∧ (∀ i : 1 .. 19 • s (i + 1) = s i + 50) ∧ s 1 = 1000",
		"s=⟨1000, 1050, 1100, 1150, 1200, 1250, 1300, 1350, 1400, 1450, 1500, 1550, 1600, 1650, 1700, 1750, 1800, 1850, 1900, 1950⟩"},
	{"f : 1 .. 4 → ℤ | f 1 = 50 ∧ (∀ i : 2 .. 4 • f i = 2 * f (i - 1))", "f=⟨50, 100, 200, 400⟩"},
	{"f : NAME → NAME | ∀ n : NAME • f n ≠ n ∧ (∀ m : NAME | m ≠ n • f m ≠ f n)", "f={n1 ↦ n2, n2 ↦ n3, n3 ↦ n1}"},
	{"f : NAME → ℤ; n : NAME | f n = 500 ∧ #(dom f) = 3", "f={n1 ↦ 500, n2 ↦ 0, n3 ↦ 0} n=n1"},
	{"f : NAME ⇸ ℤ; n : NAME | n ∉ dom f ∧ ran f = {7, 8}", "f={n1 ↦ 7, n2 ↦ 8} n=n3"},
	{"f : NAME ⤖ 1 .. 3 | ¬ (∃ n : NAME • f n = 1)", "unsatisfiable|none-in-scope"},
	// Sets of one element.
	{"n : NAME; S : ℙ NAME | {n} ∩ S ≠ ∅ ∧ {n} ∖ S ≠ ∅", "unsatisfiable"},
	{"n : NAME; S : ℙ NAME | n ∈ S ∧ S ∩ {n} = ∅", "unsatisfiable"},
	{"n : NAME; S : ℙ NAME | S ≠ ∅ ∧ S ⊂ {n}", "unsatisfiable"},
	{"n, m : NAME; S : ℙ NAME | m ∈ S ∧ S ⊆ {n} ∧ m ≠ n", "unsatisfiable"},
	{"n, m : NAME; S : ℙ NAME | n ∈ S ∧ #S = 1 ∧ S ≠ {n}", "unsatisfiable"},
	{"n, m : NAME; S, T : ℙ NAME | n ∈ S ∧ n ∈ T ∧ m ∉ T ∧ m ∈ S ∧ S ∩ T ≠ ∅ ∧ S ∖ T = ∅", "unsatisfiable"},
	{"n : NAME; k : ℤ; f : NAME ⇸ ℤ | f ≠ ∅ ∧ dom f ⊂ dom {n ↦ k}", "unsatisfiable"},
	{"n : NAME; k : ℤ; f : NAME ⇸ ℤ | f ≠ ∅ ∧ ran f ⊂ ran {n ↦ k}", "unsatisfiable"},
	{"n : NAME; k : ℤ; f : NAME ⇸ ℤ | {n ↦ k} ⊂ f ∧ n ∉ dom f", "unsatisfiable"},
	{"n : NAME; k : ℤ; f : NAME ⇸ ℤ | (n, k) ∈ f ∧ k ∉ ran f", "unsatisfiable"},
	{"n : NAME; S : ℙ NAME | {n} ∩ S ≠ ∅ ∧ S ∖ {n} ≠ ∅", "S={n1, n2} n=n1"},
	{"n : NAME; S : ℙ NAME | S ⊂ {n}", "S=∅ n=n1"},
}

func TestSolve(t *testing.T) {
	for _, c := range problems {
		t.Run(c.text, func(t *testing.T) {
			r := embedded.New(solve.Options{}).Solve(context.Background(), problem(t, c.text))
			got := show(r)
			t.Logf("%s; %s (%d steps)", got, r.Reason, r.Steps)
			for _, want := range strings.Split(c.want, "|") {
				if got == want {
					return
				}
			}
			t.Errorf("got %s, want %s: %s", got, c.want, r.Reason)
		})
	}
}

// TestBeyond: with the option, what has nothing in the scope is looked for
// around what occurs in the predicate, and the scope comes first all the same.
func TestBeyond(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"x : ℤ | x > 1000", "x=1001"},
		{"x : ℤ | x > 3", "x=4"},
		{"s : seq ℤ | #s > 3", "s=⟨0, 0, 0, 0⟩"},
		{"x, y : ℤ | x < y ∧ y < x + 2 ∧ x > 300", "x=301 y=302"},
	} {
		if got := show(embedded.New(solve.Options{Beyond: true}).Solve(t.Context(),
			problem(t, c.text))); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

func newList(n int) map[string]value.Value {
	items := make([]value.Value, n)
	for i := range items {
		items[i] = value.OfInt(int64(i*7%(n/2+2)) - 3)
	}
	return map[string]value.Value{"list": value.OfSeq(items), "x?": value.OfInt(2)}
}

func TestSortStub(t *testing.T) {
	p := problem(t, "list : seq ℤ; x? : ℤ; list' : seq ℤ | "+sort1)
	for _, n := range []int{0, 1, 8, 20} {
		p.Bound = newList(n)
		r := embedded.New(solve.Options{}).Solve(context.Background(), p)
		t.Logf("%d: %s in %d steps", n, show(r), r.Steps)
		if r.Outcome != solve.Case || r.Model["list'"].Len() != n+1 {
			t.Errorf("%d elements: %s, %s", n, show(r), r.Reason)
		}
	}
}

func BenchmarkSortStub(b *testing.B) {
	for _, n := range []int{3, 8, 20} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := problem(&testing.T{}, "list : seq ℤ; x? : ℤ; list' : seq ℤ | "+sort1)
			p.Bound = newList(n)
			s := embedded.New(solve.Options{})
			for b.Loop() {
				if r := s.Solve(context.Background(), p); r.Outcome != solve.Case {
					b.Fatal(r.Reason)
				}
			}
		})
	}
}

func BenchmarkBound(b *testing.B) {
	p := problem(&testing.T{}, "list : seq ℤ; x? : ℤ | x? ∈ ran list ∧ #list > 1")
	p.Bound = newList(8)
	s := embedded.New(solve.Options{})
	for b.Loop() {
		if r := s.Solve(context.Background(), p); r.Outcome != solve.Case {
			b.Fatal(r.Reason)
		}
	}
}

// TestApart: what a binding or a tuple equals is taken apart, and where the
// whole is not decided the branches of a disjunction are.
func TestApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want solve.Outcome
	}{
		{"f, f' : ℤ ⇸ [b : seq ℕ] | f = {1 ↦ ⦉b == ⟨7⟩⦊} ∧ (∃ b : seq ℕ • ⦉b == b⦊ = f 1 ∧ f' = f ⊕ {1 ↦ ⦉b == b ⌢ ⟨8⟩⦊})", solve.Case},
		{"p : ℤ × ℤ; p' : ℤ × ℤ | p = (3, 4) ∧ (∃ x, y : ℤ • (x, y) = p ∧ p' = (y, x + 100))", solve.Case},
		{"n : ℕ; f' : ℤ ⇸ (seq ℕ) | n = 1 ∧ ((∃ s : seq ℕ • s = ⟨n⟩ ∧ f' = {n ↦ s ⌢ ⟨500⟩}) ∨ (n = n + 1 ∧ f' = ∅))",
			solve.Case},
		{"n : ℕ; m' : ℤ | n = 1 ∧ ((∃ k : ℤ • k = n ∧ m' = k + 500 ∧ n > 3) ∨ (n < 0 ∧ m' = 0))", solve.Unsatisfiable},
	} {
		if r := embedded.New(solve.Options{}).Solve(t.Context(), problem(t, c.in)); r.Outcome != c.want {
			t.Errorf("%s: %v: %s", c.in, r.Outcome, r.Reason)
		}
	}
}
