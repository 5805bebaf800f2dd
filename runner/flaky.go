package runner

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/trace"
)

// try is what came of one of several attempts at a case.
type try struct {
	result.Attempt
	failed *result.Result // nil where nothing failed
	faults []certified    // the leaves of callees that broke their specifications
	// charged are what failed on the way to the state of the case, so that its unit did not run in it.
	charged []*result.Result
}

// triesAgain tells whether the options ask for a further attempt at a case, under the same decisions: since the case or
// a callee in it failed, or whatever came. What has already run again for another reason is left alone.
func triesAgain(j *judge, a *attempt) bool {
	o := &j.run.options
	return o.reruns() && a.reseed == nil && len(a.forced) == 0
}

// tryAgain returns a further attempt at a case where there is to be one. Where some attempts failed and others did not,
// it settles the case as flaky.
func (j *judge) tryAgain(a *attempt, res *result.Result, faults []*trace.Call) (next *attempt, settled bool) {
	if !triesAgain(j, a) {
		return nil, false
	}
	return goOn(j, a, j.tryOf(res, faults))
}

// settleUnreached settles a case whose unit did not run in its state. Where that is so since a step on the way failed,
// the attempt has failed, and it may return a further one.
func (j *judge) settleUnreached(a *attempt, res *result.Result) *attempt {
	res = a.firstResult(res)
	if a.keepAmong(); len(a.charged) > 0 && triesAgain(j, a) {
		of := a.charged[0]
		next, settled := goOn(j, a, try{failed: res, charged: a.charged, Attempt: result.Attempt{Verdict: of.Verdict,
			Class: of.Class, Blame: slices.Clone(of.Blame), Message: of.Message, Seconds: res.Seconds}})
		if next != nil || settled {
			return next
		}
	} else {
		j.run.results.emitCharges(a.c, a.charged)
	}
	j.settle(a, res)
	return nil
}

// goOn adds what came of an attempt to what came of those before it.
func goOn(j *judge, a *attempt, t try) (next *attempt, settled bool) {
	o := &j.run.options
	tries := append(slices.Clone(a.tries), t)
	if len(tries) < o.Repeat || t.failed != nil && len(tries) <= o.Retries {
		next = &attempt{unit: a.unit, c: a.c, choices: a.choices, selected: a.selected, notes: a.notes, way: a.way,
			instead: a.instead, tries: tries, prepared: a.prepared}
		j.run.results.expectAgain(next)
		return next, false
	}
	a.tries = tries
	failed, steady := lastFailed(tries), slices.ContainsFunc(tries, func(t try) bool { return t.failed == nil })
	if failed == nil || !steady {
		for _, t := range tries {
			j.run.results.emitCharges(a.c, t.charged)
		}
		return nil, false
	}
	for _, t := range tries {
		for _, f := range t.faults {
			doubt(j.run, a.c, f)
		}
	}
	j.settle(a, makeFlaky(failed, tries))
	return nil, true
}

// tryOf returns what came of an attempt.
func (j *judge) tryOf(res *result.Result, faults []*trace.Call) try {
	t := try{Attempt: result.Attempt{Verdict: res.Verdict, Class: res.Class, Blame: slices.Clone(res.Blame),
		Message: res.Message, Seconds: res.Seconds}}
	if t.Message == "" && len(res.Violated) > 0 {
		t.Message = "violated " + res.Violated[0].Predicate
	}
	for _, f := range faults {
		for _, l := range j.at.Decider.Calls().Confirm(f.Unit, f.Frame) {
			t.faults = append(t.faults, certified{f.Unit.Name, l})
		}
		what := f.Unit.Name + " broke its specification when " + f.Caller + " called it"
		if isFailure(t.Verdict) {
			t.Message += "; " + what
			continue
		}
		t.Verdict, t.Message = result.Fail, what
		if len(t.Blame) == 0 {
			t.Blame = slices.Clone(f.Charge.Blame)
		}
	}
	if isFailure(t.Verdict) {
		t.failed = res
	}
	if t.Blame == nil {
		t.Blame = []string{}
	}
	return t
}

func isFailure(v result.Verdict) bool { return v == result.Fail || v == result.Error }

// lastFailed returns the result of the last attempt that failed; nil where none did.
func lastFailed(tries []try) *result.Result {
	for _, t := range slices.Backward(tries) {
		if t.failed != nil {
			return t.failed
		}
	}
	return nil
}

// makeFlaky returns the result of a case of which some attempts failed: that of the last of these, as flaky.
func makeFlaky(failed *result.Result, tries []try) *result.Result {
	out := *failed
	out.Verdict, out.Attempts = result.Flaky, attemptsOf(tries)
	last := out.Attempts[slices.IndexFunc(tries, func(t try) bool { return t.failed == failed })]
	out.Class, out.Blame = last.Class, last.Blame
	out.Message = fmt.Sprintf("failed in %d of %d attempts", result.CountFailed(out.Attempts), len(tries))
	if last.Message != "" {
		out.Message += ": " + last.Message
	}
	return &out
}

// lastWrong returns the result of the last attempt in which the unit ran in the state of the case and failed; nil where
// none did.
func lastWrong(tries []try) *result.Result {
	return lastFailed(slices.DeleteFunc(slices.Clone(tries), func(t try) bool { return len(t.charged) > 0 }))
}

// tellTries adds to a result what attempts there were. One that could not be judged does not take the place of one
// that failed before it.
func (a *attempt) tellTries(res *result.Result) *result.Result {
	if lastFailed(a.tries) == nil || res.Verdict == result.Flaky {
		return res
	}
	if res.Verdict == result.Blocked && len(a.forced) == 0 && lastWrong(a.tries) != nil {
		return a.failAsBefore("a further attempt was blocked: " + res.Message)
	}
	res.Attempts = attemptsOf(a.tries)
	return res
}

// failAsBefore returns the result of the last attempt in which the unit failed, with a finding.
func (a *attempt) failAsBefore(finding string) *result.Result {
	failed := lastWrong(a.tries)
	one := *failed
	last := a.tries[slices.IndexFunc(a.tries, func(t try) bool { return t.failed == failed })]
	one.Verdict, one.Class, one.Blame, one.Message = last.Verdict, last.Class, last.Blame, last.Message
	one.Findings = append(slices.Clone(one.Findings), finding)
	one.Attempts = attemptsOf(a.tries)
	return &one
}

// expectAgain records that there is a further attempt at a case. One that was drawn is not reported where that is not
// made.
func (r *results) expectAgain(next *attempt) {
	if next.c.drawn != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.again == nil {
		r.again = map[int]*attempt{}
	}
	r.again[next.c.number] = next
}

// endTried reports the failures of those cases whose further attempts were not made, since the run ended.
func (x *execution) endTried() {
	x.results.mu.Lock()
	left := x.results.again
	x.results.again = nil
	x.results.mu.Unlock()
	for _, number := range slices.Sorted(maps.Keys(left)) {
		a := left[number]
		if x.results.hasResult(a.c) {
			continue
		}
		a.tries = a.allTries()
		for _, t := range a.tries {
			x.results.emitCharges(a.c, t.charged)
		}
		if lastWrong(a.tries) == nil {
			continue
		}
		res := a.failAsBefore("a further attempt was not made, since the run ended")
		x.certs.note(a.unit.plan.Name, a.c.Leaf.ID, res.Verdict, nil)
		x.results.emit(res, a.c, nil, nil)
	}
}

func attemptsOf(tries []try) []result.Attempt {
	out := make([]result.Attempt, len(tries))
	for i, t := range tries {
		out[i] = t.Attempt
	}
	return out
}

// beginRetry returns what the document of a run says of how often cases are run.
func beginRetry(o *Options) *result.Retry {
	if o.Retries == 0 && o.Repeat <= 1 {
		return nil
	}
	r := &result.Retry{Retries: o.Retries, Rule: o.FlakyRule}
	if o.Repeat > 1 {
		r.Repeat = o.Repeat
	}
	if r.Rule == "" {
		r.Rule = result.FlakyFail
	}
	return r
}

// quarantines are those of a project, as they are on the day of a run.
type quarantines map[string]*result.Quarantine

// newQuarantines returns the quarantines of a project on a day, by the cases and units that they name.
func newQuarantines(p *plan.Plan, now time.Time) quarantines {
	out := quarantines{}
	for _, q := range p.System.Quarantine {
		until := q.Until.Format(time.DateOnly)
		out[q.Of] = &result.Quarantine{Owner: q.Owner, Until: until, Reason: q.Reason,
			Expired: now.Format(time.DateOnly) > until}
	}
	return out
}

// of returns the quarantine of a result: that of its case before that of its unit.
func (q quarantines) of(r *result.Result) *result.Quarantine {
	if of := q[r.Case]; of != nil {
		return of
	}
	return q[r.Unit]
}

// listQuarantines returns what is to be said of a project's quarantines: those whose day is over, and those that name
// no case of the plan.
func listQuarantines(p *plan.Plan, now time.Time) []string {
	known := map[string]bool{}
	for _, u := range p.Units {
		known[u.Name] = true
		for _, c := range u.Cases {
			known[c.ID] = true
		}
	}
	var out []string
	for _, q := range p.System.Quarantine {
		switch until := q.Until.Format(time.DateOnly); {
		case now.Format(time.DateOnly) > until:
			out = append(out, fmt.Sprintf("the quarantine of %s ended on %s, and it counts again: %s is its owner", q.Of, until,
				q.Owner))
		case !known[result.CaseOf(q.Of)] && !strings.Contains(q.Of, "~"):
			out = append(out, fmt.Sprintf("the quarantine of %s, which is owned by %s, is of no case of the plan", q.Of, q.Owner))
		}
	}
	return out
}
