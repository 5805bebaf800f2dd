package runner

import (
	"cmp"
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
	at     *stubs.Engine // for the sizes of given types on which it rests
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
	d.at = d.engine.At(a.c.Sizes)
	res := d.blank(a)
	if done := d.unjudged(a, r, res); done {
		d.settle(a, res)
		return nil
	}
	c, err := d.observed(ctx, j, r)
	if err != nil {
		d.beside(a, res, "the program's adapter failed: "+err.Error())
		d.settle(a, res)
		return nil
	}
	o := trace.Judge(ctx, c, d.judgeHere)
	d.fill(a, res, c, &o)
	d.used(c.Calls)
	if len(o.Faults) > 0 {
		if next, settled := d.withdraw(ctx, a, res, o.Faults); next != nil || settled {
			return next
		}
	}
	if r.unsure != "" && res.Verdict == result.Pass {
		res.Verdict = result.Undecided
		res.Message = "it passed when it ran alone, but not among others, where " + r.unsure
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

// judgeOf returns the oracle of a unit, for cases that rest on no sizes of given types.
func (s *suite) judgeOf(u *spec.Unit) *oracle.Unit { return s.judges[u] }

// judgeHere returns the oracle of a unit, for the case at hand.
func (d *desk) judgeHere(u *spec.Unit) *oracle.Unit {
	if d.at == d.engine {
		return d.judges[u]
	}
	return d.at.Oracle.Unit(u)
}

// blank returns the result of an attempt, without a verdict.
func (d *desk) blank(a *attempt) *result.Result {
	r := &d.results.take(1)[0]
	r.Case, r.Unit, r.Leaf, r.Values, r.Stubs, r.Expected = a.c.ID, a.unit.plan.Name, a.c.Leaf.ID, a.c.Values, a.stubs, a.c.Expected
	r.Rejected, r.Sizes, r.Digest = a.c.Leaf.Refused(), a.c.Rests, a.c.Digest
	r.Support, r.Replay, r.Findings = !a.selected, cmp.Or(d.options.Command, "ttf-int")+" run --case "+a.c.ID, slices.Clone(a.notes)
	return r
}

// unjudged gives a verdict where nothing can be judged.
func (d *desk) unjudged(a *attempt, r *reply, res *result.Result) bool {
	res.Stderr = r.stderr
	if r.result == nil {
		res.Seconds = r.took.Seconds()
		if r.made > len(r.calls) {
			res.Findings = append(res.Findings, "it made more calls than were recorded")
		}
		switch {
		case r.strange:
			res.Verdict, res.Message = result.Blocked, r.why
		case r.beside():
			d.beside(a, res, r.stage.failed(a.unit.plan.Name, r.why))
		}
		return r.beside()
	}
	w := r.result
	// A program cannot have taken longer for a case than it has had it.
	res.Seconds = min(float64(w.Nanoseconds)/1e9, r.took.Seconds())
	res.Stdout, res.Stderr = string(w.Stdout), string(w.Stderr)
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
		res.Verdict, res.Message = result.Blocked, cmp.Or(d.disturbed(a, w), w.Message, unsaid)
		return true
	case wire.Status_BROKEN:
		d.beside(a, res, "the program's adapter failed: "+cmp.Or(w.Message, unsaid))
		return true
	case wire.Status_UNMAPPED:
		if a.unit.binding.doubts(w.Message) {
			d.beside(a, res, "the program's adapter failed: "+w.Message)
			return true
		}
		fallthrough
	case wire.Status_RETURNED, wire.Status_PANICKED, wire.Status_ABORTED:
		why := d.disturbed(a, w)
		if why != "" {
			res.Verdict, res.Message = result.Blocked, why
		}
		return why != ""
	}
	what := fmt.Sprintf("a result has the status %d", int(w.Status))
	d.breach(a.unit.program, nil, what, what)
	res.Verdict, res.Message = result.Blocked, "its process broke the protocol: "+what
	return true
}

// beside puts down what failed beside the units: the case is blocked, and the
// machinery is known to have failed. Of cases that fail in the same words it
// names the first.
func (d *desk) beside(a *attempt, res *result.Result, why string) {
	res.Verdict, res.Message = result.Blocked, why
	d.machineOnce(a.unit.program.spec.Name+": "+why, fmt.Sprintf("the system under test %s failed on %s: %s", a.unit.program.spec.Name, a.c.ID, why))
}

// doubts tells whether a message is of a variable that the program cannot express
// all constants of.
func (b *binding) doubts(message string) bool {
	name, _, found := strings.Cut(message, ": ")
	return found && b.doubtful[strings.TrimSuffix(name, "'")]
}

// disturbed says which variable was set by a case and read otherwise before the
// unit ran; "" where none was, as far as the program tells.
func (d *desk) disturbed(a *attempt, w *wire.Result) string {
	b := a.unit.binding
	for i, sent := range w.Given {
		if sent.GetKind() == wire.Kind_NONE || i >= len(b.given) || b.given[i].index < 0 {
			continue
		}
		sl := b.given[i]
		set, ok := a.c.Values.Lookup(sl.name)
		if _, open := b.unset[sl.name]; !ok || open {
			continue
		}
		read, err := d.reader.read(sent, sl.typ)
		if err == nil && read.Equal(set) {
			continue
		}
		text := read.Text(sl.typ)
		if err != nil {
			text = err.Error()
		}
		place := b.places[sl.name]
		if place != "" {
			place = ", which binds it at " + place
		}
		return fmt.Sprintf("%s was set to %s and reads %s in the system under test %s%s", sl.name, short(set.Text(sl.typ)), short(text), a.unit.program.spec.Name, place)
	}
	return ""
}

// shortLimit is how many characters of a value a message quotes.
const shortLimit = 200

// short cuts a text that is to be part of a message.
func short(text string) string {
	if runes := []rune(text); len(runes) > shortLimit {
		return string(runes[:shortLimit]) + "…"
	}
	return text
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
	res.Trace = d.recorded(a, c.Calls, maxTraceDepth)
	res.Findings = append(res.Findings, uncertified(res.Trace)...)
	if o.Deviates {
		res.Tau = trace.Tau(c.Calls)
	}
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

// maxTraceDepth is how deeply the calls of a trace nest in a result: deeper than
// programs call each other but in a recursion without end, and not so deep that
// what reads a trace runs out of stack.
const maxTraceDepth = 100

// below counts the calls that a call made, and those that they made.
func below(c *trace.Call) int {
	n := len(c.Calls)
	for _, inner := range c.Calls {
		n += below(inner)
	}
	return n
}

// recorded returns calls as results show them, nested as deeply as is said.
func (d *desk) recorded(a *attempt, calls []*trace.Call, depth int) []*result.Call {
	out, block := d.lists.take(len(calls)), d.records.take(len(calls))
	for i, c := range calls {
		r, vars, parts := &block[i], c.Unit.Op.Vars, d.roles[c.Unit]
		r.Unit, r.Caller, r.Decision, r.Open = c.Unit.Name, c.Caller, c.Decision, c.State != trace.Returned
		r.Message = cmp.Or(c.Unmapped, c.Unfit)
		r.Pre, r.Post = known(c.Pre), known(c.Post)
		r.Args, r.Before = d.values(vars, c.Frame, parts.input), d.values(vars, c.Frame, parts.before)
		if c.State == trace.Returned {
			r.After, r.Result = d.values(vars, c.Frame, parts.after), d.values(vars, c.Frame, parts.output)
		}
		if c.Pre == trace.Met {
			d.placed(a, c, r)
		}
		if len(c.Violated) > 0 {
			r.Violated = trace.Predicates(c.Violated)
		}
		r.Moved = c.Moved
		if depth > 1 {
			r.Calls = d.recorded(a, c.Calls, depth-1)
		} else {
			r.Calls, r.Cut = []*result.Call{}, below(c)
		}
		out[i] = r
	}
	return out
}

// roles are the indices of a unit's variables by what they are.
type roles struct{ input, before, after, output []int }

func rolesOf(vars []zed.Var) *roles {
	r := &roles{}
	for i, v := range vars {
		switch schema.RoleOf(v.Name) {
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

// settle reports the result of a case and notes what it certifies.
func (d *desk) settle(a *attempt, res *result.Result) {
	if a.reseed != nil {
		res = reseeded(a.reseed, res)
	}
	d.mu.Lock()
	told := len(a.lates)
	res.Findings = append(res.Findings, a.lates...)
	if a.doubt != "" {
		discard(res, a.doubt)
	}
	if res.Verdict != result.Blocked {
		d.usage.cases[a.unit.plan.Name]++
	}
	d.mu.Unlock()
	d.certs.note(a.unit.plan.Name, a.c.Leaf.ID, res.Verdict, a.effective())
	d.line = d.emit(res, a.c.number, a.stubsJSON, d.line)
	d.mu.Lock()
	more, doubt := slices.Clone(a.lates[told:]), a.doubt
	d.mu.Unlock()
	for _, finding := range more {
		d.remark(a, finding)
	}
	if doubt != "" {
		d.change(a, func(r *result.Result) { discard(r, doubt) })
	}
}

// effective returns the choices under which the attempt ran.
func (a *attempt) effective() []result.Choice {
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
