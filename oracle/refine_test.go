package oracle_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// TestRefines: what a derived unit may do otherwise, and what not.
func TestRefines(t *testing.T) {
	t.Parallel()
	const base = "S == [a : ℕ]\nT == [S; b : ℕ]\nBase == [ΔS; n? : ℤ | n? > 0 ∧ a' = a + n?]\nAny == [ΔS; n? : ℤ | a' ≥ a]\n"
	for _, c := range []struct {
		name, of, derived string
		verdict           oracle.Compliance
		reason, values    string
	}{
		{"it does more", "Base", "[ΔT; n? : ℤ | n? > 0 ∧ a' = a + n? ∧ b' = b + 5 * n?]", oracle.Holds, "", ""},
		{"it accepts more", "Base", "[ΔT; n? : ℤ | n? ≥ 0 ∧ a' = a + n? ∧ b' = b]", oracle.Holds, "", ""},
		{"what it does where the base is not defined does not matter", "Base",
			"[ΔT; n? : ℤ | n? > 0 ∧ a' = a + n? ∧ b' = b] ∨ [ΔT; n? : ℤ | n? ≤ 0 ∧ a' = 0 ∧ b' = b]", oracle.Holds, "",
			""},
		{"in one of its disjuncts it gives something else", "Base",
			"[ΔT; n? : ℤ | n? > 1 ∧ a' = a + n? ∧ b' = b] ∨ [ΔT; n? : ℤ | n? ≤ 1 ∧ a' = 0 ∧ b' = b]", oracle.Violated,
			"there a' = a + n? does not hold", "n? = 1"},
		{"it is less nondeterministic", "Any", "[ΔT; n? : ℤ | a' = a ∧ b' = b + 1]", oracle.Holds, "", ""},
		{"it accepts less", "Base", "[ΔT; n? : ℤ | n? > 1 ∧ a' = a + n? ∧ b' = b]", oracle.Violated,
			"Base accepts what Derived does not: there n? > 1 does not hold", "n? = 1"},
		{"it gives something else", "Base", "[ΔT; n? : ℤ | n? > 0 ∧ a' = a + 2 * n? ∧ b' = b]", oracle.Violated,
			"Derived allows what Base does not: there a' = a + n? does not hold", "n? = 1"},
		{"it is more nondeterministic", "Base", "[ΔT; n? : ℤ | n? > 0 ∧ a' ≥ a + n?]", oracle.Violated,
			"Derived allows what Base does not", "n? = 1"},
		{"it has no such input", "Base", "[ΔT; m? : ℤ | b' = b]", oracle.Violated,
			"Base has n? : ℤ, and Derived has not", ""},
	} {
		system := configtest.Load(t, map[string]string{
			"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts: {p: {command: [bin/p]}}\n",
			"spec.zed":     base + "Derived == " + c.derived + "\n",
			"units.yaml": "unit: base\nz: spec.zed\nschema: " + c.of +
				"\n---\nunit: derived\nschema: Derived\nrefines: base\n",
		})
		got := oracle.New(system, embedded.New(solve.Options{})).Refines(t.Context(), system.Unit("derived"),
			system.Unit("base"))
		if got.Verdict != c.verdict || !strings.Contains(got.Reason, c.reason) ||
			!strings.Contains(got.Values.String(), c.values) {
			t.Errorf("%s: %v %q %s; want %v %q %s", c.name, got.Verdict, got.Reason, got.Values, c.verdict, c.reason,
				c.values)
		}
	}
}
