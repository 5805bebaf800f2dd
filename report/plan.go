package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// writePlan writes a plan for people: layers and families and, for each unit, its leaves,
// its cases and their stub decisions. Without `all`, unsatisfiable leaves and
// equivalent mutants are only counted.
func writePlan(w io.Writer, pl *plan.Plan, all bool, s Style) error {
	p := &printer{w: w}
	p.writeLine(s.paint(bold, "Layers"), s.paint(faint, "  in test order"))
	for k, names := range pl.Layers {
		p.writeLine("  ", itoa(k), "  ", strings.Join(names, ", "))
	}
	p.writeCuts(pl, s)
	if len(pl.System.Constants)+len(pl.System.Missing) > 0 {
		p.writeLine()
		p.writeLine(s.paint(bold, "Constants"))
	}
	for _, c := range pl.System.Constants {
		p.writeLine("  ", constant(c))
	}
	for _, m := range pl.System.Missing {
		p.writeLine("  ", s.paint(yellow, m.Text()))
	}
	if names := listChosen(pl.System.Constants); len(names) > 0 {
		p.writeLine("  ", s.paint(yellow, "wanted"), "  ", askFor(names))
	}
	for _, u := range pl.Units {
		p.writeUnit(u, all, s)
	}
	writePlannedClasses(p, pl, s)
	writePlannedMethods(p, pl.System, s)
	p.writeUnexercised(planCoverage(pl), s)
	p.writeLine()
	if pl.Unfinished != nil {
		p.writeLine(s.paint(yellow, "unfinished"), ": ", ExplainUnfinished(pl.Unfinished))
	}
	p.writeLine(planSummary(pl))
	p.writeLine(s.paint(faint, "A plan assumes that every case passes; a run decides again on what did."))
	return p.err
}

// ExplainUnfinished returns a line that says why a plan is unfinished, and what was not
// reached.
func ExplainUnfinished(u *plan.Unfinished) string {
	out := "the plan is not finished: " + u.Reason
	for _, part := range []struct {
		what  string
		names []string
	}{{"nothing is known of ", u.Units}, {"no answer for the leaves ", u.Leaves},
		{"no stub decisions for the cases ", u.Cases}, {"not done, or not to the end: ", u.Stages}} {
		if len(part.names) > 0 {
			out += "; " + part.what + capNames(part.names)
		}
	}
	return out
}

// constant returns the value of a constant as text, and where it comes from.
func constant(c spec.Constant) string {
	from := map[spec.Origin]string{
		spec.Given: "given in the configuration", spec.Told: "as the program " + c.By + " says",
		spec.Stated: "stated by an axiom", spec.Chosen: "chosen by the solver among what the axioms allow",
	}
	text := c.Name + " = " + c.Value.Text(c.Type) + "  " + from[c.From]
	if len(c.With) > 0 {
		text += ", with " + strings.Join(c.With, " and ") + " chosen by the solver"
	}
	return text
}

// DescribeChosen returns a line that says which constants have chosen values, and how
// to give them the program's values; "" where there are none.
func DescribeChosen(constants []spec.Constant) string {
	var values []string
	for _, c := range constants {
		if c.From == spec.Chosen {
			values = append(values, c.Name+" = "+clip(c.Text(), 60))
		}
	}
	if len(values) == 0 {
		return ""
	}
	was, them := " was chosen; ", "it"
	if len(values) > 1 {
		was, them = " were chosen; ", "them"
	}
	return capNames(values) + was + "where the program has " + them + " otherwise, " + put(them)
}

// listChosen returns the names of the constants whose values were chosen.
func listChosen(constants []spec.Constant) []string {
	var out []string
	for _, c := range constants {
		if c.From == spec.Chosen {
			out = append(out, c.Name)
		}
	}
	return out
}

// askFor returns the advice to give constants the values that they have in the program.
func askFor(names []string) string {
	what, them := "the value of ", "it"
	if len(names) > 1 {
		what, them = "the values of ", "them"
	}
	return what + capNames(names) + " in the program: " + put(them)
}

// put returns the words that say where values of constants are written.
func put(them string) string {
	return "put " + them + " under constants in ttf-int.yaml, or bind " + them + " with sut.Constant"
}

// listWanted returns the constants on whose chosen values open leaves depend, each
// once.
func listWanted(run *result.Run) []string {
	var out []string
	for _, l := range run.OpenLeaves {
		for _, name := range l.Constants {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

func (p *printer) writeUnit(u *plan.Unit, all bool, s Style) {
	p.writeLine()
	p.writeLine(s.paint(bold, u.Name), "  layer ", itoa(u.Layer), ", schema ", u.Schema, explainUnwritten(u))
	if len(u.Uses) > 0 {
		p.writeLine("  uses      ", strings.Join(usesOf(u.Unit), ", "), "  ", s.paint(faint, families(u)))
	}
	if len(u.Classes) > 0 {
		p.writeLine("  classes   ", strings.Join(u.Classes, ", "), "  ",
			s.paint(faint, "they stand for themselves, by the pairs that they pass"))
	}
	if len(u.Calls) > 0 {
		p.writeLine("  calls     ", strings.Join(u.Calls, ", "))
	}
	if len(u.Shares) > 0 {
		p.writeLine("  shares    ", strings.Join(u.Shares, ", "))
	}
	if len(u.Op.Carried) > 0 {
		p.writeLine("  carried   ", strings.Join(u.Op.Carried, ", "), "  ",
			s.paint(faint, "no part of cases: functions without end, which stay as they are"))
	}
	p.writeLine("  leaves    ", leafCounts(u.Leaves), describeEqualInputs(u))
	if b := u.Budget; b != nil {
		p.writeLine("  budget    ", s.paint(yellow, "used up"), ": ", DescribeBudget(b))
	}
	refuted := 0
	for _, l := range u.Leaves {
		switch {
		case l.Status == suite.Unsatisfiable && !all:
			refuted++
		case l.Status != suite.HasCase:
			p.writeLine("    ", l.ID, "  ", statusText(l, s))
		}
	}
	p.writeFolded(refuted, "unsatisfiable leaf", s)
	p.writeStrengthening(u, s)
	p.writeLine("  cases")
	most := shownElements
	if all {
		most = 0
	}
	for _, c := range u.Cases {
		p.writeLine("    ", s.paint(blue, c.ID), marks(c), "  ", briefValues(c.Values(), most), sizesOf(c.Rests),
			formatExpected(c, most))
		for _, ch := range c.Stubs {
			p.writeLine("      ", choice(ch, s))
		}
	}
	if len(u.Cases) == 0 {
		p.writeLine("    ", s.paint(yellow, "none"))
	}
	p.mutants(u, all, s)
	p.writeTheorem2(u.Theorem2, s)
}

// DescribeBudget returns a line about the leaves of a unit that used up its budget.
func DescribeBudget(b *plan.Budget) string {
	return fmt.Sprintf("%d steps; the last %s had %d each", b.Steps, formatCount(b.Late, "leaf"), b.Each)
}

// writeFolded writes how many things are shown with --all only.
func (p *printer) writeFolded(n int, what string, s Style) {
	if n > 0 {
		p.writeLine("    ", s.paint(faint, "… "+formatCount(n, what)+", shown with --all"))
	}
}

// writeStrengthening writes which leaves were added because callers asked for them, and how
// many the limit excluded.
func (p *printer) writeStrengthening(u *plan.Unit, s Style) {
	for _, l := range u.Leaves {
		if len(l.For) > 0 {
			p.writeLine("    ", l.ID, "  added by strengthening", s.paint(faint, describeAskers(l)))
		}
	}
	if st := u.Strengthening; st != nil && st.Left > 0 {
		p.writeLine("    ", s.paint(yellow, formatCount(st.Left, "call")+" without a leaf: strengthening may add "+
			formatCount(st.Limit, "leaf")))
	}
}

// describeAskers returns which cases of callers a leaf was added for.
func describeAskers(l *plan.Leaf) string {
	const shown = 3
	if n := len(l.For); n > shown {
		return ", for " + strings.Join(l.For[:shown], ", ") + " and " + itoa(n-shown) + " more"
	}
	return ", for " + strings.Join(l.For, ", ")
}

func explainUnwritten(u *plan.Unit) string {
	if u.SUT == "" {
		return ", not written yet"
	}
	return ""
}

// marks returns the properties of a case that most cases do not have.
func marks(c *plan.Case) string {
	switch {
	case len(c.Leaf.For) > 0:
		return " (strengthening)"
	case c.Covers != "":
		return " (covers " + c.Covers + ")"
	}
	switch refused := c.Leaf.IsRejected(); {
	case c.Own && refused:
		return " (own, rejected input)"
	case c.Own:
		return " (own)"
	case refused:
		return " (rejected input)"
	}
	return ""
}

// formatExpected returns what is expected of a case, with no more than the given number of elements of
// each collection; 0: all of them.
func formatExpected(c *plan.Case, most int) string {
	switch {
	case c.Open:
		return "  =>  no outcome was found: it is run, and judged by what " + c.LastStep().Unit + " does"
	case c.Several:
		return "  =>  one of several outcomes: " + briefValues(c.Witness, most)
	case c.Expected == nil:
		return "  =>  not known to be the only outcome: " + briefValues(c.Witness, most)
	}
	return "  =>  " + briefValues(c.Expected, most)
}

// families returns the families U_k^i(j) of a unit as text: "1 of layer 0, 2 of layer
// 1".
func families(u *plan.Unit) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(u.Families)) {
		parts = append(parts, fmt.Sprintf("%d of layer %d", u.Families[k], k))
	}
	return strings.Join(parts, ", ")
}

// describeEqualInputs returns how many different inputs a unit's cases have, and which cases
// have the same; "" where all are different.
func describeEqualInputs(u *plan.Unit) string {
	first, equal := map[string]string{}, []string{}
	for _, c := range u.Cases {
		input := ""
		for _, step := range c.Steps {
			input += fmt.Sprintln(step.Unit, step.Object, values(step.Values), step.Passed, step.Keep)
		}
		if id, ok := first[input]; ok {
			equal = append(equal, c.ID+" that of "+id)
			continue
		}
		first[input] = c.ID
	}
	if len(equal) == 0 {
		return ""
	}
	return "; " + formatCount(len(u.Cases), "case") + ", " + formatCount(len(first), "input") + ": " + capNames(equal)
}

func leafCounts(leaves []*plan.Leaf) string {
	counts, open := map[suite.Status]int{}, 0
	for _, l := range leaves {
		if l.IsOpen() {
			open++
		} else {
			counts[l.Status]++
		}
	}
	var parts []string
	if open > 0 {
		parts = append(parts, itoa(open)+" open")
	}
	for _, st := range []suite.Status{suite.HasCase, suite.Unsatisfiable, suite.NoneInScope, suite.Undecided,
		suite.PrunedByHand} {
		if counts[st] > 0 {
			parts = append(parts, itoa(counts[st])+" "+words(st))
		}
	}
	return strings.Join(parts, ", ")
}

func words(st suite.Status) string {
	switch st {
	case suite.HasCase:
		return "with a case"
	case suite.NoneInScope:
		return "none in scope"
	case suite.PrunedByHand:
		return "pruned by hand"
	}
	return string(st)
}

// statusText returns the status of a leaf, with its reason.
func statusText(l *plan.Leaf, s Style) string {
	c := faint
	switch l.Status {
	case suite.Undecided, suite.NoneInScope, suite.PrunedByHand:
		c = yellow
	case suite.HasCase:
		c = green
	}
	word := words(l.Status)
	if l.IsOpen() {
		word = "open"
	}
	text := s.paint(c, word) + reason(l.Why().Reason)
	var conflict []string
	for _, e := range listUnsaid(l) {
		conflict = append(conflict, clip(cleanText(e, false), 200))
	}
	if len(conflict) > 0 {
		text += ": " + strings.Join(conflict, "  ⊥  ")
	}
	return text
}

// listUnsaid returns those conjuncts of a leaf's conflict that its reason does not mention.
func listUnsaid(l *plan.Leaf) []string {
	var out []string
	for _, e := range l.Why().Conflict {
		if !strings.Contains(l.Why().Reason, e) {
			out = append(out, e)
		}
	}
	return out
}

// choice returns a stub decision in one line.
func choice(c result.Choice, s Style) string {
	text := c.Callee + occurrence(c.Occurrence) + ": " + s.paint(bold, string(c.Decision)) + leafOf(c.Leaf)
	switch {
	case c.Witness != nil && c.By == result.Solver && len(c.Free) > 0:
		text += ", witness " + values(c.Witness) + ", of which " + strings.Join(c.Free, ", ") + " asked of the solver"
	case c.Witness != nil:
		text += ", witness " + values(c.Witness)
	case c.By == result.Solver:
		text += ", " + describeSubstituted(c)
	}
	if c.Reason != "" {
		text += "  " + s.paint(faint, cleanText(c.Reason, false))
	}
	return text
}

// describeSubstituted returns which of a callee's inputs and before-state the case determines,
// and how the others were found.
func describeSubstituted(c result.Choice) string {
	var parts []string
	if len(c.Substitution) > 0 {
		parts = append(parts, values(c.Substitution)+" from the case")
	}
	if c.By == result.Solver {
		return strings.Join(append(parts, strings.Join(c.Free, ", ")+" asked of the solver"), ", ")
	}
	return strings.Join(append(parts, "evaluated"), ": ")
}

// DescribePlanned says for what a plan is: the subjects, and with how many pairs classes are tested.
func DescribePlanned(pl *plan.Plan) string {
	out := DescribeSubjects(pl.System, len(pl.Units), len(pl.Layers))
	if len(pl.Classes) == 0 {
		return out
	}
	pairs := 0
	for _, c := range pl.Classes {
		pairs += len(c.Pairs)
	}
	return out + ", " + formatCount(pairs, "pair")
}

func planSummary(pl *plan.Plan) string {
	out := DescribePlanned(pl)
	if len(pl.Units) == 0 {
		return out
	}
	leaves, cases := 0, 0
	for _, u := range pl.Units {
		leaves += len(u.Leaves)
		cases += len(u.Cases)
	}
	return out + ", " + formatCount(leaves, "leaf") + ", " + formatCount(cases, "case")
}
