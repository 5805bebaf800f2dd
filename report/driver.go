package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/driver"
	"github.com/ttf-int/ttf-int/plan"
)

// WriteDriver writes what became of the files of a driver, and what a person should know of
// it.
func WriteDriver(w io.Writer, files []driver.File, p *driver.Package, next []string) error {
	out := &printer{w: w}
	for _, f := range files {
		added := ""
		if len(f.Added) > 0 {
			added = "  with " + strings.Join(f.Added, ", ")
		}
		out.writeLine(fmt.Sprintf("%-8s  %s%s", f.State, f.Path, added))
	}
	if len(p.Notes) > 0 {
		out.writeLine("")
	}
	for _, n := range p.Notes {
		if n.Place != "" {
			out.writeLine(fmt.Sprintf("%s: %s", n.Place, n.Text))
		} else {
			out.writeLine(n.Text)
		}
	}
	out.writeLine("")
	out.writeLine("now:")
	for _, step := range next {
		out.writeLine(fmt.Sprintf("  %s", step))
	}
	return out.err
}

// WriteDriverJSON writes the same as one JSON document.
func WriteDriverJSON(w io.Writer, files []driver.File, p *driver.Package) error {
	notes := p.Notes
	if notes == nil {
		notes = []driver.Note{}
	}
	return WriteDocument(w, struct {
		APIVersion string        `json:"apiVersion"`
		Kind       string        `json:"kind"`
		Package    string        `json:"package"`
		Files      []driver.File `json:"files"`
		Notes      []driver.Note `json:"notes"`
	}{plan.APIVersion, "Driver", p.Path, files, notes})
}
