package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// DescribeSubjects says what is tested of a system: so many units in layers, units on structures, classes, machines
// and properties. What it has none of is left out, but for units where there is nothing else.
func DescribeSubjects(system *spec.System, units, layers int) string {
	var parts []string
	for _, kind := range []struct {
		n          int
		what, more string
	}{
		{units, "unit", " in " + formatCount(layers, "layer")},
		{len(system.Methods), "unit", " on structures"},
		{len(system.Classes), "class", ""},
		{len(system.Machines), "machine", ""},
		{len(system.Laws), "property", ""},
	} {
		if kind.n > 0 {
			parts = append(parts, formatCount(kind.n, kind.what)+kind.more)
		}
	}
	if len(parts) == 0 {
		return formatCount(0, "unit")
	}
	return strings.Join(parts, ", ")
}

// Subject is what is explained beside cases of units: a machine, one of its sequences, or a
// property. One of Machine, Sequence and Law is not nil.
type Subject struct {
	System    *spec.System
	ID        string
	Machine   *spec.Machine
	Sequence  *spec.Machine // the machine of a sequence
	Number    int           // of the sequence
	Law       *spec.Law
	Method    *spec.Method // a unit on structures
	Structure string       // one of its cases; "": none
	Run       *result.Run  // the last run that was kept; nil where there is none
	From      Source
}

// WriteText writes the subject, and what came of it.
func (e *Subject) WriteText(w io.Writer, s Style) error {
	p := &printer{w: w}
	of := cmp.Or(e.Machine, e.Sequence)
	what := ""
	switch {
	case e.Law != nil:
		what = "property of the system under test " + e.Law.SUT
	case e.Method != nil:
		what = e.Method.Function + " of every " + e.Method.Structure.Type
	case e.Machine != nil:
		what = "machine of " + joinNames(of.Units)
	default:
		what = "a sequence of the machine " + of.Name
	}
	p.writeLine(s.paint(bold, cleanText(e.ID, false)), "  ", what)
	if e.Run == nil {
		p.writeLine(s.paint(faint, "There is no run yet."))
	} else {
		p.writeLine(s.paint(faint, cleanText(e.From.Sentence(), false)))
	}
	ran, law, failed := e.findOutcome()
	again := e.repeatCommand()
	switch {
	case e.Method != nil:
		again = e.writeMethod(p, s)
	case e.Law != nil && law != nil:
		p.writeLine("  verdict   ", s.verdict(law.Verdict), "  ", lawText(law))
		writeRefutation(p, law)
		again = law.Replay
	case e.Law != nil, ran == nil:
		p.writeLine("  not run")
	case e.Machine != nil:
		p.writeMachine(ran, s)
	case failed != nil:
		p.writeSequence(ran, failed, s)
		return p.err
	default:
		p.writeLine("  not kept: it is not among the failing sequences that the run has reported, of each kind the first")
	}
	p.writeLine("  again     ", s.paint(blue, cleanText(again, false)))
	return p.err
}

// writeMachine writes what came of a machine.
func (p *printer) writeMachine(m *result.Machine, s Style) {
	p.writeLine("  verdict   ", s.verdict(m.Verdict), "  ", machineText(m))
	rows := [][]string{}
	for _, u := range m.Units {
		rows = append(rows, []string{u.Unit, formatCount(u.Steps, "step") + " right"})
	}
	p.writeTable("  ", rows)
	for _, f := range m.Findings {
		p.writeLine("  finding   ", cleanText(f, false))
	}
	for _, f := range m.Failures {
		p.writeLine("  failed    ", cleanText(f.Result.Case, false), "  ", formatCount(len(f.Steps), "step"), ", ",
			headline(f.Result))
	}
}

// findOutcome finds what the run says of the subject.
func (e *Subject) findOutcome() (ran *result.Machine, law *result.Law, failed *result.Sequence) {
	if e.Run == nil {
		return nil, nil, nil
	}
	if of := cmp.Or(e.Machine, e.Sequence); of != nil {
		for _, m := range e.Run.Machines {
			if m.Machine != of.Name {
				continue
			}
			ran = m
			for _, f := range m.Failures {
				if e.Sequence != nil && f.Number == e.Number {
					failed = f
				}
			}
		}
	}
	for _, l := range e.Run.Laws {
		if e.Law != nil && l.Property == e.Law.Name {
			law = l
		}
	}
	return ran, law, failed
}

// repeatCommand returns the command that runs the subject.
func (e *Subject) repeatCommand() string {
	command := cmp.Or(e.From.Command, "ttf-int") + " run"
	switch {
	case e.Method != nil && e.Structure != "":
		return command + " --case " + e.Method.Name + "~" + e.Structure
	case e.Method != nil:
		return command + " --unit " + e.Method.Name
	case e.Law != nil:
		return command + " --property " + e.Law.Name
	case e.Machine != nil:
		command += " --machine " + e.Machine.Name
		if ran, _, _ := e.findOutcome(); ran != nil {
			command += fmt.Sprintf(" --seed %d", ran.Seed)
		}
		return command
	}
	command += fmt.Sprintf(" --case %s~%d", e.Sequence.Name, e.Number)
	if ran, _, _ := e.findOutcome(); ran != nil {
		command += fmt.Sprintf(" --length %d --seed %d", ran.Length, ran.Seed)
	}
	return command
}

// WriteJSON writes the subject as a document.
func (e *Subject) WriteJSON(w io.Writer) error {
	ran, law, failed := e.findOutcome()
	doc := struct {
		APIVersion string           `json:"apiVersion"`
		Kind       string           `json:"kind"`
		From       Source           `json:"from"`
		ID         string           `json:"id"`
		Machine    *result.Machine  `json:"machine,omitempty"`
		Sequence   *result.Sequence `json:"sequence,omitempty"`
		Property   *result.Law      `json:"property,omitempty"`
		Method     *result.Method   `json:"method,omitempty"`
		Again      string           `json:"again"`
	}{plan.APIVersion, "Explanation", e.From, e.ID, nil, nil, law, e.findMethod(), e.repeatCommand()}
	switch {
	case e.Machine != nil && ran != nil:
		doc.Machine = fillMachine(ran)
	case e.Sequence != nil && failed != nil:
		short := *failed
		short.Result = FillResult(failed.Result)
		doc.Sequence = &short
	}
	return WriteDocument(w, doc)
}

// findMethod finds what the run says of a unit on structures: with one case alone, where that is asked for.
func (e *Subject) findMethod() *result.Method {
	if e.Run == nil || e.Method == nil {
		return nil
	}
	for _, m := range e.Run.Methods {
		if m.Unit != e.Method.Name {
			continue
		}
		if e.Structure == "" {
			return m
		}
		one := *m
		isOther := func(c *result.StructureCase) bool { return c.Case != e.ID }
		one.Failures = slices.DeleteFunc(slices.Clone(m.Failures), isOther)
		return &one
	}
	return nil
}

// writeMethod writes what came of a unit on structures, or of one of its cases, and returns what runs it again.
func (e *Subject) writeMethod(p *printer, s Style) string {
	m := e.findMethod()
	switch {
	case m == nil:
		p.writeLine("  not run")
		return e.repeatCommand()
	case e.Structure == "":
		p.writeLine("  verdict   ", s.verdict(m.Verdict), "  ", methodText(m))
		p.writeLine("  bounds    ", cleanText(strings.Join(m.Bounds, "; "), false))
		for _, c := range m.Failures {
			p.writeLine("  failed    ", cleanText(c.Case, false), "  ", cleanText(firstLine(c.Message), false))
		}
		return m.Replay
	case len(m.Failures) == 0:
		p.writeLine("  not kept: it is not among the failing cases that the run has reported, of each kind the smallest")
		return e.repeatCommand()
	}
	c := m.Failures[0]
	p.writeLine("  verdict   ", s.verdict(c.Verdict))
	writeStructureCase(p, m, c, s)
	return c.Replay
}

// joinNames returns names with "and" before the last one.
func joinNames(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
