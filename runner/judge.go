package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// desk is what a goroutine that judges works with. What is kept of a case comes
// from slabs; what is not is used again for the next case.
type desk struct {
	*suite
	results slab[result.Result]
	records slab[result.Call]
	lists   slab[*result.Call]
	items   slab[spec.Item]
	elems   slab[value.Value]

	line []byte // what the last result was written in

	// Of the case at hand.
	c      trace.Case
	calls  []trace.Call
	top    []*trace.Call
	frames []value.Value // of the case and its calls
	seen   []seenInts
}

// seenInts is a sequence of integers that a case has shown already: most are
// seen more than once, as a state before and after calls.
type seenInts struct {
	ints  []int64
	value value.Value
}

func newDesk(s *suite) *desk {
	return &desk{suite: s}
}

// judge judges a reply and reports the result, or returns the attempt that has
// to follow before there is one.
func (d *desk) judge(ctx context.Context, j *job, r *reply) *attempt {
	a := j.owner
	res := d.blank(a)
	if done := d.unjudged(a, r, res); done {
		d.settle(a, res)
		return nil
	}
	c, err := d.observed(ctx, j, r)
	if err != nil {
		res.Verdict, res.Message = result.Error, "the program sent what its specification does not allow: "+err.Error()
		d.settle(a, res)
		return nil
	}
	o := trace.Judge(ctx, c, d.judgeOf)
	d.fill(a, res, c, &o)
	if len(o.Faults) > 0 {
		if next, settled := d.withdraw(ctx, a, res, o.Faults); next != nil || settled {
			return next
		}
	}
	if r.unsure && res.Verdict == result.Pass {
		res.Verdict = result.Undecided
		res.Message = "it passed when it ran alone, but its process ended when it ran among others"
	}
	if a.reseed == nil && a.set.varied && len(a.forced) == 0 && usedAuto(c.Calls) {
		if next, err := a.again(ctx, nil, 1); err == nil {
			next.reseed = res
			return next
		}
	}
	d.settle(a, res)
	return nil
}

// judgeOf returns the oracle of a unit.
func (s *suite) judgeOf(u *spec.Unit) *oracle.Unit { return s.judges[u.Name] }

// blank returns the result of an attempt, without a verdict.
func (d *desk) blank(a *attempt) *result.Result {
	r := &d.results.take(1)[0]
	r.Case, r.Unit, r.Leaf, r.Values, r.Stubs, r.Expected = a.c.ID, a.unit.plan.Name, a.c.Leaf.ID, a.c.Values, a.stubs, a.c.Expected
	r.Support, r.Replay, r.Findings = !a.selected, "ttf-int run --case "+a.c.ID, slices.Clone(a.notes)
	return r
}

// unjudged gives a verdict where nothing can be judged.
func (d *desk) unjudged(a *attempt, r *reply, res *result.Result) bool {
	res.Stderr = r.stderr
	if r.result == nil {
		if r.strange {
			res.Verdict, res.Message = result.Error, r.why
		}
		return r.strange
	}
	w := r.result
	res.Seconds = float64(w.Nanoseconds) / 1e9
	res.Stderr = string(w.Stderr)
	if w.Stack != "" {
		res.Stderr = strings.TrimLeft(res.Stderr+"\n"+w.Stack, "\n")
	}
	if w.OutputTruncated {
		res.Findings = append(res.Findings, "it printed more than was kept")
	}
	if w.CallsTruncated {
		res.Findings = append(res.Findings, "it made more calls than were recorded")
	}
	switch w.Status {
	case wire.Status_BLOCKED:
		res.Verdict, res.Message = result.Blocked, w.Message
		return true
	case wire.Status_BROKEN:
		res.Verdict, res.Message = result.Blocked, "the program's adapter failed: "+w.Message
		d.machine(fmt.Sprintf("the system under test %s: its adapter failed on %s: %s", a.unit.program.spec.Name, a.c.ID, w.Message))
		return true
	case wire.Status_RETURNED, wire.Status_PANICKED, wire.Status_UNMAPPED, wire.Status_ABORTED:
		return false
	}
	res.Verdict, res.Message = result.Error, fmt.Sprintf("its process broke the protocol: a result has the status %d", int(w.Status))
	return true
}

// observed returns what is judged. It lasts until the next case.
func (d *desk) observed(ctx context.Context, j *job, r *reply) (*trace.Case, error) {
	a, b := j.owner, j.owner.unit.binding
	d.frames, d.seen = d.frames[:0], d.seen[:0]
	d.c = trace.Case{Unit: a.unit.plan.Unit, NotObserved: a.unit.notObserved, Expects: a.expects}
	c := &d.c
	c.Demands = func() map[string]result.Demand {
		return d.engine.Decider.Demands(ctx, a.unit.plan.Unit, a.c.Values)
	}
	c.Frame = d.frame(b)
	for i, v := range b.unit.Op.Vars {
		if x, ok := a.c.Values.Lookup(v.Name); ok {
			c.Frame[i] = x
		}
	}
	for i, w := range j.given {
		if g := &b.given[i]; g.ints && len(w.Ints) > 0 {
			d.seen = append(d.seen, seenInts{w.Ints, c.Frame[g.index]})
		}
	}
	calls, ending := r.calls, r.ending
	if w := r.result; w == nil {
		c.Ending, c.Why = ending, fmt.Sprintf("%s: %s", a.unit.plan.Name, r.why)
	} else {
		if err := d.read(b, c.Frame, nil, w.Got); err != nil {
			return nil, err
		}
		calls = w.Calls
		if len(b.frame) > 0 {
			c.Moved = moved(b, before(j.given, w.Given), w.Got)
		}
		c.Ending, c.Why, c.Truncated = endingOf(w.Status), whyOf(a, w), w.CallsTruncated
	}
	if err := d.traced(a, calls, r.result != nil); err != nil {
		return nil, err
	}
	c.Calls = d.top
	switch {
	case r.result == nil:
		c.Innermost = innermost(d.top)
	case c.Ending == trace.Panicked && r.result.PanickedIn > 0 && r.result.PanickedIn <= uint64(len(d.calls)):
		c.Innermost = &d.calls[r.result.PanickedIn-1]
	}
	return c, nil
}

// frame returns an empty frame of b's unit, which lasts until the next case.
func (d *desk) frame(b *binding) []value.Value {
	n, from := len(b.unit.Op.Vars), len(d.frames)
	if from+n > cap(d.frames) {
		// Frames that are in use stay where they are.
		d.frames, from = make([]value.Value, 0, 2*cap(d.frames)+n), 0
	}
	d.frames = d.frames[:from+n]
	out := d.frames[from : from+n : from+n]
	clear(out)
	return out
}

// read reads the values of a call or case into a frame of b's unit. What was
// not sent stays as it is.
func (d *desk) read(b *binding, frame []value.Value, given, got []*wire.Value) error {
	if err := d.readPart(b, frame, b.given, given); err != nil {
		return err
	}
	return d.readPart(b, frame, b.got, got)
}

func (d *desk) readPart(b *binding, frame []value.Value, slots []slot, values []*wire.Value) error {
	if len(values) > len(slots) {
		return fmt.Errorf("%s: %d values were sent where there are %d variables", b.unit.Name, len(values), len(slots))
	}
	for i, w := range values {
		sl := &slots[i]
		if sl.index < 0 || w.GetKind() == wire.Kind_NONE {
			continue
		}
		if sl.ints && w.Kind == wire.Kind_SEQ && len(w.Ints) > 0 {
			frame[sl.index] = d.ints(w.Ints)
			continue
		}
		v, err := d.reader.read(w, sl.typ)
		if err != nil {
			return fmt.Errorf("%s of %s: %w", sl.name, b.unit.Name, err)
		}
		frame[sl.index] = v
	}
	return nil
}

// ints returns a sequence of integers.
func (d *desk) ints(ints []int64) value.Value {
	for i := range d.seen {
		if slices.Equal(d.seen[i].ints, ints) {
			return d.seen[i].value
		}
	}
	elems := d.elems.take(len(ints))
	for i, n := range ints {
		elems[i] = value.OfInt(n)
	}
	v := value.OfSeq(elems)
	if len(d.seen) < maxSeen {
		d.seen = append(d.seen, seenInts{ints, v})
	}
	return v
}

// maxSeen is how many sequences of a case are remembered; they are looked
// through one by one.
const maxSeen = 8

func endingOf(st wire.Status) trace.Ending {
	switch st {
	case wire.Status_PANICKED:
		return trace.Panicked
	case wire.Status_UNMAPPED:
		return trace.Unmapped
	case wire.Status_ABORTED:
		return trace.Refused
	}
	return trace.Finished
}

// whyOf says more about the status of a result.
func whyOf(a *attempt, w *wire.Result) string {
	switch w.Status {
	case wire.Status_PANICKED:
		return fmt.Sprintf("%s panicked: %s", a.unit.plan.Name, w.Message)
	case wire.Status_ABORTED:
		if a.refused != "" {
			return "a stub had no answer: " + a.refused
		}
	}
	return w.Message
}

// traced sets the recorded calls, as a list and as a tree. In a result the id
// of a call is its position, counted from 1; in events it is given.
func (d *desk) traced(a *attempt, list []*wire.Call, positions bool) error {
	d.calls, d.top = d.calls[:0], d.top[:0]
	if len(list) > cap(d.calls) {
		d.calls = make([]trace.Call, 0, 2*len(list))
	}
	for i, w := range list {
		b := a.unit.program.binding(w.Callee)
		if b == nil {
			return fmt.Errorf("it reports a call of a unit that the project does not have")
		}
		d.calls = append(d.calls, trace.Call{Unit: b.unit, Frame: d.frame(b)})
		c := &d.calls[i]
		if caller := a.unit.program.binding(w.Caller); caller != nil {
			c.Caller = caller.unit.Name
		}
		c.Decision = decisionOf(a.set.decisions[edge{c.Caller, b.unit.Name}], w.By)
		switch w.State {
		case wire.CallState_OPEN:
			c.State = trace.Open
		case wire.CallState_UNWOUND:
			c.State = trace.Unwound
		}
		if err := d.read(b, c.Frame, w.Given, w.Got); err != nil {
			return err
		}
		c.Moved = moved(b, w.Given, w.Got)
		if parent := parentOf(d.calls[:i], list[:i], w.Parent, positions); parent != nil {
			parent.Calls = append(parent.Calls, c)
		} else {
			d.top = append(d.top, c)
		}
	}
	return nil
}

func parentOf(all []trace.Call, list []*wire.Call, id uint64, positions bool) *trace.Call {
	switch {
	case id == 0:
	case positions:
		if id <= uint64(len(all)) {
			return &all[id-1]
		}
	default:
		for i, w := range list {
			if w.Id == id {
				return &all[i]
			}
		}
	}
	return nil
}

// decisionOf says what answered a call.
func decisionOf(d result.Decision, by wire.Mode) result.Decision {
	switch {
	case d == "":
		return result.None
	case d == result.ByCall && by == wire.Mode_RUN:
		return result.Self
	case d == result.ByCall:
		return result.Spec
	case by == wire.Mode_RUN && d != result.None:
		return result.Self
	}
	return d
}

// before returns the values before a case: those that it gave, and of those
// that it left open what the program says.
func before(given, open []*wire.Value) []*wire.Value {
	out := slices.Clone(given)
	for i, v := range out {
		if v.GetKind() == wire.Kind_NONE && i < len(open) {
			out[i] = open[i]
		}
	}
	return out
}

// moved returns the state variables outside the unit's signature that a call
// changed.
func moved(b *binding, given, got []*wire.Value) []string {
	var out []string
	for _, p := range b.frame {
		if p.before < len(given) && p.after < len(got) {
			before, after := given[p.before], got[p.after]
			if before.GetKind() != wire.Kind_NONE && after.GetKind() != wire.Kind_NONE && !same(before, after) {
				out = append(out, p.name)
			}
		}
	}
	return out
}

// same tells whether two values of one variable are the same.
func same(v, w *wire.Value) bool {
	if v.Kind != w.Kind || v.Int != w.Int || v.Text != w.Text || !slices.Equal(v.Ints, w.Ints) || len(v.Elems) != len(w.Elems) || !slices.Equal(v.Names, w.Names) {
		return false
	}
	if v.Kind == wire.Kind_SET && len(v.Elems) > 0 {
		for _, x := range v.Elems {
			if !slices.ContainsFunc(w.Elems, func(y *wire.Value) bool { return same(x, y) }) {
				return false
			}
		}
		return true
	}
	for i := range v.Elems {
		if !same(v.Elems[i], w.Elems[i]) {
			return false
		}
	}
	return true
}

// innermost returns the call that was opened last of those still open.
func innermost(calls []*trace.Call) *trace.Call {
	for _, c := range slices.Backward(calls) {
		if c.State == trace.Open {
			if inner := innermost(c.Calls); inner != nil {
				return inner
			}
			return c
		}
	}
	return nil
}

func usedAuto(calls []*trace.Call) bool {
	return slices.ContainsFunc(calls, func(c *trace.Call) bool {
		return c.Decision == result.Auto && len(outputs(c.Unit)) > 0 || usedAuto(c.Calls)
	})
}

// fill puts a judgement into a result.
func (d *desk) fill(a *attempt, res *result.Result, c *trace.Case, o *trace.Outcome) {
	res.Verdict, res.Blame, res.Uncertain, res.Message = o.Verdict, o.Blame, o.Uncertain, o.Message
	if o.Class != "" {
		res.Class = &o.Class
	}
	if len(o.Violated) > 0 {
		res.Violated = trace.Predicates(o.Violated)
	}
	res.Findings = append(res.Findings, o.Findings...)
	if c.Ending == trace.Finished || c.Ending == trace.Unmapped {
		res.Actual = d.values(c.Unit.Op.Vars, c.Frame, a.unit.after)
	}
	res.Trace = d.recorded(a, c.Calls)
}

// values returns the values of some variables of a frame, as far as they were
// observed.
func (d *desk) values(vars []zed.Var, frame []value.Value, indices []int) spec.Values {
	out := spec.Values(d.items.take(len(indices)))[:0]
	for _, i := range indices {
		if frame[i].Kind() != value.Nothing {
			out = append(out, spec.Item{Name: vars[i].Name, Type: vars[i].Type, Value: frame[i]})
		}
	}
	return out
}

// recorded returns calls as results show them.
func (d *desk) recorded(a *attempt, calls []*trace.Call) []*result.Call {
	out, block := d.lists.take(len(calls)), d.records.take(len(calls))
	for i, c := range calls {
		r, vars, parts := &block[i], c.Unit.Op.Vars, d.roles[c.Unit]
		r.Unit, r.Caller, r.Decision, r.Open = c.Unit.Name, c.Caller, c.Decision, c.State == trace.Open
		r.Pre, r.Post = known(c.Pre), known(c.Post)
		r.Args, r.Before = d.values(vars, c.Frame, parts.input), d.values(vars, c.Frame, parts.before)
		if c.State == trace.Returned {
			r.After, r.Result = d.values(vars, c.Frame, parts.after), d.values(vars, c.Frame, parts.output)
		}
		if c.Decision == result.Self {
			r.Leaf = d.leafOf(a, c)
		}
		r.Calls = d.recorded(a, c.Calls)
		out[i] = r
	}
	return out
}

// roles are the indices of a unit's variables by what they are.
type roles struct{ input, before, after, output []int }

func rolesOf(vars []zed.Var) *roles {
	r := &roles{}
	for i, v := range vars {
		switch schema.RoleOf(vars, v.Name) {
		case schema.Input:
			r.input = append(r.input, i)
		case schema.Before:
			r.before = append(r.before, i)
		case schema.After:
			r.after = append(r.after, i)
		case schema.Output:
			r.output = append(r.output, i)
		}
	}
	return r
}

func known(st trace.Standing) *bool {
	switch st {
	case trace.Met:
		return new(true)
	case trace.Broken:
		return new(false)
	}
	return nil
}

// leafOf returns the leaf of its callee that a call lies in, or "".
func (d *desk) leafOf(a *attempt, c *trace.Call) string {
	if c.Pre != trace.Met {
		return ""
	}
	for _, ch := range a.choices {
		if ch.Callee == c.Unit.Name && c.Caller == a.unit.plan.Name && ch.Leaf != "" && fits(ch.Witness, c) {
			return ch.Leaf
		}
	}
	if leaves := d.engine.Decider.Confirm(c.Unit, c.Frame); len(leaves) > 0 {
		return leaves[0]
	}
	return ""
}

// fits tells whether a call is the one that a witness describes.
func fits(w spec.Values, c *trace.Call) bool {
	for _, item := range w {
		for i, v := range c.Unit.Op.Vars {
			if v.Name == item.Name && !c.Frame[i].Equal(item.Value) {
				return false
			}
		}
	}
	return len(w) > 0
}

// settle reports the result of a case and notes what it certifies.
func (d *desk) settle(a *attempt, res *result.Result) {
	if a.reseed != nil {
		res = reseeded(a.reseed, res)
	}
	d.mu.Lock()
	res.Findings = append(res.Findings, a.lates...)
	d.mu.Unlock()
	d.certs.note(a.unit.plan.Name, a.c.Leaf.ID, res.Verdict, a.effective())
	d.line = d.emit(res, a.c.number, a.stubsJSON, d.line)
}

// effective returns the choices under which the attempt ran.
func (a *attempt) effective() []stubs.Choice {
	if len(a.forced) == 0 {
		return a.choices
	}
	out := slices.Clone(a.choices)
	for i, ch := range out {
		if d, ok := a.forced[edge{a.unit.plan.Name, ch.Callee}]; ok {
			out[i].Decision = d
		}
	}
	return out
}

// reseeded joins the results under two seeds: where they differ, the unit
// depends on a callee that it is said only to call.
func reseeded(first, second *result.Result) *result.Result {
	if first.Verdict == second.Verdict {
		return first
	}
	var auto []string
	for _, st := range first.Stubs {
		if st.Decision == result.Auto {
			auto = append(auto, st.Callee)
		}
	}
	first.Findings = append(first.Findings, fmt.Sprintf("this call is a use: the verdict is %s or %s, depending on what %s answers", first.Verdict, second.Verdict, strings.Join(auto, ", ")))
	first.Verdict, first.Class, first.Blame = result.Undecided, nil, nil
	first.Message = "the verdict depends on what a stub of " + strings.Join(auto, ", ") + " answers, which is declared to be only called"
	return first
}

// withdraw charges calls to the callees that broke their specifications in
// them, and returns the attempt with stubs in their place. It is nil where
// there is nothing more to try, or where the stubs cannot be had: then the case
// is settled as blocked.
func (d *desk) withdraw(ctx context.Context, a *attempt, res *result.Result, faults []*trace.Call) (next *attempt, settled bool) {
	forced := decisions{}
	for e, d := range a.forced {
		forced[e] = d
	}
	fresh := false
	for _, f := range faults {
		e := edge{f.Caller, f.Unit.Name}
		if forced[e] == result.Spec || f.Decision != result.Self && f.Decision != result.None {
			continue
		}
		forced[e], fresh = result.Spec, true
		leaves := d.engine.Decider.Confirm(f.Unit, f.Frame)
		for _, l := range leaves {
			d.certs.withdraw(f.Unit.Name, l)
		}
		d.charge(a, res, f, leaves)
	}
	if !fresh {
		return nil, false
	}
	next, err := a.again(ctx, forced, 0)
	next.notes = append(slices.Clone(a.notes), charged(faults)...)
	if err != nil {
		blocked := d.blank(next)
		blocked.Verdict, blocked.Message = result.Blocked, err.Error()
		d.settle(next, blocked)
		return nil, true
	}
	return next, false
}

func charged(faults []*trace.Call) []string {
	var out []string
	for _, f := range faults {
		out = append(out, fmt.Sprintf("%s broke its specification when %s called it: that is charged to %s, and the case ran again with its specification in its place", f.Unit.Name, f.Caller, f.Unit.Name))
	}
	return out
}

// charge reports a call as a failure of its callee.
func (d *desk) charge(a *attempt, res *result.Result, f *trace.Call, leaves []string) {
	id := f.Unit.Name + "@" + a.c.ID
	d.mu.Lock()
	before := d.charged[id]
	d.charged[id] = true
	d.mu.Unlock()
	if before {
		return
	}
	wfe := result.WFE
	r := &result.Result{
		Case: id, Unit: f.Unit.Name, Verdict: result.Fail, Class: &wfe, Blame: []string{f.Unit.Name},
		Replay: res.Replay, Trace: d.recorded(a, f.Calls), Stderr: res.Stderr, Support: res.Support,
		Message: fmt.Sprintf("%s broke its specification %s when %s called it in %s", f.Unit.Name, f.Unit.Schema, f.Caller, a.c.ID),
	}
	if len(leaves) > 0 {
		r.Leaf = leaves[0]
	}
	if len(f.Violated) > 0 {
		r.Violated = trace.Predicates(f.Violated)
	}
	if f.State != trace.Returned {
		r.Verdict, r.Message = result.Error, res.Message
	}
	for i, v := range f.Unit.Op.Vars {
		if f.Frame[i].Kind() == value.Nothing {
			continue
		}
		item := spec.Item{Name: v.Name, Type: v.Type, Value: f.Frame[i]}
		switch schema.RoleOf(f.Unit.Op.Vars, v.Name) {
		case schema.Before, schema.Input:
			r.Values = append(r.Values, item)
		default:
			r.Actual = append(r.Actual, item)
		}
	}
	d.emit(r, a.c.number, nil, nil)
}
