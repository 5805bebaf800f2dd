package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/suite"
)

// TestDeadDisjuncts: disjuncts that nothing can enable have one line together, and others their own.
func TestDeadDisjuncts(t *testing.T) {
	t.Parallel()
	gap := func(id string, s suite.Status) plan.Gap {
		return plan.Gap{Kind: plan.DisjunctGap, ID: id, Predicate: "p " + id, Never: plan.NeverEnabled, Status: s}
	}
	c := &plan.Coverage{Cases: 1, Missing: []plan.Gap{gap("a/DNF_1", suite.Unsatisfiable),
		gap("a/DNF_2", suite.Undecided), gap("a/DNF_3", suite.Unsatisfiable)}}
	var text bytes.Buffer
	(&printer{w: &text}).writeUnexercised([]covered{{unit: "a", coverage: c}}, Style{})
	got := text.String()
	if !strings.Contains(got, "2 disjuncts that no input of the unit can enable") ||
		!strings.Contains(got, "a/DNF_1; a/DNF_3") || strings.Contains(got, "p a/DNF_1") ||
		!strings.Contains(got, "p a/DNF_2") {
		t.Errorf("%s", got)
	}
}
