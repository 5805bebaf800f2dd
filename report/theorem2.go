package report

import (
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/suite"
)

// writeTheorem2 writes, for each used callee, which of its leaves no case meets, and a case
// that would (Cristiá, Mesuro and Frydman, Theorem 2). A callee whose leaves are all
// met takes one line.
func (p *printer) writeTheorem2(matrices []plan.Matrix, s Style) {
	for i, m := range matrices {
		if i == 0 {
			p.writeLine("  leaves of callees")
		}
		p.writeLine("    ", m.Callee, ": ", summarizeMatrix(m), "; ", hypothesis(m.Met, s))
		for _, row := range m.Leaves {
			if len(row.Possible) == 0 {
				p.writeLine("      ", row.Leaf, "  ", cleanText(describeUnmet(row), false))
			}
		}
	}
}

// hypothesis returns whether Theorem 2 applies.
func hypothesis(m plan.Met, s Style) string {
	switch m {
	case plan.MetYes:
		return s.paint(green, "Theorem 2 applies: extra functions that are called come to light")
	case plan.MetNo:
		return s.paint(yellow, "Theorem 2 does not apply")
	}
	return s.paint(yellow, "it is not known whether Theorem 2 applies")
}

// describeUnmet returns what is known about a leaf that no case meets.
func describeUnmet(row plan.MatrixRow) string {
	text := "no case meets it"
	if len(row.Unknown) > 0 {
		text = "no case is known to meet it: undecided of " + strings.Join(row.Unknown, ", ")
	}
	switch {
	case row.Proposal == nil:
		return text
	case row.Proposal.Status == suite.HasCase && row.Proposal.Called:
		return text + "; this one would: " + values(row.Proposal.Values)
	case row.Proposal.Status == suite.HasCase:
		return text + "; on this one a call that is not due would: " + values(row.Proposal.Values)
	}
	return text + ", and none was found that would (" + words(row.Proposal.Status) + ")" + reason(row.Proposal.Reason)
}

// summarizeMatrix says how many leaves of a callee the cases meet.
func summarizeMatrix(m plan.Matrix) string {
	met, demanded, observed := 0, 0, 0
	for _, row := range m.Leaves {
		met += min(1, len(row.Possible))
		demanded += min(1, len(row.Demanded))
		observed += min(1, len(row.Observed))
	}
	text := "the cases meet " + itoa(met) + " of " + formatCount(len(m.Leaves), "leaf") + ", " + itoa(demanded) +
		" by a call that is due"
	if observed > 0 {
		text += ", " + itoa(observed) + " seen called"
	}
	return text
}
