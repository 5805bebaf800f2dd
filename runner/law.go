package runner

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// Laws asks for the tests of properties.
type Laws struct {
	Names []string // only these, and no case of a unit; none: all
	Tests int      // at most, of each; 0: as the project or the program says
}

// isExclusive tells whether nothing but properties is wanted.
func (l *Laws) isExclusive() bool { return l != nil && len(l.Names) > 0 }

// selectFrom returns the properties of a system that are to be tested.
func (l *Laws) selectFrom(system *spec.System, shard *result.Shard) []*spec.Law {
	if l == nil {
		return nil
	}
	var out []*spec.Law
	for _, one := range system.Laws {
		if (len(l.Names) == 0 || slices.Contains(l.Names, one.Name)) && shard.Has("property "+one.Name) {
			out = append(out, one)
		}
	}
	return out
}

// testLaws tests the properties that are wanted.
func (x *execution) testLaws(ctx context.Context) {
	for _, of := range x.options.Laws.selectFrom(x.plan.System, x.options.Shard) {
		if ctx.Err() != nil && !isTimeOver(ctx) {
			return
		}
		began := x.clock.Now()
		out := lawAgain(ctx, x, x.law(ctx, of), func() *result.Law { return x.law(ctx, of) })
		out.Seconds = (x.clock.Now() - began).Seconds()
		x.results.run.Laws = append(x.results.run.Laws, out)
		if x.options.FailFast && (out.Verdict == result.Fail || out.Verdict == result.Error) {
			return
		}
	}
}

// countTests writes a number of tests.
func countTests(n int) string {
	if n == 1 {
		return "1 test"
	}
	return fmt.Sprintf("%d tests", n)
}

// law tests a property.
func (x *execution) law(ctx context.Context, of *spec.Law) *result.Law {
	out := &result.Law{Property: of.Name, SUT: of.SUT, Seed: x.options.Seed, Verdict: result.Blocked}
	out.Replay = fmt.Sprintf("%s --property %s --seed %d", cmp.Or(x.options.Command, "ttf-int run"), of.Name,
		x.options.Seed)
	if x.options.Laws.Tests > 0 {
		out.Replay += fmt.Sprintf(" --tests %d", x.options.Laws.Tests)
	}
	if ctx.Err() != nil {
		out.Why = result.NotRun + explainEnd(ctx)
		return out
	}
	p := x.programs[of.SUT]
	if err := x.ensureReady(ctx, p); err != nil {
		x.results.recordMachineFailureOnce(p.Name(), err.Error())
		out.Why = err.Error()
		return out
	}
	if !slices.Contains(p.Properties(), of.Name) {
		out.Why = fmt.Sprintf("the system under test %s has no property %s%s", of.SUT, of.Name,
			cmp.Or(source.DidYouMean(of.Name, p.Properties()), host.ExplainNone(p, "properties", len(p.Properties()))))
		return out
	}
	limit := cmp.Or(x.options.Timeout, x.plan.System.Run.Timeout, defaultTimeout)
	found, err := host.Explore(ctx, p, host.Exploration{Property: of.Name, Seed: x.options.Seed,
		Tests: cmp.Or(x.options.Laws.Tests, of.Tests), Discards: of.Discards}, limit)
	if err != nil && (found == nil || found.Truth != host.Died) {
		if out.Why = err.Error(); ctx.Err() == nil {
			return out
		}
		if out.Verdict, out.Outcome = result.Undecided, "undecided"; found != nil {
			out.Tests = found.Tests
		}
		out.Why = fmt.Sprintf("%s: of %s none had failed; with seed %d the same ones come first", explainEnd(ctx),
			countTests(out.Tests), out.Seed)
		return out
	}
	out.Tests, out.Discards, out.Counterexample, out.First = found.Tests, found.Discards, found.Values, found.First
	out.Why, out.Panic, out.Stack, out.Labels = found.Why, found.Panic, found.Stack, found.Labels
	switch found.Truth {
	case host.Proved:
		out.Verdict, out.Outcome = result.Pass, "proof"
	case host.Passed:
		out.Verdict, out.Outcome = result.Pass, "pass"
	case host.Refuted:
		out.Verdict, out.Outcome = result.Fail, "counterexample"
	case host.Unclear:
		out.Verdict, out.Outcome = result.Undecided, "undecided"
	case host.Died:
		out.Verdict = result.Error
	case host.Untried:
		out.Verdict = result.Blocked
	}
	return out
}
