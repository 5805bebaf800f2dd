package report

import (
	"fmt"
	"io"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// WriteAnswer writes the solver's answer to one problem: the values, one a line, with the
// sizes of given types on which they rest; or the outcome and its reason.
func WriteAnswer(w io.Writer, status string, found spec.Values, sizes value.Sizes, why string) error {
	p := &printer{w: w}
	if found == nil {
		p.writeLine(status, reason(why))
		return p.err
	}
	for _, item := range found {
		p.writeLine(item.Name, " = ", cleanText(item.Text(), false))
	}
	for _, name := range sizes.Names() {
		p.writeLine("# ", name, " = ", fmt.Sprint(sizes[name]))
	}
	if len(found) == 0 && len(sizes) == 0 {
		p.writeLine("true")
	}
	return p.err
}
