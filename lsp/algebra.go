package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/ttf-int/ttf-int/algebra/checks"
	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
)

// maxChecks is how long the axioms of one file are checked.
const maxChecks = 3 * time.Second

// isAlgebraic tells whether a file is an algebraic specification by its name.
func isAlgebraic(path string) bool { return strings.EqualFold(filepath.Ext(path), ".lobas") }

// algebraic is an algebraic specification that an editor has open.
type algebraic struct {
	path, text string
	classes    []*language.Class
	err        error
}

func (s *server) algebraicAt(path string) *algebraic {
	a := &algebraic{path: path, text: s.textOf(path)}
	a.classes, a.err = language.Parse(source.NewFile(path, a.text).Whole())
	return a
}

// diagnose returns what is wrong with the text; where that can be read, what is wrong with its axioms.
func (a *algebraic) diagnose(ctx context.Context) []protocol.Diagnostic {
	out := []protocol.Diagnostic{}
	add := func(errs source.Errors, severity protocol.DiagnosticSeverity) {
		for _, e := range errs {
			out = append(out, protocol.Diagnostic{Range: rangeOf(e.Pos, e.End), Severity: severity, Source: "ttf-int",
				Message: e.Msg})
		}
	}
	var errs source.Errors
	if errors.As(a.err, &errs) {
		add(errs, protocol.DiagnosticSeverityError)
		return out
	}
	ctx, cancel := context.WithTimeout(ctx, maxChecks)
	defer cancel()
	found := checks.Check(a.classes, conditions.New(ctx, embedded.New(solve.Options{})))
	if ctx.Err() != nil {
		return out // what was found may not hold: the solver was not asked to the end
	}
	add(found.Errors, protocol.DiagnosticSeverityError)
	for _, w := range found.Warnings {
		out = append(out, protocol.Diagnostic{Range: spanRange(w.Span), Severity: protocol.DiagnosticSeverityWarning,
			Source: "ttf-int", Message: w.Text})
	}
	return out
}

// symbols returns the classes with their operations.
func (a *algebraic) symbols() []protocol.DocumentSymbol {
	out := []protocol.DocumentSymbol{}
	for _, c := range a.classes {
		class := protocol.DocumentSymbol{Name: c.Name.Text, Kind: protocol.SymbolKindClass,
			Range: spanRange(a.whole(c)), SelectionRange: spanRange(c.Name.Span)}
		for _, o := range c.Operations {
			kind := protocol.SymbolKindMethod
			if o.Kind == language.Constructor {
				kind = protocol.SymbolKindConstructor
			}
			at := spanRange(o.Name.Span)
			class.Children = append(class.Children, protocol.DocumentSymbol{Name: o.Name.Text, Kind: kind,
				Detail: language.FormatSignature(o), Range: at, SelectionRange: at})
		}
		out = append(out, class)
	}
	return out
}

// whole returns the text of a class, as far as its parts go.
func (a *algebraic) whole(c *language.Class) source.Span {
	out := c.Name.Span
	for _, o := range c.Operations {
		out = later(out, o.Name.Span)
	}
	for _, v := range c.Vars {
		out = later(out, v.Sort.Span)
	}
	for _, x := range c.Axioms {
		out = later(out, x.Span)
	}
	return out
}

func later(a, b source.Span) source.Span {
	if isBefore(a.EndPos(), b.EndPos()) {
		return a.ExtendTo(b)
	}
	return a
}

// named is what a name at a place stands for.
type named struct {
	word  source.Span // where the name stands
	at    source.Span // where it is introduced
	about string
}

// nameAt returns what the name at a position stands for, or nil.
func (a *algebraic) nameAt(at protocol.Position) *named {
	offset := offsetOf(a.text, at)
	word, start, end := wordAt(a.text, offset)
	if word == "" {
		return nil
	}
	here := source.NewFile(a.path, a.text).Whole().Span(start, end)
	for _, c := range a.classes {
		if o := operationAt(c, here); o != nil {
			return &named{here, o.Name.Span, describeOperation(a.classes, o)}
		}
	}
	for _, c := range a.classes {
		if !isWithin(here, a.whole(c)) {
			continue
		}
		if o := c.Find(word); o != nil {
			return &named{here, o.Name.Span, describeOperation(a.classes, o)}
		}
		for _, v := range c.Vars {
			if v.Name.Text == word {
				return &named{here, v.Name.Span, word + ": " + v.Sort.Text}
			}
		}
	}
	for _, c := range a.classes {
		if c.Name.Text == word {
			return &named{here, c.Name.Span, "class " + word}
		}
	}
	return nil
}

// operationAt returns the operation that is applied in an axiom of a class at a place, or nil.
func operationAt(c *language.Class, here source.Span) (out *language.Operation) {
	var visit func(language.Term)
	visit = func(t language.Term) {
		if p, ok := t.(*language.Apply); ok && p.Decl != nil && p.Name.Pos().Line == here.Pos().Line &&
			p.Name.Pos().Column == here.Pos().Column {
			out = p.Decl
		}
		for _, child := range language.Children(t) {
			visit(child)
		}
	}
	for _, x := range c.Axioms {
		visit(x.Left)
		visit(x.Right)
	}
	return out
}

// describeOperation returns the signature of an operation, and the axioms that rewrite it.
func describeOperation(classes []*language.Class, o *language.Operation) string {
	lines := []string{fmt.Sprintf("%s %s", o.Kind, language.FormatSignature(o))}
	for _, c := range classes {
		for _, x := range c.Axioms {
			if left, ok := x.Left.(*language.Apply); ok && left.Decl == o {
				lines = append(lines, strings.Join(strings.Fields(x.Span.String()), " "))
			}
		}
	}
	return strings.Join(lines, "\n")
}

func (a *algebraic) definition(at protocol.Position) []protocol.Location {
	n := a.nameAt(at)
	if n == nil {
		return []protocol.Location{}
	}
	return []protocol.Location{{URI: uri.File(a.path), Range: spanRange(n.at)}}
}

func (a *algebraic) hover(at protocol.Position) *protocol.Hover {
	n := a.nameAt(at)
	if n == nil {
		return nil
	}
	of := spanRange(n.word)
	shown := protocol.MarkupContent{Kind: protocol.Markdown, Value: "```text\n" + n.about + "\n```"}
	return &protocol.Hover{Contents: shown, Range: &of}
}

// complete adds what may stand at a position: behind a dot the operations, elsewhere also variables,
// sorts, and the words of the language.
func (a *algebraic) complete(c *completer) {
	dot := c.start > 0 && a.text[c.start-1] == '.'
	for _, class := range a.classes {
		for _, o := range class.Operations {
			c.add(o.Name.Text, o.Name.Text, language.FormatSignature(o), protocol.CompletionItemKindMethod)
		}
		if dot {
			continue
		}
		c.add(class.Name.Text, class.Name.Text, "class", protocol.CompletionItemKindClass)
		for _, v := range class.Vars {
			c.add(v.Name.Text, v.Name.Text, v.Sort.Text, protocol.CompletionItemKindVariable)
		}
	}
	if dot {
		return
	}
	for _, s := range []string{language.Integer, language.Boolean, language.String} {
		c.add(s, s, "sort", protocol.CompletionItemKindClass)
	}
	words := language.Keywords()
	slices.Sort(words)
	for _, w := range words {
		c.add(w, w, "", protocol.CompletionItemKindKeyword)
	}
}

// format returns the text in the notation in which it is written. One with comments is left as it is.
func (a *algebraic) format() ([]protocol.TextEdit, error) {
	switch {
	case a.err != nil:
		return nil, errors.New("the specification has a mistake: it is laid out when that is mended")
	case strings.Contains(a.text, "--"):
		return nil, errComments
	}
	var parts []string
	for _, c := range a.classes {
		parts = append(parts, language.Print([]*language.Class{c}, c.Notation))
	}
	return []protocol.TextEdit{{Range: protocol.Range{End: positionOf(a.text, len(a.text))},
		NewText: strings.Join(parts, "\n")}}, nil
}
