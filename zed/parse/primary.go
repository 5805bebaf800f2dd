package parse

import (
	"math/big"
	"strconv"

	"github.com/ttf-int/ttf-int/zed"
)

// terms reads terms with commas between them, and the bracket behind them.
func (p *parser) terms(closer string) []zed.Expr {
	var out []zed.Expr
	for {
		out = append(out, p.joinedBy(closer == ")"))
		if !p.accept(",") {
			break
		}
	}
	p.expect(closer)
	p.open = nil
	return out
}

func (p *parser) primary() zed.Expr {
	t := p.peek()
	switch t.kind {
	case name:
		p.next()
		return &zed.Ref{Info: p.info(t), Name: t.text}
	case number:
		p.next()
		n, _ := new(big.Int).SetString(t.text, 10)
		return &zed.Num{Info: p.info(t), Value: n}
	case str:
		p.next()
		s, err := strconv.Unquote(t.text)
		if err != nil {
			p.fail(t, "the string has an escape that is not known")
		}
		return &zed.Str{Info: p.info(t), Value: s}
	case symbol:
		return p.bracket(t)
	}
	p.expected("an expression")
	return p.nothing()
}

// bracket reads a primary that begins with a symbol.
func (p *parser) bracket(t token) zed.Expr {
	if f, ok := p.ops.around[t.text]; ok {
		args := p.operands(f, nil, 0)
		return f.apply(p.info(t), args)
	}
	switch t.text {
	case "ℤ", "ℕ", "ℕ₁", "𝕊":
		p.next()
		return &zed.Ref{Info: p.info(t), Name: t.text}
	case "true", "false":
		p.next()
		return &zed.Truth{Info: p.info(t), Value: t.text == "true"}
	case "∅":
		p.next()
		return p.empty(t)
	case "(":
		return p.parenthesised()
	case "{":
		return p.braced()
	case "⟨":
		p.next()
		var elems []zed.Expr
		if !p.accept("⟩") {
			elems = p.terms("⟩")
		}
		return &zed.SeqExt{Info: p.info(t), Elems: elems}
	case "⦉":
		return p.binding()
	case "[":
		p.next()
		text := p.schemaText()
		p.expect("]")
		p.open = nil
		return &zed.Schema{Info: p.info(t), Text: text}
	case "θ":
		return p.theta()
	}
	if t.text == "⟦" {
		p.next()
		var elems []zed.Expr
		if !p.accept("⟧") {
			elems = p.terms("⟧")
		}
		return &zed.Op{Info: p.info(t), Op: zed.BagExt, Args: elems}
	}
	p.expected("an expression")
	return p.nothing()
}

// empty returns ∅, or ∅[X]: the empty set of a type.
func (p *parser) empty(start token) zed.Expr {
	if p.ops.words["∅"] {
		return &zed.Ref{Info: p.info(start), Name: "∅"}
	}
	if !p.at("[") || p.peekAt(1).kind == name && p.peekAt(2).is("/") || p.schemaAhead() {
		return &zed.Op{Info: p.info(start), Op: zed.EmptySet}
	}
	p.next()
	element := p.parse(zed.LevelBinder)
	p.expect("]")
	info := p.info(start)
	x := zed.Ident{Name: "x", Span: p.span(start)}
	return &zed.Comp{Info: info, Op: zed.SetComp,
		Text: zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{x}, Type: element}}, Pred: &zed.Truth{Info: info}}}
}

func (p *parser) parenthesised() zed.Expr {
	start := p.next()
	if id, ok := p.operatorName(")"); ok {
		p.expect(")")
		return p.operatorValue(p.info(start), id.Name)
	}
	elems := p.terms(")")
	if len(elems) == 1 {
		return elems[0]
	}
	return &zed.TupleExt{Info: p.info(start), Elems: elems}
}

func (p *parser) binding() zed.Expr {
	start := p.next()
	var names []string
	var values []zed.Expr
	if !p.at("⦊") {
		for {
			n, v := p.equation()
			names, values = append(names, n), append(values, v)
			if !p.accept(",") {
				break
			}
		}
	}
	p.expect("⦊")
	p.open = nil
	return &zed.Binding{Info: p.info(start), Names: names, Values: values}
}

// equation reads x == e.
func (p *parser) equation() (string, zed.Expr) {
	for p.peek().kind == newline {
		p.next()
	}
	n := p.ident().Name
	p.expect("==")
	return n, p.parse(zed.LevelIff)
}

// theta reads θS, θS' or θ(S)'.
func (p *parser) theta() zed.Expr {
	start := p.next()
	t := p.peek()
	var x zed.Expr
	decoration := ""
	switch {
	case t.kind == name:
		p.next()
		base := zed.BaseName(t.text)
		decoration = t.text[len(base):]
		ref := &zed.Ref{Info: p.info(t), Name: base}
		x = ref
		if p.at("[") && !p.peekAt(2).is("/") && !p.substitutionAhead() {
			p.next()
			ref.Args = p.terms("]")
			ref.Info = p.info(t)
		}
	case t.is("(") && operatorAt(p.toks, p.i+1) > 0:
		x = p.parenthesised()
	case t.is("("):
		p.next()
		x = p.inBrackets(")")
	default:
		p.expected("a schema")
		return p.nothing()
	}
	if m := p.peek(); m.kind == mark && decoration == "" {
		p.next()
		decoration = m.text
	}
	return &zed.Theta{Info: p.info(start), X: x, Mark: decoration}
}
