package runner

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/trace"
)

// chargeAtEnd charges units that only the whole of a run shows to be to blame.
func chargeAtEnd(x *execution) {
	chargeLate(x)
	settleUnobserved(x)
}

// settleUnobserved has failures of callers share the blame with callees that have failed too, where calls between them
// are not observed: a caller may be right, and give what a wrong callee has given it.
func settleUnobserved(x *execution) {
	unseen, failed := map[string]trace.Unseen{}, map[string]bool{}
	for _, of := range x.unseen {
		for unit, callees := range of {
			unseen[unit] = callees
		}
	}
	note := func(r *result.Result) bool {
		if isFailure(r.Verdict) {
			for _, name := range r.Blame {
				failed[name] = true
			}
		}
		return false
	}
	share := func(r *result.Result) bool { return isFailure(r.Verdict) && shareUnobserved(r, unseen, failed) }
	for _, how := range []func(*result.Result) bool{note, share} {
		x.results.reconsider(how)
		for _, m := range x.results.run.Machines {
			for _, f := range m.Failures {
				how(f.Result)
			}
		}
	}
}

// shareUnobserved has a failure share its blame with failed callees of those that it blames, and tells whether there
// are any whose calls are not observed.
func shareUnobserved(r *result.Result, unseen map[string]trace.Unseen, failed map[string]bool) bool {
	blame, findings := slices.Clone(r.Blame), slices.Clone(r.Findings)
	for i := 0; i < len(blame); i++ {
		for _, callee := range unseen[blame[i]].All {
			if failed[callee] && !slices.Contains(blame, callee) {
				findings = append(findings, fmt.Sprintf("not observed: calls of %s by %s, and %s has failed too",
					callee, blame[i], callee))
				blame = append(blame, callee)
			}
		}
	}
	if len(blame) == len(r.Blame) {
		return false
	}
	r.Blame, r.Findings, r.Uncertain = blame, findings, true
	return true
}
