package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// cursor is a place in a file at which a person points.
type cursor struct {
	in   map[*source.File]bool // whether files that were asked about are the one
	path string
	dir  string // the folder of the project
	at   source.Pos
}

// cursorAt returns the place at an offset of a document.
func (p *project) cursorAt(path, text string, offset int) *cursor {
	return &cursor{in: map[*source.File]bool{}, path: path, dir: p.dir, at: source.NewFile(path, text).Pos(offset)}
}

// isIn tells whether the cursor is in a span, or just behind it.
func (c *cursor) isIn(s source.Span) bool {
	if !s.IsValid() {
		return false
	}
	file := s.Text.File
	in, known := c.in[file]
	if !known {
		in = config.PathOf(s.Pos(), c.dir) == filepath.Clean(c.path)
		c.in[file] = in
	}
	return in && !isBefore(c.at, s.Pos()) && !isBefore(s.EndPos(), c.at)
}

// isBefore tells whether a place is before another one of the same file.
func isBefore(a, b source.Pos) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
}

// isWithin tells whether a span is a part of another one that has the cursor too.
func isWithin(a, b source.Span) bool {
	return !isBefore(a.Pos(), b.Pos()) && !isBefore(b.EndPos(), a.EndPos())
}

// textsOf returns the declarations that a term makes.
func textsOf(e zed.Expr) []zed.Decl {
	switch e := e.(type) {
	case *zed.Quant:
		return e.Text.Decls
	case *zed.Comp:
		return e.Text.Decls
	case *zed.Schema:
		return e.Text.Decls
	}
	return nil
}

// typed is what is at a place: a term, or a name where it is declared with the set that it ranges over.
type typed struct {
	text string
	of   zed.Type
	span source.Span
	term zed.Expr  // nil where a name is declared
	decl *zed.Decl // nil otherwise
}

// findTyped returns the smallest of what has a type at a cursor; nil where there is nothing.
func (p *project) findTyped(c *cursor) *typed {
	if p.typed == nil {
		return nil
	}
	var best *typed
	take := func(t typed) {
		if t.of != nil && c.isIn(t.span) && (best == nil || isWithin(t.span, best.span)) {
			best = &t
		}
	}
	zed.EachPart(p.typed.Terms(), func(e zed.Expr) bool {
		if span := e.At(); c.isIn(span) {
			take(typed{text: strings.Join(strings.Fields(span.String()), " "), of: e.Typ(), span: span, term: e})
		}
		for _, d := range textsOf(e) {
			for _, n := range d.Names {
				if set, ok := typeOf(d.Type).(zed.PowerType); ok {
					take(typed{text: n.Name, of: set.Elem, span: n.Span, decl: &d})
				}
			}
		}
		return true
	})
	return best
}

func typeOf(e zed.Expr) zed.Type {
	if e == nil {
		return nil
	}
	return e.Typ()
}

// isLocal tells whether what is at a place is a variable that no paragraph introduces for all.
func (t *typed) isLocal() bool {
	if t == nil {
		return false
	}
	ref, ok := t.term.(*zed.Ref)
	return t.decl != nil || ok && ref.Kind == zed.Local
}

// describe says what the type of a term is; "" where that says nothing that is not seen.
func (t *typed) describe() string {
	if t == nil {
		return ""
	}
	if set, ok := t.of.(zed.PowerType); ok {
		if _, schema := set.Elem.(zed.SchemaType); schema {
			return fmt.Sprintf("a schema with %s", set.Elem)
		}
	}
	if t.of == (zed.Type)(zed.BoolType{}) {
		var operands []string
		for _, o := range zed.Children(t.term) {
			if of := o.Typ(); of != nil && of != (zed.Type)(zed.BoolType{}) && o.At().IsValid() {
				text := strings.Join(strings.Fields(o.At().String()), " ")
				operands = append(operands, fmt.Sprintf("%s : %s", source.Cut(text, maxTerm), of))
			}
		}
		if len(operands) > 0 && len(operands) <= maxOperands {
			return "a predicate about " + strings.Join(operands, " and ")
		}
		return "a predicate"
	}
	return fmt.Sprintf("%s : %s", source.Cut(t.text, maxTerm), t.of)
}

// maxOperands and maxTerm bound what is shown of a term: as much as is read at a glance.
const (
	maxOperands = 3
	maxTerm     = 60
)

// findDeclarations returns where a local variable is declared: the nearest declaration before it in its
// paragraph, else those in the schemas that its paragraph refers to, by the name without a prime where
// there is none with it.
func (p *project) findDeclarations(t *typed) []name {
	if t.decl != nil {
		return []name{{t.text, t.span, declSpan(*t.decl)}}
	}
	ref := t.term.(*zed.Ref)
	terms := p.typed.Terms()
	var inside []zed.Expr
	for _, e := range terms {
		zed.EachPart([]zed.Expr{e}, func(part zed.Expr) bool {
			if part == zed.Expr(ref) {
				inside = []zed.Expr{e}
			}
			return inside == nil
		})
		if inside != nil {
			break
		}
	}
	var before *name
	for _, n := range declaredIn(inside, ref.Name) {
		if !isBefore(t.span.Pos(), n.at.Pos()) && (before == nil || isBefore(before.at.Pos(), n.at.Pos())) {
			before = &n
		}
	}
	if before != nil {
		return []name{*before}
	}
	around := p.referredFrom(inside)
	if found := declaredIn(around, ref.Name); len(found) > 0 {
		return found
	}
	return declaredIn(around, strings.TrimRight(ref.Name, "'′"))
}

// declaredIn returns the declarations of a name in terms.
func declaredIn(terms []zed.Expr, of string) []name {
	var out []name
	zed.EachPart(terms, func(e zed.Expr) bool {
		for _, d := range textsOf(e) {
			for _, n := range d.Names {
				found := name{n.Name, n.Span, declSpan(d)}
				if n.Name == of && n.Span.IsValid() && !slices.Contains(out, found) {
					out = append(out, found)
				}
			}
		}
		return true
	})
	return out
}

// declSpan returns the place of a whole declaration.
func declSpan(d zed.Decl) source.Span {
	return d.Names[0].Span.ExtendTo(d.Type.At())
}

// referredFrom returns terms with the bodies of all schemas that they refer to, and these to.
func (p *project) referredFrom(terms []zed.Expr) []zed.Expr {
	known := map[string]bool{}
	out := slices.Clone(terms)
	for i := 0; i < len(out); i++ {
		zed.EachPart(out[i:i+1], func(e zed.Expr) bool {
			if ref, ok := e.(*zed.Ref); ok && !known[ref.Name] {
				known[ref.Name] = true
				if schema, _ := p.typed.Schema(ref.Name); schema != nil {
					out = append(out, schema.Body)
				}
			}
			return true
		})
	}
	return out
}
