package trace

import (
	"slices"

	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/result"
)

// CopyFor returns a copy of the case, without anything that was judged of it, to be
// judged under other assumptions. Schema is what the unit's schema says about its calls
// under these.
func (c *Case) CopyFor(schema *calls.Case) *Case {
	out := *c
	out.Schema, out.fit = schema, nil
	made := map[*Call]*Call{}
	out.Calls = copyCalls(c.Calls, made)
	for _, call := range made {
		for i, b := range call.Beside {
			call.Beside[i] = made[b]
		}
	}
	out.Innermost, out.Among = made[c.Innermost], make([]*Call, len(c.Among))
	for i, call := range c.Among {
		out.Among[i] = made[call]
	}
	return &out
}

// copyCalls returns copies of calls without what was judged of them, and records in `made`
// which copy belongs to which call.
func copyCalls(calls []*Call, made map[*Call]*Call) []*Call {
	out := make([]*Call, len(calls))
	for i, c := range calls {
		d := *c
		d.Pre, d.Post, d.Violated, d.Reason, d.Excuse, d.Charge = Unknown, Unknown, nil, "", "", nil
		d.Beside, d.Calls = slices.Clone(c.Beside), copyCalls(c.Calls, made)
		out[i], made[c] = &d, &d
	}
	return out
}

// EachCall calls f with the calls of the case, nested calls included, until f returns
// false. It returns whether f never did.
func (c *Case) EachCall(f func(*Call) bool) bool { return eachCall(c.Calls, f) }

func eachCall(calls []*Call, f func(*Call) bool) bool {
	for _, c := range calls {
		if !f(c) || !eachCall(c.Calls, f) {
			return false
		}
	}
	return true
}

// Accuses tells whether a ruling says that something is wrong with the unit or a
// callee.
func (o *Ruling) Accuses() bool {
	return o.Verdict == result.Fail || o.Verdict == result.Error || len(o.Faults) > 0 || len(o.Findings) > 0
}

// KeepCommon removes from a ruling of the case what another ruling, of the same case under
// other assumptions, does not say as well. It returns false where the ruling says that
// the unit failed and the other one does not: then the caller must replace the verdict.
func (c *Case) KeepCommon(out *Ruling, other *Case, o *Ruling) bool {
	settle(c.Calls, other.Calls)
	out.Findings = slices.DeleteFunc(slices.Clone(out.Findings),
		func(f string) bool { return !slices.Contains(o.Findings, f) })
	pairs := map[*Call]*Call{}
	pair(c.Calls, other.Calls, pairs)
	before := len(out.Faults)
	out.Faults = slices.DeleteFunc(slices.Clone(out.Faults),
		func(f *Call) bool { return !slices.Contains(o.Faults, pairs[f]) })
	for _, f := range out.Faults {
		f.Charge.join(pairs[f].Charge)
	}
	failed := out.Verdict == result.Fail || out.Verdict == result.Error
	if !failed {
		return true
	}
	if o.Verdict != result.Fail && o.Verdict != result.Error {
		return false
	}
	if len(out.Faults) < before && len(out.Faults) > 0 {
		out.Class, out.Blame, out.Uncertain = "", nil, false
		chargeFaults(out)
		return true
	}
	out.join(o)
	return true
}

// settle sets the conditions that are broken in calls, but not in their counterparts,
// to unknown.
func settle(calls, others []*Call) {
	for i, c := range calls {
		d := others[i]
		if c.Pre == Broken && d.Pre != Broken {
			c.Pre, c.Post, c.Violated = Unknown, Unknown, nil
		}
		if c.Post == Broken && d.Post != Broken {
			c.Post, c.Violated = Unknown, nil
		}
		settle(c.Calls, d.Calls)
	}
}

// pair records which calls of two copies of a case correspond to each other.
func pair(calls, others []*Call, pairs map[*Call]*Call) {
	for i, c := range calls {
		pairs[c] = others[i]
		pair(c.Calls, others[i].Calls, pairs)
	}
}

// join restricts class and blame of a ruling to what another ruling says as well. Where
// the two blame no unit in common, the ruling blames all units that either names.
func (o *Ruling) join(other *Ruling) {
	if o.Class != other.Class {
		o.Class = ""
	}
	o.Uncertain = o.Uncertain || other.Uncertain
	if len(o.Blame) == 0 || len(other.Blame) == 0 {
		o.Blame, o.Class, o.Uncertain = nil, "", false
		return
	}
	both := slices.DeleteFunc(slices.Clone(o.Blame),
		func(name string) bool { return !slices.Contains(other.Blame, name) })
	if len(both) > 0 {
		o.Blame = both
		return
	}
	o.Uncertain, o.Blame = true, slices.Clone(o.Blame)
	for _, name := range other.Blame {
		o.Blame = appendNew(o.Blame, name)
	}
}
