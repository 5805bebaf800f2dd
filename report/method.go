package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// writePlannedMethods writes a line for each unit that is specified on structures: what is called, and within which
// bounds its cases are. How many there are is found out in a run.
func writePlannedMethods(p *printer, system *spec.System, s Style) {
	if len(system.Methods) == 0 {
		return
	}
	p.writeHeading(s, "Units on structures")
	rows := [][]string{}
	for _, m := range system.Methods {
		text := fmt.Sprintf("%s of every %s that %s accepts", m.Function, m.Structure.Type,
			cmp.Or(m.Structure.Predicate, "RepOK"))
		if m.Requires != "" {
			text += ", where " + m.Requires + " holds"
		}
		if m.Z != nil {
			text += ", as " + m.Z.Schema + " says"
		}
		if len(m.Uses) > 0 {
			text += "; uses " + strings.Join(m.Uses, ", ")
		}
		var bounds []string
		for _, b := range slices.Concat(m.Structure.Bounds, m.Bounds) {
			bounds = append(bounds, b.Name+": "+b.Text)
		}
		if len(bounds) > 0 {
			text += "; within " + strings.Join(bounds, "; ")
		}
		rows = append(rows, []string{m.Name, cleanText(text, false)})
	}
	p.writeTable("  ", rows)
}

// writeMethods writes a line for each unit that is specified on structures.
func writeMethods(p *printer, run *result.Run, s Style) {
	if len(run.Methods) == 0 {
		return
	}
	p.writeHeading(s, "Units on structures")
	rows := [][]string{}
	for _, m := range run.Methods {
		rows = append(rows, []string{m.Unit, s.verdict(m.Verdict) + "  " + methodText(m)})
	}
	p.writeTable("  ", rows)
}

// methodText says in one line what came of a unit that is specified on structures.
func methodText(m *result.Method) string {
	if m.Cases == 0 {
		return cleanText(firstLine(m.Why), false)
	}
	cases := formatCount(int(m.Cases), "structure")
	text := "all " + cases + " within the bounds"
	if !m.Complete {
		text = cases
	}
	var wrong []string
	for _, c := range []struct {
		n    int64
		what string
	}{{m.Failed, "failed"}, {m.Died, "ended the process"}, {m.Undecided, "undecided"}, {m.Flaky, "flaky"}} {
		if c.n > 0 {
			wrong = append(wrong, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	if len(wrong) > 0 {
		text = cases + ", of which " + strings.Join(wrong, ", ")
		if m.Complete {
			text = "all " + cases + " within the bounds, of which " + strings.Join(wrong, ", ")
		}
		if len(m.Failures) > 0 {
			text += "; the smallest is " + cleanText(m.Failures[0].Case, false)
		}
	}
	if m.Why != "" {
		text += "; " + cleanText(firstLine(m.Why), false)
	}
	return text
}

// writeBroken writes the smallest failing case of each kind of each unit on structures: for each unit that did not do
// within it what is specified of it, too.
func writeBroken(p *printer, run *result.Run, s Style) {
	for _, m := range run.Methods {
		told := map[[2]string]bool{}
		for _, c := range m.Failures {
			kind := [2]string{c.Kind}
			if c.Within != nil {
				kind[1] = c.Within.Unit
			}
			if told[kind] || c.Verdict == result.Pass {
				continue
			}
			told[kind] = true
			p.writeLine()
			p.writeLine(s.paint(red, strings.ToUpper(string(c.Verdict))+" "+cleanText(c.Case, false)))
			writeStructureCase(p, m, c, s)
			p.writeLine("  again     ", s.paint(blue, cleanText(c.Replay, false)))
		}
	}
}

// writeStructureCase writes what came of a call on one structure.
func writeStructureCase(p *printer, m *result.Method, c *result.StructureCase, s Style) {
	p.writeLine("  calls     ", cleanText(m.Function, false), " of ", cleanText(m.Structure, false))
	if c.Message != "" {
		lines := strings.Split(cleanText(clip(c.Message, maxQuoted), true), "\n")
		p.writeLine("  because   ", lines[0])
		for _, l := range lines[1:] {
			p.writeLine("            ", l)
		}
	}
	writeAttempts(p, c.Attempts)
	writeObjects(p, "before", c.Before)
	writeObjects(p, "after", c.After)
	for _, calls := range c.Calls {
		p.writeLine("  within    ", cleanText(innerText(calls), false))
	}
	if w := c.Within; w != nil {
		p.writeLine("  wrong     ", cleanText(w.Unit+": "+firstLine(w.Message), false))
		writeObjects(p, "before", w.Before)
		writeObjects(p, "after", w.After)
	}
	if len(c.Blame) > 0 {
		p.writeLine("  blame     ", strings.Join(c.Blame, ", "), s.paint(faint, doubtOf(c)))
	}
}

// doubtOf says why it is not certain who is to blame for a failure on a structure; "" where it is.
func doubtOf(c *result.StructureCase) string {
	if !c.Uncertain {
		return ""
	}
	return "  (uncertain: not all that it uses has passed)"
}

// innerText says what came of the calls of a unit within a call of another one.
func innerText(c result.InnerCalls) string {
	calls := c.Held + c.Broken + c.Outside
	if calls == 0 {
		return c.Unit + " is not called"
	}
	text := fmt.Sprintf("%s of %s", formatCount(calls, "call"), c.Unit)
	if c.Broken+c.Outside == 0 {
		return text + " did what is specified of it"
	}
	var parts []string
	for _, one := range []struct {
		n    int
		what string
	}{{c.Held, "as specified"}, {c.Broken, "not as specified"}, {c.Outside, "of which nothing is specified"}} {
		if one.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", one.n, one.what))
		}
	}
	return text + ": " + strings.Join(parts, ", ")
}

// writeObjects writes the objects of a structure, each on a line.
func writeObjects(p *printer, label string, of *result.Picture) {
	if of == nil {
		return
	}
	for i, line := range strings.Split(clip(of.Text, maxObjects), "\n") {
		if i > 0 {
			label = ""
		}
		p.writeLine(fmt.Sprintf("  %-10s", label), cleanText(line, false))
	}
}

// writeStructures writes with which structure a case began, and what its unit has left of it.
func writeStructures(p *printer, s *result.Structures) {
	if s == nil {
		return
	}
	p.writeLine("  structure ", structuresText(s))
	writeObjects(p, "before", s.Before)
	writeObjects(p, "after", s.After)
}

// structuresText says with how many structures a case was run.
func structuresText(s *result.Structures) string {
	if s.Fitting == 1 {
		return "the only one within the bounds that has these values"
	}
	return fmt.Sprintf("number %d of the %d within the bounds that have these values", s.Tried, s.Fitting)
}

// writeBegun says with how many structures the cases that passed began, of those within the bounds that have their
// values.
func writeBegun(p *printer, run *result.Run) {
	cases, tried, fitting := 0, 0, 0
	for r := range run.All() {
		if r.Structures != nil && r.Verdict == result.Pass {
			cases, tried, fitting = cases+1, tried+r.Structures.Tried, fitting+r.Structures.Fitting
		}
	}
	if cases > 0 {
		p.writeLine(fmt.Sprintf("  %-11s %s began with %s, of the %d within the bounds that have their values",
			"structures", formatCount(cases, "case"), formatCount(tried, "structure"), fitting))
	}
}

// maxObjects is how long the text of a structure is that is shown.
const maxObjects = 4000

// structureCaseText writes what came of a call on one structure, without colours.
func structureCaseText(m *result.Method, c *result.StructureCase) string {
	var b strings.Builder
	p := &printer{w: &b}
	writeStructureCase(p, m, c, Style{})
	p.writeLine("  again     ", cleanText(c.Replay, false))
	return b.String()
}

// addMethod adds the suite of a unit that is specified on structures: a test for all structures, and one for each that
// is shown because it failed.
func (s *suites) addMethod(m *result.Method) {
	own := Suite{Name: m.Unit}
	all := Test{Name: s.name(m.Unit), Class: s.class(m.Unit), Verdict: m.Verdict, Seconds: m.Seconds,
		Stdout: methodText(m), Replay: cleanText(m.Replay, false), Excused: s.excusesFlaky(m.Verdict)}
	if m.Verdict != result.Pass {
		all.Message = string(m.Verdict) + ": " + methodText(m)
	}
	own.add(all)
	for _, c := range m.Failures {
		if c.Verdict == result.Pass {
			continue
		}
		own.add(Test{Name: s.name(c.Case), Class: all.Class, Verdict: c.Verdict, Kind: cleanText(c.Kind, false),
			Message: cleanText(firstLine(c.Message), false), Text: structureCaseText(m, c),
			Replay: cleanText(c.Replay, false), Attempts: c.Attempts, Excused: s.excusesFlaky(c.Verdict)})
	}
	s.list = append(s.list, own)
}

// brokenView is a failing structure, as the page shows it.
type brokenView struct {
	Label string
	Text  string
	SVG   template.HTML
}

// failuresOfMethod returns what the page shows of a unit on structures that did not pass.
func (v *runView) failuresOfMethod(m *result.Method) []failure {
	var out []failure
	for _, c := range m.Failures {
		if c.Verdict == result.Pass {
			continue
		}
		f := failure{ID: v.newID(anchor("case", c.Case)), Title: c.Case,
			Headline: cleanText(firstLine(c.Message), false), Verdict: c.Verdict, Unit: m.Unit, Replay: c.Replay}
		f.Facts = append(f.Facts, fact{"calls", m.Function + " of " + m.Structure})
		if len(c.Blame) > 0 {
			f.Facts = append(f.Facts, fact{"blame", strings.Join(c.Blame, ", ") + doubtOf(c)})
		}
		f.Structures = v.drawStructures("", c.Before, c.After)
		for _, calls := range c.Calls {
			f.Facts = append(f.Facts, fact{"within", innerText(calls)})
		}
		if w := c.Within; w != nil {
			f.Facts = append(f.Facts, fact{"wrong", w.Unit + ": " + firstLine(w.Message)})
			f.Structures = append(f.Structures, v.drawStructures(w.Unit+", ", w.Before, w.After)...)
		}
		out = append(out, f)
	}
	return out
}

// drawStructures returns the pictures of a structure before and after a call, as far as there are some. Of is what
// stands before the label of each.
func (v *runView) drawStructures(of string, before, after *result.Picture) []brokenView {
	var out []brokenView
	for _, one := range []struct {
		label string
		*result.Picture
	}{{"before", before}, {"after", after}} {
		if one.Picture != nil {
			v.pictures++
			out = append(out, brokenView{of + one.label, cleanText(one.Text, true), numberTips(one.SVG, v.pictures)})
		}
	}
	return out
}

// numberTips returns a picture of which there are several on a page: what has a name in it has one of its own.
func numberTips(svg string, n int) template.HTML {
	id := fmt.Sprintf("tip%d", n)
	names := strings.NewReplacer(`id="tip"`, `id="`+id+`"`, `url(#tip)`, `url(#`+id+`)`)
	return template.HTML(names.Replace(strings.Replace(svg, "<svg ", `<svg class="structure" `, 1)))
}
