package planner_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

const shelves = `R ::= ok | bad | full
St == [s : ℙ ℕ; cap : ℕ | #s ≤ cap ∧ cap ≤ 3]
Add == [ΔSt; x? : ℕ; r! : R | x? ∉ s ∧ s' = s ∪ {x?} ∧ cap' = cap ∧ r! = ok]
Rem == [ΔSt; x? : ℕ; r! : R | x? ∈ s ∧ s' = s ∖ {x?} ∧ cap' = cap ∧ r! = ok]
Swap == [x?, y? : ℕ | x? ≠ y?] ∧ (Rem ⨾ (Add[y?/x?]))
Grow == [ΔSt | cap' > cap ∧ s' = s]
`

// writeRefused writes the cases on rejected inputs of each unit with what they
// expect, and the leaves that have none.
func writeRefused(p *planner.Planned) string {
	var b strings.Builder
	for _, u := range p.Units {
		for _, l := range u.Leaves {
			if l.IsRejected() && l.Status != suite.HasCase {
				fmt.Fprintf(&b, "%s %s\n", l.ID, l.Status)
			}
		}
		for _, c := range u.Cases {
			if c.Leaf.IsRejected() {
				fmt.Fprintf(&b, "%s own=%t: %s => %s\n", c.ID, c.Own, c.Values(), c.Expected)
			}
		}
	}
	return b.String()
}

// Inputs outside the real precondition, implied conjuncts and intermediate
// states included, each with what the unit promises there.
func TestRefused(t *testing.T) {
	t.Parallel()
	const reject = "tactics: [dnf, rj]\n"
	p := makePlan(t, project(t, shelves,
		unit("add", "Add", reject+"rejects: r! = full\ncases: [{s: {set: [4]}, cap: 2, x?: 4}]\n"),
		unit("rem", "Rem", reject+"rejects: r! ≠ ok\nprune: [Rem_RJ_2]\n"),
		unit("swap", "Swap", "uses: [add, rem]\n"+reject+"rejects: r! = bad\n"),
		unit("grow", "Grow", reject+"rejects: \"true\"\n")), planner.Options{})
	want := `add/RJ_1 own=true: s = {4}, cap = 2, x? = 4 => s' = {4}, cap' = 2, r! = full
add/RJ_1#2 own=false: s = {0}, cap = 1, x? = 0 => s' = {0}, cap' = 1, r! = full
add/RJ_2 own=false: s = ∅, cap = 0, x? = 0 => s' = ∅, cap' = 0, r! = full
grow/RJ_1 own=false: s = ∅, cap = 3 => s' = ∅, cap' = 3
rem/RJ_2 pruned
rem/RJ_1 own=false: s = ∅, cap = 0, x? = 0 =>_
swap/RJ_1 own=false: x? = 0, y? = 0, s = ∅, cap = 0 => r! = bad, s' = ∅, cap' = 0
swap/RJ_2 own=false: x? = 0, y? = 1, s = ∅, cap = 0 => r! = bad, s' = ∅, cap' = 0
`
	if diff := cmp.Diff(strings.Replace(want, "=>_", "=> ", 1), writeRefused(p)); diff != "" {
		t.Error(diff)
	}
	swap := p.Unit("swap")
	for _, c := range swap.Cases {
		for _, ch := range c.Stubs {
			if c.Leaf.IsRejected() && ch.Decision != result.None {
				t.Errorf("%s: %s is %s: no call is possible on a rejected input", c.ID, ch.Callee, ch.Decision)
			}
			for _, id := range ch.Possible {
				if p.Unit(ch.Callee).Leaf(id).IsRejected() {
					t.Errorf("%s: a decision rests on %s", c.ID, id)
				}
			}
		}
	}
	if got := swap.Coverage.Rejected; got != (plan.Count{Exercised: 2, Of: 2}) || swap.Coverage.Cases != 1 {
		t.Errorf("coverage: %+v of rejected inputs, %d cases of the specification; want 2 of 2, and 1", got,
			swap.Coverage.Cases)
	}
	data, err := p.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Units map[string]struct{ Leaves, Cases []struct{ Rejected bool } }
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	if s := doc.Units["swap"]; s.Leaves[0].Rejected || !s.Leaves[1].Rejected || s.Cases[0].Rejected ||
		!s.Cases[1].Rejected {
		t.Errorf("the plan's JSON marks %+v", s)
	}
}

// Inputs on which a term of the specification has no value are rejected ones.
func TestRefusedWithoutValue(t *testing.T) {
	t.Parallel()
	const doc = `St == [f : ℤ ⇸ ℤ]
Look == [ΞSt; x? : ℤ; r! : ℤ | r! = f x?]
First == [s : seq ℤ; r! : ℤ | r! = head s ∧ s ≠ ⟨1⟩]
Part == [a?, b? : ℤ; r! : ℕ | a? > 0 ∧ r! = a? div b?]
`
	const reject = "tactics: [dnf, rj]\nrejects: r! = 9\n"
	p := makePlan(t, project(t, doc, unit("look", "Look", reject), unit("first", "First", reject),
		unit("part", "Part", reject)), planner.Options{})
	want := `first/RJ_1 own=false: s = ⟨1⟩ => r! = 9
first/RJ_2 own=false: s = ⟨⟩ => r! = 9
look/RJ_1 own=false: f = ∅, x? = 0 => f' = ∅, r! = 9
part/RJ_1 own=false: a? = 0, b? = 0 => r! = 9
part/RJ_2 own=false: a? = 1, b? = -1 => r! = 9
part/RJ_3 own=false: a? = 1, b? = 0 => r! = 9
`
	if diff := cmp.Diff(want, writeRefused(p)); diff != "" {
		t.Error(diff)
	}
}

// A refusal that nothing can satisfy is told, and its case is not run.
func TestRefusalOfNothing(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, shelves, unit("add", "Add", "tactics: [dnf, rj]\nrejects: r! = bad ∧ r! = full\n")),
		planner.Options{})
	l := p.Unit("add").Leaf("add/RJ_1")
	if l.Status != suite.Undecided ||
		!strings.Contains(l.Why().Reason, "allows no outcome on s = {0}, cap = 1, x? = 0") {
		t.Errorf("%s: %s", l.Status, l.Why().Reason)
	}
	for _, c := range p.Unit("add").Cases {
		if c.Leaf.IsRejected() {
			t.Errorf("%s is a case", c.ID)
		}
	}
}

// What a plan refuses of own cases, a check refuses too, on rejected inputs as
// elsewhere; every error is found at once.
func TestCheckOwnCases(t *testing.T) {
	t.Parallel()
	const reject = "tactics: [dnf, rj]\nrejects: r! = full\n"
	for _, test := range []struct{ name, unit, want string }{
		{"accepted and rejected",
			unit("add", "Add", reject+"cases: [{s: {set: [4]}, cap: 2, x?: 4}, {s: {set: [4]}, cap: 2, x?: 5}]\n"), ""},
		{"no state", unit("add", "Add", reject+"cases: [{s: {set: [4]}, cap: 0, x?: 4}]\n"),
			"the case s = {4}, cap = 0, x? = 4 is outside the precondition of Add, and lies in no leaf of rejected inputs"},
		{"outside", unit("add", "Add", "cases: [{s: {set: [4]}, cap: 2, x?: 4}]\n"),
			"the case s = {4}, cap = 2, x? = 4 is outside the precondition of Add"},
		{"left out", unit("add", "Add", "tactics: [dnf, {tb: x?}]\ncases: [{s: {set: []}, cap: 2, x?: 5}]\n"),
			"the case s = ∅, cap = 2, x? = 5 lies in no leaf of the testing tree, whose tactics leave it out"},
		{"no value", unit("add", "Add", "cases: [{cap: 2, x?: 5}]\n"), "the case gives no value for s"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			system := project(t, shelves, test.unit)
			for what, err := range map[string]error{
				"check": checkProject(system),
				"plan": func() error {
					_, err := planner.Make(context.Background(), system,
						planner.Options{Solver: embedded.New(solve.Options{})})
					return err
				}(),
			} {
				if got := message(err); got != test.want {
					t.Errorf("%s: %q, want %q", what, got, test.want)
				}
			}
		})
	}
}

// message is what the only error says; "" where there is none.
func message(err error) string {
	if err == nil {
		return ""
	}
	var errs source.Errors
	errs.Add(err)
	if len(errs) != 1 {
		return err.Error()
	}
	return errs[0].Msg
}

// checkProject returns what Check finds wrong.
func checkProject(system *spec.System) error {
	_, err := planner.Check(context.Background(), system, planner.Options{Solver: embedded.New(solve.Options{})})
	return err
}
