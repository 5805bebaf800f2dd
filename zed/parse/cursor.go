package parse

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// cursor goes through the tokens of one paragraph or term, and keeps the first error.
// After it, the end token is next, so that every function returns soon.
type cursor struct {
	text  *source.Text
	what  string // what the tokens are, for messages
	toks  []token
	ops   *table
	i     int
	err   *source.Error
	depth int
	latex bool // whether the text is LaTeX, or delimited as ISO 13568 says
	dry   bool // whether only the form of the tokens counts, and there is no text
}

func (p *cursor) peek() token { return p.toks[p.i] }

func (p *cursor) peekAt(n int) token { return p.toks[min(p.i+n, len(p.toks)-1)] }

func (p *cursor) next() token {
	t := p.toks[p.i]
	if p.i < len(p.toks)-1 {
		p.i++
	}
	return t
}

func (p *cursor) at(s string) bool { return p.peek().is(s) }

// accept reads the symbol if it is next.
func (p *cursor) accept(s string) bool {
	if p.at(s) {
		p.next()
		return true
	}
	return false
}

func (p *cursor) span(t token) source.Span {
	if p.dry {
		return source.Span{}
	}
	return p.text.Span(t.start, t.end)
}

// since returns the span from where start begins to the last token read.
func (p *cursor) since(start token) source.Span {
	stop := start.end
	if p.i > 0 {
		stop = max(stop, p.toks[p.i-1].end)
	}
	return p.span(token{start: start.start, end: stop})
}

func (p *cursor) info(start token) zed.Info { return zed.Info{Span: p.since(start)} }

// fail reports an error at the token, unless there was one before, and moves
// to the end.
func (p *cursor) fail(t token, format string, args ...any) {
	if p.err == nil {
		p.err = source.Errorf(p.span(t), format, args...)
	}
	p.i = len(p.toks) - 1
}

// expected reports that something else should stand where the next token is.
func (p *cursor) expected(what string) {
	t := p.peek()
	switch t.kind {
	case bad:
		p.fail(t, "%s", t.text)
	case strange:
		p.fail(t, "unexpected character %q%s", t.text, inZ(t.text))
	case unknown:
		if hint := inZ(t.text); hint != "" {
			p.fail(t, "unknown macro %s%s", t.text, hint)
		}
		p.fail(t, "unknown macro %s%s", t.text, source.DidYouMean(t.text, knownMacros()))
	}
	p.fail(t, "expected %s, found %s%s", what, p.describe(t), p.foreign(t, what))
}

// inZ says how Z writes what a character or macro that is not of Z stands for, or
// is "".
func inZ(s string) string {
	for _, h := range [][3]string{
		{"⊄", `\nsubset`, "¬ a ⊂ b"}, {"⊈", `\nsubseteq`, "¬ a ⊆ b"}, {"⊃", `\supset`, "b ⊂ a"}, {"⊇", `\supseteq`, "b ⊆ a"}, {"∋", `\ni`, "b ∈ a"},
		{"≡", `\equiv`, "a ⇔ b, or a = b"}, {"⊕", `\xor`, "¬ (a ⇔ b)"}, {"←", `\leftarrow`, "a' = b"}, {"≔", `\coloneqq`, "a == b, or a' = b"},
	} {
		if s == h[0] || s == h[1] {
			return "; in Z, a " + s + " b is written " + h[2]
		}
	}
	switch s {
	case `\bool`, `\boolean`, `\bbB`:
		return "; Z has no type of truth values: YESNO ::= yes | no declares one"
	case `\real`, `\reals`:
		return "; Z has whole numbers alone, \\num"
	}
	return ""
}

// foreign says how Z writes what a token is part of in other languages, or is "".
func (p *cursor) foreign(t token, wanted string) string {
	if p.latex || p.dry || t.kind == end {
		return ""
	}
	if t.is("==") && (wanted == `"]"` || wanted == `")"` || strings.HasPrefix(wanted, "an operator")) {
		return "; in a predicate, equality is written ="
	}
	for _, f := range [][2]string{
		{"&&", "∧ or and"}, {"||", "∨ or or"}, {"/\\", "∧ or and"}, {"\\/", "∨ or or"}, {"&", "∧ or and"},
		{"<->", "↔ or rel"}, {"-->", "→ or fun"}, {"->", "→ or fun"}, {"!=", "≠ or /="}, {"∃!", "∃₁ or exists1"}, {"∃1", "∃₁ or exists1"},
	} {
		for from := t.start; from >= max(0, t.start-len(f[0])+1); from-- {
			if strings.HasPrefix(p.text.Value[from:], f[0]) {
				return fmt.Sprintf("; in Z, %s is written %s", f[0], f[1])
			}
		}
	}
	return ""
}

func (p *cursor) describe(t token) string {
	switch t.kind {
	case end:
		return "the end of " + p.what
	case newline:
		return "the end of the line"
	case str:
		return "a string"
	}
	if p.dry {
		return t.text
	}
	written := p.text.Value[t.start:t.end]
	if strings.Contains(written, "\n") {
		written = t.text
	}
	return `"` + written + `"`
}

// expect reads the symbol, or fails.
func (p *cursor) expect(s string) {
	if !p.accept(s) {
		p.expected(`"` + s + `"`)
	}
}

// finish fails unless everything was read.
func (p *cursor) finish() {
	p.separators()
	if p.peek().kind != end {
		p.expected("an operator or the end of " + p.what)
	}
}

// enter counts one more level of nesting and tells whether it is allowed.
func (p *cursor) enter() bool {
	p.depth++
	if p.depth <= maxDepth {
		return true
	}
	p.fail(p.peek(), "nested too deeply: at most %d levels are read", maxDepth)
	return false
}

func (p *cursor) leave() { p.depth-- }

// nothing stands where an error was.
func (p *cursor) nothing() zed.Expr { return &zed.Truth{Info: p.info(p.peek()), Value: true} }

// separators reads newlines and semicolons, and tells whether there were any.
func (p *cursor) separators() bool {
	any := false
	for p.peek().kind == newline || p.at(";") {
		p.next()
		any = true
	}
	return any
}

// macro tells whether a token is written as a macro of LaTeX.
func (p *cursor) macro(t token) bool {
	return p.latex && t.start < len(p.text.Value) && p.text.Value[t.start] == '\\'
}

// bound fails where a way down the terms is longer than maxPath, or they hold
// more than maxNodes nodes: chains of an operator nest to the left without the
// parser nesting with them.
func (p *cursor) bound(terms ...zed.Expr) {
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
		start := token{start: at.e.At().Start, end: at.e.At().Start}
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
