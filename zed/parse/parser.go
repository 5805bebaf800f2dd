package parse

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/layout"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/terms"
	"github.com/ttf-int/ttf-int/zed/parse/tex"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// Limits. Reaching one is an error.
const (
	// MaxSize is the largest text in bytes. What people write is a thousand
	// times smaller; the limit bounds memory, some 40 bytes for each byte read.
	MaxSize = 4 << 20
	// maxErrors is how many errors are reported for one text. More would not
	// be read.
	maxErrors = 100
)

// Language is Z with the operators that a specification introduces.
type Language struct{ ops *operators.Table }

// Toolkit is Z with the operators of the toolkit alone.
func Toolkit() Language { return Language{operators.Standard} }

// LanguageOf returns Z as the paragraphs of a specification extend it.
func LanguageOf(ps []zed.Paragraph) Language {
	var forms []zed.UserForm
	own := func(id zed.Ident) {
		if f, ok := operators.ToolkitForms[id.Name]; ok && !core.Has(id.Name) {
			forms = append(forms, f)
		}
	}
	for _, p := range ps {
		switch p := p.(type) {
		case *zed.Template:
			if !core.Has(p.Form.Name) {
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
	plain.NamesIn(ps, names)
	if len(names) == 0 {
		return Language{operators.TableWith(forms)}
	}
	ops := *operators.TableWith(forms)
	ops.Names = names
	return Language{&ops}
}

// Expr reads one expression, predicate or schema expression, which is the
// whole text, in any notation: LaTeX where it has a macro of it. Predicates on
// lines of their own are joined by ∧. The error is a source.Errors.
func (l Language) Expr(t *source.Text) (zed.Expr, error) {
	in, err := l.cursorOver(t)
	if err != nil {
		return nil, err
	}
	e, mistake := terms.ReadTerm(in)
	if mistake != nil {
		return nil, source.Errors{mistake}.Err()
	}
	return e, nil
}

// SchemaText reads declarations and an optional predicate, D | P, which are
// the whole text; given types may stand before them, in brackets. It returns
// the schema text and the names of the given types. The error is a
// source.Errors.
func (l Language) SchemaText(t *source.Text) (zed.Text, []string, error) {
	in, err := l.cursorOver(t)
	if err != nil {
		return zed.Text{}, nil, err
	}
	text, given, mistake := terms.ReadSchemaText(in)
	if mistake != nil {
		return zed.Text{}, nil, source.Errors{mistake}.Err()
	}
	return text, given, nil
}

// cursorOver returns a cursor over all of a text, in which newlines separate.
func (l Language) cursorOver(t *source.Text) (*terms.Cursor, error) {
	if err := newTooLarge(t); err != nil {
		return nil, err
	}
	latex := tex.IsTerm(t.Value)
	toks := l.flatTokens(t, latex)
	if own := findOwn(toks, l.ops.Forms); len(own) > 0 {
		ops := *operators.TableWith(slices.Concat(l.ops.Forms, own))
		ops.Names = l.ops.Names
		l = Language{&ops}
		toks = l.flatTokens(t, latex)
	}
	for len(toks) > 1 && toks[0].Kind == tokens.Newline {
		toks = toks[1:]
	}
	last := toks[len(toks)-1]
	toks = toks[:len(toks)-1]
	for len(toks) > 0 && toks[len(toks)-1].Kind == tokens.Newline {
		last.Start = toks[len(toks)-1].Start
		toks = toks[:len(toks)-1]
	}
	last.End = last.Start
	return terms.NewCursor(t, "the text", l.ops, layout.DropNewlines(append(toks, last), l.ops, true, latex),
		latex), nil
}

// flatTokens returns the tokens of a text that is one term or schema text.
func (l Language) flatTokens(t *source.Text, latex bool) []tokens.Token {
	if !latex {
		toks := plain.Lex(t, l.ops.Words)
		if len(l.ops.Names) > 0 && plain.UnicodeNotation(t.Value) {
			plain.NameWords(t.Value, toks, l.ops.Names)
		}
		l.ops.Mark(toks)
		return layout.TellAngles(toks, l.ops)
	}
	toks := tex.LexTerm(t)
	l.ops.Mark(toks)
	return toks
}

func newTooLarge(t *source.Text) error {
	if len(t.Value) <= MaxSize {
		return nil
	}
	return source.Errors{source.Errorf(t.Span(0, 0), "the text is too large: %d bytes, at most %d are read",
		len(t.Value), MaxSize)}.Err()
}
