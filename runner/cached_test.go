package runner_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
)

// planDeclared plans the sorted list with a fault, as a program that reads nothing but itself.
func planDeclared(t *testing.T, fault string) *plan.Plan {
	t.Helper()
	p := planSortedList(t, fault)
	for _, s := range p.System.SUTs {
		s.Reads = []string{}
	}
	return p
}

// cachedRun runs a plan, and offers it the passes of earlier runs of the same program that declares to read the same.
func cachedRun(t *testing.T, p *plan.Plan, earlier ...*result.Run) *result.Run {
	t.Helper()
	return run(t, p, runner.Options{Cached: func(w runner.Wanted) *result.Result {
		for _, r := range earlier {
			of := r.ResultOf(w.Case.ID)
			if w.Reads == "" || r.Reads[w.SUT] != w.Reads || r.Programs[w.SUT] != w.SHA256 ||
				of.Verdict != result.Pass {
				continue
			}
			found := *of
			found.From = r.Started
			return &found
		}
		return nil
	}})
}

// TestCached: whatever faults a program has, a run that takes over passes says what one says that takes over nothing;
// it does take over passes where the program declares what it reads, and never what did not pass, nor anything of
// another program.
func TestCached(t *testing.T) {
	t.Parallel()
	says := func(r *result.Run) (out []string) {
		for _, of := range r.Results {
			out = append(out, strings.Join(append([]string{line(of), of.Message}, of.Findings...), " "))
		}
		return append(out, r.Findings...)
	}
	sound := cachedRun(t, planDeclared(t, ""))
	for _, fault := range []string{"", "sort-duplicates", "sort-nonempty", "insert-forgets", "insert-always-sorts"} {
		p := planDeclared(t, fault)
		first := cachedRun(t, p, sound)
		again := cachedRun(t, p, sound, first)
		if d := cmp.Diff(says(first), says(again)); d != "" {
			t.Errorf("%q: what is taken over says something else: %s", fault, d)
		}
		taken := 0
		for i, of := range again.Results {
			switch {
			case of.From != "" && (of.Verdict != result.Pass || of.From == sound.Started && fault != ""):
				t.Errorf("%q: %s of the run of %s was taken over: %s", fault, of.Case, of.From, of.Verdict)
			case of.From != "":
				taken++
			}
			if from := first.Results[i].From; from != "" && fault != "" {
				t.Errorf("%q: the first run took over %s of another program", fault, of.Case)
			}
		}
		if taken == 0 || fault == "" && taken < len(again.Results) {
			t.Errorf("%q: %d of %d results were taken over", fault, taken, len(again.Results))
		}
	}
	undeclared := planSortedList(t, "")
	for _, of := range cachedRun(t, undeclared, cachedRun(t, undeclared)).Results {
		if of.From != "" {
			t.Errorf("%s was taken over, though nothing is declared of what the program reads", of.Case)
		}
	}
}
