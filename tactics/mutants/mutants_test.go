package mutants_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/tactics/mutants"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

const bank = `[ID]
REPLY ::= ok | poor
Bank == [balance : ID ⇸ ℕ; count : ℕ | count = # balance]
Put == [ΔBank; to? : ID; n? : ℕ | to? ∈ dom balance ∧ balance' = balance ⊕ {to? ↦ balance to? + n?}]
Take == [ΔBank; from? : ID; n? : ℕ; reply! : REPLY | from? ∈ dom balance ∧ n? ≤ balance from? ∧
  balance' = balance ⊕ {from? ↦ balance from? - n?} ∧ reply! = ok]
Poor == [ΞBank; from? : ID; n? : ℕ; reply! : REPLY | from? ∈ dom balance ∧ n? > balance from? ∧ reply! = poor]
Move == (Take ⨾ Put) ∨ Poor
Try == Take ∨ Poor
Pay == Try ∧ [n? : ℕ | n? > 2]
`

// makeMutants returns the mutants of a unit of the bank.
func makeMutants(t *testing.T, unit string, kinds ...mutants.Kind) []suite.Mutant {
	t.Helper()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"bank.zed":     bank,
		"units.yaml": "unit: put\nz: bank.zed\nschema: Put\n---\nunit: take\nz: bank.zed\nschema: Take\n---\n" +
			"unit: poor\nz: bank.zed\nschema: Poor\n---\nunit: move\nz: bank.zed\nschema: Move\nuses: [put, take, poor]\n---\n" +
			"unit: try\nz: bank.zed\nschema: Try\n---\nunit: pay\nz: bank.zed\nschema: Pay\nuses: [try]\n",
	})
	list, n := mutants.List(system.Unit(unit), system, kinds)
	if n != len(list) {
		t.Errorf("%d mutants were made, and %d are listed", n, len(list))
	}
	return list
}

// Mistakes are made in what the operation does, and not in declarations or in the invariant
// of the state before.
func TestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		unit  string
		kinds []mutants.Kind
		want  []string
	}{
		{"take", []mutants.Kind{mutants.Atoms}, []string{
			"count' ≠ #balance' instead of count' = #balance'",
			"from? ∉ dom balance instead of from? ∈ dom balance", "n? > balance from? instead of n? ≤ balance from?",
			"balance' ≠ balance ⊕ {from? ↦ balance from? - n?} instead of balance' = balance ⊕ {from? ↦ balance from? - n?}", "reply! ≠ ok instead of reply! = ok",
		}},
		{"put", []mutants.Kind{mutants.Operators}, []string{
			"balance' = balance instead of balance' = balance ⊕ {to? ↦ balance to? + n?}",
			"balance' = {to? ↦ balance to? + n?} instead of balance' = balance ⊕ {to? ↦ balance to? + n?}",
			"balance' = {to? ↦ balance to? + n?} ⊕ balance instead of balance' = balance ⊕ {to? ↦ balance to? + n?}",
			"balance' = balance ⊕ {to? ↦ balance to? - n?} instead of balance' = balance ⊕ {to? ↦ balance to? + n?}",
			"balance' = balance ⊕ {to? ↦ balance to?} instead of balance' = balance ⊕ {to? ↦ balance to? + n?}",
			"balance' = balance ⊕ {to? ↦ n?} instead of balance' = balance ⊕ {to? ↦ balance to? + n?}",
		}},
		{"move", []mutants.Kind{mutants.Calls}, []string{
			"without Take, occurrence 1", "Take twice, occurrence 1", "Take with to? instead of from?, occurrence 1",
			"without Put, occurrence 1", "Put twice, occurrence 1", "Put with from? instead of to?, occurrence 1",
			"without Poor, occurrence 1", "Poor twice, occurrence 1", "Poor with to? instead of from?, occurrence 1",
			"Put before Take",
		}},
		{"poor", []mutants.Kind{mutants.Results}, []string{"balance' free", "count' free", "reply! free"}},
		{"take", []mutants.Kind{mutants.Constants, mutants.Numbers}, nil},
		{"pay", []mutants.Kind{mutants.Disjuncts}, []string{
			"Try without n? ≤ balance from? ∧ balance' = balance ⊕ {from? ↦ balance from? - n?} ∧ reply! = ok, occurrence 1",
			"Try without balance' = balance ∧ count' = count ∧ n? > balance from? ∧ reply! = poor, occurrence 1",
		}},
		{"pay", []mutants.Kind{mutants.Fixed}, []string{"reply! always ok", "reply! always poor"}},
		{"poor", []mutants.Kind{mutants.Fixed}, []string{"reply! always ok"}},
		{"put", []mutants.Kind{mutants.Fixed}, nil},
		{"put", nil, nil},
		{"take", []mutants.Kind{mutants.Margins}, []string{
			"n? ≤ balance from? ∧ balance from? ≤ n? + 1 instead of n? ≤ balance from?",
		}},
		{"poor", []mutants.Kind{mutants.Margins}, []string{
			"n? > balance from? ∧ n? ≤ balance from? + 1 instead of n? > balance from?",
		}},
		{"move", []mutants.Kind{mutants.Margins}, []string{
			"Take where balance from? ≤ n? + 1, occurrence 1", "Poor where n? ≤ balance from? + 1, occurrence 1",
		}},
		{"try", []mutants.Kind{mutants.Margins}, []string{
			"Take where balance from? ≤ n? + 1, occurrence 1", "Poor where n? ≤ balance from? + 1, occurrence 1",
		}},
		{"pay", []mutants.Kind{mutants.Margins}, []string{"n? > 2 ∧ n? ≤ 2 + 1 instead of n? > 2"}},
	} {
		var got []string
		for _, m := range makeMutants(t, c.unit, c.kinds...) {
			got = append(got, m.Shown)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s %v:\n%s", c.unit, c.kinds, d)
		}
	}
}

// Each mutant is another predicate over the variables of the operation, and says of which
// kind it is; no two say the same.
func TestMutantsDiffer(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"put", "take", "poor", "move"} {
		seen := map[string]bool{}
		for _, m := range makeMutants(t, unit, mutants.Kinds()...) {
			if text := zed.Print(m.Pred, zed.ASCII); seen[text] {
				t.Errorf("%s: %s is there twice", unit, m.Shown)
			} else {
				seen[text] = true
			}
			if !slices.Contains(mutants.Kinds(), mutants.Kind(m.Kind)) ||
				(m.Callee != "") != (m.Kind == string(mutants.Calls)) || (m.Free != "") != strings.HasSuffix(m.Shown,
				" free") {
				t.Errorf("%s: %+v", unit, m)
			}
		}
		if len(seen) < 8 {
			t.Errorf("%s has %d mutants", unit, len(seen))
		}
	}
}

// Where there are more mistakes than are looked at, those are spread over all of them, and each
// mutant is the operation but for its mistake.
func TestMany(t *testing.T) {
	t.Parallel()
	var names, said []string
	for i := range 40 {
		names = append(names, fmt.Sprint("n", i))
		said = append(said, fmt.Sprintf("n%d' = n%d + %d", i, i, i+2))
	}
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"s.zed": "S == [" + strings.Join(names, ", ") + " : ℤ]\nOp == [ΔS | " + strings.Join(said, " ∧ ") +
			"]\n",
		"units.yaml": "unit: op\nz: s.zed\nschema: Op\n",
	})
	unit := system.Unit("op")
	list, n := mutants.List(unit, system, mutants.Kinds())
	if len(list) != mutants.Max || n <= mutants.Max {
		t.Fatalf("%d mutants are listed of %d", len(list), n)
	}
	whole := schema.Conjuncts(unit.Op.Pred)
	last := 0
	for _, m := range list {
		changed := 0
		for i, e := range schema.Conjuncts(m.Pred) {
			if zed.Print(e, zed.Unicode) != zed.Print(whole[i], zed.Unicode) {
				changed++
				last = max(last, i)
			}
		}
		if changed != 1 && m.Kind != string(mutants.Results) {
			t.Errorf("%s: %d conjuncts are others", m.Shown, changed)
		}
	}
	if last != len(whole)-1 {
		t.Errorf("no mutant of the last conjunct is listed")
	}
}
