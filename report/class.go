package report

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// writeClasses writes a line for each class, with by what its objects were compared.
func writeClasses(p *printer, run *result.Run, s Style) {
	if len(run.Classes)+len(run.ClassUses) == 0 {
		return
	}
	p.writeHeading(s, "Classes")
	rows := [][]string{}
	for _, c := range run.Classes {
		rows = append(rows, []string{c.Class, s.verdict(c.Verdict) + "  " + classText(c)})
	}
	p.writeTable("  ", rows)
	for _, c := range run.Classes {
		for _, f := range c.Findings {
			p.writeLine("  ", c.Class, ": ", s.paint(yellow, "finding"), "  ", cleanText(f, false))
		}
		if len(c.EqnCalls) > 0 && len(c.Equal) == 1 {
			p.writeLine("  ", c.Class, ": eqn calls ", joinNames(c.EqnCalls), ", and may not see what is wrong with ",
				itOrThem(c.EqnCalls), ": --mask compares in other ways, too")
		}
	}
	for _, c := range run.Classes {
		if c.Mutants != nil {
			p.writeLine("  ", c.Class, ": ", tellingText(c.Mutants))
		}
		if by := c.BySchemas; by != nil {
			p.writeLine("  ", c.Class, ": ", schemasText(by))
		}
	}
	for _, u := range run.ClassUses {
		p.writeLine("  ", u.Unit, " uses ", u.Class, ": ", cleanText(u.Why, false))
	}
}

// tellingText says in one line which mutants of axioms pairs tell apart.
func tellingText(t *suite.Telling) string {
	out := fmt.Sprintf("told apart: %d of %s of the axioms", t.Told, formatCount(t.Mutants, "mutant"))
	if t.Equivalent > 0 {
		out += fmt.Sprintf(", %d equivalent", t.Equivalent)
	}
	if n := len(t.Open); n > 0 {
		out += fmt.Sprintf(", %d open", n)
	}
	return out
}

// maxOpen is how many mutants are listed that are not told apart.
const maxOpen = 5

// writeOpenMutants writes the mutants of axioms that pairs do not tell apart, the first ones.
func writeOpenMutants(p *printer, t *suite.Telling) {
	for i, axiom := range t.Open {
		if i == maxOpen {
			p.writeLine("            and ", itoa(len(t.Open)-maxOpen), " more, which --json has")
			return
		}
		p.writeLine("            not told: ", cleanText(axiom, false))
	}
}

// schemasText says what schemas say of the sequences of a class.
func schemasText(by *result.BySchemas) string {
	out := fmt.Sprintf("by the schemas of %s %s were judged, %s right", joinNames(by.Units),
		formatCount(by.Sequences, "sequence"), formatCount(by.Steps, "step"))
	if by.Failed > 0 {
		out += fmt.Sprintf(", %d sequences wrong", by.Failed)
	}
	if by.Undecided > 0 {
		out += fmt.Sprintf(", %d not to their end", by.Undecided)
	}
	if by.Why != "" {
		out += "; " + cleanText(firstLine(by.Why), false)
	}
	return out
}

// itOrThem returns the word for names that were said before.
func itOrThem(names []string) string {
	if len(names) == 1 {
		return "it"
	}
	return "them"
}

// classText says in one line what came of a class.
func classText(c *result.ClassRun) string {
	out := ""
	if c.Pairs > 0 {
		out = fmt.Sprintf("%s, %d equivalent and %d not, compared by %s", formatCount(c.Pairs, "pair"), c.Equivalent,
			c.Pairs-c.Equivalent, equalText(c.Equal))
	}
	for _, part := range []struct {
		n    int
		text string
	}{{c.Failed, "%d wrong" + maskedText(c)}, {c.Flaky, "%d flaky"},
		{c.Disagreed, "of %d the ways to compare disagree"},
		{c.Blocked, "%d could not be run"}} {
		if part.n > 0 {
			out += "; " + fmt.Sprintf(part.text, part.n)
		}
	}
	if c.Why != "" {
		out += "; " + cleanText(firstLine(c.Why), false)
	}
	return strings.TrimPrefix(out, "; ")
}

// maskedText says how many pairs are wrong that some way to compare objects finds right.
func maskedText(c *result.ClassRun) string {
	var parts []string
	for _, by := range c.Equal {
		if n := c.Masked[by]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d from %s", n, by))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ", and masked " + joinNames(parts)
}

// equalText names ways to compare objects.
func equalText(list []spec.Equality) string {
	var words []string
	for _, e := range list {
		words = append(words, string(e))
	}
	return joinNames(words)
}

// writeWrongPairs writes the pairs that are wrong.
func writeWrongPairs(p *printer, run *result.Run, s Style) {
	for _, c := range run.Classes {
		for _, f := range c.Failures {
			p.writeLine()
			p.writeLine(s.paint(red, strings.ToUpper(string(f.Verdict))+" "+f.Case))
			writePair(p, f)
			writeAttempts(p, f.Attempts)
			p.writeLine("  again     ", s.paint(blue, cleanText(f.Replay, false)))
		}
	}
}

// writePair writes what is known of a pair that is wrong.
func writePair(p *printer, f *result.PairFailure) {
	for _, row := range pairRows(f) {
		p.writeLine("  ", fmt.Sprintf("%-10s", row.Label), cleanText(clip(row.Text, maxQuoted), false))
	}
	if f.Stack != "" {
		lines := strings.Split(strings.TrimSpace(f.Stack), "\n")
		for _, line := range lines[:min(len(lines), maxStack)] {
			p.writeLine("    ", cleanText(clip(line, maxQuoted), false))
		}
	}
}

// pairRows returns what is known of a pair that is wrong, line by line.
func pairRows(f *result.PairFailure) []fact {
	tag := "equivalent"
	if !f.Equivalent {
		tag = "not equivalent"
	}
	out := []fact{{"first", f.First}, {"second", f.Second}, {"by axioms", tag}, {"because", f.Message}}
	if f.Schema != "" {
		return []fact{{"sequence", f.First}, {"because", f.Message}, {"blame", blameText(f)},
			{"found as", f.Original[0]}, {"", f.Original[1]}}
	}
	for _, c := range f.Judged {
		if c.By == "" || len(f.Judged) < 2 {
			continue
		}
		said := "equal"
		if !c.Equal {
			said = "different"
			if c.Sent != "" && c.Values != [2]string{} {
				said = fmt.Sprintf("different: %s gives %s and %s", strings.TrimPrefix(c.Sent, "."), c.Values[0],
					c.Values[1])
			}
		}
		out = append(out, fact{"by", string(c.By) + ": " + said})
	}
	switch {
	case f.Blame != "" && f.Step > 0:
		out = append(out, fact{"blame", blameText(f)})
	case f.Blame != "":
		out = append(out, fact{"blame", fmt.Sprintf("%s, in %s", f.Blame, f.In) + doubtText(f)})
	}
	if f.Original[0] != f.First || f.Original[1] != f.Second {
		out = append(out, fact{"found as", f.Original[0]}, fact{"", f.Original[1]})
	}
	return out
}

// blameText says which operation of a sequence is to blame.
func blameText(f *result.PairFailure) string {
	return fmt.Sprintf("%s, operation %d of %s", f.Blame, f.Step, f.In) + doubtText(f)
}

// doubtText says what else may be to blame.
func doubtText(f *result.PairFailure) string {
	switch {
	case f.Hidden != "":
		return ", or " + f.Or + ": " + f.Hidden + " may have left what no observer sees before"
	case f.Or != "":
		return ", or " + f.Or + ": nothing else shows it"
	case f.Uncertain:
		return ", or one before it: nothing else tells what they leave apart"
	}
	return ""
}

// wrongPairText returns what is known of a pair that is wrong, as one text.
func wrongPairText(f *result.PairFailure) string {
	var text strings.Builder
	p := &printer{w: &text}
	writePair(p, f)
	p.writeLine("  again     ", cleanText(f.Replay, false))
	return text.String()
}

// addClasses adds a suite for each class: a test for each pair that is wrong, and one for all others.
func (s *suites) addClasses() {
	for _, c := range s.run.Classes {
		own := Suite{Name: cleanText(c.Class, false)}
		rest := Test{Name: s.name(c.Class), Class: s.class(c.Class), Verdict: result.Pass, Seconds: c.Seconds,
			Stdout: classText(c), Replay: cleanText(c.Replay, false)}
		switch {
		case c.Verdict == result.Blocked, c.Verdict == result.Undecided:
			rest.Verdict = c.Verdict
			rest.Message = string(c.Verdict) + ": " + cleanText(firstLine(c.Why), false)
		case c.Verdict != result.Pass && len(c.Failures) == 0:
			rest.Verdict, rest.Message, rest.Text = c.Verdict, classText(c), classText(c)
		}
		own.add(rest)
		for _, f := range c.Failures {
			own.add(Test{Name: s.name(f.Case), Class: s.class(c.Class), Verdict: f.Verdict,
				Message: cleanText(f.Message, false), Text: wrongPairText(f), Replay: cleanText(f.Replay, false),
				Attempts: f.Attempts, Excused: s.excusesFlaky(f.Verdict)})
		}
		s.list = append(s.list, own)
	}
}

// failureOfPair returns a pair that is wrong, as the page shows it.
func (v *runView) failureOfPair(c *result.ClassRun, f *result.PairFailure) failure {
	out := failure{ID: v.newID(anchor("case", f.Case)), Title: f.Case, Headline: cleanText(firstLine(f.Message), false),
		Verdict: f.Verdict, Marks: v.marksOf("class "+c.Class, c.Verdict), Replay: f.Replay}
	for _, row := range pairRows(f) {
		out.Facts = append(out.Facts, fact{row.Label, cleanText(clip(row.Text, maxQuoted), false)})
	}
	if f.Stack != "" {
		out.Printed = append(out.Printed, fact{"stack", cleanText(clip(f.Stack, maxQuoted), true)})
	}
	return out
}

// columnsOfPair returns what the table of a class shows of a pair that is wrong: the smallest sequences, what they were
// to be, and the operation to blame.
func columnsOfPair(f failure) []fact {
	out := []fact{{"First", ""}, {"Second", ""}, {"By the axioms", ""}, {"Blame", "not known"}}
	for i, label := range []string{"first", "second", "by axioms", "blame"} {
		for _, known := range f.Facts {
			if known.Label == label {
				out[i].Text = known.Text
			}
		}
	}
	return out
}

// writePlannedClasses writes the classes of a plan with their cases.
func writePlannedClasses(p *printer, pl *plan.Plan, s Style) {
	for _, c := range pl.Classes {
		p.writeLine()
		p.writeLine(s.paint(bold, c.Name), "  layer ", itoa(c.Layer), ", class of the system under test ", c.SUT,
			", compared by ", equalText(c.Equal))
		if len(c.Uses) > 0 {
			p.writeLine("  uses      ", strings.Join(c.Uses, ", "))
		}
		equivalent := 0
		for _, one := range c.Pairs {
			if one.Equivalent {
				equivalent++
			}
		}
		p.writeLine("  pairs     ", itoa(equivalent), " equivalent, ", itoa(len(c.Pairs)-equivalent), " not equivalent")
		if c.Telling != nil {
			p.writeLine("  mutants   ", tellingText(c.Telling))
			writeOpenMutants(p, c.Telling)
		}
		if calls := c.EqnCalls(); len(calls) > 0 && len(c.Equal) == 1 && c.Equal[0] == spec.ByEqn {
			p.writeLine("  eqn       calls ", joinNames(calls), " by its axioms, and may not see what is wrong with ",
				itOrThem(calls))
		}
		for _, note := range c.Notes {
			p.writeLine("  note      ", cleanText(note, false))
		}
	}
}
