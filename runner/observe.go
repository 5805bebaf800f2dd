package runner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/trace"
	"github.com/ttf-int/ttf-int/zed/value"
)

// observed returns what is judged. It lasts until the next case.
func (d *desk) observed(ctx context.Context, j *job, r *reply) (*trace.Case, error) {
	a, b := j.owner, j.owner.unit.binding
	d.frames, d.seen = d.frames[:0], d.seen[:0]
	judged := a.unit.plan.Under(a.c.Leaf)
	d.c = trace.Case{Unit: judged, Rejected: a.c.Leaf.Refused(), Unseen: a.unit.program.unseen, Expects: a.expects, Choices: a.choices}
	c := &d.c
	c.Schema = d.at.Decider.Calls().On(ctx, judged, a.c.Values)
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
		c.Ending, c.Truncated = ending, r.made > len(r.calls)
	} else {
		if err := counted(b, nil, w.Got); err != nil {
			return nil, err
		}
		calls = w.Calls
		if len(b.frame) > 0 {
			var err error
			if c.Moved, err = moved(b, before(j.given, w.Given), w.Got); err != nil {
				return nil, err
			}
		}
		c.Ending, c.Why, c.Truncated = endingOf(w.Status), whyOf(a, w), w.CallsTruncated
		if misfit := d.read(b.unit, c.Frame, b.got, w.Got); misfit != "" {
			return nil, errors.New(misfit)
		}
		c.Unnamed = w.Unnamed
	}
	if err := d.traced(a, calls, r.result != nil); err != nil {
		return nil, err
	}
	c.Calls = d.top
	d.locate(c, r, calls)
	switch {
	case r.result == nil:
		c.Why = fmt.Sprintf("%s: %s", who(c), r.why)
	case c.Ending == trace.Panicked:
		c.Why = panicked(c, r.result)
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

// counted reports more values of a call or case than b's unit has variables.
func counted(b *binding, given, got []*wire.Value) error {
	for _, part := range []struct{ sent, wanted int }{{len(given), len(b.given)}, {len(got), len(b.got)}} {
		if part.sent > part.wanted {
			return fmt.Errorf("%s: %d values were sent where there are %d variables", b.unit.Name, part.sent, part.wanted)
		}
	}
	return nil
}

// read reads values into a frame of u. What was not sent stays as it is, and so
// does what is not a value of its type: of the first such, misfit says why.
func (d *desk) read(u *spec.Unit, frame []value.Value, slots []slot, values []*wire.Value) (misfit string) {
	for i, w := range values {
		sl := &slots[i]
		if sl.index < 0 || w.GetKind() == wire.Kind_NONE {
			continue
		}
		if sl.ints && w.Kind == wire.Kind_SEQ && len(w.Ints) > 0 && len(w.Elems) == 0 {
			frame[sl.index] = d.ints(w.Ints)
			continue
		}
		v, err := d.reader.read(w, sl.typ)
		if err != nil {
			if misfit == "" {
				misfit = fmt.Sprintf("%s of %s: %v", sl.name, u.Name, err)
			}
			continue
		}
		frame[sl.index] = v
	}
	return misfit
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
	if w.Status == wire.Status_ABORTED && a.refused != "" {
		return "a stub had no answer: " + a.refused
	}
	return cmp.Or(w.Message, unsaid)
}

// locate says where a case ended, of those that did not end well.
func (d *desk) locate(c *trace.Case, r *reply, calls []*wire.Call) {
	find := func(w *wire.Call) *trace.Call {
		if i := slices.Index(calls, w); i >= 0 {
			return &d.calls[i]
		}
		return nil
	}
	switch {
	case r.result == nil && r.located:
		c.Innermost, c.Unclear = find(r.in), r.unclear
		for _, w := range r.among {
			if call := find(w); call != nil {
				c.Among = append(c.Among, call)
			}
		}
	case r.result == nil:
		c.Innermost = innermost(d.top)
	case c.Ending == trace.Panicked && r.result.PanickedIn > 0 && r.result.PanickedIn <= uint64(len(d.calls)):
		if c.Innermost = &d.calls[r.result.PanickedIn-1]; len(c.Innermost.Beside) > 0 {
			c.Innermost, c.Unclear, c.Among = nil, true, []*trace.Call{c.Innermost}
		}
	}
}

// who names the unit that was at work when a case ended.
func who(c *trace.Case) string {
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

// panicked says which unit panicked, and where it was called. What has no stack
// is the end of a goroutine.
func panicked(c *trace.Case, w *wire.Result) string {
	name, when := c.Unit.Name, ""
	if in := c.Innermost; in != nil {
		name, when = in.Unit.Name, fmt.Sprintf(" when %s called it", in.Caller)
	}
	if w.Stack == "" {
		return fmt.Sprintf("%s did not return%s: %s", name, when, cmp.Or(w.Message, unsaid))
	}
	return fmt.Sprintf("%s panicked%s: %s", name, when, cmp.Or(w.Message, "with an empty message"))
}

// unsaid stands where a program is to say why, and does not.
const unsaid = "it does not say why"

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
		if err := a.unit.program.formed(w, i, positions); err != nil {
			return err
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
		if err := counted(b, w.Given, w.Got); err != nil {
			return err
		}
		if misfit := cmp.Or(d.read(b.unit, c.Frame, b.given, w.Given), d.read(b.unit, c.Frame, b.got, w.Got)); misfit != "" {
			return errors.New("in a call by " + c.Caller + ": " + misfit)
		}
		if b.doubts(w.Message) || b.doubts(w.Unfit) {
			return errors.New("in a call by " + c.Caller + ": " + cmp.Or(w.Unfit, w.Message))
		}
		c.Unfit = w.Unfit
		if c.State == trace.Returned && w.By == wire.Mode_RUN {
			c.Unmapped, c.Unnamed = w.Message, w.Unnamed
		}
		var err error
		if c.Moved, err = moved(b, w.Given, w.Got); err != nil {
			return errors.New("in a call by " + c.Caller + ": " + err.Error())
		}
		c.At = i + 1
		if parent := parentOf(d.calls[:i], list[:i], w.Parent, positions); parent != nil {
			parent.Calls = append(parent.Calls, c)
		} else {
			d.top = append(d.top, c)
		}
	}
	overlaps(d.calls, list)
	return nil
}

// formed reports what of a call cannot be meant, whatever the units do; i is its
// position, from 0.
func (p *program) formed(w *wire.Call, i int, positions bool) error {
	switch {
	case int64(w.Caller) >= int64(len(p.byID)):
		return fmt.Errorf("it reports a call by unit %d, and has only %d", w.Caller, len(p.byID))
	case wire.CallState_name[int32(w.State)] == "":
		return fmt.Errorf("it reports a call with the state %d", w.State)
	case wire.Mode_name[int32(w.By)] == "":
		return fmt.Errorf("it reports a call that was answered in the way %d", w.By)
	case positions && w.Parent > uint64(i):
		return fmt.Errorf("it reports call %d within call %d, which did not open before it", i+1, w.Parent)
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
func moved(b *binding, given, got []*wire.Value) ([]string, error) {
	var out []string
	for _, p := range b.frame {
		if p.before >= len(given) || p.after >= len(got) {
			continue
		}
		before, after := given[p.before], got[p.after]
		if before.GetKind() == wire.Kind_NONE || after.GetKind() == wire.Kind_NONE || alike(before, after) {
			continue
		}
		then, err := bare(before, 0)
		now, wrong := bare(after, 0)
		if err := cmp.Or(err, wrong); err != nil {
			return nil, fmt.Errorf("%s of %s: %w", p.name, b.unit.Name, err)
		}
		if !then.Equal(now) {
			out = append(out, p.name)
		}
	}
	return out, nil
}

// alike tells whether two values were sent in the same form, as nearly all of those
// are that are the same.
func alike(v, w *wire.Value) bool {
	return v.Kind == w.Kind && v.Int == w.Int && v.Text == w.Text && slices.Equal(v.Ints, w.Ints) && slices.Equal(v.Names, w.Names) &&
		slices.EqualFunc(v.Elems, w.Elems, alike)
}
