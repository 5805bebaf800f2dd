package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/source"
)

// Format is one form in which something is written.
type Format[T any] struct {
	Name string // the word of --format
	Is   string // what it is, in a few words
	// Switch says that it is asked for by a switch of its name, and not by --format.
	Switch bool
	// Whole says why the format shows a plan or a tree with nothing of it folded; ""
	// where it folds.
	Whole string
	// Searches says that it shows what takes searches of its own: which results of cases
	// are expected, or the matrices of Theorem 2.
	Searches bool
	Write    func(w io.Writer, shown T, s Style) error
}

// Formats are the forms in which a command writes, that of people without wishes first.
type Formats[T any] []Format[T]

// Names returns the words of --format.
func (fs Formats[T]) Names() []string {
	var out []string
	for _, f := range fs {
		if !f.Switch {
			out = append(out, f.Name)
		}
	}
	return out
}

// Choice writes the words of --format as a choice: "text, dot or mermaid".
func (fs Formats[T]) Choice() string { return source.List(fs.Names()) }

// Find returns the format that --format names.
func (fs Formats[T]) Find(name string) (Format[T], error) {
	for _, f := range fs {
		if f.Name == name && !f.Switch {
			return f, nil
		}
	}
	return Format[T]{}, fmt.Errorf("--format %q: %s", name, source.Expected(name, fs.Names()))
}

// Document returns the format that --json asks for.
func (fs Formats[T]) Document() Format[T] {
	for _, f := range fs {
		if f.Name == document && f.Switch {
			return f
		}
	}
	panic("no format is one JSON document")
}

// document is the name of the format that is one JSON document.
const document = "json"

// Lines says in a line for each format what it is, for help and documentation.
func (fs Formats[T]) Lines() []string {
	var out []string
	for _, f := range fs {
		name := f.Name
		if f.Switch {
			name = "--" + name
		}
		out = append(out, fmt.Sprintf("%-8s  %s", name, f.Is))
	}
	return out
}

// Help returns the part of a command's help that is about formats.
func (fs Formats[T]) Help() string {
	return "Formats:\n  " + strings.Join(fs.Lines(), "\n  ")
}
