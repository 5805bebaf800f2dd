package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// writeLaws writes a line for each property, and in full what did not hold.
func writeLaws(p *printer, run *result.Run, s Style) {
	if len(run.Laws) == 0 {
		return
	}
	p.writeHeading(s, "Properties")
	rows := [][]string{}
	for _, l := range run.Laws {
		rows = append(rows, []string{l.Property, s.verdict(l.Verdict) + "  " + lawText(l)})
	}
	p.writeTable("  ", rows)
}

// writeRefutations writes the properties that do not hold.
func writeRefutations(p *printer, run *result.Run, s Style) {
	for _, l := range run.Laws {
		if isWrong(l.Verdict) {
			p.writeLine()
			p.writeLine(s.paint(red, strings.ToUpper(string(l.Verdict))+" property "+l.Property))
			writeRefutation(p, l)
			p.writeLine("  again     ", s.paint(blue, cleanText(l.Replay, false)))
		}
	}
}

// isWrong tells whether a verdict says that something failed, if only sometimes.
func isWrong(v result.Verdict) bool {
	return v == result.Fail || v == result.Error || v == result.Flaky
}

// writeRefutation writes the values for which a property does not hold.
func writeRefutation(p *printer, l *result.Law) {
	if l.Counterexample != nil {
		p.writeLine("  values    ", shownValues(l.Counterexample))
	}
	if l.First != nil {
		p.writeLine("  found as  ", shownValues(l.First))
	}
	if l.Panic != "" {
		p.writeLine("  panic     ", cleanText(firstLine(l.Panic), false))
	}
	writeAttempts(p, l.Attempts)
	if l.Why != "" {
		p.writeLine("  because   ", cleanText(firstLine(l.Why), false))
	}
	_, rest, _ := strings.Cut(l.Why, "\n")
	for _, text := range []string{l.Stack, rest} {
		if text == "" {
			continue
		}
		lines := strings.Split(strings.TrimSpace(text), "\n")
		for _, line := range lines[:min(len(lines), maxStack)] {
			p.writeLine("    ", cleanText(clip(line, maxQuoted), false))
		}
	}
}

// maxStack is how many lines of a stack, or of what a process printed, are shown.
const maxStack = 30

// shownValues writes the values of a counterexample.
func shownValues(values []string) string {
	return cleanText(clip(strings.Join(values, ", "), maxQuoted), false)
}

// lawText says in one line what came of a property.
func lawText(l *result.Law) string {
	tests := formatCount(l.Tests, "test")
	text := ""
	switch l.Outcome {
	case "proof":
		text = "proof: it holds for all values that there are, " + tests
	case "pass":
		text = tests
	case "counterexample":
		text = fmt.Sprintf("counterexample (%s), found by test %d", shownValues(l.Counterexample), l.Tests)
		if l.Verdict == result.Flaky {
			text = cleanText(firstLine(l.Why), false) + "; " + text
		}
	default:
		text = cleanText(firstLine(l.Why), false)
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
		text += fmt.Sprintf("; %.1f%% %s", 100*float64(l.Labels[label])/float64(max(1, l.Tests)),
			cleanText(label, false))
	}
	return text
}

// refutedText writes what a property failed on, and how it is had again; "" where it did not.
func refutedText(l *result.Law) string {
	if !isWrong(l.Verdict) {
		return ""
	}
	var text strings.Builder
	p := &printer{w: &text}
	writeRefutation(p, l)
	p.writeLine("  again     ", cleanText(l.Replay, false))
	return text.String()
}
