package runner

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/internal/arena"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// judge is the state of a goroutine that judges the replies of a program. Data that a
// result keeps are allocated in arenas; all other data are reused for the next case.
type judge struct {
	run      *execution
	observer *host.Observer
	blanks   arena.Arena[result.Result]
	records  arena.Arena[result.Call]
	lists    arena.Arena[*result.Call]
	items    arena.Arena[spec.Item]

	line []byte // the JSON of the last result

	at    *stubs.Engine // for the sizes of given types on which it rests
	c     trace.Case
	calls []trace.Call
	top   []*trace.Call
}

// take judges a reply and reports the result, or returns the attempt that must be made
// before there is a result.
func (j *judge) take(ctx context.Context, sent *host.Case, r *host.Reply) *attempt {
	a := attemptOf(sent)
	j.at = j.run.engine.WithSizes(a.c.Sizes)
	res := j.blank(a)
	noteStructures(a, r, res)
	if next, settled := repeatBroken(j, a, sent, r, res); next != nil || settled {
		return next
	}
	if done := j.setUnjudged(a, sent, r, res); done {
		j.judgeEnding(ctx, a, sent, r)
		return j.settleUnreached(a, res)
	}
	if a.way != nil {
		if next, why := j.judgeArrival(ctx, a, sent, r); next != nil {
			return next
		} else if why != "" {
			res.Verdict, res.Message = result.Blocked, why
			return j.settleUnreached(a, res)
		}
	}
	c, err := j.observeCase(ctx, a, sent, r)
	if err != nil {
		j.blockCase(a, res, "the program's adapter failed: "+err.Error())
		a.keepAmong()
		j.settle(a, res)
		return nil
	}
	if a.way != nil {
		a.way.assume(c)
	}
	o := j.rule(ctx, a, c)
	j.fill(a, res, c, &o)
	if (isFailure(res.Verdict) || len(o.Faults) > 0) && settleBegunWrong(ctx, j, a, sent, r, res) {
		return nil
	}
	j.run.showings.note(ctx, a, sent, len(sent.Steps)-1, res, c.Frame)
	j.run.usage.noteCalls(j.run.plan.System, c.Calls)
	if next, settled := compareApart(j, a, r, res, o.Faults); next != nil || settled {
		return next
	}
	if compareEnded(j, a, r, res) {
		return nil
	}
	if next, settled := j.tryAgain(a, res, o.Faults); next != nil || settled {
		return next
	}
	if len(o.Faults) > 0 {
		if next, settled := j.withdraw(ctx, a, res, o.Faults); next != nil || settled {
			return next
		}
	}
	if r.Unsure != "" && res.Verdict == result.Pass {
		res.Verdict = result.Undecided
		res.Message = "it passed when it ran alone, but not among others, where " + r.Unsure
	}
	if next := j.tryAnotherWay(ctx, a, res); next != nil {
		return next
	}
	if a.reseed == nil && a.set.varied && len(a.forced) == 0 && hasAutoAnswer(c.Calls) {
		if next, err := a.makeFurther(ctx, nil, 1); err == nil {
			next.reseed = res
			return next
		}
	}
	if next := tryAnotherStructure(a, res); next != nil {
		return next
	}
	j.settle(a, res)
	return nil
}

// blank returns the result of an attempt, without a verdict.
func (j *judge) blank(a *attempt) *result.Result {
	r := &j.blanks.Take(1)[0]
	r.Case, r.Unit, r.Leaf, r.Values, r.Stubs, r.Expected = a.c.ID, a.unit.plan.Name, a.c.Leaf.ID, a.c.Values(),
		a.stubs, a.c.Expected
	r.Rejected, r.Sizes, r.Digest = a.c.Leaf.IsRejected(), a.c.Rests, a.c.Digest
	r.Way, r.Instead = a.wayTaken(), a.instead
	r.Support, r.Replay, r.Findings = !a.selected, j.run.replay(a.c), slices.Clone(a.notes)
	if a.way != nil && a.way.note != "" {
		r.Findings = append(r.Findings, a.way.note)
	}
	return r
}

// setUnjudged sets the verdict where nothing was observed that can be judged, and returns
// whether it did.
func (j *judge) setUnjudged(a *attempt, c *host.Case, r *host.Reply, res *result.Result) bool {
	res.Seconds, res.Stdout, res.Stderr = r.Seconds, r.Stdout, r.Stderr
	if r.CutOutput {
		res.Findings = append(res.Findings, "it printed more than was kept")
	}
	if r.CutCalls {
		res.Findings = append(res.Findings, "it made more calls than were recorded")
	}
	switch {
	case r.Breach:
		res.Verdict, res.Message = result.Blocked, r.Message
		return true
	case len(r.Earlier) < len(c.Steps)-1: // on the way: no verdict of the unit
		at := len(r.Earlier)
		why := cmp.Or(r.Message, unsaid)
		res.Verdict, res.Message = result.Blocked, fmt.Sprintf("step %d of %d, which runs %s, has ended the case: %s",
			at+1, len(c.Steps), c.Steps[at].Unit, why)
		return true
	case r.HasFailedBeside():
		j.blockCase(a, res, r.Failure(a.unit.plan.Name))
		return true
	case !r.HasAnswer():
		return false
	}
	switch r.Status {
	case host.Blocked:
		res.Verdict, res.Message = result.Blocked, cmp.Or(j.observer.DisturbedText(c, r), r.Message, unsaid)
		return true
	case host.Broken:
		j.blockCase(a, res, "the program's adapter failed: "+cmp.Or(r.Message, unsaid))
		return true
	case host.Strange:
		j.run.recordBreach(a.unit.program, host.Note{Kind: host.Breach, Rule: r.Message, Text: r.Message})
		res.Verdict, res.Message = result.Blocked, "its process broke the protocol: "+r.Message
		return true
	}
	if r.Status == host.Unmapped && a.unit.binding.Doubts(r.Message) {
		j.blockCase(a, res, "the program's adapter failed: "+r.Message)
		return true
	}
	why := j.observer.DisturbedText(c, r)
	if why != "" {
		res.Verdict, res.Message = result.Blocked, why
	}
	return why != ""
}

// blockCase blocks a case because something outside the units failed, and records that
// failure of the machinery. For failures with the same text it names only the first
// case.
func (j *judge) blockCase(a *attempt, res *result.Result, why string) {
	res.Verdict, res.Message = result.Blocked, why
	j.run.results.recordMachineFailureOnce(a.unit.program.Name()+": "+why,
		fmt.Sprintf("the system under test %s failed on %s: %s",
			a.unit.program.Name(), a.c.ID, why))
}

// isStub tells whether under a decision the callee itself never runs.
func isStub(d result.Decision) bool {
	return d == result.Auto || d == result.Spec || d == result.Manual
}

// innermostCall returns the last call that is still open and in which the callee itself was
// at work.
func innermostCall(calls []*trace.Call) *trace.Call {
	for _, c := range slices.Backward(calls) {
		if c.State == trace.Open && !isStub(c.Decision) {
			if inner := innermostCall(c.Calls); inner != nil {
				return inner
			}
			return c
		}
	}
	return nil
}

func hasAutoAnswer(calls []*trace.Call) bool {
	return slices.ContainsFunc(calls, func(c *trace.Call) bool {
		return c.Decision == result.Auto && len(c.Unit.Op.Output.At) > 0 || hasAutoAnswer(c.Calls)
	})
}

// guessedCallees adds the callees that an auto stub answered for with results, each once.
func guessedCallees(calls []*trace.Call, known []string) []string {
	for _, c := range calls {
		if c.Decision == result.Auto && len(c.Unit.Op.Output.At) > 0 && !slices.Contains(known, c.Unit.Name) {
			known = append(known, c.Unit.Name)
		}
		known = guessedCallees(c.Calls, known)
	}
	return known
}

// hintAtGuesses says what to do where a unit that failed depends on answers that were any values of the right types.
func hintAtGuesses(unit string, callees []string) string {
	var stubs []string
	for _, name := range callees {
		stubs = append(stubs, name+": spec")
	}
	return fmt.Sprintf("%s got any values of the right types from %s, which it is said to only call: where what it does depends "+
		"on them, its file may say stubs: {%s}, and self in the place of spec for the callee itself", unit,
		strings.Join(callees, ", "), strings.Join(stubs, ", "))
}

// fill copies a judgement into a result.
func (j *judge) fill(a *attempt, res *result.Result, c *trace.Case, o *trace.Ruling) {
	res.Verdict, res.Blame, res.Uncertain, res.Message = o.Verdict, o.Blame, o.Uncertain, o.Message
	shareWithClasses(j.run, a.unit.plan, res)
	if o.Class != "" {
		res.Class = &o.Class
	}
	if len(o.Violated) > 0 {
		res.Violated = trace.Predicates(o.Violated)
	}
	res.Findings = append(res.Findings, o.Findings...)
	if c.Ending == trace.Finished || c.Ending == trace.Unmapped {
		if res.Actual = res.Expected; !isAsExpected(c, res.Expected) { // a run keeps what is the same once
			res.Actual = j.values(c.Frame, c.Unit.Op.Late)
		}
	}
	res.Trace = j.recordCalls(a, c.Calls, maxTraceDepth)
	res.Findings = append(res.Findings, reportUncertified(res.Trace)...)
	if guessed := guessedCallees(c.Calls, nil); o.Verdict == result.Fail && len(guessed) > 0 {
		res.Findings = append(res.Findings, hintAtGuesses(c.Unit.Name, guessed))
	}
	if o.Deviates {
		res.Tau = trace.Tau(c.Calls)
	}
}

// isAsExpected tells whether the after-state and the outputs of a case are those that were expected.
func isAsExpected(c *trace.Case, expected spec.Values) bool {
	late := c.Unit.Op.Late
	if len(expected) != len(late.At) || expected == nil {
		return false
	}
	for k, i := range late.At {
		if expected[k].Name != late.Vars[k].Name || !expected[k].Value.Equal(c.Frame[i]) {
			return false
		}
	}
	return true
}

// values returns the observed values of a part of the signature in a frame.
func (j *judge) values(frame spec.Frame, p schema.Part) spec.Values {
	out := spec.Values(j.items.Take(len(p.At)))[:0]
	for k, i := range p.At {
		if frame[i].Kind() != value.Nothing {
			out = append(out, spec.Item{Var: &p.Vars[k], Value: frame[i]})
		}
	}
	return out
}

// maxTraceDepth is how deeply calls nest in the trace of a result. Only endless
// recursion nests deeper, and a reader of the trace must not run out of stack.
const maxTraceDepth = 100

// countBelow returns the number of calls below a call.
func countBelow(c *trace.Call) int {
	n := len(c.Calls)
	for _, inner := range c.Calls {
		n += countBelow(inner)
	}
	return n
}

// recordCalls returns calls in the form of package result, down to the given depth.
func (j *judge) recordCalls(a *attempt, calls []*trace.Call, depth int) []*result.Call {
	out, block := j.lists.Take(len(calls)), j.records.Take(len(calls))
	for i, c := range calls {
		r, op := &block[i], c.Unit.Op
		r.Unit, r.Caller, r.Decision, r.Open = c.Unit.Name, c.Caller, c.Decision, c.State != trace.Returned
		r.Message = cmp.Or(c.Unmapped, c.Unfit)
		r.Pre, r.Post = fulfilmentBool(c.Pre), fulfilmentBool(c.Post)
		r.Args, r.Before = j.values(c.Frame, op.Input), j.values(c.Frame, op.Before)
		if c.State == trace.Returned {
			r.After, r.Result = j.values(c.Frame, op.After), j.values(c.Frame, op.Output)
		}
		if c.Pre == trace.Met {
			j.placeCall(a, c, r)
		}
		if len(c.Violated) > 0 {
			r.Violated = trace.Predicates(c.Violated)
		}
		r.Moved = c.Moved
		if depth > 1 {
			r.Calls = j.recordCalls(a, c.Calls, depth-1)
		} else {
			r.Calls, r.Cut = []*result.Call{}, countBelow(c)
		}
		out[i] = r
	}
	return out
}

func fulfilmentBool(st trace.Fulfilment) *bool {
	switch st {
	case trace.Met:
		return new(true)
	case trace.Broken:
		return new(false)
	}
	return nil
}

// settle reports the result of a case, and records the certificates that it gives or
// withdraws.
func (j *judge) settle(a *attempt, res *result.Result) {
	if a.reseed != nil {
		res = combineSeeds(a.reseed, res)
	}
	res = endStructures(a, a.tellTries(res))
	told, revised := j.run.results.listFindings(a)
	res.Findings = append(res.Findings, told...)
	for _, how := range revised {
		how(res)
	}
	if a.c.drawn == nil {
		if res.Verdict != result.Blocked {
			j.run.usage.noteJudged(a.unit.plan.Name)
		}
		if !a.c.Open || res.Verdict != result.Pass {
			j.run.certs.note(a.unit.plan.Name, a.c.Leaf.ID, res.Verdict, a.effectiveChoices())
		}
	}
	j.line = j.run.results.emit(res, a.c, a.stubsJSON, j.line)
	more, revised := j.run.results.listFindings(a)
	for _, finding := range more[len(told):] {
		j.run.results.remark(a, finding)
	}
	for _, how := range revised {
		j.run.results.change(a, how)
	}
}

// effectiveChoices returns the choices under which the attempt ran.
func (a *attempt) effectiveChoices() []result.Choice {
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

// combineSeeds combines the results under two seeds. Where they differ, the unit depends on
// a callee that it declares only to call.
func combineSeeds(first, second *result.Result) *result.Result {
	if first.Verdict == second.Verdict {
		return first
	}
	var auto []string
	for _, st := range first.Stubs {
		if st.Decision == result.Auto {
			auto = append(auto, st.Callee)
		}
	}
	first.Findings = append(first.Findings,
		fmt.Sprintf("this call is a use: the verdict is %s or %s, depending on what %s answers", first.Verdict,
			second.Verdict, strings.Join(auto, ", ")))
	first.Verdict, first.Class, first.Blame = result.Undecided, nil, nil
	first.Message = "the verdict depends on what a stub of " + strings.Join(auto, ", ") +
		" answers, which is declared to be only called"
	return first
}
