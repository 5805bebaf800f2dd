package oracle_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestEnds: where a term with an output in it lies in a set that the case fixes, all outcomes are found, and
// it is known that there are no others.
func TestEnds(t *testing.T) {
	t.Parallel()
	for pred, want := range map[string]int{
		"v? ∈ ran s ∧ r! + 1 ∈ dom s ∧ s (r! + 1) = v? ∧ v? ∉ ran ((1 .. r!) ◁ s)": 1,
		"r! - 1 ∈ dom s":     2,
		"r! - v? ∈ dom s":    2,
		"5 - r! ∈ dom s":     2,
		"2 * r! ∈ dom s":     1,
		"r! + 1 ∈ {2, 5, 9}": 3,
		"s (r! + 1) = v?":    1,
		"v? = s (r! - 1)":    1,
		"(r! + 1, v?) ∈ s":   1,
	} {
		system := configtest.Load(t, map[string]string{
			"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
			"a.zed":        "S == [s : seq ℤ]\nA == [ΞS; v?, r! : ℤ | " + pred + "]\n",
			"units.yaml":   "unit: a\nz: a.zed\nschema: A\n",
		})
		unit := oracle.New(system, embedded.New(solve.Options{})).Unit(system.Units[0])
		given := map[string]value.Value{"s": value.OfSeq([]value.Value{value.OfInt(-9), value.OfInt(-6)}),
			"v?": value.OfInt(-6)}
		frame := make([]value.Value, len(unit.Vars))
		for i, v := range unit.Vars {
			frame[i] = given[v.Name]
		}
		if all, complete, reason := unit.Outcomes(t.Context(), frame, 9); len(all) != want || !complete {
			t.Errorf("%s: %d outcomes, all of them: %t (%s); want %d", pred, len(all), complete, reason, want)
		}
	}
}
