package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// Unfolded is the depth at which a tree is shown whole.
const Unfolded = -1

// writeTree writes the testing tree of a unit: each condition with the predicate that it
// adds, and each leaf with its status. Conditions at the given depth (0 is the root;
// Unfolded: no condition) are shown without what is below them.
func writeTree(w io.Writer, u *plan.Unit, depth int, s Style) error {
	p := &printer{w: w}
	p.writeLine(s.paint(bold, u.Name), "  ", strings.Join(variables(u), "; "))
	p.writeLine(s.paint(blue, u.Tree.Root.ID), "  ", cleanText(u.Tree.Root.Shown, false))
	p.writeBelow("", u, u.Tree.Root, depth, s)
	if r := u.Tree.Rejected; r != nil {
		p.writeLine(s.paint(blue, r.ID), "  ", cleanText(r.Shown, false), "  rejected inputs: expected ",
			cleanText(promise(u), false))
		p.writeBelow("", u, r, depth, s)
	}
	p.writeLine()
	p.writeLine(formatCount(len(u.Leaves), "leaf"), ": ", leafCounts(u.Leaves))
	p.mutants(u, true, s)
	return p.err
}

// promise returns what the unit promises on rejected inputs.
func promise(u *plan.Unit) string { return zed.Print(u.Tree.Refusal.Op.Pred, zed.Unicode) }

// variables returns the variables of the valid input space with their types.
func variables(u *plan.Unit) []string {
	var out []string
	for _, v := range u.Tree.VIS {
		name := v.Name + " : " + v.Type.String()
		if u.Tree.Completion[v.Name] {
			name += " (completion)"
		}
		out = append(out, name)
	}
	return out
}

// writeBelow writes what stands under a condition's line.
func (p *printer) writeBelow(indent string, u *plan.Unit, c *suite.Condition, depth int, s Style) {
	if l := u.Leaf(c.ID); l != nil {
		added := ""
		if len(l.For) > 0 {
			added = s.paint(faint, ", added by strengthening"+describeAskers(l))
		}
		p.writeLine(indent, "   ", statusText(l, s), added)
		return
	}
	if depth == 0 {
		p.writeLine(indent, "   ", s.paint(faint, summarize(u, c)))
		return
	}
	for i, d := range c.Children {
		branch, next := "├─ ", "│  "
		if i == len(c.Children)-1 {
			branch, next = "└─ ", "   "
		}
		p.writeLine(indent, branch, s.paint(blue, d.ID), "  ", cleanText(d.Shown, false), s.paint(faint, place(d)))
		p.writeBelow(indent+next, u, d, depth-1, s)
	}
}

func place(c *suite.Condition) string {
	if !c.Span.IsValid() {
		return ""
	}
	return "  " + c.Span.Pos().String()
}

// summarize returns a summary of what is below a condition that is shown without it.
func summarize(u *plan.Unit, c *suite.Condition) string {
	leaves := leavesBelow(u, c)
	return "… " + formatCount(len(leaves), "leaf") + " below: " + leafCounts(leaves)
}

func leavesBelow(u *plan.Unit, c *suite.Condition) []*plan.Leaf {
	var out []*plan.Leaf
	(&suite.Tree{Root: c}).Walk(func(d *suite.Condition) {
		if l := u.Leaf(d.ID); l != nil {
			out = append(out, l)
		}
	})
	return out
}

// writeTreeDOT writes the testing tree of a unit for Graphviz, folded at a depth in the same
// way as Tree.
func writeTreeDOT(w io.Writer, u *plan.Unit, depth int) error {
	p := &printer{w: w}
	p.writeLine("digraph ", dotText(u.Name), " {")
	p.writeLine("  rankdir=LR;")
	p.writeLine(`  node [shape=box, style="rounded,filled", fillcolor=white, fontname="monospace"];`)
	var walk func(c *suite.Condition, depth int)
	walk = func(c *suite.Condition, depth int) {
		label := []string{c.ID, clip(cleanText(c.Shown, false), maxLabel)}
		if c == u.Tree.Rejected {
			label = append(label, "rejected inputs: expected "+clip(cleanText(promise(u), false), maxLabel))
		}
		fill := ""
		if l := u.Leaf(c.ID); l != nil {
			label = append(label, words(l.Status))
			fill = ", fillcolor=" + statusFill(l.Status)
		} else if depth == 0 {
			label = append(label, summarize(u, c))
		}
		p.writeLine("  ", dotText(c.ID), " [label=", dotText(strings.Join(label, "\n")), fill, "];")
		if depth == 0 {
			return
		}
		for _, d := range c.Children {
			walk(d, depth-1)
			p.writeLine("  ", dotText(c.ID), " -> ", dotText(d.ID), ";")
		}
	}
	walk(u.Tree.Root, depth)
	if r := u.Tree.Rejected; r != nil {
		walk(r, depth)
	}
	p.writeLine("}")
	return p.err
}

// maxLabel is the longest predicate in a picture.
const maxLabel = 120

// dotText returns text quoted for Graphviz, with line ends as centred labels have them.
func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

func statusFill(st suite.Status) string {
	switch st {
	case suite.HasCase:
		return `"#d7f0dc"`
	case suite.Unsatisfiable:
		return `"#e4e7eb"`
	}
	return `"#fbeecb"`
}

// writeChanges writes how a unit's leaves and cases have changed since an earlier plan.
func writeChanges(w io.Writer, u *plan.Unit, d *plan.Diff, s Style) error {
	p := &printer{w: w}
	for _, what := range d.Inputs {
		p.writeLine(s.paint(faint, cleanText(what, false)))
	}
	if d.New {
		p.writeLine("the earlier plan has no unit ", d.Unit)
	}
	if d.LeftOut > 0 {
		p.writeLine("not compared, since that run left them out: ", formatCount(d.LeftOut, "case"), " of ",
			strconv.Itoa(len(u.Cases)))
	}
	counts := map[plan.Change]int{}
	for _, c := range d.Conditions {
		counts[c.Change]++
		p.writeLeafChange(c, s)
	}
	for _, c := range d.Cases {
		p.writeCaseChange(u, c, s)
	}
	if len(d.Conditions)+len(d.Cases) == 0 {
		if d.LeftOut == len(u.Cases) && d.LeftOut > 0 {
			return p.err
		}
		p.writeLine("no condition and no case of ", d.Unit, " changed")
		return p.err
	}
	p.writeLine()
	p.writeLine(fmt.Sprintf("%s: %d appeared, %d disappeared, %d altered, %d renumbered, %d with another status; %s",
		formatCount(len(d.Conditions), "condition"),
		counts[plan.Appeared], counts[plan.Disappeared], counts[plan.Altered], counts[plan.Renumbered],
		counts[plan.Resettled], formatCount(len(d.Cases), "case")))
	return p.err
}

func (p *printer) writeLeafChange(c plan.LeafChange, s Style) {
	before, after := c.Before, c.After
	show := func(mark string, col colour, l plan.LeafState) {
		p.writeLine(s.paint(col, mark+" "+l.ID), "  ", cleanText(l.Predicate, false),
			s.paint(faint, "  "+words(l.Status)))
	}
	id := before.ID
	if before.ID != after.ID {
		id += " is now " + after.ID
	}
	switch c.Change {
	case plan.Appeared:
		show("+", green, after)
	case plan.Disappeared:
		show("-", red, before)
	case plan.Renumbered:
		p.writeLine(s.paint(yellow, "~ "+id))
	case plan.Altered:
		p.writeLine(s.paint(yellow, "~ "+id))
		p.writeLine("    was  ", cleanText(before.Predicate, false), s.paint(faint, "  "+words(before.Status)))
		p.writeLine("    is   ", cleanText(after.Predicate, false), s.paint(faint, "  "+words(after.Status)))
	case plan.Resettled:
		p.writeLine(s.paint(yellow, "~ "+id), "  ", cleanText(after.Predicate, false))
		p.writeLine("    was  ", words(before.Status), reason(before.Reason))
		p.writeLine("    is   ", words(after.Status), reason(after.Reason))
	}
}

func (p *printer) writeCaseChange(u *plan.Unit, c plan.CaseChange, s Style) {
	text := func(x plan.CaseState) string {
		out := cleanText(u.Text(x.Values), false)
		if len(x.Expected) > 0 && string(x.Expected) != "null" {
			out += "  =>  " + cleanText(u.Text(x.Expected), false)
		}
		return out
	}
	switch c.Change {
	case plan.Appeared:
		p.writeLine(s.paint(green, "+ case "+c.After.ID), "  ", text(c.After))
	case plan.Disappeared:
		p.writeLine(s.paint(red, "- case "+c.Before.ID), "  ", text(c.Before))
	case plan.Renumbered:
		p.writeLine(s.paint(yellow, "~ case "+c.Before.ID+" is now "+c.After.ID))
	default:
		id := c.Before.ID
		if c.After.ID != id {
			id += " is now " + c.After.ID
		}
		p.writeLine(s.paint(yellow, "~ case "+id))
		p.writeLine("    was  ", text(c.Before))
		p.writeLine("    is   ", text(c.After))
	}
}
