package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxListed is how many items are shown of each list in the section about what a green
// run rests on. Further items are counted.
const maxListed = 20

// writeAssumptions writes what the passes of a run rest on: all that they assume and that nothing
// has tested.
func (p *printer) writeAssumptions(run *result.Run, pl *plan.Plan, s Style) {
	if len(pl.Units) == 0 {
		return
	}
	p.writeHeading(s, "What this green rests on")
	p.writeLine("  uniformity  a leaf whose case passed is taken to be right on all of its values; ",
		formatCount(countPassed(run, pl, false), "leaf"), " passed")
	p.writeMore(run)
	p.writeMutants(listConcerned(run, pl))
	if n := countPassed(run, pl, true); n > 0 {
		p.writeLine("  rejected    ", formatCount(n, "condition"),
			" on rejected inputs passed too, and certifies nothing: no call may lie there")
	}
	if n := countReached(run); n > 0 {
		p.writeLine("  reached     ", formatCount(n, "case"),
			" began where the program's own operations have led, not in a state that was set")
	}
	writeTaken(p, run)
	writeBegun(p, run)
	p.writeList("open", listPassedOpen(run, pl), "cases of which no outcome was known passed too, and certify nothing")
	p.writeScopes(pl)
	for _, c := range pl.System.Constants {
		if c.From == spec.Chosen {
			p.writeLine("  constant    ", constant(c))
		}
	}
	p.writeDecisions(run, pl)
	writeIsolation(p, run)
	units := listConcerned(run, pl)
	p.writeLeaves(units, suite.PrunedByHand, "pruned", "ruled out by hand")
	p.writeLeaves(units, suite.NoneInScope, "no case", "without a case in scope; there may be cases outside it")
	p.writeLeaves(units, suite.Undecided, "undecided", "where the solver gave up; nothing was tested there")
	p.writeList("unobserved", run.NotObserved, "no seam lies between these units, so their calls were not judged")
	p.writeList("not run", listNotRun(run, pl), "what was not run at all")
}

// countReached counts the cases that passed of which the state before was reached and not set.
func countReached(run *result.Run) int {
	n := 0
	for r := range run.All() {
		if len(r.Way) > 0 && r.Verdict == result.Pass {
			n++
		}
	}
	return n
}

// listPassedOpen returns the open cases that passed.
func listPassedOpen(run *result.Run, pl *plan.Plan) []string {
	var out []string
	for r := range run.All() {
		if r.Verdict == result.Pass && isOpen(pl, r) {
			out = append(out, r.Case)
		}
	}
	return out
}

// isOpen tells whether a result is of an open case.
func isOpen(pl *plan.Plan, r *result.Result) bool {
	u := pl.Unit(r.Unit)
	if u == nil {
		return false
	}
	l := u.Leaf(r.Leaf)
	return l != nil && l.IsOpen()
}

// countPassed returns the number of leaves that passed, among those on rejected inputs
// or among the others. Leaves with open cases do not count.
func countPassed(run *result.Run, pl *plan.Plan, rejected bool) int {
	standing := map[string]bool{}
	for r := range run.All() {
		if r.Rejected != rejected || isOpen(pl, r) {
			continue
		}
		ok, seen := standing[r.Leaf]
		standing[r.Leaf] = r.Verdict == result.Pass && (ok || !seen)
	}
	n := 0
	for _, ok := range standing {
		if ok {
			n++
		}
	}
	return n
}

// scopeText returns the bounds of a scope as text.
func scopeText(sc value.Scope) string {
	return fmt.Sprintf("integers %d to %d, sets up to %d, sequences up to %d, %d elements of a given type", sc.IntMin,
		sc.IntMax, sc.Set, sc.Seq, sc.Given)
}

func (p *printer) writeScopes(pl *plan.Plan) {
	p.writeLine("  scope       cases were looked for among ", scopeText(pl.System.Scope))
	for _, u := range pl.Units {
		if u.Scope != pl.System.Scope {
			p.writeLine("              ", u.Name, ": ", scopeText(u.Scope))
		}
	}
}

// countDecisions counts the cases in which each decision was used, by caller and callee. It
// counts `none` only where that is the decision at every occurrence of the callee.
func countDecisions(run *result.Run) map[result.Decision]map[string]int {
	edges := map[result.Decision]map[string]int{}
	for r := range run.All() {
		seen := map[result.Decision]map[string]bool{}
		for _, st := range r.Stubs {
			other := func(o result.Stub) bool { return o.Callee == st.Callee && o.Decision != result.None }
			if seen[st.Decision][st.Callee] || st.Decision == result.None && slices.ContainsFunc(r.Stubs, other) {
				continue
			}
			if seen[st.Decision] == nil {
				seen[st.Decision] = map[string]bool{}
			}
			if edges[st.Decision] == nil {
				edges[st.Decision] = map[string]int{}
			}
			seen[st.Decision][st.Callee] = true
			edges[st.Decision][r.Unit+" -> "+st.Callee]++
		}
	}
	return edges
}

// writeDecisions writes the stubs that were used, by decision and by caller and callee.
func (p *printer) writeDecisions(run *result.Run, pl *plan.Plan) {
	edges := countDecisions(run)
	first := true
	for _, d := range decisions() {
		if len(edges[d]) == 0 {
			continue
		}
		label := "            "
		if first {
			label = "stubs       "
			first = false
		}
		p.writeLine("  ", label, string(d), ", ", meaningOf(d), ": ", edgeCounts(edges[d]))
	}
	if !first {
		return
	}
	for _, u := range pl.Units {
		for _, c := range u.Cases {
			if len(c.Stubs) > 0 {
				p.writeLine("  stubs       none: no case that has a callee was run")
				return
			}
		}
	}
	p.writeLine("  stubs       none: no case has a callee")
}

// meaningOf returns the meaning of a decision in a few words.
func meaningOf(d result.Decision) string {
	switch d {
	case result.Self:
		return "the callee itself, which passed there"
	case result.ByCall:
		return "the actual call decides"
	case result.Spec:
		return "answers from the callee's specification"
	case result.Auto:
		return "fixed answers, for callees that are only called"
	case result.Manual:
		return "answers written by hand"
	case result.None:
		return "no call is possible"
	case result.BlockedStub:
		return "nothing could stand in"
	}
	return "?"
}

func edgeCounts(edges map[string]int) string {
	names := slices.Sorted(maps.Keys(edges))
	var parts []string
	for i, e := range names {
		if i == maxListed {
			parts = append(parts, formatCount(len(names)-i, "more edge"))
			break
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", e, formatCount(edges[e], "case")))
	}
	return strings.Join(parts, ", ")
}

// listConcerned returns the units that a run is about. Units are left out that have cases
// of which the run chose none.
func listConcerned(run *result.Run, pl *plan.Plan) []*plan.Unit {
	ran := map[string]bool{}
	for r := range run.All() {
		ran[r.Unit] = true
	}
	var out []*plan.Unit
	for _, u := range pl.Units {
		if ran[u.Name] || len(u.Cases) == 0 {
			out = append(out, u)
		}
	}
	return out
}

func (p *printer) writeLeaves(units []*plan.Unit, status suite.Status, label, what string) {
	if lines := leavesThat(units, status); len(lines) > 0 {
		p.writeList(label, lines, formatCount(len(lines), "leaf")+" "+what)
	}
}

func reason(text string) string {
	if text == "" {
		return ""
	}
	return ": " + cleanText(text, false)
}

// writeList writes a heading and one line per item; nothing where there are no items.
func (p *printer) writeList(label string, items []string, what string) {
	if len(items) == 0 {
		return
	}
	p.writeLine("  ", pad(label, 12), what)
	for i, item := range items {
		if i == maxListed {
			p.writeLine("                and ", itoa(len(items)-i), " more")
			return
		}
		p.writeLine("                ", cleanText(item, false))
	}
}

// listNotRun returns the units none of whose cases were run, or not all.
func listNotRun(run *result.Run, pl *plan.Plan) []string {
	ran := map[string]bool{}
	for r := range run.All() {
		ran[r.Case] = true
	}
	var out []string
	for _, u := range pl.Units {
		if u.SUT == "" {
			out = append(out, u.Name+": not written yet")
			continue
		}
		missing := slices.DeleteFunc(slices.Clone(u.Cases), func(c *plan.Case) bool { return ran[c.ID] })
		switch why := u.ExplainUntested(); {
		case why != "":
			out = append(out, u.Name+": it has no test case: "+why)
		case len(u.Cases) == 0:
			out = append(out, u.Name+": every leaf was ruled out by hand")
		case len(missing) > 0:
			out = append(out, fmt.Sprintf("%s: %d of its %s", u.Name, len(missing), formatCount(len(u.Cases), "case")))
		}
	}
	return out
}
