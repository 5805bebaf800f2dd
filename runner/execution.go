package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/trace"
)

// execution is the state of a run.
type execution struct {
	plan      *plan.Plan
	options   Options
	engine    *stubs.Engine
	certs     *certificates
	routing   *routing
	selection *selection
	results   *results
	usage     *usage
	programs  map[string]*host.Program
	unseen    map[*host.Program]map[string]trace.Unseen
	clock     *host.Clock
	drawing   drawing
	reaches   map[*host.Program]*reaches
	earlier   *earlier
	listed    *listings
	machines  []*machineRun
	polluters map[string]bool // the units of which cases have left something behind on which others depend
	showings  showings
}

// errFailed is why a run stops at its first failure (FailFast).
var errFailed = errors.New("a case failed")

// Run runs a plan. The error is about the options, or about the folder in which results
// are kept. What goes wrong in a program under test is in the result. When ctx ends,
// the result has what was found until then. Where the error is a Refusal, there is a
// result beside it in which all cases are blocked.
func Run(ctx context.Context, p *plan.Plan, o Options) (*result.Run, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	x := &execution{
		plan: p, options: o, engine: o.Engine, certs: cmp.Or(o.earned, newCertificates(p)), usage: newUsage(),
		programs: map[string]*host.Program{},
		unseen:   map[*host.Program]map[string]trace.Unseen{},
		reaches:  map[*host.Program]*reaches{}, polluters: map[string]bool{},
	}
	var err error
	if x.selection, err = choose(p, &x.options, x.certs); err != nil {
		return nil, err
	}
	x.earlier = newEarlier(o.Earlier)
	x.routing = &routing{plan: p, engine: x.engine, certs: x.certs, sets: map[string]*routeSet{}}
	x.clock = host.NewClock()
	defer x.clock.Stop()
	for name, sut := range p.System.SUTs {
		x.programs[name] = host.NewProgram(sut, p.System, x.options.host(x.clock))
	}
	inner, stop := context.WithCancelCause(undated{ctx})
	defer stop(nil)
	if limit := cmp.Or(o.RunTimeout, p.System.Run.RunTimeout, defaultRun); !o.Debug {
		var end context.CancelFunc
		inner, end = x.clock.WithLimit(inner, limit, &timeOver{limit})
		defer end()
	}
	done, err := x.build(inner)
	if err != nil {
		return nil, err
	}
	defer done()
	unlist, err := listStructures(inner, x)
	if err != nil {
		return nil, err
	}
	defer unlist()
	before := takeFootprint(x)
	x.results = newResults(p, &x.options, x.selection, func() { stop(errFailed) })
	if err := x.begin(); err != nil {
		return nil, err
	}
	if err := x.agree(inner); err != nil {
		x.end(true)
		x.refuse(err)
		return x.results.finish(ctx.Err() != nil, []string{}), err
	}
	x.beginMore()
	runEarly(inner, x)
	x.runUnits(inner)
	settleShown(inner, x)
	runClasses(inner, x, func(string) bool { return true })
	x.runMachines(inner)
	x.testLaws(inner)
	testMethods(inner, x)
	x.end(inner.Err() != nil)
	chargeAtEnd(x)
	x.leave(inner)
	noteChangedReads(x)
	noteWritten(x, before)
	mended := listMended(x)
	if s := x.results.run.Shard; s != nil {
		x.usage.tell(s)
		return x.results.finish(ctx.Err() != nil, mended), nil
	}
	findings := append(x.usage.listUnused(p, x.intercepts), listQuarantines(p, x.results.started)...)
	findings = append(findings, mended...)
	return x.results.finish(ctx.Err() != nil, findings), nil
}

// undated is a context that names no deadline. A deadline would be sent with each call, and a program that ends
// its calls at it, a moment before the context does, looks like one that broke down.
type undated struct{ context.Context }

func (undated) Deadline() (none time.Time, named bool) { return }

// intercepts tells whether the program of a caller intercepts its calls of a callee.
func (x *execution) intercepts(caller, callee string) bool {
	p := x.programs[x.plan.Unit(caller).SUT]
	return p != nil && p.Intercepts(caller, callee)
}

// refuse reports all cases as blocked, for one reason.
func (x *execution) refuse(why error) {
	failures := []string{why.Error()}
	if wrong := (*host.TableError)(nil); errors.As(why, &wrong) {
		failures = wrong.Mistakes
	}
	for _, f := range failures {
		x.results.recordMachineFailure(f)
	}
	for _, u := range x.plan.Units {
		for _, c := range x.selection.cases(u) {
			x.block(u, c, nil, why.Error())
		}
	}
}

// timeOver is why a run ends that takes longer than it may.
type timeOver struct{ limit time.Duration }

func (t *timeOver) Error() string { return fmt.Sprintf("the time of the run, %v, was over", t.limit) }

// isTimeOver tells whether a run ended because it takes longer than it may.
func isTimeOver(ctx context.Context) bool { return errors.As(context.Cause(ctx), new(*timeOver)) }

// explainEnd says why a run ended before all was run.
func explainEnd(ctx context.Context) string {
	if isTimeOver(ctx) {
		return context.Cause(ctx).Error()
	}
	return "the run was interrupted"
}

// leave reports the cases that were not run because the time of the run was over.
func (x *execution) leave(ctx context.Context) {
	if !isTimeOver(ctx) {
		return
	}
	for _, u := range x.plan.Units {
		for _, c := range x.selection.cases(u) {
			if !x.results.hasResult(c) {
				x.block(u, c, nil, result.NotRun+explainEnd(ctx))
			}
		}
	}
}

// begin creates the file that keeps the results.
func (x *execution) begin() error {
	p := x.plan
	if x.options.Keep {
		return x.results.keep(p.System.Dir)
	}
	return nil
}

// end ends the processes: at once, or after they have closed their sessions.
func (x *execution) end(kill bool) {
	for _, p := range x.programs {
		p.Close(kill, func(d host.Delivery) { x.recordNotes(p, d.Notes) })
	}
}

// runUnits runs the units in the order of the plan.
func (x *execution) runUnits(ctx context.Context) {
	if x.options.Executor != nil {
		runElsewhere(ctx, x)
		return
	}
	for _, u := range x.selection.order() {
		if ctx.Err() != nil {
			return
		}
		if cases := x.selection.firstFirst(x.selection.cases(u)); len(cases) > 0 {
			runUsed(ctx, x, u)
			restOn(x, u)
			x.runUnit(ctx, u, cases)
		}
		x.certs.settle(u.Name, x.binaryHash(u))
	}
}

// binaryHash returns the hash of the program that serves a unit; "" where there is none.
func (x *execution) binaryHash(u *plan.Unit) string {
	if p := x.programs[u.SUT]; p != nil {
		return p.Hash()
	}
	return ""
}

// runUnit runs the cases of a unit.
func (x *execution) runUnit(ctx context.Context, u *plan.Unit, cases []numbered) {
	defer func() { x.drawing.units-- }()
	ur, reason := x.prepare(ctx, u)
	if reason != "" {
		if ctx.Err() != nil {
			return
		}
		for _, c := range cases {
			x.block(u, c, nil, reason)
		}
		return
	}
	todo := make([]*attempt, 0, len(cases))
	block := make([]attempt, len(cases))
	for i, c := range cases {
		if a := &block[i]; x.makeAttempt(ctx, ur, c, a) && !takeOver(x, a) {
			todo = append(todo, a)
		}
	}
	runAttempts(ctx, x, ur, todo)
	x.endTried()
	x.runMore(ctx, ur, cases)
}

// prepare starts the unit's program, if it is not running. The reason says why that is
// not possible.
func (x *execution) prepare(ctx context.Context, u *plan.Unit) (*unitRun, string) {
	if u.SUT == "" {
		return nil, u.Name + " is not written yet: it names no system under test"
	}
	p := x.programs[u.SUT]
	if p == nil {
		return nil, "there is no system under test " + u.SUT
	}
	if err := x.ensureReady(ctx, p); err != nil {
		if ctx.Err() == nil {
			x.results.recordMachineFailure(err.Error())
		}
		return nil, err.Error()
	}
	b := p.Unit(u.Name)
	if b == nil || !b.Served {
		return nil, fmt.Sprintf("the system under test %s does not serve %s%s", u.SUT, u.Name,
			source.DidYouMean(u.Name, p.Units()))
	}
	ur := newUnitRun(x, u, p, b)
	for _, callee := range ur.unseen[u.Name].All {
		x.results.recordUnobserved(u.Name, callee)
	}
	return ur, ""
}

// ensureReady starts a program and asks it for its description, if that was not done before.
func (x *execution) ensureReady(ctx context.Context, p *host.Program) error {
	err := p.Prepare(ctx, x.selection.listConcerned())
	if err == nil && p.Hash() != "" {
		x.results.recordProgram(store.Program{Name: p.Name(), SHA256: p.Hash(), Reads: host.ReadsOf(p),
			Arguments: host.ArgumentsOf(p)})
		x.results.recordIsolation(p.Name(), host.IsolationOf(p))
	}
	for _, fault := range p.Faults() {
		x.results.recordMachineFailure(fault)
	}
	if x.unseen[p] == nil && err == nil {
		x.unseen[p] = findUnseen(x.plan.System, p)
	}
	return err
}

// findUnseen returns, by unit, the callees whose calls the program does not intercept.
func findUnseen(system *spec.System, p *host.Program) map[string]trace.Unseen {
	out := map[string]trace.Unseen{}
	for _, u := range system.Units {
		var unseen trace.Unseen
		for _, callee := range slices.Concat(u.Uses, u.Calls) {
			if p.Intercepts(u.Name, callee) {
				continue
			}
			unseen.All = append(unseen.All, callee)
			if slices.Contains(u.Uses, callee) {
				unseen.Used = append(unseen.Used, callee)
			}
		}
		out[u.Name] = unseen
	}
	return out
}

// block reports a case that cannot be run.
func (x *execution) block(u *plan.Unit, c numbered, stubs []result.Stub, reason string) {
	x.results.emit(&result.Result{
		Case: c.ID, Unit: u.Name, Leaf: c.Leaf.ID, Rejected: c.Leaf.IsRejected(), Digest: c.Digest,
		Verdict: result.Blocked, Values: c.Values(), Stubs: stubs,
		Expected: c.Expected, Message: reason, Support: x.selection.chosen[c.number] == support,
	}, c, nil, nil)
}

// recordNotes records what a program did besides replying.
func (x *execution) recordNotes(p *host.Program, notes []host.Note) {
	for _, n := range notes {
		switch n.Kind {
		case host.LateCall:
			if s, ok := n.Case.Stubs.(*sequence); ok {
				s.remark(fmt.Sprintf("late call: %s was called after the units of a sequence had returned",
					cmp.Or(n.Unit, "a unit")))
				continue
			}
			a := attemptOf(n.Case)
			x.results.remark(a, fmt.Sprintf("late call: %s was called after %s had returned", cmp.Or(n.Unit, "a unit"),
				a.unit.plan.Name))
		case host.LateError:
			x.recordLateError(n)
		case host.Leak:
			x.results.recordLeak(p.Name(), n.Text)
		case host.Breach, host.Twice:
			x.recordBreach(p, n)
		}
	}
}

// recordLateError charges a unit with an error that nobody handled, of what it has left behind in a case.
func (x *execution) recordLateError(n host.Note) {
	if s, ok := n.Case.Stubs.(*sequence); ok {
		last := s.steps[len(s.steps)-1].Unit
		noteLate(s.machine, lateError{s, cmp.Or(n.Unit, s.machine.model.Units[last].Name), n.Text})
		return
	}
	a := attemptOf(n.Case)
	unit := cmp.Or(n.Unit, a.unit.plan.Name)
	x.withdraw(a.c, a.unit.plan.Name, a.c.Leaf.ID)
	x.results.revise(a, func(r *result.Result) bool {
		if r.Verdict != result.Pass {
			return false
		}
		class := trace.WFE
		r.Verdict, r.Class, r.Blame = result.Error, &class, []string{unit}
		r.Message = explainLate(unit, n.Text)
		return true
	})
}

// recordBreach records a breach of the protocol by a program, in the case in which it
// happened where that is known. Where a case was answered twice, it is not known which
// answer counts.
func (x *execution) recordBreach(p *host.Program, n host.Note) {
	x.results.recordMachineFailureOnce(p.Name()+": "+n.Rule,
		fmt.Sprintf("the system under test %s broke the protocol: %s", p.Name(),
			n.Text))
	if n.Case == nil {
		return
	}
	if s, ok := n.Case.Stubs.(*sequence); ok {
		s.remark("its process broke the protocol: " + n.Text)
		return
	}
	a, what := attemptOf(n.Case), "its process broke the protocol: "+n.Text
	if n.Kind == host.Breach {
		x.results.remark(a, what)
		return
	}
	x.withdraw(a.c, a.unit.plan.Name, a.c.Leaf.ID)
	x.results.revise(a, func(r *result.Result) bool { return discard(r, what) })
}
