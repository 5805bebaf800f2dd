package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/zed"
)

// textOf returns the text of a document: that of the editor, or what the file holds.
func (s *server) textOf(path string) string {
	if text, ok := s.open()[path]; ok {
		return text
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(data)
}

// namesOf returns the names that the paragraphs of a Z document introduce.
func namesOf(path string, texts config.Texts) []name {
	doc, _ := texts.ReadZ(path)
	if doc == nil {
		return nil
	}
	var out []name
	add := func(p zed.Paragraph, of ...zed.Ident) {
		for _, n := range of {
			if n.Span.IsValid() && filepath.Clean(filepath.FromSlash(n.Span.Pos().File.Name)) == path {
				out = append(out, name{n.Name, n.Span, p.At()})
			}
		}
	}
	for _, p := range doc.Paragraphs {
		switch p := p.(type) {
		case *zed.Given:
			add(p, p.Names...)
		case *zed.Free:
			add(p, p.Name)
			for _, b := range p.Branches {
				add(p, b.Name)
			}
		case *zed.Define:
			add(p, p.Name)
		case *zed.Axiom:
			for _, d := range p.Text.Decls {
				add(p, d.Names...)
			}
		}
	}
	return out
}

// names returns all names that the files of a project introduce, units among them.
func (p *project) names() []name {
	out := slices.Clone(p.units)
	for _, path := range p.z {
		out = append(out, namesOf(path, p.texts)...)
	}
	return out
}

// symbols returns the names that a document introduces.
func (s *server) symbols(at uri.URI) (any, error) {
	path, err := pathOf(at)
	if err != nil {
		return nil, err
	}
	texts := s.open()
	var list []name
	if isZ(path) {
		list = namesOf(path, texts)
	} else if p := projectOf(path, texts); p != nil {
		for _, u := range p.units {
			if config.PathOf(u.at.Pos(), p.dir) == path {
				list = append(list, u)
			}
		}
	}
	out := []protocol.DocumentSymbol{}
	for _, n := range list {
		kind := protocol.SymbolKindClass
		if !isZ(path) {
			kind = protocol.SymbolKindFunction
		}
		out = append(out, protocol.DocumentSymbol{Name: n.text, Kind: kind, Range: spanRange(n.all),
			SelectionRange: spanRange(n.at)})
	}
	return out, nil
}

// isPart tells whether a character is part of a name.
func isPart(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// wordAt returns the name at an offset of a text, with its place.
func wordAt(text string, offset int) (word string, start, end int) {
	start, end = offset, offset
	for start > 0 {
		c, size := utf8.DecodeLastRuneInString(text[:start])
		if !isPart(c) {
			break
		}
		start -= size
	}
	for end < len(text) {
		c, size := utf8.DecodeRuneInString(text[end:])
		if !isPart(c) {
			break
		}
		end += size
	}
	return text[start:end], start, end
}

// lookUp returns what introduces the name at a position, with and without the prefix Δ or Ξ.
func (s *server) lookUp(path string, at protocol.Position) (p *project, found []name, word protocol.Range) {
	text := s.textOf(path)
	offset := offsetOf(text, at)
	name, start, end := wordAt(text, offset)
	p = projectOf(path, s.open())
	for _, n := range p.names() {
		if bare := strings.TrimLeft(name, "ΔΞ"); name != "" && (n.text == name || bare != "" && n.text == bare) {
			found = append(found, n)
		}
	}
	return p, found, protocol.Range{Start: positionOf(text, start), End: positionOf(text, end)}
}

// definition returns the places that introduce the name at a position.
func (s *server) definition(at uri.URI, position protocol.Position) (any, error) {
	path, err := pathOf(at)
	if err != nil {
		return nil, err
	}
	p, found, _ := s.lookUp(path, position)
	out := []protocol.Location{}
	for _, n := range found {
		out = append(out, protocol.Location{URI: uri.File(config.PathOf(n.at.Pos(), p.dir)), Range: spanRange(n.at)})
	}
	return out, nil
}

// maxShown is how many lines of a paragraph are shown.
const maxShown = 25

// hover returns what introduces the name at a position, or how the operator there is written and
// what it means; null where there is neither.
func (s *server) hover(at uri.URI, position protocol.Position) (any, error) {
	path, err := pathOf(at)
	if err != nil {
		return nil, err
	}
	show := func(text string, of *protocol.Range) *protocol.Hover {
		return &protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.Markdown, Value: text}, Range: of}
	}
	if _, found, word := s.lookUp(path, position); len(found) > 0 {
		var texts []string
		for _, n := range found {
			lines := strings.Split(strings.TrimSpace(n.all.String()), "\n")
			if len(lines) > maxShown {
				lines = append(lines[:maxShown], "…")
			}
			pos := n.at.Pos()
			texts = append(texts, fmt.Sprintf("```text\n%s\n```\n%s:%d", strings.Join(lines, "\n"), pos.File.Name,
				pos.Line))
		}
		return show(strings.Join(texts, "\n\n"), &word), nil
	}
	if form, ok := operatorAt(s.textOf(path), position); ok {
		return show(describeOperator(form), nil), nil
	}
	return nil, nil
}

// operatorAt returns the operator that is written in Unicode at a position.
func operatorAt(text string, at protocol.Position) (best zed.Form, ok bool) {
	offset := offsetOf(text, at)
	for _, f := range zed.Forms() {
		if first, _ := utf8.DecodeRuneInString(f.Symbol); isPart(first) || len(f.Symbol) <= len(best.Symbol) {
			continue
		}
		for start := max(0, offset-len(f.Symbol)+1); start <= offset; start++ {
			if strings.HasPrefix(text[start:], f.Symbol) {
				best, ok = f, true
			}
		}
	}
	return best, ok
}

// describeOperator says how an operator is written, and what it means where its row says so.
func describeOperator(f zed.Form) string {
	text := fmt.Sprintf("`%s`, in ASCII `%s`, in LaTeX `%s`", f.Symbol, f.ASCII, f.LaTeX)
	for _, r := range zed.Rows() {
		if r.Op != f.Op || f.Op == "" {
			continue
		}
		var operands []string
		for _, o := range r.Operands {
			operands = append(operands, o.Type.String())
		}
		if len(operands) > 0 && r.Result != nil {
			text += fmt.Sprintf("\n\n%s → %s", strings.Join(operands, " × "), r.Result)
		}
		if r.Means != "" {
			text += fmt.Sprintf("\n\nIt means `%s`, for x and y in their order.", r.Means)
		}
	}
	return text
}
