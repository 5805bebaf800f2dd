package stubs

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// cutReason returns the reason for a decision where the use of a callee was cut to break a
// cycle, and "" where it was not.
func cutReason(u *spec.Unit, callee string) string {
	return fmt.Sprintf("%s uses %s is cut, which breaks a cycle: %s is tested without %s", u.Name, callee, u.Name,
		callee)
}

// hook decides for a callee that only the grey-box predicate of u mentions. Since the
// schema says nothing about its calls, the decision is by-call.
func (d *Decider) hook(u *spec.Unit, name string) result.Choice {
	q := d.system.Unit(name)
	if f := forcedEntry(u, name); f != nil && f.Decision != string(result.Self) {
		return result.Choice{Decision: result.Decision(f.Decision), Reason: force(u, f)}
	}
	if slices.Contains(u.Cut, name) {
		if f := forcedEntry(u, name); f != nil {
			return result.Choice{Decision: result.BlockedStub, Reason: force(u, f) + ", but it cannot be had: " +
				cutReason(u, name)}
		}
		return result.Choice{Decision: result.Spec, Reason: cutReason(u, name)}
	}
	if q.SUT == "" || q.SUT != u.SUT {
		return result.Choice{Decision: result.Spec,
			Reason: fmt.Sprintf("%s is not served by the system under test of %s", name, u.Name)}
	}
	return result.Choice{
		Decision: result.ByCall, Otherwise: result.Spec, Possible: d.leafIDs(q),
		Reason: fmt.Sprintf(
			"%s is not a part of %s: the grey-box predicate of %s says how it is called, and only the call itself can tell with what", q.Schema, u.Schema, u.Name),
	}
}
