package types_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// TestTruthValues: 𝔹 is a free type that every specification has; a truth value is a
// predicate where one is wanted, and true and false are constants where a term is.
func TestTruthValues(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[b : 𝔹 | b]":                                   "[b : 𝔹 | b = true]",
		"[b : bool | ¬ b]":                              "[b : 𝔹 | ¬ b = true]",
		"[b : 𝔹; x : ℤ | b ⇔ x > 3]":                    "[b : 𝔹; x : ℤ | b = true ⇔ x > 3]",
		"[f : 𝔹 ⇸ ℤ | f true = 3]":                      "[f : 𝔹 ⇸ ℤ | f true = 3]",
		"[f : ℤ → 𝔹 | ∀ n : ℤ • f n]":                   "[f : ℤ → 𝔹 | ∀ n : ℤ • f n = true]",
		"[b : 𝔹 | true]":                                "[b : 𝔹 | true]",
		"[b : 𝔹 | b ∈ {true, false} ∧ true]":            "[b : 𝔹 | b ∈ {true, false} ∧ true]",
		"[b, c : 𝔹 | if b then c else false]":           "[b, c : 𝔹 | if b = true then c = true else false]",
		"[b : 𝔹; n : ℤ | n = (if b then 1 else 2)]":     "[b : 𝔹; n : ℤ | n = if b = true then 1 else 2]",
		"[s : seq 𝔹 | s = ⟨true, false⟩ ∧ last s]":      "[s : seq 𝔹 | s = ⟨true, false⟩ ∧ last s = true]",
		"[p : 𝔹 × 𝔹 | p.1 ∧ (∃ b : 𝔹 • p = (true, b))]": "[p : 𝔹 × 𝔹 | p.1 = true ∧ (∃ b : 𝔹 • p = (true, b))]",
	} {
		spec, err := check("A == " + text)
		if err != nil {
			t.Errorf("%s: %s", text, source.Show(err, 0))
			continue
		}
		if got := zed.Print(spec.Schemas["A"].Body, zed.Unicode); got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
		for _, notation := range []zed.Notation{zed.Unicode, zed.ASCII} {
			printed := zed.Print(spec.Schemas["A"].Body, notation)
			again, err := check("A == " + printed)
			if err != nil {
				t.Errorf("%s: %s", printed, source.Show(err, 0))
			} else if got := zed.Print(again.Schemas["A"].Body, zed.Unicode); got != want {
				t.Errorf("%s is read as %s, want %s", printed, got, want)
			}
		}
	}
}

// TestOwnTruthValues: the names of 𝔹 mean what a specification says that they mean.
func TestOwnTruthValues(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"[𝔹]\nA == [b, c : 𝔹 | b ≠ c]",
		"𝔹 ::= yes | no\nA == [b : 𝔹 | b = yes]",
		"bool == 1 .. 3\nA == [b : bool | b > 1]",
		"𝔹 == 0 .. 1\nA == [b : 𝔹 | b = 0]",
		"A == [bool : ℤ | bool = 1]",
	} {
		if _, err := check(text); err != nil {
			t.Errorf("%s: %s", text, source.Show(err, 0))
		}
	}
	for text, want := range map[string]string{
		"𝔹 ::= yes | no\nA == [b : 𝔹 | b = true]": "expected an expression, found a predicate",
		"[𝔹]\nA == [b : 𝔹 | b]":                   "expected a predicate, found an expression of type 𝔹",
		"A == [x : ℤ | x = true]":                 "type mismatch: left ℤ, right 𝔹",
		"A == [b : 𝔹; x : ℤ | b = (x > 3)]":       "between a truth value and a predicate stands ⇔",
		"A == [b : bool[ℤ]]":                      `"𝔹" is not generic`,
		"A == [b : Boolean]":                      "truth values are 𝔹, or bool in ASCII",
	} {
		if _, err := check(text); err == nil || !strings.Contains(source.Show(err, 0), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
