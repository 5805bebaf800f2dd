package zed

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PrintText returns paragraphs in a notation, with an empty line between them, in lines
// of at most pageWidth columns where that is possible. Package parse reads the text
// back to the same paragraphs. Paragraphs that were not read are left out.
func PrintText(ps []Paragraph, n Notation) string {
	in := introductionOf(ps)
	var b strings.Builder
	for _, p := range ps {
		if _, unread := p.(*Unread); unread {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		d := page{notation: n, introduction: in}
		d.paragraph(p)
		b.WriteString(d.String())
	}
	return b.String()
}

// page collects the lines of a paragraph.
type page struct {
	strings.Builder
	notation Notation
	introduction
}

// flow returns the pieces that a function writes.
func (d *page) flow(write func(*printer)) flow {
	w := newPrinter(d.notation, d.introduction)
	write(w)
	return w.out.flow
}

func (d *page) paragraph(p Paragraph) {
	switch p := p.(type) {
	case *Define:
		if s, ok := p.Value.(*Schema); ok && p.Box {
			d.schemaBox(p, s.Text)
			return
		}
	case *Axiom:
		d.axiom(p)
		return
	case *Input:
		d.input(p)
		return
	case *Conjecture:
		d.conjecture(p)
		return
	case *Template:
		if d.notation == LaTeX {
			d.WriteString(directives(p.Form.Name))
		}
	}
	kind := "zed"
	if _, ok := p.(*Section); ok {
		kind = "zsection"
	}
	d.writeOpening(kind, "", nil)
	d.lines(d.margin(), d.flow(func(w *printer) { w.paragraphs.paragraph(p) }), false)
	d.end(kind, "")
}

// paragraphWriter writes the parts of paragraphs that are not terms.
type paragraphWriter struct {
	out   *output
	in    *introduction
	names *nameWriter
	terms *termWriter
}

// paragraph writes a paragraph without a box.
func (ps *paragraphWriter) paragraph(p Paragraph) {
	switch p := p.(type) {
	case *Given:
		ps.out.write("[")
		ps.names.idents(p.Names)
		ps.out.write("]")
	case *Free:
		ps.writeFree(p)
	case *Define:
		ps.define(p)
	case *Template:
		ps.form(p.Form)
	case *Section:
		ps.section(p)
	}
}

func (ps *paragraphWriter) writeFree(p *Free) {
	ps.out.group(fillGroup, func() {
		ps.names.declare(p.Name.Name)
		ps.out.write(" ::= ")
		for i, b := range p.Branches {
			if i > 0 {
				ps.out.writeLeading("|")
			}
			ps.names.declare(b.Name.Name)
			if b.Arg != nil {
				ps.out.writeOpening("⟪")
				ps.terms.expr(b.Arg, LevelArrow)
				ps.out.close("⟫")
			}
		}
	})
}

func (ps *paragraphWriter) define(p *Define) {
	ps.out.group(blockGroup, func() {
		ps.definition(p)
		if ps.in.isSchema(p.Value) {
			ps.out.writeTrailing("≙")
		} else {
			ps.out.writeTrailing("==")
		}
		ps.terms.expr(p.Value, LevelBinder)
	})
}

// definition writes the left side of a definition. The parameters of a generic operator
// are written as its operands.
func (ps *paragraphWriter) definition(p *Define) {
	parts := strings.Fields(p.Name.Name)
	switch {
	case len(parts) < 2:
		ps.names.declare(p.Name.Name)
		ps.names.params(p.Params)
		return
	case len(places(parts)) != len(p.Params) || slices.Contains(parts, ",,") || !ps.in.isIntroduced(p.Name.Name):
		ps.names.template(p.Name.Name)
		ps.names.params(p.Params)
		return
	}
	next := 0
	for i, part := range parts {
		if i > 0 {
			ps.out.write(ps.out.blankWithin())
		}
		if isPlace(part) {
			ps.names.name(p.Params[next].Name)
			next++
		} else {
			ps.names.operatorWord(part)
		}
	}
}

func (ps *paragraphWriter) section(p *Section) {
	ps.out.keyword("section", `\SECTION`)
	ps.out.write(" ")
	ps.names.path(p.Name.Name)
	if len(p.Parents) == 0 {
		return
	}
	ps.out.group(fillGroup, func() {
		ps.out.write(" ")
		ps.out.keyword("parents", `\parents`)
		ps.out.write(" ")
		for i, id := range p.Parents {
			ps.out.comma(i)
			ps.names.path(id.Name)
		}
	})
}

func (d *page) input(p *Input) {
	d.WriteString(`\input{` + p.File + "}\n")
}

// conjecture writes a conjecture. One with a name is a theorem.
func (d *page) conjecture(p *Conjecture) {
	kind := "zed"
	switch {
	case p.Name == "":
		d.writeOpening(kind, "", nil)
	case d.notation == LaTeX:
		kind = "theorem"
		d.WriteString(`\begin{theorem}{` + p.Name + "}\n")
	}
	d.lines(d.margin(), d.flow(func(w *printer) {
		w.paragraphs.title(p.Name)
		w.out.symbol("⊢?")
		w.out.write(" ")
		if len(p.Params) > 0 {
			w.names.params(p.Params)
			w.out.write(" ")
		}
		w.paragraphs.claim(p.Pred, len(p.Params) > 0)
	}), false)
	d.end(kind, "")
}

// title writes the name of a conjecture, if it has one. In LaTeX the name is an
// argument of the environment.
func (ps *paragraphWriter) title(name string) {
	if name == "" || ps.out.notation == LaTeX {
		return
	}
	ps.out.write("theorem ")
	if strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || r == '`' }) {
		ps.out.write(strconv.Quote(name))
	} else {
		ps.names.name(name)
	}
	ps.out.write(" ")
}

// claim writes the predicate of a conjecture. It is put in parentheses where its first
// bracket would be read as that of parameters, or as less-than after them.
func (ps *paragraphWriter) claim(pred Expr, params bool) {
	inner := newPrinter(ps.out.notation, *ps.in)
	inner.terms.expr(pred, LevelBinder)
	text := inner.out.flow.formatFlat()
	apart := !params && strings.HasPrefix(text, "[") || params && strings.HasPrefix(text, "<")
	if apart {
		ps.out.write("(")
	}
	ps.out.flow = append(ps.out.flow, inner.out.flow...)
	if apart {
		ps.out.write(")")
	}
}

func (d *page) schemaBox(p *Define, t Text) {
	name := newPrinter(d.notation, d.introduction)
	name.names.declare(p.Name.Name)
	d.writeOpening("schema", name.out.flow.formatFlat(), p.Params)
	d.box("schema", t)
}

func (d *page) axiom(p *Axiom) {
	if len(p.Params) > 0 {
		d.writeOpening("gendef", "", p.Params)
		d.box("gendef", p.Text)
		return
	}
	if d.notation == LaTeX && len(p.Text.Decls) == 0 && p.Text.Pred != nil && !d.sections {
		// Spivey's notation has no box without a declaration.
		d.writeOpening("zed", "", nil)
		d.lines(d.margin(), d.flow(func(w *printer) {
			w.paragraphs.line(false, func(w *printer) { w.terms.expr(p.Text.Pred, LevelBinder) })
		}), false)
		d.end("zed", "")
		return
	}
	d.writeOpening("axdef", "", nil)
	if d.notation == Unicode && len(p.Text.Decls) == 0 {
		// An axiomatic box has no line above it.
		d.WriteString("│\n")
	}
	d.box("axdef", p.Text)
}

// writeOpening writes the first line of a paragraph, if it has one. `kind` is the name of the
// LaTeX environment.
func (d *page) writeOpening(kind, name string, params []Ident) {
	w := newPrinter(d.notation, d.introduction)
	switch d.notation {
	case LaTeX:
		w.out.write(`\begin{` + kind + `}`)
		if name != "" {
			w.out.write("{" + name + "}")
		}
		w.names.params(params)
	case ASCII:
		w.out.write(map[string]string{"schema": "schema ", "axdef": "axiom", "gendef": "axiom "}[kind] + name)
		w.names.params(params)
	default:
		w.out.write(map[string]string{"schema": "┌─ ", "gendef": "╒═ "}[kind] + name)
		w.names.params(params)
	}
	line := w.out.flow.formatFlat()
	switch {
	case line == "":
		return
	case d.notation == Unicode:
		line = drawRule(line+" ", map[string]string{"schema": "─", "gendef": "═"}[kind])
	}
	d.WriteString(line + "\n")
}

// drawRule extends a line of a box to ruleWidth.
func drawRule(line, stroke string) string {
	return line + strings.Repeat(stroke, max(0, ruleWidth-utf8.RuneCountInString(line)))
}

// ruleWidth is how wide the lines of boxes are drawn.
const ruleWidth = 30

// end writes the last line of a paragraph, if it has one.
func (d *page) end(kind, line string) {
	if d.notation == LaTeX {
		line = `\end{` + kind + `}`
	}
	if line != "" {
		d.WriteString(line + "\n")
	}
}

// margin returns what lines outside boxes begin with.
func (d *page) margin() string {
	if d.notation == LaTeX {
		return "  "
	}
	return ""
}

// box writes the lines of a box after its first line, and the line that closes it: one
// declaration or conjunct per line.
func (d *page) box(kind string, t Text) {
	margin, middle, end := "│ ", drawRule("├", "─"), drawRule("└", "─")
	switch d.notation {
	case ASCII:
		margin, middle, end = "  ", "where", "end"
	case LaTeX:
		margin, middle = "  ", `\where`
	}
	for i, decl := range t.Decls {
		more := i < len(t.Decls)-1
		d.lines(margin, d.flow(func(w *printer) {
			w.paragraphs.line(len(decl.Names) > 0, func(w *printer) { w.terms.decl(decl) })
			if more && startsInfix(t.Decls[i+1]) {
				w.out.write(";")
			}
		}), more)
	}
	if t.Pred != nil {
		d.WriteString(middle + "\n")
		d.conjuncts(margin, t.Pred)
	}
	d.end(kind, end)
}

// conjuncts writes the predicate of a box.
func (d *page) conjuncts(margin string, pred Expr) {
	conjuncts := []Expr{pred}
	least := LevelBinder
	if l, ok := pred.(*Logic); ok && l.Op == And && len(l.Args) > 1 {
		conjuncts, least = l.Args, LevelAnd+1
	}
	for i, c := range conjuncts {
		at := least
		if _, ok := c.(*Quant); ok {
			at = LevelBinder
		}
		pieces := d.flow(func(w *printer) { w.paragraphs.line(false, func(w *printer) { w.terms.expr(c, at) }) })
		d.lines(margin, pieces, i < len(conjuncts)-1)
	}
}

// lines writes a flow after a margin; `more` says that further lines follow in the box.
func (d *page) lines(margin string, f flow, more bool) {
	width := pageWidth - len([]rune(margin))
	if d.notation == LaTeX {
		width -= len(`\t1  \\`)
	}
	lines := f.lines(width, indentation)
	for i, l := range lines {
		d.WriteString(margin + strings.Repeat(" ", indentation*l.depth))
		if d.notation == LaTeX && l.depth > 0 {
			d.WriteString(`\t` + strconv.Itoa(min(l.depth, maxTab)) + " ")
		}
		d.WriteString(l.text)
		if d.notation == LaTeX && (more || i < len(lines)-1) {
			d.WriteString(` \\`)
		}
		d.WriteByte('\n')
	}
}

const (
	indentation = 2 // characters for each step
	maxTab      = 9 // the deepest indentation for which LaTeX styles have a macro, \t9
)

// startsInfix tells whether a declaration begins with a symbol that may also be an
// infix operator.
func startsInfix(d Decl) bool { return len(d.Names) > 0 && strings.HasPrefix(d.Names[0].Name, "- ") }

// line writes one line of a box. A term that begins with a symbol which may also be an
// infix operator would be read as a continuation of the line above; it is put in
// parentheses, unless names are declared.
func (ps *paragraphWriter) line(declares bool, write func(*printer)) {
	inner := newPrinter(ps.out.notation, *ps.in)
	write(inner)
	text := inner.out.flow.formatFlat()
	infix := !declares && (strings.HasPrefix(text, "-") || strings.HasPrefix(text, "<"))
	if infix {
		ps.out.write("(")
	}
	ps.out.flow = append(ps.out.flow, inner.out.flow...)
	if infix {
		ps.out.write(")")
	}
}

// form writes the paragraph that introduces an operator.
func (ps *paragraphWriter) form(f UserForm) {
	parts := strings.Fields(f.Name)
	switch f.Category {
	case RelationTemplate:
		ps.out.keyword("relation", `\relation`)
	case GenericTemplate:
		ps.out.keyword("generic", `\generic`)
	default:
		ps.out.keyword("function", `\function`)
	}
	if isPlace(parts[0]) && isPlace(parts[len(parts)-1]) && f.Category != RelationTemplate {
		ps.out.write(" " + strconv.Itoa(f.Level.precedence()) + " ")
		if f.Right {
			ps.out.keyword("rightassoc", `\rightassoc`)
		} else {
			ps.out.keyword("leftassoc", `\leftassoc`)
		}
	}
	ps.out.write(" ")
	ps.names.template(f.Name)
}
