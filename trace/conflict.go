package trace

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
)

// conflict is a specification conflict in a trace: a callee gave an answer that its
// specification allows, and after it the unit's schema allows no result.
type conflict struct {
	answered *Call // the call with that answer; nil where there is no conflict
	// unknown is a call for which it was not found out whether its answer, or the
	// answer of a later call, is a conflict.
	unknown *Call
}

// conflict looks for a specification conflict among the unit's own calls. Up to the
// answer, all calls must be as the schema says; after it, the calls must be as the
// schema says apart from the preconditions of callees. Where they are not, the unit or
// a callee is at fault, and there is no conflict.
func (c *Case) conflict() conflict {
	if c.fit == nil {
		found := c.findConflict()
		c.fit = &found
	}
	return *c.fit
}

func (c *Case) findConflict() conflict {
	var out conflict
	if c.Schema == nil || c.Rejected || c.Truncated || len(c.listUnseen()) > 0 {
		return out
	}
	var before []calls.Answered
	for _, call := range c.Calls {
		if !slices.Contains(c.Unit.Uses, call.Unit.Name) {
			continue
		}
		if out.answered != nil {
			switch c.Schema.Prescribes(call.Unit, call.Frame, before) {
			case oracle.Violated:
				return conflict{}
			case oracle.Undecided:
				return conflict{unknown: out.answered}
			}
			if call.Post != Met {
				return out // what comes after it has another reason too
			}
			before = append(before, call.asAnswered())
			continue
		}
		if call.Pre == Broken || call.Post == Broken {
			return out
		}
		switch allowed, unknown := c.permits(call, before); {
		case unknown:
			out.unknown = cmp.Or(out.unknown, call)
		case !allowed:
			return out
		}
		if call.Post != Met {
			return out
		}
		before = append(before, call.asAnswered())
		switch c.Schema.AllowsResult(before) {
		case oracle.Violated:
			if out.unknown != nil {
				return out
			}
			out.answered = call
		case oracle.Undecided:
			out.unknown = cmp.Or(out.unknown, call)
		}
	}
	return out
}

// permits tells whether the unit may make a call after the given answers to its earlier
// calls.
func (c *Case) permits(call *Call, before []calls.Answered) (allowed, unknown bool) {
	switch c.place(call, before) {
	case result.Allowed:
	case result.Unplaced:
		demand, known := c.demands(true)[call.Unit.Name]
		return false, !known || demand.Most > 0
	default:
		return false, false
	}
	open := calls.Answered{Callee: call.Unit.Name, Frame: call.Frame.Restrict(call.Unit.Op.Early)}
	verdict := c.Schema.AllowsResult(append(slices.Clip(before), open))
	return verdict == oracle.Holds, verdict == oracle.Undecided
}

// excuses tells whether a specification conflict came before one of the unit's own
// calls, so that nobody is to blame for the call.
func (c *Case) excuses(call *Call) bool { return c.isAfter(c.conflict().answered, call) }

// doubts tells whether there may be a specification conflict before one of the unit's
// own calls.
func (c *Case) doubts(call *Call) bool { return c.isAfter(c.conflict().unknown, call) }

// isAfter tells whether one of the unit's own calls was made after another one had ended.
func (c *Case) isAfter(first, call *Call) bool {
	return first != nil && !overlap(first, call) && slices.Index(c.Calls, first) < slices.Index(c.Calls, call)
}

// findCaller returns the case in which a call was made: c itself, or the case of the
// callee that made the call; nil where the caller is not known.
func (c *Case) findCaller(call *Call) *Case {
	if slices.Contains(c.Calls, call) {
		return c
	}
	for _, top := range c.Calls {
		if !leadsTo(top, call) {
			continue
		}
		if c.Schema == nil || !isComplete(top) {
			return nil
		}
		return c.forCallee(top).findCaller(call)
	}
	return nil
}

// sentence describes the conflict.
func (f conflict) sentence(c *Case) string {
	text := fmt.Sprintf(
		"specification conflict: every call did what its callee's specification allows, and after those answers %s allows no result: %s answered %s",
		c.Unit.Schema, f.answered.Unit.Name, f.answered.answer())
	for _, call := range c.Calls {
		if call.Pre == Broken && c.excuses(call) {
			return text + fmt.Sprintf(", and so %s was called on %s, outside its precondition", call.Unit.Name,
				call.GivenText())
		}
	}
	return text
}

// answer returns the outputs and the after-state of the call as text.
func (c *Call) answer() string {
	if out := c.Unit.Answer(c.Frame); len(out) > 0 {
		return out.String()
	}
	return "nothing"
}
