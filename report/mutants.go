package report

import (
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/suite"
)

// toldApart says how many mutants of a unit its cases tell apart.
func toldApart(m *plan.Mutants) string {
	byCalls := 0
	for _, x := range m.List {
		if x.ByCalls {
			byCalls++
		}
	}
	out := itoa(m.Count(suite.HasCase)) + " of " + plural(len(m.List), "mutant") + " told apart"
	if byCalls > 0 {
		out += " (" + itoa(byCalls) + " by the calls alone)"
	}
	if n := m.Count(suite.Unsatisfiable); n > 0 {
		out += ", " + itoa(n) + " equivalent"
	}
	if n := len(m.List) - m.Count(suite.HasCase) - m.Count(suite.Unsatisfiable); n > 0 {
		out += ", " + itoa(n) + " open"
	}
	if m.Made > len(m.List) {
		out += "; there are " + itoa(m.Made) + ", of which so many are looked at"
	}
	return out
}

// mutants says which mutants of a unit no case tells apart; those that are equivalent
// are counted only, unless all are wanted.
func (p *printer) mutants(m *plan.Mutants, all bool, s Style) {
	if m == nil {
		return
	}
	p.line("  mutants   ", toldApart(m))
	equivalent := 0
	for _, x := range m.List {
		switch x.Status {
		case suite.HasCase:
		case suite.Unsatisfiable:
			if !all {
				equivalent++
				continue
			}
			p.line("    ", s.paint(faint, x.ID+"  equivalent: "+x.Mistake), "  ", s.paint(faint, x.At))
		default:
			p.line("    ", s.paint(yellow, x.ID), "  open: ", x.Mistake, "  ", s.paint(faint, x.At+"  "+x.Reason))
		}
	}
	p.foldedAway(equivalent, "equivalent mutant", s)
}
