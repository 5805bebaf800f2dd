package report

import (
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/result"
)

// WriteText writes the stub report for a terminal.
func (rep *StubReport) WriteText(w io.Writer, s Style) error {
	p := &printer{w: w}
	p.writeLine(s.paint(bold, "Stubs of "+cleanText(rep.Project, false)))
	p.writeLine(s.paint(faint, cleanText(rep.From.Sentence(), false)))
	for _, c := range rep.Decisions {
		p.writeLine("  ", pad(string(c.Decision), 8), " ", itoa(c.Count), "  ", s.paint(faint, meaningOf(c.Decision)))
	}
	if rep.Accepted != nil {
		p.writeLine("  ", rep.Accepted.Text())
	}
	rep.Changes.writeText(p, s)
	p.writeHeading(s, "Assumed")
	for _, a := range rep.Assumed {
		p.writeLine("  ", pad(string(a.Kind), 11), " ", cleanText(a.Text, false))
		for _, item := range a.shownItems() {
			p.writeLine("                ", cleanText(item, false))
		}
	}
	for _, u := range rep.Units {
		u.writeText(p, s)
	}
	return p.err
}

func (u StubUnit) writeText(p *printer, s Style) {
	p.writeLine()
	p.writeLine(s.paint(bold, u.Unit), "  layer ", itoa(u.Layer), relation("uses", u.Uses), relation("cut", u.Cut),
		relation("calls", u.Calls))
	for _, name := range u.Classes {
		p.writeLine("  ", name, ": a class, which stands for itself by the pairs that it passes, and by no leaf")
	}
	if len(u.Uses)+len(u.Calls)+len(u.Classes) == 0 {
		p.writeLine("  no callees: nothing stands in for anything")
	}
	for _, c := range u.Callees {
		p.writeLine("  ", c.Callee, " in ", formatCount(len(u.Cases), "case"), ": ",
			s.paint(bold, countText(c.Decisions)),
			joinLeaves(c.Leaves))
	}
	for _, c := range u.Cases {
		if len(c.Stubs) == 0 {
			continue
		}
		verdict := ""
		if c.Verdict != nil {
			verdict = "  " + s.verdict(*c.Verdict)
		}
		p.writeLine("  ", s.paint(blue, c.Case), refusedMark(c.Rejected), "  ", values(c.Values), sizesOf(c.Sizes),
			verdict)
		for _, row := range c.Stubs {
			p.writeLine("    ", row.Callee, occurrence(row.Occurrence), ": ", s.paint(bold, row.decision()),
				leafOf(row.Leaf))
			for _, f := range row.facts() {
				p.writeLine("      ", pad(f.Label, 10), cleanText(f.Text, false))
			}
			p.writeLine("      ", s.paint(faint, cleanText(row.Reason, false)))
		}
	}
	p.writeTheorem2(u.Theorem2, s)
	for _, m := range u.Missing {
		p.writeLine("  missing: ", cleanText(m, false))
	}
}

// theoremText returns the text about Theorem 2 for a page.
func (u StubUnit) theoremText() string {
	var b strings.Builder
	(&printer{w: &b}).writeTheorem2(u.Theorem2, Style{})
	return b.String()
}

// fact is one piece of evidence for a decision.
type fact struct{ Label, Text string }

// facts returns the evidence for a decision. Where the case determines all inputs and
// the before-state of the callee, these are the witness, which is not repeated.
func (row StubRow) facts() []fact {
	var out []fact
	add := func(label, text string) {
		if text != "" {
			out = append(out, fact{label, text})
		}
	}
	if row.By != "" {
		add("given", givenText(row))
	}
	if row.Witness != nil && (row.By == "" || !row.Substitution.Equal(row.Witness)) {
		add("witness", values(row.Witness))
	}
	if len(row.Within) > 0 && !(len(row.Within) == 1 && row.Within[0] == row.Leaf) {
		add("possible", capNames(row.Within))
	}
	if row.Theorem != nil {
		add("theorem 1", strings.TrimPrefix(row.Theorem.Why, "Theorem 1 "))
	}
	if row.Accepted != nil {
		add("accepted", row.Accepted.text())
	}
	return out
}

// givenText returns which of a callee's inputs and before-state a case determines.
func givenText(row StubRow) string {
	text := "nothing"
	if len(row.Substitution) > 0 {
		text = values(row.Substitution)
	}
	if len(row.Free) > 0 {
		text += "; open: " + strings.Join(row.Free, ", ")
		if row.By == result.Solver {
			text += " (the solver was asked)"
		}
	}
	return text
}

// maxPossible is how many possible leaves are named beside a decision.
const maxPossible = 6

// capNames returns some of the names, and the number of the others.
func capNames(names []string) string {
	if len(names) <= maxPossible {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:maxPossible], ", ") + " and " + itoa(len(names)-maxPossible) + " more"
}

// countText returns counts as text: "self 3, none 1".
func countText(counts []DecisionCount) string {
	var parts []string
	for _, c := range counts {
		parts = append(parts, string(c.Decision)+" "+itoa(c.Count))
	}
	if len(parts) == 0 {
		return "no decision"
	}
	return strings.Join(parts, ", ")
}

// joinLeaves returns the leaves on which decisions rest as text.
func joinLeaves(leaves []LeafCount) string {
	var parts []string
	for _, l := range leaves {
		text := l.Leaf
		if l.Count > 1 {
			text += " (" + itoa(l.Count) + ")"
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return ""
	}
	return "; resting on " + capNames(parts)
}

func (row StubRow) decision() string {
	text := string(row.Decision)
	if row.Decision != row.Planned {
		text += " (planned " + string(row.Planned) + ")"
	}
	if row.Unobserved {
		text += ", not observed: no seam lies there"
	}
	return text
}

// refusedMark returns the mark of a case on a rejected input.
func refusedMark(is bool) string {
	if is {
		return " (rejected input)"
	}
	return ""
}

func relation(word string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ", " + word + " " + strings.Join(names, ", ")
}

// writeMarkdown writes the stub report as GitHub-flavoured markdown.
func (rep *StubReport) writeMarkdown(w io.Writer) error {
	p := &printer{w: w}
	p.writeLine("# Stubs of ", Markdown(rep.Project))
	p.writeLine()
	p.writeLine(Markdown(rep.From.Sentence()))
	p.writeLine()
	p.writeLine("| decision | count | stands for |")
	p.writeLine("|---|---|---|")
	for _, c := range rep.Decisions {
		p.writeLine("| **", string(c.Decision), "** | ", itoa(c.Count), " | ", meaningOf(c.Decision), " |")
	}
	p.writeLine()
	if rep.Accepted != nil {
		p.writeLine(rep.Accepted.Text(), ".")
		p.writeLine()
	}
	p.writeLine("| layer | units |")
	p.writeLine("|---|---|")
	for k, names := range rep.Layers {
		p.writeLine("| ", itoa(k), " | ", Markdown(strings.Join(names, ", ")), " |")
	}
	rep.Changes.writeMarkdown(p)
	p.writeLine()
	p.writeLine("## Assumed")
	p.writeLine()
	for _, a := range rep.Assumed {
		p.writeLine("- **", string(a.Kind), "**: ", Markdown(a.Text))
		for _, item := range a.shownItems() {
			p.writeLine("  - ", Markdown(item))
		}
	}
	for _, u := range rep.Units {
		u.writeMarkdown(p)
	}
	return p.err
}

func (u StubUnit) writeMarkdown(p *printer) {
	p.writeLine()
	p.writeLine("## ", Markdown(u.Unit))
	p.writeLine()
	p.writeLine("Layer ", itoa(u.Layer), Markdown(relation("uses", u.Uses)), Markdown(relation("cut", u.Cut)),
		Markdown(relation("calls", u.Calls)), ".")
	for _, name := range u.Classes {
		p.writeLine()
		p.writeLine("The class ", Markdown(name), " stands for itself by the pairs that it passes, and by no leaf.")
	}
	if len(u.Callees) > 0 {
		p.writeLine()
		p.writeLine("| callee | decisions | rests on |")
		p.writeLine("|---|---|---|")
		for _, c := range u.Callees {
			p.writeLine("| ", Markdown(c.Callee), " | ", countText(c.Decisions), " | ",
				Markdown(strings.TrimPrefix(joinLeaves(c.Leaves), "; resting on ")), " |")
		}
		p.writeLine()
		p.writeLine("| case | values | verdict | callee | decision | leaf | evidence | reason |")
		p.writeLine("|---|---|---|---|---|---|---|---|")
	}
	for _, c := range u.Cases {
		verdict := ""
		if c.Verdict != nil {
			verdict = string(*c.Verdict)
		}
		for _, row := range c.Stubs {
			p.writeLine("| ", Markdown(c.Case), refusedMark(c.Rejected), " | ",
				Markdown(values(c.Values)+sizesOf(c.Sizes)),
				" | ", verdict, " | ",
				Markdown(row.Callee+occurrence(row.Occurrence)), " | **", row.decision(), "** | ", Markdown(row.Leaf),
				" | ", Markdown(evidence(row)), " | ", Markdown(row.Reason), " |")
		}
	}
	if text := u.theoremText(); text != "" {
		p.writeLine()
		p.writeText("```text\n" + text + "```\n")
	}
	if len(u.Missing) > 0 {
		p.writeLine()
		p.writeLine("Missing:")
		p.writeLine()
		for _, m := range u.Missing {
			p.writeLine("- ", Markdown(m))
		}
	}
}

// evidence returns the evidence for a decision in one line.
func evidence(row StubRow) string {
	var parts []string
	for _, f := range row.facts() {
		parts = append(parts, f.Label+" "+f.Text)
	}
	return strings.Join(parts, "; ")
}

// markdownMarks are the characters that have a meaning in Markdown or HTML.
var markdownMarks = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "#", `\#`, "~", `\~`)

// Markdown returns a text, cleaned, in which nothing has a meaning in Markdown or HTML.
func Markdown(s string) string { return markdownMarks.Replace(cleanText(s, false)) }
