package report

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// Assumption is something that the decisions in a stub report rest on, and that nothing
// has tested.
type Assumption struct {
	Kind  AssumptionKind `json:"kind"`
	Text  string         `json:"text"`
	Items []string       `json:"items"` // the instances of the assumption
}

// AssumptionKind says what is assumed.
type AssumptionKind string

// The kinds of assumptions.
const (
	Passing    AssumptionKind = "passing"    // cases that were not run will pass
	Uniformity AssumptionKind = "uniformity" // a leaf whose case passes is right everywhere
	InScope    AssumptionKind = "scope"      // nothing outside the scope matters
	Undecided  AssumptionKind = "undecided"  // leaves that the solver left undecided have no case
	Untested   AssumptionKind = "untested"   // units without a test case are right
	HandMade   AssumptionKind = "hand-made"  // stubs that a person forced are right
	Pruned     AssumptionKind = "pruned"     // conditions that a person ruled out cannot occur
	Chosen     AssumptionKind = "constant"   // constants have the values that were chosen
	Unwritten  AssumptionKind = "unwritten"  // units without code will satisfy their specifications
	NotSeen    AssumptionKind = "unobserved" // calls that are not intercepted are as specified
)

// listAssumptions returns the assumptions on which the decisions of units rest.
func listAssumptions(pl *plan.Plan, run *result.Run, units []StubUnit) []Assumption {
	out := []Assumption{}
	add := func(kind AssumptionKind, items []string, text string) {
		out = append(out, Assumption{kind, text, fillList(items)})
	}
	if n := countUnrun(units); n > 0 {
		add(Passing, nil, fmt.Sprintf("%s not run: that they pass is assumed", formatCount(n, "case")+verbFor(n)))
	}
	leaves := listRestedOn(units)
	add(Uniformity, leaves,
		fmt.Sprintf("a leaf whose cases pass is taken to be right on all of its values; decisions rest on %s",
			formatCount(len(leaves), "leaf")))
	concerned := listInvolved(pl, units)
	add(InScope, scopes(concerned), "cases and calls were looked for among "+scopeText(pl.System.Scope))
	for _, some := range []struct {
		status suite.Status
		kind   AssumptionKind
		what   string
	}{
		{suite.NoneInScope, InScope, "without a case in scope; there may be cases outside it"},
		{suite.Undecided, Undecided, "where the solver gave up; nothing is tested there"},
		{suite.PrunedByHand, Pruned, "ruled out by hand"},
	} {
		if list := leavesThat(concerned, some.status); len(list) > 0 {
			add(some.kind, list, formatCount(len(list), "leaf")+" "+some.what)
		}
	}
	if list := listUntested(concerned); len(list) > 0 {
		add(Untested, list, formatCount(len(list), "unit")+" without a test case")
	}
	if list := listForced(concerned); len(list) > 0 {
		add(HandMade, list, formatCount(len(list), "decision")+" that a person made")
	}
	for _, c := range pl.System.Constants {
		if c.From == spec.Chosen {
			add(Chosen, nil, constant(c))
		}
	}
	if list := listUnwritten(concerned); len(list) > 0 {
		add(Unwritten, list, "not written yet; their specifications stand for them")
	}
	if run != nil && len(run.NotObserved) > 0 {
		add(NotSeen, run.NotObserved, "no seam lies between these units, so their calls are not judged")
	}
	return out
}

func verbFor(n int) string {
	if n == 1 {
		return " was"
	}
	return " were"
}

// countUnrun returns the number of cases without a verdict.
func countUnrun(units []StubUnit) int {
	n := 0
	for _, u := range units {
		for _, c := range u.Cases {
			if c.Verdict == nil {
				n++
			}
		}
	}
	return n
}

// listRestedOn returns the leaves on which decisions rest, each with the units whose
// decisions do.
func listRestedOn(units []StubUnit) []string {
	by := map[string][]string{}
	var order []string
	for _, u := range units {
		for _, c := range u.Callees {
			for _, l := range c.Leaves {
				if by[l.Leaf] == nil {
					order = append(order, l.Leaf)
				}
				by[l.Leaf] = append(by[l.Leaf], fmt.Sprintf("%s (%s)", u.Unit, formatCount(l.Count, "decision")))
			}
		}
	}
	slices.Sort(order)
	for i, leaf := range order {
		order[i] = leaf + ": " + capNames(by[leaf])
	}
	return order
}

// listInvolved returns the plans of the units and of their callees.
func listInvolved(pl *plan.Plan, units []StubUnit) []*plan.Unit {
	in := map[string]bool{}
	for _, u := range units {
		in[u.Unit] = true
		for _, c := range u.Callees {
			in[c.Callee] = true
		}
	}
	var out []*plan.Unit
	for _, u := range pl.Units {
		if in[u.Name] {
			out = append(out, u)
		}
	}
	return out
}

func scopes(units []*plan.Unit) []string {
	var out []string
	for _, u := range units {
		out = append(out, u.Name+": "+scopeText(u.Scope))
	}
	// Where all are the same, the sentence above says it.
	if len(out) > 0 && !slices.ContainsFunc(units, func(u *plan.Unit) bool { return u.Scope != units[0].Scope }) {
		return nil
	}
	return out
}

func leavesThat(units []*plan.Unit, status suite.Status) []string {
	var out []string
	for _, u := range units {
		for _, l := range u.Leaves {
			if l.Status == status {
				out = append(out, l.ID+reason(l.Why().Reason))
			}
		}
	}
	return out
}

// listForced returns the decisions that specifications force, with their tables.
func listForced(units []*plan.Unit) []string {
	var out []string
	for _, u := range units {
		for _, f := range u.Stubs {
			text := fmt.Sprintf("%s for %s: %s", f.Callee, u.Name, f.Decision)
			if len(f.Answers) > 0 {
				text += ", " + formatCount(len(f.Answers), "answer")
			}
			out = append(out, text+", at "+f.Span.Pos().String())
		}
	}
	return out
}

// listUntested returns the units that no test case exercises.
func listUntested(units []*plan.Unit) []string {
	var out []string
	for _, u := range units {
		if why := u.ExplainUntested(); why != "" {
			out = append(out, u.Name+": "+why)
		}
	}
	return out
}

func listUnwritten(units []*plan.Unit) []string {
	var out []string
	for _, u := range units {
		if u.SUT == "" {
			out = append(out, u.Name)
		}
	}
	return out
}

// shownItems returns the first of the items, and the number of the others.
func (a Assumption) shownItems() []string {
	if len(a.Items) <= maxListed {
		return a.Items
	}
	return append(slices.Clone(a.Items[:maxListed]), fmt.Sprintf("and %d more", len(a.Items)-maxListed))
}
