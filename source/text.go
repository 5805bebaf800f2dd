package source

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// File is one input file, or one argument of the command line.
type File struct {
	Name string // as messages show it
	Data string // its whole text; it is not changed once a place was asked for

	once   sync.Once
	starts []int // of its lines
}

// NewFile returns a file of the given name and text.
func NewFile(name, data string) *File { return &File{Name: name, Data: data} }

// Whole returns all of the file as a Text.
func (f *File) Whole() *Text {
	return &Text{File: f, Value: f.Data, segments: []segment{{0, 0}}}
}

// Line returns the text of line n (from 1), without its line end.
func (f *File) Line(n int) string {
	rest := f.Data
	for ; n > 1; n-- {
		i := strings.IndexByte(rest, '\n')
		if i < 0 {
			return ""
		}
		rest = rest[i+1:]
	}
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return strings.TrimSuffix(rest, "\r")
}

// segment says that the text from offset on lies in the file from place on.
type segment struct{ offset, place int }

// Text is a value read from a file, with the map from its byte offsets to byte
// offsets of the file.
type Text struct {
	File     *File
	Value    string
	segments []segment
}

// Lines returns a Text of the given value whose i-th line starts at the file
// offset starts[i]. Lines without a start of their own lie at the last one
// given.
func Lines(f *File, value string, starts []int) *Text {
	t := &Text{File: f, Value: value}
	offset := 0
	for i, line := range strings.SplitAfter(value, "\n") {
		if i < len(starts) {
			t.segments = append(t.segments, segment{offset, starts[i]})
		}
		offset += len(line)
	}
	return t
}

// TextAt returns a Text all of whose offsets lie at one place of the file, for
// values whose spelling in the file differs from the value.
func TextAt(f *File, value string, place int) *Text {
	return &Text{File: f, Value: value, segments: []segment{{0, place}, {1, place}, {len(value) + 1, place}}}
}

// FullSpan returns the span of the whole text.
func (t *Text) FullSpan() Span { return Span{Text: t, Start: 0, End: len(t.Value)} }

// Span returns the span of the text between two byte offsets.
func (t *Text) Span(start, end int) Span { return Span{Text: t, Start: start, End: end} }

func (t *Text) place(offset int) int {
	i := sort.Search(len(t.segments), func(i int) bool { return t.segments[i].offset > offset })
	if i == 0 {
		return 0
	}
	s := t.segments[i-1]
	p := s.place + offset - s.offset
	if i < len(t.segments) && t.segments[i].place >= s.place {
		p = min(p, t.segments[i].place)
	}
	return min(p, len(t.File.Data))
}

// Span is a piece of a Text, from byte offset Start up to but not including
// End. The zero Span is nowhere.
type Span struct {
	Text       *Text
	Start, End int
}

// IsValid tells whether the span is somewhere.
func (s Span) IsValid() bool { return s.Text != nil }

// ExtendTo returns the span from the start of s to the end of other, which must lie
// in the same text; otherwise s.
func (s Span) ExtendTo(other Span) Span {
	if s.Text == nil {
		return other
	}
	if other.Text != s.Text || other.End < s.End {
		return s
	}
	return Span{s.Text, s.Start, other.End}
}

// String returns the text of the span.
func (s Span) String() string {
	if s.Text == nil {
		return ""
	}
	return s.Text.Value[s.Start:s.End]
}

// Pos returns the place where the span starts.
func (s Span) Pos() Pos {
	if s.Text == nil {
		return Pos{}
	}
	return s.Text.File.Pos(s.Text.place(s.Start))
}

// EndPos returns the place just behind the span.
func (s Span) EndPos() Pos {
	if s.Text == nil {
		return Pos{}
	}
	if s.End <= s.Start {
		return s.Pos()
	}
	// The last character's own place, then one on: the next segment may begin
	// on another line.
	_, size := utf8.DecodeLastRuneInString(s.Text.Value[:s.End])
	last := s.Text.File.Pos(s.Text.place(s.End - size))
	last.Column++
	return last
}

// Pos is a place in a file as people count: lines and columns from 1, a column
// a character. The zero Pos is nowhere.
type Pos struct {
	File         *File
	Line, Column int
}

// Pos returns the place of a byte offset.
func (f *File) Pos(offset int) Pos {
	offset = max(0, min(offset, len(f.Data)))
	f.once.Do(f.splitLines)
	line := sort.SearchInts(f.starts, offset+1)
	return Pos{File: f, Line: line, Column: utf8.RuneCountInString(f.Data[f.starts[line-1]:offset]) + 1}
}

// splitLines notes where the lines of the file start.
func (f *File) splitLines() {
	f.starts = []int{0}
	for i := range len(f.Data) {
		if f.Data[i] == '\n' {
			f.starts = append(f.starts, i+1)
		}
	}
}

// IsValid tells whether the place is somewhere.
func (p Pos) IsValid() bool { return p.File != nil }
