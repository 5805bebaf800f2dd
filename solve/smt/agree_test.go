package smt

import (
	"fmt"
	"maps"
	"sort"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

const sort1 = "#list' = #list + 1 ∧ list' ↾ {x?} = (list ↾ {x?}) ⌢ ⟨x?⟩ ∧ " +
	"(∀ y : (ran list) ∖ {x?} • list ↾ {y} = list' ↾ {y}) ∧ " +
	"(∀ i, j : dom list' • i < j ⇒ list' i ≤ list' j)"

// problems are of all kinds, each with the outcomes that a back end may give it:
// c a case, u unsatisfiable, n none in scope, ? undecided.
var problems = []struct{ outcomes, text string }{
	// Integers.
	{"c", "x : ℤ | x > 3"},
	{"u", "x : ℕ | x < 0"},
	{"n", "x : ℤ | x > 10"},
	{"c", "x : ℤ | x = 100"},
	{"u", "x, y : ℤ | x < y ∧ y < x"},
	{"c", "x, y : ℤ | x + y = 5 ∧ x = y + 1"},
	{"u", "x, y : ℤ | x + y = 5 ∧ x = y"},
	{"u", "x, y : 1..4 | x + y = 5 ∧ x = y"},
	{"c", "x : ℤ | x * x = 49 ∧ x < 0"},
	{"c", "x, y : ℤ | x div y = -3 ∧ x mod y = -1 ∧ y < 0"},
	{"c", "x, y : ℤ | x div 3 = y ∧ x mod 3 = 2 ∧ x < 0"},
	{"?", "x, y : ℤ | x div 0 = y"},
	{"?", "x : ℤ | x div 0 ≠ x div 0"},
	{"?", "x : ℤ | (x div 0, x) = (x div 0, x)"},
	{"?", "x : ℤ | ∃ y : 0..1 • y = 1 div 0"},
	{"?", "x : ℤ | ∀ y : 0..1 • 1 div y = 1"},
	{"?", "x : ℤ | x ∈ {y : 0..1 • 1 div (y * 0)}"},
	{"?", "x : 0..3 | x div (x - x) = 1"},
	{"?", "x : ℤ | x < 0 ∧ 5 = (if x < 0 then x div 0 else 5)"},
	{"?", "s : seq ℤ | s = ⟨⟩ ∧ head s = 1"},
	{"?", "s : seq ℤ | #s = 0 ∧ ¬ last s ∈ {1, 2}"},
	{"?", "f : ℤ ⇸ ℤ; x : ℤ | f = ∅ ∧ x = f 1"},
	{"?", "f : ℤ ⇸ ℤ; x : ℤ | f = {1 ↦ 2} ∧ f 3 = x"},
	{"?", "A : ℙ ℤ | A = ∅ ∧ min A = 1"},
	{"?", "A : ℙ ℤ; f : ℤ ⇸ ℤ | f = ∅ ∧ A = ∅ ∧ A ⊆ {f 1, 2}"},
	{"?", "A : ℙ ℤ; f : ℤ ⇸ ℤ | f = ∅ ∧ A = ∅ ∧ A ∈ ℙ {f 1}"},
	{"?", "x : ℤ; f : ℤ ⇸ ℤ | f = ∅ ∧ x ∉ {f 1} ∩ {x + 1}"},
	{"?", "x : ℤ; f : ℤ ⇸ ℤ | f = ∅ ∧ x ∈ {x} ∪ {f 1}"},
	{"?", "x : ℤ; f : ℤ ⇸ ℤ | f = ∅ ∧ x ∉ ∅ ∖ {f 1}"},
	{"?", "x : ℤ; f : ℤ ⇸ ℤ | f = ∅ ∧ ∅ ∩ {f x} = ∅[ℤ]"},
	{"?", "f : ℤ ⇸ ℤ | f = ∅ ∧ f ∈ {f 1} ⇸ ℤ"},
	{"?", "f : ℤ ⇸ ℤ | f = ∅ ∧ {f 1} ◁ f = ∅"},
	{"?", "s : seq ℤ | s = ⟨⟩ ∧ s ∈ seq {head s}"},
	{"?", "A : ℙ ℤ | A = ∅ ∧ (∀ y : A ∖ {min A} • y > 1)"},
	{"c", "A : ℙ ℤ; f : ℤ ⇸ ℤ | f = ∅ ∧ A = ∅ ∧ A ⊆ {i : ℤ | i = f 1}"},
	{"u", "x : ℤ | x div 0 = 1 ∧ x < 0 ∧ x > 0"},
	{"u", "x : 1..3 | 6 div x = 5"},
	{"u", "s : seq ℤ | s = ⟨2⟩ ∧ head s = 1"},
	{"u", "x : ℤ | (x < 0 ∨ x > 20) ∧ x ≥ 0 ∧ x ≤ 20"},
	{"c", "x : ℤ; y! : ℤ | y! > x + 1000"},
	// Sets.
	{"u", "x : ℤ; A : ℙ ℤ | x ∈ A ∧ A = ∅"},
	{"c", "x : ℤ; A : ℙ ℤ | x ∈ A ∧ A ≠ {x}"},
	{"u", "x : ℤ; A : ℙ ℤ | x ∈ A ∧ #A = 0"},
	{"un", "S, T : ℙ ℤ | S ⊂ T ∧ T = ∅"},
	{"c", "S, T : ℙ ℤ | S ≠ ∅ ∧ T ≠ ∅ ∧ S ∩ T = ∅"},
	{"un", "S, T : ℙ ℤ | S ≠ ∅ ∧ S ∩ T = ∅ ∧ S ⊂ T"},
	{"c", "S, T : ℙ ℤ | S ∩ T ≠ ∅ ∧ ¬ S ⊆ T ∧ ¬ T ⊆ S ∧ S ≠ T"},
	{"c", "S, T : ℙ NAME | #(S ∪ T) = 3 ∧ #(S ∩ T) = 1 ∧ S ⊖ T ≠ ∅"},
	{"c", "S : ℙ ℤ | max S - min S = 4 ∧ #S = 3"},
	{"n", "S : ℙ ℤ | min S > max S"},
	{"un", "n, m : NAME; S : ℙ NAME | n ∈ S ∧ #S = 1 ∧ S ≠ {n}"},
	{"c", "a, b, c, d : NAME | a ≠ b ∧ b ≠ c ∧ a ≠ c ∧ d ≠ a ∧ d ≠ b ∧ d ≠ c"},
	{"u", "c : COLOUR | c ≠ red ∧ c ≠ green ∧ c ≠ blue"},
	{"c", "c : COLOUR | c ≠ red ∧ c ≠ green"},
	{"c", "A : ℙ NAME; R : ℙ NAME ↔ NAME | R ∈ ℙ A → NAME ∧ #R = 2"},
	{"c", "n : NAME; R : NAME ↔ ℙ NAME | R ∈ NAME ↠ ℙ {n}"},
	{"c", "F : ℙ (ℙ ℤ) | ⋃ F = {1, 2, 3} ∧ #F = 2 ∧ ⋂ F ≠ ∅"},
	{"c", "A : ℙ ℤ | {x : A | x > 2 • x + 1} = {4, 6}"},
	{"c", "A : ℙ ℤ | (∃₁ x : A • x > 3) ∧ #A = 3"},
	{"c", "A, B : ℙ ℤ | ⟨A, B⟩ partition 1..2 ∧ A ≠ ∅ ∧ B ≠ ∅"},
	// Relations and functions.
	{"c", "f : NAME ⇸ ℤ; n : NAME | n ∈ dom f ∧ f n > 2"},
	{"n", "f : NAME ⇸ ℤ; n : NAME | n ∉ dom f ∧ f n = f n"},
	{"c", "f : NAME ⇸ ℤ; n : NAME | n ∉ dom f ∧ (f n = 1 ∨ n ∈ NAME)"},
	{"n", "f, f' : NAME ⇸ ℤ; n : NAME | f' = f ⊕ {n ↦ 7} ∧ f' n ≠ 7"},
	{"c", "f, f' : NAME ⇸ ℤ; n : NAME | f' = f ⊕ {n ↦ f n - 1} ∧ #f' = 2"},
	{"c", "f : NAME ⤔ ℤ | #f = 3 ∧ ran f ⊆ 1..3"},
	{"n", "f : NAME ↣ ℤ | #(ran f) < #(dom f)"},
	{"c", "f : 1..3 → ℤ | ∀ i : 1..2 • f i < f (i + 1)"},
	{"c", "R : NAME ↔ NAME | R ⨾ R ≠ ∅ ∧ R ∩ id NAME = ∅"},
	{"c", "R : ℤ ↔ ℤ | (1, 3) ∈ R⁺ ∧ (1, 3) ∉ R"},
	{"n", "R : NAME ↔ NAME; n, m : NAME | (n, m) ∈ R* ∧ n ≠ m ∧ (n, m) ∉ R⁺"},
	{"c", "R : NAME ↔ NAME; S : ℙ NAME | R⦇S⦈ = NAME ∧ #S = 1"},
	{"c", "R : NAME ↔ ℤ | {1, 2} ◁ R∼ ≠ ∅ ∧ R ⩥ {1} ≠ R ∧ #R = 2"},
	{"c", "p : ℤ × ℤ | p.1 > p.2 ∧ p.2 = 4"},
	// Sequences.
	{"c", "list : seq ℤ; x? : ℤ | x? ∈ ran list"},
	{"u", "list : seq ℤ; x? : ℤ | x? ∈ ran list ∧ list = ⟨⟩"},
	{"c", "s : seq ℤ | #s = 5"},
	{"n", "s : seq ℤ | #s > 3"},
	{"u", "s : seq ℤ | #s < 0"},
	{"c", "list : seq ℤ; x? : ℤ; list' : seq ℤ | #list = 1 ∧ " + sort1},
	{"c", "list : seq ℤ; x? : ℤ | #list = 1 ∧ (∃ list' : seq ℤ • " + sort1 + ")"},
	{"c", "s, t : seq ℤ | s ⌢ t = ⟨1, 2, 3⟩ ∧ rev t = ⟨3, 2⟩"},
	{"c", "s : seq ℤ | head s = last s ∧ tail s ≠ ⟨⟩ ∧ front s ≠ tail s"},
	{"n", "s : seq ℤ | head s ≠ s 1"},
	{"c", "s : iseq NAME; n : NAME | #s = 3 ∧ s 2 = n"},
	{"c", "s : seq ℤ | ⟨1, 2⟩ prefix s ∧ ⟨2, 3⟩ suffix s"},
	{"c", "s : seq (seq ℤ) | ⌢/ s = ⟨1, 2, 3⟩ ∧ #s = 2"},
	{"c", "s : seq ℤ | squash (s ⩥ {1}) = ⟨2, 3⟩ ∧ #s = 3"},
	{"c", "s : seq ℤ; n : ℤ | (μ i : dom s | s i = 7) = n ∧ n > 1"},
	// Quantifiers, and what is beyond the formulas.
	{"n", "x : ℤ | ∃ y : ℕ • x = y + 100"},
	{"c", "A : ℙ ℤ | ∃ y : ℤ • y ∉ A ∧ y + 1 ∈ A ∧ y - 1 ∈ A"},
	{"c", "A : ℙ ℤ | (∀ y : ℤ • y ∈ A ⇒ y > 4) ∧ #A = 2"},
	{"?", "x : ℤ | ∀ y : ℤ • y > x"},
	{"u", "x : ℤ | (∀ y : ℤ • y > x) ∧ x < x"},
	{"c", "b : [n : ℕ; s : seq ℤ] | b.n = #b.s ∧ b.n > 1"},
	{"c", "x : ℤ | (if x > 3 then x else 0 - x) = 5 ∧ x < 0"},
	{"c", "x : ℤ | (let y == x + 1 • y * y = 16)"},
	{"c", "t : 𝕊; S : ℙ 𝕊 | t ∈ S ∧ t ≠ \"a\" ∧ \"a\" ∈ S"},
	{"c", "f : ℤ ⇸ ℤ | f = (λ i : 1..3 • i * i) ∧ f 3 = 9"},
}

func letter(o solve.Outcome) string {
	return map[solve.Outcome]string{solve.Case: "c", solve.Unsatisfiable: "u", solve.NoneInScope: "n",
		solve.Undecided: "?"}[o]
}

func describe(r solve.Result) string {
	var parts []string
	for name, v := range r.Model {
		parts = append(parts, fmt.Sprintf("%s=%s", name, v))
	}
	sort.Strings(parts)
	return fmt.Sprintf("%s %s %s", r.Outcome, strings.Join(parts, " "), r.Reason)
}

// TestAgree: where the embedded solver finds a case a back end finds one, and
// where it finds none, none.
func TestAgree(t *testing.T) {
	t.Parallel()
	embedded := embedded.New(solve.Options{})
	answers := map[string]solve.Result{}
	for _, program := range Programs {
		t.Run(program.Name, func(t *testing.T) {
			s := startProgram(t, program.Name)
			for _, c := range problems {
				p := problemOf(t, c.text)
				got := s.Solve(t.Context(), p)
				ours, known := answers[c.text]
				if !known {
					within := p
					within.Confined = true // a back end looks for no values outside of the scope
					ours = embedded.Solve(t.Context(), within)
					answers[c.text] = ours
				}
				t.Logf("%s: %s", c.text, describe(got))
				if !strings.Contains(c.outcomes, letter(got.Outcome)) || strings.Contains(got.Reason, "not confirmed") {
					t.Errorf("%s: %s, want %s", c.text, describe(got), c.outcomes)
				}
				if ours.Outcome != solve.Undecided && got.Outcome != solve.Undecided &&
					(got.Outcome == solve.Case) != (ours.Outcome == solve.Case) {
					t.Errorf("%s:\n\t%s\n\tours: %s", c.text, describe(got), describe(ours))
				}
			}
		})
	}
}

// TestSizesOfModels: a model says on which sizes of given types it rests, whichever
// program found it.
func TestSizesOfModels(t *testing.T) {
	t.Parallel()
	for _, program := range Programs {
		t.Run(program.Name, func(t *testing.T) {
			s := startProgram(t, program.Name)
			for text, want := range map[string]value.Sizes{
				"n : ℕ | #NAME = 3 ∧ n = 1":      {"NAME": 3},
				"A : ℙ NAME | A = NAME ∧ #A > 2": {"NAME": 3},
				"a, b : NAME | a ≠ b":            nil,
				// With other sizes than the scope's.
				"A : ℙ NAME | A = NAME ∧ #A > 4":           {"NAME": 5},
				"n : ℕ | n = #NAME ∧ n = 2":                {"NAME": 2},
				"a, b : NAME | ∀ u : NAME • u = a ∨ u = b": {"NAME": 1},
				"f : NAME ⇸ ℕ | dom f = NAME ∧ #f = 1":     {"NAME": 1},
				"A : ℙ NAME | #(NAME \\ A) = 5 ∧ A ≠ ∅":    {"NAME": 6},
				"a : NAME | #NAME = 9":                     {"NAME": 9},
				"x : NAME | ∀ y, z : NAME • y = z":         {"NAME": 1},
				"f : NAME ⇸ ℕ | dom f = NAME ∧ #f = 3":     {"NAME": 3},
				"n : ℕ | (∃ a, b : NAME • a ≠ b) ∧ n = 1":  nil,
				"n : ℕ | (∀ a : NAME • a = a) ∧ #NAME = 3": {"NAME": 3},
			} {
				got := s.Solve(t.Context(), problemOf(t, text))
				if got.Outcome != solve.Case || !maps.Equal(got.Sizes, want) {
					t.Errorf("%s: %s, sizes %v, want %v", text, describe(got), got.Sizes, want)
				}
			}
		})
	}
}

// TestGiven: where values are given, what the program leaves undecided is decided by
// evaluation, and only there.
func TestGiven(t *testing.T) {
	t.Parallel()
	given := problemOf(t, "x : ℤ; b, b' : bag ℤ | b' = b ⊎ ⟦x⟧ ∧ x > 1")
	given.Bound = map[string]value.Value{"x": value.OfInt(3), "b": value.OfSet(nil)}
	for _, program := range Programs {
		t.Run(program.Name, func(t *testing.T) {
			s := startProgram(t, program.Name)
			p := given
			if got := s.Solve(t.Context(), p); got.Outcome != solve.Case {
				t.Errorf("%s, want a case", describe(got))
			}
			p.Bound = map[string]value.Value{"x": value.OfInt(1), "b": value.OfSet(nil)}
			if got := s.Solve(t.Context(), p); got.Outcome != solve.Unsatisfiable && got.Outcome != solve.NoneInScope {
				t.Errorf("%s, want none", describe(got))
			}
			p.Bound = nil
			if got := s.Solve(t.Context(), p); got.Outcome != solve.Undecided {
				t.Errorf("%s, want it undecided", describe(got))
			}
		})
	}
}
