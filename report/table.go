package report

import (
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/plan"
)

// WriteTableYAML writes the table of a stub's answers as YAML.
func WriteTableYAML(w io.Writer, t plan.Table) error {
	p := &printer{w: w}
	p.writeLine("# What a stub made from the specification of ", t.Callee, " answers ", t.Caller, ", under the seed ",
		fmt.Sprint(t.Seed), ".")
	p.writeLine("# Review it: each answer is one of those that the specification allows.")
	for _, what := range t.Left {
		p.writeLine("# No answer: ", cleanText(what, false))
	}
	for _, id := range t.Open {
		p.writeLine("# Not every call is foreseen in ", cleanText(id, false))
	}
	p.writeLine("caller: ", t.Caller)
	p.writeLine("callee: ", t.Callee)
	p.writeLine("answers:")
	for _, row := range t.Rows {
		when, err := Flow(row.When)
		if err != nil {
			return err
		}
		then, err := Flow(row.Then)
		if err != nil {
			return err
		}
		p.writeLine("  - when: ", when)
		p.writeLine("    then: ", then)
	}
	return p.err
}
