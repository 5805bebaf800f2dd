package config_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/spec"
)

// TestContradicted: constants about which axioms contradict each other that state values have none, and the
// others have theirs.
func TestContradicted(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		set, axioms string
		broken      string
	}{
		{"ℕ", "k = 3 ∧ k > 2", ""},
		{"ℕ", "k = 3 ∧ k < 2", "units.yaml:8:13: the values of constants break this axiom"},
		{"ℕ", "k = other - 8", "units.yaml:6:5: an axiom says that k is -1, which is not in the set in which it is declared"},
		{"1 .. other", "k = 8", "units.yaml:6:5: an axiom says that k is 8, which is not in the set in which it is declared"},
		{"1 .. other", "k = 7", ""},
		{"ℙ T", "k = ∅ ∧ k ≠ ∅", "units.yaml:8:13: the values of constants break this axiom"},
		{"ℕ → ℕ", "(∀ n : ℕ • k n = n + 4) ∧ k 2 = 1", "units.yaml:8:31: the values of constants break this axiom"},
		{"ℕ → ℕ", "(∀ n : ℕ • k n = n + 4) ∧ k 2 = 6", ""},
	} {
		system := configtest.Load(t, map[string]string{
			"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
			"units.yaml": fmt.Sprintf("unit: a\nz: |\n  [T]\n  axiom\n    other : ℕ\n    k : %s\n  where\n    %s\n"+
				"    other = 7\n  end\n  A == [x? : ℕ | k = k ∧ x? < other]\nschema: A\n", test.set, test.axioms),
		})
		got := ""
		if len(system.Broken) > 0 {
			got = system.Broken[0].Error()
		}
		has := func(name string) bool {
			return system.Globals.Defined[name] != nil ||
				slices.ContainsFunc(system.Constants, func(c spec.Constant) bool { return c.Name == name })
		}
		if loose := len(system.Loose) > 0; got != test.broken || has("k") != (test.broken == "") || !has("other") ||
			loose != (test.broken != "") {
			t.Errorf("k : %s | %s: error %q, want %q; k has a value: %t, other has: %t; loose: %v", test.set, test.axioms,
				got, test.broken, has("k"), has("other"), system.Loose)
		}
	}
}
