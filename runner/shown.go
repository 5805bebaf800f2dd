package runner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

const (
	// maxShowing is how many further steps of each operation are tried behind a failure, to see in which state the
	// object is.
	maxShowing = 3
	// maxProbes is how many such steps are tried together.
	maxProbes = 96
)

// showing is a failure that rests on what a program shows of variables that it cannot set: with other values of these
// the outcome is one that the specification allows. The operation may have left the state wrong; or the state is as it
// should be, and what shows it, often itself an operation under test, is wrong.
type showing struct {
	model *machine.Machine
	moves []*move
	steps []host.Step // up to the one that failed
	stubs host.Answerer
	unit  int // in the model
	frame spec.Frame
	fixed []int         // the variables of the model, in the signature of the unit, that are shown and not set
	is    machine.State // as shown after the failure
	ought []machine.State
}

// newShowing returns a failure of the last of some steps; nil where it does not rest on what is shown.
func newShowing(ctx context.Context, s showing) *showing {
	op := s.model.Units[s.unit].Op
	if !s.frame.Has(op.Early) || !s.frame.Has(op.After) {
		return nil
	}
	open := slices.Clone(s.frame)
	for k, v := range s.model.Vars {
		if i := op.Find(v.Name + "'"); i >= 0 && s.moves[s.unit].binding.IsFixed(v.Name) {
			s.fixed, open[i] = append(s.fixed, k), value.Value{}
		}
	}
	if len(s.fixed) == 0 {
		return nil
	}
	s.is = s.model.StateAfter(s.unit, s.frame)
	for _, f := range s.model.JudgeFrame(ctx, s.unit, open).Frames {
		after := s.model.StateAfter(s.unit, f)
		if slices.EqualFunc(after, s.is, value.Value.Equal) {
			return nil // it is something else that is wrong
		}
		s.ought = append(s.ought, after)
	}
	if len(s.ought) == 0 {
		return nil
	}
	return &s
}

// evidence is what operations behind a failure tell of the state that it has left.
type evidence struct {
	// ought are the operations of which a step is right in the state that should be, and not in the one that is shown;
	// example is the first such step.
	ought   []string
	example string
	is      []string // those of which one is right in the state that is shown, and not in the one that should be
	// changed are the variables that are shown otherwise before the next step, though nothing ran between, and other is
	// how they are shown then.
	changed []int
	other   machine.State
}

// doubt tells whether the operations behind a failure do what follows from the state that should be, and not what
// follows from the one that is shown, or whether it is shown otherwise when it is shown again. Then it is not certain
// that the state is wrong: suspects are the operations that may show it, and why is what speaks for that.
func (s *showing) doubt(ctx context.Context, w *host.Worker, j *judge) (suspects []string, why string) {
	var o evidence
	err := w.Run(ctx, s.probe(ctx), func(d host.Delivery) {
		for n := range d.Cases {
			s.noteEvidence(ctx, j, d.Cases[n], &d.Replies[n], &o)
		}
	})
	isCommand := func(name string) bool { return !isQuery(j.run.plan.System.Unit(name)) }
	unit := s.model.Units[s.unit].Name
	switch {
	case err != nil || ctx.Err() != nil:
	case len(o.changed) > 0:
		suspects = listShowing(s.model, o.changed)
		is, other := s.texts(s.is, o.other)
		return suspects, fmt.Sprintf("%s is shown behind it, and %s when it is shown again: perhaps it is not %s that is "+
			"wrong, but %s", is, other, unit, nameShowing(suspects))
	case len(o.ought) > 0 && !slices.ContainsFunc(o.is, isCommand):
		if suspects = o.is; len(suspects) == 0 {
			suspects = listShowing(s.model, s.fixed)
		}
		ought, is := s.texts(s.ought[0], s.is)
		return suspects, fmt.Sprintf("%s behind it does what follows from %s, as it should be, and not what follows from "+
			"%s, as it is shown: perhaps it is not %s that is wrong, but %s", o.example, ought, is, unit,
			nameShowing(suspects))
	}
	return nil, ""
}

// isQuery tells whether a unit leaves the state as it is, and gives something.
func isQuery(u *spec.Unit) bool { return u.Op.LeavesState() && len(u.Op.Output.Vars) > 0 }

// listShowing returns the units of a model that may be what shows some of its variables.
func listShowing(m *machine.Machine, variables []int) []string {
	var out []string
	for _, u := range m.Units {
		if isQuery(u) && slices.ContainsFunc(variables, func(k int) bool { return u.Op.Gives(m.Vars[k].Name) }) {
			out = append(out, u.Name)
		}
	}
	return out
}

// findUnit returns the number of a unit of a model by its name; -1 where it has none of that name.
func findUnit(m *machine.Machine, name string) int {
	return slices.IndexFunc(m.Units, func(u *spec.Unit) bool { return u.Name == name })
}

// nameShowing names what may show a state.
func nameShowing(suspects []string) string {
	if len(suspects) == 0 {
		return "what shows the state"
	}
	return strings.Join(suspects, " or ") + ", which may show it"
}

// texts writes two states, as far as they differ in variables that are shown and not set.
func (s *showing) texts(one, other machine.State) (string, string) {
	of := slices.DeleteFunc(slices.Clone(s.fixed), func(k int) bool { return one[k].Equal(other[k]) })
	return textOf(s.model, one, of), textOf(s.model, other, of)
}

// probe returns the steps up to the failure, with one more behind them that is possible both in the state that should
// be and in the one that is shown, in many cases.
func (s *showing) probe(ctx context.Context) []*host.Case {
	random := rand.New(rand.NewPCG(0, 0))
	var out []*host.Case
	seen := map[string]bool{}
	for range maxShowing {
		for _, step := range machine.DrawOfEach(ctx, s.model, random, s.ought[0]) {
			text := s.model.TextStep(step)
			if seen[text] || len(out) == maxProbes || !s.model.IsPossible(ctx, step, machine.States{s.is}) {
				continue
			}
			seen[text] = true
			script, move := s.model.Steps([]machine.Step{step}), s.moves[step.Unit]
			steps := append(slices.Clip(s.steps), host.Step{Step: &script[0], Binding: move.binding,
				Routes: move.set.routes})
			out = append(out, &host.Case{Name: text, Steps: steps, Timeout: move.timeout, Stubs: s.stubs})
		}
	}
	return out
}

// noteEvidence notes what the last step of a case tells of the state before it.
func (s *showing) noteEvidence(ctx context.Context, j *judge, sent *host.Case, r *host.Reply, o *evidence) {
	last := len(sent.Steps) - 1
	before, err := j.observer.ObserveStep(sent, r, last-1)
	if err != nil || r.Status != host.Returned || len(r.Earlier) < last ||
		!slices.EqualFunc(before.Frame, s.frame, value.Value.Equal) {
		return // it went otherwise than before
	}
	after, err := j.observer.ObserveStep(sent, r, last)
	if err != nil {
		return
	}
	unit := findUnit(s.model, sent.Steps[last].Unit)
	again := s.model.StateBefore(unit, after.Frame)
	isOther := func(k int) bool { return again[k].Kind() != value.Nothing && !again[k].Equal(s.is[k]) }
	if changed := slices.DeleteFunc(slices.Clone(s.fixed), func(k int) bool { return !isOther(k) }); len(changed) > 0 {
		o.changed, o.other = changed, s.is.UpdateBy(again)
		return
	}
	frame, op := slices.Clone(after.Frame), s.model.Units[unit].Op
	for _, k := range s.fixed {
		for _, name := range []string{s.model.Vars[k].Name, s.model.Vars[k].Name + "'"} {
			if i := op.Find(name); i >= 0 {
				frame[i] = value.Value{}
			}
		}
	}
	allows := func(in ...machine.State) (allowed, known bool) {
		known = true
		for _, state := range in {
			filled := s.model.FillFrame(unit, state, frame)
			if filled == nil || !filled.Has(op.Early) {
				return false, false
			}
			a := s.model.JudgeFrame(ctx, unit, filled)
			allowed, known = allowed || len(a.Frames) > 0, known && a.Known
		}
		return allowed, known || allowed
	}
	ought, known := allows(s.ought...)
	is, alsoKnown := allows(s.is)
	name := s.model.Units[unit].Name
	switch {
	case !known || !alsoKnown || ought == is:
	case is:
		o.is = unique(append(o.is, name))
	default:
		if o.ought = unique(append(o.ought, name)); o.example == "" {
			o.example = sent.Name
		}
	}
}

// shareShown has a result of a failure share its blame with what may have shown the state wrong.
func shareShown(r *result.Result, suspects []string, why string) {
	r.Uncertain, r.Blame = true, unique(slices.Concat(r.Blame, suspects))
	r.Findings = append(slices.Clone(r.Findings), why)
}

// showings are the failures of units in a run that rest on what is shown. Its zero value is ready to use.
type showings struct {
	mu      sync.Mutex
	first   map[string]*noted // by the unit
	results map[string]string // the unit, by the id of the result
}

// noted is a failure of a case, or of a step on the way of one.
type noted struct {
	*showing
	number int
	on     *host.Program
}

// note records a failure of a step of a case, of which only its unit is to blame.
func (n *showings) note(ctx context.Context, a *attempt, sent *host.Case, i int, r *result.Result, frame spec.Frame) {
	if a.way == nil || a.c.drawn != nil || r.Verdict != result.Fail || r.Uncertain || len(r.Blame) != 1 ||
		r.Blame[0] != r.Unit {
		return
	}
	w := a.way.of
	unit := findUnit(w.model, r.Unit)
	if unit < 0 || sent.Steps[i].Unit != r.Unit {
		return
	}
	s := newShowing(ctx, showing{model: w.model, moves: w.moves, steps: sent.Steps[:i+1], stubs: a, unit: unit,
		frame: slices.Clone(frame)})
	if s == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.first == nil {
		n.first, n.results = map[string]*noted{}, map[string]string{}
	}
	n.results[r.Case] = r.Unit
	if old := n.first[r.Unit]; old == nil || a.c.number < old.number {
		n.first[r.Unit] = &noted{showing: s, number: a.c.number, on: a.unit.program}
	}
}

// settleShown has units that have failed share the blame with what may have shown the state wrong.
func settleShown(ctx context.Context, x *execution) {
	for _, name := range keys(x.showings.first) {
		of := x.showings.first[name]
		w := of.on.Worker(0)
		tell := func(d host.Delivery) { x.recordNotes(of.on, d.Notes) }
		w.Renew(tell)
		suspects, why := of.doubt(ctx, w, &judge{run: x, observer: of.on.Observer(), at: x.engine})
		w.Renew(tell)
		if why == "" {
			continue
		}
		x.results.reconsider(func(r *result.Result) bool {
			if x.showings.results[r.Case] != name || r.Verdict != result.Fail || r.Uncertain {
				return false
			}
			shareShown(r, suspects, why)
			return true
		})
	}
}

// suspectShown has the last step of a sequence, which has failed, share the blame with what may have shown the state
// wrong.
func suspectShown(ctx context.Context, m *machineRun, w *host.Worker, j *judge, best *walk) {
	r, last := best.result, best.right
	onOther := func(s machine.Step) bool { return s.Object != 0 }
	if r.Verdict != result.Fail || r.Uncertain || last >= len(best.seen) || len(r.Blame) != 1 ||
		r.Blame[0] != m.model.Units[best.steps[last].Unit].Name || slices.ContainsFunc(best.steps, onOther) {
		return
	}
	s := newShowing(ctx, showing{model: m.model, moves: m.moves, steps: stepsOf(best.sequence)[:last+1],
		stubs: best.sequence, unit: best.steps[last].Unit, frame: best.seen[last]})
	if s == nil {
		return
	}
	if suspects, why := s.doubt(ctx, w, j); why != "" {
		shareShown(r, suspects, why)
	}
}

// settleBegunWrong settles a case that has failed as blocked where its object began as `init` does not allow, and tells
// whether it did.
func settleBegunWrong(ctx context.Context, j *judge, a *attempt, sent *host.Case, r *host.Reply,
	res *result.Result) bool {
	why := explainBeginning(ctx, j, a, sent, r)
	if why != "" {
		discard(res, why)
		j.settle(a, res)
	}
	return why != ""
}

// explainBeginning says that the object of a case, of which some step was wrong, began as `init` does not allow; ""
// where it did not, or something of its state was set. Then either new objects are wrong, or they are shown so: what
// operations do on one tells nothing of them.
func explainBeginning(ctx context.Context, j *judge, a *attempt, sent *host.Case, r *host.Reply) string {
	w := a.way
	if w == nil || j.run.plan.System.Init == nil || len(w.opening)+len(w.settable)+len(w.made) > 0 {
		return ""
	}
	o, err := a.unit.program.Observer().ObserveStep(sent, r, 0) // what was observed before is still used
	unit := findUnit(w.of.model, sent.Steps[0].Unit)
	if err != nil || unit < 0 {
		return ""
	}
	began := w.of.model.StateBefore(unit, o.Frame)
	if w.of.model.AllowsInitial(ctx, began) {
		return ""
	}
	return fmt.Sprintf("a new object begins with %s, which %s does not allow", w.text(began),
		j.run.plan.System.Init.Schema)
}
