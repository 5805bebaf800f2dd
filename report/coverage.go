package report

import (
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/suite"
)

// covered is the coverage of one unit.
type covered struct {
	unit     string
	coverage *plan.Coverage
}

// planCoverage returns the coverage of a plan's units, in test order.
func planCoverage(pl *plan.Plan) []covered {
	var out []covered
	for _, u := range pl.Units {
		if u.Coverage != nil { // an unfinished plan may have none
			out = append(out, covered{u.Name, u.Coverage})
		}
	}
	return out
}

// coverageOf returns the coverage of those units that have one, in test order.
func coverageOf(pl *plan.Plan, by map[string]*plan.Coverage) []covered {
	var out []covered
	for _, u := range pl.Units {
		if c := by[u.Name]; c != nil {
			out = append(out, covered{u.Name, c})
		}
	}
	return out
}

// writeUnexercised writes the parts of the specifications that no case exercises, if there
// are any. Rows that nothing can meet are only counted, since they belong to a
// partition and not to the specification.
func (p *printer) writeUnexercised(units []covered, s Style) {
	first := true
	for _, u := range units {
		gaps, dead := selectGaps(u.coverage)
		if len(gaps)+len(dead.disjuncts) == 0 {
			continue
		}
		if first {
			p.writeHeading(s, "Not exercised")
			first = false
		}
		p.writeLine("  ", s.paint(bold, u.unit), "  ", s.paint(faint, counts(u.coverage)))
		for i, g := range gaps {
			if i == maxListed {
				p.writeLine("    and ", itoa(len(gaps)-i), " more")
				break
			}
			p.writeGap(g, s)
		}
		if dead.rows > 0 {
			p.writeLine("    ", s.paint(faint,
				formatCount(dead.rows, "row")+" of standard partitions that no input of the unit can meet"))
		}
		if n := len(dead.disjuncts); n > 0 {
			p.writeLine("    ", s.paint(faint, formatCount(n, "disjunct")+" that no input of the unit can enable, "+
				"since parts of the schema exclude each other: "+shorten(dead.disjuncts, n)))
		}
	}
}

// deadParts are parts of a specification that no input can meet. Of rows there are many, and a disjunct
// is one where implications and disjunctions stand side by side.
type deadParts struct {
	rows      int
	disjuncts []string
}

// selectGaps returns the gaps to be shown, and the parts that cannot be met.

func selectGaps(c *plan.Coverage) (gaps []plan.Gap, dead deadParts) {
	if c.Cases == 0 {
		return nil, dead // that the unit has no case, or ran none, is said elsewhere
	}
	for _, g := range c.Missing {
		switch {
		case g.Kind == plan.RowGap && g.Status == suite.Unsatisfiable:
			dead.rows++
			continue
		case g.Kind == plan.DisjunctGap && g.Status == suite.Unsatisfiable && g.ID != "":
			dead.disjuncts = append(dead.disjuncts, g.ID)
			continue
		case g.Kind == plan.RejectedGap && g.Status == suite.Unsatisfiable:
			continue // the tree shows it, with the reason
		}
		gaps = append(gaps, g)
	}
	return gaps, dead
}

// counts returns how much of a unit is exercised: "of disjuncts 1 in 2, of truths of
// conjuncts 3 in 4".
func counts(c *plan.Coverage) string {
	text := ""
	for _, x := range []struct {
		count plan.Count
		what  string
	}{{c.Disjuncts, "disjuncts"}, {c.Conjuncts, "truths of conjuncts"}, {c.Rows, "rows"},
		{c.Rejected, "rejected inputs"}} {
		if x.count.Of == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += "of " + x.what + " " + itoa(x.count.Exercised) + " in " + itoa(x.count.Of)
	}
	return text
}

// writeGap writes a part that no case exercises, and what is known of cases that would
// exercise it.
func (p *printer) writeGap(g plan.Gap, s Style) {
	name := clip(cleanText(g.Predicate, false), 200)
	if g.ID != "" {
		name = s.paint(blue, g.ID) + "  " + name
	}
	at := ""
	if g.At != "" {
		at = "  " + s.paint(faint, g.At)
	}
	p.writeLine("    ", pad(string(g.Kind), 10), name, at)
	p.writeLine("              ", neverText(g.Never), formatCase(g))
}

func neverText(n plan.Never) string {
	switch n {
	case plan.NeverEnabled:
		return "no case enables it"
	case plan.NeverTrue:
		return "no case makes it true"
	case plan.NeverFalse:
		return "no case makes it false"
	case plan.NeverRanged:
		return "in no case is there anything that it ranges over"
	}
	return "no case meets it"
}

// formatCase returns what is known of a case that would close a gap.
func formatCase(g plan.Gap) string {
	switch {
	case g.Values != nil:
		return "; this one would: " + values(g.Values)
	case g.Status == "":
		return ""
	case g.Status == suite.HasCase:
		return "; it has cases, and none was run"
	case g.Status == suite.Undecided:
		return "; whether there is one that would is undecided"
	case g.Status == suite.NoneInScope:
		return "; there is none in scope that would"
	case g.Status == suite.PrunedByHand:
		return "; it is pruned by hand"
	}
	return "; it is unsatisfiable"
}
