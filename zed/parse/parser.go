package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Limits. Reaching one is an error.
const (
	// MaxSize is the largest text in bytes. What people write is a thousand
	// times smaller; the limit bounds memory, some 40 bytes for each byte read.
	MaxSize = 4 << 20
	// MaxDepth is the deepest nesting of terms in one another, as they are
	// written.
	MaxDepth = 1000
	// MaxPath is the longest way down the tree of a term. A chain of operators,
	// a + b + c, has a step for each, without being nested. Later stages recurse
	// over the tree; here their stacks stay below some dozens of megabytes.
	MaxPath = 20_000
	// MaxNodes is the largest number of nodes of one paragraph, shared ones
	// counted at each place: x < e < z puts e twice in the tree, and such
	// chains inside one another double it each time.
	MaxNodes = 4 << 20
	// MaxErrors is how many errors are reported for one text. More would not
	// be read.
	MaxErrors = 100
)

// Language is Z with the operators that a specification introduces.
type Language struct{ ops *table }

// Toolkit is Z with the operators of the toolkit alone.
func Toolkit() Language { return Language{standard} }

// LanguageOf returns Z as the paragraphs of a specification extend it.
func LanguageOf(ps []zed.Paragraph) Language {
	var forms []zed.UserForm
	own := func(id zed.Ident) {
		if f, ok := toolkitForms[id.Name]; ok && !core[id.Name] {
			forms = append(forms, f)
		}
	}
	for _, p := range ps {
		switch p := p.(type) {
		case *zed.Template:
			if !core[p.Form.Name] {
				forms = append(forms, p.Form)
			}
		case *zed.Define:
			own(p.Name)
		case *zed.Axiom:
			for _, d := range p.Text.Decls {
				for _, id := range d.Names {
					own(id)
				}
			}
		}
	}
	names := map[string]bool{}
	namesIn(ps, names)
	if len(names) == 0 {
		return Language{with(forms)}
	}
	ops := *with(forms)
	ops.names = names
	return Language{&ops}
}

// Expr reads a term in Z with the toolkit, as Language.Expr does.
func Expr(t *source.Text) (zed.Expr, error) { return Toolkit().Expr(t) }

// Expr reads one expression, predicate or schema expression, which is the
// whole text, in any notation: LaTeX where it has a macro of it. Predicates on
// lines of their own are joined by ∧. The error is a source.Errors.
func (l Language) Expr(t *source.Text) (zed.Expr, error) {
	p, err := l.whole(t)
	if err != nil {
		return nil, err
	}
	e := p.conjunction()
	p.finish()
	p.bound(e)
	if p.err != nil {
		return nil, source.Errors{p.err}.Err()
	}
	return e, nil
}

// SchemaText reads declarations and an optional predicate, D | P, which are
// the whole text; given types may stand before them, in brackets. It returns
// the schema text and the names of the given types. The error is a
// source.Errors.
func (l Language) SchemaText(t *source.Text) (zed.Text, []string, error) {
	p, err := l.whole(t)
	if err != nil {
		return zed.Text{}, nil, err
	}
	var given []string
	for p.givenAhead() {
		for _, id := range p.bracketed() {
			given = append(given, id.Name)
		}
		p.separators()
	}
	text := p.schemaText()
	p.finish()
	p.bound(textTerms(text)...)
	if p.err != nil {
		return zed.Text{}, nil, source.Errors{p.err}.Err()
	}
	return text, given, nil
}

// whole returns a parser over all of a text, in which newlines separate.
func (l Language) whole(t *source.Text) (*parser, error) {
	if err := tooLarge(t); err != nil {
		return nil, err
	}
	latex := latexTerm(t.Value)
	toks := l.flat(t, latex)
	if own := own(toks, l.ops.forms); len(own) > 0 {
		ops := *with(slices.Concat(l.ops.forms, own))
		ops.names = l.ops.names
		l = Language{&ops}
		toks = l.flat(t, latex)
	}
	for len(toks) > 1 && toks[0].kind == newline {
		toks = toks[1:]
	}
	last := toks[len(toks)-1]
	toks = toks[:len(toks)-1]
	for len(toks) > 0 && toks[len(toks)-1].kind == newline {
		last.start = toks[len(toks)-1].start
		toks = toks[:len(toks)-1]
	}
	last.end = last.start
	lay := layouter{ops: l.ops, separate: true, latex: latex}
	return &parser{text: t, what: "the text", ops: l.ops, latex: latex, toks: lay.layout(append(toks, last))}, nil
}

// flat returns the tokens of a text that is one term or schema text.
func (l Language) flat(t *source.Text, latex bool) []token {
	if !latex {
		toks := lex(t, l.ops.words)
		if len(l.ops.names) > 0 && unicodeNotation(t.Value) {
			nameWords(t.Value, toks, l.ops.names)
		}
		l.ops.mark(toks)
		return angles(toks, l.ops)
	}
	r := readerOf(t, newMacros())
	toks := append(r.lex(0, len(t.Value)), endAt(len(t.Value)))
	l.ops.mark(toks)
	return toks
}

func tooLarge(t *source.Text) error {
	if len(t.Value) <= MaxSize {
		return nil
	}
	return source.Errors{source.Errorf(t.Span(0, 0), "the text is too large: %d bytes, at most %d are read", len(t.Value), MaxSize)}.Err()
}

// parser reads the tokens of one paragraph. After the first error it stands
// at the end token, so that every function returns soon.
type parser struct {
	text  *source.Text
	what  string // what the tokens are, for messages
	toks  []token
	ops   *table
	i     int
	err   *source.Error
	depth int
	latex bool // whether the text is LaTeX, or delimited as ISO 13568 says
	dry   bool // whether only the form of the tokens counts, and there is no text
	// open is the conjunction made last, if it is not in parentheses: a
	// conjunction that it is an argument of takes its arguments over.
	open zed.Expr
}

func (p *parser) peek() token { return p.toks[p.i] }

func (p *parser) peekAt(n int) token { return p.toks[min(p.i+n, len(p.toks)-1)] }

func (p *parser) next() token {
	t := p.toks[p.i]
	if p.i < len(p.toks)-1 {
		p.i++
	}
	return t
}

func (p *parser) at(s string) bool { return p.peek().is(s) }

// accept reads the symbol if it is next.
func (p *parser) accept(s string) bool {
	if p.at(s) {
		p.next()
		return true
	}
	return false
}

func (p *parser) span(t token) source.Span {
	if p.dry {
		return source.Span{}
	}
	return p.text.Span(t.start, t.end)
}

// since returns the span from where start begins to the last token read.
func (p *parser) since(start token) source.Span {
	stop := start.end
	if p.i > 0 {
		stop = max(stop, p.toks[p.i-1].end)
	}
	return p.span(token{start: start.start, end: stop})
}

func (p *parser) info(start token) zed.Info { return zed.Info{Span: p.since(start)} }

// fail reports an error at the token, unless there was one before, and moves
// to the end.
func (p *parser) fail(t token, format string, args ...any) {
	if p.err == nil {
		p.err = source.Errorf(p.span(t), format, args...)
	}
	p.i = len(p.toks) - 1
}

// expected reports that something else should stand where the next token is.
func (p *parser) expected(what string) {
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
func (p *parser) foreign(t token, wanted string) string {
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

func (p *parser) describe(t token) string {
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
func (p *parser) expect(s string) {
	if !p.accept(s) {
		p.expected(`"` + s + `"`)
	}
}

// finish fails unless everything was read.
func (p *parser) finish() {
	p.separators()
	if p.peek().kind != end {
		p.expected("an operator or the end of " + p.what)
	}
}

// enter counts one more level of nesting and tells whether it is allowed.
func (p *parser) enter() bool {
	p.depth++
	if p.depth <= MaxDepth {
		return true
	}
	p.fail(p.peek(), "nested too deeply: at most %d levels are read", MaxDepth)
	return false
}

func (p *parser) leave() { p.depth-- }

// nothing stands where an error was.
func (p *parser) nothing() zed.Expr { return &zed.Truth{Info: p.info(p.peek()), Value: true} }
