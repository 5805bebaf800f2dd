package runner_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var lawsProgram = sync.OnceValues(func() (string, error) { return buildProgram("laws", "./testdata/laws/sut") })

// markBegun plans the properties for a program that creates the file when the first of them begins.
func markBegun(t *testing.T, mark string) *plan.Plan {
	return planProject(t, "testdata/laws", lawsProgram, func(_ *spec.System, program *spec.SUT) {
		program.Command = append(program.Command, mark)
	})
}

// TestLawsCutOff: of a property whose tests are cut off there is how far they came, and of those
// that were not begun that they were not run, where the time of the run was over.
func TestLawsCutOff(t *testing.T) {
	t.Parallel()
	mark := filepath.Join(t.TempDir(), "begun")
	p := markBegun(t, mark)
	// Where the program is not started in time, it has more.
	for limit := time.Second; limit < 5*time.Minute; limit *= 2 {
		r := run(t, p, runner.Options{Seed: 7, RunTimeout: limit, Laws: &runner.Laws{}})
		if _, err := os.Stat(mark); err != nil {
			continue
		}
		if len(r.Laws) != 2 {
			t.Fatalf("%d properties", len(r.Laws))
		}
		slow, quick := r.Laws[0], r.Laws[1]
		over := fmt.Sprintf("the time of the run, %v, was over", limit)
		want := fmt.Sprintf("%s: of %d tests none had failed; with seed 7", over, slow.Tests)
		if slow.Verdict != result.Undecided || !strings.HasPrefix(slow.Why, want) {
			t.Errorf("%s, %d tests: %s", slow.Verdict, slow.Tests, slow.Why)
		}
		if quick.Verdict != result.Blocked || quick.Why != "not run: "+over {
			t.Errorf("%s: %s", quick.Verdict, quick.Why)
		}
		return
	}
	t.Error("no test of the first property was begun")
}

// passed is a context whose deadline is over, and which has not ended yet.
type passed struct{ context.Context }

func (passed) Deadline() (time.Time, bool) { return time.Now().Add(-time.Second), true }

// TestLawsInterrupted: where a person interrupts the run in a property, it says how far that came, and what
// was not begun is left out. When the context ends decides, and not what deadline it names: gRPC tells the
// program of the deadline, which would end its call before that.
func TestLawsInterrupted(t *testing.T) {
	t.Parallel()
	mark := filepath.Join(t.TempDir(), "begun")
	p := markBegun(t, mark)
	ctx, interrupt := context.WithCancel(passed{t.Context()})
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(mark); err == nil {
				interrupt()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	r, err := runner.Run(ctx, p, runner.Options{Seed: 7, Guard: guard, Engine: engineOf(p), Laws: &runner.Laws{}})
	interrupt()
	if err != nil || !r.Interrupted || len(r.Laws) != 1 || r.Laws[0].Verdict != result.Undecided ||
		!strings.HasPrefix(r.Laws[0].Why, "the run was interrupted: of ") {
		t.Errorf("%v, %+v", err, r)
	}
}
