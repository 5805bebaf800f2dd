package runner

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/machine/reactive"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed/value"
)

// sequence is a sequence of a machine in the form in which it is sent.
type sequence struct {
	machine *machineRun
	number  int
	steps   []machine.Step
	starts  []machine.State // with what each object is made; nil where nothing is said
	timeout time.Duration   // 0: that of the machine's units
	watched bool            // whether it is expected to end its process, or to hang
}

// Answer says for every call that the callee itself runs.
func (s *sequence) Answer(context.Context, *host.Call) host.Answer { return host.Answer{Real: true} }

// remark adds a finding to those of the machine.
func (s *sequence) remark(finding string) { s.machine.remark(finding) }

// remark adds a finding, once.
func (m *machineRun) remark(finding string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.Contains(m.out.Findings, finding) {
		m.out.Findings = append(m.out.Findings, finding)
	}
}

// name returns the id of the sequence.
func (s *sequence) name() string { return s.machine.of.Name + "~" + strconv.Itoa(s.number) }

// walkEnd says why judging a sequence ended.
type walkEnd int

// The endings.
const (
	completed   walkEnd = iota // all steps are right
	unpredicted                // a step is outside its precondition in the state that the previous one left, or may be
	failing
	stopped // the sequence could not be run to its end
	unclear // the oracle cannot decide
)

// walk is what was observed and judged of a sequence.
type walk struct {
	*sequence
	end     walkEnd
	why     string // why it is stopped or unclear
	refused bool   // whether an object is not made so
	// unspecified says that the last step did not end as it should, and nothing is specified of its unit.
	unspecified bool
	right       int // how many of its steps are right
	// the states of the objects after these steps, as observed, and as predicted where
	// not
	at    []machine.State
	known []machine.State // the observed states; nil for an object that no step has used
	first machine.State   // the state in which the first object began, as far as it was observed
	met   []string        // the states that occurred
	moved []moved         // the steps that are right
	// among are the states in which each object may be, where these are not shown.
	among []machine.States
	seen  []spec.Frame // what was observed of the steps
	// in are the states in which the specification can be after these steps, and passed
	// the steps, where the machine follows a specification of its own.
	in     reactive.States
	passed []taken
	// result is that of the step that failed. suspected says that it blames all operations on the
	// object, since what they left was not shown.
	result    *result.Result
	suspected bool
	died      host.Status // Crashed or Hung, where the process ended or hung in that step
}

// kind returns a text for how a sequence failed. Sequences of more or fewer operations fail in
// the same way where all of them are suspected.
func (w *walk) kind() string {
	r, class := w.result, result.Class("")
	if r.Class != nil {
		class = *r.Class
	}
	blame := r.Blame
	if w.suspected {
		blame = blame[:1]
	}
	return fmt.Sprintf("%s %s %s %v", r.Unit, r.Verdict, class, blame)
}

// cost is how many processes a sequence has cost, where one that hangs counts more: it takes the whole time of a case,
// twice.
func (w *walk) cost() int {
	switch w.died {
	case host.Crashed:
		return 1
	case host.Hung:
		return hungDead
	}
	return 0
}

// send runs sequences in a process, and judges them.
func (m *machineRun) send(ctx context.Context, w *host.Worker, j *judge, list []*sequence) []*walk {
	cases := make([]*host.Case, 0, len(list))
	for _, s := range list {
		if len(s.steps) == 0 {
			continue
		}
		cases = append(cases, &host.Case{Name: s.name(), Stubs: s, Timeout: cmp.Or(s.timeout, m.moves[0].timeout),
			Watched: s.watched, Steps: stepsOf(s)})
	}
	var came host.Delivery
	err := w.Run(ctx, cases, func(d host.Delivery) {
		m.run.recordNotes(m.program, d.Notes)
		came.Cases, came.Replies = append(came.Cases, d.Cases...), append(came.Replies, d.Replies...)
	})
	var out []*walk
	for _, s := range list {
		if len(s.steps) == 0 {
			out = append(out, m.newWalk(s))
		}
	}
	for i, c := range came.Cases {
		if r := &came.Replies[i]; ctx.Err() == nil || r.HasAnswer() {
			out = append(out, j.walk(ctx, c, r))
		}
	}
	if err != nil && ctx.Err() == nil {
		m.run.results.recordMachineFailure(fmt.Sprintf("the system under test %s: %v", m.program.Name(), err))
		for _, s := range list {
			if !slices.ContainsFunc(out, func(w *walk) bool { return w.sequence == s }) {
				w := m.newWalk(s)
				w.end, w.why = stopped, err.Error()
				out = append(out, w)
			}
		}
	}
	return out
}

// stepsOf returns the steps of a sequence as they are sent.
func stepsOf(s *sequence) []host.Step {
	script := s.script()
	out := make([]host.Step, len(script))
	for i := range script {
		move := s.machine.moves[s.steps[i].Unit]
		out[i] = host.Step{Step: &script[i], Binding: move.binding, Routes: move.set.routes}
	}
	return out
}

// newWalk returns the walk of a sequence before its first step.
func (m *machineRun) newWalk(s *sequence) *walk {
	w := &walk{sequence: s, at: make([]machine.State, m.of.Objects), known: make([]machine.State, m.of.Objects)}
	for i := range w.at {
		w.at[i] = s.start(i)
	}
	w.first, w.among = make(machine.State, len(m.model.Vars)), make([]machine.States, m.of.Objects)
	if m.follows != nil {
		w.in = m.follows.Init
	}
	return w
}

// walk judges the steps of a sequence one after the other, up to the first that is not
// right.
func (j *judge) walk(ctx context.Context, sent *host.Case, whole *host.Reply) *walk {
	s := sent.Stubs.(*sequence)
	w := s.machine.newWalk(s)
	for i := range s.steps {
		r := whole
		if i < len(whole.Earlier) {
			r = &whole.Earlier[i]
		}
		if w.end = j.step(ctx, w, sent, whole, r, i); w.end != completed {
			return w
		}
		w.right++
		if i == len(whole.Earlier) {
			break
		}
	}
	return w
}

// step judges a step of a sequence with reply r.
func (j *judge) step(ctx context.Context, w *walk, sent *host.Case, whole, r *host.Reply, i int) walkEnd {
	m, s := w.machine, w.steps[i]
	if j.at = j.run.engine; r.Status == host.Crashed || r.Status == host.Hung {
		w.died = r.Status
	}
	var allowed []reactive.Outcome
	if m.follows != nil {
		var end walkEnd
		if allowed, end = m.follows.findAllowed(w, i); end != completed {
			return end
		}
	}
	if w.isRefused(i, r) {
		w.refused = true
		return stopped
	}
	if why := explainUnrun(m.moves[s.Unit], r); why != "" {
		w.why = fmt.Sprintf("step %d of %s, which runs %s: %s", i+1, w.name(), m.model.Units[s.Unit].Name, why)
		return stopped
	}
	o, err := j.observer.ObserveStep(sent, whole, i)
	if err != nil {
		w.why = "the program's adapter failed: " + err.Error()
		return stopped
	}
	if m.follows == nil {
		if end := j.judgeBefore(ctx, w, i, m.model.StateBefore(s.Unit, o.Frame)); end != completed {
			return end
		}
	}
	// What was not observed is as it was left, as far as that is known.
	for k, v := range m.model.Frame(s.Unit, w.known[s.Object], make([]value.Value, len(s.Inputs))) {
		if o.Frame[k].Kind() == value.Nothing && v.Kind() != value.Nothing {
			o.Frame[k] = v
		}
	}
	if op := m.model.Units[s.Unit].Op; m.follows == nil && (w.among[s.Object] != nil || !o.Frame.Has(op.Before) ||
		(r.Status == host.Returned || r.Status == host.Unmapped) && !o.Frame.Has(op.After)) {
		return j.judgeAmong(ctx, w, o, r, i)
	}
	a := m.moves[s.Unit].attempt(w.name(), o.Frame)
	c := j.observeStep(ctx, a, o, r)
	ruling := j.rule(ctx, a, c)
	w.seen = append(w.seen, slices.Clone(o.Frame))
	if w.isUnspecified(c, &ruling) {
		return unpredicted
	}
	if m.follows != nil && ruling.Verdict == result.Pass && len(ruling.Faults) == 0 {
		return m.follows.judge(j, a, w, c, &ruling, r, allowed)
	}
	if ruling.Verdict == result.Pass && len(ruling.Faults) == 0 {
		after := m.model.StateAfter(s.Unit, o.Frame)
		from := w.at[s.Object]
		w.known[s.Object] = m.stateBeside(s.Unit, w.known[s.Object], c.Calls).UpdateBy(after)
		w.at[s.Object] = w.start(s.Object).UpdateBy(w.known[s.Object])
		w.met = append(w.met, w.at[s.Object].Key())
		w.moved = append(w.moved, moved{from, w.at[s.Object], s.Unit})
		return completed
	}
	if end := j.excuseStep(ctx, w, i, o.Frame, &ruling); end != completed {
		return end
	}
	w.result = j.reportFailure(a, w, c, &ruling, r)
	return failing
}

// isUnspecified tells whether a step did not end as it should, and is not wrong for that, since nothing is specified
// yet of its unit.
func (w *walk) isUnspecified(c *trace.Case, ruling *trace.Ruling) bool {
	if ruling.Verdict != result.Pass || c.Ending == trace.Finished || c.Rejected {
		return false
	}
	w.machine.mu.Lock()
	defer w.machine.mu.Unlock()
	w.unspecified, w.machine.unspecified[c.Unit.Name] = true, true
	return true
}

// excuseStep tells how a sequence ends with a step that did not pass and is not known to be
// wrong; completed where it is.
func (j *judge) excuseStep(ctx context.Context, w *walk, i int, frame spec.Frame, ruling *trace.Ruling) walkEnd {
	if len(ruling.Faults) > 0 {
		return completed
	}
	switch pre := j.at.Oracle.Unit(w.machine.model.Units[w.steps[i].Unit]).Pre(ctx, frame); pre.Compliance {
	case oracle.Violated:
		return unpredicted
	case oracle.Undecided:
		w.why = pre.Reason
		return unclear
	}
	if ruling.Verdict == result.Undecided || ruling.Verdict == result.Blocked {
		w.why = ruling.Message
		return unclear
	}
	return completed
}

// explainUnrun returns the reason why nothing of a step can be judged; "" where something can.
func explainUnrun(of *move, r *host.Reply) string {
	switch {
	case r.Breach:
		return r.Message
	case r.HasFailedBeside():
		return r.Failure(of.plan.Name)
	case !r.HasAnswer():
		return ""
	case r.Status == host.Blocked || r.Status == host.Strange:
		return cmp.Or(r.Message, unsaid)
	case r.Status == host.Broken || r.Status == host.Unmapped && of.binding.Doubts(r.Message):
		return "the program's adapter failed: " + cmp.Or(r.Message, unsaid)
	}
	return ""
}

// judgeBefore checks the state before a step: a new object must be in a state that Init allows or, where there is no
// Init, in which a unit is possible, and another one in the state that the last step on it left.
func (j *judge) judgeBefore(ctx context.Context, w *walk, i int, before machine.State) walkEnd {
	m, s := w.machine, w.steps[i]
	made := w.known[s.Object] == nil
	if made {
		w.known[s.Object] = make(machine.State, len(before))
	}
	known := w.known[s.Object]
	for k, v := range before {
		if v.Kind() == value.Nothing || known[k].Kind() == value.Nothing || v.Equal(known[k]) {
			continue
		}
		if w.result, w.why = j.judgeDisturbed(w, i, k, v); w.why != "" {
			return stopped
		}
		return failing
	}
	first := make(machine.State, len(before))
	for k, v := range before {
		if known[k].Kind() == value.Nothing {
			first[k] = v
		}
	}
	w.known[s.Object] = known.UpdateBy(before)
	w.at[s.Object] = w.start(s.Object).UpdateBy(w.known[s.Object])
	if s.Object == 0 {
		w.first = w.first.UpdateBy(first)
	}
	if made && !m.model.AllowsInitial(ctx, before) {
		why := "where no unit of the machine is specified to do anything"
		if init := m.run.plan.System.Init; init != nil {
			why = "which " + init.Schema + " does not allow"
		}
		w.result = j.reportWrongState(w, i, fmt.Sprintf("a new object begins with %s, %s", m.model.Text(before), why),
			nil)
		return failing
	}
	return completed
}

// judgeDisturbed returns the result about a state variable that changed between two steps
// that have it. One of the steps between them changed it, although these are on other
// objects or do not have it in their signatures. why says instead that nothing ran between
// them, and that the program binds the variable twice for them: the two may be different data.
func (j *judge) judgeDisturbed(w *walk, i, variable int, is value.Value) (r *result.Result, why string) {
	m, object := w.machine, w.steps[i].Object
	v := m.model.Vars[variable]
	var blame []string
	last := i - 1
	for ; last >= 0; last-- {
		if w.steps[last].Object == object && m.model.Names(w.steps[last].Unit, variable) {
			break
		}
		if name := m.model.Units[w.steps[last].Unit].Name; !slices.Contains(blame, name) {
			blame = append(blame, name)
		}
	}
	where := ""
	if m.of.Objects > 1 {
		where = fmt.Sprintf(" of object %d", object+1)
	}
	text := fmt.Sprintf("%s%s was %s after step %d, and is %s before step %d", v.Name, where,
		w.known[object][variable].Text(v.Type), last+1, is.Text(v.Type), i+1)
	if len(blame) > 0 {
		return j.reportWrongState(w, i, fmt.Sprintf("%s: %s ran between them, and was not to change it", text,
			strings.Join(blame, " or ")), blame), ""
	}
	text += ", though nothing ran between them"
	one, other := m.moves[w.steps[last].Unit], m.moves[w.steps[i].Unit]
	if a, b := one.binding.PlaceOf(v.Name), other.binding.PlaceOf(v.Name); one != other && (a != b || a == "") {
		return nil, fmt.Sprintf("%s: %s and %s may be bound to different data%s", text, one.plan.Name, other.plan.Name,
			placesOf(a, b))
	}
	blame = []string{one.plan.Name}
	if one.binding.IsFixed(v.Name) {
		blame = unique(append(blame, listShowing(m.model, []int{variable})...))
	}
	return j.reportWrongState(w, i, text, blame), ""
}

// placesOf says where a variable is bound for two units, as far as that is known.
func placesOf(a, b string) string {
	if a == "" || b == "" {
		return ""
	}
	return fmt.Sprintf(", at %s and %s", a, b)
}

// reportWrongState returns the result of a step before which the state is wrong.
func (j *judge) reportWrongState(w *walk, i int, why string, blame []string) *result.Result {
	unit := w.machine.model.Units[w.steps[i].Unit]
	r := &result.Result{Case: w.name(), Unit: unit.Name, Verdict: result.Fail, Blame: blame, Uncertain: len(blame) > 1,
		Message: why}
	if len(blame) == 1 {
		r.Unit = blame[0]
	}
	fillLists(r)
	return r
}

// stateBeside returns the known state after a unit whose callees may change variables that
// its own signature does not have. Their values are those that the last of these
// callees left.
func (m *machineRun) stateBeside(unit int, known machine.State, calls []*trace.Call) machine.State {
	out := slices.Clone(known)
	for _, k := range m.moves[unit].beside {
		out[k] = value.Value{}
	}
	var note func(calls []*trace.Call)
	note = func(calls []*trace.Call) {
		for _, c := range calls {
			note(c.Calls)
			for _, k := range m.moves[unit].beside {
				if i := c.Unit.Op.Find(m.model.Vars[k].Name + "'"); i >= 0 && c.State == trace.Returned {
					out[k] = c.Frame[i]
				}
			}
		}
	}
	if len(m.moves[unit].beside) > 0 {
		note(calls)
	}
	return out
}

// reportFailure returns the result of a step that failed, or of a callee in it.
func (j *judge) reportFailure(a *attempt, w *walk, c *trace.Case, o *trace.Ruling, r *host.Reply) *result.Result {
	res := &result.Result{Case: w.name(), Unit: a.unit.plan.Name, Values: a.c.Values(), Seconds: r.Seconds,
		Stdout: r.Stdout, Stderr: r.Stderr}
	j.fill(a, res, c, o)
	res.Findings = slices.Clone(o.Findings)
	clearCertificates(res.Trace)
	if len(o.Faults) > 0 {
		f := o.Faults[0]
		if o.Verdict == result.Pass {
			res.Message = ""
		}
		res = chargeOf(f.Unit.Name+"@"+w.name(), w.name(), res, f)
	}
	fillLists(res)
	return res
}

// clearCertificates removes the mark that a callee was not certified from calls. In a sequence
// all callees run themselves, with or without certificates.
func clearCertificates(calls []*result.Call) {
	for _, c := range calls {
		c.Uncertified, c.LeftOut, c.Leaf = false, false, ""
		clearCertificates(c.Calls)
	}
}
