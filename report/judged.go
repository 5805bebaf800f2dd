package report

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// judged is how many things of one kind a run has judged beside the cases of units, and how.
type judged struct {
	one string // the kind, in the singular
	sum result.Summary
}

// judgedBeside returns what a run has judged beside the cases of units, the kinds in the order of the report; none
// of a kind of which there is nothing.
func judgedBeside(run *result.Run) []judged {
	machines, sequences := judged{one: "machine"}, judged{one: "sequence"}
	classes, pairs := judged{one: "class"}, judged{one: "pair"}
	properties, units := judged{one: "property"}, judged{one: "unit on structures"}
	for _, m := range run.Machines {
		machines.add(m.Verdict)
		sequences.sum.Pass += m.Pass
		sequences.sum.Fail += m.Fail
		sequences.sum.Error += m.Error
		sequences.sum.Blocked += m.Blocked
		sequences.sum.Undecided += m.Undecided
		sequences.sum.Flaky += m.Flaky
	}
	for _, c := range run.Classes {
		classes.add(c.Verdict)
		pairs.sum.Pass += c.Pairs - c.Failed - c.Flaky
		pairs.sum.Fail += c.Failed
		pairs.sum.Flaky += c.Flaky
		pairs.sum.Blocked += c.Blocked
	}
	for _, l := range run.Laws {
		properties.add(l.Verdict)
	}
	for _, m := range run.Methods {
		units.add(m.Verdict)
	}
	var out []judged
	for _, j := range []judged{machines, sequences, classes, pairs, properties, units} {
		if j.count() > 0 {
			out = append(out, j)
		}
	}
	return out
}

// add counts one verdict.
func (j *judged) add(v result.Verdict) {
	switch v {
	case result.Pass:
		j.sum.Pass++
	case result.Fail:
		j.sum.Fail++
	case result.Error:
		j.sum.Error++
	case result.Blocked:
		j.sum.Blocked++
	case result.Undecided:
		j.sum.Undecided++
	case result.Flaky:
		j.sum.Flaky++
	}
}

// count returns how many were judged.
func (j *judged) count() int { return countAll(j.sum) }

func countAll(s result.Summary) int {
	return s.Pass + s.Fail + s.Error + s.Blocked + s.Undecided + s.Flaky + s.Quarantined
}

// text returns the counts in one line.
func (j *judged) text(s Style) string {
	noun, rest, _ := strings.Cut(j.one, " ")
	return strings.TrimSpace(formatCount(j.count(), noun)+" "+rest) + ": " + summaryText(j.sum, s)
}

// summaryText returns the counts of a summary.
func summaryText(sum result.Summary, s Style) string {
	text := fmt.Sprintf("%s, %s, %s, %s, %s",
		count(s, green, sum.Pass, "passed"), count(s, red, sum.Fail, "failed"), count(s, red, sum.Error, "in error"),
		count(s, yellow, sum.Blocked, "blocked"), count(s, yellow, sum.Undecided, "undecided"))
	if sum.Flaky > 0 {
		text += ", " + count(s, yellow, sum.Flaky, "flaky")
	}
	if sum.Quarantined > 0 {
		text += ", " + count(s, yellow, sum.Quarantined, "in quarantine")
	}
	return text
}

func count(s Style, c colour, n int, word string) string {
	text := itoa(n) + " " + word
	if n == 0 {
		return text
	}
	return s.paint(c, text)
}

// tile is a number at the top of the page.
type tile struct{ Count, Word, Verdict, Class string }

// tilesOf returns the counts of a run.
func tilesOf(run *result.Run) []tile {
	var out []tile
	add := func(n int, v result.Verdict, word string) {
		class := ""
		if n == 0 {
			class = "zero"
		}
		out = append(out, tile{itoa(n), word, string(v), class})
	}
	s := run.Summary
	add(s.Pass, result.Pass, "passed")
	add(s.Fail, result.Fail, "failed")
	add(s.Error, result.Error, "in error")
	add(s.Blocked, result.Blocked, "blocked")
	add(s.Undecided, result.Undecided, "undecided")
	if s.Flaky > 0 {
		add(s.Flaky, result.Flaky, "flaky")
	}
	if s.Quarantined > 0 {
		add(s.Quarantined, "quarantined", "in quarantine")
	}
	return append(out, tile{fmt.Sprintf("%.2f s", run.Seconds), "in all", "", ""})
}
