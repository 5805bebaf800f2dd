package zed

import "strconv"

// operatorWriter writes applications of operators, connectives and functions.
type operatorWriter struct {
	out    *output
	in     *introduction
	levels *precedence
	names  *nameWriter
	up     operands
}

type joint struct {
	symbol string
	level  Level
}

var connectives = map[Connective]joint{
	And: {SymbolAnd, LevelAnd}, Or: {SymbolOr, LevelOr}, Implies: {SymbolImplies, LevelImplies},
	Iff: {SymbolIff, LevelIff}, Not: {SymbolNot, LevelNot},
}

var combinations = map[Combination]joint{
	Compose: {"⨾", LevelProduct}, Pipe: {SymbolPipe, LevelPipe}, Project: {SymbolProject, LevelProject},
}

var quantifiers = map[Quantifier]string{Forall: "∀", Exists: "∃", Exists1: "∃₁"}

// reference writes an operator that is used as a value: (_ + _), dom.
func (ops *operatorWriter) reference(o Operator) {
	f, ok := FormOf(o)
	switch {
	case o == Image:
		ops.names.template("_ ⦇ _ ⦈")
	case o == BagExt:
		ops.names.template("⟦ ,, ⟧")
	case !ok || f.Fix == FixFunction:
		ops.out.symbol(string(o))
	case f.Fix == FixSymbol:
		ops.out.write("(")
		ops.out.symbol(f.Symbol)
		ops.out.write(")")
	case f.Fix == FixPrefix:
		ops.names.template(f.Symbol + " _")
	case f.Fix == FixPostfix:
		ops.names.template("_ " + f.Symbol)
	default:
		ops.names.template("_ " + f.Symbol + " _")
	}
}

// apply writes an application. A function that is not a name is put in parentheses, as
// in (rev s) 1, which is easier to read than without them.
func (ops *operatorWriter) apply(e *Apply) {
	least := LevelAtom
	if _, ok := e.Fn.(*Apply); ok {
		least = LevelApply
	}
	ops.up.expr(e.Fn, least)
	ops.out.blank()
	ops.argument(e.Arg)
}

// argument writes a term directly after another. It is put in parentheses where it
// would be read as something else: f <1> would be less-than, and f [x : ℤ] a generic
// instance.
func (ops *operatorWriter) argument(e Expr) {
	least := LevelAtom
	switch ops.levels.leftmostTerm(e).(type) {
	case *Truth, *Schema:
		least = LevelAtom + 1
	case *SeqExt:
		if ops.out.notation == ASCII {
			least = LevelAtom + 1
		}
	}
	ops.up.expr(e, least)
}

func (ops *operatorWriter) op(e *Op) {
	f, ok := FormOf(e.Op)
	switch {
	case e.Op == EmptySet && len(e.Args) == 0:
		ops.out.symbol("∅")
	case e.Op == BagExt:
		ops.up.list("⟦", e.Args, "⟧")
	case e.Op == Image && len(e.Args) == 2:
		ops.image(e.Args[0], e.Args[1])
	case !ok || !arity(f, e):
		ops.out.symbol(string(e.Op))
		ops.up.list("(", e.Args, ")")
	default:
		ops.out.group(chainGroup, func() { ops.form(f, e.Args) })
	}
}

func (ops *operatorWriter) image(r, s Expr) {
	apart := ""
	if ops.out.notation != Unicode {
		apart = " "
	}
	ops.writePostfix(r)
	if ops.out.notation == LaTeX {
		ops.out.write(" ")
	}
	ops.out.symbol("⦇")
	ops.out.write(apart)
	ops.up.expr(s, LevelBinder)
	ops.out.write(apart)
	ops.out.symbol("⦈")
}

// writePostfix writes the operand of a postfix operator.
func (ops *operatorWriter) writePostfix(e Expr) {
	if o, ok := e.(*Op); ok {
		if f, ok := FormOf(o.Op); ok && f.Fix == FixPostfix && arity(f, o) {
			ops.up.writeBare(e)
			return
		}
	}
	ops.up.expr(e, LevelAtom)
}

func (ops *operatorWriter) form(f Form, args []Expr) {
	switch f.Fix {
	case FixLeft, FixRight, FixMany, FixRelation:
		ops.infix(f, args)
	case FixPrefix:
		ops.out.symbol(f.Symbol)
		least := ops.levels.operandLevel(f)
		apart := f.Op == Card && ops.out.notation == LaTeX && ops.levels.levelOf(args[0]) < least
		if f.Op != Card && f.Op != Negate || ops.out.macro || apart {
			ops.out.write(" ")
		}
		ops.up.expr(args[0], least)
	case FixSymbol:
		ops.out.symbol(f.Symbol)
		ops.out.write(" ")
		ops.up.expr(args[0], ops.levels.symbolOperand(args[0]))
	case FixFunction:
		ops.out.symbol(f.Symbol)
		ops.out.blank()
		ops.up.expr(args[0], LevelAtom)
		for _, a := range args[1:] {
			ops.out.blank()
			ops.argument(a)
		}
	case FixPostfix:
		ops.writePostfix(args[0])
		ops.out.symbol(f.Symbol)
	}
}

func (ops *operatorWriter) infix(f Form, args []Expr) {
	for i, a := range args {
		switch {
		case i == 0:
		case f.Op == Range && ops.out.notation != LaTeX:
			ops.out.symbol(f.Symbol)
		case f.Fix == FixRelation || f.Fix == FixRight:
			ops.out.writeTrailing(f.Symbol)
		case f.Op == RelComp && (ops.in.isSchema(args[0]) || ops.in.isSchema(args[1])):
			ops.combine(Compose, f.Symbol)
		default:
			ops.out.writeLeading(f.Symbol)
		}
		switch {
		case ops.out.notation == LaTeX && unsettled[f.Op]:
			ops.up.expr(a, LevelPrefix)
		case ops.out.notation == LaTeX && (f.Op == DomRes || f.Op == DomSub):
			ops.up.expr(a, f.Level+1) // Spivey's notation has them associate to the left
		case f.Fix == FixLeft && i == 0:
			ops.writeLeftOperand(a, f.Level)
		case f.Fix == FixRight && i > 0:
			ops.up.expr(a, f.Level)
		default:
			ops.up.expr(a, f.Level+1)
		}
	}
}

func (ops *operatorWriter) logic(e *Logic) {
	switch {
	case len(e.Args) == 0:
		ops.out.symbol(strconv.FormatBool(e.Op != Or))
	case e.Op == Not:
		ops.out.symbol(SymbolNot)
		ops.out.write(" ")
		ops.up.expr(e.Args[0], LevelNot)
	case len(e.Args) == 1:
		ops.up.writeBare(e.Args[0])
	default:
		ops.out.group(chainGroup, func() { ops.join(connectives[e.Op], e) })
	}
}

func (ops *operatorWriter) join(j joint, e *Logic) {
	for i, a := range e.Args {
		if i > 0 {
			ops.out.writeLeading(j.symbol)
		}
		least := j.level + 1
		if e.Op == Iff && i == 0 || e.Op == Implies && i > 0 {
			least = j.level
		}
		ops.up.expr(a, least)
	}
}

// combine writes a schema operator.
func (ops *operatorWriter) combine(op Combination, symbol string) {
	ops.out.gap(" ")
	switch {
	case op == Compose && ops.out.notation == ASCII:
		ops.out.write("semi")
	case op == Compose && ops.out.notation == LaTeX:
		ops.out.write(`\semi`)
	default:
		ops.out.symbol(symbol)
	}
	ops.out.write(" ")
}

// writeLeftOperand writes the left operand of an operator that associates to the left. An
// application at the same level that associates to the right is put in parentheses,
// since it would extend over the operator.
func (ops *operatorWriter) writeLeftOperand(e Expr, level Level) {
	if u, ok := ops.levels.useOf(e); ok && u.right && u.level == level {
		level++
	}
	ops.up.expr(e, level)
}

// use writes a term that applies an operator.
func (ops *operatorWriter) use(u use) {
	ops.out.group(chainGroup, func() {
		next := 0
		for i, part := range u.parts {
			switch {
			case i == 0:
			case !isPlace(part) && isPlace(u.parts[0]):
				ops.out.gap(ops.out.blankWithin())
			default:
				ops.out.write(ops.out.blankWithin())
			}
			if !isPlace(part) {
				ops.names.operatorWord(part)
				continue
			}
			if part == ",," {
				ops.up.elements(u.args[next].(*SeqExt).Elems)
			} else if next == 0 && !u.right && u.least[0] == u.level {
				ops.writeLeftOperand(u.args[0], u.level)
			} else {
				ops.up.expr(u.args[next], u.least[next])
			}
			next++
		}
	})
}
