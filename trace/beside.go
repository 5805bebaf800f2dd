package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// shakes tells whether a call may change state that another one has too.
func (c *Call) shakes(other *Call) bool {
	return slices.ContainsFunc(other.Unit.Op.Before.Vars, func(v zed.Var) bool { return c.Unit.Writes(v.Name) })
}

// shaken returns a call beside this one that may have changed state which this one
// has too; nil where there is none.
func (c *Call) shaken() *Call {
	if i := slices.IndexFunc(c.Beside, func(b *Call) bool { return b.shakes(c) }); i >= 0 {
		return c.Beside[i]
	}
	return nil
}

// stateless returns the frame of a call without the state before and after.
func (c *Call) stateless() spec.Frame {
	out := slices.Clone(c.Frame)
	for _, i := range c.Unit.Op.State.At {
		out[i] = value.Value{}
	}
	return out
}

// judgeShaken judges a call by its inputs alone: what it did to the state cannot be
// told from what another one did.
func judgeShaken(c *Call, u *oracle.Unit) {
	if c.Violated = u.Refuses(c.stateless()); c.Violated != nil {
		c.Pre = Broken
		return
	}
	c.Reason = atOnce(c, c.shaken())
}

// unsettle takes back what was found wrong with a call that has state and overlaps
// others, which are not to change that state: one of them may have.
func unsettle(c *Call) {
	if len(c.Beside) > 0 && len(c.Unit.Op.After.At) > 0 && (c.Pre == Broken || c.Post == Broken) {
		c.Pre, c.Post, c.Violated, c.Reason = Unknown, Unknown, nil, atOnce(c, c.Beside[0])
	}
}

// atOnce says that two calls went on at the same time.
func atOnce(c, other *Call) string {
	a, b := c, other
	if b.Unit.Name < a.Unit.Name || b.Unit.Name == a.Unit.Name && b.Caller < a.Caller {
		a, b = b, a
	}
	text := fmt.Sprintf("%s, which %s called, and %s, which %s called, went on at the same time", a.Unit.Name, a.Caller,
		b.Unit.Name, b.Caller)
	switch {
	case a.Unit == b.Unit && a.Caller == b.Caller:
		text = fmt.Sprintf("%s was called by %s more than once at the same time", a.Unit.Name, a.Caller)
	case a.Caller == b.Caller:
		text = fmt.Sprintf("%s and %s were called by %s at the same time", a.Unit.Name, b.Unit.Name, a.Caller)
	}
	return text + ": what each call changed cannot be told apart"
}

// besides appends a finding for calls that cannot be judged because they overlap.
func besides(list []string, calls []*Call) []string {
	for _, c := range calls {
		for _, b := range c.Beside {
			if b.shakes(c) {
				list = appendNew(list, atOnce(c, b))
			}
		}
		list = besides(list, c.Calls)
	}
	return list
}

// overwritten returns a call that was answered in the place of its callee, while
// another one was at work on state that the answer put; nil where there is none.
func overwritten(calls []*Call) *Call {
	for _, c := range calls {
		stub := c.Decision == result.Spec || c.Decision == result.Manual
		if stub && slices.ContainsFunc(c.Beside, c.shakes) {
			return c
		}
		if inner := overwritten(c.Calls); inner != nil {
			return inner
		}
	}
	return nil
}

// overlap tells whether two calls overlap, neither of which made the other.
func overlap(a, b *Call) bool {
	if a.At > b.At {
		a, b = b, a
	}
	return a.At < b.At && b.At <= a.Until
}

// unclear is the outcome of a case that did not end well while several threads were
// at work.
func unclear(c *Case, out Ruling) Ruling {
	out.Blame, out.Uncertain = []string{c.Unit.Name}, true
	for _, in := range c.Among {
		name := in.Unit.Name
		switch broken := unpermitted(c.Calls, in); {
		case broken == nil:
		case broken.Excuse != "":
			return Ruling{Verdict: result.Undecided, Findings: out.Findings, Message: c.Why + ", and " + broken.Excuse}
		default:
			name = broken.Caller
		}
		out.Blame = appendNew(out.Blame, name)
	}
	what := "calls of several threads were going on"
	if c.Apart {
		what = "what went on beside the unit panicked"
	}
	out.Findings = append(out.Findings, fmt.Sprintf("%s, and it is not known whether %s is the reason", what,
		strings.Join(out.Blame, " or ")))
	return out
}
