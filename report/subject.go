package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Subject is what is explained beside cases of units: a machine, one of its sequences, or a
// property. One of Machine, Sequence and Law is not nil.
type Subject struct {
	System   *spec.System
	ID       string
	Machine  *spec.Machine
	Sequence *spec.Machine // the machine of a sequence
	Number   int           // of the sequence
	Law      *spec.Law
	Run      *result.Run // the last run that was kept; nil where there is none
	From     Source
}

// Text writes the subject, and what came of it.
func (e *Subject) Text(w io.Writer, s Style) error {
	p := &printer{w: w}
	of := cmp.Or(e.Machine, e.Sequence)
	what := ""
	switch {
	case e.Law != nil:
		what = "property of the system under test " + e.Law.SUT
	case e.Machine != nil:
		what = "machine of " + joined(of.Units)
	default:
		what = "a sequence of the machine " + of.Name
	}
	p.line(s.paint(bold, clean(e.ID, false)), "  ", what)
	if e.Run == nil {
		p.line(s.paint(faint, "There is no run yet."))
	} else {
		p.line(s.paint(faint, clean(e.From.Sentence(), false)))
	}
	ran, law, failed := e.outcome()
	again := e.again()
	switch {
	case e.Law != nil && law != nil:
		p.line("  verdict   ", s.verdict(law.Verdict), "  ", lawText(law))
		refutation(p, law)
		again = law.Replay
	case e.Law != nil, ran == nil:
		p.line("  not run")
	case e.Machine != nil:
		p.machine(ran, s)
	case failed != nil:
		p.sequence(ran, failed, s)
		return p.err
	default:
		p.line("  not kept: it is not among the failing sequences that the run has reported, of each kind the first")
	}
	p.line("  again     ", s.paint(blue, clean(again, false)))
	return p.err
}

// machine writes what came of a machine.
func (p *printer) machine(m *result.Machine, s Style) {
	p.line("  verdict   ", s.verdict(m.Verdict), "  ", machineText(m))
	rows := [][]string{}
	for _, u := range m.Units {
		rows = append(rows, []string{u.Unit, plural(u.Steps, "step") + " right"})
	}
	p.table("  ", rows)
	for _, f := range m.Findings {
		p.line("  finding   ", clean(f, false))
	}
	for _, f := range m.Failures {
		p.line("  failed    ", clean(f.Result.Case, false), "  ", plural(len(f.Steps), "step"), ", ",
			headline(f.Result))
	}
}

// outcome finds what the run says of the subject.
func (e *Subject) outcome() (ran *result.Machine, law *result.Law, failed *result.Sequence) {
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

// again returns the command that runs the subject.
func (e *Subject) again() string {
	command := cmp.Or(e.From.Command, "ttf-int") + " run"
	switch {
	case e.Law != nil:
		return command + " --property " + e.Law.Name
	case e.Machine != nil:
		command += " --machine " + e.Machine.Name
		if ran, _, _ := e.outcome(); ran != nil {
			command += fmt.Sprintf(" --seed %d", ran.Seed)
		}
		return command
	}
	command += fmt.Sprintf(" --case %s~%d", e.Sequence.Name, e.Number)
	if ran, _, _ := e.outcome(); ran != nil {
		command += fmt.Sprintf(" --length %d --seed %d", ran.Length, ran.Seed)
	}
	return command
}

// JSON writes the subject as a document.
func (e *Subject) JSON(w io.Writer) error {
	ran, law, failed := e.outcome()
	doc := struct {
		APIVersion string           `json:"apiVersion"`
		Kind       string           `json:"kind"`
		From       Source           `json:"from"`
		ID         string           `json:"id"`
		Machine    *result.Machine  `json:"machine,omitempty"`
		Sequence   *result.Sequence `json:"sequence,omitempty"`
		Property   *result.Law      `json:"property,omitempty"`
		Again      string           `json:"again"`
	}{plan.APIVersion, "Explanation", e.From, e.ID, nil, nil, law, e.again()}
	switch {
	case e.Machine != nil && ran != nil:
		doc.Machine = fullMachine(ran)
	case e.Sequence != nil && failed != nil:
		short := *failed
		short.Result = full(failed.Result)
		doc.Sequence = &short
	}
	return Document(w, doc)
}

// joined returns names with "and" before the last one.
func joined(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
