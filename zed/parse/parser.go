package parse

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Limits. Reaching one is an error.
const (
	// MaxSize is the largest text in bytes. What people write is a thousand
	// times smaller; the limit bounds memory, some 40 bytes for each byte read.
	MaxSize = 4 << 20
	// maxDepth is the deepest nesting of terms in one another, as they are
	// written.
	maxDepth = 1000
	// maxPath is the longest way down the tree of a term. A chain of operators,
	// a + b + c, has a step for each, without being nested. Later stages recurse
	// over the tree; here their stacks stay below some dozens of megabytes.
	maxPath = 20_000
	// maxNodes is the largest number of nodes of one paragraph, shared ones
	// counted at each place: x < e < z puts e twice in the tree, and such
	// chains inside one another double it each time.
	maxNodes = 4 << 20
	// maxErrors is how many errors are reported for one text. More would not
	// be read.
	maxErrors = 100
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

// Expr reads one expression, predicate or schema expression, which is the
// whole text, in any notation: LaTeX where it has a macro of it. Predicates on
// lines of their own are joined by ∧. The error is a source.Errors.
func (l Language) Expr(t *source.Text) (zed.Expr, error) {
	p, err := l.whole(t)
	if err != nil {
		return nil, err
	}
	e := p.operations.conjunction()
	p.in.finish()
	p.in.bound(e)
	if p.in.err != nil {
		return nil, source.Errors{p.in.err}.Err()
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
	for p.names.givenAhead() {
		for _, id := range p.names.bracketed() {
			given = append(given, id.Name)
		}
		p.in.separators()
	}
	text := p.texts.schemaText()
	p.in.finish()
	p.in.bound(textTerms(text)...)
	if p.in.err != nil {
		return zed.Text{}, nil, source.Errors{p.in.err}.Err()
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
	return newParser(&cursor{text: t, what: "the text", ops: l.ops, latex: latex, toks: lay.layout(append(toks, last))}), nil
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

// parser is the parts that read the tokens of one paragraph or term.
type parser struct {
	in         *cursor
	names      *names
	texts      *texts
	operations *operations
	paragraphs *paragraphs
}

func newParser(in *cursor) *parser {
	n := &names{in: in}
	o := &operations{in: in, names: n}
	o.texts = &texts{in: in, names: n, operations: o}
	o.primaries = &primaries{in: in, names: n, texts: o.texts, operations: o}
	return &parser{in: in, names: n, texts: o.texts, operations: o,
		paragraphs: &paragraphs{in: in, names: n, texts: o.texts, operations: o, primaries: o.primaries, templates: &templates{in: in}}}
}
