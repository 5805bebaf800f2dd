package runner

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/internal/workers"
)

const (
	// share is how many cases are sent to a process at a time.
	share = 4096
	// few is how many cases one goroutine judges while others arrive.
	few = 512
	// least is how many cases a process is started for at least, because starting it
	// takes as long as many cases.
	least = 32
)

// round runs attempts in processes of the program, and returns the attempts that must
// follow.
func (x *execution) round(ctx context.Context, ur *unitRun, todo []*attempt) []*attempt {
	parallel := cmp.Or(x.options.Parallel, x.plan.System.Run.Parallel, 1)
	if x.options.Debug {
		parallel = 1
	}
	processes := max(1, min(parallel, len(todo)/least))
	size := min(share, (len(todo)+processes-1)/processes)
	parts := divide(todo, size)
	queue := make(chan []*attempt, len(parts))
	for _, part := range parts {
		queue <- part
	}
	close(queue)
	group, ctx := workers.New(ctx)
	var mu sync.Mutex
	var again []*attempt
	for n := range processes {
		w := ur.program.Worker(n)
		group.Go(func() {
			for part := range queue {
				renewFor(x, ur.program, w, part)
				more := x.work(ctx, ur.program, w, part)
				mu.Lock()
				again = append(again, more...)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return again
}

// work runs attempts in one process. It judges replies while others arrive.
func (x *execution) work(ctx context.Context, p *host.Program, w *host.Worker, part []*attempt) []*attempt {
	came := make(chan host.Delivery, 64)
	judges := 1
	if len(part) > few {
		judges = runtime.GOMAXPROCS(0)
	}
	// What has come is judged though the run is interrupted; not where a judge panics.
	group, judging := workers.New(context.WithoutCancel(ctx))
	var mu sync.Mutex
	var again []*attempt
	for range judges {
		group.Go(func() {
			j := &judge{run: x, observer: p.Observer()}
			more := j.judgeAll(ctx, came)
			mu.Lock()
			again = append(again, more...)
			mu.Unlock()
		})
	}
	running, stop := context.WithCancel(ctx)
	context.AfterFunc(judging, stop)
	err := w.Run(running, casesOf(part), func(d host.Delivery) {
		x.recordNotes(p, d.Notes)
		if len(d.Replies) > 0 {
			select {
			case came <- d:
			case <-judging.Done():
			}
		}
	})
	close(came)
	group.Wait()
	if err != nil && ctx.Err() == nil {
		reason := fmt.Sprintf("the system under test %s: %v", p.Name(), err)
		x.results.recordMachineFailure(reason)
		for _, a := range part {
			if lastFailed(a.tries) == nil && !x.results.hasResult(a.c) &&
				!slices.ContainsFunc(again, func(b *attempt) bool { return b.c == a.c }) {
				x.block(a.unit.plan, a.c, a.stubs, reason)
			}
		}
	}
	return again
}

// judgeAll judges the replies that arrive, and returns the attempts that must follow.
func (j *judge) judgeAll(ctx context.Context, came <-chan host.Delivery) (again []*attempt) {
	for d := range came {
		for i, c := range d.Cases {
			if ctx.Err() != nil && !d.Replies[i].HasAnswer() {
				continue
			}
			if next := j.take(ctx, c, &d.Replies[i]); next != nil {
				again = append(again, next)
			}
		}
	}
	return again
}
