package zed

import "strconv"

// always is below every level that a context asks for: what has it is put in
// parentheses everywhere.
const always Level = -1

// levelOf returns how tightly the outermost operator of e binds.
func (w *printer) levelOf(e Expr) Level {
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
	case *Quant, *Let:
		return LevelBinder
	case *Comp:
		switch {
		case e.Op == Mu && e.Body == nil:
			return always
		case e.Op != SetComp:
			return LevelBinder
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
		return isPredicate(e.Body)
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
	w.expr(r, LevelAtom)
	if w.notation == LaTeX {
		w.write(" ")
	}
	w.symbol("⦇")
	w.write(apart)
	w.expr(s, LevelBinder)
	w.write(apart)
	w.symbol("⦈")
}

func (w *printer) formed(f Form, args []Expr) {
	switch f.Fix {
	case FixLeft, FixRight, FixMany, FixRelation:
		w.infix(f, args)
	case FixPrefix:
		w.symbol(f.Symbol)
		if f.Op != Card && f.Op != Negate || w.macro {
			w.write(" ")
		}
		w.expr(args[0], f.Level)
	case FixFunction:
		w.symbol(f.Symbol)
		w.blank()
		w.expr(args[0], LevelAtom)
		for _, a := range args[1:] {
			w.blank()
			w.argument(a)
		}
	case FixPostfix:
		w.expr(args[0], LevelAtom)
		w.symbol(f.Symbol)
	}
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
