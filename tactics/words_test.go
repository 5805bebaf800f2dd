package tactics

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/zed"
)

// buildStrong builds the tree of the schema Op with every tactic that strong has.
func buildStrong(t *testing.T, z string) error {
	t.Helper()
	dir := configtest.Write(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [units.yaml]\n",
		"units.yaml":   "unit: op\nz: spec.zed\nschema: Op\ntactics: strong\n",
		"spec.zed":     z,
	})
	system, err := config.Load("", dir)
	if err != nil {
		return err
	}
	_, err = Build(system, system.Unit("op"), 0)
	return err
}

// A specification may declare words that standard partitions are written in, as
// whatever it likes; the partitions go on meaning the operators of the toolkit.
func TestPartitionsOfRedeclaredWords(t *testing.T) {
	t.Parallel()
	for _, f := range zed.Forms() {
		if f.Fix != zed.FixFunction {
			continue
		}
		word := f.Symbol
		t.Run(word, func(t *testing.T) {
			t.Parallel()
			for _, declared := range []string{
				"│ " + word + " : ℤ", "[" + word + "]", word + " == 3", word + " == [k : ℤ]",
				"K ::= " + word + " | other",
			} {
				element := "ℤ"
				if strings.HasPrefix(declared, "[") {
					element = word
				}
				z := declared + "\nOp == [n? : ℤ; S, T : ℙ " + element + "; s, t : seq " + element + "; b, c : bag " +
					element +
					"; f, g : " + element +
					" ⇸ ℤ | n? ≤ 3 ∧ S ∪ T ≠ S ∧ s ⌢ t ≠ s ∧ b ⊎ c ≠ b ∧ f ⊕ g = f ∧ S ◁ f ≠ g]\n"
				if err := buildStrong(t, z); err != nil {
					t.Errorf("%s: %v", declared, err)
				}
			}
		})
	}
}

// The recipe strong applies to whatever operation there is, be it about numbers or
// not: every operator, compared with everything of its type.
func TestStrongTakesEveryOperator(t *testing.T) {
	t.Parallel()
	for _, p := range Partitions() {
		t.Run(p.Of, func(t *testing.T) {
			t.Parallel()
			given, params, generic := strings.Cut(p.Params, "] ")
			if !generic {
				given, params = "[X", p.Params
			}
			if p.Given != "" {
				params += " | " + p.Given
			}
			read, err := newTable(p)
			if err != nil {
				t.Fatal(err)
			}
			pred := "{" + p.Of + "} ≠ ∅"
			if read.atom() {
				pred = p.Of
			}
			z := given + "]\nD == [" + params + "]\nOp == [D; N : ℙ ℤ; k : seq ℤ | (" + pred +
				") ∧ 3 ∈ N ∧ (1, 2) ∈ k ∧ 5 ∉ ran k]\n"
			if err := buildStrong(t, z); err != nil {
				t.Error(err)
			}
		})
	}
}
