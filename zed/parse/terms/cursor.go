package terms

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/tex"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// Cursor goes through the tokens of one paragraph or term, and keeps the first error.
// After it, the end token is next, so that every function returns soon.
type Cursor struct {
	text  *source.Text
	what  string // what the tokens are, for messages
	toks  []tokens.Token
	ops   *operators.Table
	i     int
	err   *source.Error
	depth int
	latex bool // whether the text is LaTeX, or delimited as ISO 13568 says
	dry   bool // whether only the form of the tokens counts, and there is no text
}

// NewCursor returns a cursor before the first of some tokens; what says what they are, for
// messages, and latex whether the text is LaTeX, or delimited as ISO 13568 says.
func NewCursor(t *source.Text, what string, ops *operators.Table, toks []tokens.Token, latex bool) *Cursor {
	return &Cursor{text: t, what: what, toks: toks, ops: ops, latex: latex}
}

func (p *Cursor) peek() tokens.Token { return p.toks[p.i] }

func (p *Cursor) peekAt(n int) tokens.Token { return p.toks[min(p.i+n, len(p.toks)-1)] }

func (p *Cursor) next() tokens.Token {
	t := p.toks[p.i]
	if p.i < len(p.toks)-1 {
		p.i++
	}
	return t
}

func (p *Cursor) isAt(s string) bool { return p.peek().Is(s) }

// accept reads the symbol if it is next.
func (p *Cursor) accept(s string) bool {
	if p.isAt(s) {
		p.next()
		return true
	}
	return false
}

func (p *Cursor) span(t tokens.Token) source.Span {
	if p.dry {
		return source.Span{}
	}
	return p.text.Span(t.Start, t.End)
}

// spanSince returns the span from where start begins to the last token read.
func (p *Cursor) spanSince(start tokens.Token) source.Span {
	stop := start.End
	if p.i > 0 {
		stop = max(stop, p.toks[p.i-1].End)
	}
	return p.span(tokens.Token{Start: start.Start, End: stop})
}

func (p *Cursor) info(start tokens.Token) zed.Info { return zed.Info{Span: p.spanSince(start)} }

// fail reports an error at the token, unless there was one before, and moves
// to the end.
func (p *Cursor) fail(t tokens.Token, format string, args ...any) {
	if p.err == nil {
		p.err = source.Errorf(p.span(t), format, args...)
	}
	p.i = len(p.toks) - 1
}

// failExpecting reports that something else should stand where the next token is.
func (p *Cursor) failExpecting(what string) {
	t := p.peek()
	switch t.Kind {
	case tokens.Bad:
		p.fail(t, "%s", t.Text)
	case tokens.Strange:
		p.fail(t, "unexpected character %q%s", t.Text, explainInZ(t.Text))
	case tokens.Unknown:
		if hint := explainInZ(t.Text); hint != "" {
			p.fail(t, "unknown macro %s%s", t.Text, hint)
		}
		p.fail(t, "unknown macro %s%s", t.Text, source.DidYouMean(t.Text, tex.KnownMacros()))
	}
	p.fail(t, "expected %s, found %s%s", what, p.describe(t), p.explainForeign(t, what))
}

// explainInZ says how Z writes what a character or macro that is not of Z stands for, or
// is "".
func explainInZ(s string) string {
	for _, h := range [][3]string{
		{"⊄", `\nsubset`, "¬ a ⊂ b"}, {"⊈", `\nsubseteq`, "¬ a ⊆ b"}, {"⊃", `\supset`, "b ⊂ a"},
		{"⊇", `\supseteq`, "b ⊆ a"}, {"∋", `\ni`, "b ∈ a"},
		{"≡", `\equiv`, "a ⇔ b, or a = b"}, {"⊕", `\xor`, "¬ (a ⇔ b)"}, {"^", `\^`, "a ⌢ b, or a cat b"},
		{"←", `\leftarrow`, "a' = b"}, {"≔", `\coloneqq`, "a == b, or a' = b"},
	} {
		if s == h[0] || s == h[1] {
			return "; in Z, a " + s + " b is written " + h[2]
		}
	}
	switch s {
	case `\boolean`, `\bbB`:
		return "; truth values are \\bool"
	case `\real`, `\reals`:
		return "; Z has whole numbers alone, \\num"
	}
	return ""
}

// explainForeign says how Z writes what a token is part of in other languages, or is "".
func (p *Cursor) explainForeign(t tokens.Token, wanted string) string {
	if p.latex || p.dry || t.Kind == tokens.End {
		return ""
	}
	if t.Is("==") && (wanted == `"]"` || wanted == `")"` || strings.HasPrefix(wanted, "an operator")) {
		return "; in a predicate, equality is written ="
	}
	for _, f := range [][2]string{
		{"&&", "∧ or and"}, {"||", "∨ or or"}, {"/\\", "∧ or and"}, {"\\/", "∨ or or"}, {"&", "∧ or and"},
		{"<->", "↔ or rel"}, {"-->", "→ or fun"}, {"->", "→ or fun"}, {"!=", "≠ or /="}, {"<>", "≠ or /="},
		{"∃!", "∃₁ or exists1"}, {"∃1", "∃₁ or exists1"},
	} {
		for from := t.Start; from >= max(0, t.Start-len(f[0])+1); from-- {
			if strings.HasPrefix(p.text.Value[from:], f[0]) {
				return fmt.Sprintf("; in Z, %s is written %s", f[0], f[1])
			}
		}
	}
	return ""
}

func (p *Cursor) describe(t tokens.Token) string {
	switch t.Kind {
	case tokens.End:
		return "the end of " + p.what
	case tokens.Newline:
		return "the end of the line"
	case tokens.Str:
		return "a string"
	}
	if p.dry {
		return t.Text
	}
	written := p.text.Value[t.Start:t.End]
	if strings.Contains(written, "\n") {
		written = t.Text
	}
	return `"` + written + `"`
}

// expect reads the symbol, or fails.
func (p *Cursor) expect(s string) {
	if !p.accept(s) {
		p.failExpecting(`"` + s + `"`)
	}
}

// finish fails unless everything was read.
func (p *Cursor) finish() {
	p.separators()
	if p.peek().Kind != tokens.End {
		p.failExpecting("an operator or the end of " + p.what)
	}
}

// enter counts one more level of nesting and tells whether it is allowed.
func (p *Cursor) enter() bool {
	p.depth++
	if p.depth <= maxDepth {
		return true
	}
	p.fail(p.peek(), "nested too deeply: at most %d levels are read", maxDepth)
	return false
}

func (p *Cursor) leave() { p.depth-- }

// errorTerm stands where an error was.
func (p *Cursor) errorTerm() zed.Expr { return &zed.Truth{Info: p.info(p.peek()), Value: true} }

// separators reads newlines and semicolons, and tells whether there were any.
func (p *Cursor) separators() bool {
	any := false
	for p.peek().Kind == tokens.Newline || p.isAt(";") {
		p.next()
		any = true
	}
	return any
}

// macro tells whether a token is written as a macro of LaTeX.
func (p *Cursor) macro(t tokens.Token) bool {
	return p.latex && t.Start < len(p.text.Value) && p.text.Value[t.Start] == '\\'
}

// checkBounds fails where a way down the terms is longer than maxPath, or they hold
// more than maxNodes nodes: chains of an operator nest to the left without the
// parser nesting with them.
func (p *Cursor) checkBounds(terms ...zed.Expr) {
	type place struct {
		e     zed.Expr
		depth int
	}
	var todo []place
	for _, e := range terms {
		todo = append(todo, place{e, 1})
	}
	for nodes := 0; len(todo) > 0 && p.err == nil; nodes++ {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		start := tokens.Token{Start: at.e.At().Start, End: at.e.At().Start}
		switch {
		case at.depth > maxPath:
			p.fail(start, "the chain of operators is too long: at most %d are read", maxPath)
		case nodes > maxNodes:
			p.fail(start, "too large: at most %d terms are read in one paragraph", maxNodes)
		}
		for _, c := range zed.Children(at.e) {
			todo = append(todo, place{c, at.depth + 1})
		}
	}
}
