package source

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// String returns "file:line:column", or "file" where the line is unknown.
func (p Pos) String() string {
	switch {
	case p.File == nil:
		return ""
	case p.Line == 0:
		return p.File.Name
	}
	return fmt.Sprintf("%s:%d:%d", p.File.Name, p.Line, p.Column)
}

// Note is a second place that an error is about.
type Note struct {
	Pos Pos
	Msg string
}

// Error is one thing wrong with an input, and where.
type Error struct {
	Pos, End Pos
	Msg      string
	Related  []Note
}

// Errorf returns an error about a span.
func Errorf(at Span, format string, args ...any) *Error {
	return &Error{Pos: at.Pos(), End: at.EndPos(), Msg: fmt.Sprintf(format, args...)}
}

// WithPlace returns a copy of the error that shows one more place.
func (e *Error) WithPlace(at Span, format string, args ...any) *Error {
	c := *e
	c.Related = append(append([]Note(nil), e.Related...), Note{Pos: at.Pos(), Msg: fmt.Sprintf(format, args...)})
	return &c
}

// Error returns the place and the message, in one line.
func (e *Error) Error() string {
	if !e.Pos.IsValid() {
		return e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}

// Show returns the message, the line that it is about with a caret under the
// column, and the related places in the same way.
func (e *Error) Show() string {
	var b strings.Builder
	b.WriteString(e.Error())
	b.WriteByte('\n')
	width := 1
	if e.End.Line == e.Pos.Line && e.End.Column > e.Pos.Column {
		width = e.End.Column - e.Pos.Column
	}
	caret(&b, e.Pos, width)
	for _, n := range e.Related {
		if n.Pos.IsValid() {
			fmt.Fprintf(&b, "%s: %s\n", n.Pos, n.Msg)
		} else {
			fmt.Fprintf(&b, "%s\n", n.Msg)
		}
		caret(&b, n.Pos, 1)
	}
	return b.String()
}

// maxLine is the longest piece of a line that is shown around an error: more
// than a terminal's width helps nobody.
const maxLine = 160

func caret(b *strings.Builder, p Pos, width int) {
	if !p.IsValid() || p.Line == 0 {
		return
	}
	line := []rune(p.File.Line(p.Line))
	column := min(p.Column-1, len(line))
	first := 0
	if column > maxLine-20 {
		first = column - 60
	}
	last := min(len(line), first+maxLine)
	shown := line[first:last]
	b.WriteString("    ")
	for _, r := range shown {
		if r != '\t' && (r < ' ' || r == utf8.RuneError || r == 0x7f) {
			r = '·'
		}
		b.WriteRune(r)
	}
	b.WriteString("\n    ")
	for _, r := range shown[:column-first] {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteString(strings.Repeat("^", max(1, min(width, last-column))))
	b.WriteByte('\n')
}

// Errors is everything wrong with an input. The nil list is not an error: return
// it through Err.
type Errors []*Error

// Error returns one line an error.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Err returns the list sorted by place and without repetitions, or nil where
// it is empty.
func (es Errors) Err() error {
	if len(es) == 0 {
		return nil
	}
	sorted := append(Errors(nil), es...)
	sort.SliceStable(sorted, func(i, j int) bool { return isBefore(sorted[i].Pos, sorted[j].Pos) })
	out := sorted[:1]
	for _, e := range sorted[1:] {
		if last := out[len(out)-1]; e.Pos != last.Pos || e.Msg != last.Msg {
			out = append(out, e)
		}
	}
	return out
}

func isBefore(a, b Pos) bool {
	if a.File != b.File {
		if a.File == nil || b.File == nil {
			return a.File == nil
		}
		return a.File.Name < b.File.Name
	}
	if a.Line != b.Line {
		return a.Line < b.Line
	}
	return a.Column < b.Column
}

// Add appends err: its parts where it is a list, itself where it is an Error,
// and otherwise an Error without a place. A nil err adds nothing.
func (es *Errors) Add(err error) {
	var list Errors
	var one *Error
	switch {
	case err == nil:
	case errors.As(err, &list):
		*es = append(*es, list...)
	case errors.As(err, &one):
		*es = append(*es, one)
	default:
		*es = append(*es, &Error{Msg: err.Error()})
	}
}

// Show returns all errors with their lines, at most limit of them (0: all),
// and says how many were left out.
func Show(err error, limit int) string {
	var es Errors
	es.Add(err)
	var b strings.Builder
	for i, e := range es {
		if limit > 0 && i == limit {
			fmt.Fprintf(&b, "%d more errors are not shown\n", len(es)-limit)
			break
		}
		b.WriteString(e.Show())
	}
	return b.String()
}
