package planner_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// writeMatrices returns matrices as lines.
func writeMatrices(ms []plan.Matrix) (out []string) {
	for _, m := range ms {
		out = append(out, fmt.Sprintf("%s: %s", m.Callee, m.Met))
		for _, r := range m.Leaves {
			line := fmt.Sprintf("%s possible %v demanded %v observed %v", r.Leaf, r.Possible, r.Demanded, r.Observed)
			if len(r.Unknown) > 0 {
				line += fmt.Sprintf(" unknown %v", r.Unknown)
			}
			if r.Proposal != nil {
				line += fmt.Sprintf(" proposal %s %t %s", r.Proposal.Status, r.Proposal.Called, r.Proposal.Values)
			}
			out = append(out, line)
		}
	}
	return out
}

const banking = `C == [n : ℤ]
Put == [ΔC; k? : ℤ | n' = n + k?]
Some == Put ∧ [k? : ℤ | k? < 3]
Zero == [ΞC; k? : ℤ | k? = 0]
Few == Some ∨ Zero
Glued == ∃ k? : ℤ • Put ∧ [k?, x? : ℤ | k? = x? + 1 ∧ x? > 0]
Never == Put ∧ [k? : ℤ | k? < 0]
`

func putUnit() string { return unit("put", "Put", "tactics: [dnf, {nr: [k?, [0, 5]]}]\n") }

func TestTheorem2(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		schema, more string
		want         []string
	}{
		{"Few", "cases: [{n: 0, k?: −7}]\n", []string{
			"put: no",
			"put/DNF_1/NR_1 possible [p/DNF_1] demanded [p/DNF_1] observed []",
			"put/DNF_1/NR_2 possible [p/DNF_1#2 p/DNF_2] demanded [p/DNF_1#2 p/DNF_2] observed []",
			"put/DNF_1/NR_3 possible [] demanded [] observed [] proposal case true n = 0, k? = 1",
			"put/DNF_1/NR_4 possible [] demanded [] observed [] proposal unsatisfiable false ",
			"put/DNF_1/NR_5 possible [] demanded [] observed [] proposal unsatisfiable false ",
		}},
		{"Glued", "", []string{ // k? is not a variable of the caller: B_j^A(a) leaves it open
			"put: yes",
			"put/DNF_1/NR_1 possible [p/DNF_1] demanded [] observed []",
			"put/DNF_1/NR_2 possible [p/DNF_1] demanded [] observed []",
			"put/DNF_1/NR_3 possible [p/DNF_1] demanded [p/DNF_1] observed []",
			"put/DNF_1/NR_4 possible [p/DNF_1] demanded [] observed []",
			"put/DNF_1/NR_5 possible [p/DNF_1] demanded [] observed []",
		}},
	} {
		p := makePlan(t, project(t, banking, putUnit(),
			unit("p", test.schema, "uses: [put]\n"+strings.ReplaceAll(test.more, "−", "-"))),
			planner.Options{Theorem2: true})
		if diff := cmp.Diff(test.want, writeMatrices(p.Unit("p").Theorem2)); diff != "" {
			t.Errorf("%s: %s", test.schema, diff)
		}
	}
}

// What a run saw is beside what is possible and what is due.
func TestTheorem2Observed(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, banking, putUnit(), unit("p", "Few", "uses: [put]\n")), planner.Options{Theorem2: true})
	integer := func(name string, n int64) spec.Item {
		return spec.NewItem(name, zed.IntType{}, value.OfInt(n))
	}
	call := &result.Call{Unit: "put", Caller: "p", Before: spec.Values{integer("n", 0)},
		Args: spec.Values{integer("k?", 5)}}
	run := &result.Run{Results: []*result.Result{{Case: "p/DNF_2", Unit: "p", Trace: []*result.Call{call}}}}
	observed, err := p.ObserveMatrices(run)
	if err != nil {
		t.Fatal(err)
	}
	seen := writeMatrices(observed["p"])
	if !slices.ContainsFunc(seen, func(l string) bool {
		return strings.HasPrefix(l, "put/DNF_1/NR_4 possible []") && strings.Contains(l, "observed [p/DNF_2]")
	}) {
		t.Errorf("the call that was seen is not there: %q", seen)
	}
	if strings.Contains(strings.Join(writeMatrices(p.Unit("p").Theorem2), ""), "observed [p") {
		t.Error("what was seen stays in the plan")
	}
	// Without the calls of a case nothing is said of what was seen.
	run.Results[0].At, run.Results[0].Trace = 1, nil
	run.Traces = func(*result.Result) ([]*result.Call, error) { return nil, errors.New("the file is gone") }
	lost, err := p.ObserveMatrices(run)
	if err == nil || !strings.Contains(err.Error(), "the file is gone") || lost != nil {
		t.Errorf("%v where calls cannot be read any more: %v", err, lost)
	}
}

// Added cases meet what the others do not, are the same with any number of workers
// and with a cache, and read back.
func TestCoverCallees(t *testing.T) {
	t.Parallel()
	system := project(t, banking, putUnit(), unit("p", "Few", "uses: [put]\n"))
	plain := makePlan(t, system, planner.Options{Theorem2: true})
	cache := newKept()
	one, text := document(t, system, planner.Options{Theorem2: true, CoverCallees: true, Workers: 1, Cache: cache})
	_, again := document(t, system, planner.Options{Theorem2: true, CoverCallees: true, Workers: 4, Cache: cache})
	_, without := document(t, system, planner.Options{Theorem2: true, Cache: cache})
	if text != again {
		t.Error(cmp.Diff(text, again))
	}
	if strings.Contains(without, `"covers"`) || !strings.Contains(text, `"covers": "put/DNF_1/NR_3"`) {
		t.Error("cases are not added, or always")
	}
	if n := len(one.Unit("p").Cases) - len(plain.Unit("p").Cases); n == 0 {
		t.Error("no case was added")
	}
	for _, m := range one.Unit("p").Theorem2 {
		for _, r := range m.Leaves {
			if r.Proposal != nil && r.Proposal.Status == suite.HasCase {
				t.Errorf("%s is still not met", r.Leaf)
			}
		}
	}
	back, err := loadPlan(t, []byte(text), system, planner.Options{Theorem2: true})
	if err != nil {
		t.Fatal(err)
	}
	if data, err := back.JSON(); err != nil || string(data) != text {
		t.Error("it does not read back")
	}
}
