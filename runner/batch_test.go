package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
)

// beside is an executor that runs each batch in a run of its own, of which nothing is known but the batch as JSON.
type beside struct {
	t    *testing.T
	plan *plan.Plan
	fail string // the unit whose batches cannot be run
	// lacking is, where not nil, the plan that workers have for the batches of sort: a program does not start there.
	lacking *plan.Plan

	mu      sync.Mutex
	units   []string
	batches int
}

func (e *beside) Execute(ctx context.Context, b *runner.Batch) (*runner.Outcome, error) {
	e.mu.Lock()
	e.batches++
	e.units = append(e.units, b.Unit)
	e.mu.Unlock()
	b.At(runner.Running)
	if b.Unit == e.fail {
		return nil, errors.New("the queue is full")
	}
	data, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	var read runner.Batch
	if err := json.Unmarshal(data, &read); err != nil {
		return nil, err
	}
	there := e.plan
	if b.Unit == "sort" && e.lacking != nil {
		there = e.lacking
	}
	out, err := runner.RunBatch(ctx, there, &read, runner.Options{Guard: guard, Engine: engineOf(there)})
	if err != nil {
		return nil, err
	}
	if data, err = json.Marshal(out.Facts); err != nil {
		return nil, err
	}
	out.Facts = nil
	return out, json.Unmarshal(data, &out.Facts)
}

// stagesSeen is what a run tells of its progress.
type stagesSeen struct {
	done, total, running int
	tooMany              bool
	last                 []runner.LayerProgress
}

func (s *stagesSeen) progress(done, total int) {
	s.tooMany = s.tooMany || done > total
	s.done, s.total = done, total
}

func (s *stagesSeen) layers(now []runner.LayerProgress) {
	s.last = now
	for _, l := range now {
		s.running = max(s.running, l.Counts[runner.Running])
	}
}

// check: at the end all cases of each layer have come back, some were seen running, and never were more done than there
// are.
func (s *stagesSeen) check(t *testing.T, p *plan.Plan) {
	t.Helper()
	counts := map[int]int{}
	for _, u := range p.Units {
		counts[u.Layer] += len(u.Cases)
	}
	for _, l := range s.last {
		if l.Done() != counts[l.Layer] || l.Total() != l.Done() {
			t.Errorf("%d cases of layer %d, and of those that run elsewhere %+v", counts[l.Layer], l.Layer, l)
		}
	}
	if s.tooMany || s.done != s.total || s.running == 0 || len(s.last) != len(counts) {
		t.Errorf("what was told of the progress: %+v", s)
	}
}

// TestElsewhere: cases that run elsewhere, in batches of any size, give the run that they give here, whatever the
// program does wrong.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	for name, p := range planSeveral(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if raceDetector && name != "list, sort loses" && name != "stack, third" {
				t.Skip("left to the run without the race detector")
			}
			runElsewhere(t, p)
		})
	}
}

// runElsewhere runs a plan here, and elsewhere in large batches and in batches of one case.
func runElsewhere(t *testing.T, p *plan.Plan) {
	t.Helper()
	whole := timeless(t, run(t, p, runner.Options{Machines: &runner.Machines{Sequences: 20}}))
	for _, seconds := range []float64{0, 100} {
		t.Run(fmt.Sprintf("%v s a case", seconds), func(t *testing.T) {
			t.Parallel()
			e, seen := &beside{t: t, plan: p}, &stagesSeen{}
			got := timeless(t, run(t, p, runner.Options{
				Machines: &runner.Machines{Sequences: 20},
				Executor: e, BatchSeconds: func(string) float64 { return seconds },
				Progress: seen.progress, Layers: seen.layers,
			}))
			if got != whole {
				t.Error(firstDifference(whole, got))
			}
			if seconds == 100 && e.batches < len(p.Units)*2 {
				t.Errorf("%d batches of %d units, though one case fills a batch", e.batches, len(p.Units))
			}
			seen.check(t, p)
		})
	}
}

// TestElsewhereBroken: what goes wrong where cases run is no verdict: they are blocked, and the machinery is named.
func TestElsewhereBroken(t *testing.T) {
	t.Parallel()
	p := planSortedList(t, "")
	r := run(t, p, runner.Options{Executor: &beside{t: t, plan: p, fail: "sort"}})
	for _, of := range r.Results {
		if of.Unit == "sort" && (of.Verdict != result.Blocked || of.Message != "the queue is full") ||
			of.Unit != "sort" && of.Verdict != result.Pass {
			t.Errorf("%s is %s: %s", of.Case, of.Verdict, of.Message)
		}
	}
	if got := strings.Join(r.Machinery, "\n"); got != "the queue is full" {
		t.Errorf("the machinery that failed: %s", got)
	}
}

// TestWorkerLacks: where a program starts here, and not where its cases run, these are blocked, and it is said where.
func TestWorkerLacks(t *testing.T) {
	t.Parallel()
	p, lacking := planSortedList(t, ""), planSortedList(t, "")
	for _, s := range lacking.System.SUTs {
		s.Command = []string{"/nowhere"}
	}
	r := run(t, p, runner.Options{Executor: &beside{t: t, plan: p, lacking: lacking}})
	for _, of := range r.Results {
		want := result.Pass
		if of.Unit == "sort" {
			want = result.Blocked
		}
		if of.Verdict != want {
			t.Errorf("%s is %s: %s", of.Case, of.Verdict, of.Message)
		}
	}
	if got := strings.Join(r.Machinery, "\n"); !strings.HasPrefix(got, "where the cases ran: ") {
		t.Errorf("the machinery that failed: %s", got)
	}
}

// TestIsolatedElsewhere: what keeps a program apart where its cases run is held against what does here.
func TestIsolatedElsewhere(t *testing.T) {
	t.Parallel()
	p, other := planSortedList(t, ""), planSortedList(t, "")
	other.System.Run.Files = 777
	r := run(t, p, runner.Options{Executor: &beside{t: t, plan: p, lacking: other}})
	const want = "the program list was isolated otherwise where cases ran elsewhere: "
	got := strings.Join(r.Findings, "\n")
	if !strings.HasPrefix(got, want) || !strings.Contains(got, "777 open files") {
		t.Errorf("the findings: %q, expected %s", got, want)
	}
}
