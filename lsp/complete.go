package lsp

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
)

// completer collects what can be completed at a position.
type completer struct {
	text   string
	start  int    // where what has been typed begins
	begun  string // what has been typed
	end    protocol.Position
	out    []protocol.CompletionItem
	listed map[string]bool
}

// add adds a word that is completed to a text.
func (c *completer) add(word, to, detail string, kind protocol.CompletionItemKind) {
	if key := word + " " + to; word != "" && strings.HasPrefix(word, c.begun) && !c.listed[key] {
		c.listed[key] = true
		c.out = append(c.out, protocol.CompletionItem{Label: word, Detail: detail, Kind: kind, FilterText: word,
			TextEdit: &protocol.TextEdit{NewText: to,
				Range: protocol.Range{Start: positionOf(c.text, c.start), End: c.end}}})
	}
}

// complete returns what may stand at a position: behind a backslash the symbols of Z, by their words in
// LaTeX and in ASCII; in a YAML file keys, values and the names of tactics; and elsewhere the names that
// the project introduces and the symbols whose word in ASCII begins so.
func (s *server) complete(at uri.URI, position protocol.Position) (any, error) {
	path, err := pathOf(at)
	if err != nil {
		return nil, err
	}
	text := s.textOf(path)
	offset := offsetOf(text, position)
	_, start, _ := wordAt(text[:offset], offset)
	c := &completer{text: text, end: position, out: []protocol.CompletionItem{}, listed: map[string]bool{}}
	if isAlgebraic(path) {
		c.start, c.begun = start, text[start:offset]
		s.algebraicAt(path).complete(c)
		return protocol.CompletionList{Items: c.out}, nil
	}
	if start > 0 && text[start-1] == '\\' {
		c.start, c.begun = start-1, text[start-1:offset]
		c.addSymbols()
		return protocol.CompletionList{Items: c.out}, nil
	}
	p := projectOf(path, s.open())
	if place, ok := yamlPlaceAt(path, text, offset); ok && !isZ(path) {
		c.start, c.begun = place.start, text[place.start:offset]
		if err := c.addYAML(place, p); err != nil {
			return nil, err
		}
		return protocol.CompletionList{Items: c.out}, nil
	}
	c.start, c.begun = start, text[start:offset]
	c.addWords()
	for _, n := range p.names() {
		c.add(n.text, n.text, "", protocol.CompletionItemKindClass)
	}
	return protocol.CompletionList{Items: c.out}, nil
}

// inASCII returns the words in ASCII of the symbols of Z.
func inASCII() map[string]string {
	ascii := zed.Punctuation()
	for _, f := range zed.Forms() {
		ascii[f.Symbol] = f.ASCII
	}
	return ascii
}

// addSymbols adds the symbols of Z by their words behind a backslash.
func (c *completer) addSymbols() {
	spelled, ascii := zed.LaTeXSpellings(), inASCII()
	for _, word := range slices.Sorted(maps.Keys(spelled)) {
		c.add(word, spelled[word], spelled[word], protocol.CompletionItemKindOperator)
	}
	for _, symbol := range slices.Sorted(maps.Keys(ascii)) {
		c.add(`\`+ascii[symbol], symbol, symbol, protocol.CompletionItemKindOperator)
	}
}

// addWords adds the symbols of Z whose word in ASCII has been begun.
func (c *completer) addWords() {
	ascii := inASCII()
	for _, symbol := range slices.Sorted(maps.Keys(ascii)) {
		if word := ascii[symbol]; c.begun != "" && word != symbol {
			c.add(word, symbol, symbol, protocol.CompletionItemKindOperator)
		}
	}
}

// addYAML adds what may stand at a place of a YAML file.
func (c *completer) addYAML(at yamlPlace, p *project) error {
	all, err := readForms()
	if err != nil {
		return err
	}
	here := all.at(all.expand(all[at.root]), at.path)
	if at.key {
		about := keys(here, all)
		if len(at.path) == 0 && at.root == "unit" {
			for _, other := range []string{"machine", "property", "class"} {
				about[other] = all[other].Description
			}
		}
		for _, key := range slices.Sorted(maps.Keys(about)) {
			c.add(key, key+": ", about[key], protocol.CompletionItemKindField)
		}
	}
	if at.value {
		for _, word := range values(here) {
			c.add(word, word, "", protocol.CompletionItemKindValue)
		}
	}
	last := func(n int) string {
		if n > len(at.path) {
			return ""
		}
		return at.path[len(at.path)-n]
	}
	if last(1) == "tactics" || last(2) == "tactics" && last(1) == item || last(3) == "recipes" || last(2) == "recipes" {
		c.addTactics(at, p)
		return nil
	}
	if last(1) == "sut" {
		for _, name := range p.suts {
			c.add(name, name, "", protocol.CompletionItemKindModule)
		}
	}
	if at.value || len(at.path) > 0 && len(keys(here, all)) == 0 {
		for _, n := range p.names() {
			c.add(n.text, n.text, "", protocol.CompletionItemKindClass)
		}
	}
	return nil
}

// addTactics adds the names of tactics and recipes.
func (c *completer) addTactics(at yamlPlace, p *project) {
	inMap := at.flow && at.key
	if inMap {
		c.add("at", "at: ", "the id of the condition that it divides", protocol.CompletionItemKindField)
	}
	for _, t := range tactics.All() {
		to := t.Name
		switch needs := t.Argument != "" && !t.Optional; {
		case inMap && t.Argument == "":
			continue
		case inMap || needs && !at.flow:
			to += ": "
		case needs:
			to = "{" + to + ": }"
		}
		c.add(t.Name, to, t.Doc, protocol.CompletionItemKindFunction)
	}
	if inMap {
		return
	}
	for _, r := range tactics.Recipes() {
		c.add(r.Name, r.Name, "a recipe: "+r.Doc, protocol.CompletionItemKindFunction)
	}
	for _, name := range p.tactics {
		c.add(name, name, "of the project", protocol.CompletionItemKindFunction)
	}
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
	switch {
	case isAlgebraic(path):
		return s.algebraicAt(path).format()
	case !isZ(path):
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
