package runner

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
	"github.com/ttf-int/ttf-int/trace"
)

// unitRun is a unit while its cases run.
type unitRun struct {
	run     *execution
	plan    *plan.Unit
	program *host.Program
	binding *host.Binding
	unseen  map[string]trace.Unseen // by unit, the callees whose calls are not intercepted
	timeout time.Duration
	known   []*prepared
	apart   *apart
}

// prepared is what all cases with the same stub decisions have in common.
type prepared struct {
	set       *routeSet
	err       error
	stubs     []result.Stub
	stubsJSON []byte
	expects   []trace.Expectation
	choices   []result.Choice // the decisions, as the first of those cases has them
	planned   []result.Choice
}

// attempt is one execution of a case.
type attempt struct {
	unit    *unitRun
	c       numbered
	choices []result.Choice
	*prepared
	selected bool // false for a case that is run because decisions rest on it

	forced decisions // stubs that the result of an earlier attempt made necessary
	notes  []string  // the findings of earlier attempts
	lates  []string  // guarded by results.mu
	// revised change the result by what was known after the reply; guarded by results.mu
	revised []func(*result.Result) bool
	reseed  *result.Result // for an attempt under the second seed: the result under the first
	way     *way           // to the state before the unit, where operations lead to it; nil: it is set
	tries   []try          // the attempts before this one at the same case under the same decisions
	among   *among         // for an attempt that follows on one which failed after others in its process
	// charged are the failures on the way, which are not reported yet.
	charged []*result.Result
	// instead says that c is another case of the leaf, in the place of the plan's.
	instead bool
	// structure is the place of the structure with which it begins among those that have the values of the case; began
	// is that structure, where it is known, and undecided the first result of the case that was no verdict.
	structure int
	began     host.Structures
	undecided *result.Result
}

func newUnitRun(x *execution, u *plan.Unit, p *host.Program, b *host.Binding) *unitRun {
	ur := &unitRun{run: x, plan: u, program: p, binding: b, unseen: x.unseen[p], apart: &apart{kinds: map[string]int{}}}
	ur.timeout = x.options.Timeout
	if ur.timeout == 0 {
		ur.timeout = x.plan.System.Run.Timeout
	}
	if ur.timeout <= 0 {
		ur.timeout = defaultTimeout
	}
	if x.options.Debug {
		ur.timeout = 0
	}
	return ur
}

// makeAttempt makes the decisions for a case and its first attempt. It is false where the
// case cannot be run, which it reports.
func (x *execution) makeAttempt(ctx context.Context, ur *unitRun, c numbered, a *attempt) bool {
	*a = attempt{unit: ur, c: c, choices: c.Stubs, selected: x.selection.chosen[c.number] == chosen}
	if c.drawn == nil && !x.certs.haveEarnedAll(ur.plan.Uses, ur.program.Hash()) {
		a.choices = x.engine.WithSizes(c.Sizes).Decider.Decide(ctx, ur.plan.UnitFor(c.Leaf), c.Values(), x.certs)
	}
	p := ur.prepare(ctx, a, 0)
	a.prepared = p
	for _, ch := range a.choices {
		if ch.Decision == result.BlockedStub {
			x.block(ur.plan, c, a.stubs, fmt.Sprintf("nothing can stand in for %s: %s", ch.Callee, ch.Reason))
			return false
		}
	}
	if p.err != nil {
		x.block(ur.plan, c, a.stubs, p.err.Error())
		return false
	}
	for _, s := range c.Steps {
		for _, v := range s.Values {
			if v.Value.HasTotal() {
				x.block(ur.plan, c, a.stubs, fmt.Sprintf("%s is %s, and no infinite function can be given to a program",
					v.Name, v.Value.Text(v.Type)))
				return false
			}
		}
	}
	if why := x.listed.whys[ur.plan.Before]; why != "" {
		x.block(ur.plan, c, a.stubs, why)
		return false
	}
	for _, v := range c.Values() {
		why, bad := ur.binding.Unset[v.Name]
		reached := ur.binding.IsFixed(v.Name) && len(c.Steps) == 1
		if bad && !reached && !ur.plan.Tree.Completion[v.Name] {
			x.block(ur.plan, c, a.stubs, fmt.Sprintf("%s of %s cannot be set: %s", v.Name, ur.plan.Name, why))
			return false
		}
	}
	if why := x.reach(ctx, a); why != "" {
		x.block(ur.plan, c, a.stubs, why)
		return false
	}
	for i, s := range c.Steps[:len(c.Steps)-1] {
		if b := ur.program.Unit(s.Unit); b == nil || !b.Served {
			x.block(ur.plan, c, a.stubs, fmt.Sprintf("step %d runs %s, which the system under test does not serve", i+1,
				s.Unit))
			return false
		}
	}
	return true
}

// prepare returns what attempts with these decisions have in common.
func (ur *unitRun) prepare(ctx context.Context, a *attempt, more int64) *prepared {
	if len(a.forced) == 0 && more == 0 {
		for _, p := range ur.known {
			if isSameChoices(p.choices, a.choices) && isSameChoices(p.planned, a.c.Stubs) {
				return p
			}
		}
	}
	x := ur.run
	p := &prepared{choices: a.choices, planned: a.c.Stubs}
	p.set, p.err = x.routing.makeRouteSet(ctx, ur.program, x.routing.route(ur.plan.Name, a.choices, a.forced),
		x.options.Seed+more)
	for i, ch := range a.choices {
		planned := ch.Decision
		if i < len(a.c.Stubs) && a.c.Stubs[i].Callee == ch.Callee {
			planned = a.c.Stubs[i].Decision
		}
		stub := result.Stub{Callee: ch.Callee, Occurrence: ch.Occurrence, Planned: planned, Decision: ch.Decision,
			Leaf: ch.Leaf, Reason: ch.Reason}
		if d, ok := a.forced[edge{ur.plan.Name, ch.Callee}]; ok && d != ch.Decision {
			stub.Decision, stub.Leaf = d, ""
			stub.Reason = ch.Callee + " broke its specification on this case"
		}
		p.stubs = append(p.stubs, stub)
	}
	for _, callee := range ur.plan.Uses {
		e := trace.Expectation{Callee: callee, Known: !slices.ContainsFunc(ur.plan.Stubs,
			func(f spec.Forced) bool { return f.Callee == callee && f.Decision != "" })}
		for _, ch := range a.choices {
			if ch.Callee == callee && ch.Decision != result.None {
				e.Times++
			}
		}
		p.expects = append(p.expects, e)
	}
	p.stubsJSON = store.StubsJSON(p.stubs)
	if len(a.forced) == 0 && more == 0 && len(ur.known) < maxPrepared {
		ur.known = append(ur.known, p)
	}
	return p
}

// maxPrepared is how many different lists of decisions are remembered for a unit. They
// are searched one by one.
const maxPrepared = 64

// isSameChoices tells whether two lists have the same decisions with the same reasons.
func isSameChoices(a, b []result.Choice) bool {
	return slices.EqualFunc(a, b, func(x, y result.Choice) bool {
		return x.Callee == y.Callee && x.Occurrence == y.Occurrence && x.Decision == y.Decision &&
			x.Leaf == y.Leaf && x.Reason == y.Reason && slices.Equal(x.Possible, y.Possible)
	})
}

// makeFurther returns a further attempt of the same case, with other stubs or another seed.
// The error says why there is none.
func (a *attempt) makeFurther(ctx context.Context, forced decisions, more int64) (*attempt, error) {
	next := &attempt{unit: a.unit, c: a.c, choices: a.choices, selected: a.selected, forced: forced, notes: a.notes,
		way: a.way, instead: a.instead, tries: a.tries,
		structure: a.structure, undecided: a.undecided}
	next.prepared = next.unit.prepareFresh(ctx, next, more)
	return next, next.err
}

// prepareFresh does what prepare does, without the unit's table of what was prepared:
// it is for further attempts, which several goroutines make at the same time.
func (ur *unitRun) prepareFresh(ctx context.Context, a *attempt, more int64) *prepared {
	own := *ur
	own.known = nil
	return own.prepare(ctx, a, more)
}

// casesOf returns the cases that are sent for some attempts.
func casesOf(part []*attempt) []*host.Case {
	out := make([]*host.Case, len(part))
	block := make([]host.Case, len(part))
	count := 0
	for _, a := range part {
		count += len(a.steps())
	}
	steps := make([]host.Step, 0, count)
	for n, a := range part {
		from, script := len(steps), a.steps()
		for i := range script {
			steps = append(steps, host.Step{Step: &script[i], Binding: a.unit.binding, Routes: a.set.routes})
			steps[len(steps)-1].Structure = a.structure
			if s := &steps[len(steps)-1]; i < len(script)-1 { // on the way nothing stands in for anything
				s.Binding, s.Routes = a.unit.program.Unit(s.Unit), nil
				if a.way != nil {
					s.Routes = a.way.of.moves[a.way.steps[i].Unit].set.routes
				}
			}
		}
		block[n] = host.Case{Name: a.c.ID, Steps: steps[from:len(steps):len(steps)], Timeout: a.unit.timeout, Stubs: a}
		out[n] = &block[n]
	}
	return out
}

// attemptOf returns the attempt for which a case was sent.
func attemptOf(c *host.Case) *attempt { return c.Stubs.(*attempt) }

// Answer answers a call in the place of its callee, according to the attempt's
// decisions.
func (a *attempt) Answer(ctx context.Context, call *host.Call) host.Answer {
	x := a.unit.run
	caller, callee := x.plan.System.Unit(call.Caller), call.Callee
	how := a.set.decisions[edge{call.Caller, callee.Name}]
	decider := x.engine.WithSizes(a.c.Sizes).Decider
	if how == result.ByCall {
		if decider.IsTrusted(callee, call.Frame, x.certs) {
			return host.Answer{Real: true}
		}
		how = result.Spec
	}
	answer, err := decider.Answer(ctx, caller, callee, call.Frame, how, a.set.seed)
	switch {
	case err != nil && how == result.Manual:
		made := &trace.Call{Unit: callee, Frame: call.Frame}
		return host.Answer{Refused: fmt.Sprintf("unmatched call of %s by %s on %s: %v", callee.Name, call.Caller,
			made.GivenText(), err)}
	case err != nil:
		return host.Answer{Refused: err.Error()}
	}
	return host.Answer{Values: answer}
}
