package classes

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
)

// runAgain runs the pairs that are wrong again, as often as the options say. One that is right then, or wrong in
// another way, is flaky.
func (r *run) runAgain(ctx context.Context, w *host.Worker) {
	for i := range r.failed {
		r.failed[i].tries = []result.Attempt{attemptOf(r.failed[i].found)}
	}
	for range r.Again {
		if len(r.failed) == 0 || ctx.Err() != nil {
			return
		}
		steady := make([]bool, len(r.failed))
		var trials []*trial
		at := map[*trial]int{}
		for i, f := range r.failed {
			t, err := r.layOut(r.Pairs[f.at], nothing)
			if err != nil { // it was laid out before
				panic(err)
			}
			t.c.Watched, steady[i], at[t] = f.found.dead, true, i
			trials = append(trials, t)
		}
		// What was not run again since the program cannot be started is as it was.
		_ = r.send(ctx, w, trials, func(t *trial, v verdict) {
			f := &r.failed[at[t]]
			if f.tries = append(f.tries, attemptOf(v)); v.verdict != result.Blocked {
				steady[at[t]] = sameWay(f.found, v)
			}
			t.release()
		})
		var left []failing
		for i, f := range r.failed {
			if steady[i] {
				left = append(left, f)
			} else {
				r.flaky = append(r.flaky, f)
			}
		}
		r.failed = left
	}
	slices.SortFunc(r.flaky, func(a, b failing) int { return a.at - b.at })
}

func attemptOf(v verdict) result.Attempt {
	return result.Attempt{Verdict: v.verdict, Blame: []string{}, Message: v.message}
}

// reportFlaky reports a pair as it is: what is wrong only sometimes cannot be made smaller.
func (r *run) reportFlaky(f failing) *result.PairFailure {
	p := r.Pairs[f.at]
	out := &result.PairFailure{Case: p.ID, Verdict: result.Flaky, Equivalent: p.Equivalent, Judged: f.found.compared,
		Attempts: f.tries, Stack: f.found.stack, Replay: r.Command + " --case " + p.ID}
	out.First, out.Second = p.Sequences()
	out.Original = [2]string{out.First, out.Second}
	out.Message = fmt.Sprintf("failed in %d of %d attempts: %s", result.CountFailed(f.tries), len(f.tries),
		f.found.message)
	return out
}
