package runner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
)

// TestPanicsOfJudges: a panic of a goroutine that judges is one of the goroutine that runs
// the plan, at whichever result it happens, and nothing waits for what has ended.
func TestPanicsOfJudges(t *testing.T) {
	t.Parallel()
	p := planSortedList(t, "")
	whole := run(t, p, runner.Options{})
	for n := 1; n <= len(whole.Results); n += len(whole.Results) / 3 {
		seen := 0
		fault := func() (fault *workers.Fault) {
			defer func() { fault, _ = recover().(*workers.Fault) }()
			run(t, p, runner.Options{Parallel: 2, Sink: func(*result.Result) {
				if seen++; seen == n {
					panic("a mistake in a judge")
				}
			}})
			return nil
		}()
		if fault == nil || fault.Value != "a mistake in a judge" {
			t.Errorf("at result %d the run ends with %v", n, fault)
		}
	}
}
