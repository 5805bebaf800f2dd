package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sort"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
)

// sources collects the Z texts of a project, each of them once.
type sources struct {
	reader *reader
	files  map[string]*source.Text // by the path of the file
	inline map[*yaml.Node]*source.Text
	failed map[string]bool
}

func newSources(r *reader) *sources {
	return &sources{reader: r, files: map[string]*source.Text{}, inline: map[*yaml.Node]*source.Text{},
		failed: map[string]bool{}}
}

// add adds what a unit has under z: the name of a file, a list of names, or Z itself.
func (s *sources) add(c *collector, n *node, folder string) {
	switch {
	case n.isScalar() && fileName(n.yaml.Value):
		s.readFile(c, n, folder)
	case n.isScalar():
		s.inline[n.yaml] = n.text()
	case n.isList():
		for _, m := range n.items {
			if !m.isScalar() || !fileName(m.yaml.Value) {
				c.fail(m.span(), "expected a file whose name ends in .zed or .tex, found %s", m.kind())
				continue
			}
			s.readFile(c, m, folder)
		}
	default:
		c.fail(n.span(), "expected a file, a list of files or Z, found %s", n.kind())
	}
}

// fileName tells whether a text is one line that ends in .zed or .tex.
func fileName(text string) bool {
	text = strings.TrimSpace(text)
	return !strings.Contains(text, "\n") && (strings.HasSuffix(text, ".zed") || strings.HasSuffix(text, ".tex"))
}

func (s *sources) readFile(c *collector, n *node, folder string) {
	path := filepath.FromSlash(strings.TrimSpace(n.yaml.Value))
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	if s.files[path] != nil || s.failed[path] {
		return
	}
	text, err := readZ(s.reader, path)
	if err == nil {
		s.files[path] = text
		return
	}
	s.failed[path] = true
	if located, ok := err.(*source.Error); ok {
		c.errs.Add(located)
		return
	}
	if errors.Is(err, fs.ErrNotExist) {
		c.fail(n.span(), "%v%s", err, besideHint(path))
		return
	}
	c.fail(n.span(), "%v", err)
}

// besideHint returns the end of a message about a document that is not there: one that is beside it.
func besideHint(path string) string {
	var names []string
	for _, ending := range []string{"*.zed", "*.tex"} {
		paths, _ := filepath.Glob(filepath.Join(escape(filepath.Dir(path)), ending))
		for _, one := range paths {
			names = append(names, filepath.Base(one))
		}
	}
	if len(names) == 0 {
		return "; a path is relative to the folder of the file that names it"
	}
	return cmp.Or(source.DidYouMean(filepath.Base(path), names), "; in its folder there are "+strings.Join(names, ", "))
}

// readZ reads a file of Z.
func readZ(r *reader, path string) (*source.Text, error) {
	f, err := r.readDocument(path)
	if err != nil {
		return nil, err
	}
	return f.Whole(), nil
}

// texts returns all texts, sorted by file and place.
func (s *sources) texts() []*source.Text {
	var out []*source.Text
	for _, t := range s.files {
		out = append(out, t)
	}
	for _, t := range s.inline {
		out = append(out, t)
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i].FullSpan().Pos(), out[j].FullSpan().Pos()
		if a.File != b.File {
			return a.File.Name < b.File.Name
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
	return out
}

// Document is a Z specification that was read, with a record of the parts that were not
// read.
type Document struct {
	Paragraphs []zed.Paragraph
	Notes      []parse.Note
	Unread     map[string]int  // what was not read, counted by kind, as in a parse.Reading
	missing    []parentSection // parent sections for which there is no file
	text       *source.Text    // the document, where it is not part of a project
}

// check type-checks the document. Where the file of a parent section was not found, the
// error says only that: undeclared names would follow from it. A missing parent that
// belongs to another tool's library is an error only where names are undeclared.
func (d *Document) check() (*types.Spec, error) {
	checked, err := types.Check(d.Paragraphs)
	var errs source.Errors
	for _, p := range d.missing {
		if err == nil && elsewhere[p.Name] {
			continue
		}
		errs.Add(source.Errorf(p.Span,
			"the parent section %s was not found: expected a file %s.tex or %s.zed beside %s", p.Name, p.Name, p.Name,
			p.in.Name))
	}
	if len(errs) == 0 {
		return checked, err
	}
	return checked, errs.Err()
}

// elsewhere are the sections of CZT's libraries.
var elsewhere = map[string]bool{
	"whitespace": true, "zeves_prelude": true, "circus_prelude": true, "bag_toolkit_zeves": true,
	"bag_toolkit_spivey": true,
	"expansion_rules":    true, "normalization_rules": true, "simplification_rules": true, "unfold": true,
}

// toolkits are the sections that need no file: those of ISO 13568, and the sections
// that stand for them in extensions of Z.
var toolkits = map[string]bool{
	"prelude": true, "set_toolkit": true, "relation_toolkit": true, "function_toolkit": true, "number_toolkit": true,
	"sequence_toolkit": true,
	"standard_toolkit": true, "fuzz_toolkit": true, "bag_toolkit": true, "zeves_toolkit": true,
	"zeves_bag_toolkit": true, "oz_toolkit": true,
	"circus_toolkit": true, "circusconf_toolkit": true, "circustime_toolkit": true, "dc_toolkit": true,
	"fsb_toolkit": true, "ref_toolkit": true,
	"zpattern_toolkit": true, "oracle_toolkit": true,
}

// ReadZ reads one Z document outside any project, with the files that it names. The
// error is a source.Errors where it is about the document; the parts that could be read
// are returned beside it.
func ReadZ(path string) (*Document, error) { return Texts(nil).ReadZ(path) }

// readDocument does what ReadZ does, with a reader.
func readDocument(r *reader, path string) (*Document, error) {
	text, err := readZ(r, path)
	if err != nil {
		return nil, err
	}
	doc, err := parseAll(r, []*source.Text{text})
	doc.text = text
	return doc, err
}

// LoadZ reads and type-checks one Z document outside any project. An empty document is
// an error. The error is a source.Errors where it is about the document.
func LoadZ(path string) (*types.Spec, *Document, error) { return Texts(nil).LoadZ(path) }

// loadZ does what LoadZ does, with a reader.
func loadZ(r *reader, path string) (*types.Spec, *Document, error) {
	doc, err := readDocument(r, path)
	if doc == nil {
		return nil, nil, err
	}
	var errs source.Errors
	errs.Add(err)
	if err == nil && len(doc.Paragraphs)+len(doc.Unread)+len(doc.Notes) == 0 {
		return nil, doc, source.Errorf(doc.text.Span(0, 0), "the document is empty: expected Z in it")
	}
	checked, err := doc.check()
	errs.Add(err)
	return checked, doc, errs.Err()
}

// DescribeUnread says which parts of the document were not read: "3 lines of prose, 1
// verbatim".
func (d *Document) DescribeUnread() string {
	var kinds, out []string
	for k := range d.Unread {
		kinds = append(kinds, k)
	}
	sort.Strings(kinds)
	for _, k := range kinds {
		n, what := d.Unread[k], k
		switch {
		case k == "prose" && n == 1:
			what = "line of prose"
		case k == "prose":
			what = "lines of prose"
		}
		out = append(out, fmt.Sprintf("%d %s", n, what))
	}
	return strings.Join(out, ", ")
}

// listZ returns the names of the files that a unit has under z.
func listZ(n *node) []string {
	switch {
	case n == nil:
	case n.isScalar() && fileName(n.yaml.Value):
		return []string{strings.TrimSpace(n.yaml.Value)}
	case n.isList():
		var out []string
		for _, m := range n.items {
			out = append(out, listZ(m)...)
		}
		return out
	}
	return nil
}
