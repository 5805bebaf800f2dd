package lsp

import (
	"path/filepath"
	"strings"
	"unicode"
)

// yamlPlace is what stands at a place of a YAML file that is being written, as far as the text before it
// tells.
type yamlPlace struct {
	path  []string // from the document's root: keys, and item for an item of a list
	key   bool     // whether a key can stand here
	value bool     // whether a value can stand here
	flow  bool     // whether it is inside [ ] or { }
	start int      // where what has been typed of it begins
	root  string   // the name of the form of the whole document
}

// part is a key, or the dash of an item, with the column at which it begins.
type part struct {
	column int
	text   string // item, or the key
}

// holds tells whether a part that begins at a column of a later line belongs to this one: it stands further
// in, or is an item of the list of a key that is not further out.
func (p part) holds(column int, isItem bool) bool {
	return p.column < column || p.column == column && isItem && p.text != item
}

// yamlPlaceAt returns the place at an offset of a YAML file; ok is false where neither keys nor values stand:
// in a comment, in a quoted text, in a text of several lines.
func yamlPlaceAt(path, text string, offset int) (at yamlPlace, ok bool) {
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	line := text[start:offset]
	parts, rest := cutParts(line)
	limit, isItem := len(line)-len(strings.TrimLeft(line, " ")), false
	if len(parts) > 0 {
		limit, isItem = parts[0].column, parts[0].text == item
	}
	first := strings.LastIndex("\n"+text[:start], "\n---") + 1 // behind the line that begins the document
	lines := strings.Split(text[min(first, start):start], "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimRight(lines[i], "\r ")
		trimmed := strings.TrimLeft(line, " ")
		if trimmed == "" || trimmed[0] == '#' || strings.HasPrefix(line, "---") {
			continue
		}
		above, value := cutParts(line)
		for j := len(above) - 1; j >= 0; j-- {
			if !above[j].holds(limit, isItem) {
				continue
			}
			if j == len(above)-1 && value != "" && (value[0] == '|' || value[0] == '>') {
				return at, false
			}
			parts = append([]part{above[j]}, parts...)
			limit, isItem = above[j].column, above[j].text == item
		}
	}
	for _, p := range parts {
		at.path = append(at.path, p.text)
	}
	at.root = rootOf(path, text, first)
	at.value = len(parts) > 0 && strings.TrimSpace(line) != "" && strings.HasSuffix(line[:len(line)-len(rest)], " ")
	at.key = strings.TrimSpace(line[:len(line)-len(rest)]) == "" || at.value && parts[len(parts)-1].text == item
	at.start = offset - len(rest)
	return at, at.enterFlow(text[:offset])
}

// cutParts cuts a line into the dashes and the key at its beginning, and what is behind them.
func cutParts(line string) (parts []part, rest string) {
	column := 0
	for {
		for column < len(line) && line[column] == ' ' {
			column++
		}
		if !strings.HasPrefix(line[column:], "- ") {
			break
		}
		parts = append(parts, part{column, item})
		column++
	}
	key, value, ok := strings.Cut(line[column:], ":")
	if line[column:] == "-" {
		return append(parts, part{column, item}), ""
	}
	if !ok || value != "" && value[0] != ' ' || strings.ContainsAny(key, "{}[],#") {
		return parts, line[column:]
	}
	return append(parts, part{column, strings.Trim(key, `"'`)}), strings.TrimLeft(value, " ")
}

// enterFlow goes on into what begins with a bracket on the line, up to its end. It returns false where
// nothing is to be completed.
func (at *yamlPlace) enterFlow(text string) bool {
	var open []byte // the brackets that are open
	quoted := byte(0)
	for i := at.start; i < len(text); i++ {
		c := text[i]
		inMap := len(open) > 0 && open[len(open)-1] == '{'
		switch {
		case quoted != 0:
			if c == quoted {
				quoted = 0
			}
		case c == '"' || c == '\'':
			quoted = c
		case c == '#' && (i == at.start || text[i-1] == ' '):
			return false
		case c == '[' || c == '{':
			if open = append(open, c); c == '[' {
				at.path = append(at.path, item)
			}
			at.start, at.key, at.value, at.flow = i+1, c == '{', c == '[', true
		case len(open) == 0:
		case c == ']' || c == '}':
			if n := len(at.path); n > 0 && (c == ']' || !at.key) {
				at.path = at.path[:n-1]
			}
			open = open[:len(open)-1]
			at.start, at.key, at.value = i+1, false, false
		case c == ',':
			if inMap && !at.key && len(at.path) > 0 {
				at.path = at.path[:len(at.path)-1]
			}
			at.start, at.key, at.value = i+1, inMap, !inMap
		case c == ':' && inMap && at.key:
			at.path = append(at.path, strings.Trim(strings.TrimSpace(text[at.start:i]), `"'`))
			at.start, at.key, at.value = i+1, false, true
		}
	}
	for at.start < len(text) && text[at.start] == ' ' {
		at.start++
	}
	return quoted == 0
}

// rootOf returns the name of the form of the document that begins at an offset of a YAML file.
func rootOf(path, text string, first int) string {
	if filepath.Base(path) == "ttf-int.yaml" {
		return "project"
	}
	document := text[min(first, len(text)):]
	if i := strings.Index(document, "\n---"); i >= 0 {
		document = document[:i]
	}
	for _, line := range strings.Split(document, "\n") {
		switch key, _, _ := strings.Cut(strings.TrimRightFunc(line, unicode.IsSpace), ":"); key {
		case "machine", "property", "class":
			return key
		case "caller", "callee", "answers":
			return "answers"
		}
	}
	return "unit"
}
