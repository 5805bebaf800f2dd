package config

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/ttf-int/ttf-int/source"
)

// node is a piece of YAML whose aliases are expanded and whose maps have no
// key twice.
type node struct {
	doc    *document
	yaml   *yaml.Node
	items  []*node // of a list
	fields []field // of a map
}

// field is an entry of a map.
type field struct {
	key   *node // a scalar
	value *node
}

// document is a YAML file, with the offset at which each of its lines starts.
type document struct {
	file    *source.File
	starts  []int // the offset of each line, as YAML counts lines
	aliased int
	lost    bool // whether something could not be read, so that parts may seem to be missing from what was
	errs    source.Errors
}

// standIn replaces a ? at the end of a name while the YAML library reads a file, since
// the library does not accept {x?: 3}, which is correct YAML 1.2. It is one character,
// as ? is, so that columns stay right, and one of Unicode's private characters, so that
// no file has it.
const standIn = "\ue000"

var inputName = regexp.MustCompile(`([\pL\pN_'′])\?`)

// read parses a file of any number of YAML documents and returns their roots, without
// empty documents. The roots may be used even where there is an error; lost says that
// parts of the file are missing in them.
func read(f *source.File) (roots []*node, lost bool, err error) {
	d := &document{file: f, starts: lineStarts(f.Data)}
	data := f.Data
	if !strings.Contains(data, standIn) {
		data = inputName.ReplaceAllString(data, "${1}"+standIn)
	}
	decoder := yaml.NewDecoder(strings.NewReader(data))
	for {
		var y yaml.Node
		err := decode(decoder, &y)
		if errors.Is(err, io.EOF) {
			return roots, d.lost, d.errs.Err()
		}
		if err != nil {
			d.errs.Add(d.locateSyntaxError(err))
			return roots, true, d.errs.Err()
		}
		if data != f.Data {
			restore(&y)
		}
		if len(y.Content) != 1 || isNull(y.Content[0]) {
			continue
		}
		if n := d.node(y.Content[0], 0, nil); n != nil {
			roots = append(roots, n)
		}
	}
}

// restore replaces standIn by question marks again.
func restore(y *yaml.Node) {
	y.Value = strings.ReplaceAll(y.Value, standIn, "?")
	for _, c := range y.Content {
		restore(c)
	}
}

// decode reads the next document. It turns panics of the YAML library into errors.
func decode(d *yaml.Decoder, y *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the YAML cannot be read: %v", r)
		}
	}()
	return d.Decode(y)
}

func isNull(y *yaml.Node) bool { return y.Kind == yaml.ScalarNode && y.ShortTag() == "!!null" }

// node converts a YAML node. It returns nil where it reported an error that
// leaves nothing to read.
func (d *document) node(y *yaml.Node, depth int, aliases []*yaml.Node) *node {
	if depth > maxDepth {
		d.lost = true
		d.errs = append(d.errs, source.Errorf(d.spanOf(y), "the YAML is nested more than %d levels deep", maxDepth))
		return nil
	}
	if y.Kind == yaml.AliasNode {
		if slices.Contains(aliases, y.Alias) {
			d.lost = true
			d.errs = append(d.errs, source.Errorf(d.spanOf(y), "the anchor %q contains itself", y.Value))
			return nil
		}
		return d.node(y.Alias, depth, append(slices.Clone(aliases), y.Alias))
	}
	if len(aliases) > 0 {
		if d.aliased++; d.aliased >= maxAliased {
			d.lost = true
			if d.aliased == maxAliased {
				d.errs = append(d.errs, source.Errorf(d.spanOf(y),
					"the aliases of this file stand for more than %d nodes",
					maxAliased))
			}
			return nil
		}
	}
	n := &node{doc: d, yaml: y}
	switch y.Kind {
	case yaml.SequenceNode:
		for _, item := range y.Content {
			if m := d.node(item, depth+1, aliases); m != nil {
				n.items = append(n.items, m)
			}
		}
	case yaml.MappingNode:
		d.readMapping(n, depth, aliases)
	}
	return n
}

func (d *document) readMapping(n *node, depth int, aliases []*yaml.Node) {
	seen := map[string]*node{}
	for i := 0; i+1 < len(n.yaml.Content); i += 2 {
		key := d.node(n.yaml.Content[i], depth+1, aliases)
		value := d.node(n.yaml.Content[i+1], depth+1, aliases)
		switch {
		case key == nil:
		case key.yaml.Kind != yaml.ScalarNode:
			d.errs = append(d.errs, source.Errorf(key.span(), "expected a name as a key, found %s", key.kind()))
		case seen[key.yaml.Value] != nil:
			first := seen[key.yaml.Value]
			d.errs = append(d.errs, source.Errorf(key.span(), "the key %q is given twice",
				key.yaml.Value).WithPlace(first.span(), "first given here"))
		default:
			seen[key.yaml.Value] = key
			if value != nil {
				n.fields = append(n.fields, field{key, value})
			}
		}
	}
}

// kind returns the word that messages have for a node: a map, a list, a number and so
// on.
func (n *node) kind() string {
	switch n.yaml.Kind {
	case yaml.SequenceNode:
		return "a list"
	case yaml.MappingNode:
		return "a map"
	}
	switch n.yaml.ShortTag() {
	case "!!null":
		return "nothing"
	case "!!int", "!!float":
		return "the number " + shorten(n.yaml.Value)
	}
	return strconv.Quote(shorten(n.yaml.Value))
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

func (n *node) isScalar() bool { return n.yaml.Kind == yaml.ScalarNode }
func (n *node) isList() bool   { return n.yaml.Kind == yaml.SequenceNode }
func (n *node) isMap() bool    { return n.yaml.Kind == yaml.MappingNode }
func (n *node) isNull() bool   { return isNull(n.yaml) }

// span returns the span of a node: the text of a scalar, or the place where a map or list
// starts.
func (n *node) span() source.Span {
	if n.isScalar() && n.yaml.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		if t := n.text(); len(t.Value) > 0 {
			return t.FullSpan()
		}
	}
	return n.doc.spanOf(n.yaml)
}

func (d *document) spanOf(y *yaml.Node) source.Span { return place(d.file, d.offset(y.Line, y.Column)) }

// offset returns the place of a line and column as YAML counts them, from 1
// and in characters.
func (d *document) offset(line, column int) int {
	if line < 1 || line > len(d.starts) {
		return len(d.file.Data)
	}
	at := d.starts[line-1]
	for ; column > 1 && at < len(d.file.Data); column-- {
		_, size := utf8.DecodeRuneInString(d.file.Data[at:])
		at += size
	}
	return at
}

// lineStarts returns the offset of each line. For YAML a line also ends at the
// line ends of Unicode, and a byte order mark is not a part of the first one.
func lineStarts(data string) []int {
	starts := []int{0}
	if strings.HasPrefix(data, "\ufeff") {
		starts[0] = len("\ufeff")
	}
	for i, r := range data {
		switch r {
		case '\r':
			if strings.HasPrefix(data[i+1:], "\n") {
				continue
			}
		case '\n', '\u0085', '\u2028', '\u2029':
		default:
			continue
		}
		starts = append(starts, i+utf8.RuneLen(r))
	}
	return starts
}

// text returns the value of a scalar with its place in the file: character by character
// where the file spells the value as it is, otherwise all of it at the start of the
// scalar.
func (n *node) text() *source.Text {
	d, y := n.doc, n.yaml
	start := d.offset(y.Line, y.Column)
	rest := d.file.Data[start:]
	switch {
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		if t := n.block(); t != nil {
			return t
		}
	case y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		if i := strings.IndexAny(rest, `'"`); i >= 0 && strings.HasPrefix(rest[i+1:], y.Value+rest[i:i+1]) &&
			properties.MatchString(rest[:i]) {
			return source.Lines(d.file, y.Value, []int{start + i + 1})
		}
	default:
		i := len(leading.FindString(rest))
		if y.Value != "" && strings.HasPrefix(rest[i:], y.Value) {
			return source.Lines(d.file, y.Value, []int{start + i})
		}
	}
	return source.TextAt(d.file, y.Value, start)
}

// properties matches what may stand between the start of a node and its text:
// tags and anchors.
var properties = regexp.MustCompile(`^([&!]\S*\s+)*$`)

// leading matches tags and anchors at the start of a plain scalar.
var leading = regexp.MustCompile(`^([&!]\S*\s+)*`)

// block maps the lines of a block scalar to the lines of the file behind its
// header. It returns nil where the file spells any of them otherwise, as a
// folded scalar of several lines does.
func (n *node) block() *source.Text {
	var starts []int
	for i, line := range strings.SplitAfter(n.yaml.Value, "\n") {
		at := n.yaml.Line + i // the line behind the header, counted from 0
		if line == "" {
			starts = append(starts, n.doc.offset(at+1, 1))
			break // the value ends with a line end
		}
		if at >= len(n.doc.starts) {
			return nil
		}
		end := len(n.doc.file.Data)
		if at+1 < len(n.doc.starts) {
			end = n.doc.starts[at+1]
		}
		spelled := strings.TrimRight(n.doc.file.Data[n.doc.starts[at]:end], "\r\n")
		line = strings.TrimRight(line, "\r\n")
		indent := len(spelled) - len(line)
		if !strings.HasSuffix(spelled, line) || strings.TrimLeft(spelled[:indent], " ") != "" {
			return nil
		}
		starts = append(starts, n.doc.starts[at]+indent)
	}
	return source.Lines(n.doc.file, n.yaml.Value, starts)
}

var (
	yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)
	// oneLow matches the errors of the YAML library's parser, whose line numbers are
	// too small by one. The line numbers of its scanner are right.
	oneLow = regexp.MustCompile(
		`^did not find expected (<|node content|key|'-' indicator|',' or)|^found (duplicate %|undefined tag|incompatible)`)
)

// locateSyntaxError gives an error of the YAML library its place in the file.
func (d *document) locateSyntaxError(err error) error {
	msg := strings.ReplaceAll(err.Error(), standIn, "?")
	m := yamlLine.FindStringSubmatch(msg)
	if m == nil {
		return source.Errorf(place(d.file, 0), "%s", msg)
	}
	msg = msg[len(m[0]):]
	line, _ := strconv.Atoi(m[1])
	if oneLow.MatchString(msg) || strings.Contains(msg, "tab character") && line < len(d.starts) &&
		strings.HasPrefix(strings.TrimLeft(d.file.Data[d.starts[line]:], " "), "\t") {
		line++
	}
	line = max(1, min(line, len(d.starts)))
	at := d.starts[line-1]
	for at < len(d.file.Data) && d.file.Data[at] == ' ' {
		at++
	}
	if msg == "mapping values are not allowed in this context" {
		msg += `; a text that holds ": " needs quotes, or a block behind |`
		if line > 1 && d.indentOf(line) > d.indentOf(line-1) {
			msg = "mapping values are not allowed in this context; the line is indented more than the one before it, which has its value already"
		}
	}
	if strings.Contains(msg, "tab character") || strings.HasPrefix(d.file.Data[at:], "\t") {
		msg += "; lines are indented with spaces"
	}
	return source.Errorf(place(d.file, at), "the YAML cannot be read: %s", msg)
}

// indentOf returns by how many spaces a line is indented, as YAML counts lines.
func (d *document) indentOf(line int) int {
	text := d.file.Data[d.starts[line-1]:]
	return len(text) - len(strings.TrimLeft(text, " "))
}
