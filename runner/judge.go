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
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// judge judges a reply and reports the result, or returns the attempt that has
// to follow before there is one.
func (s *suite) judge(ctx context.Context, a *attempt, r *reply) *attempt {
	res := s.blank(a)
	if done := s.unjudged(a, r, res); done {
		s.settle(a, res)
		return nil
	}
	c, err := s.observed(ctx, a, r)
	if err != nil {
		res.Verdict, res.Message = result.Error, "the program sent what its specification does not allow: "+err.Error()
		s.settle(a, res)
		return nil
	}
	o := trace.Judge(ctx, c, func(u *spec.Unit) *oracle.Unit { return s.judges[u.Name] })
	s.fill(a, res, c, &o)
	if len(o.Faults) > 0 {
		if next, settled := s.withdraw(ctx, a, res, o.Faults); next != nil || settled {
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
	s.settle(a, res)
	return nil
}

// blank returns the result of an attempt, without a verdict.
func (s *suite) blank(a *attempt) *result.Result {
	return &result.Result{
		Case: a.c.ID, Unit: a.unit.plan.Name, Leaf: a.c.Leaf.ID, Values: a.c.Values, Stubs: a.stubs, Expected: a.c.Expected,
		Support: !a.selected, Replay: "ttf-int run --case " + a.c.ID, Findings: slices.Clone(a.notes),
	}
}

// unjudged gives a verdict where nothing can be judged.
func (s *suite) unjudged(a *attempt, r *reply, res *result.Result) bool {
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
		s.machine(fmt.Sprintf("the system under test %s: its adapter failed on %s: %s", a.unit.program.spec.Name, a.c.ID, w.Message))
		return true
	case wire.Status_RETURNED, wire.Status_PANICKED, wire.Status_UNMAPPED, wire.Status_ABORTED:
		return false
	}
	res.Verdict, res.Message = result.Error, fmt.Sprintf("its process broke the protocol: a result has the status %d", int(w.Status))
	return true
}

// observed returns what is judged.
func (s *suite) observed(ctx context.Context, a *attempt, r *reply) (*trace.Case, error) {
	b := a.unit.binding
	c := &trace.Case{Unit: a.unit.plan.Unit, Frame: make([]value.Value, len(b.unit.Op.Vars)), NotObserved: a.unit.notObserved, Expects: a.expects}
	c.Demands = func() map[string]result.Demand {
		return s.engine.Decider.Demands(ctx, a.unit.plan.Unit, a.c.Values)
	}
	for i, v := range b.unit.Op.Vars {
		if x, ok := a.c.Values.Lookup(v.Name); ok {
			c.Frame[i] = x
		}
	}
	calls, ending := r.calls, r.ending
	if w := r.result; w == nil {
		c.Ending, c.Why = ending, fmt.Sprintf("%s: %s", a.unit.plan.Name, r.why)
	} else {
		if err := s.frameOf(b, c.Frame, nil, w.Got); err != nil {
			return nil, err
		}
		calls = w.Calls
		c.Ending, c.Why, c.Truncated = endingOf(w.Status), whyOf(a, w), w.CallsTruncated
	}
	all, top, err := s.calls(a, calls, r.result != nil)
	if err != nil {
		return nil, err
	}
	c.Calls = top
	switch {
	case r.result == nil:
		c.Innermost = innermost(top)
	case c.Ending == trace.Panicked && r.result.PanickedIn > 0 && r.result.PanickedIn <= uint64(len(all)):
		c.Innermost = &all[r.result.PanickedIn-1]
	}
	return c, nil
}

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

// calls returns the recorded calls as a list and as a tree. In a result the id
// of a call is its position, counted from 1; in events it is given.
func (s *suite) calls(a *attempt, list []*wire.Call, positions bool) ([]trace.Call, []*trace.Call, error) {
	if len(list) == 0 {
		return nil, nil, nil
	}
	all := make([]trace.Call, len(list))
	var top []*trace.Call
	for i, w := range list {
		b := a.unit.program.binding(w.Callee)
		if b == nil {
			return nil, nil, fmt.Errorf("it reports a call of a unit that the project does not have")
		}
		c := &all[i]
		c.Unit, c.Frame = b.unit, make([]value.Value, len(b.unit.Op.Vars))
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
		if err := s.frameOf(b, c.Frame, w.Given, w.Got); err != nil {
			return nil, nil, err
		}
		c.Moved = moved(b, w)
		if parent := parentOf(all[:i], list[:i], w.Parent, positions); parent != nil {
			parent.Calls = append(parent.Calls, c)
		} else {
			top = append(top, c)
		}
	}
	return all, top, nil
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

// moved returns the state variables outside the unit's signature that a call
// changed.
func moved(b *binding, w *wire.Call) []string {
	var out []string
	for _, p := range b.frame {
		if p.before < len(w.Given) && p.after < len(w.Got) {
			before, after := w.Given[p.before], w.Got[p.after]
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
func (s *suite) fill(a *attempt, res *result.Result, c *trace.Case, o *trace.Outcome) {
	res.Verdict, res.Blame, res.Uncertain, res.Message = o.Verdict, o.Blame, o.Uncertain, o.Message
	if o.Class != "" {
		res.Class = &o.Class
	}
	if len(o.Violated) > 0 {
		res.Violated = trace.Predicates(o.Violated)
	}
	res.Findings = append(res.Findings, o.Findings...)
	if c.Ending == trace.Finished || c.Ending == trace.Unmapped {
		res.Actual = make(spec.Values, 0, len(a.unit.after))
		for _, i := range a.unit.after {
			v := &c.Unit.Op.Vars[i]
			if c.Frame[i].Kind() != value.Nothing {
				res.Actual = append(res.Actual, spec.Item{Name: v.Name, Type: v.Type, Value: c.Frame[i]})
			}
		}
	}
	res.Trace = s.records(a, c.Calls)
}

// records returns calls as results show them.
func (s *suite) records(a *attempt, calls []*trace.Call) []*result.Call {
	out := make([]*result.Call, len(calls))
	for i, c := range calls {
		r := &result.Call{Unit: c.Unit.Name, Caller: c.Caller, Decision: c.Decision, Open: c.State == trace.Open, Pre: known(c.Pre), Post: known(c.Post)}
		items := make(spec.Values, 0, len(c.Frame))
		part := func(role schema.Role) spec.Values {
			from := len(items)
			for j, v := range c.Unit.Op.Vars {
				if c.Frame[j].Kind() != value.Nothing && schema.RoleOf(c.Unit.Op.Vars, v.Name) == role {
					items = append(items, spec.Item{Name: v.Name, Type: v.Type, Value: c.Frame[j]})
				}
			}
			return items[from:len(items):len(items)]
		}
		r.Args, r.Before = part(schema.Input), part(schema.Before)
		if c.State == trace.Returned {
			r.After, r.Result = part(schema.After), part(schema.Output)
		}
		if c.Decision == result.Self {
			r.Leaf = s.leafOf(a, c)
		}
		r.Calls = s.records(a, c.Calls)
		out[i] = r
	}
	return out
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
func (s *suite) leafOf(a *attempt, c *trace.Call) string {
	if c.Pre != trace.Met {
		return ""
	}
	for _, ch := range a.choices {
		if ch.Callee == c.Unit.Name && c.Caller == a.unit.plan.Name && ch.Leaf != "" && fits(ch.Witness, c) {
			return ch.Leaf
		}
	}
	if leaves := s.engine.Decider.Confirm(c.Unit, c.Frame); len(leaves) > 0 {
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
func (s *suite) settle(a *attempt, res *result.Result) {
	if a.reseed != nil {
		res = reseeded(a.reseed, res)
	}
	s.mu.Lock()
	res.Findings = append(res.Findings, a.lates...)
	s.mu.Unlock()
	s.certs.note(a.unit.plan.Name, a.c.Leaf.ID, res.Verdict, a.effective())
	s.emit(res, a.stubsJSON)
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
func (s *suite) withdraw(ctx context.Context, a *attempt, res *result.Result, faults []*trace.Call) (next *attempt, settled bool) {
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
		leaves := s.engine.Decider.Confirm(f.Unit, f.Frame)
		for _, l := range leaves {
			s.certs.withdraw(f.Unit.Name, l)
		}
		s.charge(a, res, f, leaves)
	}
	if !fresh {
		return nil, false
	}
	next, err := a.again(ctx, forced, 0)
	next.notes = append(slices.Clone(a.notes), charged(faults)...)
	if err != nil {
		blocked := s.blank(next)
		blocked.Verdict, blocked.Message = result.Blocked, err.Error()
		s.settle(next, blocked)
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
func (s *suite) charge(a *attempt, res *result.Result, f *trace.Call, leaves []string) {
	id := f.Unit.Name + "@" + a.c.ID
	if s.known(id) {
		return
	}
	wfe := result.WFE
	r := &result.Result{
		Case: id, Unit: f.Unit.Name, Verdict: result.Fail, Class: &wfe, Blame: []string{f.Unit.Name},
		Replay: res.Replay, Trace: s.records(a, f.Calls), Stderr: res.Stderr, Support: res.Support,
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
	s.emit(r, nil)
}
