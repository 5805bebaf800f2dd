package zed

import (
	"strconv"
	"strings"
)

// Print returns an expression in a notation, on one line and with as few
// parentheses as possible. Package parse reads it back to the same tree, apart
// from spans, types and what only the checker makes: a negative Num comes back
// as a Negate, a Compose as a RelComp, an Occur as a schema's name with its
// renaming, and an empty SetExt as ∅.
func Print(e Expr, n Notation) string {
	w := printer{notation: n}
	w.expr(e, LevelBinder)
	return w.out.flat()
}

// introduction is the operators that what is printed introduces.
type introduction struct {
	templates map[string]UserForm // by name; nil where terms are printed by themselves
	words     map[string]bool     // of the templates, which are no names any more
	schemas   map[string]bool     // the names that are defined to be schemas
	sections  bool                // whether it has sections, as ISO 13568 has
}

// introductionOf returns the operators that paragraphs introduce.
func introductionOf(ps []Paragraph) introduction {
	in := introduction{templates: map[string]UserForm{}, words: map[string]bool{}, schemas: map[string]bool{}}
	for more := true; more; {
		more = false
		for _, p := range ps {
			if d, ok := p.(*Define); ok && !in.schemas[d.Name.Name] && in.isSchema(d.Value) {
				in.schemas[d.Name.Name], more = true, true
			}
		}
	}
	for _, p := range ps {
		if _, ok := p.(*Section); ok {
			in.sections = true
		}
		if t, ok := p.(*Template); ok {
			in.templates[t.Form.Name] = t.Form
			for _, part := range strings.Fields(t.Form.Name) {
				in.words[part] = !isPlace(part)
			}
		}
	}
	return in
}

// printer collects the pieces that are printed.
type printer struct {
	notation Notation
	introduction
	out   flow
	macro bool // the output ends with a LaTeX macro, which a letter would lengthen
	greek bool // the macro is a Greek letter, which takes the letters behind a blank into its name
}

// write adds text that stays on its line.
func (w *printer) write(s string) {
	if s == "" {
		return
	}
	if w.macro && latin(rune(s[0])) {
		s = " " + s
	}
	m := ""
	if w.notation == LaTeX {
		m = lastMacro(s)
	}
	w.macro, w.greek = m != "", isGreek[m]
	if n := len(w.out); n > 0 && w.out[n-1].kind == textPiece {
		w.out[n-1].text += s
		return
	}
	w.out = append(w.out, piece{kind: textPiece, text: s})
}

// gap adds a place where the line may be broken, and where s stands if it is
// not.
func (w *printer) gap(s string) {
	w.out = append(w.out, piece{kind: gapPiece, text: s})
	w.macro, w.greek = w.macro && s == "", w.greek && s == ""
}

// group adds what the function writes as a group of pieces.
func (w *printer) group(style groupStyle, write func()) {
	w.out = append(w.out, piece{kind: openPiece, style: style})
	write()
	w.out = append(w.out, piece{kind: closePiece})
}

// symbol writes a symbol, given in Unicode, in the printer's notation.
func (w *printer) symbol(s string) { w.write(spelled(s, w.notation)) }

// spaced writes a symbol with a blank on both sides.
func (w *printer) spaced(s string) {
	w.write(" ")
	w.symbol(s)
	w.write(" ")
}

// leading writes a symbol that the line may be broken before.
func (w *printer) leading(s string) {
	w.gap(" ")
	w.symbol(s)
	w.write(" ")
}

// trailing writes a symbol that the line may be broken behind.
func (w *printer) trailing(s string) {
	w.write(" ")
	w.symbol(s)
	w.gap(" ")
}

// comma separates the parts of a list.
func (w *printer) comma(i int) {
	if i > 0 {
		w.write(",")
		w.gap(" ")
	}
}

// semicolon separates declarations and equations.
func (w *printer) semicolon(i int) {
	if i > 0 {
		w.write(";")
		w.gap(" ")
	}
}

// expr writes e, in parentheses where it binds less tightly than least.
func (w *printer) expr(e Expr, least Level) {
	if e == nil {
		w.symbol("true")
		return
	}
	if w.levelOf(e) < least {
		w.write("(")
		w.bare(e)
		w.write(")")
		return
	}
	w.bare(e)
}

func (w *printer) bare(e Expr) {
	if u, ok := w.useOf(e); ok {
		w.use(u)
		return
	}
	switch e := e.(type) {
	case *Ref:
		w.value(e.Name)
		if len(e.Args) > 0 {
			w.list("[", e.Args, "]")
		}
	case *Num:
		w.write(e.Value.String())
	case *Str:
		w.str(e.Value)
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
		w.conditional(e)
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
		w.write(".")
		w.name(e.Name)
	case *TupleSelect:
		w.expr(e.X, LevelAtom)
		w.write("." + strconv.Itoa(e.Index))
	default:
		w.schema(e)
	}
}

// str writes a string literal. In LaTeX it holds no characters that would end
// its environment or begin a comment.
func (w *printer) str(s string) {
	quoted := strconv.Quote(s)
	switch {
	case w.notation != LaTeX:
	case strings.ContainsAny(quoted, `%{}\`):
		quoted = strings.NewReplacer("%", `\x25`, "{", `\x7b`, "}", `\x7d`, "_", `\x5f`).Replace(quoted)
	default:
		quoted = strings.ReplaceAll(quoted, "_", `\_`)
	}
	w.write(quoted)
}

// list writes terms between brackets, given in Unicode.
func (w *printer) list(open string, es []Expr, end string) {
	w.group(fillGroup, func() {
		w.open(open)
		w.elements(es)
		w.close(end)
	})
}

func (w *printer) elements(es []Expr) {
	for i, e := range es {
		w.comma(i)
		w.expr(e, LevelIff)
	}
}

// open writes a bracket. Those that are words stand apart from what they hold.
func (w *printer) open(bracket string) {
	s := spelled(bracket, w.notation)
	w.write(s)
	if latin(rune(s[len(s)-1])) {
		w.write(" ")
	}
}

func (w *printer) close(bracket string) {
	s := spelled(bracket, w.notation)
	if (latin(rune(s[0])) || lastMacro(s) != "") && !w.out.blank() {
		w.write(" ")
	}
	w.write(s)
}

func (w *printer) set(e *SetExt) {
	if len(e.Elems) == 0 {
		w.symbol("∅")
		return
	}
	w.group(fillGroup, func() {
		w.symbol("{")
		for i, x := range e.Elems {
			w.comma(i)
			if t, ok := x.(*TupleExt); ok && len(t.Elems) == 2 {
				w.expr(t.Elems[0], LevelMaplet+1)
				w.spaced(SymbolMaplet)
				w.expr(t.Elems[1], LevelMaplet+1)
				continue
			}
			w.expr(x, LevelIff)
		}
		w.symbol("}")
	})
}

// seq writes a sequence. What may hold a relation outside brackets gets
// parentheses, since > would end the sequence in ASCII.
func (w *printer) seq(e *SeqExt) {
	w.group(fillGroup, func() {
		w.open("⟨")
		for i, x := range e.Elems {
			w.comma(i)
			w.expr(x, LevelArrow)
		}
		w.close("⟩")
	})
}

func (w *printer) binding(e *Binding) {
	w.group(fillGroup, func() {
		w.open("⦉")
		for i := range min(len(e.Names), len(e.Values)) {
			w.comma(i)
			w.equation(e.Names[i], e.Values[i])
		}
		w.close("⦊")
	})
}

// equation writes what a binding or a let holds.
func (w *printer) equation(name string, value Expr) {
	w.name(name)
	w.spaced("==")
	w.expr(value, LevelIff)
}

func (w *printer) conditional(e *If) {
	w.group(blockGroup, func() {
		w.symbol("if")
		w.write(" ")
		w.expr(e.Cond, LevelBinder)
		w.leading("then")
		w.expr(e.Then, LevelBinder)
		w.leading("else")
		w.expr(e.Else, w.levelOf(e))
	})
}

// binder writes a quantifier, λ or μ.
func (w *printer) binder(symbol string, t Text, body Expr) {
	w.group(blockGroup, func() {
		w.symbol(symbol)
		w.write(" ")
		w.text(t, LevelIff)
		if body == nil {
			return
		}
		w.trailing("•")
		w.expr(body, LevelBinder)
	})
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
	w.group(blockGroup, func() {
		w.symbol("{")
		if e.Body == nil {
			w.text(e.Text, LevelBinder)
			if d := e.Text.Decls; e.Text.Pred == nil && (len(d) == 0 || len(d) == 1 && len(d[0].Names) == 0) {
				// {S} is the set that holds S.
				w.spaced("|")
				w.symbol("true")
			}
		} else {
			w.text(e.Text, LevelIff)
			w.trailing("•")
			w.expr(e.Body, LevelBinder)
		}
		w.symbol("}")
	})
}

func (w *printer) let(e *Let) {
	if e.Replaces {
		w.expr(e.Body, LevelAtom)
		w.write("[")
		for i := range min(len(e.Names), len(e.Values)) {
			w.comma(i)
			w.name(e.Names[i])
			w.write(" := ")
			w.expr(e.Values[i], LevelIff)
		}
		w.write("]")
		return
	}
	w.group(blockGroup, func() {
		w.symbol("let")
		w.write(" ")
		for i := range min(len(e.Names), len(e.Values)) {
			w.semicolon(i)
			w.equation(e.Names[i], e.Values[i])
		}
		w.trailing("•")
		w.expr(e.Body, LevelBinder)
	})
}

// text writes a schema text; its predicate must bind as tightly as least.
func (w *printer) text(t Text, least Level) {
	w.group(innerGroup, func() {
		for i, d := range t.Decls {
			w.semicolon(i)
			w.decl(d)
		}
		if t.Pred != nil {
			w.trailing("|")
			w.expr(t.Pred, least)
		}
	})
}

func (w *printer) decl(d Decl) {
	w.group(fillGroup, func() {
		for i, n := range d.Names {
			w.comma(i)
			w.declared(n.Name)
		}
		if len(d.Names) > 0 {
			w.write(" :")
			w.gap(" ")
		}
		w.expr(d.Type, LevelIff)
	})
}
