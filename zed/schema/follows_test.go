package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// spaces are sets of relations between numbers, of which some are parts of others.
var spaces = strings.Split(`seq (0 .. 2); seq (1 .. 2); seq₁ (1 .. 2); iseq (0 .. 2); iseq (1 .. 2); iseq (1 .. n);
iseq (0 .. n); (0 .. 1) ⇸ (0 .. 2); (0 .. 2) ⇸ (1 .. 2); (0 .. 1) → (0 .. 2); (0 .. 1) → (1 .. 2); (1 .. 2) → (1 .. 2);
(0 .. 2) ⤔ (0 .. 2); (0 .. 1) ↣ (0 .. 2); (0 .. 2) ⤀ (1 .. 2); (1 .. 2) ↠ (1 .. 2); (0 .. 1) ⤖ (1 .. 2);
(0 .. 2) ⇻ (0 .. 2); (0 .. 2) ⤕ (0 .. 2); (0 .. 2) ↔ (0 .. 2); (0 .. 1) ↔ (1 .. 2); ℙ ((0 .. 2) × (0 .. 2));
𝔽 ((1 .. 2) × (0 .. 2)); ℙ₁ ((1 .. 2) × (1 .. 2)); ℕ ⇸ ℕ; ℕ₁ ⇸ ℕ; ℕ ↔ ℕ₁; ℤ ↔ ℤ; bag (0 .. 2); bag ℕ;
{r : iseq (0 .. 2) | r ∈ seq (0 .. 1) • r}; {r : iseq (1 .. 2) | r ∈ iseq (0 .. 1) • r};
{r : (0 .. 2) ↔ (0 .. 2) | r ∈ ℕ₁ ⇸ ℕ • r}; {r : (0 .. 1) ↔ (0 .. 2) | r ∈ ℕ₁ ⇸ ℕ₁ • r}`, ";")

// facts are predicates about numbers, of which some follow from others.
var facts = strings.Split(`x < n; x ≤ n; x = n; x ≠ n; x > n; x ≥ n; x ∈ 0 .. n; x ∈ 1 .. n; x ∈ -1 .. n; x ∈ -2 .. 1; x ∈ -1 .. 0;
x ∈ ℕ; x ∈ ℕ₁; x ∈ 1 .. 2; x ∈ ℤ; x ∉ 0 .. n; (∃ y : 0 .. 1 • y ≤ x ∧ y = n); (∃ y : 0 .. 2 • y ≤ x);
(∃ y : -1 .. 2 • y ≤ x ∧ y ≤ n); (∃ y : 0 .. 1 | y < n • y < x); (∃ y : 0 .. 1 • y ≠ n ∧ y ≤ x); x div n = 1; x div n ≠ 0`, ";")

// TestFollow holds what follows from what by its form against evaluation, on all small values.
func TestFollow(t *testing.T) {
	t.Parallel()
	var pairs []value.Value
	for i := range int64(3) {
		for j := range int64(3) {
			pairs = append(pairs, value.OfTuple(value.OfInt(i), value.OfInt(j)))
		}
	}
	relations := []value.Value{value.OfSet(nil)}
	for i, p := range pairs {
		for j := range pairs[:i+1] {
			for k := range pairs[:j+1] {
				relations = append(relations, value.OfSet([]value.Value{p, pairs[j], pairs[k]}))
			}
		}
	}
	var numbers []value.Value
	for i := int64(-3); i < 4; i++ {
		numbers = append(numbers, value.OfInt(i))
	}
	for k, set := range spaces {
		spaces[k] = "r ∈ " + strings.TrimSpace(set)
	}
	checkFollow(t, "r : ℤ ↔ ℤ", spaces, relations, numbers, 100)
	checkFollow(t, "x : ℤ", facts, numbers, numbers, 30)
}

// checkFollow checks some predicates over a variable and a number n, of which at least `least` follow from
// another one.
func checkFollow(t *testing.T, decl string, preds []string, values, numbers []value.Value, least int) {
	t.Helper()
	text := ""
	for i, p := range preds {
		text += fmt.Sprintf("P%d == [n : ℤ; %s | %s]\n", i, decl, p)
	}
	c := calculus(t, text)
	parsed, programs := make([]zed.Expr, len(preds)), make([]*eval.Program, len(preds))
	name, _, _ := strings.Cut(decl, " ")
	for i := range preds {
		op, err := c.Operation(fmt.Sprintf("P%d", i), nil)
		if err != nil {
			t.Fatal(err)
		}
		parsed[i] = op.Pred
		if programs[i], err = eval.Compile(op.Pred, []string{"n", name}, &eval.Globals{}); err != nil {
			t.Fatal(err)
		}
	}
	form := schema.Consequences{Text: func(e zed.Expr) string { return zed.Print(e, zed.Unicode) }}
	found := 0
	for i, from := range parsed {
		for j, pred := range parsed {
			if i == j || !form.Follow(from, pred) {
				continue
			}
			found++
			for _, n := range numbers {
				for _, v := range values {
					if is, _ := programs[i].Truth([]value.Value{n, v}); is != eval.True {
						continue
					}
					if is, _ := programs[j].Truth([]value.Value{n, v}); is == eval.False {
						t.Errorf("%s is said to follow from %s; with n = %v and %s = %v it does not", preds[j], preds[i], n, name, v)
					}
				}
			}
		}
	}
	if found < least {
		t.Errorf("of the predicates over %s, %d follow from another one, want %d at least", decl, found, least)
	}
	t.Logf("%d of %d pairs", found, len(preds)*(len(preds)-1))
}
