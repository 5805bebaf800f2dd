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
	w := newPrinter(n, introduction{})
	w.terms.expr(e, LevelBinder)
	return w.out.flow.formatFlat()
}

// introduction has the operators that the printed text introduces.
type introduction struct {
	templates map[string]UserForm // by name; nil where terms are printed without the paragraphs around them
	words     map[string]bool     // the words of the templates, which cannot be names as well
	schemas   map[string]bool     // the names that are defined as schemas
	sections  bool                // whether the text has sections, as ISO 13568 describes them
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

// printer prints in one notation. It consists of parts, each of which calls only
// earlier ones. The parts for operators and schemas, whose operands may be any terms,
// call the part for terms through operands.
type printer struct {
	out        output
	in         introduction
	levels     precedence
	names      nameWriter
	ops        operatorWriter
	schemas    schemaWriter
	terms      termWriter
	paragraphs paragraphWriter
}

// operands writes terms that are parts of other terms.
type operands interface {
	// expr writes a term, in parentheses where it binds less tightly than least.
	expr(e Expr, least Level)
	// writeBare writes a term without parentheses.
	writeBare(e Expr)
	elements(es []Expr)
	// list writes terms between brackets.
	list(open string, es []Expr, end string)
	text(t Text, least Level)
}

// newPrinter returns a printer with its parts.
func newPrinter(n Notation, in introduction) *printer {
	w := &printer{out: output{notation: n}, in: in}
	w.levels = precedence{notation: n, in: &w.in}
	w.names = nameWriter{out: &w.out, in: &w.in}
	w.ops = operatorWriter{out: &w.out, in: &w.in, levels: &w.levels, names: &w.names, up: &w.terms}
	w.schemas = schemaWriter{out: &w.out, names: &w.names, ops: &w.ops, up: &w.terms}
	w.terms = termWriter{out: &w.out, levels: &w.levels, names: &w.names, ops: &w.ops, schemas: &w.schemas}
	w.paragraphs = paragraphWriter{out: &w.out, in: &w.in, names: &w.names, terms: &w.terms}
	return w
}

// termWriter writes terms, by their kinds.
type termWriter struct {
	out     *output
	levels  *precedence
	names   *nameWriter
	ops     *operatorWriter
	schemas *schemaWriter
}

// expr writes e, in parentheses where it binds less tightly than least.
func (ts *termWriter) expr(e Expr, least Level) {
	if e == nil {
		ts.out.symbol("true")
		return
	}
	if ts.levels.levelOf(e) < least {
		ts.out.write("(")
		ts.writeBare(e)
		ts.out.write(")")
		return
	}
	ts.writeBare(e)
}

func (ts *termWriter) writeBare(e Expr) {
	if u, ok := ts.levels.useOf(e); ok {
		ts.ops.use(u)
		return
	}
	switch e := e.(type) {
	case *Ref:
		if isTruthValue(e) {
			ts.out.symbol(e.Name)
			return
		}
		ts.names.value(e.Name)
		if len(e.Args) > 0 {
			ts.list("[", e.Args, "]")
		}
	case *Num:
		ts.out.write(e.Value.String())
	case *Str:
		ts.out.str(e.Value)
	case *OpRef:
		ts.ops.reference(e.Op)
	case *Truth:
		ts.out.symbol(strconv.FormatBool(e.Value))
	case *Op:
		ts.ops.op(e)
	case *Logic:
		ts.ops.logic(e)
	case *Quant:
		ts.binder(quantifiers[e.Q], e.Text, e.Body)
	case *Comp:
		ts.comp(e)
	case *Let:
		ts.let(e)
	case *If:
		ts.writeConditional(e)
	case *SetExt:
		ts.set(e)
	case *SeqExt:
		ts.seq(e)
	case *TupleExt:
		ts.list("(", e.Elems, ")")
	case *Binding:
		ts.binding(e)
	case *Apply:
		ts.ops.apply(e)
	case *Select:
		ts.expr(e.X, LevelAtom)
		ts.out.write(".")
		ts.names.name(e.Name)
	case *TupleSelect:
		ts.expr(e.X, LevelAtom)
		ts.out.write("." + strconv.Itoa(e.Index))
	default:
		ts.schemas.schema(e)
	}
}

// list writes terms between brackets, given in Unicode.
func (ts *termWriter) list(open string, es []Expr, end string) {
	ts.out.group(fillGroup, func() {
		ts.out.writeOpening(open)
		ts.elements(es)
		ts.out.close(end)
	})
}

func (ts *termWriter) elements(es []Expr) {
	for i, e := range es {
		ts.out.comma(i)
		ts.expr(e, LevelIff)
	}
}

func (ts *termWriter) set(e *SetExt) {
	if len(e.Elems) == 0 {
		ts.out.symbol("∅")
		return
	}
	ts.out.group(fillGroup, func() {
		ts.out.symbol("{")
		for i, x := range e.Elems {
			ts.out.comma(i)
			if t, ok := x.(*TupleExt); ok && len(t.Elems) == 2 {
				ts.expr(t.Elems[0], LevelMaplet+1)
				ts.out.writeSpaced(SymbolMaplet)
				ts.expr(t.Elems[1], LevelMaplet+1)
				continue
			}
			ts.expr(x, LevelIff)
		}
		ts.out.symbol("}")
	})
}

// seq writes a sequence. An item that may contain a relation outside brackets is put in
// parentheses, since > would end the sequence in ASCII.
func (ts *termWriter) seq(e *SeqExt) {
	ts.out.group(fillGroup, func() {
		ts.out.writeOpening("⟨")
		for i, x := range e.Elems {
			ts.out.comma(i)
			ts.expr(x, LevelArrow)
		}
		ts.out.close("⟩")
	})
}

func (ts *termWriter) binding(e *Binding) {
	ts.out.group(fillGroup, func() {
		ts.out.writeOpening("⦉")
		for i := range min(len(e.Names), len(e.Values)) {
			ts.out.comma(i)
			ts.equation(e.Names[i], e.Values[i])
		}
		ts.out.close("⦊")
	})
}

// equation writes an equation in a binding or a let.
func (ts *termWriter) equation(name string, value Expr) {
	ts.names.name(name)
	ts.out.writeSpaced("==")
	ts.expr(value, LevelIff)
}

func (ts *termWriter) writeConditional(e *If) {
	ts.out.group(blockGroup, func() {
		ts.out.symbol("if")
		ts.out.write(" ")
		ts.expr(e.Cond, LevelBinder)
		ts.out.writeLeading("then")
		ts.expr(e.Then, LevelBinder)
		ts.out.writeLeading("else")
		ts.expr(e.Else, ts.levels.levelOf(e))
	})
}

// binder writes a quantifier, λ or μ.
func (ts *termWriter) binder(symbol string, t Text, body Expr) {
	ts.out.group(blockGroup, func() {
		ts.out.symbol(symbol)
		ts.out.write(" ")
		ts.text(t, LevelIff)
		if body == nil {
			return
		}
		ts.out.writeTrailing("•")
		ts.expr(body, LevelBinder)
	})
}

func (ts *termWriter) comp(e *Comp) {
	switch e.Op {
	case Lambda:
		ts.binder("λ", e.Text, e.Body)
		return
	case Mu:
		ts.binder("μ", e.Text, e.Body)
		return
	}
	ts.out.group(blockGroup, func() {
		ts.out.symbol("{")
		if e.Body == nil {
			ts.text(e.Text, LevelBinder)
			if d := e.Text.Decls; e.Text.Pred == nil && (len(d) == 0 || len(d) == 1 && len(d[0].Names) == 0) {
				// {S} is the set that holds S.
				ts.out.writeSpaced("|")
				ts.out.symbol("true")
			}
		} else {
			ts.text(e.Text, LevelIff)
			ts.out.writeTrailing("•")
			ts.expr(e.Body, LevelBinder)
		}
		ts.out.symbol("}")
	})
}

func (ts *termWriter) let(e *Let) {
	if e.Replaces {
		ts.expr(e.Body, LevelAtom)
		ts.out.write("[")
		for i := range min(len(e.Names), len(e.Values)) {
			ts.out.comma(i)
			ts.names.name(e.Names[i])
			ts.out.write(" := ")
			ts.expr(e.Values[i], LevelIff)
		}
		ts.out.write("]")
		return
	}
	ts.out.group(blockGroup, func() {
		ts.out.symbol("let")
		ts.out.write(" ")
		for i := range min(len(e.Names), len(e.Values)) {
			ts.out.semicolon(i)
			ts.equation(e.Names[i], e.Values[i])
		}
		ts.out.writeTrailing("•")
		ts.expr(e.Body, LevelBinder)
	})
}

// text writes a schema text, whose predicate must bind at least as tightly as `least`.
func (ts *termWriter) text(t Text, least Level) {
	ts.out.group(innerGroup, func() {
		for i, d := range t.Decls {
			ts.out.semicolon(i)
			ts.decl(d)
		}
		if t.Pred != nil {
			ts.out.writeTrailing("|")
			ts.expr(t.Pred, least)
		}
	})
}

func (ts *termWriter) decl(d Decl) {
	ts.out.group(fillGroup, func() {
		for i, n := range d.Names {
			ts.out.comma(i)
			ts.names.declare(n.Name)
		}
		if len(d.Names) > 0 {
			ts.out.write(" :")
			ts.out.gap(" ")
		}
		ts.expr(d.Type, LevelIff)
	})
}

// isIntroduced tells whether a reader will know an operator: its template is in the
// printed text, or it belongs to the toolkit. Where terms are printed without
// paragraphs, for people, every operator counts as introduced.
func (in introduction) isIntroduced(name string) bool {
	_, known := in.templates[name]
	for _, part := range strings.Fields(name) {
		_, symbol := latexBySymbol[BaseName(part)]
		known = known || symbol
	}
	return known || in.templates == nil
}
