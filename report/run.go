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

// WriteLine writes one result in one line while a run is going on.
func WriteLine(w io.Writer, r *result.Result, s Style) error {
	p := &printer{w: w}
	p.writeLine(s.verdict(r.Verdict), " ", r.Case, s.paint(faint, remark(r)))
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
		parts = append(parts, cleanText(firstLine(r.Message), false))
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

// writeRun writes the report of a run: all that did not pass, a line for each unit, the
// summary, and what the run rests on. pl is the plan that was run; the coverage, by
// unit, is that of the cases that were run.
func writeRun(w io.Writer, run *result.Run, pl *plan.Plan, coverage map[string]*plan.Coverage, s Style) error {
	p := &printer{w: w}
	p.writeFailures(run, s)
	p.writeSequences(run, s)
	writeWrongPairs(p, run, s)
	writeRefutations(p, run, s)
	writeBroken(p, run, s)
	p.writePassedFindings(run, s)
	writeFlaky(p, run, s)
	p.writeUnits(run, pl, s)
	p.writeMachines(run, s)
	writeClasses(p, run, s)
	writeLaws(p, run, s)
	writeMethods(p, run, s)
	p.writeUnexercised(coverageOf(pl, coverage), s)
	p.writeAssumptions(run, pl, s)
	p.writeSummary(run, s)
	return p.err
}

// writeUnplanned writes the report of a run for which there was no plan.
func writeUnplanned(w io.Writer, run *result.Run, s Style) error {
	p := &printer{w: w}
	p.writeMachinery(run, s)
	p.writeLine("no case was run")
	return p.err
}

// writeRefused writes what is wrong in the tables of programs, for which no case was run.
func writeRefused(w io.Writer, run *result.Run, s Style) error {
	p := &printer{w: w}
	for _, m := range run.Machinery {
		p.writeLine(s.paint(red, m))
	}
	p.writeLine("no case was run")
	return p.err
}

// writeFailures writes the results that are not passes. Cases that were blocked for the same
// reason, such as a program that cannot be built, are written together.
func (p *printer) writeFailures(run *result.Run, s Style) {
	same := map[string][]string{}
	var astray []string
	for r := range run.All() {
		if r.Verdict == result.Blocked && isUnreached(r) {
			astray = append(astray, r.Case)
		} else if r.Verdict == result.Blocked {
			same[r.Message] = append(same[r.Message], r.Case)
		}
	}
	for r := range run.All() {
		ids, message := same[r.Message], r.Message
		if r.Verdict == result.Blocked && isUnreached(r) {
			if ids = []string{r.Case}; len(astray) > maxInstead {
				ids, message = astray, unreached+r.Message
			}
		}
		switch {
		case r.Verdict == result.Pass:
		case r.Verdict != result.Blocked || len(ids) == 1:
			p.writeFailure(r, s)
		case ids[0] == r.Case:
			p.writeLine()
			p.writeLine(s.paint(yellow, "BLOCKED "+formatCount(len(ids), "case")))
			p.writeQuoted("    ", message)
			if len(ids) > maxListed {
				ids = append(ids[:maxListed:maxListed], "and "+itoa(len(ids)-maxListed)+" more")
			}
			p.writeLine("  cases     ", strings.Join(ids, ", "))
		}
	}
}

// writeFailure writes everything about a result that is not a pass.
func (p *printer) writeFailure(r *result.Result, s Style) {
	p.writeLine()
	title := strings.ToUpper(string(r.Verdict)) + " " + r.Case
	c := yellow
	if r.Verdict == result.Fail || r.Verdict == result.Error {
		c = red
	}
	class := classOf(r)
	if r.Rejected {
		class += "  (rejected input)"
	}
	if q := r.Quarantine; q.Excuses(r.Verdict) {
		class += "  (" + describeQuarantine(q) + ")"
	}
	if r.Support {
		class += "  (support: run only because other cases rest on it, not counted)"
	}
	p.writeLine(s.paint(c, title), class)
	p.writeOutcome(r, s)
	p.writePrinted(r)
	if r.Replay != "" {
		p.writeLine("  again     ", s.paint(blue, cleanText(r.Replay, false)))
	}
}

// writePrinted writes what the program printed while the case ran.
func (p *printer) writePrinted(r *result.Result) {
	if r.Stdout != "" {
		p.writeLine("  it printed")
		p.writeQuoted("    ", r.Stdout)
	}
	if r.Stderr != "" {
		p.writeLine("  it wrote")
		p.writeQuoted("    ", r.Stderr)
	}
}

// writeOutcome writes the blame, values, expected and actual, violated conjuncts,
// findings, stubs, trace and message of a result.
func (p *printer) writeOutcome(r *result.Result, s Style) {
	if len(r.Blame) > 0 {
		how := ""
		if r.Uncertain && len(r.Blame) > 1 {
			how = "  (uncertain: it is one of these)"
		} else if r.Uncertain {
			how = "  (uncertain: not all that matters was observed or could be judged)"
		}
		p.writeLine("  blame     ", s.paint(bold, strings.Join(r.Blame, ", ")), how)
	}
	if len(r.Values) > 0 {
		p.writeLine("  values    ", values(r.Values), sizesOf(r.Sizes))
	}
	if len(r.Way) > 0 {
		p.writeLine("  way       ", cleanText(clip(way(r.Way), maxQuoted), false))
	}
	writeStructures(p, r.Structures)
	p.writeKept(r)
	writeAttempts(p, r.Attempts)
	switch {
	case r.Expected != nil:
		p.writeLine("  expected  ", values(r.Expected))
	case r.Actual != nil:
		p.writeLine("  expected  ", s.paint(faint, "any outcome that the specification allows"))
	}
	if r.Actual != nil {
		p.writeLine("  actual    ", values(r.Actual))
	}
	for _, v := range r.Violated {
		at := ""
		if v.At != "" {
			at = "  " + s.paint(faint, v.At)
		}
		p.writeLine("  violated  ", s.paint(red, cleanText(v.Predicate, false)), at)
	}
	if r.Tau != "" {
		p.writeLine("  τ         ", cleanText(clip(r.Tau, maxQuoted), false))
	}
	for _, f := range r.Findings {
		p.writeLine("  finding   ", cleanText(f, false))
	}
	if r.Message != "" {
		p.writeLine("  because")
		p.writeQuoted("    ", r.Message)
	}
	for _, st := range r.Stubs {
		p.writeLine("  stub      ", st.Callee, occurrence(st.Occurrence), ": ", formatChanged(st), leafOf(st.Leaf),
			"  ",
			s.paint(faint, cleanText(st.Reason, false)))
	}
	if len(r.Trace) > 0 {
		p.writeLine("  trace")
		p.writeCalls("    ", r.Trace, s)
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

func values(vs spec.Values) string { return briefValues(vs, 0) }

// shownElements is how many elements of a collection are shown where many cases are listed.
const shownElements = 12

// briefValues returns values as text, with no more than the first elements of each collection, of the
// given number; 0: all elements.
func briefValues(vs spec.Values, most int) string {
	if len(vs) == 0 {
		return "none"
	}
	return cleanText(clip(vs.Brief(most), maxQuoted), false)
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

func formatChanged(st result.Stub) string {
	if st.Planned != "" && st.Planned != st.Decision {
		return string(st.Decision) + " (planned " + string(st.Planned) + ")"
	}
	return string(st.Decision)
}

// maxCalls is the largest number of calls of a trace that are shown to people.
const maxCalls = 200

// writeCalls writes a trace as an indented tree.
func (p *printer) writeCalls(indent string, calls []*result.Call, s Style) {
	left := maxCalls
	var walk func(indent string, calls []*result.Call)
	walk = func(indent string, calls []*result.Call) {
		for i, c := range calls {
			if left == 0 {
				p.writeLine(indent, "…")
				return
			}
			left--
			branch, next := "├─ ", "│  "
			if i == len(calls)-1 {
				branch, next = "└─ ", "   "
			}
			p.writeLine(indent, branch, call(c, s))
			p.writeEvidence(indent+next, c, s)
			walk(indent+next, c.Calls)
			if c.Cut > 0 && left > 0 {
				p.writeLine(indent+next, "… ", formatCount(c.Cut, "call"), " below it left out")
			}
		}
	}
	walk(indent, calls)
}

// uncertifiedText says that a callee answered where it is not certified.
func uncertifiedText(c *result.Call) string {
	if c.LeftOut {
		return "uncertified, since its leaf was left out of this run"
	}
	return "uncertified"
}

// writeEvidence writes what is wrong with a call, below it.
func (p *printer) writeEvidence(indent string, c *result.Call, s Style) {
	for _, v := range c.Violated {
		at := ""
		if v.At != "" {
			at = "  " + s.paint(faint, v.At)
		}
		p.writeLine(indent, "  violated  ", s.paint(red, cleanText(v.Predicate, false)), at)
	}
	if len(c.Moved) > 0 {
		p.writeLine(indent, "  changed   ", s.paint(red, cleanText(strings.Join(c.Moved, ", "), false)),
			", which its signature does not name")
	}
	if len(c.Predicted) > 0 {
		p.writeLine(indent, "  predicted ", strings.Join(c.Predicted, ", "))
	}
}

func call(c *result.Call, s Style) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s(%s)", s.paint(bold, cleanText(c.Unit, false)), argumentList(c.Args))
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
		b.WriteString("  " + s.paint(yellow, uncertifiedText(c)))
	}
	if c.Message != "" {
		b.WriteString("  " + s.paint(red, cleanText(firstLine(c.Message), false)))
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

// writePassedFindings writes the findings about cases that passed.
func (p *printer) writePassedFindings(run *result.Run, s Style) {
	var lines, instead, cases []string
	for r := range run.All() {
		if r.Verdict != result.Pass {
			continue
		}
		for _, f := range r.Findings {
			if r.Instead && strings.HasPrefix(f, "another case of ") {
				instead, cases = append(instead, r.Case+": "+cleanText(f, false)), append(cases, r.Case)
				continue
			}
			lines = append(lines, r.Case+": "+cleanText(f, false))
		}
	}
	if len(instead) > maxInstead {
		instead = []string{fmt.Sprintf("%s began in another state than planned, to which no way was found; explain CASE "+
			"says which. Where no operation can lead there, a predicate of the state says so: %s",
			formatCount(len(cases), "case"), shorten(cases, len(cases)))}
	}
	if lines = append(lines, instead...); len(lines) > 0 {
		p.writeHeading(s, "Findings on cases that passed")
	}
	for _, line := range lines {
		p.writeLine("  ", line)
	}
	if len(run.Findings) > 0 {
		p.writeHeading(s, "Findings on the run")
		for _, f := range run.Findings {
			p.writeLine("  ", cleanText(f, false))
		}
	}
}

// writeUnits writes one line for each unit, in test order.
func (p *printer) writeUnits(run *result.Run, pl *plan.Plan, s Style) {
	byUnit := run.ByUnit()
	if len(pl.Units) == 0 {
		return
	}
	p.writeHeading(s, "Units")
	rows := [][]string{}
	for _, u := range pl.Units {
		results := byUnit(u.Name)
		rows = append(rows, []string{"layer " + itoa(u.Layer), u.Name, tally(results, u, s)})
	}
	p.writeTable("  ", rows)
}

// writeMachinery writes the failures outside the units under test.
func (p *printer) writeMachinery(run *result.Run, s Style) {
	for _, m := range run.Machinery {
		p.writeLine(s.paint(red, "machinery"), "  ", strings.TrimSpace(cleanText(firstLine(m), false)))
		if rest := strings.TrimPrefix(m, firstLine(m)); strings.TrimSpace(rest) != "" {
			p.writeQuoted("  ", strings.TrimPrefix(rest, "\n"))
		}
	}
}

// writeSummary writes the counts, those of cases of units and of each kind of other things in a line of their own, and
// the failures outside the units.
func (p *printer) writeSummary(run *result.Run, s Style) {
	p.writeLine()
	p.writeMachinery(run, s)
	if run.Interrupted {
		p.writeLine(s.paint(yellow, "interrupted"), ": what is above is all that was run")
	}
	untested := ""
	if n := len(run.UndecidedLeaves); n > 0 {
		untested = "; " + s.paint(yellow, formatCount(n, "undecided leaf")+", where nothing was tested")
	}
	if n := len(run.OpenLeaves); n > 0 {
		untested += "; " + s.paint(yellow, formatCount(n, "open leaf")+", where nothing was tested")
	}
	if n := len(run.Untested); n > 0 {
		untested += "; " + s.paint(yellow, formatCount(n, "unit")+" without a test case")
	}
	var lines []string
	beside := judgedBeside(run)
	if len(run.Results) > 0 || len(beside) == 0 {
		lines = append(lines, summaryText(run.Summary, s))
	}
	for _, j := range beside {
		lines = append(lines, j.text(s))
	}
	lines[0] += fmt.Sprintf(" in %.2f s%s", run.Seconds, untested)
	for _, line := range lines {
		p.writeLine(line)
	}
	if names := listWanted(run); len(names) > 0 {
		p.writeLine(s.paint(yellow, "wanted"), "  ", askFor(names))
	}
}
