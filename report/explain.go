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
	if charged(r, c) {
		p.line(s.paint(bold, r.Case), "  what ", r.Unit, " did in the case ", c.ID, " of ", u.Name)
	} else {
		p.line(s.paint(bold, c.ID), "  of ", u.Name, ", layer ", itoa(u.Layer), marks(c))
	}
	p.line(s.paint(faint, clean(from.Sentence(), false)))
	p.heading(s, "Conditions")
	for _, cond := range c.Leaf.Path() {
		at := ""
		if cond.Span.Valid() {
			at = "  " + s.paint(faint, cond.Span.Pos().String())
		}
		p.line("  ", s.paint(blue, cond.Name), "  ", clean(cond.Shown, false), at)
	}
	p.heading(s, "Values")
	for _, item := range c.Values() {
		note := ""
		if u.Tree.Completion[item.Name] {
			note = s.paint(faint, "  (completion: only a callee's schema has it)")
		}
		p.line("  ", item.Name, " = ", clean(clip(item.Text(), maxQuoted), false), note)
	}
	for _, item := range c.Carriers {
		p.line("  ", item.Name, " = ", clean(clip(item.Text(), maxQuoted), false),
			s.paint(faint, "  (with another size of the given type the case may not hold)"))
	}
	if len(c.Values()) == 0 {
		p.line("  none")
	}
	p.heading(s, "Expected")
	p.outcomes(o, s)
	p.heading(s, "Decisions")
	for _, ch := range c.Stubs {
		row := stubRow(ch, r)
		p.line("  ", row.Callee, occurrence(row.Occurrence), ": ", s.paint(bold, row.decision()), leafOf(row.Leaf),
			": ", standsFor(row.Decision))
		if row.Witness != nil {
			p.line("    witness  ", values(row.Witness))
		}
		p.line("    ", clean(row.Reason, false))
		if ch.By != "" {
			p.line("    reach(a)  ", clean(substituted(ch), false))
		}
		if ch.Theorem != nil && row.Decision == ch.Decision {
			p.line("    ", clean(ch.Theorem.Why, false))
		}
	}
	if len(c.Stubs) == 0 {
		p.line("  none: it has no callees")
	}
	p.heading(s, "Outcome")
	again := s.paint(blue, cmp.Or(from.Command, "ttf-int")+" run --case '"+c.ID+"'")
	if r == nil {
		p.line("  not run")
		p.line("  run it    ", again)
		return p.err
	}
	if strings.Contains(c.ID, "~") { // it is not in the plan
		again = s.paint(blue, clean(r.Replay, false))
	}
	class := ""
	if r.Class != nil {
		class = "  " + string(*r.Class) + ": " + trace.Meaning(*r.Class)
	}
	p.line("  verdict   ", s.verdict(r.Verdict), class)
	if !charged(r, c) {
		r = withoutPlan(r)
	}
	p.outcome(r, s)
	p.printed(r)
	p.line("  again     ", again)
	return p.err
}

// outcomes writes the allowed outcomes of a case, one a line.
func (p *printer) outcomes(o plan.Outcomes, s Style) {
	if len(o.Known) == 1 && o.Others == plan.NoOthers {
		p.line("  ", values(o.Known[0]), s.paint(faint, "  (the only outcome allowed)"))
		return
	}
	if len(o.Known) == 0 && o.Others == plan.UnknownOthers {
		p.line("  ", noneKnown)
		return
	}
	switch o.Others {
	case plan.NoOthers:
		p.line("  one of ", plural(len(o.Known), "outcome"), ":")
	case plan.MoreOthers:
		p.line("  one of more than ", plural(len(o.Known), "outcome"), ", such as:")
	default:
		p.line("  one of these, or another: it is not known that there are no others")
	}
	for _, vs := range o.Known {
		p.line("    ", values(vs))
	}
}

// charged tells whether a result is about a callee in the case.
func charged(r *result.Result, c *plan.Case) bool { return r != nil && r.Case != c.ID }

// withoutPlan returns the result without the parts that Explain has written already.
func withoutPlan(r *result.Result) *result.Result {
	c := *r
	if c.Sizes, c.Stubs = nil, nil; c.Drawn == nil && !c.Instead {
		c.Values = nil
	}
	return &c
}
