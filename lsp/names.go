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

// names returns all names that the files of a project introduce, units among them.
func (p *project) names() []name {
	out := slices.Clone(p.units)
	for _, paragraph := range p.paragraphs {
		for _, n := range zed.IntroducedBy(paragraph) {
			if n.Span.IsValid() {
				out = append(out, name{n.Name, n.Span, paragraph.At()})
			}
		}
	}
	return out
}

// symbols returns the names that a document introduces.
func (s *server) symbols(at uri.URI) (any, error) {
	path, err := pathOf(at)
	if err != nil {
		return nil, err
	}
	if isAlgebraic(path) {
		return s.algebraicAt(path).symbols(), nil
	}
	p := projectOf(path, s.open())
	out := []protocol.DocumentSymbol{}
	for _, n := range p.names() {
		if config.PathOf(n.at.Pos(), p.dir) == path {
			out = append(out, protocol.DocumentSymbol{Name: n.text, Kind: p.kindOf(n), Range: spanRange(n.all),
				SelectionRange: spanRange(n.at)})
		}
	}
	return out, nil
}

// maxSymbols is how many names are returned for one query.
const maxSymbols = 500

// findSymbols returns the names of the projects that an editor has open that have the characters of a query
// in its order, in whatever case.
func (s *server) findSymbols(query string) []protocol.SymbolInformation {
	texts := s.open()
	projects := projectsOf(texts)
	s.mu.Lock()
	roots := slices.Clone(s.roots)
	s.mu.Unlock()
	for _, root := range roots {
		p := projectOf(filepath.Join(root, "ttf-int.yaml"), texts)
		if !slices.ContainsFunc(projects, func(q *project) bool { return q.dir == p.dir }) {
			projects = append(projects, p)
		}
	}
	out := []protocol.SymbolInformation{}
	for _, p := range projects {
		for _, n := range p.names() {
			if !hasInOrder(strings.ToLower(n.text), strings.ToLower(query)) || len(out) == maxSymbols {
				continue
			}
			path := config.PathOf(n.at.Pos(), p.dir)
			out = append(out, protocol.SymbolInformation{Name: n.text, Kind: p.kindOf(n),
				Location: protocol.Location{URI: uri.File(path), Range: spanRange(n.at)}})
		}
	}
	return out
}

// hasInOrder tells whether a text has the characters of another one in their order.
func hasInOrder(text, of string) bool {
	for _, c := range of {
		i := strings.IndexRune(text, c)
		if i < 0 {
			return false
		}
		text = text[i+utf8.RuneLen(c):]
	}
	return true
}

// kindOf returns what a name stands for.
func (p *project) kindOf(n name) protocol.SymbolKind {
	if slices.Contains(p.units, n) {
		return protocol.SymbolKindFunction
	}
	return protocol.SymbolKindClass
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

// lookUp returns what introduces the name at a position, with and without the prefix Δ or Ξ, and what has a
// type there.
func (s *server) lookUp(path string, at protocol.Position) (p *project, found []name, word protocol.Range, t *typed) {
	text := s.textOf(path)
	offset := offsetOf(text, at)
	name, start, end := wordAt(text, offset)
	word = protocol.Range{Start: positionOf(text, start), End: positionOf(text, end)}
	p = projectOf(path, s.open())
	if t = p.findTyped(p.cursorAt(path, text, offset)); t.isLocal() {
		return p, p.findDeclarations(t), word, t
	}
	for _, n := range p.names() {
		if bare := strings.TrimLeft(name, "ΔΞ"); name != "" && (n.text == name || bare != "" && n.text == bare) {
			found = append(found, n)
		}
	}
	return p, found, word, t
}

// definition returns the places that introduce the name at a position.
func (s *server) definition(at uri.URI, position protocol.Position) (any, error) {
	path, err := pathOf(at)
	if err != nil {
		return nil, err
	}
	if isAlgebraic(path) {
		return s.algebraicAt(path).definition(position), nil
	}
	p, found, _, _ := s.lookUp(path, position)
	out := []protocol.Location{}
	for _, n := range found {
		out = append(out, protocol.Location{URI: uri.File(config.PathOf(n.at.Pos(), p.dir)), Range: spanRange(n.at)})
	}
	return out, nil
}

// maxShown is how many lines of a paragraph are shown.
const maxShown = 25

// hover returns what introduces the name at a position, how the operator there is written and what it
// means, and the type of the smallest term that is there; null where there is none of these.
func (s *server) hover(at uri.URI, position protocol.Position) (any, error) {
	path, err := pathOf(at)
	if err != nil {
		return nil, err
	}
	if isAlgebraic(path) {
		if shown := s.algebraicAt(path).hover(position); shown != nil {
			return shown, nil
		}
		return nil, nil
	}
	var texts []string
	_, found, word, t := s.lookUp(path, position)
	if about := t.describe(); about != "" {
		texts = append(texts, "```text\n"+about+"\n```")
	}
	of := &word
	if t != nil && len(found) == 0 {
		shown := spanRange(t.span)
		of = &shown
	}
	for _, n := range found {
		lines := strings.Split(strings.TrimSpace(n.all.String()), "\n")
		if len(lines) > maxShown {
			lines = append(lines[:maxShown], "…")
		}
		pos := n.at.Pos()
		texts = append(texts, fmt.Sprintf("```text\n%s\n```\n%s:%d", strings.Join(lines, "\n"), pos.File.Name,
			pos.Line))
	}
	if len(found) == 0 {
		if form, ok := operatorAt(s.textOf(path), position); ok {
			texts = append(texts, describeOperator(form))
		}
	}
	if len(texts) == 0 {
		return nil, nil
	}
	shown := protocol.MarkupContent{Kind: protocol.Markdown, Value: strings.Join(texts, "\n\n")}
	return &protocol.Hover{Contents: shown, Range: of}, nil
}

// operatorAt returns the operator that is written at a position: in Unicode, or as its word in ASCII or LaTeX.
func operatorAt(text string, at protocol.Position) (best zed.Form, ok bool) {
	offset := offsetOf(text, at)
	word, start, _ := wordAt(text, offset)
	if start > 0 && text[start-1] == '\\' {
		word = `\` + word
	}
	for _, f := range zed.Forms() {
		if word != "" && (word == f.ASCII || word == f.LaTeX) {
			return f, true
		}
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
