package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/suite"
)

// A size that the specification names is in scope, also where it is that of a collection of
// elements of a given type, and where a constant has it.
func TestSizesThatConstantsName(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		"Op == [f : T ⇸ ℕ; o! : ℕ | (# f = LIMIT ∧ o! = 1) ∨ (# f < LIMIT ∧ o! = 0)]",
		"Op == [f : T ⇸ ℕ; t? : T; o! : ℕ | (t? ∈ dom f ∧ # f ≥ LIMIT ∧ o! = 1) ∨ (# f < LIMIT ∧ o! = f t?)]",
		"Op == [A : ℙ T; o! : ℕ | (# A > LIMIT ∧ o! = 1) ∨ (# A ≤ LIMIT ∧ o! = 0)]",
		"Op == [q : seq T; o! : ℕ | (# q = LIMIT ∧ q ∈ iseq T ∧ o! = 1) ∨ (# q < LIMIT ∧ o! = 0)]",
		"Op == [f : T ⤔ U; o! : ℕ | (# f = LIMIT ∧ o! = 1) ∨ (# f < LIMIT ∧ o! = 0)]",
		"Op == [s : seq ℕ; o! : ℕ | (# s > LIMIT ∧ o! = 1) ∨ (# s ≤ LIMIT ∧ o! = 0)]",
		"Op == [A : ℙ ℕ; o! : ℕ | (# A = LIMIT ∧ o! = 1) ∨ (# A < LIMIT ∧ o! = 0)]",
	} {
		for _, n := range []int{5, 7, 12} {
			for what, text := range map[string]string{
				"a number": "[T, U]\n" + strings.ReplaceAll(form, "LIMIT", fmt.Sprint(n)),
				"a constant": fmt.Sprintf("[T, U]\n│ limit : ℕ\n├\n│ limit = %d\n\n", n) + strings.ReplaceAll(form,
					"LIMIT", "limit"),
			} {
				p := makePlan(t, project(t, text+"\n", unit("op", "Op", "tactics: dnf\n")), planner.Options{})
				for _, l := range p.Unit("op").Leaves {
					if l.Status != suite.HasCase {
						t.Errorf("%d as %s: %s is %s: %s\n%s", n, what, l.ID, l.Status, l.Why().Reason, form)
					}
				}
			}
		}
	}
}
