package terms

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// Limits. Reaching one is an error.
const (
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
)

// parser is the parts that read the tokens of one paragraph or term.
type parser struct {
	names      names
	texts      texts
	primaries  primaries
	operations operations
	templates  templates
	paragraphs paragraphs
}

func newParser(in *Cursor) *parser {
	p := &parser{names: names{in: in}, templates: templates{in: in}}
	n, t, x, o := &p.names, &p.texts, &p.primaries, &p.operations
	p.texts = texts{in: in, names: n, operations: o}
	p.primaries = primaries{in: in, names: n, texts: t, operations: o}
	p.operations = operations{in: in, names: n, texts: t, primaries: x}
	p.paragraphs = paragraphs{in: in, names: n, texts: t, operations: o, primaries: x, templates: &p.templates}
	return p
}

// ReadTerm reads one expression, predicate or schema expression, which is all the tokens.
// Predicates on lines of their own are joined by ∧.
func ReadTerm(in *Cursor) (zed.Expr, *source.Error) {
	e := newParser(in).operations.conjunction()
	in.finish()
	in.checkBounds(e)
	return e, in.err
}

// ReadSchemaText reads a schema text, which is all the tokens, and the names of the given
// types that stand before it in brackets.
func ReadSchemaText(in *Cursor) (zed.Text, []string, *source.Error) {
	p := newParser(in)
	var given []string
	for p.names.givenAhead() {
		for _, id := range p.names.bracketedNames() {
			given = append(given, id.Name)
		}
		in.separators()
	}
	text := p.texts.schemaText()
	in.finish()
	in.checkBounds(textTerms(text)...)
	return text, given, in.err
}

// ReadParagraph reads one paragraph, which is all the tokens.
func ReadParagraph(in *Cursor) (zed.Paragraph, *source.Error) {
	p := newParser(in).paragraphs.paragraph()
	in.checkBounds(paragraphTerms(p)...)
	return p, in.err
}

// ReadTemplate reads the form of the operator that a template introduces, by its tokens
// alone; false where they are not a template.
func ReadTemplate(toks []tokens.Token) (zed.UserForm, bool) {
	if len(toks) == 0 || operators.Categories[toks[0].Text] == nil {
		return zed.UserForm{}, false
	}
	in := &Cursor{toks: toks, ops: operators.Standard, what: "the template", dry: true}
	form := (&templates{in: in}).template().Form
	return form, in.err == nil && form.Name != ""
}
