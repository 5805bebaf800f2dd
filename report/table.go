package report

import (
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/spec"
)

// Table is what the stub of a callee answers a caller, to be reviewed by a person
// and kept as a manual stub.
type Table struct {
	Caller, Callee string
	Seed           int64
	Rows           []spec.Answer
	Left           []string // calls without an answer, one sentence each
	Open           []string // cases of the caller of which not every call is foreseen
}

// Write writes the table as YAML.
func (t Table) Write(w io.Writer) error {
	p := &printer{w: w}
	p.line("# What a stub made from the specification of ", t.Callee, " answers ", t.Caller, ", under the seed ", fmt.Sprint(t.Seed), ".")
	p.line("# Review it: each answer is one of those that the specification allows.")
	for _, what := range t.Left {
		p.line("# No answer: ", clean(what, false))
	}
	for _, id := range t.Open {
		p.line("# Not every call is foreseen in ", clean(id, false))
	}
	p.line("caller: ", t.Caller)
	p.line("callee: ", t.Callee)
	p.line("answers:")
	for _, row := range t.Rows {
		when, err := flowOf(row.When)
		if err != nil {
			return err
		}
		then, err := flowOf(row.Then)
		if err != nil {
			return err
		}
		p.line("  - when: ", when)
		p.line("    then: ", then)
	}
	return p.err
}
