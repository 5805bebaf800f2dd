package terms

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// texts reads what declares or binds variables: schema texts, quantifiers, λ, μ and let.
type texts struct {
	in         *Cursor
	names      *names
	operations *operations // for the terms that texts consist of
}

// stops tells whether a schema text or one of its parts ends here.
func (p *texts) stops() bool {
	t := p.in.peek()
	if t.Kind == tokens.End {
		return true
	}
	if t.Kind != tokens.Symbol {
		return false
	}
	switch t.Text {
	case "|", "├", "where", "•", "└", "end", "⊢?":
		return true
	}
	return tokens.Closers.Has(t.Text)
}

// schemaText reads D | P, D or | P.
func (p *texts) schemaText() zed.Text {
	var t zed.Text
	t.Decls = p.decls()
	if p.in.accept("|") || p.in.accept("├") || p.in.accept("where") {
		t.Pred = p.operations.conjunction()
	}
	return t
}

// decls reads declarations with semicolons or newlines between them.
func (p *texts) decls() []zed.Decl {
	var out []zed.Decl
	p.in.separators()
	for p.in.err == nil && !p.stops() {
		out = append(out, p.decl())
		if !p.in.separators() {
			break
		}
	}
	return out
}

func (p *texts) decl() zed.Decl {
	var d zed.Decl
	switch {
	case p.in.peek().Kind == tokens.Name && p.in.peekAt(1).Is("=="):
		start := p.in.peek()
		d.Names = []zed.Ident{p.names.ident()}
		p.in.next()
		value := p.operations.parse(zed.LevelIff)
		d.Type = &zed.SetExt{Info: p.in.info(start), Elems: []zed.Expr{value}}
		return d
	case p.names.declares():
		d.Names = p.names.idents()
		p.in.next()
	case p.in.peek().Kind == tokens.Symbol && p.in.peekAt(1).Is(":"):
		p.names.ident() // reports that a word of the notation is not a name
	}
	d.Type = p.operations.parse(zed.LevelIff)
	return d
}

// readQuantifier reads a quantifier and all that it binds.
func (p *texts) readQuantifier() zed.Expr {
	start := p.in.next()
	q := zed.Exists1
	switch start.Text {
	case "∀":
		q = zed.Forall
	case "∃":
		q = zed.Exists
	}
	t := p.schemaText()
	p.in.expect("•")
	body := p.operations.parse(zed.LevelBinder)
	return &zed.Quant{Info: p.in.info(start), Q: q, Text: t, Body: body}
}

// readComprehension reads a λ or μ. The body of a μ may be left out.
func (p *texts) readComprehension() zed.Expr {
	start := p.in.next()
	t := p.schemaText()
	op := zed.Lambda
	if start.Text == "μ" {
		op = zed.Mu
		if !p.in.isAt("•") {
			return &zed.Comp{Info: p.in.info(start), Op: op, Text: t}
		}
	}
	p.in.expect("•")
	body := p.operations.parse(zed.LevelBinder)
	return &zed.Comp{Info: p.in.info(start), Op: op, Text: t, Body: body}
}
