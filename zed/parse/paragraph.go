package parse

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/zed"
)

// letter returns the letter that a word begins with, and its size: 0 where it
// begins with none.
func letter(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(r) {
		return r, 0
	}
	return r, size
}

// paragraph reads one paragraph, which is all the tokens.
func (p *parser) paragraph() zed.Paragraph {
	start := p.peek()
	var out zed.Paragraph
	switch {
	case start.is("[") && p.given() && !p.turnstile():
		names := p.bracketed()
		out = &zed.Given{Span: p.since(start), Names: names}
	case start.is("┌"), start.is("schema"):
		out = p.schemaBox()
	case start.is("│"), start.is("╒"), start.is("axiom"):
		out = p.axiom()
	case start.is("⊢?"):
		out = p.conjecture(nil)
	case titled(p.toks, p.i):
		out = p.theorem()
	case start.is(inputWord):
		p.next()
		file := p.next()
		out = &zed.Input{Span: p.since(start), File: file.text}
	case start.kind == name && categories[start.text] != nil && (p.peekAt(1).kind == number || p.peekAt(1).is("(") && (operatorAt(p.toks, p.i+2) > 0 || p.macro(start))):
		out = p.template()
	case start.kind == name && start.text == "section" && p.peekAt(1).kind == name:
		out = p.section()
	case start.kind == name && p.defined(), start.kind == name && !p.latex, p.generic():
		out = p.definition()
	case p.namedOperator():
		out = p.definition()
	case start.kind == symbol && (p.peekAt(1).is("==") || p.peekAt(1).is("≙") || p.peekAt(1).is("::=")):
		p.ident() // reports that a word of the notation is not a name
	case p.latex && p.turnstile():
		out = p.sequent()
	case p.latex && start.kind != end:
		pred := p.conjunction()
		out = &zed.Axiom{Span: p.since(start), Text: zed.Text{Pred: pred}}
	default:
		p.expected("a paragraph, such as a definition or [NAME]")
	}
	if p.err == nil {
		p.finish()
	}
	return out
}

// macro tells whether a token is written as a macro of LaTeX.
func (p *parser) macro(t token) bool {
	return p.latex && t.start < len(p.text.Value) && p.text.Value[t.start] == '\\'
}

// given tells whether the [ that is next does not begin the parameters of a
// conjecture, or in LaTeX a predicate.
func (p *parser) given() bool {
	return !p.latex || p.givenAhead()
}

// defined tells whether a definition is next.
func (p *parser) defined() bool {
	s := splitter{toks: p.toks, ops: p.ops}
	return s.defines(p.i)
}

// generic tells whether the definition of a generic operator is next.
func (p *parser) generic() bool {
	s := splitter{toks: p.toks, ops: p.ops}
	return s.pattern(p.i) > 0
}

// namedOperator tells whether the definition of an operator by its name is
// next.
func (p *parser) namedOperator() bool {
	return (&splitter{toks: p.toks, ops: p.ops}).named(p.i) > 0 && (p.latex || !constants[p.peek().text])
}

// turnstile tells whether ⊢ stands somewhere in the paragraph.
func (p *parser) turnstile() bool {
	for _, t := range p.toks {
		if t.is("⊢?") {
			return true
		}
	}
	return false
}

// sequent reads [X] ⊢ P, or D | P ⊢ Q: for all D with P, Q is claimed.
func (p *parser) sequent() zed.Paragraph {
	start := p.peek()
	if p.givenAhead() {
		params := p.bracketed()
		c := p.conjecture(params)
		return c
	}
	premise := p.schemaText()
	if !p.at("⊢?") {
		p.expected(`"⊢?"`)
	}
	p.next()
	body := p.conjunction()
	info := p.info(start)
	return &zed.Conjecture{Span: info.Span, Pred: &zed.Quant{Info: info, Q: zed.Forall, Text: premise, Body: body}}
}

// conjecture reads a predicate that is claimed to hold, behind its name.
func (p *parser) conjecture(params []zed.Ident) *zed.Conjecture {
	start := p.next()
	c := &zed.Conjecture{Params: params}
	if t := p.peek(); t.kind == str && !strings.HasPrefix(t.text, `"`) {
		c.Name = t.text
		p.next()
	}
	if p.givenAhead() && c.Params == nil && p.peek().start >= start.end {
		c.Params = p.bracketed()
	}
	c.Pred = p.conjunction()
	c.Span = p.since(start)
	return c
}

// titled tells whether a conjecture with a name begins at token i: theorem A ⊢ P.
func titled(toks []token, i int) bool {
	if toks[i].kind != name || toks[i].text != "theorem" || i+2 >= len(toks) {
		return false
	}
	title := toks[i+1].kind
	return (title == name || title == str) && toks[i+2].is("⊢?")
}

// theorem reads a conjecture with a name, which may stand in quotes.
func (p *parser) theorem() zed.Paragraph {
	start, title := p.next(), p.next()
	text := title.text
	if title.kind == str {
		unquoted, err := strconv.Unquote(text)
		if err != nil {
			p.fail(title, "the name of the theorem has an escape that is not known")
		}
		text = unquoted
	}
	c := p.conjecture(nil)
	c.Name, c.Span = text, p.since(start)
	return c
}

// section reads the head of a section.
func (p *parser) section() zed.Paragraph {
	start := p.next()
	s := &zed.Section{Name: p.sectionName()}
	for p.peek().kind == newline {
		p.next()
	}
	if t := p.peek(); t.kind == name && t.text == "parents" {
		p.next()
		for p.peek().kind == name {
			s.Parents = append(s.Parents, p.sectionName())
			if !p.accept(",") {
				break
			}
		}
	}
	s.Span = p.since(start)
	return s
}

// sectionName reads the name of a section, which may hold slashes.
func (p *parser) sectionName() zed.Ident {
	start := p.peek()
	id := p.ident()
	for p.err == nil && p.at("/") && p.peekAt(1).kind == name {
		p.next()
		id.Name += "/" + p.next().text
	}
	id.Span = p.since(start)
	return id
}

// givenAhead tells whether [A, B] is next.
func (p *parser) givenAhead() bool {
	if !p.at("[") {
		return false
	}
	i := p.i + 1
	for p.toks[i].kind == name && p.toks[i+1].is(",") {
		i += 2
	}
	return p.toks[i].kind == name && p.toks[i+1].is("]")
}

// bracketed reads [A, B].
func (p *parser) bracketed() []zed.Ident {
	p.expect("[")
	ids := p.idents()
	p.expect("]")
	return ids
}

// params reads formal generic parameters, if there are any.
func (p *parser) params() []zed.Ident {
	if !p.at("[") {
		return nil
	}
	return p.bracketed()
}

// definition reads X == e, X ≙ e or X ::= a | b.
func (p *parser) definition() zed.Paragraph {
	start := p.peek()
	if n := (&splitter{toks: p.toks, ops: p.ops}).pattern(p.i); n > 0 {
		return p.genericOperator(start, n)
	}
	id := p.ident()
	if p.accept("::=") {
		return p.free(start, id)
	}
	params := p.params()
	if !p.accept("==") && !p.accept("≙") {
		p.expected(`"==", "≙" or "::="`)
	}
	value := p.parse(zed.LevelBinder)
	return &zed.Define{Span: p.since(start), Name: id, Params: params, Value: value}
}

// genericOperator reads X ⊞ Y == e, whose left side is n tokens.
func (p *parser) genericOperator(start token, n int) zed.Paragraph {
	var parts []string
	var params []zed.Ident
	for range n {
		t := p.next()
		if t.kind == name {
			parts = append(parts, "_")
			if t.text != "_" {
				params = append(params, zed.Ident{Name: t.text, Span: p.span(t)})
			}
		} else {
			parts = append(parts, strings.TrimPrefix(t.text, `\`))
		}
	}
	id := zed.Ident{Name: strings.Join(parts, " "), Span: p.since(start)}
	p.next()
	value := p.parse(zed.LevelBinder)
	return &zed.Define{Span: p.since(start), Name: id, Params: params, Value: value}
}

// free reads the branches of a free type.
func (p *parser) free(start token, id zed.Ident) zed.Paragraph {
	var branches []zed.Branch
	for {
		b := zed.Branch{Name: p.ident()}
		switch {
		case p.accept("⟪"):
			b.Arg = p.inBrackets("⟫")
		case p.at("⟨") && p.peekAt(1).is("⟨"):
			// Other tools' documents have two brackets of a sequence.
			p.next()
			p.next()
			b.Arg = p.inBrackets("⟩")
			p.expect("⟩")
		}
		branches = append(branches, b)
		if !p.accept("|") {
			break
		}
	}
	return &zed.Free{Span: p.since(start), Name: id, Branches: branches}
}

// schemaBox reads a schema box in either notation.
func (p *parser) schemaBox() zed.Paragraph {
	start := p.next()
	before := p.params() // as ISO marks generic boxes
	id := p.plainIdent()
	params := p.params()
	if params == nil {
		params = before
	}
	inside := p.peek()
	text := p.boxText()
	schema := &zed.Schema{Info: p.info(inside), Text: text}
	p.closeBox(start)
	return &zed.Define{Span: p.since(start), Name: id, Params: params, Value: schema, Box: true}
}

// axiom reads an axiomatic box in either notation.
func (p *parser) axiom() zed.Paragraph {
	start := p.next()
	params := p.params()
	text := p.boxText()
	if !start.is("│") || p.peek().kind != end {
		p.closeBox(start)
	}
	return &zed.Axiom{Span: p.since(start), Params: params, Text: text}
}

// boxText reads the schema text of a box, whose predicate part may be empty.
func (p *parser) boxText() zed.Text {
	t := zed.Text{Decls: p.decls()}
	if p.accept("|") || p.accept("├") || p.accept("where") {
		p.separators()
		if !p.stops() {
			t.Pred = p.conjunction()
		}
	}
	return t
}

func (p *parser) closeBox(start token) {
	closer := "└"
	if start.is("schema") || start.is("axiom") {
		closer = "end"
	}
	switch {
	case p.accept(closer):
	case p.latex:
		p.expected("`\\\\`, `\\where` or the end of the environment")
	default:
		p.expected(`"` + closer + `" at the end of the box`)
	}
}
