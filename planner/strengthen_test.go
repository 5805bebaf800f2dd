package planner_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/suite"
)

// Top calls mid, and mid calls put, with what lies outside the scope and is not near a
// number that is written: no leaf beyond it has a case.
const deep = `C == [n : ℤ]
Put == [ΔC; k? : ℤ | k? > −10 * 10 * 10 ∧ n' = n + k?]
Mid == ∃ k? : ℤ • Put ∧ [k?, x? : ℤ | k? = x? + 10 * 10]
Top == ∃ x? : ℤ • Mid ∧ [x?, y? : ℤ | x? = y? + 6 * 10]
`

// divideByCube returns a predicate that divides by whether the cube of a variable is over 100,000.
func divideByCube(variable string) string {
	cube := strings.Join([]string{variable, variable, variable}, " * ")
	return fmt.Sprintf(`{mts: ["max {0, %s − 10 * 10 * 10 * 10 * 10}", "{0}"]}`, cube)
}

func listDeepUnits() []string {
	return []string{
		unit("put", "Put", "tactics: [dnf, "+divideByCube("k?")+"]\n"),
		unit("mid", "Mid", "uses: [put]\ntactics: [dnf, "+divideByCube("x?")+"]\n"),
		unit("top", "Top", "uses: [mid]\n"),
	}
}

// listDecisions returns the decisions of a plan, and the leaves that strengthening added.
func listDecisions(p *planner.Planned) (out []string) {
	for _, u := range p.Units {
		for _, c := range u.Cases {
			for _, s := range c.Stubs {
				out = append(out, fmt.Sprintf("%s: %s %s %s", c.ID, s.Callee, s.Decision, s.Leaf))
			}
			if len(c.Leaf.For) > 0 {
				out = append(out, fmt.Sprintf("%s at %s for %s", c.ID, c.Values(), strings.Join(c.Leaf.For, ", ")))
			}
		}
	}
	return out
}

func TestStrengthening(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, deep, listDeepUnits()...), planner.Options{})
	want := []string{
		"put/ST_fb024f32 at n = 0, k? = 100 for mid/DNF_1/MTS_1",
		"put/ST_36567b4b at n = 0, k? = 160 for mid/ST_a5954721",
		"mid/DNF_1/MTS_1: put self put/ST_fb024f32",
		"mid/ST_a5954721: put self put/ST_36567b4b",
		"mid/ST_a5954721 at n = 0, x? = 60 for top/DNF_1",
		"top/DNF_1: mid self mid/ST_a5954721",
	}
	if diff := cmp.Diff(want, listDecisions(p)); diff != "" {
		t.Error(diff)
	}
	for _, u := range p.Units {
		if u.Coverage.Cases != len(u.Cases) {
			t.Errorf("%s: coverage of %d of %d cases", u.Name, u.Coverage.Cases, len(u.Cases))
		}
	}
}

// The ids of leaves that strengthening adds depend on nothing but their points;
// the plan neither on the number of workers nor on the cache; and it reads back,
// with strengthening and without.
func TestStrengtheningIsStable(t *testing.T) {
	t.Parallel()
	more := append(listDeepUnits(), unit("other", "Other", "uses: [put]\ncases: [{n: 5, z?: 1}]\n"))
	p := makePlan(t, project(t, deep+"Other == ∃ k? : ℤ • Put ∧ [k?, z? : ℤ | k? = z? + 200]\n", more...),
		planner.Options{})
	for _, id := range []string{"put/ST_fb024f32", "put/ST_36567b4b"} {
		if l := p.Unit("put").Leaf(id); l == nil || l.Status != suite.HasCase {
			t.Errorf("another caller changes the id %s", id)
		}
	}
	cache, system := newKept(), project(t, deep, listDeepUnits()...)
	_, one := document(t, system, planner.Options{Workers: 1, Cache: cache})
	known, again := document(t, system, planner.Options{Workers: 4, Cache: cache})
	if one != again || len(listSolved(known)) > 0 {
		t.Errorf("the plan differs from the cache (%v were solved): %s", listSolved(known), cmp.Diff(one, again))
	}
	_, without := document(t, system, planner.Options{NoStrengthen: true, Cache: cache})
	if strings.Contains(without, "/ST_") || !strings.Contains(one, "/ST_") {
		t.Error("strengthening is not turned off, or never on")
	}
	for _, doc := range []string{one, without} {
		back, err := loadPlan(t, []byte(doc), system, planner.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if data, err := back.JSON(); err != nil || string(data) != doc {
			t.Errorf("read back: %v: %s", err, cmp.Diff(doc, string(data)))
		}
	}
}

// What strengthening leaves as it is.
func TestNotStrengthened(t *testing.T) {
	t.Parallel()
	units := listDeepUnits()
	for _, test := range []struct {
		name, put, caller string
		options           planner.Options
		reason            string
		left              int
	}{
		{"turned off", units[0], units[1], planner.Options{NoStrengthen: true},
			"put was not tested in put/DNF_1/MTS_2", 0},
		{"ruled out by a person", strings.Replace(units[0], "tactics", "prune: [put/DNF_1/MTS_2]\ntactics", 1),
			units[1], planner.Options{}, "put was ruled out by hand in put/DNF_1/MTS_2", 0},
		{"not written", strings.Replace(units[0], "sut: list\n", "", 1), units[1], planner.Options{},
			"put is not written yet", 0},
		{"forced", units[0], units[1] + "stubs: {put: spec}\n", planner.Options{},
			"forced by the specification of mid", 0},
		{"limit", units[0], units[1] + "cases: [{n: 0, x?: 3}, {n: 0, x?: 4}]\n", planner.Options{Strengthening: 1},
			"put has 1 leaves from strengthening, as many as it may have", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := makePlan(t, project(t, deep, test.put, test.caller), test.options)
			put, cases := p.Unit("put"), p.Unit("mid").Cases
			last := cases[len(cases)-1].Stubs[0]
			if last.Decision != "spec" || !strings.Contains(last.Reason, test.reason) {
				t.Errorf("%s because %s", last.Decision, last.Reason)
			}
			added := slices.DeleteFunc(slices.Clone(put.Leaves), func(l *plan.Leaf) bool { return len(l.For) == 0 })
			if left := put.Strengthening; left != nil && left.Left != test.left || (test.left > 0) != (left != nil) {
				t.Errorf("strengthening %+v", left)
			}
			if len(added) > test.left {
				t.Errorf("%d leaves were added", len(added))
			}
		})
	}
}
