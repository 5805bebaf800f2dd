package report

import (
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Answer writes the solver's answer to one problem: the values, one a line, with the
// sizes of given types on which they rest; or the outcome and its reason.
func Answer(w io.Writer, status string, found spec.Values, sizes value.Sizes, why string) error {
	p := &printer{w: w}
	if found == nil {
		p.line(status, reason(why))
		return p.err
	}
	for _, item := range found {
		p.line(item.Name, " = ", clean(item.Text(), false))
	}
	for _, name := range sizes.Names() {
		p.line("# ", name, " = ", fmt.Sprint(sizes[name]))
	}
	if len(found) == 0 && len(sizes) == 0 {
		p.line("true")
	}
	return p.err
}
