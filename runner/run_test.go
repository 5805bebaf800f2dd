package runner_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/trace"
)

// smallest is a solver that draws no models, so that every case has the smallest values of
// its leaf: what programs of these tests do wrong depends on the values.
type smallest struct{ solve.Solver }

func (s smallest) Solve(ctx context.Context, p solve.Problem) solve.Result {
	if p.Seed != 0 {
		return solve.Result{}
	}
	return s.Solver.Solve(ctx, p)
}

var guard proc.Guard

func TestMain(m *testing.M) {
	guard = proc.OwnGuard()
	// Most tests wait for programs, and not for a processor.
	flag.Set("test.parallel", "8")
	folder, err := os.MkdirTemp("", "ttf-int-runner")
	if err != nil {
		panic(err)
	}
	programs = folder
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// programs is the folder of the programs that tests build.
var programs string

// buildProgram builds a program and returns its file, or what the compiler said.
func buildProgram(name, pkg string, flags ...string) (string, error) {
	bin := filepath.Join(programs, name)
	out, err := exec.Command("go", slices.Concat([]string{"build", "-o", bin}, flags,
		[]string{pkg})...).CombinedOutput()
	if err != nil {
		return string(out), err
	}
	return bin, nil
}

// planProject plans the project of a folder, with a program in the place of its one
// system under test. change is given the project and that system before.
func planProject(t testing.TB, folder string, program func() (string, error),
	change func(*spec.System, *spec.SUT)) *plan.Plan {
	t.Helper()
	bin, err := program()
	if err != nil {
		t.Fatal(err, bin)
	}
	system, err := config.Load("", folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(system.SUTs) != 1 {
		t.Fatalf("%s has %d systems under test", folder, len(system.SUTs))
	}
	for _, s := range system.SUTs {
		s.Build, s.Command, s.StartTimeout = nil, []string{bin}, 30*time.Second
		change(system, s)
	}
	p, err := planner.Make(t.Context(), system, planner.Options{Solver: smallest{embedded.New(solve.Options{})},
		Tool: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return p.Plan
}

var listProgram = sync.OnceValues(func() (string, error) { return buildProgram("list", "../examples/sortedlist/sut") })

// planSortedList plans the example with a program that has the given fault.
func planSortedList(t testing.TB, fault string) *plan.Plan {
	t.Helper()
	return planProject(t, "../examples/sortedlist", listProgram, func(system *spec.System, s *spec.SUT) {
		s.Env = []string{"SORTEDLIST_FAULT=" + fault}
		if system.Run.Timeout = time.Minute; fault == "sort-hangs" {
			system.Run.Timeout = 2 * time.Second
		}
	})
}

// sampleRows leaves out most rows of a table under the race detector: they differ in
// what the program does, and hardly in what the runner's goroutines do.
func sampleRows(t *testing.T, row int) {
	t.Helper()
	if raceDetector && row%4 != 3 {
		t.Skip("under the race detector every fourth row of the table is tried")
	}
}

// engineOf returns what a run asks about a plan.
func engineOf(p *plan.Plan) *stubs.Engine {
	trees := suite.NewTrees()
	for _, u := range p.Units {
		trees.Put(u.Tree)
	}
	return stubs.NewEngine(p.System, embedded.New(solve.Options{}), trees)
}

func run(t testing.TB, p *plan.Plan, o runner.Options) *result.Run {
	t.Helper()
	o.Guard = guard
	if o.Engine == nil {
		o.Engine = engineOf(p)
	}
	r, err := runner.Run(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// line says of a result what matters.
func line(r *result.Result) string {
	class := "-"
	if r.Class != nil {
		class = string(*r.Class)
	}
	var stubs []string
	for _, s := range r.Stubs {
		stubs = append(stubs, s.Callee+":"+string(s.Decision))
	}
	return fmt.Sprintf("%s %s %s %s [%s]", r.Case, r.Verdict, class, strings.Join(r.Blame, ","),
		strings.Join(stubs, " "))
}

func TestSortedList(t *testing.T) {
	t.Parallel()
	r := run(t, planSortedList(t, ""), runner.Options{})
	for _, res := range r.Results {
		t.Log(line(res), res.Message, res.Findings)
	}
	if r.Summary.Pass != len(r.Results) || len(r.Results) == 0 || len(r.Machinery) > 0 {
		t.Errorf("%+v, machinery %q", r.Summary, r.Machinery)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		fault   string
		unit    string // the only one that fails
		verdict result.Verdict
		class   result.Class
	}{
		{"sort-duplicates", "sort", result.Fail, trace.WFE},
		{"sort-nonempty", "sort", result.Fail, trace.WFE},
		{"insert-forgets-sort", "insert", result.Fail, trace.MIC},
		{"insert-calls-sort-when-present", "insert", result.Fail, trace.ECI},
		{"sort-panics", "sort", result.Error, trace.WFE},
		{"sort-exits", "sort", result.Error, trace.WFE},
		{"sort-hangs", "sort", result.Error, trace.WFE},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			p := planSortedList(t, c.fault)
			if c.fault == "sort-hangs" { // a case takes its time, and takes it again alone
				p.Unit("sort").Cases = p.Unit("sort").Cases[:2]
			}
			r := run(t, p, runner.Options{})
			failed := 0
			for _, res := range r.Results {
				t.Log(line(res), res.Message, res.Findings)
				if res.Verdict == result.Pass {
					continue
				}
				failed++
				if res.Unit != c.unit || res.Verdict != c.verdict || res.Class == nil || *res.Class != c.class ||
					!slices.Equal(res.Blame, []string{c.unit}) || res.Uncertain {
					t.Errorf("%s: want %s %s %s %s", line(res), c.unit, c.verdict, c.class, c.unit)
				}
			}
			if failed == 0 || len(r.Machinery) > 0 {
				t.Errorf("%d failed, machinery %q", failed, r.Machinery)
			}
		})
	}
}

func TestKept(t *testing.T) {
	t.Parallel()
	p := planSortedList(t, "sort-nonempty")
	p.System.Dir = t.TempDir()
	r := run(t, p, runner.Options{Keep: true})
	back, info, err := store.ReadLatest(p.System)
	if err != nil {
		t.Fatal(err)
	}
	if !info.Finished || len(info.Changed) > 0 {
		t.Errorf("%+v", info)
	}
	want, _ := json.MarshalIndent(r.Results, "", " ")
	byCase := map[string]*result.Result{}
	for _, x := range back.Results {
		byCase[x.Case] = x
	}
	var ordered []*result.Result
	for _, x := range r.Results {
		ordered = append(ordered, byCase[x.Case])
	}
	got, _ := json.MarshalIndent(ordered, "", " ")
	if string(got) != string(want) {
		t.Errorf("kept and read back:\n%s\nwant\n%s", got, want)
	}
}
