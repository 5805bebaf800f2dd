package zed

import "strconv"

// always is below every level that a context asks for: what has it is put in
// parentheses everywhere.
const always Level = -1

// levelOf returns how tightly the outermost operator of e binds.
func (w *printer) levelOf(e Expr) Level {
	level := w.plainLevel(e)
	o, ok := e.(*Op)
	if !ok || len(o.Args) == 0 || !w.exchanged() {
		return level
	}
	f, formed := FormOf(o.Op)
	switch {
	case level == LevelAtom && (o.Op == Image || formed && f.Fix == FixPostfix):
		// Behind a function, ISO 13568 reads a postfix operator as the function's.
		return LevelPrefix
	case w.notation == LaTeX && unsettled[o.Op] && level == f.Level:
		return LevelIf + 1
	}
	return level
}

// unsettled are the operators that bind differently in Spivey's notation and in
// ISO 13568.
var unsettled = map[Operator]bool{SymDiff: true, Extract: true, BagScale: true}

// exchanged tells whether what is written is for other tools too: documents,
// and all that is in LaTeX. Other tools ask for more parentheses.
func (w *printer) exchanged() bool { return w.templates != nil || w.notation == LaTeX }

// plainLevel is levelOf for this tool alone.
func (w *printer) plainLevel(e Expr) Level {
	if u, ok := w.useOf(e); ok {
		return u.level
	}
	switch e := e.(type) {
	case *Num:
		if e.Value.Sign() < 0 {
			return LevelPrefix
		}
	case *Op:
		f, ok := FormOf(e.Op)
		switch {
		case ok && e.Op == Disjoint && len(e.Args) == 1:
			return LevelRelation
		case ok && arity(f, e):
			return f.Level
		}
	case *Logic:
		if e.Op == And && len(e.Args) == 1 || e.Op == Or && len(e.Args) == 1 {
			return w.levelOf(e.Args[0])
		}
		if len(e.Args) > 0 {
			return connectives[e.Op].level
		}
	case *Quant:
		return LevelBinder
	case *Let:
		if e.Replaces {
			return LevelAtom
		}
		return w.binderLevel(isPredicate(e.Body))
	case *Comp:
		switch {
		case e.Op == Mu && e.Body == nil:
			return always
		case e.Op != SetComp:
			return w.binderLevel(false)
		}
	case *If:
		if isPredicate(e) {
			return LevelBinder
		}
		return LevelIf
	case *Apply:
		return LevelApply
	case *Hide:
		return LevelHide
	case *Combine:
		return combinations[e.Op].level
	case *Pre:
		return LevelPrefix
	}
	return LevelAtom
}

// binderLevel returns the level of a term that reaches as far right as it can.
// Spivey's notation has an expression of that kind in parentheses everywhere.
func (w *printer) binderLevel(predicate bool) Level {
	if w.notation == LaTeX && !predicate {
		return always
	}
	return LevelBinder
}

// isPredicate tells whether a term can only be a predicate, as far as its form
// says: the last branch of such a conditional reaches as far right as it can.
func isPredicate(e Expr) bool {
	switch e := e.(type) {
	case *Truth, *Logic, *Quant:
		return true
	case *Op:
		f, ok := FormOf(e.Op)
		return ok && (f.Fix == FixRelation || e.Op == Disjoint)
	case *Schema:
		return len(e.Text.Decls) == 0
	case *If:
		return isPredicate(e.Then)
	case *Let:
		return !e.Replaces && isPredicate(e.Body)
	}
	return false
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

// arity tells whether the operator has as many arguments as its form has
// places.
func arity(f Form, e *Op) bool {
	switch f.Fix {
	case FixMany:
		return len(e.Args) >= 2
	case FixLeft, FixRight, FixRelation:
		return len(e.Args) == 2
	}
	if e.Op == Iter || e.Op == Count {
		return len(e.Args) == 2
	}
	return len(e.Args) == 1
}

// reference writes an operator in the place of a value: (_ + _), dom.
func (w *printer) reference(o Operator) {
	f, ok := FormOf(o)
	switch {
	case o == Image:
		w.template("_ ⦇ _ ⦈")
	case o == BagExt:
		w.template("⟦ ,, ⟧")
	case !ok || f.Fix == FixFunction:
		w.symbol(string(o))
	case f.Fix == FixSymbol:
		w.write("(")
		w.symbol(f.Symbol)
		w.write(")")
	case f.Fix == FixPrefix:
		w.template(f.Symbol + " _")
	case f.Fix == FixPostfix:
		w.template("_ " + f.Symbol)
	default:
		w.template("_ " + f.Symbol + " _")
	}
}

// apply writes an application. Functions that are no names get parentheses:
// (rev s) 1 could be read without them, but not well.
func (w *printer) apply(e *Apply) {
	least := LevelAtom
	if _, ok := e.Fn.(*Apply); ok {
		least = LevelApply
	}
	w.expr(e.Fn, least)
	w.blank()
	w.argument(e.Arg)
}

// blank writes what stands between a function and its argument. LaTeX swallows
// plain blanks; it sets them itself behind its own operators.
func (w *printer) blank() {
	if w.notation == LaTeX && (!w.macro || w.greek) {
		w.write("~")
		return
	}
	w.write(" ")
}

// argument writes a term that stands behind another with nothing between. It
// gets parentheses where it would be read as something else: f <1> is
// less-than, and f [x : ℤ] generic.
func (w *printer) argument(e Expr) {
	least := LevelAtom
	switch w.leftmost(e).(type) {
	case *Truth, *Schema:
		least = LevelAtom + 1
	case *SeqExt:
		if w.notation == ASCII {
			least = LevelAtom + 1
		}
	}
	w.expr(e, least)
}

// leftmost returns the term that e begins with, which is not in parentheses.
func (w *printer) leftmost(e Expr) Expr {
	for {
		x := e
		if u, ok := w.useOf(e); ok {
			if isPlace(u.parts[0]) {
				x = u.args[0]
			}
			if x == e || w.levelOf(x) < u.least[0] {
				return e
			}
			e = x
			continue
		}
		switch e := e.(type) {
		case *Select:
			x = e.X
		case *TupleSelect:
			x = e.X
		case *Rename:
			x = e.X
		case *Let:
			if e.Replaces {
				x = e.Body
			}
		case *Op:
			if f, ok := FormOf(e.Op); len(e.Args) > 0 && (e.Op == Image || ok && f.Fix == FixPostfix) {
				x = e.Args[0]
			}
		}
		if x == e || w.levelOf(x) < LevelAtom {
			return e
		}
		e = x
	}
}

func (w *printer) op(e *Op) {
	f, ok := FormOf(e.Op)
	switch {
	case e.Op == EmptySet && len(e.Args) == 0:
		w.symbol("∅")
	case e.Op == BagExt:
		w.list("⟦", e.Args, "⟧")
	case e.Op == Image && len(e.Args) == 2:
		w.image(e.Args[0], e.Args[1])
	case !ok || !arity(f, e):
		w.symbol(string(e.Op))
		w.list("(", e.Args, ")")
	default:
		w.group(chainGroup, func() { w.formed(f, e.Args) })
	}
}

func (w *printer) image(r, s Expr) {
	apart := ""
	if w.notation != Unicode {
		apart = " "
	}
	w.postfixed(r)
	if w.notation == LaTeX {
		w.write(" ")
	}
	w.symbol("⦇")
	w.write(apart)
	w.expr(s, LevelBinder)
	w.write(apart)
	w.symbol("⦈")
}

// postfixed writes the operand of a postfix operator.
func (w *printer) postfixed(e Expr) {
	if o, ok := e.(*Op); ok {
		if f, ok := FormOf(o.Op); ok && f.Fix == FixPostfix && arity(f, o) {
			w.bare(e)
			return
		}
	}
	w.expr(e, LevelAtom)
}

func (w *printer) formed(f Form, args []Expr) {
	switch f.Fix {
	case FixLeft, FixRight, FixMany, FixRelation:
		w.infix(f, args)
	case FixPrefix:
		w.symbol(f.Symbol)
		least := w.operandLevel(f)
		if f.Op != Card && f.Op != Negate || w.macro || f.Op == Card && w.notation == LaTeX && w.levelOf(args[0]) < least {
			w.write(" ")
		}
		w.expr(args[0], least)
	case FixSymbol:
		w.symbol(f.Symbol)
		w.write(" ")
		w.expr(args[0], w.symbolOperand(args[0]))
	case FixFunction:
		w.symbol(f.Symbol)
		w.blank()
		w.expr(args[0], LevelAtom)
		for _, a := range args[1:] {
			w.blank()
			w.argument(a)
		}
	case FixPostfix:
		w.postfixed(args[0])
		w.symbol(f.Symbol)
	}
}

// operandLevel returns how tightly the operand of a prefix operator must bind.
// Spivey's notation, which is written in LaTeX, has atoms there alone.
func (w *printer) operandLevel(f Form) Level {
	if w.notation == LaTeX && f.Op != Disjoint {
		return LevelAtom
	}
	return f.Level
}

// symbolOperand returns how tightly the argument of a function whose name is a
// symbol must bind. For people, ⋃ ran F has no parentheses.
func (w *printer) symbolOperand(arg Expr) Level {
	if w.exchanged() {
		return LevelAtom
	}
	switch e := arg.(type) {
	case *Op:
		if f, ok := FormOf(e.Op); ok && arity(f, e) && (f.Fix == FixPrefix || f.Fix == FixSymbol || f.Fix == FixFunction) {
			return LevelPrefix
		}
	case *Apply:
		if r, ok := e.Fn.(*Ref); ok {
			if _, ok := FunctionOf(r.Name); ok {
				return LevelPrefix
			}
		}
	}
	return LevelAtom
}

func (w *printer) infix(f Form, args []Expr) {
	for i, a := range args {
		switch {
		case i == 0:
		case f.Op == Range && w.notation != LaTeX:
			w.symbol(f.Symbol)
		case f.Fix == FixRelation || f.Fix == FixRight:
			w.trailing(f.Symbol)
		case f.Op == RelComp && (w.isSchema(args[0]) || w.isSchema(args[1])):
			w.combined(Compose, f.Symbol)
		default:
			w.leading(f.Symbol)
		}
		switch {
		case w.notation == LaTeX && unsettled[f.Op]:
			w.expr(a, LevelPrefix)
		case w.notation == LaTeX && (f.Op == DomRes || f.Op == DomSub):
			w.expr(a, f.Level+1) // Spivey's notation has them associate to the left
		case f.Fix == FixLeft && i == 0:
			w.left(a, f.Level)
		case f.Fix == FixRight && i > 0:
			w.expr(a, f.Level)
		default:
			w.expr(a, f.Level+1)
		}
	}
}

func (w *printer) logic(e *Logic) {
	switch {
	case len(e.Args) == 0:
		w.symbol(strconv.FormatBool(e.Op != Or))
	case e.Op == Not:
		w.symbol(SymbolNot)
		w.write(" ")
		w.expr(e.Args[0], LevelNot)
	case len(e.Args) == 1:
		w.bare(e.Args[0])
	default:
		w.group(chainGroup, func() { w.joined(connectives[e.Op], e) })
	}
}

func (w *printer) joined(j joint, e *Logic) {
	for i, a := range e.Args {
		if i > 0 {
			w.leading(j.symbol)
		}
		least := j.level + 1
		if e.Op == Iff && i == 0 || e.Op == Implies && i > 0 {
			least = j.level
		}
		w.expr(a, least)
	}
}
