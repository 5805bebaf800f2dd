package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// A case counts once for each decision about a callee, however often that occurs;
// no call is possible where there is none at any of its places.
func TestDecided(t *testing.T) {
	t.Parallel()
	stub := func(callee string, d result.Decision) result.Stub { return result.Stub{Callee: callee, Decision: d} }
	run := &result.Run{Results: []*result.Result{
		{Unit: "p", Stubs: []result.Stub{stub("q", result.Self), stub("q", result.Self), stub("r", result.None)}},
		{Unit: "p", Stubs: []result.Stub{stub("q", result.Self), stub("q", result.None), stub("r", result.None),
			stub("r", result.None)}},
	}}
	want := map[result.Decision]map[string]int{result.Self: {"p -> q": 2}, result.None: {"p -> r": 2}}
	if diff := cmp.Diff(want, countDecisions(run)); diff != "" {
		t.Error(diff)
	}
}

// A decision names of its witness what the solver found, and repeats nothing.
func TestChoiceWithSolver(t *testing.T) {
	t.Parallel()
	n := func(name string, x int64) spec.Item { return spec.NewItem(name, nil, value.OfInt(x)) }
	c := result.Choice{Callee: "q", Occurrence: 1, Decision: result.Self, Leaf: "q/DNF_1", By: result.Solver,
		Substitution: spec.Values{n("k?", 2)}, Free: []string{"n"}, Witness: spec.Values{n("n", 1), n("k?", 2)}}
	if got, want := choice(c, Style{}),
		"q: self in q/DNF_1, witness n = 1, k? = 2, of which n asked of the solver"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	c.Witness = nil
	if got, want := choice(c, Style{}), "q: self in q/DNF_1, k? = 2 from the case, n asked of the solver"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A result that is explained is cut as in any other report, with a mark.
func TestExplainedResultIsCut(t *testing.T) {
	t.Parallel()
	r := &result.Result{Case: "p/DNF_1", Unit: "p"}
	for range 5_000 {
		r.Trace = append(r.Trace, &result.Call{Unit: "q", Caller: "p"})
	}
	var b bytes.Buffer
	c := &plan.Case{Case: suite.Case{ID: r.Case, Steps: suite.MakeSteps("u", nil)},
		Leaf: &plan.Leaf{Leaf: suite.Leaf{Condition: &suite.Condition{ID: r.Case, Part: &suite.Part{}}}}}
	if err := ExplainJSON(&b, &plan.Unit{Unit: &spec.Unit{Name: "p"}}, c, plan.Outcomes{}, r, Source{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), `"caller"`); n != 1000 ||
		!strings.Contains(b.String(), "the trace is cut: 4000 calls are left out") {
		t.Errorf("%d calls of 5000 are in the document", n)
	}
}
