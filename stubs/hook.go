package stubs

import (
	"fmt"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// hooks returns the callees in uses that are no part of u's schema: its grey-box
// predicate says how they are called.
func hooks(system *spec.System, u *spec.Unit) []string {
	if u.Greybox == nil {
		return nil
	}
	var out []string
	for _, name := range u.Uses {
		q, part := system.Unit(name), false
		for _, o := range u.Op.Occurrences {
			part = part || q != nil && o.Schema == q.Schema
		}
		if q != nil && !part {
			out = append(out, name)
		}
	}
	return out
}

// hook decides for such a callee. The schema says nothing of the calls, so that
// each has to decide as it comes.
func (d *Decider) hook(u *spec.Unit, name string) Choice {
	q := d.system.Unit(name)
	if f := forced(u, name); f != nil && f.Decision != string(result.Self) {
		return Choice{Decision: result.Decision(f.Decision), Reason: force(u, f)}
	}
	if q.SUT == "" || q.SUT != u.SUT {
		return Choice{Decision: result.Spec, Reason: fmt.Sprintf("%s is not served by the system under test of %s", name, u.Name)}
	}
	return Choice{
		Decision: result.ByCall, Otherwise: result.Spec, Possible: d.all(q),
		Reason: fmt.Sprintf("%s is no part of %s: the grey-box predicate of %s says how it is called, and only the call itself can tell with what", q.Schema, u.Schema, u.Name),
	}
}
