package runner_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

var pushProgram = sync.OnceValues(func() (string, error) { return buildProgram("push", "./testdata/push/sut") })

// planPush plans three layers with a program that has the given fault.
func planPush(t testing.TB, fault string) *plan.Plan {
	t.Helper()
	return planProject(t, "testdata/push", pushProgram, func(_ *spec.System, s *spec.SUT) {
		s.Env = []string{"PUSH_FAULT=" + fault}
	})
}

// TestFaultAtTheBottom: nobody above is accused, and all are still tested.
func TestFaultAtTheBottom(t *testing.T) {
	t.Parallel()
	r := run(t, planPush(t, "push-loses"), runner.Options{})
	failed, replaced := 0, map[string]bool{}
	for _, x := range r.Results {
		for _, st := range x.Stubs {
			replaced[x.Unit] = replaced[x.Unit] || st.Decision == result.Spec
		}
		switch {
		case x.Unit == "push" && x.Verdict == result.Fail:
			failed++
			if !slices.Equal(x.Blame, []string{"push"}) || x.Uncertain {
				t.Errorf("%s: not blamed on push alone", line(x))
			}
		case x.Verdict != result.Pass || len(x.Blame) > 0:
			t.Errorf("%s: %s", line(x), x.Message)
		}
	}
	if failed == 0 || !replaced["put"] {
		t.Errorf("%d failed, replaced under %v:\n%s", failed, replaced, lines(r))
	}
}

// TestCallIsAUse: a unit relies on the answer of a callee that it is said only
// to call, which two seeds show.
func TestCallIsAUse(t *testing.T) {
	t.Parallel()
	r := run(t, planPush(t, "ask-relies"), runner.Options{Units: []string{"ask"}})
	found := 0
	for _, x := range r.Results {
		if x.Unit == "ask" && strings.Contains(strings.Join(x.Findings, "; "), "this call is a use") {
			found++
			if x.Verdict != result.Undecided || len(x.Blame) > 0 || !strings.Contains(x.Message, "limit") {
				t.Errorf("%s: %s", line(x), x.Message)
			}
		}
	}
	if found == 0 {
		t.Errorf("not found:\n%s", lines(r))
	}
	if r = run(t, planPush(t, ""), runner.Options{}); r.Summary.Pass != len(r.Results) {
		t.Errorf("without the fault:\n%s", lines(r))
	}
}

// TestByCall: where only some of the calls that a unit may make lie in leaves
// that the callee passed, each call decides for itself.
func TestByCall(t *testing.T) {
	t.Parallel()
	r := run(t, planPush(t, "sign-below-zero"), runner.Options{Units: []string{"pick"}})
	answered := map[string]result.Decision{}
	for _, x := range r.Results {
		if m, _ := x.Values.Lookup("m?"); x.Unit != "pick" || m.Equal(value.OfInt(0)) {
			continue
		}
		if x.Verdict != result.Pass || len(x.Stubs) != 1 || x.Stubs[0].Decision != result.ByCall || len(x.Trace) != 1 {
			t.Errorf("%s, %d calls: %s", line(x), len(x.Trace), x.Message)
			continue
		}
		c := x.Trace[0]
		arg, _ := c.Args.Lookup("x?")
		answered[arg.String()] = c.Decision
	}
	want := map[string]result.Decision{"3": result.Self, "-3": result.Spec}
	for call, d := range want {
		if answered[call] != d {
			t.Errorf("the call on %s was answered by %q, want %q: %v", call, answered[call], d, answered)
		}
	}
	r = run(t, planPush(t, ""), runner.Options{Units: []string{"pick"}})
	for _, x := range r.Results {
		if x.Unit == "pick" && (x.Verdict != result.Pass || x.Stubs[0].Decision != result.Self) {
			t.Errorf("without the fault: %s: %s", line(x), x.Message)
		}
	}
}

// TestLateCalls: a call that comes after its case, also when a later batch runs
// or the session ends, is a finding of its own case.
func TestLateCalls(t *testing.T) {
	t.Parallel()
	r := run(t, planCounter(t, "late"), runner.Options{})
	var late []string
	for _, x := range r.Results {
		if slices.ContainsFunc(x.Findings,
			func(f string) bool { return strings.HasPrefix(f, "late call: inc was called after ") }) {
			late = append(late, x.Case)
		}
		if x.Verdict != result.Pass {
			t.Errorf("%s: %s", line(x), x.Message)
		}
	}
	first, last := r.Results[0].Case, r.Results[len(r.Results)-1].Case
	if !slices.Equal(late, []string{first, last}) {
		t.Errorf("late calls of %q, want those of %s and %s", late, first, last)
	}
}

// TestChangedProgram: what was certified holds for the program that was tested,
// and not for another that takes its place.
func TestChangedProgram(t *testing.T) {
	t.Parallel()
	p := planCounter(t, "once")
	data, err := os.ReadFile(p.System.SUTs["counter"].Command[0])
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(t.TempDir(), "raw")
	if err := os.WriteFile(bin, data, 0o755); err != nil {
		t.Fatal(err)
	}
	p.System.SUTs["counter"].Command = []string{bin}
	r := run(t, p, runner.Options{Sink: func(*result.Result) {
		// The first process runs; the one after its crash would be another.
		os.Rename(bin, bin+"~")
		os.WriteFile(bin, append(data, 0), 0o755)
	}})
	if len(r.Machinery) != 1 || !strings.Contains(r.Machinery[0], "was changed while cases ran") ||
		r.Summary.Blocked == 0 {
		t.Errorf("%q\n%s", r.Machinery, lines(r))
	}
}
