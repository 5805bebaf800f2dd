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

// judgeCalls judges the calls that the unit itself made by the unit's grey-box
// predicate. The predicate does not apply to rejected inputs.
func judgeCalls(c *Case, u *oracle.Unit) oracle.Judgement {
	g := c.Unit.Greybox
	if g == nil || c.Rejected {
		return oracle.Judgement{Compliance: oracle.Holds}
	}
	switch {
	case c.Truncated:
		return oracle.Judgement{Reason: "the grey-box predicate: more calls were made than were recorded"}
	case len(c.Unseen[c.Unit.Name].All) > 0:
		return oracle.Judgement{Reason: fmt.Sprintf("the grey-box predicate: calls of %s are not observed",
			strings.Join(c.Unseen[c.Unit.Name].All, ", "))}
	}
	events := eventsOf(c.Calls)
	j := u.Greybox(c.greyboxFrame(events))
	same := func(events []event) bool { return u.Greybox(c.greyboxFrame(events)).Compliance == j.Compliance }
	if j.Compliance != oracle.Undecided && anyOverlap(events) && (len(events) > maxEvents ||
		!everyOrder(events, 0, same)) {
		j = oracle.Judgement{Reason: "in what order calls were made that overlap"}
	}
	if j.Compliance == oracle.Undecided {
		j.Reason = "the grey-box predicate: " + callsAsWritten.ReplaceAllString(j.Reason, "$1")
	}
	return j
}

// event is an element of τ. An event without a call stands for a call of which only the
// callee is known.
type event struct {
	unit string
	call *Call
}

func eventsOf(calls []*Call) []event {
	out := make([]event, len(calls))
	for i, call := range calls {
		out[i] = event{call.Unit.Name, call}
		if call.findDisturber() != nil {
			seen := *call
			seen.Frame = call.removeState()
			out[i].call = &seen
		}
	}
	return out
}

// anyOverlap tells whether some of the events overlap, so that they have more possible
// orders than that in which they began.
func anyOverlap(events []event) bool {
	for i, e := range events {
		if slices.ContainsFunc(events[:i], func(f event) bool { return overlap(f.call, e.call) }) {
			return true
		}
	}
	return false
}

// everyOrder tells whether `holds` is true of the events in every possible order of
// those from index `from` on. In a possible order, an event that ended before another
// one began comes before it.
func everyOrder(events []event, from int, holds func([]event) bool) bool {
	if from == len(events) {
		return holds(events)
	}
	for i := from; i < len(events); i++ {
		next := events[i].call
		if slices.ContainsFunc(events[from:],
			func(e event) bool { return e.call.At < next.At && !overlap(e.call, next) }) {
			continue
		}
		if !everyOrder(slices.Concat(events[:from], events[i:i+1], events[from:i], events[i+1:]), from+1, holds) {
			return false
		}
	}
	return true
}

// greyboxFrame returns the values of the variables of the unit's grey-box predicate for
// the given calls.
func (c *Case) greyboxFrame(events []event) []value.Value {
	g := c.Unit.Greybox
	out := make([]value.Value, len(g.Vars))
	n := copy(out, c.Frame)
	out[n] = sequence(events, g.Vars[n].Type, "")
	for i, name := range g.Units {
		out[n+1+i] = value.OfAtom(spec.NameInZ(name))
	}
	n += 1 + len(g.Units)
	for i, name := range g.Calls {
		out[n+i] = sequence(events, g.Vars[n+i].Type, name)
	}
	return out
}

// sequence returns the value of τ or, where `of` names a unit, of the sequence of that
// unit's calls.
func sequence(events []event, typ zed.Type, of string) value.Value {
	record, _ := typ.(zed.PowerType).Elem.(zed.ProductType).Elems[1].(zed.SchemaType)
	elems := []value.Value{}
	for i, e := range events {
		if of == "" || e.unit == of {
			elems = append(elems, e.record(i+1, record))
		}
	}
	return value.OfSeq(elems)
}

// record returns an element of τ, or of a unit's sequence of calls, as a binding of the
// given type. It is of kind Nothing where a component was not observed.
func (e event) record(at int, typ zed.SchemaType) value.Value {
	names, values := make([]string, len(typ.Fields)), make([]value.Value, len(typ.Fields))
	for i, f := range typ.Fields {
		names[i] = f.Name
		inner, nested := f.Type.(zed.SchemaType)
		switch {
		case f.Name == spec.CallUnit:
			values[i] = value.OfAtom(spec.NameInZ(e.unit))
		case f.Name == spec.CallAt:
			values[i] = value.OfInt(int64(at))
		case e.call == nil:
		case nested && f.Name == spec.CallBefore:
			values[i] = e.part(inner, "")
		case nested && f.Name == spec.CallAfter:
			values[i] = e.part(inner, "'")
		case nested && f.Name == spec.CallResult:
			values[i] = e.part(inner, "")
		default:
			values[i] = e.call.value(f.Name)
		}
	}
	return value.OfBinding(names, values)
}

// part returns a state or the outputs of a call as a binding; of kind Nothing where
// some of them were not observed.
func (e event) part(typ zed.SchemaType, mark string) value.Value {
	names, values := make([]string, len(typ.Fields)), make([]value.Value, len(typ.Fields))
	for i, f := range typ.Fields {
		names[i], values[i] = f.Name, e.call.value(f.Name+mark)
		if values[i].Kind() == value.Nothing {
			return value.Value{}
		}
	}
	return value.OfBinding(names, values)
}

// value returns the value of a callee's variable; of kind Nothing where the callee has
// no such variable.
func (c *Call) value(name string) value.Value {
	if i := c.Unit.Op.Find(name); i >= 0 {
		return c.Frame[i]
	}
	return value.Value{}
}

// Tau returns the trace of a case as text: its calls with their arguments.
func Tau(calls []*Call) string {
	var elems []string
	for _, call := range calls {
		parts := []string{call.Unit.Name}
		for _, item := range call.Frame.KnownValues(call.Unit.Op.Input) {
			parts = append(parts, item.Value.Text(item.Type))
		}
		elems = append(elems, "("+strings.Join(parts, ", ")+")")
	}
	return "⟨" + strings.Join(elems, ", ") + "⟩"
}

// The limits of the search for what is wrong with a trace. They suffice for test cases
// that people can read.
const (
	maxEvents  = 6 // the number of calls of which some are left out
	maxMissing = 3 // the number of calls that are added
)

// deviation returns the class of a trace that the grey-box predicate refutes, and a
// sentence that says by which change to the calls the predicate would hold. A call
// whose arguments are not known is refuted only where no arguments would do. Where
// calls of the same callees with other arguments would do, no call counts as
// superfluous or missing.
func deviation(c *Case, u *oracle.Unit) (result.Class, string) {
	all := eventsOf(c.Calls)
	if len(all) > maxEvents {
		return "", ""
	}
	allowed := func(events []event) bool { return u.Greybox(c.greyboxFrame(events)).Compliance != oracle.Violated }
	name := c.Unit.Name
	if allowsSomeOrder(all, 0, allowed) {
		return WCI, fmt.Sprintf("%s made its calls in another order than its grey-box predicate allows", name)
	}
	bare := slices.Clone(all)
	for i := range bare {
		bare[i].call = nil
	}
	if allowsSomeOrder(bare, 0, allowed) {
		return WCI, fmt.Sprintf("%s called %s, but not in the way that its grey-box predicate demands", name,
			strings.Join(listCallees(all), ", "))
	}
	callees := slices.Concat(c.Unit.Uses, c.Unit.Calls)
	for _, events := range [][]event{all, bare} {
		if extra, ok := leaveOut(events, nil, 0, allowed); ok {
			return ECI, fmt.Sprintf("%s called %s, which its grey-box predicate does not allow here", name,
				strings.Join(listCallees(extra), ", "))
		}
		for n := 1; n <= maxMissing && len(all)+n <= maxEvents; n++ {
			if missing, ok := allowsMore(events, nil, callees, n, allowed); ok {
				return MIC, fmt.Sprintf("%s did not call %s, as its grey-box predicate demands", name,
					strings.Join(listCallees(missing), ", "))
			}
		}
	}
	return WFE, ""
}

// leaveOut tells whether the events are allowed without some of those from index `from`
// on, and returns the ones that are left out: at each step as few as possible.
func leaveOut(events, extra []event, from int, allowed func([]event) bool) ([]event, bool) {
	if allowed(events) {
		return extra, true
	}
	for i := from; i < len(events); i++ {
		rest := slices.Delete(slices.Clone(events), i, i+1)
		if out, ok := leaveOut(rest, append(slices.Clip(extra), events[i]), i, allowed); ok {
			return out, true
		}
	}
	return nil, false
}

// allowsMore tells whether the events are allowed with n further calls of the callees, and
// returns these.
func allowsMore(events, more []event, callees []string, n int, allowed func([]event) bool) ([]event, bool) {
	if n == 0 {
		return more, allowed(events)
	}
	for _, name := range callees {
		e := event{unit: name}
		for i := range len(events) + 1 {
			if out, ok := allowsMore(slices.Insert(slices.Clone(events), i, e), append(slices.Clip(more), e),
				callees, n-1,
				allowed); ok {
				return out, true
			}
		}
	}
	return nil, false
}

// allowsSomeOrder tells whether the predicate allows some order of the events from index
// `from` on. Afterwards the events are in their original order.
func allowsSomeOrder(events []event, from int, allowed func([]event) bool) bool {
	if from == len(events) {
		return allowed(events)
	}
	for i := from; i < len(events); i++ {
		events[from], events[i] = events[i], events[from]
		found := allowsSomeOrder(events, from+1, allowed)
		events[from], events[i] = events[i], events[from]
		if found {
			return true
		}
	}
	return false
}

func listCallees(events []event) []string {
	var out []string
	for _, e := range events {
		out = appendNew(out, e.unit)
	}
	return out
}
