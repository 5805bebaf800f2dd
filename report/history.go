package report

import (
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/history"
)

// WriteHistory writes what the last of some runs found otherwise than those before it, for people.
func WriteHistory(w io.Writer, c history.Comparison, s Style) error {
	p := &printer{w: w}
	p.writeLine(s.paint(bold, "Runs"))
	for _, r := range c.Runs {
		p.writeLine("  ", cleanText(r.Started, false), "  ", summaryText(r.Summary, Style{}))
	}
	for _, part := range []struct {
		title string
		of    []history.Change
	}{{"Newly failing", c.Failing}, {"Newly flaky", c.Flaky}, {"Newly passing", c.Passing},
		{"Newly blocked or undecided", c.Blocked}} {
		if len(part.of) == 0 {
			continue
		}
		p.writeHeading(s, part.title)
		for _, x := range part.of {
			p.writeLine("  ", cleanText(x.Name, false), "  ", s.verdict(x.Before), " → ", s.verdict(x.Now),
				", since the run of ", cleanText(x.Since, false))
		}
	}
	if len(c.Slower) > 0 {
		p.writeHeading(s, "Slower by much")
		for _, x := range c.Slower {
			p.writeLine("  ", cleanText(x.Name, false), fmt.Sprintf("  %.3f s → %.3f s", x.Before, x.Now))
		}
	}
	if len(c.Varied) > 0 {
		p.writeHeading(s, "Not always the same, on the same values and by the same programs")
		for _, x := range c.Varied {
			often := fmt.Sprintf("  failed or was flaky in %d of %d", x.Failed, x.Of)
			p.writeLine("  ", cleanText(x.Name, false), often)
		}
	}
	return p.err
}
