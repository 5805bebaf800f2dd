package planner_test

import (
	"fmt"
	"testing"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/suite"
)

// TestBudget: where a unit uses up its budget, the plan does not depend on the number of
// workers, the leaves before that are as without a budget, and what takes few steps has its
// case, in this unit and in others.
func TestBudget(t *testing.T) {
	const z = `Easy == [x? : ℤ | x? > 3]
Queens == [f? : 0 ‥ 7 ⤖ 0 ‥ 7; k? : ℤ | ∀ i, j : 0 ‥ 7 • i ≠ j ⇒ (f? i - i) mod 8 ≠ (f? j - j) mod 8]
Hard == [Queens | k? = 1] ∨ [k? : ℤ; f? : 0 ‥ 7 ⤖ 0 ‥ 7 | k? = 5] ∨ [Queens | k? = 2]
`
	budgeted := func(budget, workers int) (*planner.Planned, string) {
		system := projectWith(t, fmt.Sprintf("budget: %d\n", budget), z,
			"unit: hard\nz: spec.zed\nschema: Hard\ntactics: [dnf]\n",
			"unit: xeasy\nz: spec.zed\nschema: Easy\ntactics: [dnf]\n")
		return document(t, system, planner.Options{Workers: workers})
	}
	unbound, _ := budgeted(1_000_000, 2)
	if unbound.Unit("hard").Budget != nil {
		t.Fatal("the budget is used up that is larger than all that the leaves take")
	}
	one, text := budgeted(1, 1)
	if _, other := budgeted(1, 8); other != text {
		t.Error("eight workers make another plan than one does")
	}
	if b := one.Unit("hard").Budget; b == nil || b.Late != 2 {
		t.Fatalf("of three leaves %+v are late: expected all but the first", b)
	}
	first, was := one.Unit("hard").Leaves[0], unbound.Unit("hard").Leaves[0]
	if first.Status != was.Status || first.Why().Reason != was.Why().Reason {
		t.Errorf("the first leaf is %s %q, without a budget %s %q", first.Status, first.Why().Reason, was.Status,
			was.Why().Reason)
	}
	if status(one, "hard", 2) != suite.Undecided || status(unbound, "hard", 2) == suite.Undecided {
		t.Error("the last leaf is decided only where the budget is not used up")
	}
	if status(one, "xeasy", 0) != suite.HasCase || status(one, "hard", 1) != suite.HasCase {
		t.Error("what takes few steps has no case")
	}
}

// TestBudgetOfLargeSets: what is built to choose from is counted against the budget of a unit,
// since a leaf may take hours in few steps.
func TestBudgetOfLargeSets(t *testing.T) {
	const z = `Hard == [s? : ℙ (1 ‥ 400); k? : ℤ | # s? = 2 ∧ (∀ i, j : s? • i ≠ j ⇒ i * i + j * j = 26 * i * j) ∧ k? = 1]
	∨ [s? : ℙ (1 ‥ 400); k? : ℤ | s? = ∅ ∧ k? = 2]
`
	budgeted := func(budget int64, workers int) (*planner.Planned, string) {
		system := projectWith(t, fmt.Sprintf("budget: %d\n", budget), z,
			"unit: hard\nz: spec.zed\nschema: Hard\ntactics: [dnf]\n")
		return document(t, system, planner.Options{Workers: workers, Steps: 2_000})
	}
	unbound, _ := budgeted(1_000_000_000, 1)
	first := unbound.Unit("hard").Leaves[0]
	if first.Status != suite.Undecided || unbound.Unit("hard").Budget != nil {
		t.Fatalf("without a budget the first leaf is %s: expected undecided", first.Status)
	}
	planned, text := budgeted(first.Steps+1, 1)
	if b := planned.Unit("hard").Budget; b == nil || b.Late != 1 {
		t.Errorf("%d values were built in %d steps, and the late leaves are %+v: expected one",
			first.Built, first.Steps, b)
	}
	if status(planned, "hard", 1) != suite.HasCase {
		t.Error("the late leaf has no case, which takes few steps")
	}
	if _, other := budgeted(first.Steps+1, 8); other != text {
		t.Error("eight workers make another plan than one does")
	}
}

func status(p *planner.Planned, unit string, leaf int) suite.Status {
	return p.Unit(unit).Leaves[leaf].Status
}
