package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/adequacy"
)

// MeasureFormats are the formats for the results of mutants of a program.
var MeasureFormats = Formats[*adequacy.Measure]{
	{Name: "text", Is: "the survivors, who was blamed wrongly, and the counts, for people", Write: writeMeasure},
	{Name: document, Is: "one JSON document with every mutant", Switch: true,
		Write: func(w io.Writer, m *adequacy.Measure, _ Style) error { return writeMeasureJSON(w, m) }},
}

// writeMeasureJSON writes the counts and every mutant.
func writeMeasureJSON(w io.Writer, m *adequacy.Measure) error {
	right, wrong := countBlamed(m)
	return WriteDocument(w, struct {
		APIVersion string         `json:"apiVersion"`
		Kind       string         `json:"kind"`
		Summary    map[string]int `json:"summary"`
		*adequacy.Measure
	}{
		"ttf-int/v1", "Measure",
		map[string]int{
			"mutants": len(m.Outcomes), "killed": m.Count(adequacy.Killed), "hung": m.Count(adequacy.Hung),
			"broken":   m.Count(adequacy.Broken),
			"survived": m.Count(adequacy.Survived), "notReached": m.Count(adequacy.Unreached),
			"overdue": m.Count(adequacy.Overdue),
			"notRun":  m.Count(adequacy.NotRun), "blamedRight": right, "blamedElsewhere": len(wrong),
			"shown": len(listRevealed(m)), "killedAtRandom": countAtRandom(m),
		}, m,
	})
}

// countBlamed counts the killed mutants for which the unit of their function is blamed, and
// returns those for which only other units are.
func countBlamed(m *adequacy.Measure) (right int, wrong []adequacy.Outcome) {
	for _, o := range m.Outcomes {
		switch {
		case o.Right == nil:
		case *o.Right:
			right++
		default:
			wrong = append(wrong, o)
		}
	}
	return right, wrong
}

// listRevealed returns the surviving mutants that some input reveals.
func listRevealed(m *adequacy.Measure) []adequacy.Outcome {
	return slices.DeleteFunc(slices.Clone(m.Outcomes), func(o adequacy.Outcome) bool { return o.Shown == nil })
}

// countAtRandom returns how many mutants are killed by inputs drawn at random.
func countAtRandom(m *adequacy.Measure) int {
	n := 0
	for _, o := range m.Outcomes {
		if o.Random != nil && *o.Random {
			n++
		}
	}
	return n
}

// writeMeasure writes the results of mutants for people.
func writeMeasure(w io.Writer, m *adequacy.Measure, s Style) error {
	p := &printer{w: w}
	right, wrong := countBlamed(m)
	if survivors := m.Count(adequacy.Survived); survivors > 0 {
		p.writeLine(s.paint(bold, "Survivors"), "  nothing fails")
		for _, o := range m.Outcomes {
			if o.Status == adequacy.Survived {
				writeSurvivor(p, o, m.Drawn, s)
			}
		}
		p.writeLine()
	}
	writeUnreached(p, m, s)
	writeElsewhere(p, wrong, s)
	killed := m.Count(adequacy.Killed, adequacy.Hung, adequacy.Broken)
	run := len(m.Outcomes) - m.Count(adequacy.NotRun)
	share := percent(killed, run)
	if n := run - m.Count(adequacy.Unreached); n < run {
		share += fmt.Sprintf(", %d of those that are reached%s", n, percent(killed, n))
	}
	by := formatCount(m.Cases, "case")
	if m.Sequences > 0 {
		by += " and " + formatCount(m.Sequences, "sequence")
	}
	p.writeLine(s.paint(bold, fmt.Sprintf("%d of %s killed", killed, formatCount(run, "mutant"))), " by ", by, share)
	for _, part := range []struct {
		n    int
		text string
	}{
		{m.Count(adequacy.Hung), "because a case did not end in time"},
		{m.Count(adequacy.Broken), "because the program could not be started"},
		{right, "with the right unit to blame"},
		{len(wrong), "with only other units to blame"},
	} {
		if part.n > 0 {
			p.writeLine(fmt.Sprintf("  %d %s", part.n, part.text))
		}
	}
	if n := m.Count(adequacy.Survived); n > 0 {
		p.writeLine(fmt.Sprintf("%d survived", n))
	}
	if n := m.Count(adequacy.Unreached); n > 0 {
		p.writeLine(fmt.Sprintf("%d not reached", n))
	}
	if n := m.Count(adequacy.Overdue); n > 0 {
		p.writeLine(fmt.Sprintf("%d not decided: the run did not end in its time (--run-timeout)", n))
	}
	if m.Drawn > 0 {
		p.writeLine(fmt.Sprintf("  %d of these are shown by one of %s drawn at random", len(listRevealed(m)),
			formatCount(m.Drawn, "input")))
	}
	if slices.ContainsFunc(m.Outcomes, func(o adequacy.Outcome) bool { return o.Random != nil }) {
		random := countAtRandom(m)
		p.writeLine(fmt.Sprintf("as many inputs drawn at random kill %d", random), percent(random, run))
	}
	if n := m.Count(adequacy.NotRun); n > 0 {
		p.writeLine(s.paint(yellow, formatCount(n, "mutant")+" not run"))
	}
	if m.Places > len(m.Outcomes)+m.Refused {
		p.writeLine(fmt.Sprintf("They are drawn from %d places under the seed %d; --mutants 0 tries all", m.Places, m.Seed))
	}
	for _, n := range m.Notes {
		p.writeLine("note: ", n)
	}
	return p.err
}

// writeElsewhere writes the mutants for which only other units than theirs were blamed.
func writeElsewhere(p *printer, wrong []adequacy.Outcome, s Style) {
	if len(wrong) == 0 {
		return
	}
	p.writeLine(s.paint(bold, "Blamed elsewhere"))
	for _, o := range wrong {
		p.writeLine("  ", mutantText(o))
		p.writeLine("      ", o.Case, " blames ", strings.Join(o.Blame, ", "), "; it is in ",
			strings.Join(o.Units, ", "))
	}
	p.writeLine()
}

// writeUnreached writes which lines of the program no case reaches, with the number of
// mutants there.
func writeUnreached(p *printer, m *adequacy.Measure, s Style) {
	if m.Count(adequacy.Unreached) == 0 {
		return
	}
	p.writeLine(s.paint(bold, "Not reached"), "  nothing that runs comes to these lines")
	var list []adequacy.Outcome
	for _, o := range m.Outcomes {
		if o.Status == adequacy.Unreached {
			list = append(list, o)
		}
	}
	for from := 0; from < len(list); {
		to := from + 1
		near := func(a, b adequacy.Outcome) bool {
			return a.File == b.File && a.Function == b.Function && b.Line <= a.Line+1
		}
		for to < len(list) && near(list[to-1], list[to]) {
			to++
		}
		first, last := list[from], list[to-1]
		at := fmt.Sprintf("%s:%d", first.File, first.Line)
		if last.Line > first.Line {
			at += fmt.Sprintf("-%d", last.Line)
		}
		p.writeLine("  ", at, " ", first.Function, ": ", formatCount(to-from, "mutant"))
		for _, o := range list[from:to] {
			if o.Shown != nil {
				writeSurvivor(p, o, m.Drawn, s)
			}
		}
		from = to
	}
	p.writeLine()
}

// percent returns a share as a percentage in brackets.
func percent(n, of int) string {
	if of == 0 {
		return ""
	}
	return fmt.Sprintf(" (%.1f %%)", 100*float64(n)/float64(of))
}

// mutantText returns where a mutant is and what it changes.
func mutantText(o adequacy.Outcome) string {
	now := o.Now
	if now == "" {
		now = "nothing"
	}
	at := fmt.Sprintf("%s:%d:%d", o.File, o.Line, o.Column)
	if o.Function != "" {
		at += " " + o.Function
	}
	return at + ": " + o.Was + "  →  " + now
}

// writeSurvivor writes a mutant that no case kills.
func writeSurvivor(p *printer, o adequacy.Outcome, drawn int, s Style) {
	p.writeLine("  ", s.paint(yellow, fmt.Sprintf("%d", o.ID)), "  ", mutantText(o))
	switch {
	case o.Shown != nil:
		text, err := Flow(o.Shown.Values)
		if err != nil {
			text = o.Shown.Values.String()
		}
		p.writeLine("      ", o.Shown.Unit, " shows it: ", text)
	case drawn > 0:
		p.writeLine("      no input that was drawn shows it")
	}
	if o.Doubt != "" {
		p.writeLine("      ", o.Doubt)
	}
}
