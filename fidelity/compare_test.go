package fidelity_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/fidelity"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// makePlan makes a plan of a system.
func makePlan(ctx context.Context, system *spec.System) (*planner.Planned, error) {
	return planner.Make(ctx, system, planner.Options{Solver: embedded.New(solve.Options{}), Tool: "test"})
}

// planList plans the sorted list, with a table for the calls that insert makes of sort.
func planList(t *testing.T, bin, fault string, rows []spec.Answer) *planner.Planned {
	t.Helper()
	system, err := config.Load("", "../examples/sortedlist")
	if err != nil {
		t.Fatal(err)
	}
	s := system.SUTs["list"]
	s.Build, s.Command, s.Env = nil, []string{bin}, []string{"SORTEDLIST_FAULT=" + fault}
	system.Unit("insert").Stubs = []spec.Forced{{Callee: "sort", Decision: "manual", Answers: rows}}
	p, err := makePlan(t.Context(), system)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// row returns a row that answers a call of sort on a list and a number.
func row(list []int64, x int64, then ...int64) spec.Answer {
	seq := func(numbers []int64) value.Value {
		var all []value.Value
		for _, n := range numbers {
			all = append(all, value.OfInt(n))
		}
		return value.OfSeq(all)
	}
	numbers := zed.PowerType{Elem: zed.ProductType{Elems: []zed.Type{zed.IntType{}, zed.IntType{}}}}
	return spec.Answer{
		When: spec.Values{spec.NewItem("list", numbers, seq(list)),
			spec.NewItem("x?", zed.IntType{}, value.OfInt(x))},
		Then: spec.Values{spec.NewItem("list'", numbers, seq(then))},
	}
}

// TestCompare: an answer of a table is the callee's own, or the callee is wrong on the call.
func TestCompare(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "list")
	if out, err := exec.Command("go", "build", "-o", bin, "../examples/sortedlist/sut").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rows := []spec.Answer{row(nil, 3, 3), row([]int64{4}, 1, 1, 4), row([]int64{4}, 1, 1, 4)}
	for fault, want := range map[string]string{"": "same same", "sort-nonempty": "same faulty"} {
		planned := planList(t, bin, fault, rows)
		c, err := fidelity.Compare(t.Context(), planned, nil, fidelity.Options{Sample: 3, Plan: makePlan})
		if err != nil || len(c.Stubs) != 1 || c.Interrupted {
			t.Fatalf("%v, %+v", err, c)
		}
		s := c.Stubs[0]
		var got []string
		for _, a := range s.Answers {
			got = append(got, string(a.Standing))
		}
		if strings.Join(got, " ") != want || s.Differing != 2 || len(s.Unused) != 1 {
			t.Errorf("%q: %q, %d differing, unused %q, expected %q", fault, got, s.Differing, s.Unused, want)
		}
		if n := c.Count(fidelity.Same, fidelity.Faulty); n != 2 {
			t.Errorf("%d answers are counted", n)
		}
	}
}

// TestInterrupted: what was not compared is said to be so.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	planned := planList(t, "nothing", "", []spec.Answer{row(nil, 3, 3)})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	c, err := fidelity.Compare(ctx, planned, nil, fidelity.Options{Sample: 3, Plan: makePlan})
	if err != nil || !c.Interrupted || c.Count(fidelity.Same) > 0 {
		t.Errorf("%v, %+v", err, c)
	}
}
