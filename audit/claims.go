package audit

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/ttf-int/ttf-int/internal/workers"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/suite"
)

// verifySteps is the solver's budget for a question about the specification. It is
// small because a person waits for the answer, and because small counterexamples are
// found early.
const verifySteps = 20_000

// Verify looks for contradictions between specifications that are each well-formed:
// properties that operations do not preserve, preconditions that only the invariant of
// the after-state states, and answers of callees after which their callers have no
// allowed result. The claims are in the order of the units' names. The units are those
// about which not all was asked when the context ended.
func Verify(ctx context.Context, system *spec.System, o Options) ([]oracle.Claim, []*spec.Unit, error) {
	system, err := planner.SettleConstants(ctx, system, o.planner())
	if err != nil {
		return nil, nil, err
	}
	solver := solve.LimitSteps(o.Solver, verifySteps)
	judge := oracle.New(system, solver)
	decider := stubs.New(system, judge, solver, suite.NewTrees())
	var ask []question
	one := func(u *spec.Unit, find func(context.Context) oracle.Claim) {
		ask = append(ask, question{u, func(ctx context.Context) []oracle.Claim { return []oracle.Claim{find(ctx)} }})
	}
	if system.Init != nil {
		one(nil, func(ctx context.Context) oracle.Claim { return judge.CheckInitial(ctx, *system.Init) })
		for _, p := range system.ListProperties() {
			one(nil, func(ctx context.Context) oracle.Claim { return judge.Establishes(ctx, *system.Init, p) })
		}
	}
	for _, u := range system.Units {
		unit := judge.Unit(u)
		for _, p := range propertiesOf(system, u, unit) {
			one(u, func(ctx context.Context) oracle.Claim { return unit.Preserves(ctx, p) })
		}
		one(u, unit.CheckStated)
		ask = append(ask, question{u, func(ctx context.Context) []oracle.Claim {
			answered := unit.FindConflicts(ctx)
			decider.Calls().FindConflicts(ctx, u, answered)
			return answered
		}})
	}
	claims, undone := askAll(ctx, ask, o)
	return claims, undone, ctx.Err()
}

// question is a question about the specification, with the claims that it decides.
type question struct {
	about  *spec.Unit // nil: the project as a whole
	decide func(context.Context) []oracle.Claim
}

// askAll asks all questions, several at the same time, each under the memory limit,
// and returns the claims in the order of the questions. When the context has ended,
// only those that were answered by then are returned, and the units of the others.
func askAll(ctx context.Context, ask []question, o Options) (claims []oracle.Claim, undone []*spec.Unit) {
	found, done := make([][]oracle.Claim, len(ask)), make([]bool, len(ask))
	var next atomic.Int64
	group, ctx := workers.New(ctx)
	for range min(o.workers(), len(ask)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(ask) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				limited, stop := solve.LimitMemory(ctx, o.Memory)
				found[i] = ask[i].decide(limited)
				stop()
				done[i] = ctx.Err() == nil
			}
		})
	}
	group.Wait()
	for i, q := range ask {
		if !done[i] && q.about != nil && !slices.Contains(undone, q.about) {
			undone = append(undone, q.about)
		}
	}
	return slices.Concat(found...), undone
}

// propertiesOf returns the properties that a unit must preserve: its own, and those of
// the project whose variables it changes.
func propertiesOf(system *spec.System, u *spec.Unit, unit *oracle.Unit) []spec.Property {
	out := slices.Clone(u.Properties)
	for _, p := range system.Properties {
		if unit.Changes(p) && !p.IsIn(u.Properties) {
			out = append(out, p)
		}
	}
	return out
}
