package oracle_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
)

const ofSizes = `[T]
S == [used : ℙ T]
Few == [S | # T > 1 ∨ used = ∅]
Never == [S | used = ∅]
Add == [ΔS; x? : T | used' = used ∪ {x?}]
Base == [S; r! : ℕ | r! = 1]
Single == [S; r! : ℕ | (# T = 1 ∧ used = T ∧ r! = 2) ∨ ((# T > 1 ∨ used ≠ T) ∧ r! = 1)]
Full == [S; r! : ℕ | (used = T ∧ r! = 2) ∨ (used ≠ T ∧ r! = 1)]
Pick == [n! : ℕ | n! ≤ # T ∧ n! ≤ 3]
Three == ∃ n! : ℕ • Pick ∧ [n!, m! : ℕ | (n! < 3 ∨ # T > 3) ∧ m! = n!]
Less == ∃ n! : ℕ • Pick ∧ [n!, m! : ℕ | (n! < 3 ∨ # T < 3) ∧ m! = n!]
`

// TestClaimsOfSizes: what is refuted only with one size of a given type is not known to
// be wrong, and what is refuted with all of them is.
func TestClaimsOfSizes(t *testing.T) {
	t.Parallel()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"a.zed":        ofSizes,
		"units.yaml": "{unit: add, z: a.zed, schema: Add, properties: [Few, Never]}\n---\n{unit: base, z: a.zed, schema: Base}\n---\n" +
			"{unit: single, z: a.zed, schema: Single, refines: base}\n---\n{unit: full, z: a.zed, schema: Full, refines: base}\n---\n" +
			"{unit: pick, z: a.zed, schema: Pick}\n---\n{unit: three, z: a.zed, schema: Three, uses: [pick]}\n---\n{unit: less, z: a.zed, schema: Less, uses: [pick]}\n",
	})
	judge := oracle.New(system, embedded.New(solve.Options{Steps: 20_000}))
	unit := func(name string) (*oracle.Unit, *spec.Unit) { return judge.Unit(system.Unit(name)), system.Unit(name) }

	add, of := unit("add")
	for i, want := range []struct {
		outcome oracle.ClaimOutcome
		reason  string
	}{{oracle.IsUndecided,
		"there are values that refute it where # T = 1, which no axiom says, and none were found where # T = 2"},
		{oracle.IsViolated, ""}} {
		if c := add.Preserves(t.Context(), of.Properties[i]); c.Outcome != want.outcome ||
			!strings.Contains(c.Reason, want.reason) {
			t.Errorf("add preserves %s: %s %q, want %s %q", of.Properties[i].Schema, c.Outcome, c.Reason, want.outcome,
				want.reason)
		}
	}
	for name, want := range map[string]oracle.Compliance{"single": oracle.Undecided, "full": oracle.Violated} {
		if got := judge.Refines(t.Context(), system.Unit(name), system.Unit("base")); got.Verdict != want {
			t.Errorf("%s refines base: %v %q %s, want %v", name, got.Verdict, got.Reason, got.Values, want)
		}
	}
	// A specification conflict is one only where no result at all was proved.
	for _, name := range []string{"three", "less"} {
		u, _ := unit(name)
		for _, c := range u.FindConflicts(t.Context()) {
			if c.Outcome == oracle.IsViolated {
				t.Errorf("%s has a result for every answer of pick: %s %s", name, c.Outcome, c.Answer)
			}
		}
	}
}
