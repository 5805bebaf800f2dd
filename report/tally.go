package report

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// tally counts the results of a unit in one line.
func tally(results []*result.Result, u *plan.Unit, s Style) string {
	sum := result.Count(slices.Values(results))
	var parts []string
	add := func(n int, v result.Verdict) {
		if n > 0 {
			parts = append(parts, itoa(n)+" "+s.verdict(v))
		}
	}
	add(sum.Pass, result.Pass)
	add(sum.Fail, result.Fail)
	add(sum.Error, result.Error)
	add(sum.Blocked, result.Blocked)
	add(sum.Undecided, result.Undecided)
	add(sum.Flaky, result.Flaky)
	add(sum.Quarantined, "in quarantine")
	if text := describeSupport(results, s); text != "" {
		parts = append(parts, text)
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case len(u.Cases) == 0:
		return s.paint(yellow, "no test case") + whyNoCase(u)
	case u.SUT == "":
		return s.paint(faint, "not written yet: its specification stands in for it")
	}
	return s.paint(faint, "not run")
}

// whyNoCase returns the reason why a unit has no test case.
func whyNoCase(u *plan.Unit) string {
	switch why := u.ExplainUntested(); {
	case why == "":
		return ": every leaf was ruled out by hand"
	case u.SUT == "":
		return ": it is not written yet; " + why
	default:
		return ": " + why
	}
}

// describeSupport counts the results of cases that were run because others rest on them, and
// says which of these did not pass.
func describeSupport(results []*result.Result, s Style) string {
	n := 0
	other := map[result.Verdict]int{}
	for _, r := range results {
		if r.Support {
			n++
			other[r.Verdict]++
		}
	}
	if n == 0 {
		return ""
	}
	var parts []string
	for _, v := range []result.Verdict{result.Fail, result.Error, result.Blocked, result.Undecided,
		result.Flaky} {
		if other[v] > 0 {
			parts = append(parts, itoa(other[v])+" "+s.verdict(v))
		}
	}
	text := s.paint(faint, itoa(n)+" support")
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	return text
}
