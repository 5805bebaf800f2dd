package smt

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// writer writes random predicates over x, y : ℤ; A, B : ℙ ℤ; s : seq ℤ; f : ℤ ⇸ ℤ;
// n : NAME; g : NAME ↔ NAME.
type writer struct{ *rand.Rand }

const randomVars = "x, y : ℤ; A, B : ℙ ℤ; s : seq ℤ; f : ℤ ⇸ ℤ; n : NAME; g : NAME ↔ NAME | "

func (w writer) pick(of ...string) string { return of[w.IntN(len(of))] }

func (w writer) number(d int) string {
	if d == 0 || w.IntN(3) == 0 {
		return w.pick("x", "y", "0", "1", "2", "#s", "#A", "#g")
	}
	return w.pick(
		fmt.Sprintf("(%s %s %s)", w.number(d-1), w.pick("+", "-", "*", "div", "mod"), w.number(d-1)),
		"s x", "head s", "last s", "f y", "f (s 1)", "max A", "min B",
		fmt.Sprintf("#(%s)", w.set(d-1)), "(μ i : A | i > x)", "(if x < y then f x else y)")
}

func (w writer) set(d int) string {
	if d == 0 || w.IntN(3) == 0 {
		return w.pick("A", "B", "ran s", "{x}", "{x, y}", "{1}", "dom s", "dom f", "ran f", "(x..y)", "(0..2)",
			"(A ∖ A)")
	}
	return w.pick(
		fmt.Sprintf("(%s %s %s)", w.set(d-1), w.pick("∪", "∩", "∖"), w.set(d-1)),
		fmt.Sprintf("{i : %s | %s • i + 1}", w.set(d-1), w.pick("i > x", "i ∈ B", "i ∈ dom f ∧ f i > 0")),
		fmt.Sprintf("f⦇%s⦈", w.set(d-1)), fmt.Sprintf("ran (%s)", w.function(d-1)),
		fmt.Sprintf("dom (%s)", w.function(d-1)),
		fmt.Sprintf("{f x, %s}", w.number(d-1)))
}

func (w writer) function(d int) string {
	if d == 0 || w.IntN(3) == 0 {
		return w.pick("f", "s", "f∼", "(f ⊕ {x ↦ y})", "{x ↦ y, y ↦ x}", "(λ i : A • i - 1)", "(s ⊕ f)")
	}
	return w.pick(
		fmt.Sprintf("(%s %s %s)", w.set(d-1), w.pick("◁", "⩤"), w.function(d-1)),
		fmt.Sprintf("(%s %s %s)", w.function(d-1), w.pick("▷", "⩥"), w.set(d-1)),
		fmt.Sprintf("(%s %s %s)", w.function(d-1), w.pick("⨾", "∪", "⊕", "∩"), w.function(d-1)))
}

func (w writer) list(d int) string {
	if d == 0 || w.IntN(3) == 0 {
		return w.pick("s", "(tail ⟨x⟩)", "⟨x⟩", "⟨y, x⟩")
	}
	return w.pick("(rev s)", "(tail s)", "(front s)", fmt.Sprintf("(s ↾ %s)", w.set(d-1)),
		fmt.Sprintf("(%s ↿ s)", w.set(d-1)),
		fmt.Sprintf("(%s ⌢ %s)", w.list(d-1), w.list(d-1)), fmt.Sprintf("(squash (%s ◁ s))", w.set(d-1)))
}

func (w writer) predicate(d int) string {
	if d > 0 && w.IntN(3) > 0 {
		a, b := w.predicate(d-1), w.predicate(d-1)
		return w.pick("("+a+" ∧ "+b+")", "("+a+" ∨ "+b+")", "("+a+" ⇒ "+b+")", "("+a+" ⇔ "+b+")", "(¬ "+a+")",
			"(∀ i : "+w.set(1)+" • ("+a+" ∨ i < x))", "(∃ i : ℤ • i ∈ "+w.set(1)+" ∧ i > y)",
			"(∃ i : "+w.set(1)+" • f i = x)",
			"(∃₁ i : "+w.set(1)+" • i ∈ A ∨ f i = 1)", "(∀ i, j : dom s • i < j ⇒ s i ≤ s j)",
			"(∃ t : seq ℤ • t = "+w.list(1)+" ∧ #t > x)")
	}
	switch w.IntN(8) {
	case 0:
		return fmt.Sprintf("%s %s %s", w.number(1), w.pick("∈", "∉"), w.set(2))
	case 1:
		return fmt.Sprintf("%s %s %s", w.set(1), w.pick("=", "≠", "⊂", "⊆"), w.set(1))
	case 2:
		return fmt.Sprintf("%s %s %s", w.function(1), w.pick("=", "≠", "⊆"), w.function(1))
	case 3:
		return fmt.Sprintf("%s %s %s", w.list(1), w.pick("=", "≠", "prefix", "suffix", "infix"), w.list(2))
	case 4:
		return w.pick("n ∈ dom g", "(n ↦ n) ∈ g⁺", "g⦇{n}⦈ = NAME", "g ⨾ g ⊆ g", "g∼ = g", "g ∩ id NAME = ∅",
			"g ∈ NAME ⇸ NAME", "g ∈ NAME → NAME", "g ∈ NAME ⤔ NAME", "(∀ m : NAME • m ∈ ran g)")
	case 5:
		return fmt.Sprintf("%s ∈ %s", w.function(1), w.pick("ℤ ⇸ ℤ", "A ⇸ B", "A → B", "ℤ ⤔ ℤ", "A ↔ ℕ", "seq ℤ",
			"seq A", "iseq ℤ", "seq₁ ℤ"))
	}
	return fmt.Sprintf("%s %s %s", w.number(2), w.pick("<", "≤", "=", "≠", ">"), w.number(1))
}

// isInScope tells whether values are in a scope: the embedded solver finds those
// beyond too where the predicate determines them.
func isInScope(model map[string]value.Value, sc value.Scope) bool {
	var fits func(v value.Value) bool
	fits = func(v value.Value) bool {
		if n, ok := v.Int(); ok {
			return n >= sc.IntMin && n <= sc.IntMax
		}
		if v.Kind() == value.Set && v.Len() > sc.Set || v.Kind() == value.Seq && v.Len() > sc.Seq {
			return false
		}
		return !slices.ContainsFunc(v.Items(), func(x value.Value) bool { return !fits(x) })
	}
	for _, v := range model {
		if !fits(v) {
			return false
		}
	}
	return true
}

// TestRandom: a back end finds no case where the embedded solver finds that
// there is none in scope, and finds one where that does; TTF_INT_RANDOM says
// how many problems to try.
func TestRandom(t *testing.T) {
	t.Parallel()
	n, err := strconv.Atoi(os.Getenv("TTF_INT_RANDOM"))
	if err != nil {
		n = 8
	}
	for _, program := range Programs {
		t.Run(program.Name, func(t *testing.T) {
			s := startProgram(t, program.Name)
			embedded := embedded.New(solve.Options{Steps: 50_000})
			outcomes := map[string]int{}
			w := writer{rand.New(rand.NewPCG(5, 6))}
			for range n {
				text := w.predicate(2) + " ∧ " + w.predicate(1)
				p := problemOf(t, randomVars+text)
				p.Scope = value.Scope{IntMin: -1, IntMax: 2, Set: 2, Seq: 2, Given: 2}
				ours, got := embedded.Solve(t.Context(), p), s.Solve(t.Context(), p)
				pair := letter(ours.Outcome) + letter(got.Outcome)
				if pair == "cu" || pair == "uc" || pair == "nc" || pair == "cn" && isInScope(ours.Model, p.Scope) ||
					strings.Contains(got.Reason, "not confirmed") {
					t.Errorf("%s\n\t%s\n\tours: %s", text, describe(got), describe(ours))
				}
				outcomes[pair]++
			}
			t.Logf("ours and theirs: %v", outcomes)
		})
	}
}
