package trace

import (
	"fmt"
	"slices"
	"sort"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// pattern returns the class of the first deviation of the unit's own calls from
// what its schema says of them, by precedence, with a sentence; "" where there
// is none that is known. A thorough look asks of every call whether the case
// allows it; the other asks of those that no decision foresaw.
func pattern(c *Case, thorough bool) (result.Class, string) {
	for _, call := range c.Calls {
		if call.Pre == Broken {
			return result.MFE, outside(call)
		}
	}
	if c.Rejected {
		return "", ""
	}
	for _, call := range c.Calls {
		if !declared(c.Unit, call.Unit.Name) && call.Unit.Name != c.Unit.Name {
			return result.ECI, undeclaredCall(c.Unit, call)
		}
	}
	if len(c.Unit.Uses) == 0 {
		return "", ""
	}
	if class, why := counted(c); class != "" {
		return class, why
	}
	return placed(c, thorough)
}

// declared tells whether a unit's specification names a callee.
func declared(u *spec.Unit, callee string) bool {
	return slices.Contains(u.Uses, callee) || slices.Contains(u.Calls, callee)
}

// nested appends a finding for each call that a callee, or one of its own, made
// of a unit that it does not declare or outside a precondition. What was itself
// called outside its precondition may do anything.
func nested(list []string, call *Call) []string {
	if call.Pre == Broken {
		return list
	}
	for _, inner := range call.Calls {
		if !declared(call.Unit, inner.Unit.Name) && inner.Unit != call.Unit {
			list = appendNew(list, undeclaredCall(call.Unit, inner))
		}
		if inner.Pre == Broken {
			list = appendNew(list, outside(inner))
		}
		list = nested(list, inner)
	}
	return list
}

func undeclaredCall(u *spec.Unit, c *Call) string {
	return fmt.Sprintf("%s called %s, which its specification does not declare", u.Name, c.Unit.Name)
}

// counted looks for calls of callees that are not to be called, and for callees
// that are to be called and were not.
func counted(c *Case) (result.Class, string) {
	if c.Demands == nil || c.Truncated || !worthAsking(c) {
		return "", ""
	}
	demands := c.Demands()
	names := make([]string, 0, len(demands))
	for name := range demands {
		if !slices.Contains(c.NotObserved, name) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		if demands[name] == result.Forbidden && called(c, name) {
			return result.ECI, fmt.Sprintf("%s called %s, which no enabled disjunct of %s holds", c.Unit.Name, name, c.Unit.Schema)
		}
	}
	for _, name := range names {
		if demands[name] == result.Demanded && !called(c, name) && (c.Ending == Finished || c.Ending == Unmapped) {
			return result.MIC, fmt.Sprintf("%s did not call %s, which every enabled disjunct of %s holds", c.Unit.Name, name, c.Unit.Schema)
		}
	}
	return "", ""
}

// placed looks for calls that the case does not allow: of a function of the
// callee that is not needed before those that are only made with other values,
// or in another order.
func placed(c *Case, thorough bool) (result.Class, string) {
	var beside *Call
	for _, call := range c.Calls {
		if !thorough && (c.Surprising == nil || !c.Surprising(call)) {
			continue
		}
		switch c.place(call) {
		case result.Elsewhere:
			return result.EFE, fmt.Sprintf("%s called %s in a leaf that %s does not reach on this case: %s", c.Unit.Name, call.Unit.Name, c.Unit.Schema, call.Given())
		case result.Beside:
			if beside == nil {
				beside = call
			}
		}
	}
	if why := disordered(c); why != "" {
		return result.WCI, why
	}
	if beside != nil {
		return result.WCI, fmt.Sprintf("%s called %s in a way that %s does not allow on this case: %s", c.Unit.Name, beside.Unit.Name, c.Unit.Schema, beside.Given())
	}
	return "", ""
}

// disordered says which callees were called in another order than the schema
// fixes; "" where none were.
func disordered(c *Case) string {
	if c.Orders == nil || len(c.Calls) < 2 || len(c.Unit.Uses) < 2 {
		return ""
	}
	for _, o := range c.Orders() {
		first, then := firstOf(c, o.First), firstOf(c, o.Then)
		if first > then && then >= 0 {
			return fmt.Sprintf("%s called %s before %s, but is to start from what that leaves", c.Unit.Name, o.Then, o.First)
		}
	}
	return ""
}

// place tells where a call of a used callee lies.
func (c *Case) place(call *Call) result.Place {
	if c.Place == nil || call.Pre != Met || !slices.Contains(c.Unit.Uses, call.Unit.Name) || !complete(call) {
		return result.Unplaced
	}
	return c.Place(call)
}

// Is tells whether the call has the given inputs and before-state.
func (c *Call) Is(witness spec.Values) bool {
	for _, item := range witness {
		for i, v := range c.Unit.Op.Vars {
			if v.Name == item.Name && !c.Frame[i].Equal(item.Value) {
				return false
			}
		}
	}
	return len(witness) > 0
}

// Given writes the call's inputs and before-state.
func (c *Call) Given() string {
	var out spec.Values
	for i, v := range c.Unit.Op.Vars {
		if early(v.Name) {
			out = append(out, spec.Item{Name: v.Name, Type: v.Type, Value: c.Frame[i]})
		}
	}
	return out.String()
}

// firstOf returns the place of the first call of a callee; -1 where there is
// none.
func firstOf(c *Case, callee string) int {
	return slices.IndexFunc(c.Calls, func(call *Call) bool { return call.Unit.Name == callee })
}

// worthAsking tells whether the calls are other than expected: finding out what
// was demanded takes a search.
func worthAsking(c *Case) bool {
	for _, e := range c.Expects {
		if !e.Known || e.Called != called(c, e.Callee) {
			return true
		}
	}
	return false
}

func called(c *Case, name string) bool { return firstOf(c, name) >= 0 }
