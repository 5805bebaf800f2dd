package lsp

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/ttf-int/ttf-int/zed"
)

// complete returns what may stand at a position: behind a backslash the symbols of Z, by their
// words in LaTeX and in ASCII, and elsewhere the names that the project introduces and the
// symbols whose word in ASCII begins so.
func (s *server) complete(at uri.URI, position protocol.Position) (any, error) {
	path, err := pathOf(at)
	if err != nil {
		return nil, err
	}
	text := s.textOf(path)
	offset := offsetOf(text, position)
	_, start, _ := wordAt(text[:offset], offset)
	command := start > 0 && text[start-1] == '\\'
	if command {
		start--
	}
	begun := text[start:offset]
	edit := func(to string) *protocol.TextEdit {
		return &protocol.TextEdit{NewText: to, Range: protocol.Range{Start: positionOf(text, start), End: position}}
	}
	out := []protocol.CompletionItem{}
	seen := map[string]bool{}
	add := func(word, symbol, detail string, kind protocol.CompletionItemKind) {
		if key := word + " " + symbol; word != "" && strings.HasPrefix(word, begun) && !seen[key] {
			seen[key] = true
			out = append(out, protocol.CompletionItem{Label: word, Detail: detail, Kind: kind, FilterText: word,
				TextEdit: edit(symbol)})
		}
	}
	ascii := zed.Punctuation()
	for _, f := range zed.Forms() {
		ascii[f.Symbol] = f.ASCII
	}
	if command {
		spelled := zed.LaTeXSpellings()
		for _, word := range slices.Sorted(maps.Keys(spelled)) {
			add(word, spelled[word], spelled[word], protocol.CompletionItemKindOperator)
		}
	}
	for _, symbol := range slices.Sorted(maps.Keys(ascii)) {
		switch word := ascii[symbol]; {
		case command:
			add(`\`+word, symbol, symbol, protocol.CompletionItemKindOperator)
		case begun != "" && word != symbol:
			add(word, symbol, symbol, protocol.CompletionItemKindOperator)
		}
	}
	if !command {
		for _, n := range projectOf(path, s.open()).names() {
			add(n.text, n.text, "", protocol.CompletionItemKindClass)
		}
	}
	return protocol.CompletionList{Items: out}, nil
}

// errComments says why a document is not laid out anew.
var errComments = errors.New("the document has comments or prose, which would be lost: ttf-int print writes it without them")

// format returns the edit that lays a Z document out anew, as print does. It is an error where
// something would be lost.
func (s *server) format(at uri.URI) (any, error) {
	path, err := pathOf(at)
	if err != nil {
		return nil, err
	}
	if !isZ(path) {
		return nil, nil
	}
	text := s.textOf(path)
	doc, err := s.open().ReadZ(path)
	switch {
	case err != nil || doc == nil:
		return nil, errors.New("the document has a mistake: it is laid out when that is mended")
	case strings.Contains(text, "%") || len(doc.Unread)+len(doc.Notes) > 0:
		return nil, errComments
	}
	for _, p := range doc.Paragraphs {
		if _, ok := p.(*zed.Input); ok {
			return nil, errComments
		}
	}
	return []protocol.TextEdit{{Range: protocol.Range{End: positionOf(text, len(text))},
		NewText: zed.PrintText(doc.Paragraphs, zed.Unicode)}}, nil
}
