package host

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/internal/arena"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed/value"
)

// statusOf returns the Status for a status of the protocol.
func statusOf(s wire.Status) Status {
	switch s {
	case wire.Status_RETURNED:
		return Returned
	case wire.Status_UNMAPPED:
		return Unmapped
	case wire.Status_PANICKED:
		return Panicked
	case wire.Status_ABORTED:
		return Refused
	case wire.Status_BLOCKED:
		return Blocked
	case wire.Status_BROKEN:
		return Broken
	}
	return Strange
}

// replyOf returns the Reply for a result; took is the time since its case was sent.
func replyOf(w *wire.Result, took time.Duration) Reply {
	// A program cannot have taken longer for a case than it has had it.
	seconds := min(float64(w.Nanoseconds)/1e9, took.Seconds())
	stderr := string(w.Stderr)
	if w.Stack != "" {
		stderr = strings.TrimLeft(stderr+"\n"+w.Stack, "\n")
	}
	r := Reply{Status: statusOf(w.Status), Message: source.Cut(w.Message, outputLimit), Seconds: seconds,
		Stdout: source.Cut(string(w.Stdout), outputLimit), Stderr: source.Cut(stderr, outputLimit),
		CutOutput: w.OutputTruncated, CutCalls: w.CallsTruncated, result: w, calls: w.Calls}
	if r.Status == Strange {
		r.Message = fmt.Sprintf("a result has the status %d", int(w.Status))
	}
	return r
}

// Observer reads the replies of a program. It reuses its memory for the next reply, and
// may be used by one goroutine at a time.
type Observer struct {
	program *Program
	elems   arena.Arena[value.Value]
	out     Observation
	calls   []Call
	frames  []value.Value // the values of the case and its calls
	seen    []seenInts
}

// seenInts is a sequence of integers that occurred in a case before. Most occur several
// times, as the state before and after calls.
type seenInts struct {
	ints  []int64
	value value.Value
}

// Observer returns an Observer for the program's replies.
func (p *Program) Observer() *Observer { return &Observer{program: p} }

// Observe returns what a reply says about the last step that ran. The error is about
// what the program's adapter got wrong.
func (o *Observer) Observe(c *Case, r *Reply) (*Observation, error) {
	return o.ObserveStep(c, r, len(r.Earlier))
}

// ObserveStep returns what a reply says about the step at the given position in the
// case, from 0. The step must have run.
func (o *Observer) ObserveStep(sent *Case, whole *Reply, i int) (*Observation, error) {
	c, r := &sent.Steps[i], whole
	if i < len(whole.Earlier) {
		r = &whole.Earlier[i]
	}
	b := c.Binding
	o.frames, o.seen = o.frames[:0], o.seen[:0]
	out := &o.out
	*out = Observation{Frame: o.frame(b), Message: r.Message}
	for i, v := range b.Unit.Op.Vars {
		if x, ok := c.Values.Lookup(v.Name); ok {
			out.Frame[i] = x
		}
	}
	for i, w := range c.given {
		if g := &b.given[i]; g.ints && len(w.Ints) > 0 {
			o.seen = append(o.seen, seenInts{w.Ints, out.Frame[g.index]})
		}
	}
	if w := r.result; w != nil {
		if err := o.readResult(out, c, w); err != nil {
			return nil, err
		}
	} else if misfit := o.readBefore(out, b, r.given); misfit != "" {
		return nil, errors.New(misfit)
	}
	if err := o.record(r.calls, r.HasAnswer()); err != nil {
		return nil, err
	}
	out.Calls = o.calls
	out.locate(r)
	out.Showing = showingOf(o.program, r)
	return out, nil
}

// readResult reads a result.
func (o *Observer) readResult(out *Observation, c *Step, w *wire.Result) error {
	b := c.Binding
	if err := checkCounts(b, nil, w.Got); err != nil {
		return err
	}
	if len(b.frame) > 0 {
		var err error
		if out.Moved, err = findMoved(b, valuesBefore(c.given, w.Given), w.Got); err != nil {
			return err
		}
	}
	if misfit := cmp.Or(o.readBefore(out, b, w.Given), o.read(b.Unit, out.Frame, b.got, w.Got)); misfit != "" {
		return errors.New(misfit)
	}
	for i, v := range w.Got {
		if b.got[i].object && v.GetKind() == wire.Kind_OBJECT {
			out.Objects = append(out.Objects, suite.Passed{Name: b.got[i].name, Object: int(v.Int)})
		}
	}
	out.Unnamed, out.Stack = w.Unnamed, w.Stack != ""
	return nil
}

// readBefore reads the state before a step, for variables that the step does not set, from
// what the program says of them.
func (o *Observer) readBefore(out *Observation, b *Binding, given []*wire.Value) (misfit string) {
	for i := range min(len(given), len(b.given)) {
		if at := b.given[i].index; at >= 0 && out.Frame[at].Kind() == value.Nothing && misfit == "" {
			misfit = o.read(b.Unit, out.Frame, b.given[i:i+1], given[i:i+1])
		}
	}
	return misfit
}

// locate sets where a case ended that did not end properly.
func (out *Observation) locate(r *Reply) {
	number := func(w *wire.Call) int { return slices.Index(r.calls, w) + 1 }
	switch {
	case r.result != nil:
		if in := r.result.PanickedIn; r.Status == Panicked && in > 0 && in <= uint64(len(r.calls)) {
			out.Located, out.In = true, int(in)
		}
	case r.located:
		out.Located, out.In, out.Unclear, out.Apart, out.Foreign = true, number(r.in), r.unclear, r.apart, r.foreign
		for _, w := range r.among {
			if n := number(w); n > 0 {
				out.Among = append(out.Among, n)
			}
		}
	}
}

// frame returns an empty frame for b's unit, which is valid until the next case.
func (o *Observer) frame(b *Binding) []value.Value {
	n, from := len(b.Unit.Op.Vars), len(o.frames)
	if from+n > cap(o.frames) {
		// Frames that are in use stay where they are.
		o.frames, from = make([]value.Value, 0, 2*cap(o.frames)+n), 0
	}
	o.frames = o.frames[:from+n]
	out := o.frames[from : from+n : from+n]
	clear(out)
	return out
}

// record reads the recorded calls. The id of a call is its position, counted from 1, in
// a result; in events it is given.
func (o *Observer) record(list []*wire.Call, positions bool) error {
	p := o.program
	o.calls = slices.Grow(o.calls[:0], len(list))[:len(list)]
	for i, w := range list {
		b := p.binding(w.Callee)
		if b == nil {
			return fmt.Errorf("it reports a call of a unit that the project does not have")
		}
		if err := p.checkForm(w, i, positions); err != nil {
			return err
		}
		c := &o.calls[i]
		*c = Call{Callee: b.Unit, Frame: o.frame(b), Stubbed: w.By != wire.Mode_RUN,
			Unfit: source.Cut(w.Unfit, outputLimit), Until: w.Until}
		if caller := p.binding(w.Caller); caller != nil {
			c.Caller = caller.Unit.Name
		}
		switch w.State {
		case wire.CallState_OPEN:
			c.State = Open
		case wire.CallState_UNWOUND:
			c.State = Unwound
		}
		if err := checkCounts(b, w.Given, w.Got); err != nil {
			return err
		}
		if misfit := cmp.Or(o.read(b.Unit, c.Frame, b.given, w.Given),
			o.read(b.Unit, c.Frame, b.got, w.Got)); misfit != "" {
			return errors.New("in a call by " + c.Caller + ": " + misfit)
		}
		if b.Doubts(w.Message) || b.Doubts(w.Unfit) {
			return errors.New("in a call by " + c.Caller + ": " + cmp.Or(w.Unfit, w.Message))
		}
		if c.State == Closed && !c.Stubbed {
			c.Unmapped, c.Unnamed = source.Cut(w.Message, outputLimit), w.Unnamed
		}
		var err error
		if c.Moved, err = findMoved(b, w.Given, w.Got); err != nil {
			return errors.New("in a call by " + c.Caller + ": " + err.Error())
		}
		c.Parent = parentOf(list[:i], w.Parent, positions)
	}
	return nil
}

// parentOf returns the number of the call that made the call with the given id; 0 for
// the unit.
func parentOf(before []*wire.Call, id uint64, positions bool) int {
	switch {
	case id == 0 || positions && id > uint64(len(before)):
		return 0
	case positions:
		return int(id)
	}
	return 1 + slices.IndexFunc(before, func(w *wire.Call) bool { return w.Id == id })
}

// DisturbedText returns the message about a variable that the last step of a case set, and
// that had another value when it was read before the unit ran; "" where there is none,
// as far as the program tells.
func (o *Observer) DisturbedText(sent *Case, r *Reply) string {
	c := &sent.Steps[len(r.Earlier)]
	b := c.Binding
	for i, sent := range r.result.GetGiven() {
		if sent.GetKind() == wire.Kind_NONE || i >= len(b.given) || b.given[i].index < 0 {
			continue
		}
		sl := b.given[i]
		set, ok := c.Values.Lookup(sl.name)
		if _, open := b.Unset[sl.name]; !ok || open {
			continue
		}
		read, err := o.program.reader.read(sent, sl.typ)
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
		return fmt.Sprintf("%s was set to %s and reads %s in the system under test %s%s", sl.name,
			shorten(set.Text(sl.typ)), shorten(text), o.program.Name(), place)
	}
	return ""
}

// shortLimit is how many characters of a value a message quotes.
const shortLimit = 200

// shorten shortens a text that becomes part of a message.
func shorten(text string) string {
	if runes := []rune(text); len(runes) > shortLimit {
		return string(runes[:shortLimit]) + "…"
	}
	return text
}
