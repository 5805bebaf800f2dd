package report

import (
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// writeCuts writes which uses were cut to break a cycle, and in how many cases of the caller
// something stands in for the callee.
func (p *printer) writeCuts(pl *plan.Plan, s Style) {
	first := true
	for _, u := range pl.Units {
		for _, callee := range u.Cut {
			if first {
				p.writeLine()
				p.writeLine(s.paint(bold, "Cut"),
					s.paint(faint, "  uses without which there is a hierarchy; the caller is tested without the callee"))
			}
			first = false
			count := map[result.Decision]int{}
			for _, c := range u.Cases {
				for _, d := range decisionsFor(c.Stubs, callee) {
					count[d]++
				}
			}
			p.writeLine("  ", u.Name, " uses ", callee, ": what stands in for ", callee, " in ",
				formatCount(len(u.Cases), "case"), ": ", countText(countBy(count)))
		}
	}
}

// decisionsFor returns the different decisions of a case about one callee.
func decisionsFor(choices []result.Choice, callee string) []result.Decision {
	var out []result.Decision
	for _, c := range choices {
		if c.Callee == callee && !slices.Contains(out, c.Decision) {
			out = append(out, c.Decision)
		}
	}
	return out
}

// usesOf returns the names of the units that a unit uses, where those of cut uses are
// marked.
func usesOf(u *spec.Unit) []string {
	var out []string
	for _, name := range u.Uses {
		if slices.Contains(u.Cut, name) {
			name += " (cut)"
		}
		out = append(out, name)
	}
	return out
}
