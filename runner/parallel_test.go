package runner_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var parallelProgram = sync.OnceValues(func() (string,
	error) {
	return buildProgram("parallel", "./testdata/parallel/sut")
})

// planParallel plans the store whose units call each other at the same time. Of the
// callees that are named a unit has stubs.
func planParallel(t testing.TB, mode, unit string, stubbed ...string) *plan.Plan {
	t.Helper()
	return planProject(t, "testdata/parallel", parallelProgram, func(s *spec.System, p *spec.SUT) {
		p.Env = []string{"MODE=" + mode}
		for _, callee := range stubbed {
			s.Unit(unit).Stubs = append(s.Unit(unit).Stubs, spec.Forced{Callee: callee, Decision: string(result.Spec)})
		}
	})
}

// TestParallel runs units that make calls from several goroutines. What a call
// changed is then not known: it is not blamed for what another one did, and keeps
// its certificate. What is known all the same is said: of calls without state, of
// arguments, of units that do not end.
func TestParallel(t *testing.T) {
	const (
		twice  = "put was called by fill more than once at the same time: what each call changed cannot be told apart"
		both   = "del and put were called by swap at the same time: what each call changed cannot be told apart"
		unsure = "several threads were going on, and it is not known whether fill or put is the reason"
		early  = "fill returned while put, which it had called, had not"
	)
	for _, c := range []struct {
		mode, unit string
		stub       string
		verdict    result.Verdict
		blame      string // with a question mark where it is uncertain
		message    string
		finding    string // "" where there is to be none
		charged    string // the callee whose call is reported as its failure
	}{
		{mode: "in-turn", unit: "fill", verdict: result.Pass},
		{mode: "in-turn", unit: "pair", verdict: result.Pass},
		{unit: "fill", verdict: result.Pass, finding: twice},
		{unit: "swap", verdict: result.Pass, finding: both},
		{unit: "pair", verdict: result.Pass, finding: "move and put were called by pair at the same time"},
		{unit: "look", verdict: result.Pass},
		{unit: "sum", verdict: result.Pass},
		{mode: "dbl-wrong", unit: "sum", verdict: result.Pass,
			finding: "dbl broke its specification when sum called it", charged: "dbl"},
		{mode: "get-wrong", unit: "look", verdict: result.Fail, blame: "look,get?",
			message: "what look did does not satisfy Look"},
		{mode: "fill-forgets", unit: "fill", verdict: result.Fail, blame: "fill,put?", message: "what fill did",
			finding: twice},
		{mode: "put-wrong", unit: "fill", verdict: result.Fail, blame: "fill,put?", message: "what fill did",
			finding: twice},
		{mode: "put-hangs", unit: "fill", verdict: result.Error, blame: "fill,put?",
			message: "fill or put: it did not return within 2s", finding: unsure},
		{mode: "put-waits", unit: "swap", verdict: result.Error, blame: "swap,put,del?",
			message: "it did not return within 2s", finding: both},
		{mode: "put-panics", unit: "fill", verdict: result.Error, blame: "put,fill?",
			message: "put, called by fill: its process ended with exit status 2", finding: twice},
		{mode: "put-exits", unit: "fill", verdict: result.Error, blame: "fill,put?",
			message: "fill or put: its process ended with exit status 3", finding: unsure},
		{mode: "fill-forever", unit: "fill", verdict: result.Error, blame: "fill",
			message: "fill: it did not return within 2s", finding: twice},
		{mode: "put-hangs-beside-others", unit: "fill", verdict: result.Error, blame: "fill,put?",
			message: "fill or put: it did not return within 2s", finding: twice},
		{mode: "move-forever", unit: "pair", verdict: result.Error, blame: "move,pair?",
			message: "move, called by pair: it did not return within 2s, and goes on making calls",
			finding: "move and put were called by pair at the same time"},
		{mode: "fill-calls-below", unit: "fill", verdict: result.Fail, blame: "fill", message: "what fill did",
			finding: "fill called put outside its precondition"},
		{mode: "fill-leaves", unit: "fill", verdict: result.Fail, blame: "fill,put?", message: "what fill did",
			finding: early},
		{mode: "fill-leaves-right", unit: "fill", verdict: result.Pass, finding: early},
		{mode: "fill-panics", unit: "fill", verdict: result.Error, blame: "fill",
			message: "fill: its process ended with exit status 2 when a goroutine that "},
		{mode: "fill-panics-itself", unit: "fill", verdict: result.Error, blame: "fill",
			message: "fill panicked: boom"},
		{mode: "fill-recovers", unit: "fill", verdict: result.Pass, finding: twice},
		{mode: "fill-calls-alone", unit: "fill", verdict: result.Error, blame: "fill",
			message: "fill: its process ended with exit status 4"},
		{mode: "in-turn", unit: "fill", stub: "put", verdict: result.Pass},
		{mode: "swap-late", unit: "swap", stub: "put", verdict: result.Pass, finding: both},
		{mode: "swap-late-wrong", unit: "swap", stub: "put", verdict: result.Undecided,
			message: "a stub answered for put while other calls went on", finding: both},
	} {
		t.Run(c.mode+" "+c.unit+" "+c.stub, func(t *testing.T) {
			t.Parallel()
			var stubbed []string
			if c.stub != "" {
				stubbed = []string{c.stub}
			}
			o := runner.Options{Units: []string{c.unit}, Timeout: time.Minute}
			if strings.Contains(c.message, "within 2s") {
				o.Timeout = 2 * time.Second
			}
			r := run(t, planParallel(t, c.mode, c.unit, stubbed...), o)
			i := slices.IndexFunc(r.Results, func(x *result.Result) bool { return x.Unit == c.unit })
			if i < 0 || len(r.Machinery) > 0 {
				t.Fatalf("machinery %q\n%s", r.Machinery, lines(r))
			}
			x := r.Results[i]
			blame := strings.Join(x.Blame, ",")
			if x.Uncertain {
				blame += "?"
			}
			if x.Verdict != c.verdict || blame != c.blame || !strings.Contains(x.Message, c.message) {
				t.Errorf("%s %s: %s %q\nwant %s %s: %s", x.Verdict, blame, x.Message, x.Findings, c.verdict, c.blame,
					c.message)
			}
			if found := strings.Join(x.Findings, "\n"); !strings.Contains(found, c.finding) || c.finding == "" &&
				strings.Contains(found, "at the same time") {
				t.Errorf("findings %q, want %q", x.Findings, c.finding)
			}
			for _, x := range r.Results {
				if callee, _, charged := strings.Cut(x.Case, "@"); charged && callee != c.charged {
					t.Errorf("%s: %s %q", x.Case, x.Message, x.Blame)
				}
			}
		})
	}
}

// TestParallelRaw: a program that does not use the SDK says by until which calls
// overlap. Where it does not say so, they did not.
func TestParallelRaw(t *testing.T) {
	for mode, want := range map[string]bool{"overlap": false, "overlap-unsaid": true} {
		r := run(t, planCounter(t, mode), runner.Options{Units: []string{"add"}})
		charged, found := false, false
		for _, x := range r.Results {
			charged = charged || strings.HasPrefix(x.Case, "inc@")
			found = found || strings.Contains(strings.Join(x.Findings, "\n"),
				"inc was called by add more than once at the same time")
		}
		if charged != want || found == want {
			t.Errorf("%s: charged %v, found %v\n%s", mode, charged, found, lines(r))
		}
	}
}
