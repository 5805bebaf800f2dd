package zed

import "strings"

// PrintText returns paragraphs in a notation, with an empty line between
// them. Package parse reads it back to the same paragraphs.
func PrintText(ps []Paragraph, n Notation) string {
	var b strings.Builder
	for i, p := range ps {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(PrintParagraph(p, n))
	}
	return b.String()
}

// PrintParagraph returns a paragraph in a notation, each line of it ended.
func PrintParagraph(p Paragraph, n Notation) string {
	w := printer{notation: n}
	switch p := p.(type) {
	case *Given:
		w.WriteByte('[')
		w.idents(p.Names)
		w.WriteByte(']')
	case *Free:
		w.free(p)
	case *Define:
		w.define(p)
	case *Axiom:
		w.axiom(p)
	case *Conjecture:
		w.symbol("⊢?")
		w.WriteByte(' ')
		w.expr(p.Pred, LevelBinder)
	}
	w.WriteByte('\n')
	return w.String()
}

func (w *printer) idents(ids []Ident) {
	for i, id := range ids {
		if i > 0 {
			w.WriteString(", ")
		}
		w.name(id.Name)
	}
}

func (w *printer) params(ids []Ident) {
	if len(ids) > 0 {
		w.WriteByte('[')
		w.idents(ids)
		w.WriteByte(']')
	}
}

func (w *printer) free(p *Free) {
	w.name(p.Name.Name)
	w.WriteString(" ::= ")
	for i, b := range p.Branches {
		if i > 0 {
			w.WriteString(" | ")
		}
		w.name(b.Name.Name)
		if b.Arg != nil {
			w.symbol("⟪")
			w.expr(b.Arg, LevelArrow)
			w.symbol("⟫")
		}
	}
}

func (w *printer) define(p *Define) {
	if s, ok := p.Value.(*Schema); ok && p.Box {
		if w.notation == ASCII {
			w.WriteString("schema ")
		} else {
			w.WriteString("┌─ ")
		}
		w.name(p.Name.Name)
		w.params(p.Params)
		w.WriteByte('\n')
		w.box(s.Text)
		return
	}
	w.name(p.Name.Name)
	w.params(p.Params)
	switch p.Value.(type) {
	case *Schema, *Logic, *Pre, *Hide, *Combine, *Decorate, *Rename, *Quant:
		w.spaced("≙")
	default:
		w.spaced("==")
	}
	w.expr(p.Value, LevelBinder)
}

func (w *printer) axiom(p *Axiom) {
	switch {
	case w.notation == ASCII:
		w.WriteString("axiom")
		if len(p.Params) > 0 {
			w.WriteByte(' ')
		}
		w.params(p.Params)
		w.WriteByte('\n')
	case len(p.Params) > 0:
		w.WriteString("╒═")
		w.params(p.Params)
		w.WriteByte('\n')
	default:
		// An axiomatic box has no line above it.
		if len(p.Text.Decls) == 0 {
			w.WriteString("│\n")
		}
	}
	w.box(p.Text)
}

// box writes the lines of a box below its head, and the line that closes it:
// one declaration a line, one conjunct a line.
func (w *printer) box(t Text) {
	margin, middle, end := "│ ", "├─\n", "└─"
	if w.notation == ASCII {
		margin, middle, end = "  ", "where\n", "end"
	}
	for _, d := range t.Decls {
		w.line(margin, func(w *printer) { w.decl(d) })
	}
	if t.Pred != nil {
		w.WriteString(middle)
		conjuncts := []Expr{t.Pred}
		least := LevelBinder
		if l, ok := t.Pred.(*Logic); ok && l.Op == And && len(l.Args) > 1 {
			conjuncts, least = l.Args, LevelAnd+1
		}
		for _, c := range conjuncts {
			w.line(margin, func(w *printer) {
				if _, ok := c.(*Quant); ok {
					w.expr(c, LevelBinder)
				} else {
					w.expr(c, least)
				}
			})
		}
	}
	w.WriteString(end)
}

// line writes one line of a box. What begins with a symbol that may also
// stand between two operands would be read as going on with the line above:
// it gets parentheses.
func (w *printer) line(margin string, write func(*printer)) {
	inner := printer{notation: w.notation}
	write(&inner)
	s := inner.String()
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "<") {
		s = "(" + s + ")"
	}
	w.WriteString(margin + s + "\n")
}
