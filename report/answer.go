package report

import (
	"io"

	"github.com/ttf-int/ttf-int/spec"
)

// Answer writes what the solver found for one problem: the values, one a line,
// or the outcome and its reason.
func Answer(w io.Writer, status string, found spec.Values, why string) error {
	p := &printer{w: w}
	if found == nil {
		p.line(status, reason(why))
		return p.err
	}
	for _, item := range found {
		p.line(item.Name, " = ", clean(item.Text(), false))
	}
	if len(found) == 0 {
		p.line("true")
	}
	return p.err
}
