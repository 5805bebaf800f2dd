package planner_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/suite"
)

const openSpec = `Split == [n? : ℕ; a!, b! : ℕ | a! * b! = n? ∧ a! > 1 ∧ b! > 1]

Many == [x? : ℕ; s! : ℙ ℕ | x? > 2 ∧ #s! = 8 * x? ∧ (∀ i : s! • i mod 5 = 1)]

Next == [n? : ℕ; m! : ℕ | n? > 5 ∧ m! = n? + 1]

Far == [n?, m! : ℕ | n? > 10 ∧ m! > n? ∧ m! mod 1000003 = 17 ∧ m! mod 1009 = 5]
`

// TestOpenCases: a case of which no outcome is found is in the plan, unless it is found
// that there is none; it has no outcome, tells no mutants apart, and is read back.
func TestOpenCases(t *testing.T) {
	t.Parallel()
	s := project(t, openSpec,
		unit("split", "Split", "tactics: [dnf, mut]\ncases: [{\"n?\": 1022117}, {\"n?\": 6}]\n"),
		unit("many", "Many", ""), unit("far", "Far", ""), unit("next", "Next", "cases: [{\"n?\": 1000000}]\n"))
	p, err := planner.Make(t.Context(), s,
		planner.Options{Solver: smallest{embedded.New(solve.Options{Steps: 20_000})}})
	if err != nil {
		t.Fatal(err)
	}
	open := map[string]bool{}
	for _, u := range p.Units {
		for _, l := range u.Leaves {
			if l.Status != suite.HasCase {
				t.Errorf("%s is %s: %s", l.ID, l.Status, l.Why().Reason)
			}
		}
		for _, c := range u.Cases {
			open[c.ID] = c.Open
			if c.Open != (c.Witness == nil) || c.Open && (c.Expected != nil || c.Several) {
				t.Errorf("%s: open %v, witness %v, expected %v", c.ID, c.Open, c.Witness, c.Expected)
			}
			if o := p.Outcomes(t.Context(), u, c); c.Open != (len(o.Known) == 0) {
				t.Errorf("%s: open %v, outcomes %v", c.ID, c.Open, o.Known)
			}
		}
		if u.Mutants == nil {
			continue
		}
		for _, m := range u.Mutants.List {
			if open[m.Case] {
				t.Errorf("%s is said to be told apart by %s, of which no outcome is known", m.ID, m.Case)
			}
		}
	}
	for id, want := range map[string]bool{"split/OWN_1": true, "split/DNF_1": false, "many/DNF_1": true,
		"next/DNF_1": false, "far/DNF_1": true} {
		if got, there := open[id]; !there || got != want {
			t.Errorf("%s: open %v (there: %v), want %v", id, got, there, want)
		}
	}
	data, err := p.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loadPlan(t, data, s, planner.Options{}); err != nil {
		t.Error(err)
	}
	closed := strings.Replace(string(data), "\"open\": true,", "", 1)
	if _, err := loadPlan(t, []byte(closed), s, planner.Options{}); err == nil {
		t.Error("a case without an outcome was read that is not open")
	}
}

// TestNotOpen: own cases that are outside the precondition are refused.
func TestNotOpen(t *testing.T) {
	t.Parallel()
	s := project(t, openSpec, unit("next", "Next", "cases: [{\"n?\": 4}]\n"))
	_, err := planner.Make(t.Context(), s, planner.Options{Solver: embedded.New(solve.Options{})})
	if err == nil || !strings.Contains(err.Error(), "outside the precondition") {
		t.Errorf("an own case outside the precondition: %v", err)
	}
}
