package report

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// moreOf returns a line about the cases that a run has drawn at random in leaves that
// had passed, in those of one unit where it is named. They test whether all elements of
// a leaf test the same. It is "" where none were drawn.
func moreOf(run *result.Run, unit string) string {
	leaves := moreLeaves(run, unit)
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
		ran := ranOf(l)
		drawn += ran
		each = each && ran == ranOf(leaves[0])
	}
	out := plural(drawn, "more case") + " in " + plural(len(leaves), "leaf")
	if each && len(leaves) > 1 {
		out = plural(ranOf(leaves[0]), "more case") + " in each of " + plural(len(leaves), "leaf")
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
		{sum.Undecided, "undecided"}} {
		if x.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", x.n, x.word))
		}
	}
	return out + strings.Join(parts, ", ")
}

// moreLeaves returns the leaves in which a run has drawn cases, only those of one unit
// where it is named.
func moreLeaves(run *result.Run, unit string) []*result.MoreLeaf {
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

// ranOf returns how many of the cases drawn in a leaf have a verdict.
func ranOf(l *result.MoreLeaf) int {
	return l.Pass + l.Fail + l.Error + l.Blocked + l.Undecided
}

// moreRemark returns what is worth saying of the cases drawn in one leaf if not all
// passed; otherwise "".
func moreRemark(l *result.MoreLeaf) string {
	var parts []string
	if n := l.Fail + l.Error; n > 0 {
		parts = append(parts, fmt.Sprintf("fails on %d of %d", n, ranOf(l)))
	}
	if n := l.Blocked + l.Undecided; n > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d blocked or undecided: %s", n, ranOf(l),
			clean(firstLine(l.Why), false)))
	}
	return strings.Join(parts, "; ")
}

// more writes the results of the cases that were drawn.
func (p *printer) more(run *result.Run) {
	text := moreOf(run, "")
	if text == "" {
		return
	}
	p.line("              tested on ", text)
	var rows, fewer []string
	for _, l := range moreLeaves(run, "") {
		if remark := moreRemark(l); remark != "" {
			rows = append(rows, l.Leaf+": "+remark)
		}
		if l.Exhausted && l.Drawn < run.More.Cases {
			fewer = append(fewer, fmt.Sprintf("%s (%d)", l.Leaf, l.Drawn))
		}
	}
	for i, row := range rows {
		if i == maxListed {
			p.line("              and ", plural(len(rows)-maxListed, "leaf"), " more")
			break
		}
		p.line("              ", row)
	}
	if len(fewer) > 0 {
		p.line("              no other values were found in ", capped(fewer))
	}
}

// kept writes how the values of a drawn case came about, and the line that keeps it as
// an own case.
func (p *printer) kept(r *result.Result) {
	if r.Drawn == nil {
		return
	}
	how := fmt.Sprintf("at random, under seed %d", r.Drawn.Seed)
	switch {
	case r.Drawn.Values == nil:
		how = "the case of its caller, " + how
	case r.Drawn.Steps > 0:
		how += fmt.Sprintf(", and made smaller in %s from %s", plural(r.Drawn.Steps, "step"), values(r.Drawn.Values))
	}
	p.line("  drawn     ", how)
	if line, err := flowOf(r.Values); err == nil {
		p.line("  keep it   under cases: of ", r.Unit)
		p.line("    - ", line)
	}
}
