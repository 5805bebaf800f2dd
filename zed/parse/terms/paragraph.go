package terms

import (
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/layout"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// paragraphs reads paragraphs, each of which is all the tokens.
type paragraphs struct {
	in         *Cursor
	names      *names
	texts      *texts
	operations *operations
	primaries  *primaries
	templates  *templates
}

// paragraph reads one paragraph, which is all the tokens.
func (p *paragraphs) paragraph() zed.Paragraph {
	start := p.in.peek()
	var out zed.Paragraph
	switch {
	case start.Is("[") && p.atGivenTypes() && !p.turnstile():
		names := p.names.bracketedNames()
		out = &zed.Given{Span: p.in.spanSince(start), Names: names}
	case start.Is("┌"), start.Is("schema"):
		out = p.schemaBox()
	case start.Is("│"), start.Is("╒"), start.Is("axiom"):
		out = p.axiom()
	case start.Is("⊢?"):
		out = p.conjecture(nil)
	case tokens.TitledAt(p.in.toks, p.in.i):
		out = p.theorem()
	case start.Is(tokens.InputWord):
		p.in.next()
		file := p.in.next()
		out = &zed.Input{Span: p.in.spanSince(start), File: file.Text}
	case start.Kind == tokens.Name && operators.Categories[start.Text] != nil &&
		(p.in.peekAt(1).Kind == tokens.Number || p.in.peekAt(1).Is("(") &&
			(operators.OperatorAt(p.in.toks, p.in.i+2) > 0 || p.in.macro(start))):
		out = p.templates.template()
	case start.Kind == tokens.Name && start.Text == "section" && p.in.peekAt(1).Kind == tokens.Name:
		out = p.section()
	case start.Kind == tokens.Name && p.defines(), start.Kind == tokens.Name && !p.in.latex, p.generic():
		out = p.definition()
	case p.namedOperator():
		out = p.definition()
	case start.Kind == tokens.Symbol && (p.in.peekAt(1).Is("==") || p.in.peekAt(1).Is("≙") || p.in.peekAt(1).Is("::=")):
		p.names.ident() // reports that a word of the notation is not a name
	case p.in.latex && p.turnstile():
		out = p.sequent()
	case p.in.latex && start.Kind != tokens.End:
		pred := p.operations.conjunction()
		out = &zed.Axiom{Span: p.in.spanSince(start), Text: zed.Text{Pred: pred}}
	default:
		p.in.failExpecting("a paragraph, such as a definition or [NAME]")
	}
	if p.in.err == nil {
		p.in.finish()
	}
	return out
}

// atGivenTypes tells whether the [ that is next may begin a paragraph of given
// types. In LaTeX it may also begin a predicate, so that the names behind it decide.
func (p *paragraphs) atGivenTypes() bool {
	return !p.in.latex || p.names.givenAhead()
}

// defines tells whether a definition is next.
func (p *paragraphs) defines() bool {
	return layout.DefinesAt(p.in.toks, p.in.ops, p.in.i)
}

// generic tells whether the definition of a generic operator is next.
func (p *paragraphs) generic() bool {
	return layout.PatternAt(p.in.toks, p.in.ops, p.in.i) > 0
}

// namedOperator tells whether the definition of an operator by its name is
// next.
func (p *paragraphs) namedOperator() bool {
	return layout.OperatorNameAt(p.in.toks, p.in.ops, p.in.i) > 0 &&
		(p.in.latex || !tokens.Constants.Has(p.in.peek().Text))
}

// turnstile tells whether ⊢ stands somewhere in the paragraph.
func (p *paragraphs) turnstile() bool {
	for _, t := range p.in.toks {
		if t.Is("⊢?") {
			return true
		}
	}
	return false
}

// sequent reads [X] ⊢ P, or D | P ⊢ Q: for all D with P, Q is claimed.
func (p *paragraphs) sequent() zed.Paragraph {
	start := p.in.peek()
	if p.names.givenAhead() {
		params := p.names.bracketedNames()
		c := p.conjecture(params)
		return c
	}
	premise := p.texts.schemaText()
	if !p.in.isAt("⊢?") {
		p.in.failExpecting(`"⊢?"`)
	}
	p.in.next()
	body := p.operations.conjunction()
	info := p.in.info(start)
	return &zed.Conjecture{Span: info.Span, Pred: &zed.Quant{Info: info, Q: zed.Forall, Text: premise, Body: body}}
}

// conjecture reads a predicate that is claimed to hold, behind its name.
func (p *paragraphs) conjecture(params []zed.Ident) *zed.Conjecture {
	start := p.in.next()
	c := &zed.Conjecture{Params: params}
	if t := p.in.peek(); t.Kind == tokens.Str && !strings.HasPrefix(t.Text, `"`) {
		c.Name = t.Text
		p.in.next()
	}
	if p.names.givenAhead() && c.Params == nil && p.in.peek().Start >= start.End {
		c.Params = p.names.bracketedNames()
	}
	c.Pred = p.operations.conjunction()
	c.Span = p.in.spanSince(start)
	return c
}

// theorem reads a conjecture with a name, which may stand in quotes.
func (p *paragraphs) theorem() zed.Paragraph {
	start, title := p.in.next(), p.in.next()
	text := title.Text
	if title.Kind == tokens.Str {
		unquoted, err := strconv.Unquote(text)
		if err != nil {
			p.in.fail(title, "the name of the theorem has an escape that is not known")
		}
		text = unquoted
	}
	c := p.conjecture(nil)
	c.Name, c.Span = text, p.in.spanSince(start)
	return c
}

// section reads the head of a section.
func (p *paragraphs) section() zed.Paragraph {
	start := p.in.next()
	s := &zed.Section{Name: p.names.sectionName()}
	for p.in.peek().Kind == tokens.Newline {
		p.in.next()
	}
	if t := p.in.peek(); t.Kind == tokens.Name && t.Text == "parents" {
		p.in.next()
		for p.in.peek().Kind == tokens.Name {
			s.Parents = append(s.Parents, p.names.sectionName())
			if !p.in.accept(",") {
				break
			}
		}
	}
	s.Span = p.in.spanSince(start)
	return s
}

// definition reads X == e, X ≙ e or X ::= a | b.
func (p *paragraphs) definition() zed.Paragraph {
	start := p.in.peek()
	if n := layout.PatternAt(p.in.toks, p.in.ops, p.in.i); n > 0 {
		return p.genericOperator(start, n)
	}
	id := p.names.ident()
	if p.in.accept("::=") {
		return p.free(start, id)
	}
	params := p.names.params()
	if !p.in.accept("==") && !p.in.accept("≙") {
		p.in.failExpecting(`"==", "≙" or "::="`)
	}
	value := p.operations.parse(zed.LevelBinder)
	return &zed.Define{Span: p.in.spanSince(start), Name: id, Params: params, Value: value}
}

// genericOperator reads X ⊞ Y == e, whose left side is n tokens.
func (p *paragraphs) genericOperator(start tokens.Token, n int) zed.Paragraph {
	var parts []string
	var params []zed.Ident
	for range n {
		t := p.in.next()
		if t.Kind == tokens.Name {
			parts = append(parts, "_")
			if t.Text != "_" {
				params = append(params, zed.Ident{Name: t.Text, Span: p.in.span(t)})
			}
		} else {
			parts = append(parts, strings.TrimPrefix(t.Text, `\`))
		}
	}
	id := zed.Ident{Name: strings.Join(parts, " "), Span: p.in.spanSince(start)}
	p.in.next()
	value := p.operations.parse(zed.LevelBinder)
	return &zed.Define{Span: p.in.spanSince(start), Name: id, Params: params, Value: value}
}

// free reads the branches of a free type.
func (p *paragraphs) free(start tokens.Token, id zed.Ident) zed.Paragraph {
	var branches []zed.Branch
	for {
		b := zed.Branch{Name: p.names.ident()}
		switch {
		case p.in.accept("⟪"):
			b.Arg = p.primaries.inBrackets("⟫")
		case p.in.isAt("⟨") && p.in.peekAt(1).Is("⟨"):
			// Other tools' documents have two brackets of a sequence.
			p.in.next()
			p.in.next()
			b.Arg = p.primaries.inBrackets("⟩")
			p.in.expect("⟩")
		}
		branches = append(branches, b)
		if !p.in.accept("|") {
			break
		}
	}
	return &zed.Free{Span: p.in.spanSince(start), Name: id, Branches: branches}
}

// schemaBox reads a schema box in either notation.
func (p *paragraphs) schemaBox() zed.Paragraph {
	start := p.in.next()
	before := p.names.params() // as ISO marks generic boxes
	id := p.names.plainIdent()
	params := p.names.params()
	if params == nil {
		params = before
	}
	inside := p.in.peek()
	text := p.boxText()
	schema := &zed.Schema{Info: p.in.info(inside), Text: text}
	p.closeBox(start)
	return &zed.Define{Span: p.in.spanSince(start), Name: id, Params: params, Value: schema, Box: true}
}

// axiom reads an axiomatic box in either notation.
func (p *paragraphs) axiom() zed.Paragraph {
	start := p.in.next()
	params := p.names.params()
	text := p.boxText()
	if !start.Is("│") || p.in.peek().Kind != tokens.End {
		p.closeBox(start)
	}
	return &zed.Axiom{Span: p.in.spanSince(start), Params: params, Text: text}
}

// boxText reads the schema text of a box, whose predicate part may be empty.
func (p *paragraphs) boxText() zed.Text {
	t := zed.Text{Decls: p.texts.decls()}
	if p.in.accept("|") || p.in.accept("├") || p.in.accept("where") {
		p.in.separators()
		if !p.texts.stops() {
			t.Pred = p.operations.conjunction()
		}
	}
	return t
}

func (p *paragraphs) closeBox(start tokens.Token) {
	closer := "└"
	if start.Is("schema") || start.Is("axiom") {
		closer = "end"
	}
	switch {
	case p.in.accept(closer):
	case p.in.latex:
		p.in.failExpecting("`\\\\`, `\\where` or the end of the environment")
	default:
		p.in.failExpecting(`"` + closer + `" at the end of the box`)
	}
}
