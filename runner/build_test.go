package runner_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
)

// TestTwoRunsInAFolder: a run that builds waits until no other run of the folder
// has cases running, and can be interrupted while it waits.
func TestTwoRunsInAFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	planned := func() *plan.Plan {
		p := planCounter(t, "")
		s := p.System.SUTs["counter"]
		bin := filepath.Join(dir, "raw")
		s.Build = []string{"sh", "-c", `cp "$0" "$1~" && mv "$1~" "$1"`, s.Command[0], bin}
		s.Command, p.System.Dir = []string{bin}, dir
		return p
	}
	waits := make(chan bool, 2)
	waiting := func(string) { waits <- true }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var others sync.WaitGroup
	var once sync.Once
	first := run(t, planned(), runner.Options{Keep: true, Sink: func(*result.Result) {
		once.Do(func() {
			others.Go(func() {
				if r := run(t, planned(), runner.Options{Keep: true, Waiting: waiting}); r.Summary.Pass != len(
					r.Results) || r.Summary.Pass == 0 {
					t.Errorf("the second run: %q\n%s", r.Machinery, lines(r))
				}
			})
			others.Go(func() {
				p := planned()
				r, err := runner.Run(ctx, p, runner.Options{Engine: engineOf(p), Keep: true, Guard: guard,
					Waiting: waiting})
				if err != nil || !r.Interrupted || len(r.Results) > 0 {
					t.Errorf("the third run was not interrupted: %v, %+v", err, r)
				}
			})
			<-waits
			<-waits
			cancel()
		})
	}})
	if first.Summary.Pass != len(first.Results) || first.Summary.Pass == 0 {
		t.Errorf("the first run: %q\n%s", first.Machinery, lines(first))
	}
	others.Wait()
}
