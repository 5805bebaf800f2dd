package runner

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/trace"
)

// observeCase returns what was observed of the last step of a case, to be judged. It is
// valid until the next case.
func (j *judge) observeCase(ctx context.Context, a *attempt, c *host.Case, r *host.Reply) (*trace.Case, error) {
	o, err := j.observer.Observe(c, r)
	if err != nil {
		return nil, err
	}
	return j.observeStep(ctx, a, o, r), nil
}

// observeStep returns what was observed of a step with reply r, to be judged. It is valid
// until the next step.
func (j *judge) observeStep(ctx context.Context, a *attempt, o *host.Observation, r *host.Reply) *trace.Case {
	judged := a.unit.plan.UnitFor(a.c.Leaf)
	j.c = trace.Case{
		Unit: judged, Rejected: a.c.Leaf.IsRejected(), Open: a.c.Open, Frame: o.Frame, Moved: o.Moved,
		Ending: endingOf(r.Status), Unnamed: o.Unnamed, Why: cmp.Or(o.Message, unsaid),
		Unseen: a.unit.unseen, Truncated: r.CutCalls, Expects: a.expects, Choices: a.choices,
		Schema: j.at.Decider.Calls().CaseOn(ctx, judged, a.c.Values()),
	}
	out := &j.c
	j.setCalls(a, o.Calls)
	out.Calls = j.top
	j.locate(out, r, o)
	if o.Showing != nil {
		out.Showing = (*trace.Showing)(o.Showing)
	}
	switch {
	case !r.HasAnswer() && o.Showing != nil:
		out.Why = fmt.Sprintf("%s left what cannot be shown: %s when it was asked for %s", unitAtWork(out), o.Message,
			o.Showing.Variable)
	case !r.HasAnswer():
		out.Why = fmt.Sprintf("%s: %s", unitAtWork(out), o.Message)
	case out.Ending == trace.Panicked:
		out.Why = describePanic(out, o)
	}
	return out
}

// endingOf returns the ending that stands for a status of the protocol.
func endingOf(s host.Status) trace.Ending {
	switch s {
	case host.Panicked:
		return trace.Panicked
	case host.Unmapped:
		return trace.Unmapped
	case host.Refused:
		return trace.Refused
	case host.Crashed:
		return trace.Crashed
	case host.Hung:
		return trace.Hung
	}
	return trace.Finished
}

// locate sets where a case ended that did not end properly.
func (j *judge) locate(c *trace.Case, r *host.Reply, o *host.Observation) {
	find := func(number int) *trace.Call {
		if number == 0 {
			return nil
		}
		return &j.calls[number-1]
	}
	switch {
	case !r.HasAnswer() && !o.Located:
		c.Innermost = innermostCall(j.top)
	case o.Located:
		c.Innermost, c.Unclear, c.Apart, c.Foreign = find(o.In), o.Unclear, o.Apart, o.Foreign
		if in := c.Innermost; in != nil && in.State == trace.Returned {
			in.State = trace.Unwound // what it has left behind is a part of it
		}
		for _, number := range o.Among {
			if call := find(number); !o.Apart || !isStub(call.Decision) {
				c.Among = append(c.Among, call)
			}
		}
		if c.Ending == trace.Panicked && len(c.Innermost.Beside) > 0 {
			c.Innermost, c.Unclear, c.Among = nil, true, []*trace.Call{c.Innermost}
		}
	}
}

// unitAtWork returns the name of the unit that was at work when a case ended.
func unitAtWork(c *trace.Case) string {
	if in := c.Innermost; in != nil {
		return fmt.Sprintf("%s, called by %s", in.Unit.Name, in.Caller)
	}
	name := c.Unit.Name
	for _, in := range c.Among {
		if other := " or " + in.Unit.Name; !strings.Contains(name+" ", other+" ") {
			name += other
		}
	}
	return name
}

// describePanic returns the sentence that says which unit panicked, and in which call. Where
// there is no stack, a goroutine ended instead (runtime.Goexit).
func describePanic(c *trace.Case, o *host.Observation) string {
	name, when := c.Unit.Name, ""
	if in := c.Innermost; in != nil {
		name, when = in.Unit.Name, fmt.Sprintf(" when %s called it", in.Caller)
	}
	if o.Showing != nil {
		return fmt.Sprintf("%s left what cannot be shown%s: %s", name, when, cmp.Or(o.Message, unsaid))
	}
	if !o.Stack {
		return fmt.Sprintf("%s did not return%s: %s", name, when, cmp.Or(o.Message, unsaid))
	}
	return fmt.Sprintf("%s panicked%s: %s", name, when, cmp.Or(o.Message, "with an empty message"))
}

// unsaid stands for the reason where a program should give one and does not.
const unsaid = "it does not say why"

// setCalls sets the recorded calls, as a list and as a tree.
func (j *judge) setCalls(a *attempt, list []host.Call) {
	j.calls, j.top = j.calls[:0], j.top[:0]
	if len(list) > cap(j.calls) {
		j.calls = make([]trace.Call, 0, 2*len(list))
	}
	j.calls = j.calls[:len(list)]
	for i := range list {
		h, c := &list[i], &j.calls[i]
		*c = trace.Call{
			Unit: h.Callee, Caller: h.Caller, Frame: h.Frame,
			Decision: decisionOf(a.set.decisions[edge{h.Caller, h.Callee.Name}], h),
			Moved:    h.Moved, Unfit: h.Unfit, Unmapped: h.Unmapped, Unnamed: h.Unnamed, At: i + 1,
		}
		switch h.State {
		case host.Open:
			c.State = trace.Open
		case host.Unwound:
			c.State = trace.Unwound
		}
		if h.Parent > 0 {
			parent := &j.calls[h.Parent-1]
			parent.Calls = append(parent.Calls, c)
		} else {
			j.top = append(j.top, c)
		}
	}
	setOverlaps(j.calls, list)
}

// decisionOf returns what answered a call. A program reports that when the call has
// returned; until then it is the decision d.
func decisionOf(d result.Decision, call *host.Call) result.Decision {
	stubbed := call.Stubbed
	switch {
	case d == "":
		return result.None
	case call.State == host.Open && isStub(d):
		return d
	case d == result.ByCall && !stubbed:
		return result.Self
	case d == result.ByCall:
		return result.Spec
	case !stubbed && d != result.None:
		return result.Self
	}
	return d
}
