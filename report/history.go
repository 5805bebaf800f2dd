package report

import (
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/history"
)

// changeGroup is what a run found otherwise than those before it in one respect.
type changeGroup struct {
	Title string
	Lines []string
}

// groupChanges returns what a run found otherwise than those before it, without what is empty.
func groupChanges(c *history.Comparison, s Style) []changeGroup {
	var out []changeGroup
	add := func(title string, lines []string) {
		if len(lines) > 0 {
			out = append(out, changeGroup{title, lines})
		}
	}
	verdicts := func(of []history.Change) (lines []string) {
		for _, x := range of {
			lines = append(lines, cleanText(x.Name, false)+"  "+s.verdict(x.Before)+" → "+s.verdict(x.Now)+
				", since the run of "+cleanText(x.Since, false))
		}
		return lines
	}
	add("Newly failing", verdicts(c.Failing))
	add("Newly flaky", verdicts(c.Flaky))
	add("Newly passing", verdicts(c.Passing))
	add("Newly blocked or undecided", verdicts(c.Blocked))
	stubs := func(of []history.StubChange) (lines []string) {
		for _, x := range of {
			lines = append(lines, fmt.Sprintf("%s, %s  %s → %s, since the run of %s", cleanText(x.Case, false),
				cleanText(x.Callee, false), x.Before, x.Now, cleanText(x.Since, false)))
		}
		return lines
	}
	add("Stubs gained", stubs(c.StubsGained))
	add("Stubs lost", stubs(c.StubsLost))
	var lines []string
	for _, x := range c.LeavesLost {
		lines = append(lines, cleanText(x.Leaf, false)+"  last tested in the run of "+cleanText(x.Since, false))
	}
	add("Leaves lost", lines)
	lines = nil
	for _, x := range c.Slower {
		lines = append(lines, cleanText(x.Name, false)+fmt.Sprintf("  %.3f s → %.3f s", x.Before, x.Now))
	}
	add("Slower by much", lines)
	lines = nil
	for _, x := range c.Varied {
		lines = append(lines, cleanText(x.Name, false)+fmt.Sprintf("  failed or was flaky in %d of %d", x.Failed, x.Of))
	}
	add("Not always the same, on the same values and by the same programs", lines)
	return out
}

// WriteHistory writes what the last of some runs found otherwise than those before it, for people.
func WriteHistory(w io.Writer, c history.Comparison, s Style) error {
	p := &printer{w: w}
	p.writeLine(s.paint(bold, "Runs"))
	for _, r := range c.Runs {
		p.writeLine("  ", cleanText(r.Started, false), "  ", summaryText(r.Summary, Style{}))
	}
	for _, g := range groupChanges(&c, s) {
		p.writeHeading(s, g.Title)
		for _, line := range g.Lines {
			p.writeLine("  ", line)
		}
	}
	return p.err
}

// maxChanges is how many changes of a kind the page of a run shows.
const maxChanges = 100

// pageChanges returns what the page of a run says is otherwise than in the runs before it.
func pageChanges(c *history.Comparison) []changeGroup {
	if c == nil {
		return nil
	}
	out := groupChanges(c, Style{})
	for i, g := range out {
		if n := len(g.Lines); n > maxChanges {
			out[i].Lines = append(g.Lines[:maxChanges:maxChanges],
				fmt.Sprintf("… and %d more: ttf-int history", n-maxChanges))
		}
	}
	return out
}
