package parse

import "github.com/ttf-int/ttf-int/zed"

// separators reads newlines and semicolons, and tells whether there were any.
func (p *parser) separators() bool {
	any := false
	for p.peek().kind == newline || p.at(";") {
		p.next()
		any = true
	}
	return any
}

// stops tells whether a schema text or one of its parts ends here.
func (p *parser) stops() bool {
	t := p.peek()
	if t.kind == end {
		return true
	}
	if t.kind != symbol {
		return false
	}
	switch t.text {
	case "|", "├", "where", "•", "└", "end", "⊢?":
		return true
	}
	return closers[t.text]
}

// schemaText reads D | P, D or | P.
func (p *parser) schemaText() zed.Text {
	var t zed.Text
	t.Decls = p.decls()
	if p.accept("|") || p.accept("├") || p.accept("where") {
		t.Pred = p.conjunction()
	}
	return t
}

// decls reads declarations with semicolons or newlines between them.
func (p *parser) decls() []zed.Decl {
	var out []zed.Decl
	p.separators()
	for p.err == nil && !p.stops() {
		out = append(out, p.decl())
		if !p.separators() {
			break
		}
	}
	return out
}

// declares tells whether names and a colon are next.
func (p *parser) declares() bool {
	i := p.i
	for {
		n := p.nameAt(i)
		if n == 0 {
			return false
		}
		i += n
		if !p.toks[i].is(",") {
			return p.toks[i].is(":")
		}
		i++
	}
}

// nameAt returns how many tokens make up the declared name at token i, which
// may be an operator's; 0 where there is none.
func (p *parser) nameAt(i int) int {
	if p.aloneAt(i) {
		return 1
	}
	if n := operatorAt(p.toks, i); n > 0 {
		return n
	}
	if t := p.toks[i]; t.kind == name || p.latex && t.kind == symbol && constants[t.text] {
		return 1
	}
	return 0
}

func (p *parser) decl() zed.Decl {
	var d zed.Decl
	switch {
	case p.peek().kind == name && p.peekAt(1).is("=="):
		start := p.peek()
		d.Names = []zed.Ident{p.ident()}
		p.next()
		value := p.parse(zed.LevelIff)
		d.Type = &zed.SetExt{Info: p.info(start), Elems: []zed.Expr{value}}
		return d
	case p.declares():
		d.Names = p.idents()
		p.next()
	case p.peek().kind == symbol && p.peekAt(1).is(":"):
		p.ident() // reports that a word of the notation is not a name
	}
	d.Type = p.parse(zed.LevelIff)
	return d
}

// lines reads a term in brackets, where newlines that were kept join
// predicates.
func (p *parser) lines() zed.Expr { return p.joinedBy(false) }

// joinedBy reads a term in brackets; semicolons join predicates as newlines do
// where they are asked for.
func (p *parser) joinedBy(semicolons bool) zed.Expr {
	more := func() bool { return p.peek().kind == newline || semicolons && p.at(";") }
	for p.peek().kind == newline {
		p.next()
	}
	start := p.peek()
	e := p.parse(zed.LevelBinder)
	if !more() {
		return e
	}
	args := p.conjuncts(nil, e)
	for p.err == nil && more() {
		p.separators()
		if p.stops() || p.at(",") {
			break
		}
		args = p.conjuncts(args, p.parse(zed.LevelBinder))
	}
	if len(args) == 1 {
		return e
	}
	return p.and(p.info(start), args)
}

// conjunction reads predicates with semicolons or newlines between them.
func (p *parser) conjunction() zed.Expr {
	p.separators()
	start := p.peek()
	e := p.parse(zed.LevelBinder)
	args := p.conjuncts(nil, e)
	more := false
	for p.err == nil && p.separators() && !p.stops() {
		more = true
		next := p.parse(zed.LevelBinder)
		args = p.conjuncts(args, next)
	}
	if !more {
		return e
	}
	return p.and(p.info(start), args)
}

// idents reads names with commas between them.
func (p *parser) idents() []zed.Ident {
	var out []zed.Ident
	for {
		out = append(out, p.ident())
		if !p.accept(",") {
			return out
		}
	}
}

// ident reads a name where it is declared.
func (p *parser) ident() zed.Ident {
	t := p.peek()
	if id, ok := p.operatorName(":", ",", "==", "≙", "/", "]", "[", ")"); ok {
		return id
	}
	if t.is("(") && operatorAt(p.toks, p.i+1) > 0 {
		p.next()
		id, ok := p.operatorName(")")
		if ok {
			p.expect(")")
			return id
		}
	}
	return p.plainIdent()
}

// plainIdent reads a name that is not an operator's.
func (p *parser) plainIdent() zed.Ident {
	t := p.peek()
	if p.latex && t.kind == symbol && constants[t.text] && t.text != "true" && t.text != "false" {
		// A document may define the numbers and the empty set itself.
		p.next()
		return zed.Ident{Name: t.text, Span: p.span(t)}
	}
	if t.kind != name {
		if _, size := letter(t.text); t.kind == symbol && size > 0 {
			p.fail(t, "expected a name, found %q, a word of the notation", p.text.Value[t.start:t.end])
		} else {
			p.expected("a name")
		}
		return zed.Ident{}
	}
	p.next()
	return zed.Ident{Name: t.text, Span: p.span(t)}
}

// braced reads a set: its elements, or a comprehension.
func (p *parser) braced() zed.Expr {
	start := p.next()
	if p.accept("}") {
		return p.empty(start)
	}
	e := p.setContents(start)
	p.open = nil
	return e
}

func (p *parser) setContents(start token) zed.Expr {
	for p.peek().kind == newline {
		p.next()
	}
	if p.declares() || p.at("|") || p.at("•") || p.peek().kind == name && p.peekAt(1).is("==") {
		return p.setComp(start, p.decls())
	}
	first := p.lines()
	if p.at("|") || p.at("•") || p.at(";") {
		decls := []zed.Decl{{Type: first}}
		if p.separators() {
			decls = append(decls, p.decls()...)
		}
		return p.setComp(start, decls)
	}
	elems := []zed.Expr{first}
	for p.accept(",") {
		elems = append(elems, p.lines())
	}
	p.expect("}")
	return &zed.SetExt{Info: p.info(start), Elems: elems}
}

// setComp reads a set comprehension behind its declarations.
func (p *parser) setComp(start token, decls []zed.Decl) zed.Expr {
	t := zed.Text{Decls: decls}
	if p.accept("|") {
		t.Pred = p.conjunction()
	}
	var body zed.Expr
	if p.accept("•") {
		body = p.parse(zed.LevelBinder)
	}
	p.expect("}")
	return &zed.Comp{Info: p.info(start), Op: zed.SetComp, Text: t, Body: body}
}

// quantified reads a quantifier and all that it binds.
func (p *parser) quantified() zed.Expr {
	start := p.next()
	q := zed.Exists1
	switch start.text {
	case "∀":
		q = zed.Forall
	case "∃":
		q = zed.Exists
	}
	t := p.schemaText()
	p.expect("•")
	body := p.parse(zed.LevelBinder)
	return &zed.Quant{Info: p.info(start), Q: q, Text: t, Body: body}
}

// comprehended reads a λ or μ. The body of a μ may be left out.
func (p *parser) comprehended() zed.Expr {
	start := p.next()
	t := p.schemaText()
	op := zed.Lambda
	if start.text == "μ" {
		op = zed.Mu
		if !p.at("•") {
			return &zed.Comp{Info: p.info(start), Op: op, Text: t}
		}
	}
	p.expect("•")
	body := p.parse(zed.LevelBinder)
	return &zed.Comp{Info: p.info(start), Op: op, Text: t, Body: body}
}
