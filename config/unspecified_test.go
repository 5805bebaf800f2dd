package config_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
)

// TestUnspecified: of a unit nothing is specified where its schema is written with true for its predicate, declares
// what it has and how its state may be, and nothing else judges the unit.
func TestUnspecified(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		spec, also string
		want       bool
	}{
		{"A == [k? : 1 .. 3; r! : ℕ | true]", "", true},
		{"A == [ΔS | true]", "", true},
		{"A == [k? : 1 .. 3 | true]", "", true},
		{"A == [k? : ℤ; r! : ℕ]", "", false},
		{"A == [ΔS]", "", false},
		{"A == [ΔS; r! : ℕ | r! = n]", "", false},
		{"A == [ΔS; r! : ℕ | n > 0]", "", false},
		{"A == [ΔS; r! : ℕ | true] ∧ [r! : ℕ | r! > 2]", "", false},
		{"A == [ΔS; r! : ℕ | true]", "rejects: r! = 7\n", false},
		{"A == [i? : ℤ; o! : seq ℤ | true]",
			"---\nmachine: m\nspec: \"λ q : ℤ; i : ℤ • {(q, ⟨q⟩)}\"\ninit: 0\napply: a\n", false},
		{"A == [ΔS; r! : ℕ | true]", "properties: [Small]\n", false},
	} {
		system := configtest.Load(t, map[string]string{
			"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts: {one: {command: [a]}}\n",
			"units.yaml": "unit: a\nsut: one\nz: |\n  S == [n : 0 .. 9]\n  Small == [S | n < 9]\n  " + test.spec +
				"\nschema: A\n" + test.also,
		})
		if got := system.Units[0].Unspecified; got != test.want {
			t.Errorf("%s %s: unspecified %t", test.spec, test.also, got)
		}
	}
}
