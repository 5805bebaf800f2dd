package report

import (
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/suite"
)

// describeToldApart returns a line that says how many mutants of some units the cases tell
// apart; "" where there are no mutants.
func describeToldApart(units ...*plan.Unit) string {
	list, made, byCalls := []plan.Mutant{}, 0, 0
	for _, u := range units {
		if u.Mutants != nil {
			list = append(list, u.Mutants.List...)
			made += u.Mutants.Made
		}
	}
	if made == 0 {
		return ""
	}
	for _, x := range list {
		if x.ByCalls {
			byCalls++
		}
	}
	all := plan.Mutants{Made: made, List: list}
	told, equivalent := all.Count(suite.HasCase), all.Count(suite.Unsatisfiable)
	out := itoa(told) + " of " + formatCount(len(list), "mutant") + " told apart"
	if byCalls > 0 {
		out += " (" + itoa(byCalls) + " by the calls alone)"
	}
	if equivalent > 0 {
		out += ", " + itoa(equivalent) + " equivalent"
	}
	if n := len(list) - told - equivalent; n > 0 {
		out += ", " + itoa(n) + " open"
	}
	if made > len(list) {
		out += "; only these of " + itoa(made) + " were looked at"
	}
	return out
}

// openMutants returns the mutants of a unit that no case tells apart and that are not
// proved to be equivalent.
func openMutants(u *plan.Unit) []plan.Mutant {
	return mutantsThat(u, func(st suite.Status) bool { return st != suite.HasCase && st != suite.Unsatisfiable })
}

// equivalentMutants returns the mutants of a unit that allow only what its operation
// allows.
func equivalentMutants(u *plan.Unit) []plan.Mutant {
	return mutantsThat(u, func(st suite.Status) bool { return st == suite.Unsatisfiable })
}

func mutantsThat(u *plan.Unit, holds func(suite.Status) bool) []plan.Mutant {
	var out []plan.Mutant
	if u.Mutants != nil {
		for _, x := range u.Mutants.List {
			if holds(x.Status) {
				out = append(out, x)
			}
		}
	}
	return out
}

// mutantWord returns the word for a mutant that no case tells apart, by its status.
func mutantWord(st suite.Status) string {
	if st == suite.Unsatisfiable {
		return "equivalent"
	}
	return "open"
}

// mutants writes the mutants of a unit that no case tells apart. Equivalent ones are
// only counted, unless `all` is set.
func (p *printer) mutants(u *plan.Unit, all bool, s Style) {
	text := describeToldApart(u)
	if text == "" {
		return
	}
	p.writeLine("  mutants   ", text)
	equivalent := equivalentMutants(u)
	if !all {
		p.writeFolded(len(equivalent), "equivalent mutant", s)
		equivalent = nil
	}
	for _, x := range equivalent {
		p.writeLine("    ", s.paint(faint, x.ID+"  "+mutantWord(x.Status)+": "+cleanText(x.Mistake, false)), "  ",
			s.paint(faint, x.At))
	}
	for _, x := range openMutants(u) {
		p.writeLine("    ", s.paint(yellow, x.ID), "  "+mutantWord(x.Status)+": ", cleanText(x.Mistake, false), "  ",
			s.paint(faint, x.At+"  "+cleanText(x.Reason, false)))
	}
}

// writeMutants writes how many mutants of the units' operations the cases tell apart.
func (p *printer) writeMutants(units []*plan.Unit) {
	text := describeToldApart(units...)
	if text == "" {
		return
	}
	p.writeLine("  mutants     ", text)
	var open []string
	for _, u := range units {
		for _, x := range openMutants(u) {
			open = append(open, x.ID+": "+x.Mistake)
		}
	}
	p.writeList("", open, "no case tells whether the program makes these mistakes:")
}
