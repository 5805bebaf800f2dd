package parse

import (
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
	case start.is("["):
		names := p.bracketed()
		out = &zed.Given{Span: p.since(start), Names: names}
	case start.is("┌"), start.is("schema"):
		out = p.schemaBox()
	case start.is("│"), start.is("╒"), start.is("axiom"):
		out = p.axiom()
	case start.is("⊢?"):
		p.next()
		pred := p.parse(zed.LevelBinder)
		out = &zed.Conjecture{Span: p.since(start), Pred: pred}
	case start.kind == name:
		out = p.definition()
	case start.kind == symbol && (p.peekAt(1).is("==") || p.peekAt(1).is("≙") || p.peekAt(1).is("::=")):
		p.ident() // reports that a word of the notation is no name
	default:
		p.expected("a paragraph, such as a definition or [NAME]")
	}
	if p.err == nil {
		p.finish()
	}
	return out
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

// free reads the branches of a free type.
func (p *parser) free(start token, id zed.Ident) zed.Paragraph {
	var branches []zed.Branch
	for {
		b := zed.Branch{Name: p.ident()}
		if p.accept("⟪") {
			b.Arg = p.inBrackets("⟫")
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
	id := p.ident()
	params := p.params()
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
	if p.accept(closer) {
		return
	}
	p.expected(`"` + closer + `" at the end of the box`)
}
