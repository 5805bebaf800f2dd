package planner_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
)

// Draw takes money, as long as it lasts; a state that is never false and an
// operation that no smallest case makes do anything.
const purse = `Purse == [coins : ℕ; log : seq ℕ | coins ≤ 100]
REPLY ::= ok | no
Draw == [ΔPurse; n? : ℕ; r! : REPLY |
    (n? ≤ coins ∧ coins' = coins − n? ∧ log' = log ⌢ ⟨n?⟩ ∧ r! = ok) ∨
    (n? > coins ∧ coins' = coins ∧ log' = log ∧ r! = no)]
Sum == [ΞPurse; t! : ℕ | (∀ i : dom log • log i ≤ 9 ∨ t! > 9) ∧ t! ≤ 2]
Dead == [ΞPurse; n? : ℕ | n? = 0 ∨ n? < 0]
`

// listGaps returns the gaps of a coverage, one a line.
func listGaps(c *plan.Coverage) []string {
	var out []string
	for _, g := range c.Missing {
		line := strings.Join([]string{string(g.Kind), g.ID, g.Predicate, "never " + string(g.Never), string(g.Status)},
			"|")
		if g.Values != nil {
			line += "|" + g.Values.String()
		}
		out = append(out, line)
	}
	return out
}

func TestCoverage(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, unit string
		want       []string
	}{
		// The smallest cases draw nothing.
		{"draw", unit("draw", "Draw", ""), []string{
			"conjunct||coins' = coins|never false|case|coins = 1, log = ⟨⟩, n? = 1"}},
		{"a case that does", unit("draw", "Draw", "cases: [{coins: 1, log: [], n?: 1}]\n"), nil},
		{"pruned", unit("draw", "Draw", "prune: [draw/DNF_2]\n"), []string{
			"disjunct|draw/DNF_2|coins ≤ 100 ∧ n? > coins|never enabled|pruned",
			"conjunct||n? ≤ coins|never false|case|coins = 0, log = ⟨⟩, n? = 1",
			"conjunct||coins' = coins - n?|never false|case|coins = 0, log = ⟨⟩, n? = 1",
			"conjunct||log' = log ⌢ ⟨n?⟩|never false|case|coins = 0, log = ⟨⟩, n? = 1",
			"conjunct||r! = ok|never false|case|coins = 0, log = ⟨⟩, n? = 1",
			"conjunct||coins' = coins|never false|case|coins = 1, log = ⟨⟩, n? = 1",
			"conjunct||log' = log|never true|case|coins = 0, log = ⟨⟩, n? = 1",
			"conjunct||r! = no|never true|case|coins = 0, log = ⟨⟩, n? = 1"}},
		// What quantifiers range over, and in them; t! > 9 is ruled out.
		{"sum", unit("sum", "Sum", ""), []string{
			"conjunct||∀ i : dom log • log i ≤ 9 ∨ t! > 9|never ranged|case|coins = 0, log = ⟨0⟩"}},
		{"rows", unit("draw", "Draw", "tactics: [dnf, {sp: \"n? ≤ coins\"}]\n"), []string{
			"row|draw/DNF_1/SP_1|n? < coins ∧ coins < 0|never met|",
			"row|draw/DNF_1/SP_2|n? < 0 ∧ n? = coins|never met|",
			"row|draw/DNF_1/SP_3|n? < 0 ∧ coins = 0|never met|",
			"row|draw/DNF_1/SP_4|n? < 0 ∧ coins > 0|never met|",
			"row|draw/DNF_2/SP_1|n? < 0 ∧ n? > coins|never met|",
			"row|draw/DNF_2/SP_2|n? = 0 ∧ coins < 0|never met|",
			"row|draw/DNF_2/SP_3|n? > 0 ∧ coins < 0|never met|"}},
		{"dead", unit("dead", "Dead", ""), []string{
			"disjunct|dead/DNF_2|coins ≤ 100 ∧ n? < 0|never enabled|unsatisfiable"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := makePlan(t, project(t, purse, test.unit), planner.Options{})
			got := listGaps(p.Units[0].Coverage)
			if test.name == "rows" { // what the solver makes of them is not tested here
				for i, g := range got {
					got[i] = g[:strings.LastIndex(g, "|")+1]
				}
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Error(d)
			}
			c := p.Units[0].Coverage
			open := 0
			for _, n := range []plan.Count{c.Disjuncts, c.Conjuncts, c.Rows} {
				open += n.Of - n.Exercised
			}
			if test.name != "sum" && open != len(c.Missing) {
				t.Errorf("%d parts are counted as missing, and %d are listed", open, len(c.Missing))
			}
		})
	}
}

// A run covers what its cases did: one that was blocked did nothing, and of one
// that crashed only the inputs are known.
func TestCoverageOfRuns(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, purse, unit("draw", "Draw", "cases: [{coins: 1, log: [], n?: 1}]\n")),
		planner.Options{})
	u := p.Units[0]
	run := &result.Run{}
	for i, c := range u.Cases {
		r := &result.Result{Case: c.ID, Verdict: result.Pass, Actual: c.Witness}
		if i > 0 {
			r.Verdict = result.Blocked
		}
		run.Results = append(run.Results, r)
	}
	done := plan.ListExercises(u, run.Results)
	if len(done) != 1 {
		t.Fatalf("%d cases count as run, want 1", len(done))
	}
	c := p.Cover(context.Background(), u, done)
	if got := listGaps(c); !slices.Contains(got, "disjunct|draw/DNF_2|coins ≤ 100 ∧ n? > coins|never enabled|case") {
		t.Errorf("the disjunct that was not run is not told: %q", got)
	}
	done[0].After = nil
	for _, g := range p.Cover(context.Background(), u, done).Missing {
		if strings.Contains(g.Predicate, "r!") && g.Kind == plan.ConjunctGap {
			t.Errorf("nothing is known of outputs, and %s is said to be never %s", g.Predicate, g.Never)
		}
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	const z = "A == [x? : ℕ; y! : ℤ | x? = 0 ∧ y! ∈ 1 .. %d]\n"
	for _, test := range []struct {
		count, known int
		others       plan.Others
	}{{1, 1, plan.NoOthers}, {3, 3, plan.NoOthers}, {8, 8, plan.NoOthers}, {9, 8, plan.MoreOthers}} {
		p := makePlan(t, project(t, fmt.Sprintf(z, test.count), unit("a", "A", "")), planner.Options{})
		u := p.Units[0]
		got := p.Outcomes(context.Background(), u, u.Cases[0])
		if len(got.Known) != test.known || got.Others != test.others {
			t.Errorf("%d allowed: %d known, others: %s, want %d, %s", test.count, len(got.Known), got.Others,
				test.known, test.others)
		}
	}
}

// A disjunct put in front of the others moves their ids; what they say stays.
func TestSince(t *testing.T) {
	t.Parallel()
	const before = "A == [x? : ℤ; y! : ℤ | (x? < 0 ∧ y! = 0) ∨ (x? > 5 ∧ y! = 1)]\n"
	plans := func(z, u string) *planner.Planned { return makePlan(t, project(t, z, u), planner.Options{}) }
	a := unit("a", "A", "")
	data, err := plans(before, a).JSON()
	if err != nil {
		t.Fatal(err)
	}
	old, err := plan.Read("plan.json", data)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, z, unit string
		conditions    []string
		cases         []string
	}{
		{"nothing", before, a, nil, nil},
		{"in front", "A == [x? : ℤ; y! : ℤ | (x? = 0 ∧ y! = 7) ∨ (x? < 0 ∧ y! = 0) ∨ (x? > 5 ∧ y! = 1)]\n", a,
			[]string{"appeared  a/DNF_1", "renumbered a/DNF_1 a/DNF_2", "renumbered a/DNF_2 a/DNF_3"},
			[]string{"appeared  a/DNF_1", "renumbered a/DNF_1 a/DNF_2", "renumbered a/DNF_2 a/DNF_3"}},
		{"gone", "A == [x? : ℤ; y! : ℤ | x? > 5 ∧ y! = 1]\n", a,
			[]string{"disappeared a/DNF_1 ", "renumbered a/DNF_2 a/DNF_1"},
			[]string{"disappeared a/DNF_1 ", "renumbered a/DNF_2 a/DNF_1"}},
		{"other outcome", strings.Replace(before, "y! = 0", "y! = 2", 1), a,
			nil, []string{"altered a/DNF_1 a/DNF_1"}}, // the condition is on inputs, and stays
		{"pruned", before, a + "prune: [a/DNF_2]\n", []string{"status a/DNF_2 a/DNF_2"},
			[]string{"disappeared a/DNF_2 "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := plans(test.z, test.unit)
			d, err := p.DiffSince(old, p.Units[0])
			if err != nil {
				t.Fatal(err)
			}
			var conditions, cases []string
			for _, c := range d.Conditions {
				conditions = append(conditions, fmt.Sprint(c.Change, " ", c.Before.ID, " ", c.After.ID))
			}
			for _, c := range d.Cases {
				cases = append(cases, fmt.Sprint(c.Change, " ", c.Before.ID, " ", c.After.ID))
			}
			if diff := cmp.Diff([][]string{test.conditions, test.cases}, [][]string{conditions, cases}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A file that is not a plan is an error, and a unit that the plan has not is new.
func TestSinceNothing(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, "A == [x? : ℤ | x? < 0]\n", unit("a", "A", "")), planner.Options{})
	for _, bad := range []string{"{", `{"kind": "Run", "apiVersion": "ttf-int/v1"}`,
		`{"kind": "Plan", "apiVersion": "ttf-int/v0"}`} {
		if _, err := plan.Read("plan.json", []byte(bad)); err == nil {
			t.Errorf("%s is taken for a plan", bad)
		}
	}
	empty, err := plan.Read("plan.json", []byte(`{"kind": "Plan", "apiVersion": "ttf-int/v1"}`))
	if err != nil {
		t.Fatal(err)
	}
	d, err := p.DiffSince(empty, p.Units[0])
	if err != nil || !d.New || len(d.Conditions) != 1 || d.Conditions[0].Change != plan.Appeared {
		t.Errorf("got %+v, %v", d, err)
	}
}

// Values that the unit's variables do not have any more are shown as they are.
func TestTextOfOldValues(t *testing.T) {
	t.Parallel()
	u := makePlan(t, project(t, "A == [x? : ℤ | x? < 0]\n", unit("a", "A", "")), planner.Options{}).Units[0]
	for text, want := range map[string]string{`{"x?":3}`: "x? = 3", `{"y?":3}`: `{"y?":3}`, `{"x?":[3]}`: `{"x?":[3]}`,
		"": ""} {
		if got := u.Text([]byte(text)); got != want {
			t.Errorf("%s is shown as %s, want %s", text, got, want)
		}
	}
}

// The invariant of a state holds in every disjunct, also where a callee's
// schema is what says so: that it is never false is not a gap.
func TestInvariantsAreNoGaps(t *testing.T) {
	t.Parallel()
	const z = purse + `Log == [ΔPurse; n? : ℕ | n? ≤ coins ∧ coins' = coins − n? ∧ log' = log ⌢ ⟨n?⟩]
Ask == ([n? : ℕ | n? > 0] ∧ Log) ∨ [ΞPurse; n? : ℕ | n? = 0]
`
	p := makePlan(t, project(t, z, unit("log", "Log", ""), unit("ask", "Ask", "uses: [log]\n")), planner.Options{})
	for _, g := range p.Unit("ask").Coverage.Missing {
		t.Errorf("%s is said to be never %s", g.Predicate, g.Never)
	}
}

// Conditions with quantifiers and disjunctions keep their meaning among others.
func TestPredicate(t *testing.T) {
	t.Parallel()
	const z = `All == [A : ℙ ℤ; k? : ℤ | ∀ a : A • a < k?]
Any == [A : ℙ ℤ; k? : ℤ; r! : ℤ | (∃ a : A • a = k? ∨ a > 2) ∧ r! * r! = k?]
`
	p := makePlan(t, project(t, z,
		unit("all", "All", "tactics: [dnf, {uq: \"∀ a : A • a < k?\"}]\n"),
		unit("any", "Any", "tactics: [dnf, rj]\nrejects: \"true\"\n")), planner.Options{})
	var got []string
	for _, u := range p.Units {
		for _, l := range u.Leaves {
			got = append(got, l.Predicate())
		}
	}
	want := []string{
		"(∀ a : A • a < k?) ∧ #A = 0",
		"(∀ a : A • a < k?) ∧ #A = 1",
		"(∀ a : A • a < k?) ∧ #A ≥ 2",
		"(∃ a : A • a = k? ∨ a > 2) ∧ pre (r! * r! = k?)",
		"¬ pre Any ∧ ¬ (∃ a : A • a = k? ∨ a > 2)",
		"¬ pre Any ∧ (∃ a : A • a = k? ∨ a > 2) ∧ ¬ pre (r! * r! = k?)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
