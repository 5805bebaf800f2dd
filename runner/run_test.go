package runner_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
)

var guard proc.Guard

func TestMain(m *testing.M) {
	guard = proc.Guarded()
	// Most tests wait for programs, and not for a processor.
	flag.Set("test.parallel", "4")
	os.Exit(m.Run())
}

var listProgram = sync.OnceValues(func() (string, error) { return built("list", "../examples/sortedlist/sut") })

// sortedList plans the example with a program that has the given fault.
func sortedList(t testing.TB, fault string) *plan.Plan {
	t.Helper()
	system, err := config.Load("", "../examples/sortedlist")
	if err != nil {
		t.Fatal(err)
	}
	bin, err := listProgram()
	if err != nil {
		t.Fatal(err, bin)
	}
	s := system.SUTs["list"]
	s.Build, s.Command = nil, []string{bin}
	s.Env = []string{"SORTEDLIST_FAULT=" + fault}
	if system.Run.Timeout = time.Minute; fault == "sort-hangs" {
		system.Run.Timeout = 2 * time.Second
	}
	p, err := plan.Make(t.Context(), system, plan.Options{Tool: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t testing.TB, p *plan.Plan, o runner.Options) *result.Run {
	t.Helper()
	o.Guard = guard
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	r, err := runner.Run(ctx, p, o)
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
	return fmt.Sprintf("%s %s %s %s [%s]", r.Case, r.Verdict, class, strings.Join(r.Blame, ","), strings.Join(stubs, " "))
}

func TestSortedList(t *testing.T) {
	t.Parallel()
	r := run(t, sortedList(t, ""), runner.Options{})
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
		{"sort-duplicates", "sort", result.Fail, result.WFE},
		{"sort-nonempty", "sort", result.Fail, result.WFE},
		{"insert-forgets-sort", "insert", result.Fail, result.MIC},
		{"insert-calls-sort-when-present", "insert", result.Fail, result.ECI},
		{"sort-panics", "sort", result.Error, result.WFE},
		{"sort-exits", "sort", result.Error, result.WFE},
		{"sort-hangs", "sort", result.Error, result.WFE},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			r := run(t, sortedList(t, c.fault), runner.Options{})
			failed := 0
			for _, res := range r.Results {
				t.Log(line(res), res.Message, res.Findings)
				if res.Verdict == result.Pass {
					continue
				}
				failed++
				if res.Unit != c.unit || res.Verdict != c.verdict || res.Class == nil || *res.Class != c.class || !slices.Equal(res.Blame, []string{c.unit}) || res.Uncertain {
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
	p := sortedList(t, "sort-nonempty")
	p.System.Dir = t.TempDir()
	r := run(t, p, runner.Options{Keep: true})
	back, info, err := runner.Latest(p.System)
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
