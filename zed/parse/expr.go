package parse

import (
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// parse reads a term whose operators outside brackets bind at least as
// tightly as least.
func (p *parser) parse(least zed.Level) zed.Expr {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	start := p.peek()
	e := p.operand()
	for p.err == nil {
		f, ok := p.infix()
		if !ok || f.Level < least {
			break
		}
		e = p.join(start, e, f)
	}
	return e
}

// infix returns the infix operator that is next.
func (p *parser) infix() (form, bool) {
	t := p.peek()
	switch t.kind {
	case symbol:
		f, ok := p.ops.infix[t.text]
		return f, ok
	case underlined:
		return form{Form: zed.Form{Fix: zed.FixRelation, Level: zed.LevelRelation}}, true
	}
	return form{}, false
}

// join reads the infix operator that is next and what stands right of it.
func (p *parser) join(start token, left zed.Expr, f form) zed.Expr {
	switch f.Fix {
	case zed.FixMany:
		return p.many(start, left, f)
	case zed.FixRelation:
		return p.relations(start, left)
	}
	if f.user != nil {
		args := p.operands(f, []zed.Expr{left}, 1)
		return f.apply(p.info(start), args)
	}
	p.next()
	if f.Symbol == zed.SymbolHide {
		names := p.hidden()
		return &zed.Hide{Info: p.info(start), X: left, Names: names}
	}
	least := f.Level + 1
	if f.Fix == zed.FixRight {
		least = f.Level
	}
	right := p.parse(least)
	info := p.info(start)
	switch f.Symbol {
	case zed.SymbolImplies:
		return &zed.Logic{Info: info, Op: zed.Implies, Args: []zed.Expr{left, right}}
	case zed.SymbolIff:
		return &zed.Logic{Info: info, Op: zed.Iff, Args: []zed.Expr{left, right}}
	case zed.SymbolMaplet:
		return &zed.TupleExt{Info: info, Elems: []zed.Expr{left, right}}
	case zed.SymbolPipe:
		return &zed.Combine{Info: info, Op: zed.Pipe, X: left, Y: right}
	case zed.SymbolProject:
		return &zed.Combine{Info: info, Op: zed.Project, X: left, Y: right}
	}
	return &zed.Op{Info: info, Op: f.Op, Args: []zed.Expr{left, right}}
}

// many reads the rest of a chain of an operator with any number of arguments.
func (p *parser) many(start token, left zed.Expr, f form) zed.Expr {
	var args []zed.Expr
	add := func(e zed.Expr) {
		if f.Symbol == zed.SymbolAnd {
			args = p.conjuncts(args, e)
		} else {
			args = append(args, e)
		}
	}
	add(left)
	for p.accept(f.Symbol) {
		add(p.parse(f.Level + 1))
	}
	info := p.info(start)
	switch f.Symbol {
	case zed.SymbolAnd:
		return p.and(info, args)
	case zed.SymbolOr:
		return &zed.Logic{Info: info, Op: zed.Or, Args: args}
	}
	return &zed.Op{Info: info, Op: f.Op, Args: args}
}

// conjuncts appends e to args, or its arguments where it is a conjunction
// without parentheses.
func (p *parser) conjuncts(args []zed.Expr, e zed.Expr) []zed.Expr {
	if l, ok := e.(*zed.Logic); ok && p.open == e {
		return append(args, l.Args...)
	}
	return append(args, e)
}

func (p *parser) and(info zed.Info, args []zed.Expr) zed.Expr {
	e := &zed.Logic{Info: info, Op: zed.And, Args: args}
	p.open = e
	return e
}

// relations reads a chain of relations: a < b < c is a < b ∧ b < c.
func (p *parser) relations(start token, left zed.Expr) zed.Expr {
	var parts []zed.Expr
	from := start
	for p.err == nil {
		f, ok := p.infix()
		if !ok || f.Fix != zed.FixRelation {
			break
		}
		op := p.peek()
		middle := p.peekAt(1)
		var right, part zed.Expr
		switch {
		case op.kind == underlined:
			p.next()
			right = p.parse(f.Level + 1)
			relation := &zed.Ref{Info: zed.Info{Span: p.span(op)}, Name: op.text}
			info := p.info(from)
			part = &zed.Op{Info: info, Op: zed.In, Args: []zed.Expr{&zed.TupleExt{Info: info, Elems: []zed.Expr{left, right}}, relation}}
		case f.user != nil:
			args := p.operands(f, []zed.Expr{left}, 1)
			part, right = f.apply(p.info(from), args), args[len(args)-1]
		default:
			p.next()
			right = p.parse(f.Level + 1)
			part = &zed.Op{Info: p.info(from), Op: f.Op, Args: []zed.Expr{left, right}}
		}
		parts = append(parts, part)
		left, from = right, middle
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return p.and(p.info(start), parts)
}

// hidden reads the names behind the operator for hiding.
func (p *parser) hidden() []string {
	p.expect("(")
	var names []string
	for _, id := range p.idents() {
		names = append(names, id.Name)
	}
	p.expect(")")
	return names
}

// operand reads a prefix operator with its operand, a binder, a conditional or
// an application.
func (p *parser) operand() zed.Expr {
	start := p.peek()
	if start.kind != symbol {
		return p.application()
	}
	switch start.text {
	case "∀", "∃", "∃₁":
		return p.quantified()
	case "λ", "μ":
		return p.comprehended()
	case "let":
		return p.let()
	case "if":
		return p.conditional()
	}
	f, ok := p.ops.prefix[start.text]
	if !ok {
		return p.application()
	}
	if f.user != nil {
		args := p.operands(f, nil, 0)
		return f.apply(p.info(start), args)
	}
	if f.Fix == zed.FixSymbol {
		return p.application()
	}
	alone := p.alone(f)
	p.next()
	if alone {
		return &zed.OpRef{Info: p.info(start), Op: f.Op}
	}
	x := p.parse(f.Level)
	info := p.info(start)
	switch f.Symbol {
	case zed.SymbolNot:
		return &zed.Logic{Info: info, Op: zed.Not, Args: []zed.Expr{x}}
	case zed.SymbolPre:
		return &zed.Pre{Info: info, X: x}
	}
	return &zed.Op{Info: info, Op: f.Op, Args: []zed.Expr{x}}
}

// application reads f x y, or an atom.
func (p *parser) application() zed.Expr {
	start := p.peek()
	var e zed.Expr
	if f, ok := p.ops.prefix[start.text]; ok && start.kind == symbol && f.Fix == zed.FixSymbol {
		e = p.symbolFunction(f)
	} else {
		e = p.atom()
	}
	for p.err == nil && p.ops.startsArgument(p.peek()) && !p.ops.inner[p.peek().text] {
		arg := p.atom()
		e = &zed.Apply{Info: p.info(start), Fn: e, Arg: arg}
	}
	return e
}

// symbolFunction reads a function of the toolkit whose name is a symbol, such as
// ⋃, with its argument, or by itself as a value.
func (p *parser) symbolFunction(f form) zed.Expr {
	start := p.peek()
	alone := p.alone(f)
	p.next()
	if alone {
		return &zed.OpRef{Info: p.info(start), Op: f.Op}
	}
	arg := p.symbolArgument()
	return &zed.Op{Info: p.info(start), Op: f.Op, Args: []zed.Expr{arg}}
}

// symbolArgument reads the argument of a function whose name is a symbol. In
// Spivey's notation and in ISO 13568 it is an atom. Where that cannot have a
// type, because a function of the toolkit or an operator stands there, what is
// meant is the application of that: ⋃ ran F.
func (p *parser) symbolArgument() zed.Expr {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	start := p.peek()
	_, prefix := p.ops.prefix[start.text]
	if start.kind == symbol && (prefix || binders[start.text]) {
		return p.parse(zed.LevelPrefix)
	}
	e := p.atom()
	r, ok := e.(*zed.Ref)
	if next := p.peek(); !ok || r.Args != nil || p.err != nil || !p.ops.startsArgument(next) || p.ops.inner[next.text] {
		return e
	}
	if _, function := zed.FunctionOf(r.Name); !function {
		return e
	}
	arg := p.symbolArgument()
	return &zed.Apply{Info: p.info(start), Fn: e, Arg: arg}
}

// atom reads a primary and the postfix operators behind it.
func (p *parser) atom() zed.Expr {
	defer p.leave()
	if !p.enter() {
		return p.nothing()
	}
	start := p.peek()
	e := p.primary()
	for p.err == nil {
		t := p.peek()
		f, postfix := p.ops.postfix[t.text]
		switch {
		case t.kind == mark:
			p.next()
			e = &zed.Decorate{Info: p.info(start), X: e, Mark: t.text}
		case t.kind != symbol:
			return e
		case postfix && f.user != nil:
			args := p.operands(f, []zed.Expr{e}, 1)
			e = f.apply(p.info(start), args)
		case p.ops.inner[t.text]:
			return e
		case postfix:
			p.next()
			e = &zed.Op{Info: p.info(start), Op: f.Op, Args: []zed.Expr{e}}
		case t.text == ".":
			e = p.selected(start, e)
		case t.text == "⦇":
			p.next()
			arg := p.inBrackets("⦈")
			e = &zed.Op{Info: p.info(start), Op: zed.Image, Args: []zed.Expr{e, arg}}
		case t.text == "↗":
			p.next()
			times := p.inBrackets("↙")
			iter := &zed.Apply{Info: p.info(t), Fn: &zed.Ref{Info: zed.Info{Span: p.span(t)}, Name: string(zed.Iter)}, Arg: times}
			e = &zed.Apply{Info: p.info(start), Fn: iter, Arg: e}
		case t.text == "[":
			e = p.renamed(start, e)
		default:
			return e
		}
	}
	return e
}

// inBrackets reads a term and the bracket that closes it.
func (p *parser) inBrackets(closer string) zed.Expr {
	e := p.lines()
	p.expect(closer)
	p.open = nil
	return e
}

// selected reads .x or .1 behind e.
func (p *parser) selected(start token, e zed.Expr) zed.Expr {
	p.next()
	t := p.peek()
	if t.kind == number {
		n, err := strconv.Atoi(t.text)
		if err != nil || n < 1 || n > MaxDepth {
			p.fail(t, "the components of a tuple are counted from 1 to %d", MaxDepth)
			return e
		}
		p.next()
		return &zed.TupleSelect{Info: p.info(start), X: e, Index: n}
	}
	if t.kind != name {
		p.expected("the name or number of a component")
		return e
	}
	p.next()
	return &zed.Select{Info: p.info(start), X: e, Name: t.text}
}

// renamed reads a renaming, S[new/old], or actual parameters, S[X, Y].
func (p *parser) renamed(start token, e zed.Expr) zed.Expr {
	if p.substitutionAhead() {
		return p.substituted(start, e)
	}
	if p.schemaAhead() {
		arg := p.primary()
		return &zed.Apply{Info: p.info(start), Fn: e, Arg: arg}
	}
	if p.peekAt(1).kind == name && p.peekAt(2).is("/") {
		p.next()
		var fresh, old []string
		for {
			fresh = append(fresh, p.ident().Name)
			p.expect("/")
			old = append(old, p.ident().Name)
			if !p.accept(",") {
				break
			}
		}
		p.expect("]")
		return &zed.Rename{Info: p.info(start), X: e, New: fresh, Old: old}
	}
	if op, ok := e.(*zed.OpRef); ok {
		p.next()
		return instance(p.info(start), op, p.terms("]"))
	}
	r, ok := e.(*zed.Ref)
	if !ok || r.Args != nil || p.toks[p.i-1].is(")") && !strings.Contains(r.Name, "_ ") && !strings.Contains(r.Name, " _") {
		p.next()
		p.expected("a renaming such as [new/old]")
		return e
	}
	p.next()
	args := p.terms("]")
	return &zed.Ref{Info: p.info(start), Name: r.Name, Args: args}
}

// substitutionAhead tells whether [x := is next.
func (p *parser) substitutionAhead() bool {
	return p.at("[") && p.peekAt(1).kind == name && p.peekAt(2).is(":") && p.peekAt(3).is("=") && p.peekAt(2).end == p.peekAt(3).start
}

// substituted reads E[x := e] of Z/EVES.
func (p *parser) substituted(start token, e zed.Expr) zed.Expr {
	p.next()
	var names []string
	var values []zed.Expr
	for {
		names = append(names, p.ident().Name)
		p.expect(":")
		p.expect("=")
		values = append(values, p.parse(zed.LevelIff))
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
	return &zed.Let{Info: p.info(start), Names: names, Values: values, Body: e, Replaces: true}
}

// schemaAhead tells whether the bracket that is next holds a schema text, and
// not a renaming or parameters.
func (p *parser) schemaAhead() bool {
	depth, pending := 0, 0 // brackets, and binders without a body yet
	for i := p.i; i < min(len(p.toks), p.i+maxSchemaAhead); i++ {
		t := p.toks[i]
		switch {
		case t.kind != symbol && !(t.kind == newline && depth == 1):
		case openers[t.text]:
			depth++
		case closers[t.text]:
			if depth--; depth == 0 {
				return false
			}
		case depth == 1 && binders[t.text] && t.text != "if":
			pending++
		case depth == 1 && t.text == "•" && pending > 0:
			pending--
		case depth == 1 && pending == 0 && (t.kind == newline || t.text == ":" || t.text == "==" || t.text == ";" || t.text == "|"):
			return true
		case t.text == "•":
			return false
		}
	}
	return false
}

// maxSchemaAhead is how many tokens of an argument in brackets are looked at
// to tell what it is.
const maxSchemaAhead = 100

// instance returns an operator of the toolkit with actual parameters. Those of
// functions and relations follow from their arguments; those of a set
// constructor are its arguments.
func instance(info zed.Info, op *zed.OpRef, args []zed.Expr) zed.Expr {
	f, _ := zed.FormOf(op.Op)
	if u, ok := toolkitForms[f.Template()]; ok && u.Category == zed.GenericTemplate {
		return &zed.Op{Info: info, Op: op.Op, Args: args}
	}
	return op
}
