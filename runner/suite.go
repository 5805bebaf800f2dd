package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/trace"
)

// suite is one run.
type suite struct {
	plan     *plan.Plan
	options  Options
	engine   *stubs.Engine
	certs    *certificates
	sets     routeSets
	programs map[string]*host.Program
	unseen   map[*host.Program]map[string]trace.Unseen
	oracles  map[*spec.Unit]*oracle.Unit
	roles    map[*spec.Unit]*roles
	journal  *store.Journal // nil: nothing is kept
	chosen   []choice       // by number of case: they are counted in the order of the plan
	firsts   map[string]int // the number of each unit's first case
	total    int            // how many cases are to be run
	stop     context.CancelCauseFunc
	clock    *host.Clock
	started  time.Time

	mu        sync.Mutex
	run       *result.Run
	results   []*result.Result         // by number of case; nil: none yet
	charged   map[string]bool          // the ids of the results in extra
	extra     map[int][]*result.Result // what a case, by its number, showed of callees
	usage     usage
	leaks     []string // processes and goroutines that were left behind
	done      int
	machinery map[string]bool
}

// errFailed stops a run at its first failure.
var errFailed = errors.New("a case failed")

// Run runs a plan. The error is about the options, or about the folder that
// results are kept in; what fails while running is in the result, which is
// complete up to there when ctx ends.
func Run(ctx context.Context, p *plan.Plan, o Options) (*result.Run, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	s := &suite{
		plan: p, options: o, engine: o.engine(p), certs: newCertificates(p), programs: map[string]*host.Program{},
		unseen: map[*host.Program]map[string]trace.Unseen{}, oracles: map[*spec.Unit]*oracle.Unit{}, roles: map[*spec.Unit]*roles{}, sets: routeSets{sets: map[string]*routeSet{}},
		usage: newUsage(), machinery: map[string]bool{}, charged: map[string]bool{}, extra: map[int][]*result.Result{},
	}
	if err := s.choose(); err != nil {
		return nil, err
	}
	s.results = make([]*result.Result, len(s.chosen))
	s.clock = host.NewClock()
	defer s.clock.Stop()
	for name, sut := range p.System.SUTs {
		s.programs[name] = host.NewProgram(sut, p.System, s.options.host(s.clock))
	}
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s.stop = stop
	if limit := cmp.Or(o.RunTimeout, p.System.Run.RunTimeout, defaultRun); !o.Debug {
		var end context.CancelFunc
		inner, end = s.clock.Within(inner, limit, &timeOver{limit})
		defer end()
	}
	done, err := s.build(inner)
	if err != nil {
		return nil, err
	}
	defer done()
	defer collectSeldom()()
	if err := s.begin(inner); err != nil {
		s.end(true)
		return nil, err
	}
	s.units(inner)
	s.end(inner.Err() != nil)
	s.leave(inner)
	s.finish(ctx)
	return s.run, nil
}

// timeOver is why a run ends that takes longer than it may.
type timeOver struct{ limit time.Duration }

func (t *timeOver) Error() string { return fmt.Sprintf("the time of the run, %v, was over", t.limit) }

// leave reports the cases that a run whose time was over has not come to.
func (s *suite) leave(ctx context.Context) {
	var over *timeOver
	if !errors.As(context.Cause(ctx), &over) {
		return
	}
	for _, u := range s.plan.Units {
		for _, c := range s.toRun(u) {
			if !s.settled(c) {
				s.block(u, c, nil, "not run: "+over.Error())
			}
		}
	}
}

// begin sets up the run's result, the oracles and the file that keeps results. The
// programs have what the plan says of constants then.
func (s *suite) begin(ctx context.Context) error {
	p := s.plan
	s.started = time.Now()
	s.run = &result.Run{
		APIVersion: plan.APIVersion, Kind: "Run", Tool: p.Tool, Project: p.System.Project, Started: s.started.Format(time.RFC3339Nano),
		Inputs: p.System.Inputs, Results: []*result.Result{}, NotObserved: []string{}, UndecidedLeaves: s.undecided(), OpenLeaves: s.open(), Untested: s.untested(), Findings: []string{}, Machinery: []string{},
	}
	for _, u := range p.Units {
		s.oracles[u.Unit], s.roles[u.Unit] = s.engine.Oracle.Unit(u.Unit), rolesOf(u.Op.Vars)
		if refusal := u.Tree.Refusal; refusal != nil {
			s.oracles[refusal] = s.engine.Oracle.Unit(refusal)
		}
	}
	if err := s.agree(ctx); err != nil {
		return err
	}
	if s.options.Keep {
		journal, err := store.NewJournal(p.System.Dir, s.run)
		if err != nil {
			return err
		}
		s.journal = journal
	}
	return nil
}

// end ends the processes, at once or when they are ready.
func (s *suite) end(kill bool) {
	for _, p := range s.programs {
		p.Close(kill, func(d host.Delivery) { s.noted(p, d.Notes) })
	}
}

// finish orders and counts the results: they come as the plan has their cases,
// and what was charged to a callee after the case that showed it. Then it ends
// the file that keeps them.
func (s *suite) finish(ctx context.Context) {
	s.run.Results = make([]*result.Result, 0, s.done+len(s.charged))
	for i, r := range s.results {
		if r != nil {
			s.run.Results = append(s.run.Results, r)
		}
		s.run.Results = append(s.run.Results, s.extra[i]...)
	}
	s.run.Summary = result.Count(s.run.Results)
	s.run.Interrupted = ctx.Err() != nil
	sort.Strings(s.leaks)
	s.run.Findings = append(s.unused(), s.leaks...)
	s.run.Seconds = time.Since(s.started).Seconds()
	sort.Strings(s.run.NotObserved)
	sort.Strings(s.run.Machinery)
	if s.journal != nil {
		if err := s.journal.Close(s.run); err != nil {
			s.run.Machinery = append(s.run.Machinery, "the results could not be kept: "+err.Error())
		}
	}
}

// units runs the units in the order of the plan.
func (s *suite) units(ctx context.Context) {
	for _, u := range s.plan.Units {
		if ctx.Err() != nil {
			return
		}
		if cases := s.toRun(u); len(cases) > 0 {
			s.unit(ctx, u, cases)
		}
		s.certs.settle(u.Name, s.binary(u))
	}
}

// binary returns the hash of the program that serves a unit; "" where there is
// none.
func (s *suite) binary(u *plan.Unit) string {
	if p := s.programs[u.SUT]; p != nil {
		return p.Hash()
	}
	return ""
}

// numbered is a case with its number in the plan.
type numbered struct {
	*plan.Case
	number int
}

// toRun returns the cases of a unit that are to be run.
func (s *suite) toRun(u *plan.Unit) []numbered {
	out := make([]numbered, 0, len(u.Cases))
	for i, c := range u.Cases {
		if n := s.firsts[u.Name] + i; s.chosen[n] != left {
			out = append(out, numbered{c, n})
		}
	}
	return out
}

// unit runs the cases of a unit.
func (s *suite) unit(ctx context.Context, u *plan.Unit, cases []numbered) {
	ur, reason := s.prepare(ctx, u)
	if reason != "" {
		if ctx.Err() != nil {
			return
		}
		for _, c := range cases {
			s.block(u, c, nil, reason)
		}
		return
	}
	todo := make([]*attempt, 0, len(cases))
	block := make([]attempt, len(cases))
	for i, c := range cases {
		if a := &block[i]; s.first(ctx, ur, c, a) {
			todo = append(todo, a)
		}
	}
	for len(todo) > 0 && ctx.Err() == nil {
		todo = s.round(ctx, ur, todo)
	}
}

// prepare gets the unit's program ready; the reason says why it cannot be.
func (s *suite) prepare(ctx context.Context, u *plan.Unit) (*unitRun, string) {
	if u.SUT == "" {
		return nil, u.Name + " is not written yet: it names no system under test"
	}
	p := s.programs[u.SUT]
	if p == nil {
		return nil, "there is no system under test " + u.SUT
	}
	if err := s.ready(ctx, p); err != nil {
		if ctx.Err() == nil {
			s.machine(err.Error())
		}
		return nil, err.Error()
	}
	b := p.Unit(u.Name)
	if b == nil || !b.Served {
		return nil, fmt.Sprintf("the system under test %s does not serve %s%s", u.SUT, u.Name, source.DidYouMean(u.Name, p.Units()))
	}
	if b.Wrong != "" {
		return nil, b.Wrong
	}
	for _, callee := range slices.Concat(u.Uses, u.Calls) {
		if q := p.Unit(callee); q != nil && q.Wrong != "" {
			return nil, fmt.Sprintf("its calls of %s cannot be judged: %s", callee, q.Wrong)
		}
	}
	ur := newUnitRun(s, u, p, b)
	for _, callee := range ur.unseen[u.Name].All {
		s.unobserved(u.Name, callee)
	}
	return ur, ""
}

// ready makes sure that a program was started and described.
func (s *suite) ready(ctx context.Context, p *host.Program) error {
	err := p.Prepare(ctx, s.plan.Units)
	for _, fault := range p.Faults() {
		s.machine(fault)
	}
	if s.unseen[p] == nil && err == nil {
		s.unseen[p] = unseen(s.plan.System, p)
	}
	return err
}

// unseen returns, by unit, the callees whose calls are not intercepted.
func unseen(system *spec.System, p *host.Program) map[string]trace.Unseen {
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

// unobserved notes an edge that is not intercepted.
func (s *suite) unobserved(caller, callee string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.run.NotObserved = append(s.run.NotObserved, caller+" -> "+callee)
}

// machine notes what failed outside the units under test, once.
func (s *suite) machine(what string) { s.machineOnce(what, what) }

// machineOnce notes the first of the failures that a key stands for.
func (s *suite) machineOnce(key, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.machinery[key] {
		s.machinery[key] = true
		s.run.Machinery = append(s.run.Machinery, what)
	}
}

// settled tells whether a case has a result.
func (s *suite) settled(c numbered) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.results[c.number] != nil
}

// block reports a case that cannot be run.
func (s *suite) block(u *plan.Unit, c numbered, stubs []result.Stub, reason string) {
	s.emit(&result.Result{
		Case: c.ID, Unit: u.Name, Leaf: c.Leaf.ID, Rejected: c.Leaf.Refused(), Digest: c.Digest, Verdict: result.Blocked, Values: c.Values, Stubs: stubs,
		Expected: c.Expected, Message: reason, Support: s.chosen[c.number] == support,
	}, c.number, nil, nil)
}

// emit reports the result of the case of a number, or of a callee in it; stubs
// and scratch are as in store.Journal.Add, and so is what it returns.
func (s *suite) emit(r *result.Result, number int, stubs, scratch []byte) []byte {
	if r.Stubs == nil {
		r.Stubs = []result.Stub{}
	}
	if r.Blame == nil {
		r.Blame = []string{}
	}
	if r.Violated == nil {
		r.Violated = []result.Violation{}
	}
	if r.Findings == nil {
		r.Findings = []string{}
	}
	if r.Trace == nil {
		r.Trace = []*result.Call{}
	}
	if s.journal != nil {
		scratch = s.journal.Add(r, stubs, scratch)
	}
	// What is kept in memory and reported has bounds; the file has all.
	r = result.Shorten(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	planned := !s.charged[r.Case]
	if planned {
		s.results[number] = r
	} else {
		s.extra[number] = append(s.extra[number], r)
	}
	if s.options.Sink != nil {
		s.options.Sink(r)
	}
	if planned {
		s.done++
		if s.options.Progress != nil {
			s.options.Progress(s.done, s.total)
		}
	}
	if s.options.FailFast && (r.Verdict == result.Fail || r.Verdict == result.Error) {
		s.stop(errFailed)
	}
	return scratch
}

// noted notes what a program showed beside its replies.
func (s *suite) noted(p *host.Program, notes []host.Note) {
	for _, n := range notes {
		switch n.Kind {
		case host.LateCall:
			a := attemptOf(n.Case)
			s.remark(a, fmt.Sprintf("late call: %s was called after %s had returned", cmp.Or(n.Text, "a unit"), a.unit.plan.Name))
		case host.Leak:
			s.leak(p, n.Text)
		case host.Breach, host.Twice:
			s.breach(p, n)
		}
	}
}

// leak notes that a program under test has left something behind.
func (s *suite) leak(p *host.Program, what string) {
	finding := fmt.Sprintf("leak: the system under test %s: %s", p.Name(), what)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.leaks, finding) {
		s.leaks = append(s.leaks, finding)
	}
}

// breach notes that a program broke the protocol, in a case where it is known in
// which. Of a case that was answered twice it is not known which answer counts.
func (s *suite) breach(p *host.Program, n host.Note) {
	s.machineOnce(p.Name()+": "+n.Rule, fmt.Sprintf("the system under test %s broke the protocol: %s", p.Name(), n.Text))
	if n.Case == nil {
		return
	}
	a, what := attemptOf(n.Case), "its process broke the protocol: "+n.Text
	if n.Kind == host.Breach {
		s.remark(a, what)
		return
	}
	s.mu.Lock()
	a.doubt = what
	s.mu.Unlock()
	s.certs.withdraw(a.unit.plan.Name, a.c.Leaf.ID)
	s.change(a, func(r *result.Result) { discard(r, what) })
}

// discard blocks a case that has a verdict.
func discard(r *result.Result, why string) {
	r.Verdict, r.Message, r.Class, r.Blame, r.Uncertain = result.Blocked, why, nil, []string{}, false
}

// remark adds a finding to a case, which may have its result already.
func (s *suite) remark(a *attempt, finding string) {
	if s.change(a, func(r *result.Result) {
		if !slices.Contains(r.Findings, finding) {
			r.Findings = append(slices.Clone(r.Findings), finding)
		}
	}) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a.lates = append(a.lates, finding)
}

// change changes the result of a case; false where it has none yet.
func (s *suite) change(a *attempt, how func(*result.Result)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.results[a.c.number]
	if r == nil {
		return false
	}
	changed := *r
	how(&changed)
	s.results[a.c.number] = &changed
	if s.journal != nil {
		s.journal.Add(&changed, nil, nil)
	}
	return true
}
