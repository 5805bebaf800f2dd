package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// suite is one run.
type suite struct {
	plan     *plan.Plan
	options  Options
	engine   *plan.Engine
	certs    *certificates
	sets     routeSets
	programs map[string]*program
	reader   *reader
	judges   map[string]*oracle.Unit
	book     *book
	selected map[*plan.Case]bool // false: support; absent: not to be run
	stop     context.CancelCauseFunc
	order    map[string]int // of cases in the plan

	mu        sync.Mutex
	run       *result.Run
	results   map[string]*result.Result
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
		plan: p, options: o, engine: p.Engine(), certs: newCertificates(p), programs: map[string]*program{},
		reader: newReader(p.System), judges: map[string]*oracle.Unit{}, sets: routeSets{sets: map[string]*routeSet{}},
		order: map[string]int{}, machinery: map[string]bool{},
	}
	if err := s.choose(); err != nil {
		return nil, err
	}
	s.results = make(map[string]*result.Result, len(s.selected))
	started := time.Now()
	s.run = &result.Run{
		APIVersion: plan.APIVersion, Kind: "Run", Tool: p.Tool, Project: p.System.Project, Started: started.Format(time.RFC3339Nano),
		Inputs: p.System.Inputs, Results: []*result.Result{}, NotObserved: []string{}, Machinery: []string{},
	}
	if o.Keep {
		var err error
		if s.book, err = newBook(p.System.Dir, s.run); err != nil {
			return nil, err
		}
	}
	for _, u := range p.Units {
		s.judges[u.Name] = s.engine.Oracle.Unit(u.Unit)
	}
	for name, spec := range p.System.SUTs {
		s.programs[name] = &program{spec: spec, system: p.System, options: &s.options}
	}
	inner, stop := context.WithCancelCause(ctx)
	s.stop = stop
	s.units(inner)
	for _, q := range s.programs {
		q.close(inner.Err() != nil)
	}
	stop(nil)
	s.finish(ctx, started)
	if s.book != nil {
		if err := s.book.close(s.run); err != nil {
			s.run.Machinery = append(s.run.Machinery, "the results could not be kept: "+err.Error())
		}
	}
	return s.run, nil
}

// finish sorts and counts the results.
func (s *suite) finish(ctx context.Context, started time.Time) {
	sort.SliceStable(s.run.Results, func(i, j int) bool {
		return s.rank(s.run.Results[i]) < s.rank(s.run.Results[j])
	})
	s.run.Summary = result.Count(s.run.Results)
	s.run.Interrupted = ctx.Err() != nil
	s.run.Seconds = time.Since(started).Seconds()
	sort.Strings(s.run.NotObserved)
	sort.Strings(s.run.Machinery)
}

// rank orders results as the plan has their cases; what was charged to a
// callee comes after the case that showed it.
func (s *suite) rank(r *result.Result) int {
	if n, ok := s.order[r.Case]; ok {
		return 2 * n
	}
	_, under, _ := strings.Cut(r.Case, "@")
	return 2*s.order[under] + 1
}

// choose selects the cases to be run, and those that their decisions rest on.
func (s *suite) choose() error {
	s.selected = map[*plan.Case]bool{}
	ids := map[string]*plan.Case{}
	units := map[string]bool{}
	var names []string
	n := 0
	for _, u := range s.plan.Units {
		units[u.Name] = true
		for _, c := range u.Cases {
			ids[c.ID] = c
			names = append(names, c.ID)
			s.order[c.ID] = n
			n++
		}
	}
	for _, name := range s.options.Units {
		if !units[name] {
			return fmt.Errorf("there is no unit %q%s", name, source.DidYouMean(name, keys(units)))
		}
	}
	for _, id := range s.options.Cases {
		if ids[id] == nil {
			return fmt.Errorf("there is no case %q%s", id, source.DidYouMean(id, names))
		}
	}
	all := len(s.options.Units) == 0 && len(s.options.Cases) == 0
	for _, u := range s.plan.Units {
		for _, c := range u.Cases {
			if all || slices.Contains(s.options.Units, u.Name) || slices.Contains(s.options.Cases, c.ID) {
				s.selected[c] = true
			}
		}
	}
	if !all {
		// Units that are used come first in the plan, so going backwards meets
		// every caller before its callees.
		for _, u := range slices.Backward(s.plan.Units) {
			s.supportOf(u)
		}
	}
	return nil
}

// supportOf adds the cases that the decisions for u's chosen cases rest on.
func (s *suite) supportOf(u *plan.Unit) {
	for _, c := range u.Cases {
		if _, chosen := s.selected[c]; !chosen {
			continue
		}
		for _, choice := range c.Stubs {
			q := s.plan.Unit(choice.Callee)
			if q == nil || choice.Decision != result.Self && choice.Decision != result.ByCall {
				continue
			}
			for _, k := range q.Cases {
				if _, chosen := s.selected[k]; !chosen && slices.Contains(choice.Possible, k.Leaf.ID) {
					s.selected[k] = false
				}
			}
		}
	}
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// units runs the units in the order of the plan.
func (s *suite) units(ctx context.Context) {
	for _, u := range s.plan.Units {
		if ctx.Err() != nil {
			return
		}
		var cases []*plan.Case
		for _, c := range u.Cases {
			if _, chosen := s.selected[c]; chosen {
				cases = append(cases, c)
			}
		}
		if len(cases) > 0 {
			s.unit(ctx, u, cases)
		}
		s.certs.settle(u.Name)
	}
}

// unit runs the cases of a unit.
func (s *suite) unit(ctx context.Context, u *plan.Unit, cases []*plan.Case) {
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
	for _, c := range cases {
		if a := s.first(ctx, ur, c); a != nil {
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
	if err := p.prepare(ctx, func(name string) *oracle.Unit { return s.judges[name] }); err != nil {
		if ctx.Err() == nil {
			s.machine(err.Error())
		}
		return nil, err.Error()
	}
	b := p.units[u.Name]
	if b == nil || !b.served {
		return nil, fmt.Sprintf("the system under test %s does not serve %s%s", u.SUT, u.Name, source.DidYouMean(u.Name, keys(p.index)))
	}
	ur := newUnitRun(s, u, p, b)
	for _, callee := range slices.Concat(u.Uses, u.Calls) {
		if !p.edges[edge{u.Name, callee}] {
			s.unobserved(u.Name, callee)
			if slices.Contains(u.Uses, callee) {
				ur.notObserved = append(ur.notObserved, callee)
			}
		}
	}
	return ur, ""
}

// unobserved notes an edge that is not intercepted.
func (s *suite) unobserved(caller, callee string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.run.NotObserved = append(s.run.NotObserved, caller+" -> "+callee)
}

// machine notes what failed outside the units under test, once.
func (s *suite) machine(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.machinery[what] {
		s.machinery[what] = true
		s.run.Machinery = append(s.run.Machinery, what)
	}
}

// share is how many cases a lane takes at a time.
const share = 4096

// round runs attempts on the lanes of the program and returns those that have
// to follow.
func (s *suite) round(ctx context.Context, ur *unitRun, todo []*attempt) []*attempt {
	parallel := cmp.Or(s.options.Parallel, s.plan.System.Run.Parallel, 1)
	if s.options.Debug {
		parallel = 1
	}
	// A process that has few cases to run does not pay for its start.
	const least = 32
	lanes := max(1, min(parallel, len(todo)/least))
	size := min(share, (len(todo)+lanes-1)/lanes)
	queue := make(chan []*attempt, len(todo)/size+1)
	for part := range slices.Chunk(todo, size) {
		queue <- part
	}
	close(queue)
	var wait sync.WaitGroup
	var mu sync.Mutex
	var again []*attempt
	for n := range lanes {
		l := ur.program.lane(n)
		l.lates = s.late
		wait.Add(1)
		go func() {
			defer wait.Done()
			for part := range queue {
				more := s.work(ctx, l, part)
				mu.Lock()
				again = append(again, more...)
				mu.Unlock()
			}
		}()
	}
	wait.Wait()
	return again
}

// work runs attempts on a lane, judging what has come while more is coming.
func (s *suite) work(ctx context.Context, l *lane, part []*attempt) []*attempt {
	type piece struct {
		jobs    []*job
		replies []reply
	}
	pieces := make(chan piece, 64)
	judges := 1
	if len(part) > chunk {
		judges = runtime.GOMAXPROCS(0)
	}
	judged := make(chan []*attempt)
	judging := func() {
		var again []*attempt
		for p := range pieces {
			for i, j := range p.jobs {
				if ctx.Err() != nil && p.replies[i].result == nil {
					continue
				}
				if next := s.judge(ctx, j.owner, &p.replies[i]); next != nil {
					again = append(again, next)
				}
			}
		}
		judged <- again
	}
	for range judges {
		go judging()
	}
	jobs := make([]*job, 0, len(part))
	for _, a := range part {
		if j := a.job(ctx); j != nil {
			jobs = append(jobs, j)
		}
	}
	err := l.run(ctx, jobs, func(js []*job, rs []reply) { pieces <- piece{js, rs} })
	close(pieces)
	var again []*attempt
	for range judges {
		again = append(again, <-judged...)
	}
	if err != nil && ctx.Err() == nil {
		reason := fmt.Sprintf("the system under test %s: %v", l.program.spec.Name, err)
		s.machine(reason)
		for _, a := range part {
			if !s.known(a.c.ID) && !slices.ContainsFunc(again, func(b *attempt) bool { return b.c == a.c }) {
				s.block(a.unit.plan, a.c, a.stubs, reason)
			}
		}
	}
	return again
}

func (s *suite) known(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.results[id] != nil
}

// block reports a case that cannot be run.
func (s *suite) block(u *plan.Unit, c *plan.Case, stubs []result.Stub, reason string) {
	s.emit(&result.Result{
		Case: c.ID, Unit: u.Name, Leaf: c.Leaf.ID, Verdict: result.Blocked, Values: c.Values, Stubs: stubs,
		Expected: c.Expected, Message: reason, Support: !s.selected[c],
	}, nil)
}

// emit reports a result; stubs is as in appendResult.
func (s *suite) emit(r *result.Result, stubs []byte) {
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
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results[r.Case] = r
	s.run.Results = append(s.run.Results, r)
	if s.book != nil {
		s.book.add(r, stubs)
	}
	if s.options.Sink != nil {
		s.options.Sink(r)
	}
	if _, planned := s.order[r.Case]; planned {
		s.done++
		if s.options.Progress != nil {
			s.options.Progress(s.done, len(s.selected))
		}
	}
	if s.options.FailFast && (r.Verdict == result.Fail || r.Verdict == result.Error) {
		s.stop(errFailed)
	}
}

// late notes a call that was made after the unit of its case had returned.
func (s *suite) late(a *attempt, call *wire.Call) {
	name := "a unit"
	if b := a.unit.program.binding(call.Callee); b != nil {
		name = b.unit.Name
	}
	finding := fmt.Sprintf("late call: %s was called after %s had returned", name, a.unit.plan.Name)
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.results[a.c.ID]
	if r == nil {
		a.lates = append(a.lates, finding)
		return
	}
	changed := *r
	changed.Findings = append(slices.Clone(r.Findings), finding)
	s.results[r.Case] = &changed
	for i, old := range s.run.Results {
		if old == r {
			s.run.Results[i] = &changed
		}
	}
	if s.book != nil {
		s.book.add(&changed, nil)
	}
}
