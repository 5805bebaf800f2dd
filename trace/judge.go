package trace

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/zed"
)

// Judge judges a case by an oracle. It sets Pre, Post and what explains them in all
// calls of the case.
func Judge(ctx context.Context, c *Case, by *oracle.Oracle) Ruling {
	out := judgeInside(ctx, c, by)
	c.excuseUnspecified(&out)
	failed := out.Verdict == result.Fail || out.Verdict == result.Error
	if c.Open && failed && !accusesOthers(c.Unit.Name, &out) && !isAdmitted(ctx, c, by.Unit(c.Unit)) {
		out.Verdict, out.Class, out.Blame, out.Violated, out.Uncertain = result.Undecided, "", nil, nil, false
		out.Message += fmt.Sprintf(
			"; but no outcome was found that %s allows here, and the input may be outside its precondition",
			c.Unit.Schema)
	}
	return out
}

// accusesOthers tells whether a ruling blames a callee that was called inside its own
// precondition. Such a callee is at fault whether or not the unit was inside its
// precondition.
func accusesOthers(unit string, r *Ruling) bool {
	return len(r.Faults) > 0 || slices.ContainsFunc(r.Blame, func(name string) bool { return name != unit })
}

// isAdmitted tells whether the input of an open case is found to be inside the
// precondition, given the outcome that the unit produced.
func isAdmitted(ctx context.Context, c *Case, u *oracle.Unit) bool {
	if u.Pre(ctx, c.Frame).Compliance == oracle.Holds {
		return true
	}
	_, ok := oracle.FindNear(ctx, u, c.Frame)
	return ok
}

// judgeInside judges a case whose input is taken to be inside the precondition.
func judgeInside(ctx context.Context, c *Case, by *oracle.Oracle) Ruling {
	excuse(c)
	for _, call := range c.Calls {
		judgeCall(ctx, call, by)
	}
	var out Ruling
	for _, call := range c.Calls {
		out.Faults = faults(out.Faults, call, c)
		out.Findings = appendMisuses(ctx, appendNested(out.Findings, call), call, by)
	}
	charge(c, out.Faults)
	out.Findings = appendUnfinished(addBeside(out.Findings, c.Calls), c)
	if c.Ending != Finished && c.Ending != Unmapped {
		return judgeAbnormal(c, out)
	}
	u := by.Unit(c.Unit)
	own, grey := judgeOwn(ctx, c, u), judgeCalls(c, u)
	switch stub := findOverwritten(c.Calls); {
	case own.Compliance == oracle.Violated && stub != nil:
		out.Verdict = result.Undecided
		out.Message = fmt.Sprintf(
			"what %s did does not satisfy %s, but a stub answered for %s while other calls went on, and may have undone what they changed", c.Unit.Name, c.Unit.Schema, stub.Unit.Name)
		return out
	case own.Compliance == oracle.Violated || grey.Compliance == oracle.Violated:
		out.Verdict, out.Violated = result.Fail, append(own.Conjuncts, grey.Conjuncts...)
		out.Message = message(c, own.Compliance)
		out.Deviates = grey.Compliance == oracle.Violated
		blame(c, u, &out)
		return out
	case own.Compliance == oracle.Undecided || grey.Compliance == oracle.Undecided:
		out.Verdict, out.Message = result.Undecided, "the oracle cannot tell: "+cmp.Or(own.Reason, grey.Reason)
		return out
	}
	return ruleCorrect(c, out)
}

// judgeOwn judges what the unit under test did, by its own specification.
func judgeOwn(ctx context.Context, c *Case, u *oracle.Unit) oracle.Judgement {
	if c.Ending == Unmapped {
		return oracle.Judgement{Compliance: oracle.Violated}
	}
	j := u.Judge(ctx, c.Frame)
	if len(c.Moved) > 0 && j.Compliance == oracle.Holds {
		j = oracle.Judgement{Compliance: oracle.Violated}
	}
	return j
}

func message(c *Case, own oracle.Compliance) string {
	switch {
	case own == oracle.Holds:
		return fmt.Sprintf("the result satisfies %s, but the calls that %s made do not satisfy its grey-box predicate",
			c.Unit.Schema, c.Unit.Name)
	case own == oracle.Undecided:
		return fmt.Sprintf("the calls that %s made do not satisfy its grey-box predicate", c.Unit.Name)
	case c.Ending == Unmapped:
		return c.Why
	case len(c.Moved) > 0:
		return fmt.Sprintf("%s changed %s, which its signature does not name", c.Unit.Name, strings.Join(c.Moved, ", "))
	case c.Rejected:
		return fmt.Sprintf("the input is outside the precondition of %s, and %s did not refuse it as it promises: expected %s",
			c.Unit.Schema, c.Unit.Name, zed.Print(c.Unit.Op.Pred, zed.Unicode))
	}
	return fmt.Sprintf("what %s did does not satisfy %s", c.Unit.Name, c.Unit.Schema)
}

// judgeCall judges a call and the calls below it. It evaluates the callee's whole
// specification first: where that holds, the precondition holds too, and the search for
// it is not needed.
func judgeCall(ctx context.Context, c *Call, by *oracle.Oracle) {
	for _, inner := range c.Calls {
		judgeCall(ctx, inner, by)
	}
	if c.Decision == result.Auto {
		return
	}
	if c.Unfit != "" && !isComplete(c) {
		c.Pre, c.Reason = Broken, c.Unfit
		return
	}
	u := by.Unit(c.Unit)
	if c.findDisturber() != nil {
		judgeInputs(c, u)
		return
	}
	if len(c.Beside) > 0 {
		c.Moved = nil // another call may have changed it
		defer unsettle(c)
	}
	post := oracle.Judgement{Compliance: oracle.Undecided, Reason: "it did not return"}
	switch {
	case c.State != Returned:
	case c.Unmapped != "":
		post = oracle.Judgement{Compliance: oracle.Violated}
	default:
		post = u.Judge(ctx, c.Frame)
		if post.Compliance == oracle.Holds && len(c.Moved) == 0 {
			c.Pre, c.Post = Met, Met
			return
		}
	}
	if !isComplete(c) {
		c.Reason = "not all of its inputs and before-state were observed"
		return
	}
	pre := u.Pre(ctx, c.Frame)
	switch {
	case pre.Compliance == oracle.Violated:
		c.Pre, c.Violated = Broken, pre.Conjuncts
	case pre.Compliance == oracle.Undecided:
		c.Reason = pre.Reason
	case post.Compliance == oracle.Violated, c.State == Returned && len(c.Moved) > 0:
		c.Pre, c.Post, c.Violated = Met, Broken, post.Conjuncts
	case c.State != Returned && c.isExcused(ctx, u):
	default:
		c.Pre, c.Reason = Met, post.Reason
	}
}

// isExcused tells whether a call that did not return, and is inside the precondition,
// would be outside it under other values of chosen constants. Then it is not known who
// is to blame.
func (c *Call) isExcused(ctx context.Context, u *oracle.Unit) bool {
	c.Excuse = oracle.Otherwise{Unit: u}.Refuses(ctx, c.Frame)
	c.Reason = c.Excuse
	return c.Excuse != ""
}

// appendMisuses appends a finding for each call outside the precondition of a callee that is
// only called. Since the unit's correctness does not depend on such a callee, neither
// verdict nor blame depends on the call. It lists at most mostMisused calls of one
// callee.
func appendMisuses(ctx context.Context, list []string, c *Call, by *oracle.Oracle) []string {
	if c.Decision == result.Auto {
		text := describeOutside(c) + onlyCalled
		switch listed := countBeginning(list, text); {
		case listed > mostMisused || !isMisuse(ctx, c, by):
		case listed < mostMisused:
			list = appendNew(list, text+c.GivenText())
		default:
			list = appendNew(list, text+"more often than is listed")
		}
	}
	for _, inner := range c.Calls {
		list = appendMisuses(ctx, list, inner, by)
	}
	return list
}

// isMisuse tells whether a call is outside the precondition of its callee, as far as it
// was observed.
func isMisuse(ctx context.Context, c *Call, by *oracle.Oracle) bool {
	switch {
	case c.findDisturber() != nil && (c.Unfit == "" || isComplete(c)):
		return by.Unit(c.Unit).Refuses(c.removeState()) != nil
	case isComplete(c):
		return by.Unit(c.Unit).Pre(ctx, c.Frame).Compliance == oracle.Violated
	}
	return c.Unfit != ""
}

// onlyCalled is part of each finding of misused. mostMisused is the largest number of
// these findings for one callee, which a loop may call very often.
const (
	onlyCalled  = ", which is only called: "
	mostMisused = 10
)

// countBeginning returns how many of the texts begin with a prefix.
func countBeginning(list []string, prefix string) int {
	n := 0
	for _, text := range list {
		if strings.HasPrefix(text, prefix) {
			n++
		}
	}
	return n
}

// isComplete tells whether all of the call's inputs and before-state were observed.
func isComplete(c *Call) bool { return c.Frame.Has(c.Unit.Op.Early) }

// appendUnfinished appends a finding for calls of the unit that had not returned when the unit did.
func appendUnfinished(list []string, c *Case) []string {
	if c.Ending != Finished && c.Ending != Unmapped {
		return list
	}
	for _, call := range c.Calls {
		if call.State == Open {
			list = appendNew(list, fmt.Sprintf("%s returned while %s, which it had called, had not", c.Unit.Name,
				call.Unit.Name))
		}
	}
	return list
}

// faults appends the calls that violate their callee's specification although all calls
// below them satisfy theirs.
func faults(list []*Call, c *Call, in *Case) []*Call {
	before := len(list)
	clean := true
	for _, inner := range c.Calls {
		list = faults(list, inner, in)
		if inner.Decision != result.Auto && inner.Post != Met && inner.Pre != Broken {
			clean = false
		}
	}
	ended := c == in.Innermost && (in.Ending == Panicked || in.Ending == Crashed || in.Ending == Hung) && c.Pre == Met
	if ended || c.Post == Broken && clean && len(list) == before {
		list = append(list, c)
	}
	return list
}

// ruleCorrect returns the ruling on a case whose result is right.
func ruleCorrect(c *Case, out Ruling) Ruling {
	out.Verdict = result.Pass
	class, shown := (&look{Case: c, thorough: c.Unit.CallsExact}).class()
	if slices.ContainsFunc(c.Calls, func(k *Call) bool { return k.Pre == Broken }) && c.conflict().answered != nil {
		out.Findings = append(out.Findings, c.conflict().sentence(c))
	}
	if class != "" {
		out.Findings = append(out.Findings, shown.why)
		if c.Unit.CallsExact {
			out.Verdict, out.Class, out.Blame = result.Fail, class, []string{c.Unit.Name}
			out.Message = "the result is right, but the calls are not: " + shown.why
		}
	}
	for _, f := range out.Faults {
		out.Findings = append(out.Findings,
			fmt.Sprintf("%s broke its specification when %s called it, and %s was right in spite of it", f.Unit.Name,
				f.Caller, c.Unit.Name))
	}
	return out
}

// blame sets who is to blame for a failed case.
func blame(c *Case, u *oracle.Unit, out *Ruling) {
	if len(out.Faults) > 0 {
		chargeFaults(out)
		return
	}
	if c.Unnamed {
		out.Findings = append(out.Findings, "nobody is blamed: Errors in the program's table has no constant for what "+
			c.Unit.Name+" returned; sut.Is and sut.As give one")
		return
	}
	l := &look{Case: c, thorough: true}
	class, shown := l.class()
	fit, why := c.conflict(), shown.why
	if class == "" && out.Deviates && fit.answered == nil {
		class, why = deviation(c, u)
	}
	doubtful, doubt := suspects(c.Calls, nil), false
	if at := shown.at; at != nil {
		before := slices.DeleteFunc(slices.Clone(c.Calls[:slices.Index(c.Calls, at)]),
			func(k *Call) bool { return overlap(k, at) })
		doubtful = suspects(before, nil)
		doubt = c.doubts(at)
	}
	out.Blame = []string{c.Unit.Name}
	switch {
	case len(c.listUnseen()) > 0 || len(doubtful) > 0 || c.Truncated:
		out.Uncertain = true
		for _, name := range append(doubtful, c.listUnseen()...) {
			out.Blame = appendNew(out.Blame, name)
		}
	case class != "":
		out.Class, out.Uncertain = class, doubt
	case fit.answered != nil:
		out.Blame, why = nil, fit.sentence(c)
	case fit.unknown != nil && c.Schema.AllowsResult(answeredCalls(c.Calls)) == oracle.Violated:
		out.Uncertain = true
	case !l.strays().unknown:
		out.Class = WFE
	}
	if why != "" {
		out.Findings = append(out.Findings, why)
	}
	if len(c.listUnseen()) > 0 {
		out.Findings = append(out.Findings, fmt.Sprintf("not observed: calls of %s by %s",
			strings.Join(c.listUnseen(), ", "), c.Unit.Name))
	}
}

// suspects appends the names of the callees whose calls could not be judged.
func suspects(calls []*Call, list []string) []string {
	for _, c := range calls {
		if c.Decision == result.Auto || c.Decision == result.Spec || c.Decision == result.Manual {
			continue
		}
		if c.Pre != Broken && c.Post != Met {
			list = appendNew(list, c.Unit.Name)
		}
		if c.Post != Met {
			list = suspects(c.Calls, list)
		}
	}
	return list
}

// describeOutside returns the sentence that a call was outside its callee's precondition.
func describeOutside(c *Call) string {
	text := fmt.Sprintf("%s called %s outside its precondition", c.Caller, c.Unit.Name)
	if c.Unfit != "" {
		text += " (" + c.Unfit + ")"
	}
	return text
}

// judgeAbnormal returns the ruling on a case in which the unit did not return.
func judgeAbnormal(c *Case, out Ruling) Ruling {
	out.Verdict, out.Message = result.Error, c.Why
	if c.Ending == Refused {
		return ruleNoAnswer(c, out)
	}
	in := c.Innermost
	broken := findOutermost(c.Calls, in)
	switch {
	case len(out.Faults) > 0:
		chargeFaults(&out)
		c.shareShowing(&out)
	case broken != nil && broken.Excuse != "":
		out.Verdict, out.Message = result.Undecided, c.Why+", and "+broken.Excuse
	case c.Unclear:
		return judgeUnclear(c, out)
	case in == nil && c.conflict().answered != nil:
		out.Findings = append(out.Findings, c.conflict().sentence(c))
	case in == nil:
		out.Blame = []string{c.Unit.Name}
		if len(c.listUnseen()) > 0 {
			out.Uncertain = true
			for _, name := range c.listUnseen() {
				out.Blame = appendNew(out.Blame, name)
			}
			break
		}
		class, shown := (&look{Case: c, thorough: true}).class()
		if out.Class = class; class == "" {
			out.Class = WFE
		} else {
			out.Findings = append(out.Findings, shown.why)
		}
		c.shareShowing(&out)
	case broken != nil:
		chargeCaller(c, broken, &out)
	default:
		out.Blame, out.Uncertain = []string{in.Unit.Name, in.Caller}, true
		c.shareShowing(&out)
	}
	return out
}

// ruleNoAnswer returns the ruling on a case in which a stub had no answer. The caller is to
// blame where the call was outside the callee's precondition.
func ruleNoAnswer(c *Case, out Ruling) Ruling {
	broken := findRefused(c.Calls)
	if broken == nil || len(out.Faults) > 0 {
		out.Verdict = result.Blocked
		return out
	}
	out.Verdict = result.Fail
	out.Message = describeOutside(broken) + ", where its specification has no answer"
	chargeCaller(c, broken, &out)
	if out.Class == "" {
		out.Message = fmt.Sprintf("%s was called outside its precondition, where its specification has no answer",
			broken.Unit.Name)
	}
	return out
}

// chargeCaller blames the caller of a call outside its callee's precondition, unless
// there is a specification conflict before the call.
func chargeCaller(c *Case, call *Call, out *Ruling) {
	if in := c.findCaller(call); in != nil {
		if in.excuses(call) {
			out.Findings = append(out.Findings, in.conflict().sentence(in))
			return
		}
		out.Uncertain = in.doubts(call)
	}
	out.Class, out.Blame = MFE, []string{call.Caller}
	if out.Verdict != result.Fail {
		out.Findings = append(out.Findings, describeOutside(call))
	}
}

// findOutermost returns the outermost of `inner` and the calls that led to it that is
// outside its precondition, or may be; nil where none is. A unit that is called outside
// its precondition may do anything, so that its calls are its caller's fault.
func findOutermost(calls []*Call, inner *Call) *Call {
	for _, call := range calls {
		switch {
		case call != inner && !leadsTo(call, inner):
		case call.Pre == Broken || call.Excuse != "":
			return call
		default:
			return findOutermost(call.Calls, inner)
		}
	}
	return nil
}

// leadsTo tells whether `call` made `inner`, directly or through other calls.
func leadsTo(call, inner *Call) bool {
	return slices.ContainsFunc(call.Calls, func(c *Call) bool { return c == inner || leadsTo(c, inner) })
}

// findRefused returns the outermost of the calls outside their precondition that did
// not return; nil where there is none.
func findRefused(calls []*Call) *Call {
	for _, call := range calls {
		if call.Pre == Broken && call.State != Returned {
			return call
		}
		if inner := findRefused(call.Calls); inner != nil {
			return inner
		}
	}
	return nil
}

func appendNew(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}
