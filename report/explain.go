package report

import (
	"cmp"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/trace"
)

// Explain writes all that is known of one test case: the conditions that it satisfies,
// its values, the decisions and, where r is not nil, its result, or that of a callee in
// it to which the failure was charged.
func Explain(w io.Writer, u *plan.Unit, c *plan.Case, o plan.Outcomes, r *result.Result, from Source, s Style) error {
	p := &printer{w: w}
	if isAboutCallee(r, c) {
		p.writeLine(s.paint(bold, r.Case), "  what ", r.Unit, " did in the case ", c.ID, " of ", u.Name)
	} else {
		p.writeLine(s.paint(bold, c.ID), "  of ", u.Name, ", layer ", itoa(u.Layer), marks(c))
	}
	p.writeLine(s.paint(faint, cleanText(from.Sentence(), false)))
	writeConditions(p, u, c, s)
	p.writeHeading(s, "Expected")
	p.writeOutcomes(o, s)
	writeDecisions(p, c, r, s)
	p.writeHeading(s, "Outcome")
	again := s.paint(blue, cmp.Or(from.Command, "ttf-int")+" run --case '"+c.ID+"'")
	if r == nil {
		p.writeLine("  not run")
		p.writeLine("  run it    ", again)
		return p.err
	}
	if strings.Contains(c.ID, "~") { // it is not in the plan
		again = s.paint(blue, cleanText(r.Replay, false))
	}
	class := ""
	if r.Class != nil {
		class = "  " + string(*r.Class) + ": " + trace.Meaning(*r.Class)
	}
	p.writeLine("  verdict   ", s.verdict(r.Verdict), class)
	if !isAboutCallee(r, c) {
		r = removePlan(r)
	}
	p.writeOutcome(r, s)
	p.writePrinted(r)
	p.writeLine("  again     ", again)
	return p.err
}

// writeConditions writes the conditions that a case satisfies, and its values.
func writeConditions(p *printer, u *plan.Unit, c *plan.Case, s Style) {
	p.writeHeading(s, "Conditions")
	for _, cond := range c.Leaf.Path() {
		at := ""
		if cond.Span.IsValid() {
			at = "  " + s.paint(faint, cond.Span.Pos().String())
		}
		p.writeLine("  ", s.paint(blue, cond.Name()), "  ", cleanText(cond.Shown, false), at)
	}
	p.writeHeading(s, "Values")
	for _, item := range c.Values() {
		note := ""
		if u.Tree.Completion[item.Name] {
			note = s.paint(faint, "  (completion: only a callee's schema has it)")
		}
		p.writeLine("  ", item.Name, " = ", cleanText(clip(item.Text(), maxQuoted), false), note)
	}
	for _, item := range c.Carriers {
		p.writeLine("  ", item.Name, " = ", cleanText(clip(item.Text(), maxQuoted), false),
			s.paint(faint, "  (with another size of the given type the case may not hold)"))
	}
	if len(c.Values()) == 0 {
		p.writeLine("  none")
	}
}

// writeDecisions writes the stub decisions for a case, with their evidence.
func writeDecisions(p *printer, c *plan.Case, r *result.Result, s Style) {
	p.writeHeading(s, "Decisions")
	for _, ch := range c.Stubs {
		row := stubRow(ch, r)
		p.writeLine("  ", row.Callee, occurrence(row.Occurrence), ": ", s.paint(bold, row.decision()), leafOf(row.Leaf),
			": ", meaningOf(row.Decision))
		if row.Witness != nil {
			p.writeLine("    witness  ", values(row.Witness))
		}
		p.writeLine("    ", cleanText(row.Reason, false))
		if ch.By != "" {
			p.writeLine("    reach(a)  ", cleanText(describeSubstituted(ch), false))
		}
		if ch.Theorem != nil && row.Decision == ch.Decision {
			p.writeLine("    ", cleanText(ch.Theorem.Why, false))
		}
	}
	if len(c.Stubs) == 0 {
		p.writeLine("  none: it has no callees")
	}
}

// writeOutcomes writes the allowed outcomes of a case, one a line.
func (p *printer) writeOutcomes(o plan.Outcomes, s Style) {
	if len(o.Known) == 1 && o.Others == plan.NoOthers {
		p.writeLine("  ", values(o.Known[0]), s.paint(faint, "  (the only outcome allowed)"))
		return
	}
	if len(o.Known) == 0 && o.Others == plan.UnknownOthers {
		p.writeLine("  ", noneKnown)
		return
	}
	switch o.Others {
	case plan.NoOthers:
		p.writeLine("  one of ", formatCount(len(o.Known), "outcome"), ":")
	case plan.MoreOthers:
		p.writeLine("  one of more than ", formatCount(len(o.Known), "outcome"), ", such as:")
	default:
		p.writeLine("  one of these, or another: it is not known that there are no others")
	}
	for _, vs := range o.Known {
		p.writeLine("    ", values(vs))
	}
}

// isAboutCallee tells whether a result is about a callee in the case.
func isAboutCallee(r *result.Result, c *plan.Case) bool { return r != nil && r.Case != c.ID }

// removePlan returns the result without the parts that Explain has written already.
func removePlan(r *result.Result) *result.Result {
	c := *r
	if c.Sizes, c.Stubs = nil, nil; c.Drawn == nil && !c.Instead {
		c.Values = nil
	}
	return &c
}
