package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/korat"
	"github.com/ttf-int/ttf-int/result"
)

// outcome is what came of a further attempt at something beside the cases of units.
type outcome int

const (
	right    outcome = iota // nothing failed
	same                    // it failed as it did before
	another                 // it failed, as it did not before
	unjudged                // it is not known
)

// rerun runs something again as often as the options ask for: all of it, or while it fails. failed says whether the
// first attempt did. It tells whether the attempts differ, so that it is flaky.
func (o *Options) rerun(failed bool, once func() outcome) (flaky bool) {
	for tries := 1; tries < o.Repeat || failed && tries <= o.Retries && !flaky; tries++ {
		came := once()
		flaky = flaky || came == another || came == right && failed
	}
	return flaky
}

// reruns tells whether the options ask for further attempts at all.
func (o *Options) reruns() bool { return o.Retries > 0 || o.Repeat > 1 }

// noteAttempts says in a text that so many attempts failed.
func noteAttempts(tries []result.Attempt, message string) string {
	text := fmt.Sprintf("failed in %d of %d attempts", result.CountFailed(tries), len(tries))
	if result.CountFailed(tries) == len(tries) {
		text = fmt.Sprintf("failed in all of %d attempts, and not always in the same way", len(tries))
	}
	if message != "" {
		text += ": " + message
	}
	return text
}

// tryAgain runs a sequence again, up to the step that failed, as often as the options ask for. It returns the walk that
// failed, where one did, and what came of each attempt. It is flaky where these differ: it fails or not, or in another
// step, which was right before.
func tryAgain(ctx context.Context, m *machineRun, w *walk) (failed *walk, tries []result.Attempt, flaky bool) {
	o := &m.run.options
	if !o.reruns() || w.end != failing && w.end != completed {
		return w, nil, false
	}
	n, j := w.right, &judge{run: m.run, observer: m.program.Observer()}
	if w.end == failing {
		n++
	}
	again := w.withSteps(w.steps[:n], 0)
	again.watched = w.died != 0
	tries = []result.Attempt{w.attempt()}
	flaky = o.rerun(w.end == failing, func() outcome {
		if ctx.Err() != nil {
			return unjudged
		}
		came := m.send(ctx, m.program.Worker(0), j, []*sequence{again})
		if len(came) == 0 {
			return unjudged
		}
		one := came[0]
		tries = append(tries, one.attempt())
		switch {
		case one.end == stopped || one.end == unclear:
			return unjudged
		case one.end != failing:
			return right
		case w.end == failing && one.right == w.right && one.kind() == w.kind():
			return same
		case w.end != failing:
			w = one
		}
		return another
	})
	if w.end != failing {
		tries = nil // all attempts were right, or told nothing
	}
	return w, tries, flaky
}

// attempt returns what came of a sequence as one of several attempts at it.
func (w *walk) attempt() result.Attempt {
	out := result.Attempt{Verdict: result.Pass, Blame: []string{}}
	switch w.end {
	case failing:
		out.Verdict, out.Class, out.Seconds = w.result.Verdict, w.result.Class, w.result.Seconds
		out.Message = fmt.Sprintf("step %d: %s", w.right+1, w.result.Message)
		out.Blame = append(out.Blame, w.result.Blame...)
	case stopped:
		out.Verdict, out.Message = result.Blocked, w.why
	case unclear:
		out.Verdict, out.Message = result.Undecided, w.why
	}
	return out
}

// noteFlaky counts a sequence of which some attempts were other than others, and reports the first of each kind as it
// was drawn: what fails only sometimes cannot be made smaller.
func noteFlaky(m *machineRun, w *walk, tries []result.Attempt) {
	m.out.Flaky++
	if !isNewKind(m, "flaky "+w.kind()) {
		return
	}
	r := *w.result
	r.Verdict, r.Attempts, r.Replay = result.Flaky, tries, m.repeatCommand(w)
	r.Message = noteAttempts(tries, r.Message)
	m.out.Failures = append(m.out.Failures, &result.Sequence{Number: w.number, Drawn: w.right + 1,
		Tried: len(tries) - 1, Steps: m.describeSteps(w, w.right+1), Result: &r, Why: "it is flaky"})
	if m.run.options.Sink != nil {
		m.run.options.Sink(&r)
	}
}

// lawAgain tests a property again as often as the options ask for. The same seed makes the same tests in the same
// order, so that it is flaky where it does not fail as before, on the same values.
func lawAgain(ctx context.Context, x *execution, out *result.Law, once func() *result.Law) *result.Law {
	o := &x.options
	if !o.reruns() || out.Verdict == result.Blocked || out.Verdict == result.Undecided {
		return out
	}
	first, tries := out, []result.Attempt{attemptOfLaw(out)}
	flaky := o.rerun(isFailure(out.Verdict), func() outcome {
		if ctx.Err() != nil {
			return unjudged
		}
		one := once()
		tries = append(tries, attemptOfLaw(one))
		switch {
		case one.Verdict == result.Pass:
			return right
		case !isFailure(one.Verdict):
			return unjudged
		case one.Verdict == first.Verdict && slices.Equal(foundFirst(one), foundFirst(first)):
			return same
		}
		if !isFailure(out.Verdict) {
			out = one
		}
		return another
	})
	if !isFailure(out.Verdict) {
		return out
	}
	one := *out
	if one.Attempts = tries; flaky {
		one.Verdict, one.Why = result.Flaky, noteAttempts(tries, one.Why)
	}
	return &one
}

// foundFirst returns the values on which a property failed first.
func foundFirst(l *result.Law) []string {
	if l.First != nil {
		return l.First
	}
	return l.Counterexample
}

func attemptOfLaw(l *result.Law) result.Attempt {
	out := result.Attempt{Verdict: l.Verdict, Blame: []string{}, Message: l.Why, Seconds: l.Seconds}
	if l.Counterexample != nil {
		out.Message = fmt.Sprintf("fails after %s, on %s", countTests(l.Tests), strings.Join(foundFirst(l), ", "))
	}
	return out
}

// againOnStructures calls a method again on those structures that are shown of the ones on which it failed, as often as
// the options ask for. What does not fail each time is flaky.
func (r *methodRuns) againOnStructures(ctx context.Context, out *result.Method, from int,
	ask func(c *result.StructureCase) (*korat.Tally, error)) {
	o := &r.of.options
	for _, c := range out.Failures[from:] {
		if !o.reruns() || !isFailure(c.Verdict) {
			continue
		}
		tries := []result.Attempt{{Verdict: c.Verdict, Blame: c.Blame, Message: c.Message}}
		flaky := o.rerun(true, func() outcome {
			t, err := ask(c)
			if err != nil || ctx.Err() != nil || t.Found == 0 && t.Crashed == 0 {
				return unjudged
			}
			one := result.Attempt{Verdict: result.Pass, Blame: []string{}}
			if t.Bad+t.Crashed > 0 {
				one = tries[0]
			}
			if tries = append(tries, one); one.Verdict == result.Pass {
				return right
			}
			return same
		})
		c.Attempts = tries
		if !flaky {
			continue
		}
		out.Flaky++
		if c.Verdict == result.Error {
			out.Died--
		} else {
			out.Failed--
		}
		c.Verdict, c.Message = result.Flaky, noteAttempts(tries, c.Message)
	}
}
