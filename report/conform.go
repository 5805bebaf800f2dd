package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/machine/reactive"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Conformance is the answer to the question whether one machine conforms to another.
type Conformance struct {
	Implementation, Specification *reactive.Machine
	Found                         *reactive.Conformance
	Seed                          int64
}

// Write writes the answer for people.
func (c *Conformance) Write(w io.Writer) error {
	p := &printer{w: w}
	f, imp, spec := c.Found, c.Implementation.Name, c.Specification.Name
	switch f.Answer {
	case reactive.Refuted:
		p.writeLine(imp, " does not conform to ", spec)
		c.writeRefutation(p, f.Refutation)
		return p.err
	case reactive.Unknown:
		p.writeLine("it is not known whether ", imp, " conforms to ", spec, ": ", cleanText(f.Why, false))
		return p.err
	case reactive.Unrefuted:
		p.writeLine(imp, " is not refuted as ", spec, " in ", formatCount(f.Steps, "step"),
			fmt.Sprintf(", under seed %d: "+
				"more than %d pairs of states can be reached", c.Seed, f.Pairs))
	case reactive.Proved:
		p.writeLine(imp, " conforms to ", spec, ": proved, all of ", formatCount(f.Pairs, "pair"), " of states and ",
			formatCount(f.Steps, "step"), " tried")
	}
	if b := c.Specification.Bounded; b != "" {
		p.writeLine("  inputs    ", cleanText(b, false))
	}
	switch {
	case f.Deaf != nil:
		p.writeLine("  but ", imp, " is not an implementation, which must take every input:")
		c.writeRefutation(p, f.Deaf)
	case !f.Heard:
		p.writeLine("  assumed   ", imp, " takes every input, also in states that were not tried")
	}
	return p.err
}

// writeRefutation writes a sequence that refutes.
func (c *Conformance) writeRefutation(p *printer, r *reactive.Refutation) {
	how := ""
	if r.Shortest {
		how = ": none is shorter"
	}
	p.writeLine("  sequence  ", formatCount(len(r.Steps), "step"), how)
	for i, s := range r.Steps {
		output := "no move"
		if s.Output.Kind() != value.Nothing {
			output = s.Output.Text(c.Specification.Of.Output)
		}
		input := s.Input.Text(c.Specification.Of.Input)
		p.writeLine(fmt.Sprintf("    %d  ", i+1), cleanText(input, false), "  → ", cleanText(output, false))
	}
	if len(r.Allowed) > 0 {
		p.writeLine("  allowed   ", cleanText(c.Specification.Outputs(r.Allowed), false), " in ",
			cleanText(c.Specification.Text(r.In), false))
	}
}

// conformanceStep is a step in JSON. Output is null where the implementation has no move.
type conformanceStep struct {
	Input  json.RawMessage `json:"input"`
	Output json.RawMessage `json:"output"`
}

// MarshalJSON writes the answer for programs.
func (c *Conformance) MarshalJSON() ([]byte, error) {
	f, of := c.Found, c.Specification.Of
	out := struct {
		Implementation string            `json:"implementation"`
		Specification  string            `json:"specification"`
		Answer         string            `json:"answer"`
		TakesAll       *bool             `json:"takesAll"` // null where that is not known
		Pairs          int               `json:"pairs"`
		Steps          int               `json:"steps"`
		Seed           int64             `json:"seed"`
		Sequence       []conformanceStep `json:"sequence"`
		Shortest       bool              `json:"shortest"`
		Allowed        []json.RawMessage `json:"allowed"`
		States         []json.RawMessage `json:"states"`
		Bounded        string            `json:"bounded,omitempty"`
		Why            string            `json:"why,omitempty"`
	}{Implementation: c.Implementation.Name, Specification: c.Specification.Name, Answer: f.Answer.String(),
		Pairs: f.Pairs, Steps: f.Steps, Seed: c.Seed, Sequence: []conformanceStep{}, Allowed: []json.RawMessage{},
		States: []json.RawMessage{}, Bounded: c.Specification.Bounded, Why: f.Why}
	r := f.Refutation
	if f.Deaf != nil {
		r = f.Deaf
	}
	if f.Heard || f.Deaf != nil {
		out.TakesAll = &f.Heard
	}
	if r != nil {
		out.Shortest = r.Shortest
		for _, s := range r.Steps {
			out.Sequence = append(out.Sequence, conformanceStep{value.Encode(s.Input, of.Input),
				value.Encode(s.Output, of.Output)})
		}
		for _, o := range r.Allowed {
			out.Allowed = append(out.Allowed, value.Encode(o.Output, of.Output))
		}
		for _, s := range r.In {
			out.States = append(out.States, value.Encode(s, of.State))
		}
	}
	return json.Marshal(out)
}
