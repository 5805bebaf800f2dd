package planner_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

const z = `S == [list : seq ℤ]
InList == [ΞS; x? : ℤ | x? ∈ ran list]
Input1 == [ΔS; x? : ℤ | x? ∉ ran list]
┌ Sort1
  ΔS
  x? : ℤ
|
  #list' = #list + 1
  list' ↾ {x?} = (list ↾ {x?}) ⌢ ⟨x?⟩
  ∀ y : (ran list) ∖ {x?} • list ↾ {y} = list' ↾ {y}
  ∀ i, j : dom list' • i < j ⇒ list' i ≤ list' j
└
InsertAndSort1 == (Input1 ∧ Sort1) ∨ InList
Err == [ΞS]
`

// project writes a project with the given units and loads it.
func project(t testing.TB, z string, units ...string) *spec.System {
	t.Helper()
	return projectWith(t, "", z, units...)
}

// projectWithConstants returns what project does, with entries under constants.
func projectWithConstants(t testing.TB, z, constants string, units ...string) *spec.System {
	t.Helper()
	return projectWith(t, "constants: {"+constants+"}\n", z, units...)
}

// projectWith returns what project does, with more in the project's file.
func projectWith(t testing.TB, more, z string, units ...string) *spec.System {
	t.Helper()
	files := map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts:\n  list: {command: [bin/list]}\n  other: {command: [bin/other]}\n" + more,
		"spec.zed":     z,
		"units.yaml":   strings.Join(units, "---\n"),
	}
	system := configtest.Load(t, files)
	return system
}

const (
	sortUnit   = "unit: sort\nsut: list\nz: spec.zed\nschema: Sort1\ntactics: [dnf, {sp: ∪}]\n"
	errUnit    = "unit: err\nsut: list\nz: spec.zed\nschema: Err\ntactics: [dnf]\n"
	insertUnit = "unit: insert\nsut: list\nz: spec.zed\nschema: InsertAndSort1\nuses: [sort]\ncalls: [err]\ntactics: [dnf, {sp: \"x? ∈ ran list\"}]\n"
)

func sortProject(t testing.TB) *spec.System {
	plain := strings.Replace(sortUnit, "tactics: [dnf, {sp: ∪}]\n", "tactics: [dnf, {sc: list}]\n", 1)
	return project(t, z, plain, errUnit, insertUnit)
}

// smallest is a solver that draws no models, so that every case has the smallest values of
// its leaf.
type smallest struct{ solve.Solver }

func (s smallest) Solve(ctx context.Context, p solve.Problem) solve.Result {
	if p.Seed != 0 {
		return solve.Result{}
	}
	return s.Solver.Solve(ctx, p)
}

func makePlan(t testing.TB, s *spec.System, o planner.Options) *planner.Planned {
	t.Helper()
	if o.Solver == nil {
		o.Solver = smallest{embedded.New(solve.Options{})}
	}
	p, err := planner.Make(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSortedList(t *testing.T) {
	p := makePlan(t, sortProject(t), planner.Options{})
	if diff := cmp.Diff([][]string{{"err", "sort"}, {"insert"}}, p.Layers); diff != "" {
		t.Error(diff)
	}
	insert := p.Unit("insert")
	if diff := cmp.Diff(map[int]int{0: 1}, insert.Families); diff != "" {
		t.Error(diff)
	}
	var got []string
	for _, c := range insert.Cases {
		line := fmt.Sprintf("%s: %s -> %s:", c.ID, c.Values(), c.Expected)
		for _, s := range c.Stubs {
			line += fmt.Sprintf(" %s %s %s %s;", s.Callee, s.Decision, s.Leaf, s.Witness)
		}
		got = append(got, line)
	}
	want := []string{
		"insert/DNF_1/SP_1: list = ⟨⟩, x? = 0 -> list' = ⟨0⟩: sort self sort/DNF_1/SC_1 list = ⟨⟩, x? = 0; err auto  ;",
		"insert/DNF_1/SP_2: list = ⟨0⟩, x? = 1 -> list' = ⟨0, 1⟩: sort self sort/DNF_1/SC_2 list = ⟨0⟩, x? = 1; err auto  ;",
		"insert/DNF_2/SP_1: list = ⟨0⟩, x? = 0 -> list' = ⟨0⟩: sort none  ; err auto  ;",
		"insert/DNF_2/SP_2: list = ⟨0, 1⟩, x? = 0 -> list' = ⟨0, 1⟩: sort none  ; err auto  ;",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, u := range p.Units {
		for _, l := range u.Leaves {
			if l.Status == suite.Undecided {
				t.Errorf("%s is undecided: %s", l.ID, l.Why().Reason)
			}
		}
	}
}

// The plan is the same with any number of workers, and reads back.
func TestDeterministic(t *testing.T) {
	s := sortProject(t)
	one, err := makePlan(t, s, planner.Options{Workers: 1}).JSON()
	if err != nil {
		t.Fatal(err)
	}
	many, err := makePlan(t, s, planner.Options{Workers: 8}).JSON()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, many) {
		t.Error("the plan depends on the number of workers")
	}
	if _, err := loadPlan(t, one, s, planner.Options{}); err != nil {
		t.Error(err)
	}
	other := project(t, z+"\n", sortUnitSC(), errUnit, insertUnit)
	var stale *plan.Stale
	if _, err := loadPlan(t, one, other, planner.Options{}); !errors.As(err, &stale) ||
		!strings.Contains(err.Error(), "spec.zed changed") {
		t.Errorf("a stale plan was not refused: %v", err)
	}
}

func sortUnitSC() string {
	return strings.Replace(sortUnit, "{sp: ∪}", "{sc: list}", 1)
}

// mf on insert must not find a case at the edge of the scope: sort accepts
// every list, however long.
func TestMFAtTheEdge(t *testing.T) {
	insert := strings.Replace(insertUnit, `{sp: "x? ∈ ran list"}`, "{mf: sort}", 1)
	p := makePlan(t, project(t, z, sortUnitSC(), errUnit, insert), planner.Options{})
	status := map[string]suite.Status{}
	for _, l := range p.Unit("insert").Leaves {
		status[l.ID] = l.Status
	}
	for _, id := range []string{"insert/DNF_1/MF_1", "insert/DNF_2/MF_1"} {
		if status[id] != suite.HasCase {
			t.Errorf("%s: %s, want a case", id, status[id])
		}
	}
	for _, id := range []string{"insert/DNF_1/MF_2", "insert/DNF_2/MF_2"} {
		if s := status[id]; s != suite.NoneInScope && s != suite.Unsatisfiable {
			t.Errorf("%s: %s, want none", id, s)
		}
	}
}

// A callee that was not tested where it is called is replaced; one that is not
// written, or lives elsewhere, too; forced decisions are kept.
func TestDecisions(t *testing.T) {
	for _, test := range []struct {
		name         string
		sort, insert string
		want         map[string]result.Decision
	}{
		{"missing leaf", strings.Replace(sortUnitSC(), "tactics:", "prune: [sort/DNF_1/SC_1]\ntactics:", 1), insertUnit,
			map[string]result.Decision{"insert/DNF_1/SP_1": result.Spec, "insert/DNF_1/SP_2": result.Self}},
		{"not written", strings.Replace(sortUnitSC(), "sut: list\n", "", 1), insertUnit,
			map[string]result.Decision{"insert/DNF_1/SP_1": result.Spec, "insert/DNF_2/SP_1": result.None}},
		{"elsewhere", strings.Replace(sortUnitSC(), "sut: list\n", "sut: other\n", 1), insertUnit,
			map[string]result.Decision{"insert/DNF_1/SP_1": result.Spec}},
		{"forced", sortUnitSC(), insertUnit + "stubs: {sort: spec}\n",
			map[string]result.Decision{"insert/DNF_1/SP_1": result.Spec, "insert/DNF_2/SP_1": result.Spec}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := makePlan(t, project(t, z, test.sort, errUnit, test.insert), planner.Options{})
			got := map[string]result.Decision{}
			for _, c := range p.Unit("insert").Cases {
				if _, ok := test.want[c.ID]; ok {
					got[c.ID] = c.Stubs[0].Decision
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Own cases are kept in their leaf, and one outside the precondition is an
// error at its place; several cases per leaf are all different.
func TestCases(t *testing.T) {
	own := insertUnit + "cases: [{list: [1, 1], x?: 3}]\n"
	s := project(t, z, sortUnitSC(), errUnit, own)
	s.Run.Cases = 3
	p := makePlan(t, s, planner.Options{})
	seen := map[string]bool{}
	found := false
	for _, c := range p.Unit("insert").Cases {
		if seen[c.Values().String()] {
			t.Errorf("%s: %s twice", c.ID, c.Values())
		}
		seen[c.Values().String()] = true
		if c.Own {
			found = true
			if c.Leaf.ID != "insert/DNF_1/SP_2" || c.Expected.String() != "list' = ⟨1, 1, 3⟩" {
				t.Errorf("own case in %s, expecting %s", c.Leaf.ID, c.Expected)
			}
		}
	}
	if !found || len(seen) < 10 {
		t.Errorf("own case kept: %v, %d cases", found, len(seen))
	}

	partial := "unit: take\nsut: list\nz: |\n  Take == [n, n', k? : ℤ | k? > 0 ∧ n' = n - k?]\nschema: Take\ncases: [{n: 1, k?: 0}]\n"
	_, err := planner.Make(context.Background(), project(t, "Q == [q : ℤ]\n", partial),
		planner.Options{Solver: embedded.New(solve.Options{})})
	if err == nil || !strings.Contains(err.Error(), "units.yaml:6:") {
		t.Errorf("a case outside the precondition: %v", err)
	}
}

// makeBenchmarkProject returns a project of units in layers: each unit's schema
// includes ten of the layer below and has two disjuncts.
func makeBenchmarkProject(t testing.TB, units, layers, inclusions int) *spec.System {
	var zed strings.Builder
	var specs []string
	zed.WriteString("S == [a, b, c : ℤ]\n")
	per := units / layers
	for k := range layers {
		for i := range per {
			name := fmt.Sprintf("U%dx%d", k, i)
			fmt.Fprintf(&zed, "%sOwn == [ΔS; x? : ℤ | x? > 0 ∧ a' = a + x? ∧ b' = b ∧ c' = c]\n", name)
			fmt.Fprintf(&zed, "%sNo == [ΞS; x? : ℤ | x? ≤ 0]\n", name)
			terms := []string{name + "Own"}
			var uses []string
			if k > 0 {
				for j := range inclusions {
					callee := (i + j*7) % per
					terms = append(terms, fmt.Sprintf("U%dx%d", k-1, callee))
					uses = append(uses, fmt.Sprintf("u%dx%d", k-1, callee))
				}
			}
			fmt.Fprintf(&zed, "%s == (%s) ∨ %sNo\n", name, strings.Join(terms, " ∧ "), name)
			unit := fmt.Sprintf("unit: u%dx%d\nsut: list\nz: spec.zed\nschema: %s\nuses: [%s]\n", k, i, name,
				strings.Join(uses, ", "))
			specs = append(specs, unit)
		}
	}
	return project(t, zed.String(), specs...)
}

// BenchmarkPlan2000 plans units in eight layers: many with their disjuncts alone, and fewer with
// cases for their mutants.
func BenchmarkPlan2000(b *testing.B) {
	for _, c := range []struct {
		recipe string
		units  int
	}{{"dnf", 2000}, {"standard", 80}} {
		b.Run(fmt.Sprintf("%s/units=%d", c.recipe, c.units), func(b *testing.B) {
			system := makeBenchmarkProject(b, c.units, 8, 10)
			for _, u := range system.Units {
				u.Tactics = []spec.Tactic{{Name: c.recipe, Span: u.At}}
			}
			for b.Loop() {
				for _, u := range makePlan(b, system, planner.Options{}).Units {
					if len(u.Cases) < 2 {
						b.Fatalf("%s has %d cases", u.Name, len(u.Cases))
					}
				}
			}
		})
	}
}

// TestConstants: what no one fixes the solver does, as the axioms allow, and the
// plan says so; a constant that no unit depends on is left alone.
func TestConstants(t *testing.T) {
	t.Parallel()
	const z = `│ limit, other : ℕ
├
│ limit > 3

│ double : ℕ → ℕ
├
│ ∀ n : ℕ • double n = n + n + limit - limit

A == [x?, y! : ℕ | x? < limit ∧ y! = double x?]
`
	p := makePlan(t, project(t, z, unit("a", "A", "cases: [{x?: 3}]\n")), planner.Options{})
	var got []string
	for _, c := range p.System.Constants {
		got = append(got, fmt.Sprint(c.Name, " = ", c.Value, " ", c.From))
	}
	if want := []string{"limit = 4 chosen"}; !slices.Equal(got, want) {
		t.Errorf("constants %q, want %q", got, want)
	}
	i := slices.IndexFunc(p.Unit("a").Cases, func(c *plan.Case) bool { return c.Own })
	if i < 0 || fmt.Sprint(p.Unit("a").Cases[i].Expected) != "y! = 6" {
		t.Errorf("the cases of a: %v", p.Unit("a").Cases)
	}
}

// TestNoConstant: where axioms that no value satisfies are about a constant, the unit that needs it is left
// out, and what is left out says that it is an error.
func TestNoConstant(t *testing.T) {
	t.Parallel()
	system := project(t, "│ limit : ℕ\n├\n│ limit > 3\n│ limit < 2\n\nA == [x? : ℕ | x? < limit]\n", unit("a", "A", ""))
	p := makePlan(t, system, planner.Options{})
	const want = "the constant limit of A has no value: the axioms allow none: limit > 3 contradicts limit < 2"
	if got := p.System.Lacks("a"); got != want || len(p.Unit("a").Cases) > 0 {
		t.Errorf("a is left out since %q, want %q; its cases: %v", got, want, p.Unit("a").Cases)
	}
	if err := p.System.Missing[0].Err(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}
