package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Line writes one result in one line while a run is going on.
func Line(w io.Writer, r *result.Result, s Style) error {
	p := &printer{w: w}
	p.line(s.verdict(r.Verdict), " ", r.Case, s.paint(faint, remark(r)))
	return p.err
}

// remark returns what the line about a result says besides its verdict.
func remark(r *result.Result) string {
	var parts []string
	if r.Support {
		parts = append(parts, "support")
	}
	if r.Class != nil {
		parts = append(parts, string(*r.Class))
	}
	if len(r.Blame) > 0 && r.Verdict != result.Pass {
		parts = append(parts, "blame "+strings.Join(r.Blame, ", "))
	}
	if r.Verdict != result.Pass && r.Message != "" {
		parts = append(parts, clean(firstLine(r.Message), false))
	}
	if len(parts) == 0 {
		return ""
	}
	return "  (" + strings.Join(parts, "; ") + ")"
}

func firstLine(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i]
	}
	return clip(s, 200)
}

// Run writes the report of a run: all that did not pass, a line for each unit, the
// summary, and what the run rests on. pl is the plan that was run; the coverage, by
// unit, is that of the cases that were run.
func Run(w io.Writer, run *result.Run, pl *plan.Plan, coverage map[string]*plan.Coverage, s Style) error {
	p := &printer{w: w}
	p.failures(run.Results, s)
	p.sequences(run, s)
	refutations(p, run, s)
	p.passedFindings(run, s)
	p.units(run, pl, s)
	p.machines(run, s)
	laws(p, run, s)
	p.notExercised(coverageOf(pl, coverage), s)
	p.rests(run, pl, s)
	p.summary(run, s)
	return p.err
}

// notBegun writes the report of a run for which there was no plan.
func notBegun(w io.Writer, run *result.Run, s Style) error {
	p := &printer{w: w}
	p.machinery(run, s)
	p.line("no case was run")
	return p.err
}

// failures writes the results that are not passes. Cases that were blocked for the same
// reason, such as a program that cannot be built, are written together.
func (p *printer) failures(results []*result.Result, s Style) {
	same := map[string][]string{}
	for _, r := range results {
		if r.Verdict == result.Blocked {
			same[r.Message] = append(same[r.Message], r.Case)
		}
	}
	for _, r := range results {
		ids := same[r.Message]
		switch {
		case r.Verdict == result.Pass:
		case r.Verdict != result.Blocked || len(ids) == 1:
			p.failure(r, s)
		case ids[0] == r.Case:
			p.line()
			p.line(s.paint(yellow, "BLOCKED "+plural(len(ids), "case")))
			p.quoted("    ", r.Message)
			if len(ids) > maxListed {
				ids = append(ids[:maxListed:maxListed], "and "+itoa(len(ids)-maxListed)+" more")
			}
			p.line("  cases     ", strings.Join(ids, ", "))
		}
	}
}

// failure writes everything about a result that is not a pass.
func (p *printer) failure(r *result.Result, s Style) {
	p.line()
	title := strings.ToUpper(string(r.Verdict)) + " " + r.Case
	c := yellow
	if r.Verdict == result.Fail || r.Verdict == result.Error {
		c = red
	}
	class := classOf(r)
	if r.Rejected {
		class += "  (rejected input)"
	}
	if r.Support {
		class += "  (support: run only because other cases rest on it, not counted)"
	}
	p.line(s.paint(c, title), class)
	p.outcome(r, s)
	p.printed(r)
	if r.Replay != "" {
		p.line("  again     ", s.paint(blue, clean(r.Replay, false)))
	}
}

// printed writes what the program printed while the case ran.
func (p *printer) printed(r *result.Result) {
	if r.Stdout != "" {
		p.line("  it printed")
		p.quoted("    ", r.Stdout)
	}
	if r.Stderr != "" {
		p.line("  it wrote")
		p.quoted("    ", r.Stderr)
	}
}

// outcome writes the blame, values, expected and actual, violated conjuncts,
// findings, stubs, trace and message of a result.
func (p *printer) outcome(r *result.Result, s Style) {
	if len(r.Blame) > 0 {
		how := ""
		if r.Uncertain {
			how = "  (uncertain: not every call was observed or could be judged)"
		}
		p.line("  blame     ", s.paint(bold, strings.Join(r.Blame, ", ")), how)
	}
	if len(r.Values) > 0 {
		p.line("  values    ", values(r.Values), sizesOf(r.Sizes))
	}
	if len(r.Way) > 0 {
		p.line("  way       ", clean(clip(way(r.Way), maxQuoted), false))
	}
	p.kept(r)
	switch {
	case r.Expected != nil:
		p.line("  expected  ", values(r.Expected))
	case r.Actual != nil:
		p.line("  expected  ", s.paint(faint, "any outcome that the specification allows"))
	}
	if r.Actual != nil {
		p.line("  actual    ", values(r.Actual))
	}
	for _, v := range r.Violated {
		at := ""
		if v.At != "" {
			at = "  " + s.paint(faint, v.At)
		}
		p.line("  violated  ", s.paint(red, clean(v.Predicate, false)), at)
	}
	if r.Tau != "" {
		p.line("  τ         ", clean(clip(r.Tau, maxQuoted), false))
	}
	for _, f := range r.Findings {
		p.line("  finding   ", clean(f, false))
	}
	if r.Message != "" {
		p.line("  because")
		p.quoted("    ", r.Message)
	}
	for _, st := range r.Stubs {
		p.line("  stub      ", st.Callee, occurrence(st.Occurrence), ": ", changed(st), leafOf(st.Leaf), "  ",
			s.paint(faint, clean(st.Reason, false)))
	}
	if len(r.Trace) > 0 {
		p.line("  trace")
		p.calls("    ", r.Trace, s)
	}
}

// way writes the operations that led to the state before a unit.
func way(steps []result.WayStep) string {
	out := make([]string, len(steps))
	for i, s := range steps {
		out[i] = s.Unit + "(" + argumentList(s.Inputs) + ")"
	}
	return strings.Join(out, ", ")
}

func values(vs spec.Values) string {
	if len(vs) == 0 {
		return "none"
	}
	return clean(clip(vs.String(), maxQuoted), false)
}

func occurrence(n int) string {
	if n <= 1 {
		return ""
	}
	return " (occurrence " + itoa(n) + ")"
}

func leafOf(leaf string) string {
	if leaf == "" {
		return ""
	}
	return " in " + leaf
}

func changed(st result.Stub) string {
	if st.Planned != "" && st.Planned != st.Decision {
		return string(st.Decision) + " (planned " + string(st.Planned) + ")"
	}
	return string(st.Decision)
}

// maxCalls is the largest number of calls of a trace that are shown to people.
const maxCalls = 200

// calls writes a trace as an indented tree.
func (p *printer) calls(indent string, calls []*result.Call, s Style) {
	left := maxCalls
	var walk func(indent string, calls []*result.Call)
	walk = func(indent string, calls []*result.Call) {
		for i, c := range calls {
			if left == 0 {
				p.line(indent, "…")
				return
			}
			left--
			branch, next := "├─ ", "│  "
			if i == len(calls)-1 {
				branch, next = "└─ ", "   "
			}
			p.line(indent, branch, call(c, s))
			p.evidence(indent+next, c, s)
			walk(indent+next, c.Calls)
			if c.Cut > 0 && left > 0 {
				p.line(indent+next, "… ", plural(c.Cut, "call"), " below it left out")
			}
		}
	}
	walk(indent, calls)
}

// evidence writes what is wrong with a call, below it.
func (p *printer) evidence(indent string, c *result.Call, s Style) {
	for _, v := range c.Violated {
		at := ""
		if v.At != "" {
			at = "  " + s.paint(faint, v.At)
		}
		p.line(indent, "  violated  ", s.paint(red, clean(v.Predicate, false)), at)
	}
	if len(c.Moved) > 0 {
		p.line(indent, "  changed   ", s.paint(red, clean(strings.Join(c.Moved, ", "), false)),
			", which its signature does not name")
	}
	if len(c.Predicted) > 0 {
		p.line(indent, "  predicted ", strings.Join(c.Predicted, ", "))
	}
}

func call(c *result.Call, s Style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s(%s)", s.paint(bold, clean(c.Unit, false)), argumentList(c.Args))
	if len(c.Before) > 0 {
		b.WriteString("  before " + values(c.Before))
	}
	if c.Open {
		b.WriteString("  " + s.paint(red, "did not return"))
	} else {
		if len(c.After) > 0 {
			b.WriteString("  after " + values(c.After))
		}
		if len(c.Result) > 0 {
			b.WriteString("  result " + values(c.Result))
		}
	}
	b.WriteString("  [" + string(c.Decision) + leafOf(c.Leaf) + "]")
	if c.Uncertified {
		b.WriteString("  " + s.paint(yellow, "uncertified"))
	}
	if c.Message != "" {
		b.WriteString("  " + s.paint(red, clean(firstLine(c.Message), false)))
	}
	if c.Pre != nil && !*c.Pre {
		b.WriteString("  " + s.paint(red, "outside its precondition"))
	}
	if c.Post != nil && !*c.Post {
		b.WriteString("  " + s.paint(red, "broke its specification"))
	}
	return b.String()
}

func argumentList(vs spec.Values) string {
	if len(vs) == 0 {
		return ""
	}
	return values(vs)
}

// passedFindings writes the findings about cases that passed.
func (p *printer) passedFindings(run *result.Run, s Style) {
	first := true
	for _, r := range run.Results {
		if r.Verdict != result.Pass {
			continue
		}
		for _, f := range r.Findings {
			if first {
				p.heading(s, "Findings on cases that passed")
				first = false
			}
			p.line("  ", r.Case, ": ", clean(f, false))
		}
	}
	if len(run.Findings) > 0 {
		p.heading(s, "Findings on the run")
		for _, f := range run.Findings {
			p.line("  ", clean(f, false))
		}
	}
}

// units writes one line for each unit, in test order.
func (p *printer) units(run *result.Run, pl *plan.Plan, s Style) {
	byUnit := map[string][]*result.Result{}
	for _, r := range run.Results {
		byUnit[r.Unit] = append(byUnit[r.Unit], r)
	}
	if len(pl.Units) == 0 {
		return
	}
	p.heading(s, "Units")
	rows := [][]string{}
	for _, u := range pl.Units {
		results := byUnit[u.Name]
		rows = append(rows, []string{"layer " + itoa(u.Layer), u.Name, tally(results, u, s)})
	}
	p.table("  ", rows)
}

func tally(results []*result.Result, u *plan.Unit, s Style) string {
	sum := result.Count(results)
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
	if text := supported(results, s); text != "" {
		parts = append(parts, text)
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case len(u.Cases) == 0:
		return s.paint(yellow, "no test case") + without(u)
	case u.SUT == "":
		return s.paint(faint, "not written yet: its specification stands in for it")
	}
	return s.paint(faint, "not run")
}

// without returns the reason why a unit has no test case.
func without(u *plan.Unit) string {
	switch why := u.WhyUntested(); {
	case why == "":
		return ": every leaf was ruled out by hand"
	case u.SUT == "":
		return ": it is not written yet; " + why
	default:
		return ": " + why
	}
}

// supported counts the results of cases that were run because others rest on them, and
// says which of these did not pass.
func supported(results []*result.Result, s Style) string {
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
	for _, v := range []result.Verdict{result.Fail, result.Error, result.Blocked, result.Undecided} {
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

// machinery writes the failures outside the units under test.
func (p *printer) machinery(run *result.Run, s Style) {
	for _, m := range run.Machinery {
		p.line(s.paint(red, "machinery"), "  ", strings.TrimSpace(clean(firstLine(m), false)))
		if rest := strings.TrimPrefix(m, firstLine(m)); strings.TrimSpace(rest) != "" {
			p.quoted("  ", strings.TrimPrefix(rest, "\n"))
		}
	}
}

// summary writes the counts in one line, and the number of failures outside the units.
func (p *printer) summary(run *result.Run, s Style) {
	p.line()
	p.machinery(run, s)
	if run.Interrupted {
		p.line(s.paint(yellow, "interrupted"), ": what is above is all that was run")
	}
	sum := run.Summary
	untested := ""
	if n := len(run.UndecidedLeaves); n > 0 {
		untested = "; " + s.paint(yellow, plural(n, "undecided leaf")+", where nothing was tested")
	}
	if n := len(run.OpenLeaves); n > 0 {
		untested += "; " + s.paint(yellow, plural(n, "open leaf")+", where nothing was tested")
	}
	if n := len(run.Untested); n > 0 {
		untested += "; " + s.paint(yellow, plural(n, "unit")+" without a test case")
	}
	p.line(fmt.Sprintf("%s, %s, %s, %s, %s in %.2f s%s",
		count(s, green, sum.Pass, "passed"), count(s, red, sum.Fail, "failed"), count(s, red, sum.Error, "in error"),
		count(s, yellow, sum.Blocked, "blocked"), count(s, yellow, sum.Undecided, "undecided"), run.Seconds, untested))
	if names := wantedConstants(run); len(names) > 0 {
		p.line(s.paint(yellow, "wanted"), "  ", askFor(names))
	}
}

func count(s Style, c colour, n int, word string) string {
	text := itoa(n) + " " + word
	if n == 0 {
		return text
	}
	return s.paint(c, text)
}
