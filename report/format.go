package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/source"
)

// Format is one form in which a command can write a value.
type Format[T any] struct {
	Name string // its name, as --format takes it
	Is   string // what it is, for the help
	// Switch says that a flag of its own name chooses it, and not --format.
	Switch bool
	// Whole says why the format never folds a plan or a tree; "" where it may.
	Whole string
	// Searches says that its contents have to be searched for: the outcomes that a
	// specification allows, or the matrices of Theorem 2.
	Searches bool
	Write    func(w io.Writer, shown T, s Style) error
}

// Formats are the formats of one command. The first is the default, for people.
type Formats[T any] []Format[T]

// Names returns the names that --format takes.
func (fs Formats[T]) Names() []string {
	var out []string
	for _, f := range fs {
		if !f.Switch {
			out = append(out, f.Name)
		}
	}
	return out
}

// Choice returns these names as a choice: "text, dot or mermaid".
func (fs Formats[T]) Choice() string { return source.List(fs.Names()) }

// Find returns the format with the given name.
func (fs Formats[T]) Find(name string) (Format[T], error) {
	for _, f := range fs {
		if f.Name == name && !f.Switch {
			return f, nil
		}
	}
	return Format[T]{}, fmt.Errorf("--format %q: %s", name, source.FormatExpected(name, fs.Names()))
}

// Document returns the format that --json chooses.
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

// Lines returns a line for each format that says what it is, for help and documents.
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

// Help returns the part of a command's help about its formats.
func (fs Formats[T]) Help() string {
	return "Formats:\n  " + strings.Join(fs.Lines(), "\n  ")
}
