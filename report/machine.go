package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/trace"
)

// writeSequences writes the failing sequences of machines.
func (p *printer) writeSequences(run *result.Run, s Style) {
	for _, m := range run.Machines {
		for _, f := range m.Failures {
			p.writeSequence(m, f, s)
		}
	}
}

// writeSequence writes everything about a failing sequence.
func (p *printer) writeSequence(m *result.Machine, f *result.Sequence, s Style) {
	r := f.Result
	p.writeLine()
	p.writeLine(s.paint(red, strings.ToUpper(string(r.Verdict))+" "+r.Case), classOf(r))
	p.writeSteps(m, f)
	p.writeOutcome(r, s)
	p.writePrinted(r)
	if f.Keep != nil {
		if line, err := Flow(f.Keep); err == nil {
			p.writeLine("  keep it   under cases: of ", f.Steps[len(f.Steps)-1].Unit)
			p.writeLine("    - ", line)
		}
	} else if f.Why != "" {
		p.writeLine("  no case   of the last step alone: ", cleanText(f.Why, false))
	}
	p.writeLine("  again     ", s.paint(blue, cleanText(r.Replay, false)))
}

// writeSteps writes a sequence as a list of calls.
func (p *printer) writeSteps(m *result.Machine, f *result.Sequence) {
	p.writeLine("  sequence  ", describeSteps(m, f))
	for _, line := range stepLines(m, f.Steps) {
		p.writeLine("    ", line)
	}
}

// describeSteps says how the steps of a failing sequence came about.
func describeSteps(m *result.Machine, f *result.Sequence) string {
	how := fmt.Sprintf("%s of machine %s, under seed %d", formatCount(len(f.Steps), "step"), m.Machine, m.Seed)
	switch {
	case f.Drawn > len(f.Steps):
		how += fmt.Sprintf(": the shortest found of the %d that were drawn", f.Drawn)
	case f.Shortest:
		how += ": none can be left out"
	}
	return how
}

// stepLines returns steps as a list of calls, with what they gave.
func stepLines(m *result.Machine, steps []result.SequenceStep) []string {
	var out []string
	for i, step := range steps {
		on := ""
		if m.Objects > 1 {
			on = fmt.Sprintf("object %d: ", step.Object)
		}
		line := fmt.Sprintf("%d  %s%s(%s)", i+1, on, cleanText(step.Unit, false), argumentList(step.Inputs))
		if len(step.Made) > 0 {
			line += "  on an object made with " + values(step.Made)
		}
		if shown := append(append(spec.Values{}, step.Result...), step.After...); len(shown) > 0 {
			line += "  → " + values(shown)
		}
		out = append(out, line)
	}
	return out
}

// classOf returns the error class of a result as text.
func classOf(r *result.Result) string {
	if r.Class == nil {
		return ""
	}
	return "  " + string(*r.Class) + ": " + trace.Meaning(*r.Class)
}

// writeMachines writes a line for each machine, followed by its findings.
func (p *printer) writeMachines(run *result.Run, s Style) {
	if len(run.Machines) == 0 {
		return
	}
	p.writeHeading(s, "Machines")
	rows := [][]string{}
	for _, m := range run.Machines {
		rows = append(rows, []string{m.Machine, s.verdict(m.Verdict) + "  " + machineText(m)})
	}
	p.writeTable("  ", rows)
	for _, m := range run.Machines {
		for _, line := range slices.Concat(proofLines(m), goalLines(m), describeMet(m)) {
			p.writeLine("  ", line)
		}
		for _, f := range m.Findings {
			p.writeLine("  ", m.Machine, ": ", cleanText(f, false))
		}
	}
}

// machineText returns one line about the sequences of a machine.
func machineText(m *result.Machine) string {
	if m.Ran == 0 {
		return cleanText(firstLine(m.Why), false)
	}
	text := fmt.Sprintf("%s under seed %d, %s right, %s", formatCount(m.Ran, "sequence"), m.Seed,
		formatCount(m.Steps, "step"),
		formatCount(m.States, "state"))
	for _, x := range []struct {
		n    int
		word string
	}{{m.Fail, "failed"}, {m.Error, "in error"}, {m.Blocked, "blocked"}, {m.Undecided, "undecided"}, {m.Flaky, "flaky"},
		{m.Ended, "came to where nothing is specified"}} {
		if x.n > 0 {
			text += fmt.Sprintf(", %d %s", x.n, x.word)
		}
	}
	if n := m.Sequences - m.Ran; n > 0 {
		text += fmt.Sprintf(", %d not run", n)
	}
	if m.Spec != "" && m.Met != nil {
		text += "; met" + metText(m.Met)
	}
	var never []string
	for _, u := range m.Units {
		if u.Steps == 0 {
			never = append(never, u.Unit)
		}
	}
	if len(never) > 0 {
		text += "; never right: " + capNames(never)
	}
	if m.Why != "" {
		text += "; " + cleanText(firstLine(m.Why), false)
	}
	return text
}

// metText returns what of a specification was met.
func metText(met *result.Met) string {
	text := ""
	for i, x := range []struct {
		part result.Part
		word string
	}{{met.States, "state"}, {met.Transitions, "transition"}, {met.Inputs, "input"}, {met.Outputs, "output"}} {
		if i > 0 {
			text += ","
		}
		if x.part.Of > 0 {
			text += fmt.Sprintf(" %d of %s", x.part.Met, formatCount(x.part.Of, x.word))
		} else {
			text += " " + formatCount(x.part.Met, x.word)
		}
	}
	if len(met.Never) > 0 {
		text += "; never in " + capNames(met.Never)
	}
	if met.Bounded != "" {
		text += "; inputs: " + cleanText(met.Bounded, false)
	}
	return text
}

// sequenceText returns a failing sequence as a list of calls, with the command that
// runs it again.
func sequenceText(m *result.Machine, f *result.Sequence) string {
	var text strings.Builder
	p := &printer{w: &text}
	p.writeSteps(m, f)
	p.writeLine("  again     ", cleanText(f.Result.Replay, false))
	return text.String()
}
