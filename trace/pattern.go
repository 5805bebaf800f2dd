package trace

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// look holds the answers to questions about the calls that a unit made on a case; each
// question is asked at most once. A thorough look asks of every call whether the case
// allows it, another one only of calls that no stub decision foresaw.
type look struct {
	*Case
	thorough bool
	demanded *map[string]result.Demand // nil until it was asked for
	strayed  *strays                   // nil until it was asked for
}

// comparesCalls tells whether the unit's own calls are compared with its schema. They are not on
// rejected inputs, where the unit has no uses, and after a specification conflict.
func (l *look) comparesCalls() bool {
	return l.isAboutCalls() && !(l.thorough && l.conflict().answered != nil)
}

// isAboutCalls tells whether the schema says anything about calls on the case.
func (l *look) isAboutCalls() bool { return !l.Rejected && len(l.Unit.Uses) > 0 }

// demands returns how many calls of each callee the case demands. Callees are left out
// for which that was not found out, or whose calls are not all observed.
func (l *look) demands() map[string]result.Demand {
	if l.demanded == nil {
		found := l.Case.demands(l.thorough)
		l.demanded = &found
	}
	return *l.demanded
}

// strays returns the calls that the case does not allow.
func (l *look) strays() strays {
	if l.strayed == nil {
		found := l.Case.strays(l.thorough)
		l.strayed = &found
	}
	return *l.strayed
}

// findOutside returns the sign of MFE: a call outside the precondition of its callee.
func (l *look) findOutside() sign {
	call := l.findFirstOutside()
	if call == nil {
		return sign{}
	}
	return sign{why: describeOutside(call), at: call}
}

// findExtra returns the sign of ECI: a call of a callee that is not declared, that no
// enabled disjunct contains, or that was called more often than any disjunct contains
// it.
func (l *look) findExtra() sign {
	if l.Rejected {
		return sign{}
	}
	for _, call := range l.Calls {
		if !declaresCallee(l.Unit, call.Unit.Name) && call.Unit.Name != l.Unit.Name {
			return sign{why: describeUndeclared(l.Unit, call)}
		}
	}
	if !l.isAboutCalls() {
		return sign{}
	}
	if why := describeForbidden(l.Case, l.demands()); why != "" || !l.comparesCalls() {
		return sign{why: why}
	}
	return sign{why: l.strays().describeSurplus(l.Case, l.demands())}
}

// findMissing returns the sign of MIC: a callee that was not called, or less often than the
// case demands. It does not count where the callee was left out after a call that the
// case does not allow, since the answer to that call may be the reason.
func (l *look) findMissing() sign {
	if !l.comparesCalls() || l.Ending != Finished && l.Ending != Unmapped {
		return sign{}
	}
	demands := l.demands()
	for _, name := range slices.Sorted(maps.Keys(demands)) {
		made := count(l.Case, name)
		if made >= demands[name].Least || l.strays().explain(l.Case, name) {
			continue
		}
		if made == 0 {
			return sign{why: fmt.Sprintf("%s did not call %s, which every enabled disjunct of %s holds", l.Unit.Name,
				name, l.Unit.Schema)}
		}
		return sign{why: fmt.Sprintf("%s called %s %s, where every enabled disjunct of %s takes %d calls",
			l.Unit.Name, name, times(made), l.Unit.Schema, demands[name].Least)}
	}
	return sign{}
}

// findElsewhere returns the sign of EFE: a call in a leaf of the callee in which the case
// does not call. A callee that is called before the one from whose result it starts
// finds another state; that is an error in the order of calls and not in the leaf.
func (l *look) findElsewhere() sign {
	if !l.comparesCalls() {
		return sign{}
	}
	call, disorder := l.strays().elsewhere, findDisordered(l.Case)
	if call == nil || disorder != nil && disorder.Then == call.Unit.Name {
		return sign{}
	}
	return sign{why: fmt.Sprintf("%s called %s in a leaf that %s does not reach on this case: %s", l.Unit.Name,
		call.Unit.Name, l.Unit.Schema, call.GivenText())}
}

// findMisplaced returns the sign of WCI: calls in another order than the schema fixes, or a
// call with other values than the case needs.
func (l *look) findMisplaced() sign {
	if !l.comparesCalls() {
		return sign{}
	}
	if disorder := findDisordered(l.Case); disorder != nil {
		return sign{why: fmt.Sprintf("%s called %s before %s, but is to start from what that leaves", l.Unit.Name,
			disorder.Then, disorder.First)}
	}
	if call := l.strays().beside; call != nil {
		return sign{why: fmt.Sprintf("%s called %s in a way that %s does not allow on this case: %s", l.Unit.Name,
			call.Unit.Name, l.Unit.Schema, call.GivenText())}
	}
	return sign{}
}

// findDisturbed returns the sign of WFE in a call that would be right if the unit had not
// changed the state before it.
func (l *look) findDisturbed() sign {
	if !l.comparesCalls() {
		return sign{}
	}
	return sign{why: l.strays().disturbed}
}

// findFirstOutside returns the first of the unit's own calls that is outside its callee's
// precondition and has no specification conflict before it; nil where there is none.
func (c *Case) findFirstOutside() *Call {
	i := slices.IndexFunc(c.Calls, func(call *Call) bool { return call.Pre == Broken })
	if i < 0 || c.excuses(c.Calls[i]) {
		return nil // what excuses the first of them excuses the others, which come after it
	}
	return c.Calls[i]
}

// declaresCallee tells whether a unit's specification names a callee.
func declaresCallee(u *spec.Unit, callee string) bool {
	return slices.Contains(u.Uses, callee) || slices.Contains(u.Calls, callee)
}

// appendNested appends a finding for each call below the given one that is of a unit its
// caller does not declare, or outside a precondition. It does not look below calls that
// are themselves outside their precondition, where anything is allowed.
func appendNested(list []string, call *Call) []string {
	if call.Pre == Broken {
		return list
	}
	for _, inner := range call.Calls {
		if !declaresCallee(call.Unit, inner.Unit.Name) && inner.Unit != call.Unit {
			list = appendNew(list, describeUndeclared(call.Unit, inner))
		}
		if inner.Pre == Broken {
			list = appendNew(list, describeOutside(inner))
		}
		list = appendNested(list, inner)
	}
	return list
}

func describeUndeclared(u *spec.Unit, c *Call) string {
	return fmt.Sprintf("%s called %s, which its specification does not declare", u.Name, c.Unit.Name)
}

// demands returns how many calls of each callee the case demands. Callees are left out
// for which that was not found out, or whose calls are not all observed.
func (c *Case) demands(thorough bool) map[string]result.Demand {
	if c.Schema == nil || c.Truncated || !thorough && !isWorthAsking(c) {
		return nil
	}
	out := map[string]result.Demand{}
	for name, demand := range c.Schema.Demands() {
		if !slices.Contains(c.listUnseen(), name) {
			out[name] = demand
		}
	}
	return out
}

// describeForbidden returns a sentence about a callee that was called although the case has no
// call of it; "" where there is none.
func describeForbidden(c *Case, demands map[string]result.Demand) string {
	for _, name := range slices.Sorted(maps.Keys(demands)) {
		if demands[name].Most == 0 && isCalled(c, name) {
			return fmt.Sprintf("%s called %s, which no enabled disjunct of %s holds", c.Unit.Name, name, c.Unit.Schema)
		}
	}
	return ""
}

// strays are calls that the case does not allow: the first in a leaf of the callee that
// the case does not reach, and the first in a leaf that it reaches but with other
// values.
type strays struct {
	elsewhere, beside *Call
	// disturbed describes a call that would be right if the unit had not changed the
	// state before it; "" where there is none.
	disturbed string
	// unknown says that for some call it is not known whether the case allows it.
	unknown bool
}

// strays finds the calls that the case does not allow.
func (c *Case) strays(thorough bool) strays {
	var out strays
	var allowed []calls.Answered     // what was answered narrows what may come after
	state, seen := leftState(nil), 0 // what the calls that were seen left
	for i, call := range c.Calls {
		if !thorough && !c.isSurprising(call) {
			continue
		}
		place := c.place(call, allowed)
		if place == result.Allowed {
			allowed = append(allowed, call.asAnswered())
		}
		// A grey-box predicate says itself how the unit calls.
		out.unknown = out.unknown || place == result.Unplaced && c.Unit.Greybox == nil && slices.Contains(c.Unit.Uses,
			call.Unit.Name)
		if place != result.Beside && place != result.Elsewhere {
			continue
		}
		if state == nil {
			state = stateBefore(c)
		}
		for ; seen < i; seen++ {
			state.follow(c.Calls[seen])
		}
		if names := c.findDisturbedVars(call, state, allowed); names != "" {
			out.disturbed = fmt.Sprintf("%s changed %s itself before it called %s", c.Unit.Name, names, call.Unit.Name)
			continue
		}
		switch {
		case place == result.Elsewhere && out.elsewhere == nil:
			out.elsewhere = call
		case place == result.Beside && out.beside == nil:
			out.beside = call
		}
	}
	return out
}

// isSurprising tells whether the stub decisions foresaw calls of the callee, but not this
// one.
func (c *Case) isSurprising(call *Call) bool {
	foreseen := false
	for _, ch := range c.Choices {
		if ch.Callee == call.Unit.Name && ch.Witness != nil {
			if call.Is(ch.Witness) {
				return false
			}
			foreseen = true
		}
	}
	return foreseen
}

// describeSurplus returns a sentence about a callee that was called more often than the case
// demands, and of which one call is not allowed; "" where there is none.
func (s strays) describeSurplus(c *Case, demands map[string]result.Demand) string {
	for _, call := range []*Call{s.elsewhere, s.beside} {
		if call == nil {
			continue
		}
		demand, known := demands[call.Unit.Name]
		if made := count(c, call.Unit.Name); known && made > demand.Most {
			return fmt.Sprintf("%s called %s %s, and no enabled disjunct of %s takes more than %d: %s", c.Unit.Name,
				call.Unit.Name, times(made), c.Unit.Schema, demand.Most, call.GivenText())
		}
	}
	return ""
}

// explain tells whether a call that the case does not allow may be the reason why a
// callee was not called. It may where its inputs are wrong. Where only its state is
// wrong, the missing call may be the reason for that.
func (s strays) explain(c *Case, missing string) bool {
	for _, call := range []*Call{s.elsewhere, s.beside} {
		if call != nil && call.Unit.Name != missing && c.Schema != nil &&
			c.Schema.Input(call.Unit, call.Frame) != result.Allowed &&
			c.Schema.Input(call.Unit, call.Frame) != result.Unplaced {
			return true
		}
	}
	return false
}

// findDisturbedVars returns the names of state variables that the unit itself changed before a
// call although only its callees should, and without which change the case allows the
// call; "" where there are none. The argument `state` is the state that the calls
// before it left.
func (c *Case) findDisturbedVars(call *Call, state leftState, allowed []calls.Answered) string {
	if c.Schema == nil {
		return ""
	}
	restored, names := *call, []string(nil)
	restored.Frame = slices.Clone(call.Frame)
	for i, v := range call.Unit.Op.Vars {
		x, known := state[v.Name]
		if known && !x.Equal(call.Frame[i]) && !c.Schema.Changes(call.Unit, v.Name) {
			restored.Frame[i], names = x, append(names, v.Name)
		}
	}
	if len(names) == 0 || c.place(&restored, allowed) != result.Allowed {
		return ""
	}
	return strings.Join(names, ", ")
}

// leftState is the state in which a case begins, updated by what its calls leave, as
// far as it was observed.
type leftState map[string]value.Value

// stateBefore returns the state in which a case begins.
func stateBefore(c *Case) leftState {
	out := leftState{}
	for _, item := range c.Frame.KnownValues(c.Unit.Op.Before) {
		out[item.Name] = item.Value
	}
	return out
}

// follow updates the state with what a call left.
func (s leftState) follow(call *Call) {
	if call.State != Returned {
		return
	}
	for _, item := range call.Frame.KnownValues(call.Unit.Op.After) {
		s[strings.TrimSuffix(item.Name, "'")] = item.Value
	}
}

// findDisordered returns two callees that were called in another order than the schema
// fixes; nil where there are none.
func findDisordered(c *Case) *result.Order {
	if c.Schema == nil || len(c.Calls) < 2 || len(c.Unit.Uses) < 2 {
		return nil
	}
	for _, o := range c.Schema.Orders() {
		first, then := firstOf(c, o.First), firstOf(c, o.Then)
		if first > then && then >= 0 && !overlap(c.Calls[then], c.Calls[first]) {
			return &o
		}
	}
	return nil
}

// place returns where a call of a used callee lies, given the answers to the calls
// before it.
func (c *Case) place(call *Call, before []calls.Answered) result.Place {
	if c.Schema == nil || call.Pre != Met || !slices.Contains(c.Unit.Uses, call.Unit.Name) || !isComplete(call) {
		return result.Unplaced
	}
	return c.Schema.Place(call.Unit, call.Frame, before)
}

// Is tells whether the call has the inputs and before-state of a witness.
func (c *Call) Is(witness spec.Values) bool {
	for _, item := range witness {
		if i := c.Unit.Op.Find(item.Name); i >= 0 && !c.Frame[i].Equal(item.Value) {
			return false
		}
	}
	return len(witness) > 0
}

// GivenText returns the call's inputs and before-state as text.
func (c *Call) GivenText() string { return c.Unit.CallValues(c.Frame).String() }

// firstOf returns the index of the first call of a callee; -1 where there is none.
func firstOf(c *Case, callee string) int {
	return slices.IndexFunc(c.Calls, func(call *Call) bool { return call.Unit.Name == callee })
}

// isWorthAsking tells whether the calls differ from what is expected. Only then is it
// worth a search to find out which calls the case demands.
func isWorthAsking(c *Case) bool {
	for _, e := range c.Expects {
		if !e.Known || e.Times != count(c, e.Callee) {
			return true
		}
	}
	return false
}

func isCalled(c *Case, name string) bool { return firstOf(c, name) >= 0 }

// count returns the number of the unit's own calls of the named callee.
func count(c *Case, name string) int {
	n := 0
	for _, call := range c.Calls {
		if call.Unit.Name == name {
			n++
		}
	}
	return n
}

// times returns n as a number of times: "once", "2 times" and so on.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
