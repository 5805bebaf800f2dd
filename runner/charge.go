package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/trace"
)

// withdraw charges calls to the callees that violated their specifications in them, and
// returns an attempt in which stubs take their places. It is nil where no further
// attempt is needed, and where the stubs are not available: then the case is settled as
// blocked.
func (j *judge) withdraw(ctx context.Context, a *attempt, res *result.Result,
	faults []*trace.Call) (next *attempt, settled bool) {
	forced := decisions{}
	for e, d := range a.forced {
		forced[e] = d
	}
	fresh := false
	for _, f := range faults {
		e := edge{f.Caller, f.Unit.Name}
		if forced[e] == result.Spec || f.Decision != result.Self && f.Decision != result.None {
			continue
		}
		forced[e], fresh = result.Spec, true
		leaves := j.at.Decider.Calls().Confirm(f.Unit, f.Frame)
		for _, l := range leaves {
			j.run.withdraw(a.c, f.Unit.Name, l)
		}
		j.charge(a, res, f, leaves)
	}
	if !fresh {
		return nil, false
	}
	next, err := a.makeFurther(ctx, forced, 0)
	next.notes = append(slices.Clone(a.notes), listCharged(faults)...)
	if err != nil {
		blocked := j.blank(next)
		blocked.Verdict, blocked.Message = result.Blocked, err.Error()
		j.settle(next, blocked)
		return nil, true
	}
	return next, false
}

func listCharged(faults []*trace.Call) []string {
	var out []string
	for _, f := range faults {
		to := "is charged to " + strings.Join(f.Charge.Blame, " or ")
		if len(f.Charge.Blame) == 0 {
			to = "lies in the specifications"
		}
		out = append(out, fmt.Sprintf(
			"%s broke its specification when %s called it%s: that %s, and the case ran again with its specification in its place",
			f.Unit.Name, f.Caller, bracket(f.Unmapped), to))
	}
	return out
}

func bracket(why string) string {
	if why == "" {
		return ""
	}
	return " (" + why + ")"
}

// charge reports a call as a failure of its callee.
func (j *judge) charge(a *attempt, res *result.Result, f *trace.Call, leaves []string) {
	id := f.Unit.Name + "@" + a.c.ID
	if !j.run.results.charges(a.c, id) {
		return
	}
	r := chargeOf(id, a.c.ID, res, f)
	if len(leaves) > 0 {
		r.Leaf = leaves[0]
	}
	j.run.results.emit(r, a.c, nil, nil)
}

// chargeOf returns the result that reports a call in a case as a failure of its callee.
func chargeOf(id, in string, res *result.Result, f *trace.Call) *result.Result {
	r := &result.Result{
		Case: id, Unit: f.Unit.Name, Verdict: result.Fail, Blame: f.Charge.Blame, Uncertain: f.Charge.Uncertain,
		Findings: f.Charge.Findings, Replay: res.Replay, Trace: res.Trace, Stdout: res.Stdout, Stderr: res.Stderr,
		Support: res.Support, Digest: res.Digest,
		Message: fmt.Sprintf("%s broke its specification %s when %s called it in %s", f.Unit.Name, f.Unit.Schema,
			f.Caller, in),
	}
	if f.Charge.Class != "" {
		r.Class = &f.Charge.Class
	}
	switch {
	case f.Unmapped != "":
		r.Message += ": " + f.Unmapped
	case len(f.Moved) > 0:
		r.Message += fmt.Sprintf(": it changed %s, which its signature does not name", strings.Join(f.Moved, ", "))
	}
	if len(f.Violated) > 0 {
		r.Violated = trace.Predicates(f.Violated)
	}
	if f.State != trace.Returned {
		r.Verdict, r.Message = result.Error, res.Message
	}
	r.Values = append(r.Values, f.Frame.KnownValues(f.Unit.Op.Early)...)
	r.Actual = append(r.Actual, f.Frame.KnownValues(f.Unit.Op.Late)...)
	return r
}
