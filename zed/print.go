package zed

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Print returns an expression in a notation, with as few parentheses as
// possible. Package parse reads it back to the same tree, apart from spans,
// types and what only the checker makes: a negative Num comes back as a
// Negate, a Compose as a RelComp, an Occur as a schema's name with its
// renaming, and an empty SetExt as ∅.
func Print(e Expr, n Notation) string {
	w := printer{notation: n}
	w.expr(e, LevelBinder)
	return w.String()
}

type printer struct {
	strings.Builder
	notation Notation
}

// symbol writes a symbol, given in Unicode, in the printer's notation.
func (w *printer) symbol(s string) {
	if w.notation == ASCII {
		if a, ok := asciiBySymbol[s]; ok {
			s = a
		}
	}
	w.WriteString(s)
}

// spaced writes a symbol with a blank on both sides.
func (w *printer) spaced(s string) {
	w.WriteByte(' ')
	w.symbol(s)
	w.WriteByte(' ')
}

func (w *printer) name(s string) {
	if w.notation == Unicode {
		w.WriteString(s)
		return
	}
	switch {
	case strings.HasPrefix(s, "Δ") && standsAlone(strings.TrimPrefix(s, "Δ")):
		w.WriteString("Delta " + strings.TrimPrefix(s, "Δ"))
	case strings.HasPrefix(s, "Ξ") && standsAlone(strings.TrimPrefix(s, "Ξ")):
		w.WriteString("Xi " + strings.TrimPrefix(s, "Ξ"))
	default:
		w.symbol(s)
	}
}

// standsAlone tells whether the rest of a name behind Δ or Ξ is read as a name
// by itself: it begins with a letter that is no symbol.
func standsAlone(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return (unicode.IsLetter(r) || r == '_') && !strings.ContainsRune("λμµθℙ𝔽ℤℕ𝕊", r)
}

// always is below every level that a context asks for: what has it is put in
// parentheses everywhere.
const always Level = -1

// levelOf returns how tightly the outermost operator of e binds.
func levelOf(e Expr) Level {
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
			return levelOf(e.Args[0])
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

// expr writes e, in parentheses where it binds less tightly than least.
func (w *printer) expr(e Expr, least Level) {
	if e == nil {
		w.symbol("true")
		return
	}
	if levelOf(e) < least {
		w.WriteByte('(')
		w.bare(e)
		w.WriteByte(')')
		return
	}
	w.bare(e)
}

func (w *printer) bare(e Expr) {
	switch e := e.(type) {
	case *Ref:
		w.name(e.Name)
		if len(e.Args) > 0 {
			w.list("[", e.Args, "]")
		}
	case *Num:
		w.WriteString(e.Value.String())
	case *Str:
		w.WriteString(strconv.Quote(e.Value))
	case *OpRef:
		w.reference(e.Op)
	case *Truth:
		w.symbol(strconv.FormatBool(e.Value))
	case *Op:
		w.op(e)
	case *Logic:
		w.logic(e)
	case *Quant:
		w.binder(quantifiers[e.Q], e.Text, e.Body)
	case *Comp:
		w.comp(e)
	case *Let:
		w.let(e)
	case *If:
		w.symbol("if")
		w.WriteByte(' ')
		w.expr(e.Cond, LevelBinder)
		w.spaced("then")
		w.expr(e.Then, LevelBinder)
		w.spaced("else")
		w.expr(e.Else, LevelIf)
	case *SetExt:
		w.set(e)
	case *SeqExt:
		w.seq(e)
	case *TupleExt:
		w.list("(", e.Elems, ")")
	case *Binding:
		w.binding(e)
	case *Apply:
		w.apply(e)
	case *Select:
		w.expr(e.X, LevelAtom)
		w.WriteByte('.')
		w.name(e.Name)
	case *TupleSelect:
		w.expr(e.X, LevelAtom)
		w.WriteString("." + strconv.Itoa(e.Index))
	default:
		w.schema(e)
	}
}

// reference writes an operator in the place of a value: (_ + _), dom.
func (w *printer) reference(o Operator) {
	f, ok := FormOf(o)
	switch {
	case o == Image:
		w.WriteString("(_ ")
		w.symbol("⦇")
		w.WriteString(" _ ")
		w.symbol("⦈")
		w.WriteByte(')')
		return
	case !ok || f.Fix == FixFunction:
		w.symbol(string(o))
		return
	}
	w.WriteByte('(')
	if f.Fix != FixPrefix {
		w.WriteString("_ ")
	}
	w.symbol(f.Symbol)
	if f.Fix != FixPostfix {
		w.WriteString(" _")
	}
	w.WriteByte(')')
}

// list writes terms between brackets, given in Unicode.
func (w *printer) list(open string, es []Expr, end string) {
	w.symbol(open)
	for i, e := range es {
		if i > 0 {
			w.WriteString(", ")
		}
		w.expr(e, LevelIff)
	}
	w.symbol(end)
}

func (w *printer) set(e *SetExt) {
	if len(e.Elems) == 0 {
		w.symbol("∅")
		return
	}
	w.WriteByte('{')
	for i, x := range e.Elems {
		if i > 0 {
			w.WriteString(", ")
		}
		if t, ok := x.(*TupleExt); ok && len(t.Elems) == 2 {
			w.expr(t.Elems[0], LevelMaplet+1)
			w.spaced(SymbolMaplet)
			w.expr(t.Elems[1], LevelMaplet+1)
			continue
		}
		w.expr(x, LevelIff)
	}
	w.WriteByte('}')
}

// seq writes a sequence. What may hold a relation outside brackets gets
// parentheses, since > would end the sequence in ASCII.
func (w *printer) seq(e *SeqExt) {
	w.symbol("⟨")
	for i, x := range e.Elems {
		if i > 0 {
			w.WriteString(", ")
		}
		w.expr(x, LevelArrow)
	}
	w.symbol("⟩")
}

func (w *printer) binding(e *Binding) {
	w.symbol("⦉")
	for i := range min(len(e.Names), len(e.Values)) {
		if i > 0 {
			w.WriteString(", ")
		}
		w.name(e.Names[i])
		w.spaced("==")
		w.expr(e.Values[i], LevelIff)
	}
	w.symbol("⦊")
}

// apply writes an application. Functions that are no names get parentheses:
// (rev s) 1 could be read without them, but not well.
func (w *printer) apply(e *Apply) {
	if _, ok := e.Fn.(*Apply); ok {
		w.expr(e.Fn, LevelApply)
	} else {
		w.expr(e.Fn, LevelAtom)
	}
	w.WriteByte(' ')
	w.argument(e.Arg)
}

// argument writes a term that stands behind another with nothing between. It
// gets parentheses where it would be read as something else: f <1> is
// less-than, and f [x : ℤ] generic.
func (w *printer) argument(e Expr) {
	least := LevelAtom
	switch leftmost(e).(type) {
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
func leftmost(e Expr) Expr {
	for {
		x := e
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
		if x == e || levelOf(x) < LevelAtom {
			return e
		}
		e = x
	}
}

func (w *printer) op(e *Op) {
	switch {
	case e.Op == EmptySet && len(e.Args) == 0:
		w.symbol("∅")
		return
	case e.Op == BagExt:
		w.list("⟦", e.Args, "⟧")
		return
	}
	if e.Op == Image && len(e.Args) == 2 {
		w.expr(e.Args[0], LevelAtom)
		w.symbol("⦇")
		if w.notation == ASCII {
			w.WriteByte(' ')
		}
		w.expr(e.Args[1], LevelBinder)
		if w.notation == ASCII {
			w.WriteByte(' ')
		}
		w.symbol("⦈")
		return
	}
	f, ok := FormOf(e.Op)
	if !ok || !arity(f, e) {
		w.symbol(string(e.Op))
		w.list("(", e.Args, ")")
		return
	}
	w.formed(f, e.Args)
}

func (w *printer) formed(f Form, args []Expr) {
	switch f.Fix {
	case FixLeft, FixRight, FixMany, FixRelation:
		for i, a := range args {
			if i > 0 {
				if f.Op == Range {
					w.symbol(f.Symbol)
				} else {
					w.spaced(f.Symbol)
				}
			}
			least := f.Level + 1
			if f.Fix == FixLeft && i == 0 || f.Fix == FixRight && i > 0 {
				least = f.Level
			}
			w.expr(a, least)
		}
	case FixPrefix:
		w.symbol(f.Symbol)
		if f.Op != Card && f.Op != Negate {
			w.WriteByte(' ')
		}
		w.expr(args[0], f.Level)
	case FixFunction:
		w.symbol(f.Symbol)
		w.WriteByte(' ')
		w.expr(args[0], LevelAtom)
		for _, a := range args[1:] {
			w.WriteByte(' ')
			w.argument(a)
		}
	case FixPostfix:
		w.expr(args[0], LevelAtom)
		w.symbol(f.Symbol)
	}
}

func (w *printer) logic(e *Logic) {
	if len(e.Args) == 0 {
		w.symbol(strconv.FormatBool(e.Op != Or))
		return
	}
	j := connectives[e.Op]
	if e.Op == Not {
		w.symbol(j.symbol)
		w.WriteByte(' ')
		w.expr(e.Args[0], LevelNot)
		return
	}
	if len(e.Args) == 1 {
		w.bare(e.Args[0])
		return
	}
	for i, a := range e.Args {
		if i > 0 {
			w.spaced(j.symbol)
		}
		least := j.level + 1
		if e.Op == Iff && i == 0 || e.Op == Implies && i > 0 {
			least = j.level
		}
		w.expr(a, least)
	}
}

// binder writes a quantifier, λ or μ.
func (w *printer) binder(symbol string, t Text, body Expr) {
	w.symbol(symbol)
	w.WriteByte(' ')
	w.text(t, LevelIff)
	if body == nil {
		return
	}
	w.spaced("•")
	w.expr(body, LevelBinder)
}

func (w *printer) comp(e *Comp) {
	switch e.Op {
	case Lambda:
		w.binder("λ", e.Text, e.Body)
		return
	case Mu:
		w.binder("μ", e.Text, e.Body)
		return
	}
	w.WriteByte('{')
	if e.Body == nil {
		w.text(e.Text, LevelBinder)
		if d := e.Text.Decls; e.Text.Pred == nil && (len(d) == 0 || len(d) == 1 && len(d[0].Names) == 0) {
			// {S} is the set that holds S.
			w.spaced("|")
			w.symbol("true")
		}
	} else {
		w.text(e.Text, LevelIff)
		w.spaced("•")
		w.expr(e.Body, LevelBinder)
	}
	w.WriteByte('}')
}

func (w *printer) let(e *Let) {
	w.symbol("let")
	w.WriteByte(' ')
	for i := range min(len(e.Names), len(e.Values)) {
		if i > 0 {
			w.WriteString("; ")
		}
		w.name(e.Names[i])
		w.spaced("==")
		w.expr(e.Values[i], LevelIff)
	}
	w.spaced("•")
	w.expr(e.Body, LevelBinder)
}

// text writes a schema text; its predicate must bind as tightly as least.
func (w *printer) text(t Text, least Level) {
	for i, d := range t.Decls {
		if i > 0 {
			w.WriteString("; ")
		}
		w.decl(d)
	}
	if t.Pred != nil {
		w.spaced("|")
		w.expr(t.Pred, least)
	}
}

func (w *printer) decl(d Decl) {
	for i, n := range d.Names {
		if i > 0 {
			w.WriteString(", ")
		}
		w.name(n.Name)
	}
	if len(d.Names) > 0 {
		w.WriteString(" : ")
	}
	w.expr(d.Type, LevelIff)
}
