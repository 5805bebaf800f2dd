package eval_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

func truths(t *testing.T, f []value.Value, lines string) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		want, text, _ := strings.Cut(line, ": ")
		if got, reason := compile(t, text).Truth(f); got.String() != want {
			t.Errorf("%s is %s, want %s (%v)", text, got, want, reason)
		}
	}
}

// A variable of an infinite set, or of a large range, is bounded by a predicate
// that must hold of it. Ranges here are beyond what could be run through.
func TestBounds(t *testing.T) {
	truths(t, frame(), `
true: ∃ x, y : ℤ • x = y + 1 ∧ y = 3 ∧ x = 4
true: ∃ x : ℤ; y : A • x = y + 1 ∧ x = 3
true: ∀ x : ℕ | x < 5 • x * x < 17
false: ∀ x : ℕ | x < 5 • x ≠ 0
true: ∀ x : ℕ₁ | x ≤ 5 • x ≠ 0
true: ∀ x : ℤ • x ∉ A ∨ x > 0
true: ∀ x : ℤ • ¬ (x ∈ A ∧ x > 2)
true: ∀ x : ℤ • x ≠ 3 ∨ x > 2
true: ∀ x : ℤ • n = 2 ⇒ (x ∈ A ⇒ x < 3)
true: ∃ x : ℤ • 5 ↦ x ∈ f ∧ x = 4
true: ∃ g : seq ℤ • g = s ∧ #g = 3
false: ∃ x : ℕ • x = -1
true: ∀ i : 1 .. 2000000000 | i < 4 • i < 5
true: ∃ i : 1 .. 2000000000 • i > 1999999999 ∧ i > 5
undefined: ∃ x : ℤ • x > 3
true: ∃ A : ℙ (1 .. 60) • #A = 1
true: ∃ g : {1, 2, 3} → 1 .. 6 • g 1 = 2 ∧ g 3 = 6
true: #({1, 2, 3} → 1 .. 6) = 216
true: #(1 .. 2 ⇸ 1 .. 2) = 9
true: #(1 .. 3 ⤖ 1 .. 3) = 6
true: #(iseq {1, 2, 3}) = 16
true: #(A ↔ A) = 16
true: ∀ g : iseq {1, 2} • #g ≤ 2
undefined: #(ℙ (1 .. 60)) = 1
undefined: #((1 .. 200000) × (1 .. 200000)) = 1
undefined: #(((1 .. 200000) × {1}) ⨾ ({1} × (1 .. 200000))) = 1
true: max (1 .. 2000000000) = 2000000000
true: (λ x : ℤ • x * x) 12 = 144
undefined: (λ x : ℕ • x) (-1) = 1
true: (λ x, y : ℤ | x < y • y - x) (3, 5) = 2
true: (3, 9) ∈ (λ x : ℤ • x * x)
true: (3, 5) ∈ {x, y : ℤ | x < y}
true: (7, 7) ∈ id ℤ ∧ (1, 7) ∉ id ℤ
true: (9, 9) ∈ {1 ↦ 2, 2 ↦ 3} * ∧ (1, 3) ∈ {1 ↦ 2, 2 ↦ 3} *
true: {1 ↦ 2, 2 ↦ 3} * ⦇ {1} ⦈ = {1, 2, 3}
true: ℕ ⊆ ℤ ∧ ¬ ℕ ⊆ {1}
`)
}

func TestHolesInStructures(t *testing.T) {
	truths(t, frameWithHoles(), `
false: s ∈ seq ℕ ∧ s 1 = 4
unknown: s ∈ seq ℕ
true: s ∈ seq ℤ ∧ s ∈ ℤ ⇸ ℤ
true: 1 ↦ 3 ∈ s
false: 1 ↦ 4 ∈ s
false: 9 ↦ 4 ∈ s
unknown: 2 ↦ 4 ∈ s
unknown: ∃₁ x : ran s • x > -100
true: (s ⊕ {2 ↦ 5}) 2 = 5
unknown: (s ⊕ {2 ↦ 5}) 3 = 5
true: s ⊕ {2 ↦ 5, 3 ↦ 6} = ⟨3, 5, 6⟩
unknown: s ∈ iseq ℤ
false: (⟨3⟩ ⌢ s) ∈ iseq ℤ
unknown: n + s 2 > 0
`)
}

// A predicate that mentions a bound variable and is reached 2⁵⁰ times is
// compiled once, and evaluated once for each value of the variable.
func TestSharedUnderQuantifiers(t *testing.T) {
	truth := zed.Info{Type: zed.BoolType{}}
	local := func(name string) zed.Expr {
		return &zed.Ref{Info: zed.Info{Type: zed.IntType{}}, Name: name, Kind: zed.Local}
	}
	not := func(e zed.Expr) zed.Expr { return &zed.Logic{Info: truth, Op: zed.Not, Args: []zed.Expr{e}} }
	var e zed.Expr = &zed.Op{Info: truth, Op: zed.Less, Args: []zed.Expr{local("n"), local("x")}}
	for range 50 {
		e = &zed.Logic{Info: truth, Op: zed.Or, Args: []zed.Expr{not(e), not(e)}}
	}
	set := &zed.SetExt{Info: zed.Info{Type: zed.PowerType{Elem: zed.IntType{}}},
		Elems: []zed.Expr{value.Literal(value.OfInt(1), zed.IntType{}), value.Literal(value.OfInt(5), zed.IntType{})}}
	for q, want := range map[zed.Quantifier][3]eval.Truth{
		zed.Exists:  {eval.True, eval.True, eval.False},
		zed.Forall:  {eval.True, eval.False, eval.False},
		zed.Exists1: {eval.False, eval.True, eval.False},
	} {
		text := zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{{Name: "x"}}, Type: set}}}
		p, err := eval.Compile(&zed.Quant{Info: truth, Q: q, Text: text, Body: e}, []string{"n"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range []int64{0, 3, 7} {
			if got, _ := p.Truth([]value.Value{value.OfInt(n)}); got != want[i] {
				t.Errorf("quantifier %d with n = %d is %s, want %s", q, n, got, want[i])
			}
		}
	}
}

func TestConcurrently(t *testing.T) {
	p := compile(t, "∃ x : ran s • ∀ y : ran s • x = n ∧ y ≤ x")
	var group sync.WaitGroup
	for worker := range int64(4) {
		group.Go(func() {
			for i := range int64(200) {
				f := frame()
				f[0], f[3] = seq(worker, i), value.OfInt(max(worker, i))
				if got, reason := p.Truth(f); got != eval.True {
					t.Errorf("%v is %s (%v)", f, got, reason)
				}
			}
		})
	}
	group.Wait()
}

// A variable that a text declares twice is in both sets.
func TestDeclaredTwice(t *testing.T) {
	truth := zed.Info{Type: zed.BoolType{}}
	set := func(ns ...int64) zed.Expr {
		e := &zed.SetExt{Info: zed.Info{Type: zed.PowerType{Elem: zed.IntType{}}}}
		for _, n := range ns {
			e.Elems = append(e.Elems, value.Literal(value.OfInt(n), zed.IntType{}))
		}
		return e
	}
	x := []zed.Ident{{Name: "x"}}
	body := &zed.Op{Info: truth, Op: zed.In, Args: []zed.Expr{&zed.Ref{Name: "x", Kind: zed.Local}, set(1, 3)}}
	text := zed.Text{Decls: []zed.Decl{{Names: x, Type: set(1, 2)}, {Names: x, Type: set(2, 3)}}}
	p, err := eval.Compile(&zed.Quant{Info: truth, Q: zed.Exists, Text: text, Body: body}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := p.Truth(nil); got != eval.False {
		t.Errorf("got %s", got)
	}
}

// TestSession: evaluations share what they may look at, and are undefined when
// it is used up or the caller gives up.
func TestSession(t *testing.T) {
	t.Parallel()
	p, whole := compile(t, "∀ i, j : 1..100 • i + j > 0"), frame()
	b := &eval.Session{Left: 60_000}
	for i, want := range []eval.Truth{eval.True, eval.True, eval.Undefined} {
		whole[3] = value.OfInt(int64(i)) // another frame: nothing is remembered of it
		if got, reason := p.TruthIn(b, whole); got != want || got == eval.Undefined && !reason.Infinite {
			t.Errorf("evaluation %d: %v, %v; want %v", i, got, reason, want)
		}
	}
	stopped := &eval.Session{Left: 50_000, Stop: func() bool { return true }}
	if got, _ := p.TruthIn(stopped, whole); got != eval.Undefined {
		t.Errorf("stopped: %v", got)
	}
}
