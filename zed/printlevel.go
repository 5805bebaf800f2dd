package zed

import "strings"

// precedence tells how tightly terms bind in a notation, and where they need parentheses.
type precedence struct {
	notation Notation
	in       *introduction
}

// always is a level below all others: a term of this level is always put in
// parentheses.
const always Level = -1

// levelOf returns how tightly the outermost operator of e binds.
func (p *precedence) levelOf(e Expr) Level {
	level := p.plainLevel(e)
	o, ok := e.(*Op)
	if !ok || len(o.Args) == 0 || !p.isExchanged() {
		return level
	}
	f, formed := FormOf(o.Op)
	switch {
	case level == LevelAtom && (o.Op == Image || formed && f.Fix == FixPostfix):
		// Behind a function, ISO 13568 reads a postfix operator as the function's.
		return LevelPrefix
	case p.notation == LaTeX && unsettled[o.Op] && level == f.Level:
		return LevelIf + 1
	}
	return level
}

// unsettled are the operators that bind differently in Spivey's notation and in ISO
// 13568.
var unsettled = map[Operator]bool{SymDiff: true, Extract: true, BagScale: true}

// isExchanged tells whether the text is also for other tools, as documents and all LaTeX
// are. These need more parentheses.
func (p *precedence) isExchanged() bool { return p.in.templates != nil || p.notation == LaTeX }

// plainLevel does what levelOf does, for text that only ttf-int reads.
func (p *precedence) plainLevel(e Expr) Level {
	if u, ok := p.useOf(e); ok {
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
			return p.levelOf(e.Args[0])
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
		return p.binderLevel(isPredicate(e.Body))
	case *Comp:
		switch {
		case e.Op == Mu && e.Body == nil:
			return always
		case e.Op != SetComp:
			return p.binderLevel(false)
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

// binderLevel returns the level of a term that extends as far to the right as it can.
// In Spivey's notation such an expression is always in parentheses.
func (p *precedence) binderLevel(predicate bool) Level {
	if p.notation == LaTeX && !predicate {
		return always
	}
	return LevelBinder
}

// isPredicate tells whether the form of a term shows that it is a predicate. The last
// branch of a conditional predicate extends as far to the right as it can.
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

// arity tells whether the operator has as many arguments as its form has
// places.
func arity(f Form, e *Op) bool {
	switch f.Fix {
	case FixMany:
		return len(e.Args) >= 2
	case FixLeft, FixRight, FixRelation:
		return len(e.Args) == 2
	}
	if IsCurried(e.Op) {
		return len(e.Args) == 2
	}
	return len(e.Args) == 1
}

// leftmostTerm returns the term with which the printed form of e begins, if it is not in
// parentheses.
func (p *precedence) leftmostTerm(e Expr) Expr {
	for {
		x := e
		if u, ok := p.useOf(e); ok {
			if isPlace(u.parts[0]) {
				x = u.args[0]
			}
			if x == e || p.levelOf(x) < u.least[0] {
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
		if x == e || p.levelOf(x) < LevelAtom {
			return e
		}
		e = x
	}
}

// operandLevel returns how tightly the operand of a prefix operator must bind. Spivey's
// notation, which is that of LaTeX, allows only atoms there.
func (p *precedence) operandLevel(f Form) Level {
	if p.notation == LaTeX && f.Op != Disjoint {
		return LevelAtom
	}
	return f.Level
}

// symbolOperand returns how tightly the argument of a function that is a symbol must
// bind. For people, ⋃ ran F has no parentheses.
func (p *precedence) symbolOperand(arg Expr) Level {
	if p.isExchanged() {
		return LevelAtom
	}
	switch e := arg.(type) {
	case *Op:
		if f, ok := FormOf(e.Op); ok && arity(f, e) && (f.Fix == FixPrefix || f.Fix == FixSymbol ||
			f.Fix == FixFunction) {
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

// useOf returns how e is written if it applies an operator with a template. Where the
// level of an infix operator is not known, its applications are put in parentheses.
func (p *precedence) useOf(e Expr) (use, bool) {
	name, category, args := application(e)
	if name == "" {
		return use{}, false
	}
	u := use{parts: strings.Fields(name), args: args}
	form, known := p.in.templates[name]
	if known && form.Category != category || !p.in.isIntroduced(name) {
		return use{}, false
	}
	if !known {
		form, known = redefinition(u.parts)
	}
	where := places(u.parts)
	if category != GenericTemplate && len(where) > 1 {
		u.args = nil
		if t, ok := args[0].(*TupleExt); ok {
			u.args = t.Elems
		}
	}
	if len(u.args) != len(where) || len(where) == 0 {
		return use{}, false
	}
	for i, a := range u.args {
		if _, ok := a.(*SeqExt); !ok && where[i] == ",," {
			return use{}, false
		}
	}
	form.Category = category
	u.right = form.Right
	u.level, u.least = form.levels(u.parts, known)
	return u, true
}
