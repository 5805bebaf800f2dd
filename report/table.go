package report

import (
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/plan"
)

// TableYAML writes the table of a stub's answers as YAML.
func TableYAML(w io.Writer, t plan.Table) error {
	p := &printer{w: w}
	p.line("# What a stub made from the specification of ", t.Callee, " answers ", t.Caller, ", under the seed ",
		fmt.Sprint(t.Seed), ".")
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
