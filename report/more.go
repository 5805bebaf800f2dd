package report

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// describeMore returns a line about the cases that a run has drawn at random in leaves that
// had passed, in those of one unit where it is named. They test whether all elements of
// a leaf test the same. It is "" where none were drawn.
func describeMore(run *result.Run, unit string) string {
	leaves := listMoreLeaves(run, unit)
	if len(leaves) == 0 {
		return ""
	}
	sum, drawn, each := result.Summary{}, 0, true
	for _, l := range leaves {
		sum.Pass += l.Pass
		sum.Fail += l.Fail
		sum.Error += l.Error
		sum.Blocked += l.Blocked
		sum.Undecided += l.Undecided
		sum.Flaky += l.Flaky
		ran := countRun(l)
		drawn += ran
		each = each && ran == countRun(leaves[0])
	}
	out := formatCount(drawn, "more case") + " in " + formatCount(len(leaves), "leaf")
	if each && len(leaves) > 1 {
		out = formatCount(countRun(leaves[0]), "more case") + " in each of " + formatCount(len(leaves), "leaf")
	}
	out += fmt.Sprintf(", drawn under seed %d: ", run.More.Seed)
	switch {
	case drawn == 0:
		return out + "no other values were found"
	case sum.Pass == drawn:
		return out + "all passed"
	}
	var parts []string
	for _, x := range []struct {
		n    int
		word string
	}{{sum.Pass, "passed"}, {sum.Fail, "failed"}, {sum.Error, "in error"}, {sum.Blocked, "blocked"},
		{sum.Undecided, "undecided"}, {sum.Flaky, "flaky"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", x.n, x.word))
		}
	}
	return out + strings.Join(parts, ", ")
}

// listMoreLeaves returns the leaves in which a run has drawn cases, only those of one unit
// where it is named.
func listMoreLeaves(run *result.Run, unit string) []*result.MoreLeaf {
	if run == nil || run.More == nil {
		return nil
	}
	var out []*result.MoreLeaf
	for _, l := range run.More.Leaves {
		if unit == "" || l.Unit == unit {
			out = append(out, l)
		}
	}
	return out
}

// countRun returns how many of the cases drawn in a leaf have a verdict.
func countRun(l *result.MoreLeaf) int {
	return l.Pass + l.Fail + l.Error + l.Blocked + l.Undecided + l.Flaky
}

// remarkOnMore returns what is worth saying of the cases drawn in one leaf if not all
// passed; otherwise "".
func remarkOnMore(l *result.MoreLeaf) string {
	var parts []string
	if n := l.Fail + l.Error; n > 0 {
		parts = append(parts, fmt.Sprintf("fails on %d of %d", n, countRun(l)))
	}
	if l.Flaky > 0 {
		parts = append(parts, fmt.Sprintf("flaky on %d of %d", l.Flaky, countRun(l)))
	}
	if n := l.Blocked + l.Undecided; n > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d blocked or undecided: %s", n, countRun(l),
			cleanText(firstLine(l.Why), false)))
	}
	return strings.Join(parts, "; ")
}

// writeMore writes the results of the cases that were drawn.
func (p *printer) writeMore(run *result.Run) {
	text := describeMore(run, "")
	if text == "" {
		return
	}
	p.writeLine("              tested on ", text)
	var rows, fewer []string
	for _, l := range listMoreLeaves(run, "") {
		if remark := remarkOnMore(l); remark != "" {
			rows = append(rows, l.Leaf+": "+remark)
		}
		if l.Exhausted && l.Drawn < run.More.Cases {
			fewer = append(fewer, fmt.Sprintf("%s (%d)", l.Leaf, l.Drawn))
		}
	}
	for i, row := range rows {
		if i == maxListed {
			p.writeLine("              and ", formatCount(len(rows)-maxListed, "leaf"), " more")
			break
		}
		p.writeLine("              ", row)
	}
	if len(fewer) > 0 {
		p.writeLine("              no other values were found in ", capNames(fewer))
	}
}

// writeKept writes how the values of a drawn case came about, and the line that keeps it as
// an own case.
func (p *printer) writeKept(r *result.Result) {
	if r.Drawn == nil {
		return
	}
	how := fmt.Sprintf("at random, under seed %d", r.Drawn.Seed)
	switch {
	case r.Drawn.Values == nil:
		how = "the case of its caller, " + how
	case r.Drawn.Steps > 0:
		how += fmt.Sprintf(", and made smaller in %s from %s", formatCount(r.Drawn.Steps, "step"),
			values(r.Drawn.Values))
	}
	p.writeLine("  drawn     ", how)
	if line, err := Flow(r.Values); err == nil {
		p.writeLine("  keep it   under cases: of ", r.Unit)
		p.writeLine("    - ", line)
	}
}
