package fidelity

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
)

// Options are the options of Compare.
type Options struct {
	Units []string // the callers whose stubs are compared; empty: all
	// Sample is how many answers of a stub that is made from a specification, and of a row of a manual
	// stub that answers several calls, are compared.
	Sample int
	Seed   int64 // chooses what stubs answer where several answers are allowed
	Guard  proc.Guard
	// Progress, where it is not nil, is called with the number of calls done and the total.
	Progress func(done, total int)
	// Plan makes a plan of a system other than the project's own.
	Plan func(ctx context.Context, system *spec.System) (*planner.Planned, error)
}

// Compare compares the stubs of a plan with their callees: those that people wrote, and those that are
// made from specifications and stand in for a callee in the plan or in the last run, which may be nil.
// When the context ends, it returns what was compared until then.
func Compare(ctx context.Context, planned *planner.Planned, last *result.Run, o Options) (*Comparison, error) {
	out := &Comparison{Stubs: []*Stub{}}
	for _, u := range planned.Units {
		if len(o.Units) == 0 || slices.Contains(o.Units, u.Name) {
			out.Stubs = append(out.Stubs, listManual(ctx, planned, u, last, o)...)
		}
	}
	for _, t := range planned.Freeze(ctx, last, o.Seed, o.Units) {
		out.Stubs = append(out.Stubs, sampleTable(t, o.Sample))
	}
	for _, s := range out.Stubs {
		s.Differing = countDiffering(s)
	}
	asked, err := ask(ctx, planned, out, o)
	if err != nil {
		return nil, err
	}
	for _, s := range out.Stubs {
		for _, a := range s.Answers {
			asked.judge(s, a)
		}
	}
	out.Interrupted = ctx.Err() != nil
	return out, nil
}

// listManual returns the manual stubs of a caller.
func listManual(ctx context.Context, planned *planner.Planned, u *plan.Unit, last *result.Run, o Options) []*Stub {
	var out []*Stub
	decider := planned.Engine().Decider
	for i := range u.Stubs {
		f := &u.Stubs[i]
		if len(f.Answers) == 0 {
			continue
		}
		s := &Stub{Caller: u.Name, Callee: f.Callee, Decision: result.Manual, Answers: []*Answer{}}
		for row := range f.Answers {
			place := f.Answers[row].Span.Pos().String()
			before := len(s.Answers)
			for _, call := range decider.FillRow(ctx, f, row, o.Sample) {
				s.add(ctx, decider, planned.System, call, place)
			}
			if len(s.Answers) == before && ctx.Err() == nil {
				s.Unused = append(s.Unused, place)
			}
		}
		if last != nil {
			for r := range last.All() {
				for _, call := range findAnswered(r.Trace, s) {
					s.add(ctx, decider, planned.System, call, "")
				}
			}
		}
		out = append(out, s)
	}
	return out
}

// add adds the answer that a manual stub gives to a call, unless the stub has it already.
func (s *Stub) add(ctx context.Context, d *stubs.Decider, system *spec.System, call spec.Values, row string) {
	q := system.Unit(s.Callee)
	if slices.ContainsFunc(s.Answers, func(a *Answer) bool { return sameValues(a.Call, call) }) {
		return
	}
	answer, err := d.Answer(ctx, system.Unit(s.Caller), q, q.Frame(call.Map()), result.Manual, 0)
	if err != nil {
		s.Left = append(s.Left, fmt.Sprintf("%s: %v", call, err))
		return
	}
	s.Answers = append(s.Answers, &Answer{Row: row, Call: call, Stub: answer, Standing: NotRun})
}

// findAnswered returns the calls, inside the callee's precondition, that a manual stub has answered.
func findAnswered(calls []*result.Call, s *Stub) []spec.Values {
	var out []spec.Values
	for _, c := range calls {
		if c.Caller == s.Caller && c.Unit == s.Callee && c.Decision == s.Decision && !c.Open && c.Pre != nil && *c.Pre {
			out = append(out, append(slices.Clone(c.Before), c.Args...))
		}
		out = append(out, findAnswered(c.Calls, s)...)
	}
	return out
}

// sampleTable returns the stub that gives the answers of a table, with at most the given number of
// them: as far apart in the table as can be.
func sampleTable(t plan.Table, most int) *Stub {
	s := &Stub{Caller: t.Caller, Callee: t.Callee, Decision: result.Spec, Answers: []*Answer{}, Left: t.Left}
	n := min(most, len(t.Rows))
	for i := range n {
		row := t.Rows[i*len(t.Rows)/n]
		s.Answers = append(s.Answers, &Answer{Call: row.When, Stub: row.Then, Standing: NotRun})
	}
	return s
}

// countDiffering returns how many answers of a stub there are of which no two can be given by the same row of a table,
// so that a table has at least as many rows: the most that a bounded search finds.
func countDiffering(s *Stub) int {
	var all []given
	seen := map[string]bool{}
	for _, a := range s.Answers {
		g := given{a.Stub, map[string]bool{}}
		key := g.whole.String()
		for _, item := range a.Stub {
			before, ok := a.Call.Lookup(strings.TrimSuffix(item.Name, "'"))
			if !ok || !strings.HasSuffix(item.Name, "'") || !before.Equal(item.Value) {
				g.set[item.Name] = true
				key += " " + item.Name
			}
		}
		if !seen[key] {
			seen[key] = true
			all = append(all, g)
		}
	}
	// What sets most excludes most, so that the first way down finds nearly all.
	slices.SortStableFunc(all, func(a, b given) int { return len(b.set) - len(a.set) })
	best, steps := 0, mostSteps
	var grow func(size int, left []given)
	grow = func(size int, left []given) {
		best = max(best, size)
		for ; size+len(left) > best && steps > 0; left = left[1:] {
			steps--
			grow(size+1, slices.DeleteFunc(slices.Clone(left[1:]), func(g given) bool { return !g.excludes(left[0]) }))
		}
	}
	grow(0, all)
	return best
}

// mostSteps is how many choices the search for answers that exclude each other makes.
const mostSteps = 2000

// given is an answer, and which variables a row that gives it must set: those that are not as they were before.
type given struct {
	whole spec.Values
	set   map[string]bool
}

// excludes tells whether no row gives both answers: whether they differ in what a row must set for one of them.
func (g given) excludes(other given) bool {
	return slices.ContainsFunc(g.whole, func(item spec.Item) bool {
		x, ok := other.whole.Lookup(item.Name)
		return (g.set[item.Name] || other.set[item.Name]) && (!ok || !x.Equal(item.Value))
	})
}

// sameValues tells whether two lists have the same variables with the same values, in whatever order.
func sameValues(a, b spec.Values) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(item spec.Item) bool {
		other, ok := b.Lookup(item.Name)
		return !ok || !other.Equal(item.Value)
	})
}

// asked is what callees did when they were called as stubs are.
type asked struct {
	planned *planner.Planned // a plan whose cases are the calls
	results map[string]*result.Result
	alone   map[string]string // callees that could not be run, with the reason
}

// ask has the callees of stubs answer the calls that these answer.
func ask(ctx context.Context, planned *planner.Planned, c *Comparison, o Options) (*asked, error) {
	out := &asked{results: map[string]*result.Result{}, alone: map[string]string{}}
	system := *planned.System
	system.Units = slices.Clone(system.Units)
	calls := 0
	for i, u := range system.Units {
		own := listCalls(c, u)
		if u.SUT == "" && len(own) > 0 {
			out.alone[u.Name] = u.Name + " has no program"
			own = nil
		}
		changed := *u
		changed.Cases, changed.Prune, changed.Tactics = own, nil, []spec.Tactic{{Name: "dnf"}}
		system.Units[i] = &changed
		calls += len(own)
	}
	if calls == 0 || ctx.Err() != nil {
		return out, nil
	}
	var err error
	if out.planned, err = o.Plan(ctx, &system); err != nil {
		return nil, err
	}
	var ids []string
	for _, s := range c.Stubs {
		for _, a := range s.Answers {
			if of := out.find(s.Callee, a.Call); of != nil && !slices.Contains(ids, of.ID) {
				ids = append(ids, of.ID)
			}
		}
	}
	if len(ids) == 0 {
		return out, nil
	}
	run, err := runner.Run(ctx, out.planned.Plan, runner.Options{Cases: ids, Seed: o.Seed, Engine: out.planned.Engine(),
		Guard: o.Guard, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	c.Notes = append(c.Notes, run.Machinery...)
	for r := range run.All() {
		out.results[r.Case] = r
	}
	return out, nil
}

// listCalls returns the calls of a callee that stubs answer, in the form of the callee's own cases.
func listCalls(c *Comparison, q *spec.Unit) []spec.OwnCase {
	var out []spec.OwnCase
	seen := map[string]bool{}
	for _, s := range c.Stubs {
		for _, a := range s.Answers {
			values := spec.FromModel(q.Op.Early.Vars, a.Call.Map())
			if key := values.String(); s.Callee == q.Name && !seen[key] {
				seen[key] = true
				out = append(out, spec.OwnCase{Span: q.At, Values: values})
			}
		}
	}
	return out
}

// find returns the case that is a call of a callee, or nil.
func (k *asked) find(callee string, call spec.Values) *plan.Case {
	if k.planned == nil {
		return nil
	}
	for _, c := range k.planned.Unit(callee).Cases {
		if sameValues(c.Values(), call) {
			return c
		}
	}
	return nil
}

// judge notes of an answer how it stands to what the callee did.
func (k *asked) judge(s *Stub, a *Answer) {
	if why := k.alone[s.Callee]; why != "" {
		a.Standing, a.Why = Unknown, why
		return
	}
	c := k.find(s.Callee, a.Call)
	if c == nil {
		if k.planned != nil {
			a.Standing, a.Why = Unknown, "no case of "+s.Callee+" has these values"
		}
		return
	}
	r := k.results[c.ID]
	if r == nil {
		return
	}
	switch r.Verdict {
	case result.Pass:
		a.Callee, a.Standing = r.Actual, Allowed
		if sameValues(a.Stub, r.Actual) {
			a.Standing = Same
		}
	case result.Fail, result.Error:
		a.Callee, a.Standing, a.Violated = r.Actual, Faulty, r.Violated
		a.Why = cmp.Or(r.Message, "what "+s.Callee+" did does not satisfy its specification")
		if len(r.Blame) > 0 && !slices.Contains(r.Blame, s.Callee) {
			a.Standing, a.Why = Unknown, fmt.Sprintf("the call fails, and %v is to blame: %s", r.Blame, a.Why)
		}
	default:
		a.Standing, a.Why = Unknown, r.Message
	}
}
