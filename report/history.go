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
		p.writeLine(fmt.Sprintf("  %s  %d passed, %d failed, %d in error, %d blocked, %d undecided",
			cleanText(r.Started, false), r.Pass, r.Fail, r.Error, r.Blocked, r.Undecided))
	}
	for _, part := range []struct {
		title string
		of    []history.Change
	}{{"Newly failing", c.Failing}, {"Newly passing", c.Passing}, {"Newly blocked or undecided", c.Blocked}} {
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
		p.writeHeading(s, "Passed and failed in these runs, on the same values")
		for _, x := range c.Varied {
			p.writeLine("  ", cleanText(x.Name, false), fmt.Sprintf("  failed in %d of %d", x.Failed, x.Of))
		}
	}
	return p.err
}
