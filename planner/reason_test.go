package planner_test

import (
	"context"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

const book = `[NAME, DATE, PID]
REPORT ::= okay | already
Book == [known : ℙ NAME; birthday : NAME ⇸ DATE | known = dom birthday]
AddOk == [ΔBook; name? : NAME; date? : DATE; r! : REPORT | name? ∉ known ∧ birthday' = birthday ∪ {name? ↦ date?} ∧ r! = okay]
Already == [ΞBook; name? : NAME; date? : DATE; r! : REPORT | name? ∈ known ∧ r! = already]
AddBirthday == AddOk ∨ Already
Find == [ΞBook; name? : NAME; date! : DATE | name? ∈ known ∧ date! = birthday name?]
Sched == [active, ready, blocked : ℙ PID; q : seq PID | #active ≤ 1 ∧ ready ∩ blocked = ∅ ∧ active ∩ (ready ∪ blocked) = ∅ ∧ (active = ∅ ⇒ ready = ∅) ∧ ran q = ready]
Ready == [ΔSched; p? : PID | p? ∈ blocked ∧ blocked' = blocked ∖ {p?} ∧ ((active = ∅ ∧ active' = {p?} ∧ ready' = ready ∧ q' = q) ∨ (active ≠ ∅ ∧ active' = active ∧ ready' = ready ∪ {p?} ∧ q' = q ⌢ ⟨p?⟩))]
LEV ::= lo | mid | hi⟪0 .. 3⟫
Lv == [n : 0 .. 5; l? : LEV; x? : ℤ; s? : ℙ ℕ | s? ⊆ {1, 2, n} ∧ x? > 2 ∧ x? < n ∧ l? ≠ lo]
`

// Every unsatisfiable leaf shows conjuncts that contradict each other, and none
// too many: without any of them there are values.
func TestReasonsAreMinimal(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, book,
		unit("addBirthday", "AddBirthday", "tactics: [dnf, {sp: ∪}, {sp: ∈}]\n"),
		unit("find", "Find", "tactics: [dnf, {sc: known}, {sp: \"name? ∈ known\"}]\n"),
		unit("ready", "Ready", "tactics: [dnf, {sp: ∖}, {sp: ⌢}]\n"),
		unit("lv", "Lv", "tactics: [dnf, {ft: l?}, {sse: \"s? ⊆ {1, 2, n}\"}, {nr: [x?, [0, 2, 5]]}]\n")),
		planner.Options{})
	n := 0
	for _, u := range p.Units {
		for _, l := range u.Leaves {
			if l.Status != suite.Unsatisfiable {
				continue
			}
			n++
			if len(l.Why().Conflict) == 0 {
				t.Errorf("%s: no conflict: %s", l.ID, l.Why().Reason)
				continue
			}
			conflict := conjuncts(t, p, u, l.Why().Conflict)
			if got := outcome(p, u, conflict); got != solve.Unsatisfiable {
				t.Errorf("%s: %s: together they are %s", l.ID, l.Why().Reason, got)
			}
			for i := range l.Why().Conflict {
				rest := slices.Delete(slices.Clone(conflict), i, i+1)
				if got := outcome(p, u, rest); got != solve.Case {
					t.Errorf("%s: %s: without %s the rest is %s", l.ID, l.Why().Reason, l.Why().Conflict[i], got)
				}
			}
		}
	}
	t.Log(n, "unsatisfiable leaves")
}

// A reason has the schema of a callee by its name.
func TestReasonsNameCallees(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, book+"Again == AddBirthday ∧ [known : ℙ NAME; r! : REPORT | r! ≠ okay]\n",
		unit("add", "AddBirthday", ""), unit("again", "Again", "tactics: [{sc: known}]\n")), planner.Options{})
	l := p.Unit("again").Leaves[0]
	const want = "AddBirthday, r! ≠ okay and #known = 0 contradict each other"
	if l.Why().Reason != want || len(l.Why().Conflict) != 3 {
		t.Errorf("%s: got %q, %q, want %q", l.ID, l.Why().Reason, l.Why().Conflict, want)
	}
}

// A case with several allowed outcomes says so, one with a single outcome does
// not.
func TestSeveralOutcomes(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, "Pick == [x? : ℕ; y! : ℕ | y! < x? ∧ x? > 1]\nLast == [x? : ℕ; y! : ℕ | y! = x? + 1]\n",
		unit("pick", "Pick", ""), unit("last", "Last", "")), planner.Options{})
	pick, last := p.Unit("pick").Cases[0], p.Unit("last").Cases[0]
	if !pick.Several || pick.Expected != nil || last.Several || last.Expected == nil {
		t.Errorf("pick: several %v, expected %v; last: several %v, expected %v", pick.Several, pick.Expected,
			last.Several, last.Expected)
	}
}

// conjuncts reads conjuncts over the variables of a unit.
func conjuncts(t *testing.T, p *planner.Planned, u *plan.Unit, texts []string) []zed.Expr {
	t.Helper()
	var out []zed.Expr
	for _, text := range texts {
		parsed, err := p.System.Language.Expr(source.NewFile("conflict", text).Whole())
		if err != nil {
			t.Fatal(err)
		}
		checked, err := p.System.Spec.Pred(parsed, u.Op.Vars)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p.System.Calculus.Predicate(checked))
	}
	return out
}

// outcome solves some conjuncts over the variables of a unit.
func outcome(p *planner.Planned, u *plan.Unit, conjuncts []zed.Expr) solve.Outcome {
	problem := p.Engine().Oracle.Unit(u.Unit).Problem(0)
	problem.Pred = schema.Conjoin(conjuncts)
	return embedded.New(solve.Options{}).Solve(context.Background(), problem).Outcome
}
