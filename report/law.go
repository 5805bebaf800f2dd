package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// laws writes a line for each property, and in full what did not hold.
func laws(p *printer, run *result.Run, s Style) {
	if len(run.Laws) == 0 {
		return
	}
	p.heading(s, "Properties")
	rows := [][]string{}
	for _, l := range run.Laws {
		rows = append(rows, []string{l.Property, s.verdict(l.Verdict) + "  " + lawText(l)})
	}
	p.table("  ", rows)
}

// refutations writes the properties that do not hold.
func refutations(p *printer, run *result.Run, s Style) {
	for _, l := range run.Laws {
		if l.Verdict == result.Fail || l.Verdict == result.Error {
			p.line()
			p.line(s.paint(red, strings.ToUpper(string(l.Verdict))+" property "+l.Property))
			refutation(p, l)
			p.line("  again     ", s.paint(blue, clean(l.Replay, false)))
		}
	}
}

// refutation writes the values for which a property does not hold.
func refutation(p *printer, l *result.Law) {
	if l.Counterexample != nil {
		p.line("  values    ", shownValues(l.Counterexample))
	}
	if l.First != nil {
		p.line("  found as  ", shownValues(l.First))
	}
	if l.Panic != "" {
		p.line("  panic     ", clean(firstLine(l.Panic), false))
	}
	if l.Why != "" {
		p.line("  because   ", clean(firstLine(l.Why), false))
	}
	_, rest, _ := strings.Cut(l.Why, "\n")
	for _, text := range []string{l.Stack, rest} {
		if text == "" {
			continue
		}
		lines := strings.Split(strings.TrimSpace(text), "\n")
		for _, line := range lines[:min(len(lines), maxStack)] {
			p.line("    ", clean(clip(line, maxQuoted), false))
		}
	}
}

// maxStack is how many lines of a stack, or of what a process printed, are shown.
const maxStack = 30

// shownValues writes the values of a counterexample.
func shownValues(values []string) string {
	return clean(clip(strings.Join(values, ", "), maxQuoted), false)
}

// lawText says in one line what came of a property.
func lawText(l *result.Law) string {
	tests := plural(l.Tests, "test")
	text := ""
	switch l.Outcome {
	case "proof":
		text = "proof: it holds for all values that there are, " + tests
	case "pass":
		text = tests
	case "counterexample":
		text = fmt.Sprintf("counterexample (%s), found by test %d", shownValues(l.Counterexample), l.Tests)
	default:
		text = clean(firstLine(l.Why), false)
		if l.Counterexample != nil {
			text = strings.TrimSuffix(text, "; it printed:") + ", on (" + shownValues(l.Counterexample) + ")"
		}
		return text
	}
	if l.Discards > 0 {
		text += fmt.Sprintf(", %d discarded", l.Discards)
	}
	text += fmt.Sprintf(", seed %d", l.Seed)
	for _, label := range slices.Sorted(maps.Keys(l.Labels)) {
		text += fmt.Sprintf("; %.1f%% %s", 100*float64(l.Labels[label])/float64(max(1, l.Tests)), clean(label, false))
	}
	return text
}

// refutedText writes what a property failed on, and how it is had again; "" where it did not.
func refutedText(l *result.Law) string {
	if l.Verdict != result.Fail && l.Verdict != result.Error {
		return ""
	}
	var text strings.Builder
	p := &printer{w: &text}
	refutation(p, l)
	p.line("  again     ", clean(l.Replay, false))
	return text.String()
}

// lawSuite is the suite of the properties, a case for each.
func lawSuite(run *result.Run, names map[string]int) junitSuite {
	s := junitSuite{Name: "properties", Timestamp: run.Started}
	for _, l := range run.Laws {
		c := junitCase{Name: unique(names, l.Property), ClassName: clean(run.Project+".properties", false),
			Time: seconds(l.Seconds), SystemOut: lawText(l)}
		problem := &junitProblem{Message: lawText(l), Text: "\n" + refutedText(l)}
		switch l.Verdict {
		case result.Fail:
			c.Failure = problem
		case result.Error:
			c.Error = problem
		case result.Blocked, result.Undecided:
			c.Skipped = string(l.Verdict) + ": " + clean(firstLine(l.Why), false)
		}
		s.add(c, l.Seconds)
	}
	return s
}
