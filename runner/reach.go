package runner

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxWays is how many ways to a state are tried in a case: what the program chooses where its
// specification allows several outcomes is seen only on the way.
const maxWays = 8

// reaches finds ways to states of a program through its own operations.
type reaches struct {
	model *machine.Machine
	moves []*move // of the model's units

	mu      sync.Mutex
	initial machine.State // of a new object, as far as it was seen, and as guessed where not
	seen    machine.State // what was seen of it
	ways    map[string]*machine.Way
	starts  map[string][]machine.State // with what objects may begin, by the variables that are set
}

// way is how the state before a unit is reached in an attempt.
type way struct {
	of    *reaches
	goal  machine.State
	must  bool          // some of it cannot be set
	from  machine.State // the state in which a new object was taken to be
	steps []machine.Step
	note  string   // what is to be said of the way in the result
	made  []string // the variables that the step sets that makes the object
	// settable are the variables of the case that can be set before any step, and are before that of the case.
	// opening has values of them that are set before the first step of the way.
	settable []string
	opening  spec.Values
	// planned is the case for which the way was looked for first.
	planned *plan.Case
	// script are those steps, and behind them that of the case, which leaves the state to them.
	script []suite.Step
	tries  int
	// known are the ways that were taken in attempts that passed before, of which before is
	// the result of the last.
	known  [][]machine.Step
	before *result.Result
	stayed bool // whether it is the last that is tried
	// passed are the states after each of its steps, as far as they were seen.
	passed []machine.State
}

// steps returns what is sent for an attempt.
func (a *attempt) steps() []suite.Step {
	if a.way != nil {
		return a.way.script
	}
	return a.c.Steps
}

// wayTaken returns the operations that lead to the state before the unit, for results.
func (a *attempt) wayTaken() []result.WayStep {
	if a.way == nil {
		return nil
	}
	out := make([]result.WayStep, len(a.way.steps))
	for i, s := range a.way.steps {
		out[i] = result.WayStep{Unit: a.way.of.model.Units[s.Unit].Name, Inputs: s.Inputs}
		if i == 0 {
			out[i].Inputs = slices.Concat(a.way.opening, s.Inputs)
		}
	}
	return out
}

// reach has operations lead to the state before the unit of a case where some of it cannot be
// set, or where that is asked for; it says why that cannot be, where it must.
func (x *execution) reach(ctx context.Context, a *attempt) (why string) {
	ur := a.unit
	var names, made, settable []string
	must := false
	for _, v := range ur.plan.Unit.Op.Before.Vars {
		_, given := a.c.Values().Lookup(v.Name)
		fixed := ur.binding.IsFixed(v.Name)
		if given && ur.binding.IsMade(v.Name) {
			made = append(made, v.Name)
		} else if given && (fixed || x.options.Reach && ur.binding.Shows(v.Name)) {
			names, must = append(names, v.Name), must || fixed
		} else if given && ur.binding.Shows(v.Name) {
			settable = append(settable, v.Name)
		}
	}
	if len(names) == 0 || len(a.c.Steps) > 1 {
		return ""
	}
	w := &way{of: x.reachesOf(ctx, ur.program), must: must, planned: a.c.Case, made: made, settable: settable}
	w.goal = make(machine.State, len(w.of.model.Vars))
	given := make(machine.State, len(w.goal)) // to the step that makes the object
	for i, v := range w.of.model.Vars {
		if slices.Contains(names, v.Name) || slices.Contains(made, v.Name) {
			w.goal[i], _ = a.c.Values().Lookup(v.Name)
		}
		if slices.Contains(made, v.Name) {
			given[i] = w.goal[i]
		}
	}
	w.of.mu.Lock()
	w.from = w.of.initial.UpdateBy(given)
	unseen := !w.covers(w.of.seen)
	w.of.mu.Unlock()
	switch why = a.take(ctx, w, nil, w.from); {
	case why == "":
	case !must:
		a.notes, why = append(a.notes, why), ""
	case unseen && len(w.of.model.Units) > 0:
		w.lead(a, nil) // it shows in which state a new object is
		why = ""
	}
	return why
}

// reachesOf returns what finds ways to the states of a program.
func (x *execution) reachesOf(ctx context.Context, p *host.Program) *reaches {
	if known := x.reaches[p]; known != nil {
		return known
	}
	of := &spec.Machine{Objects: 1}
	r := &reaches{ways: map[string]*machine.Way{}, starts: map[string][]machine.State{}}
	for _, u := range x.plan.System.Units {
		if u.SUT != p.Name() || len(u.Op.State.Vars) == 0 || slices.Contains(x.options.Without, u.Name) {
			continue
		}
		if one, why := x.move(ctx, u); why == "" {
			of.Units, r.moves = append(of.Units, u.Name), append(r.moves, one)
		}
	}
	r.model = machine.New(of, x.engine.Oracle, x.engine.Solver)
	var err error
	if r.initial, err = r.model.FindInitial(ctx); err != nil {
		r.initial = make(machine.State, len(r.model.Vars))
	}
	r.seen = make(machine.State, len(r.model.Vars))
	x.reaches[p] = r
	return r
}

// find returns the way from one state to another.
func (r *reaches) find(ctx context.Context, from, goal machine.State) *machine.Way {
	key := from.Key() + " " + goal.Key()
	r.mu.Lock()
	known := r.ways[key]
	r.mu.Unlock()
	if known != nil {
		return known
	}
	found := r.model.Reach(ctx, from, goal)
	if ctx.Err() == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.ways[key] = found
	}
	return found
}

// covers tells whether a state says all that the goal of a way does.
func (w *way) covers(s machine.State) bool {
	for i, v := range w.goal {
		if v.Kind() != value.Nothing && s[i].Kind() == value.Nothing {
			return false
		}
	}
	return true
}

// lead sets the steps that lead to the state of an attempt, which takes the way.
func (w *way) lead(a *attempt, steps []machine.Step) {
	last := a.c.Steps[0]
	var values, given spec.Values
	for _, v := range last.Values {
		if slices.Contains(w.made, v.Name) {
			given = append(given, v)
			continue
		}
		if i := slices.IndexFunc(w.of.model.Vars, func(of zed.Var) bool { return of.Name == v.Name }); i < 0 ||
			w.goal[i].Kind() == value.Nothing {
			values = append(values, v)
		}
	}
	last.Values = values
	w.steps, w.script = steps, append(w.of.model.Steps(steps), last)
	if len(steps) > 0 {
		given = slices.Concat(given, w.opening)
	}
	w.script[0].Values = slices.Concat(given, w.script[0].Values)
	a.way = w
}

// explainUnreached says that no way was found.
func (w *way) explainUnreached(found *machine.Way) string {
	what := "no sequence of its operations was found that leads to it"
	if found.All {
		what = "no sequence of its operations leads to it, with inputs of the scope"
	}
	if len(w.of.model.Units) == 0 {
		what = "there is no operation that could lead to it"
	}
	return fmt.Sprintf("the state %s is not reached: %s; the nearest that is found is %s", w.text(w.goal), what,
		w.text(w.of.part(found.Nearest, w.goal)))
}

// part returns of a state what a goal says something of.
func (r *reaches) part(s, goal machine.State) machine.State {
	out := slices.Clone(s)
	for i := range out {
		if goal[i].Kind() == value.Nothing {
			out[i] = value.Value{}
		}
	}
	return out
}

func (w *way) text(s machine.State) string { return w.of.model.Text(s) }

// judgeArrival tells whether the way of an attempt has led to its state: why says why it has not,
// which is not charged to the unit, and next is another attempt, on another way.
func (j *judge) judgeArrival(ctx context.Context, a *attempt, sent *host.Case,
	r *host.Reply) (next *attempt, why string) {
	w, u := a.way, a.unit.plan.Unit
	at := make(machine.State, len(w.goal))
	o, err := j.observer.Observe(sent, r)
	if err != nil {
		return nil, "" // it is reported when the case is judged
	}
	missing := ""
	for k, v := range w.of.model.Vars {
		if i := u.Op.Find(v.Name); i >= 0 && w.goal[k].Kind() != value.Nothing {
			if at[k] = o.Frame[i]; at[k].Kind() == value.Nothing {
				missing = v.Name
			}
		}
	}
	switch {
	case missing == "" && w.isReached(at):
		if len(w.steps) == 0 {
			w.of.see(at)
		}
		return nil, ""
	case missing != "" && (r.Status == host.Returned || r.Status == host.Unmapped):
		return nil, fmt.Sprintf("%s of %s cannot be set: %s, and it did not show it", missing, u.Name,
			cmp.Or(a.unit.binding.Unset[missing], "operations were to lead to it"))
	}
	seen := slices.Clone(at)
	began, at, why := j.follow(ctx, a, sent, r, len(w.steps), at)
	if why != "" || missing != "" && w.isReached(at) {
		return nil, why
	}
	if next, why = j.replanWay(ctx, a, began, at, seen); next != nil || endingOf(r.Status) == trace.Finished {
		return next, why
	}
	return nil, why + j.judgeElsewhere(ctx, a, sent, r)
}

// judgeElsewhere judges what the unit of a case did that did not return in another state than the
// case was to begin with. It returns what is to be said of that.
func (j *judge) judgeElsewhere(ctx context.Context, a *attempt, sent *host.Case, r *host.Reply) string {
	i := findUnit(a.way.of.model, a.unit.plan.Name)
	o, err := j.observer.Observe(sent, r)
	if i < 0 || err != nil {
		return ""
	}
	wrong := j.judgeWayStep(ctx, a, a.way.of.moves[i], o, r, "in another state than that of")
	if wrong == nil {
		return ""
	}
	return fmt.Sprintf("; there %s is wrong, which is charged to %s", a.unit.plan.Name,
		cmp.Or(strings.Join(wrong.Blame, " or "), "nobody"))
}

// assume has the state before a unit that did not answer be the one that the way was to lead
// to, as far as it was not observed.
func (w *way) assume(c *trace.Case) {
	for k, v := range w.of.model.Vars {
		if i := c.Unit.Op.Find(v.Name); i >= 0 && c.Frame[i].Kind() == value.Nothing {
			c.Frame[i] = w.goal[k]
		}
	}
}

// judgeEnding charges a step that has ended a case on its way to the unit that is to blame.
func (j *judge) judgeEnding(ctx context.Context, a *attempt, sent *host.Case, r *host.Reply) {
	last := len(r.Earlier)
	if a.way == nil || last >= len(a.way.steps) || r.Breach || r.HasFailedBeside() ||
		endingOf(r.Status) == trace.Finished {
		return
	}
	j.follow(ctx, a, sent, r, last+1, nil)
}

// follow judges the first n steps of the way of an attempt, and returns the state in which
// the object began and the one to which they have led, as far as they were observed, where
// end has the latter if no step did. It overwrites what was observed of the case. why says
// which step is wrong, and that is charged to its unit.
func (j *judge) follow(ctx context.Context, a *attempt, sent *host.Case, r *host.Reply, n int,
	end machine.State) (began, at machine.State, why string) {
	w, m := a.way, a.way.of.model
	began, at = make(machine.State, len(m.Vars)), make(machine.State, len(m.Vars))
	w.passed = nil
	for i, s := range w.steps[:n] {
		o, err := j.observer.ObserveStep(sent, r, i)
		if err != nil {
			return nil, nil, "the program's adapter failed: " + err.Error()
		}
		before := m.StateBefore(s.Unit, o.Frame)
		for k, v := range before {
			if at[k].Kind() == value.Nothing {
				began[k] = v
			}
		}
		at = at.UpdateBy(before)
		for k, v := range m.Frame(s.Unit, at, make([]value.Value, len(s.Inputs))) {
			if o.Frame[k].Kind() == value.Nothing {
				o.Frame[k] = v
			}
		}
		reply := r
		if i < len(r.Earlier) {
			reply = &r.Earlier[i]
		}
		after := m.StateAfter(s.Unit, o.Frame)
		if wrong := j.judgeWayStep(ctx, a, w.of.moves[s.Unit], o, reply, "on the way to the state of"); wrong != nil {
			if why := explainBeginning(ctx, j, a, sent, r); why != "" {
				a.charged = a.charged[:len(a.charged)-1]
				return nil, nil, why
			}
			j.run.showings.note(ctx, a, sent, i, wrong, o.Frame)
			return nil, nil, fmt.Sprintf(
				"the state %s is not reached: step %d of the way, %s, is wrong, and charged to %s",
				w.text(w.goal), i+1, m.TextStep(s), cmp.Or(strings.Join(wrong.Blame, " or "), "nobody"))
		}
		at = at.UpdateBy(after)
		w.passed = append(w.passed, at)
	}
	if n == 0 {
		return end, end, ""
	}
	return began, at, ""
}

// isReached tells whether a state is the one that was to be reached, as far as it is known.
func (w *way) isReached(at machine.State) bool {
	for k, v := range w.goal {
		if v.Kind() != value.Nothing && at[k].Kind() != value.Nothing && !v.Equal(at[k]) {
			return false
		}
	}
	return true
}

// judgeWayStep judges a step on the way of an attempt, and charges one that is wrong to its unit, or to a callee in it;
// nil where it is not known to be wrong. where says what the step is to the case.
func (j *judge) judgeWayStep(ctx context.Context, a *attempt, of *move, o *host.Observation, r *host.Reply,
	where string) *result.Result {
	u := of.plan.Unit
	if !o.Frame.Has(u.Op.Early) || j.at.Oracle.Unit(u).Pre(ctx, o.Frame).Compliance != oracle.Holds {
		return nil
	}
	id := u.Name + "@" + a.c.ID
	step := of.attempt(id, o.Frame)
	c := j.observeStep(ctx, step, o, r)
	ruling := j.rule(ctx, step, c)
	if len(ruling.Faults) == 0 && ruling.Verdict != result.Fail && ruling.Verdict != result.Error {
		return nil
	}
	out := &result.Result{Case: id, Unit: u.Name, Values: step.c.Values(), Seconds: r.Seconds, Stdout: r.Stdout,
		Stderr: r.Stderr, Replay: j.run.replay(a.c), Support: !a.selected, Digest: a.c.Digest}
	j.fill(step, out, c, &ruling)
	clearCertificates(out.Trace)
	if len(ruling.Faults) > 0 {
		f := ruling.Faults[0]
		id = f.Unit.Name + "@" + a.c.ID
		out = chargeOf(id, a.c.ID, out, f)
	} else {
		out.Message = fmt.Sprintf("%s %s: %s", where, a.c.ID, out.Message)
	}
	fillLists(out)
	a.charged = append(a.charged, out)
	return out
}

// makeNext returns a way to the same state, from another one and without steps.
func (w *way) makeNext(from machine.State) *way {
	return &way{of: w.of, goal: w.goal, must: w.must, planned: w.planned, from: from, known: w.known, before: w.before,
		made: w.made, settable: w.settable, opening: w.opening, stayed: w.stayed}
}

// see notes what was seen of the state of a new object.
func (r *reaches) see(s machine.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.initial, r.seen = r.initial.UpdateBy(s), r.seen.UpdateBy(s)
}

// withWay returns an attempt like a on another way.
func (a *attempt) withWay(w *way) *attempt {
	return &attempt{unit: a.unit, c: a.c, choices: a.choices, prepared: a.prepared, selected: a.selected,
		forced: a.forced, notes: a.notes, way: w, instead: a.instead, tries: a.tries, among: a.among}
}

// firstResult returns the result of the case where the state before it was not reached: that of an
// attempt on another way, or else res.
func (a *attempt) firstResult(res *result.Result) *result.Result {
	if a.way != nil && a.way.before != nil {
		return a.way.before
	}
	return res
}

// tryAnotherWay returns an attempt that reaches the same state in another way than one that
// has passed; nil where there are as many as are wanted, or no other is found.
func (j *judge) tryAnotherWay(ctx context.Context, a *attempt, res *result.Result) *attempt {
	wanted := cmp.Or(j.run.options.Routes, j.run.plan.System.Run.Routes, 1)
	if a.way == nil || a.reseed != nil || res.Verdict != result.Pass || len(a.way.known)+1 >= wanted {
		return nil
	}
	w := a.way.makeNext(a.way.from)
	w.note, w.before, w.known = a.way.note, res, append(slices.Clip(a.way.known), a.way.steps)
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", j.run.options.Seed, a.c.ID)
	r := rand.New(rand.NewPCG(h.Sum64(), uint64(len(w.known))))
	steps := w.of.model.FindOtherWay(ctx, r, w.from, w.goal, w.known)
	if steps == nil {
		return nil
	}
	next := a.withWay(w)
	next.tries = nil // what came on another way is not an attempt at this one
	w.lead(next, steps)
	return next
}
