package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// Unfolded is the depth at which a tree is shown whole.
const Unfolded = -1

// Tree writes the testing tree of a unit: each condition with the predicate that it
// adds, and each leaf with its status. Conditions at the given depth (0 is the root;
// Unfolded: no condition) are shown without what is below them.
func Tree(w io.Writer, u *plan.Unit, depth int, s Style) error {
	p := &printer{w: w}
	p.line(s.paint(bold, u.Name), "  ", strings.Join(variables(u), "; "))
	p.line(s.paint(blue, u.Tree.Root.ID), "  ", clean(u.Tree.Root.Shown, false))
	p.below("", u, u.Tree.Root, depth, s)
	if r := u.Tree.Rejected; r != nil {
		p.line(s.paint(blue, r.ID), "  ", clean(r.Shown, false), "  rejected inputs: expected ",
			clean(promise(u), false))
		p.below("", u, r, depth, s)
	}
	p.line()
	p.line(plural(len(u.Leaves), "leaf"), ": ", leafCounts(u.Leaves))
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

// below writes what stands under a condition's line.
func (p *printer) below(indent string, u *plan.Unit, c *suite.Condition, depth int, s Style) {
	if l := u.Leaf(c.ID); l != nil {
		added := ""
		if len(l.For) > 0 {
			added = s.paint(faint, ", added by strengthening"+asked(l))
		}
		p.line(indent, "   ", statusText(l, s), added)
		return
	}
	if depth == 0 {
		p.line(indent, "   ", s.paint(faint, folded(u, c)))
		return
	}
	for i, d := range c.Children {
		branch, next := "├─ ", "│  "
		if i == len(c.Children)-1 {
			branch, next = "└─ ", "   "
		}
		p.line(indent, branch, s.paint(blue, d.ID), "  ", clean(d.Shown, false), s.paint(faint, place(d)))
		p.below(indent+next, u, d, depth-1, s)
	}
}

func place(c *suite.Condition) string {
	if !c.Span.Valid() {
		return ""
	}
	return "  " + c.Span.Pos().String()
}

// folded returns a summary of what is below a condition that is shown without it.
func folded(u *plan.Unit, c *suite.Condition) string {
	leaves := leavesBelow(u, c)
	return "… " + plural(len(leaves), "leaf") + " below: " + leafCounts(leaves)
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

// treeDOT writes the testing tree of a unit for Graphviz, folded at a depth in the same
// way as Tree.
func treeDOT(w io.Writer, u *plan.Unit, depth int) error {
	p := &printer{w: w}
	p.line("digraph ", dotText(u.Name), " {")
	p.line("  rankdir=LR;")
	p.line(`  node [shape=box, style="rounded,filled", fillcolor=white, fontname="monospace"];`)
	var walk func(c *suite.Condition, depth int)
	walk = func(c *suite.Condition, depth int) {
		label := []string{c.ID, clip(clean(c.Shown, false), maxLabel)}
		if c == u.Tree.Rejected {
			label = append(label, "rejected inputs: expected "+clip(clean(promise(u), false), maxLabel))
		}
		fill := ""
		if l := u.Leaf(c.ID); l != nil {
			label = append(label, words(l.Status))
			fill = ", fillcolor=" + statusFill(l.Status)
		} else if depth == 0 {
			label = append(label, folded(u, c))
		}
		p.line("  ", dotText(c.ID), " [label=", dotText(strings.Join(label, "\n")), fill, "];")
		if depth == 0 {
			return
		}
		for _, d := range c.Children {
			walk(d, depth-1)
			p.line("  ", dotText(c.ID), " -> ", dotText(d.ID), ";")
		}
	}
	walk(u.Tree.Root, depth)
	if r := u.Tree.Rejected; r != nil {
		walk(r, depth)
	}
	p.line("}")
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
		p.line(s.paint(faint, clean(what, false)))
	}
	if d.New {
		p.line("the earlier plan has no unit ", d.Unit)
	}
	counts := map[plan.Change]int{}
	for _, c := range d.Conditions {
		counts[c.Change]++
		p.leafChange(c, s)
	}
	for _, c := range d.Cases {
		p.caseChange(u, c, s)
	}
	if len(d.Conditions)+len(d.Cases) == 0 {
		p.line("no condition and no case of ", d.Unit, " changed")
		return p.err
	}
	p.line()
	p.line(fmt.Sprintf("%s: %d appeared, %d disappeared, %d altered, %d renumbered, %d with another status; %s",
		plural(len(d.Conditions), "condition"),
		counts[plan.Appeared], counts[plan.Disappeared], counts[plan.Altered], counts[plan.Renumbered],
		counts[plan.Resettled], plural(len(d.Cases), "case")))
	return p.err
}

func (p *printer) leafChange(c plan.LeafChange, s Style) {
	before, after := c.Before, c.After
	show := func(mark string, col colour, l plan.LeafState) {
		p.line(s.paint(col, mark+" "+l.ID), "  ", clean(l.Predicate, false), s.paint(faint, "  "+words(l.Status)))
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
		p.line(s.paint(yellow, "~ "+id))
	case plan.Altered:
		p.line(s.paint(yellow, "~ "+id))
		p.line("    was  ", clean(before.Predicate, false), s.paint(faint, "  "+words(before.Status)))
		p.line("    is   ", clean(after.Predicate, false), s.paint(faint, "  "+words(after.Status)))
	case plan.Resettled:
		p.line(s.paint(yellow, "~ "+id), "  ", clean(after.Predicate, false))
		p.line("    was  ", words(before.Status), reason(before.Reason))
		p.line("    is   ", words(after.Status), reason(after.Reason))
	}
}

func (p *printer) caseChange(u *plan.Unit, c plan.CaseChange, s Style) {
	text := func(x plan.CaseState) string {
		out := clean(u.Text(x.Values), false)
		if len(x.Expected) > 0 && string(x.Expected) != "null" {
			out += "  =>  " + clean(u.Text(x.Expected), false)
		}
		return out
	}
	switch c.Change {
	case plan.Appeared:
		p.line(s.paint(green, "+ case "+c.After.ID), "  ", text(c.After))
	case plan.Disappeared:
		p.line(s.paint(red, "- case "+c.Before.ID), "  ", text(c.Before))
	case plan.Renumbered:
		p.line(s.paint(yellow, "~ case "+c.Before.ID+" is now "+c.After.ID))
	default:
		id := c.Before.ID
		if c.After.ID != id {
			id += " is now " + c.After.ID
		}
		p.line(s.paint(yellow, "~ case "+id))
		p.line("    was  ", text(c.Before))
		p.line("    is   ", text(c.After))
	}
}
