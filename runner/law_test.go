package runner_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var lawsProgram = sync.OnceValues(func() (string, error) { return buildProgram("laws", "./testdata/laws/sut") })

// TestLawsCutOff: of a property whose tests are cut off there is how far they came, and of those
// that were not begun that they were not run, where the time of the run was over.
func TestLawsCutOff(t *testing.T) {
	t.Parallel()
	p := planProject(t, "testdata/laws", lawsProgram, func(*spec.System, *spec.SUT) {})
	r := run(t, p, runner.Options{Seed: 7, RunTimeout: time.Second, Laws: &runner.Laws{}})
	if len(r.Laws) != 2 {
		t.Fatalf("%d properties", len(r.Laws))
	}
	slow, quick := r.Laws[0], r.Laws[1]
	want := fmt.Sprintf("the time of the run, 1s, was over: of %d tests none had failed; with seed 7", slow.Tests)
	if slow.Verdict != result.Undecided || !strings.HasPrefix(slow.Why, want) {
		t.Errorf("%s, %d tests: %s", slow.Verdict, slow.Tests, slow.Why)
	}
	if quick.Verdict != result.Blocked || quick.Why != "not run: the time of the run, 1s, was over" {
		t.Errorf("%s: %s", quick.Verdict, quick.Why)
	}
	// Where a person interrupts it, what was not begun is left out.
	ctx, interrupt := context.WithTimeout(t.Context(), 3*time.Second)
	defer interrupt()
	r, err := runner.Run(ctx, p, runner.Options{Seed: 7, Guard: guard, Engine: engineOf(p), Laws: &runner.Laws{}})
	if err != nil || !r.Interrupted || len(r.Laws) != 1 || r.Laws[0].Verdict != result.Undecided ||
		!strings.HasPrefix(r.Laws[0].Why, "the run was interrupted: of ") {
		t.Errorf("%v, %+v", err, r.Laws)
	}
}
