package pieces

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// Note is something of a document that was not read, and why.
type Note struct {
	Span source.Span
	Text string
}

// Chunk is a piece of a document: one paragraph, or several that are still to
// be told apart.
type Chunk struct {
	Toks    []tokens.Token
	Several bool
	Latex   bool
	// Marked says that paragraphs of Unicode have a mark where they begin, so
	// that indentation means nothing.
	Marked bool
	// Otherwise has the tokens that the chunk consists of where Toks are not Z, or nil.
	Otherwise []tokens.Token
	Undo      *Undoing // instead of tokens: a command that takes paragraphs back
}

// Document is what a text holds, before it is parsed.
type Document struct {
	Chunks     []Chunk
	Notes      []Note
	Directives []Directive
	Large      bool // too large to be read
	Skips      []Skip
	Unread     map[string]int // how many environments, or lines of prose, are not read, by kind
}

// Leave counts something that is not read.
func (d *Document) Leave(kind string, n int) {
	if d.Unread == nil {
		d.Unread = map[string]int{}
	}
	d.Unread[kind] += n
}

// LinesOf returns how many lines of a text say something.
func LinesOf(text string) int {
	n := 0
	for _, line := range strings.Split(text, "\n") {
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

// Skip is a theorem or a proof that is not read.
type Skip struct {
	At   source.Span
	Kind string // its environment, or what it is
	Text string // what to say of it where it is the only one
}

// SkipNotes returns one note on all that is not read, at the first.
func (d Document) SkipNotes() []Note {
	switch len(d.Skips) {
	case 0:
		return nil
	case 1:
		return []Note{{Span: d.Skips[0].At, Text: d.Skips[0].Text}}
	}
	counts := map[string]int{}
	var kinds []string
	for _, s := range d.Skips {
		if counts[s.Kind] == 0 {
			kinds = append(kinds, s.Kind)
		}
		counts[s.Kind]++
	}
	for i, k := range kinds {
		kinds[i] = fmt.Sprintf("%d %s", counts[k], k)
	}
	text := fmt.Sprintf("%d passages are skipped, the first of them here: %s", len(d.Skips), strings.Join(kinds, ", "))
	return []Note{{Span: d.Skips[0].At, Text: text}}
}

// Directive introduces symbols as operators, as fuzz writes it.
type Directive struct {
	At      tokens.Token
	Kind    string
	Symbols []tokens.Token
}

// Undoing is how many paragraphs a command of Z/EVES takes back.
type Undoing struct {
	All     bool
	Back    string // back to the paragraph that introduces this name
	Through bool   // with that paragraph
	Count   int
}

// Apply returns the paragraphs that are left.
func (u *Undoing) Apply(ps []zed.Paragraph) []zed.Paragraph {
	switch {
	case u.All:
		return nil
	case u.Back == "":
		return ps[:max(0, len(ps)-u.Count)]
	}
	for i := len(ps) - 1; i >= 0; i-- {
		if introduces(ps[i], u.Back) {
			if u.Through {
				return ps[:i]
			}
			return ps[:i+1]
		}
	}
	return ps
}

// introduces tells whether a paragraph introduces a name.
func introduces(p zed.Paragraph, name string) bool {
	switch p := p.(type) {
	case *zed.Given:
		for _, n := range p.Names {
			if n.Name == name {
				return true
			}
		}
	case *zed.Free:
		return p.Name.Name == name
	case *zed.Define:
		return p.Name.Name == name
	case *zed.Conjecture:
		return p.Name == name
	case *zed.Axiom:
		for _, d := range p.Text.Decls {
			for _, n := range d.Names {
				if n.Name == name {
					return true
				}
			}
		}
	}
	return false
}
