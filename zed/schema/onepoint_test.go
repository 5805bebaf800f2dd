package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

const points = `[T]
S == [n : ℕ; f : T ⇸ ℕ]
Inc == [ΔS; k? : ℕ | n' = n + k? ∧ n' ≤ 9 ∧ f' = f]
Part == [S; t? : T; r! : ℤ | r! = f t? ∧ r! > 3]
Nat == [S; t? : T; r! : ℕ | r! = f t? ∧ r! > 3]
Self == [x? : ℤ; r! : ℤ | r! = x? - r!]
Twice == [x? : ℤ; q!, r! : ℤ | q! = r! ∧ r! = x? + 1 ∧ q! > 0]
Two == Inc ⨾ Inc
Again == [x?, r! : ℤ | (∃ m : ℕ • m = x? + 1 ∧ (∃ m : ℕ • m = x? - 1 ∧ r! ≥ m))]
`

// The one-point rule drops what equations determine, keeps the sets of
// declarations, and leaves alone what might have no value. Eliminate goes through
// intermediate states.
func TestOnePoint(t *testing.T) {
	t.Parallel()
	c := calculus(t, points)
	for _, x := range []struct{ schema, free, rest, eliminated string }{
		{"Inc", "n + k? ≤ 9 | n + k? ∈ ℕ | f ∈ T ⇸ ℕ", "", "n + k? ≤ 9 | n + k? ∈ ℕ | f ∈ T ⇸ ℕ"},
		{"Part", "", "r! = f t? | r! > 3", "∃ r! : ℤ • r! = f t? ∧ r! > 3"},
		{"Nat", "f t? > 3 | f t? ∈ ℕ", "", "f t? > 3 | f t? ∈ ℕ"},
		{"Self", "", "r! = x? - r!", "∃ r! : ℤ • r! = x? - r!"},
		{"Twice", "x? + 1 > 0", "", "x? + 1 > 0"},
		{"Two", "", "", "n + k? ∈ ℕ | f ∈ T ⇸ ℕ | n ∈ ℕ | k? ∈ ℕ | n + k? ≤ 9 | n + k? + k? ∈ ℕ | n + k? + k? ≤ 9"},
		{"Again", "", "∃ m : ℕ • m = x? + 1 ∧ (∃ m : ℕ • m = x? - 1 ∧ r! ≥ m)",
			"x? + 1 ∈ ℕ | x? - 1 ∈ ℕ | ∃ r! : ℤ • r! ≥ x? - 1"},
	} {
		op, err := c.Operation(x.schema, nil)
		if err != nil {
			t.Fatal(err)
		}
		var written []zed.Expr
		for _, e := range op.Disjuncts[0].Conjuncts {
			if o, ok := e.(*zed.Op); !ok || o.Op != zed.In {
				written = append(written, e)
			}
		}
		if x.schema != "Two" {
			free, rest := c.OnePoint(op.Late.Vars, written)
			if got := printConjuncts(schema.Conjoin(free)); got != x.free {
				t.Errorf("%s: without variables %q, want %q", x.schema, got, x.free)
			}
			if got := printConjuncts(schema.Conjoin(rest)); got != x.rest {
				t.Errorf("%s: with variables %q, want %q", x.schema, got, x.rest)
			}
		}
		if got := removeRepeated(printConjuncts(c.Eliminate(op.Late.Vars,
			schema.Conjoin(written)))); got != x.eliminated {
			t.Errorf("%s: %q, want %q", x.schema, got, x.eliminated)
		}
	}
}

// removeRepeated returns a list of conjuncts without repetitions.
func removeRepeated(list string) string {
	var out []string
	for _, part := range strings.Split(list, " | ") {
		if !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	return strings.Join(out, " | ")
}
