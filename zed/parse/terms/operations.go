package terms

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// operations reads terms: operators and what they are applied to, by their precedence.
// All other parts that read a term within their own ask it for that.
type operations struct {
	in        *Cursor
	names     *names
	texts     *texts
	primaries *primaries
	// open is the conjunction made last, if it is not in parentheses: a
	// conjunction that it is an argument of takes its arguments over.
	open zed.Expr
}

// noteClosed notes that brackets were closed around what was read last.
func (p *operations) noteClosed() { p.open = nil }

// parse reads a term whose operators outside brackets bind at least as
// tightly as least.
func (p *operations) parse(least zed.Level) zed.Expr {
	defer p.in.leave()
	if !p.in.enter() {
		return p.in.errorTerm()
	}
	start := p.in.peek()
	e := p.operand()
	for p.in.err == nil {
		f, ok := p.infix()
		if !ok || f.Level < least {
			break
		}
		e = p.join(start, e, f)
	}
	return e
}

// infix returns the infix operator that is next.
func (p *operations) infix() (operators.Form, bool) {
	t := p.in.peek()
	switch t.Kind {
	case tokens.Symbol:
		f, ok := p.in.ops.Infix[t.Text]
		return f, ok
	case tokens.Underlined:
		return operators.Form{Form: zed.Form{Fix: zed.FixRelation, Level: zed.LevelRelation}}, true
	}
	return operators.Form{}, false
}

// join reads the infix operator that is next and what stands right of it.
func (p *operations) join(start tokens.Token, left zed.Expr, f operators.Form) zed.Expr {
	switch f.Fix {
	case zed.FixMany:
		return p.readChain(start, left, f)
	case zed.FixRelation:
		return p.relations(start, left)
	}
	if f.User != nil {
		args := p.operands(f, []zed.Expr{left}, 1)
		return f.Apply(p.in.info(start), args)
	}
	p.in.next()
	if f.Symbol == zed.SymbolHide {
		names := p.hiddenNames()
		return &zed.Hide{Info: p.in.info(start), X: left, Names: names}
	}
	least := f.Level + 1
	if f.Fix == zed.FixRight {
		least = f.Level
	}
	right := p.parse(least)
	info := p.in.info(start)
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

// readChain reads the rest of a chain of an operator with any number of arguments.
func (p *operations) readChain(start tokens.Token, left zed.Expr, f operators.Form) zed.Expr {
	var args []zed.Expr
	add := func(e zed.Expr) {
		if f.Symbol == zed.SymbolAnd {
			args = p.conjuncts(args, e)
		} else {
			args = append(args, e)
		}
	}
	add(left)
	for p.in.accept(f.Symbol) {
		add(p.parse(f.Level + 1))
	}
	info := p.in.info(start)
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
func (p *operations) conjuncts(args []zed.Expr, e zed.Expr) []zed.Expr {
	if l, ok := e.(*zed.Logic); ok && p.open == e {
		return append(args, l.Args...)
	}
	return append(args, e)
}

func (p *operations) and(info zed.Info, args []zed.Expr) zed.Expr {
	e := &zed.Logic{Info: info, Op: zed.And, Args: args}
	p.open = e
	return e
}

// relations reads a chain of relations: a < b < c is a < b ∧ b < c.
func (p *operations) relations(start tokens.Token, left zed.Expr) zed.Expr {
	var parts []zed.Expr
	from := start
	for p.in.err == nil {
		f, ok := p.infix()
		if !ok || f.Fix != zed.FixRelation {
			break
		}
		op := p.in.peek()
		middle := p.in.peekAt(1)
		var right, part zed.Expr
		switch {
		case op.Kind == tokens.Underlined:
			p.in.next()
			right = p.parse(f.Level + 1)
			relation := &zed.Ref{Info: zed.Info{Span: p.in.span(op)}, Name: op.Text}
			info := p.in.info(from)
			part = &zed.Op{Info: info, Op: zed.In,
				Args: []zed.Expr{&zed.TupleExt{Info: info, Elems: []zed.Expr{left, right}}, relation}}
		case f.User != nil:
			args := p.operands(f, []zed.Expr{left}, 1)
			part, right = f.Apply(p.in.info(from), args), args[len(args)-1]
		default:
			p.in.next()
			right = p.parse(f.Level + 1)
			part = &zed.Op{Info: p.in.info(from), Op: f.Op, Args: []zed.Expr{left, right}}
		}
		parts = append(parts, part)
		left, from = right, middle
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return p.and(p.in.info(start), parts)
}

// hiddenNames reads the names behind the operator for hiding.
func (p *operations) hiddenNames() []string {
	p.in.expect("(")
	var names []string
	for _, id := range p.names.idents() {
		names = append(names, id.Name)
	}
	p.in.expect(")")
	return names
}

// operand reads a prefix operator with its operand, a binder, a conditional or
// an application.
func (p *operations) operand() zed.Expr {
	start := p.in.peek()
	if start.Kind != tokens.Symbol {
		return p.application()
	}
	switch start.Text {
	case "∀", "∃", "∃₁":
		return p.texts.readQuantifier()
	case "λ", "μ":
		return p.texts.readComprehension()
	case "let":
		return p.texts.let()
	case "if":
		return p.texts.conditional()
	}
	f, ok := p.in.ops.Prefix[start.Text]
	if !ok {
		return p.application()
	}
	if f.User != nil {
		args := p.operands(f, nil, 0)
		return f.Apply(p.in.info(start), args)
	}
	if f.Fix == zed.FixSymbol {
		return p.application()
	}
	alone := p.standsAlone(f)
	p.in.next()
	if alone {
		return &zed.OpRef{Info: p.in.info(start), Op: f.Op}
	}
	x := p.parse(f.Level)
	info := p.in.info(start)
	switch f.Symbol {
	case zed.SymbolNot:
		return &zed.Logic{Info: info, Op: zed.Not, Args: []zed.Expr{x}}
	case zed.SymbolPre:
		return &zed.Pre{Info: info, X: x}
	}
	return &zed.Op{Info: info, Op: f.Op, Args: []zed.Expr{x}}
}

// application reads f x y, or an atom.
func (p *operations) application() zed.Expr {
	start := p.in.peek()
	var e zed.Expr
	if f, ok := p.in.ops.Prefix[start.Text]; ok && start.Kind == tokens.Symbol && f.Fix == zed.FixSymbol {
		e = p.symbolFunction(f)
	} else {
		e = p.atom()
	}
	for p.in.err == nil && p.in.ops.StartsArgument(p.in.peek()) && !p.in.ops.Inner[p.in.peek().Text] {
		arg := p.atom()
		e = &zed.Apply{Info: p.in.info(start), Fn: e, Arg: arg}
	}
	return e
}

// symbolFunction reads a function of the toolkit whose name is a symbol, such as
// ⋃, with its argument, or by itself as a value.
func (p *operations) symbolFunction(f operators.Form) zed.Expr {
	start := p.in.peek()
	alone := p.standsAlone(f)
	p.in.next()
	if alone {
		return &zed.OpRef{Info: p.in.info(start), Op: f.Op}
	}
	arg := p.symbolArgument()
	return &zed.Op{Info: p.in.info(start), Op: f.Op, Args: []zed.Expr{arg}}
}

// symbolArgument reads the argument of a function whose name is a symbol. In
// Spivey's notation and in ISO 13568 it is an atom. Where that cannot have a
// type, because a function of the toolkit or an operator stands there, what is
// meant is the application of that: ⋃ ran F.
func (p *operations) symbolArgument() zed.Expr {
	defer p.in.leave()
	if !p.in.enter() {
		return p.in.errorTerm()
	}
	start := p.in.peek()
	_, prefix := p.in.ops.Prefix[start.Text]
	if start.Kind == tokens.Symbol && (prefix || tokens.Binders.Has(start.Text)) {
		return p.parse(zed.LevelPrefix)
	}
	e := p.atom()
	r, ok := e.(*zed.Ref)
	if next := p.in.peek(); !ok || r.Args != nil || p.in.err != nil || !p.in.ops.StartsArgument(next) ||
		p.in.ops.Inner[next.Text] {
		return e
	}
	if _, function := zed.FunctionOf(r.Name); !function {
		return e
	}
	arg := p.symbolArgument()
	return &zed.Apply{Info: p.in.info(start), Fn: e, Arg: arg}
}

// atom reads a primary and the postfix operators behind it.
func (p *operations) atom() zed.Expr {
	defer p.in.leave()
	if !p.in.enter() {
		return p.in.errorTerm()
	}
	start := p.in.peek()
	e := p.primaries.primary()
	for p.in.err == nil {
		t := p.in.peek()
		f, postfix := p.in.ops.Postfix[t.Text]
		switch {
		case t.Kind == tokens.Mark:
			p.in.next()
			e = &zed.Decorate{Info: p.in.info(start), X: e, Mark: t.Text}
		case t.Kind != tokens.Symbol:
			return e
		case postfix && f.User != nil:
			args := p.operands(f, []zed.Expr{e}, 1)
			e = f.Apply(p.in.info(start), args)
		case p.in.ops.Inner[t.Text]:
			return e
		case postfix:
			p.in.next()
			e = &zed.Op{Info: p.in.info(start), Op: f.Op, Args: []zed.Expr{e}}
		case t.Text == ".":
			e = p.primaries.readSelection(start, e)
		case t.Text == "⦇":
			p.in.next()
			arg := p.primaries.inBrackets("⦈")
			e = &zed.Op{Info: p.in.info(start), Op: zed.Image, Args: []zed.Expr{e, arg}}
		case t.Text == "↗":
			p.in.next()
			times := p.primaries.inBrackets("↙")
			iter := &zed.Apply{Info: p.in.info(t), Fn: &zed.Ref{Info: zed.Info{Span: p.in.span(t)},
				Name: string(zed.Iter)}, Arg: times}
			e = &zed.Apply{Info: p.in.info(start), Fn: iter, Arg: e}
		case t.Text == "[":
			e = p.primaries.readRenaming(start, e)
		default:
			return e
		}
	}
	return e
}

// lines reads a term in brackets, where newlines that were kept join
// predicates.
func (p *operations) lines() zed.Expr { return p.joinedBy(false) }

// joinedBy reads a term in brackets; semicolons join predicates as newlines do
// where they are asked for.
func (p *operations) joinedBy(semicolons bool) zed.Expr {
	more := func() bool { return p.in.peek().Kind == tokens.Newline || semicolons && p.in.isAt(";") }
	for p.in.peek().Kind == tokens.Newline {
		p.in.next()
	}
	start := p.in.peek()
	e := p.parse(zed.LevelBinder)
	if !more() {
		return e
	}
	args := p.conjuncts(nil, e)
	for p.in.err == nil && more() {
		p.in.separators()
		if p.texts.stops() || p.in.isAt(",") {
			break
		}
		args = p.conjuncts(args, p.parse(zed.LevelBinder))
	}
	if len(args) == 1 {
		return e
	}
	return p.and(p.in.info(start), args)
}

// conjunction reads predicates with semicolons or newlines between them.
func (p *operations) conjunction() zed.Expr {
	p.in.separators()
	start := p.in.peek()
	e := p.parse(zed.LevelBinder)
	args := p.conjuncts(nil, e)
	more := false
	for p.in.err == nil && p.in.separators() && !p.texts.stops() {
		more = true
		next := p.parse(zed.LevelBinder)
		args = p.conjuncts(args, next)
	}
	if !more {
		return e
	}
	return p.and(p.in.info(start), args)
}

// operands reads the words and operands of a specification's operator from
// part i on; args are the operands before.
func (p *operations) operands(f operators.Form, args []zed.Expr, i int) []zed.Expr {
	for ; i < len(f.Parts) && p.in.err == nil; i++ {
		last := i == len(f.Parts)-1
		switch part := f.Parts[i]; {
		case !operators.Place(part):
			p.in.expect(part)
		case part == ",,":
			args = append(args, p.readListed(f.Parts, i))
		case last:
			least := f.Level + 1
			if f.Fix == zed.FixRight || f.Fix == zed.FixPrefix {
				least = f.Level
			}
			args = append(args, p.parse(least))
		default:
			args = append(args, p.lines())
		}
	}
	p.noteClosed()
	if len(args) == 0 || p.in.err != nil {
		args = append(args, p.in.errorTerm())
	}
	return args
}

// readListed reads terms with commas between them, in the place ",,": what they
// stand for is a sequence.
func (p *operations) readListed(parts []string, i int) zed.Expr {
	start := p.in.peek()
	var elems []zed.Expr
	if i+1 == len(parts) || !p.in.isAt(parts[i+1]) {
		for {
			elems = append(elems, p.lines())
			if !p.in.accept(",") {
				break
			}
		}
	}
	return &zed.SeqExt{Info: p.in.info(start), Elems: elems}
}

// standsAlone tells whether the prefix operator that is next stands in the place of
// a value, as \dcat may: no operand follows.
func (p *operations) standsAlone(f operators.Form) bool {
	next := p.in.peekAt(1)
	switch f.Op {
	case zed.BigUnion, zed.BigInter, zed.DistCat, zed.Card:
	default:
		return false
	}
	_, prefix := p.in.ops.Prefix[next.Text]
	return next.Kind == tokens.Newline || next.Kind == tokens.End || next.Kind == tokens.Symbol && !prefix &&
		!p.in.ops.StartsArgument(next) && !tokens.Binders.Has(next.Text) && !tokens.Constants.Has(next.Text) &&
		next.Text != "["
}
