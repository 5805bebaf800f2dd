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

// mayDisturb tells whether the call may change state that another call has too.
func (c *Call) mayDisturb(other *Call) bool {
	return slices.ContainsFunc(other.Unit.Op.Before.Vars, func(v zed.Var) bool { return c.Unit.Writes(v.Name) })
}

// findDisturber returns a call that overlaps this one and may have changed state that
// this one has too; nil where there is none.
func (c *Call) findDisturber() *Call {
	if i := slices.IndexFunc(c.Beside, func(b *Call) bool { return b.mayDisturb(c) }); i >= 0 {
		return c.Beside[i]
	}
	return nil
}

// removeState returns the frame of the call in which the states before and after are
// unknown.
func (c *Call) removeState() spec.Frame {
	out := slices.Clone(c.Frame)
	for _, i := range c.Unit.Op.State.At {
		out[i] = value.Value{}
	}
	return out
}

// judgeInputs judges a call by its inputs alone, because its effect on the state cannot
// be told from that of a call that overlaps it.
func judgeInputs(c *Call, u *oracle.Unit) {
	if c.Violated = u.Refuses(c.removeState()); c.Violated != nil {
		c.Pre = Broken
		return
	}
	c.Reason = describeOverlap(c, c.findDisturber())
}

// unsettle withdraws what was found wrong with a call that has state and overlaps
// others. Although these should not change that state, one of them may have.
func unsettle(c *Call) {
	if len(c.Beside) > 0 && len(c.Unit.Op.After.At) > 0 && (c.Pre == Broken || c.Post == Broken) {
		c.Pre, c.Post, c.Violated, c.Reason = Unknown, Unknown, nil, describeOverlap(c, c.Beside[0])
	}
}

// describeOverlap returns the sentence that two calls were made at the same time.
func describeOverlap(c, other *Call) string {
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

// addBeside appends a finding for each of some calls that cannot be judged because they
// overlap others.
func addBeside(list []string, calls []*Call) []string {
	for _, c := range calls {
		for _, b := range c.Beside {
			if b.mayDisturb(c) {
				list = appendNew(list, describeOverlap(c, b))
			}
		}
		list = addBeside(list, c.Calls)
	}
	return list
}

// findOverwritten returns a call that a stub answered while another call worked on state
// that the answer set; nil where there is none.
func findOverwritten(calls []*Call) *Call {
	for _, c := range calls {
		stub := c.Decision == result.Spec || c.Decision == result.Manual
		if stub && slices.ContainsFunc(c.Beside, c.mayDisturb) {
			return c
		}
		if inner := findOverwritten(c.Calls); inner != nil {
			return inner
		}
	}
	return nil
}

// overlap tells whether two calls overlap and neither made the other.
func overlap(a, b *Call) bool {
	if a.At > b.At {
		a, b = b, a
	}
	return a.At < b.At && b.At <= a.Until
}

// judgeUnclear returns the ruling on a case that did not end properly while several threads
// were at work.
func judgeUnclear(c *Case, out Ruling) Ruling {
	out.Blame, out.Uncertain = []string{c.Unit.Name}, true
	for _, in := range c.Among {
		name := in.Unit.Name
		switch broken := findOutermost(c.Calls, in); {
		case broken == nil:
		case broken.Excuse != "":
			return Ruling{Verdict: result.Undecided, Findings: out.Findings, Message: c.Why + ", and " + broken.Excuse}
		default:
			name = broken.Caller
		}
		out.Blame = appendNew(out.Blame, name)
	}
	what, who := "several threads were going on", strings.Join(out.Blame, " or ")
	if c.Apart {
		what = "what went on beside the unit panicked"
	}
	if c.Foreign {
		who += " or what the program itself has started"
	}
	out.Findings = append(out.Findings, fmt.Sprintf("%s, and it is not known whether %s is the reason", what, who))
	return out
}
