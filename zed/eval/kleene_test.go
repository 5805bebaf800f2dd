package eval_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// atoms are predicates of each outcome, on the frame of holed; what no evaluation
// decides comes last, and is undefined.
var atoms = []struct {
	text  string
	truth eval.Truth
}{{"n = 3", eval.False}, {"n = 2", eval.True}, {"f 7 = 1", eval.Undefined}, {"s 2 = 3", eval.Unknown},
	{"∃ k : ℤ • k = k", eval.Undefined}}

// undecided is the place of the last of the atoms.
const undecided = 4

// frameWithHoles returns frame with s = ⟨3, _7, _8⟩.
func frameWithHoles() []value.Value {
	f := frame()
	f[0] = value.OfSeq([]value.Value{value.OfInt(3), value.OfHole(7), value.OfHole(8)})
	return f
}

// The tables are Kleene's strong ones, with unknown stronger than undefined:
// rows are the left side, columns the right, in the order of atoms (F T U ?). Where
// one side is not decided by evaluation, and the other does not decide, the reason is
// that, and not that the other is undefined.
func TestKleene(t *testing.T) {
	for op, table := range map[string]string{
		"P ∧ Q":                   "FFFF FTU? FUU? F???",
		"P ∨ Q":                   "FTU? TTTT UTU? ?T??",
		"P ⇒ Q":                   "TTTT FTU? UTU? ?T??",
		"P ⇔ Q":                   "TFU? FTU? UUU? ????",
		"P ∧ Q ∧ n = 2":           "FFFF FTU? FUU? F???",
		"P ∨ Q ∨ n = 3":           "FTU? TTTT UTU? ?T??",
		"∃ k : 1 .. 1 | P • Q":    "FFFF FTU? FUU? F???",
		"∃ k, l : 1 .. 1 | P • Q": "FFFF FTU? FUU? F???",
		"∀ k : 1 .. 1 | P • Q":    "TTTT FTU? UTU? ?T??",
		"∃₁ k : 1 .. 1 | P • Q":   "FFFF FTU? FUU? F???",
		"∃ k : 1 .. 2 • k = 1 ∧ P ∨ k = 2 ∧ Q":     "FTU? TTTT UTU? ?T??",
		"∀ k : 1 .. 2 • (k = 1 ⇒ P) ∧ (k = 2 ⇒ Q)": "FFFF FTU? FUU? F???",
		"1 ∈ {k : {1} | P ∧ Q}":                    "FFFF FTU? FUU? F???",
		"1 ∈ {k : ℤ | P} ∩ {k : ℤ | Q}":            "FFFF FTU? FUU? F???",
		"1 ∈ {k : ℤ | P} ∪ {k : ℤ | Q}":            "FTU? TTTT UTU? ?T??",
		"1 ∈ {k : ℤ | P} ∖ {k : ℤ | Q}":            "FFFF TFU? UFU? ?F??",
		"(if P then (n = 2) else (n = 3)) ∧ Q":     "FFFF FTU? FUU? F???",
	} {
		rows := strings.Fields(table)
		for i := range atoms {
			for j := range atoms {
				want := rows[undefinedFor(i)][undefinedFor(j)]
				text := strings.NewReplacer("P", "("+atoms[i].text+")", "Q", "("+atoms[j].text+")").Replace(op)
				got, reason := compile(t, text).Truth(frameWithHoles())
				if "FTU?"[got] != want {
					t.Errorf("%s is %s, want %c", text, got, want)
				}
				if got == eval.Undefined && reason.Infinite != (i == undecided || j == undecided) {
					t.Errorf("%s is undefined with the reason %+v", text, reason)
				}
				if (got > eval.True) != (reason != nil) || reason != nil && reason.Unset != (got == eval.Unknown) {
					t.Errorf("%s is %s with the reason %+v", text, got, reason)
				}
			}
		}
	}
}

// undefinedFor returns the place of the undefined atom for the one that evaluation
// does not decide, and of others their own.
func undefinedFor(i int) int {
	if i == undecided {
		return 2
	}
	return i
}

func TestNot(t *testing.T) {
	for i, want := range "TFU?U" {
		if got, _ := compile(t, "¬ ("+atoms[i].text+")").Truth(frameWithHoles()); "FTU?"[got] != byte(want) {
			t.Errorf("¬ %s is %s", atoms[i].text, got)
		}
	}
}
