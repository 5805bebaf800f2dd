package report

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// What the pages have in common: one style, one script, and the frame around their contents.
var (
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
	//go:embed page.html.tmpl
	pageFrame string
)

// The names of the pages that a run writes into one folder, where they lead to each other.
const (
	stubsFile = "stubs.html"
	runFile   = "run.html"
)

// writePage writes a page that loads nothing else: no fonts, pictures or scripts but its own, which
// is the only one that a browser runs, whatever the values in the page say.
func writePage(w io.Writer, page string, own template.FuncMap, data any) error {
	sum := sha256.Sum256([]byte(pageScript))
	funcs := template.FuncMap{
		"clean":      func(s string) string { return cleanText(s, false) },
		"titled":     titleOf,
		"values":     values,
		"anchor":     anchor,
		"words":      words,
		"join":       func(names []string) string { return strings.Join(names, ", ") },
		"style":      func() template.CSS { return template.CSS(pageStyle) + stepRules },
		"script":     func() template.JS { return template.JS(pageScript) },
		"scriptHash": func() string { return "sha256-" + base64.StdEncoding.EncodeToString(sum[:]) },
	}
	maps.Copy(funcs, own)
	t, err := template.New("frame").Funcs(funcs).Parse(pageFrame)
	if err != nil {
		return err
	}
	if t, err = t.New("page").Parse(page); err != nil {
		return err
	}
	return t.Execute(w, data)
}

// anchor returns the id of an element of a page: what kind of thing it shows, and its name, in which
// what cannot stand in an id is written as in URLs.
func anchor(kind, name string) string {
	var b strings.Builder
	b.WriteString(kind + "-")
	for _, r := range name {
		if r == '%' || r == '"' || r == '<' || r == '>' || r == unicode.ReplacementChar || unicode.IsSpace(r) ||
			!unicode.IsPrint(r) {
			b.WriteString(url.PathEscape(string(r)))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// linkTo returns a link to the element of a page with an id; file is "" for the same page.
func linkTo(file, id string) string { return file + "#" + (&url.URL{Fragment: id}).EscapedFragment() }

// hashInputs returns a short hash of the files of a specification, "" where there are none.
func hashInputs(inputs []spec.Input) string {
	if len(inputs) == 0 {
		return ""
	}
	h := sha256.New()
	for _, in := range inputs {
		fmt.Fprintf(h, "%s  %s\n", in.SHA256, in.Path)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// origin says of which specification a page is, when it was made, and by what.
type origin struct {
	Hash  string // of the files of the specification
	Files string // how many there are
	Ran   string // the hash of those that were run, where they are others
	Made  string // when the page was made, RFC 3339
	At    string // the same, as people write it
	Tool  string
}

// specLine is a line of a file of the specification.
type specLine struct{ ID, Text string }

// specFile is a file of the specification, as a page shows it.
type specFile struct {
	Name  string
	Count string // how many lines it has
	Lines []specLine
	Rest  string // says how much is left out
}

// specText is the text of a specification to which pages lead.
type specText struct {
	files []specFile
	lines map[string]int // how many lines of each file are shown
}

// maxSpecBytes is how much of the text of a specification a page shows of one file.
const maxSpecBytes = 2 << 20

// textOf returns the text of the files from which the units' schemas and conditions come.
func textOf(pl *plan.Plan) *specText {
	found := map[string]*source.File{}
	add := func(at source.Span) {
		if at.IsValid() && at.Text.File != nil && at.Text.File.Data != "" {
			found[at.Text.File.Name] = at.Text.File
		}
	}
	for _, u := range pl.Units {
		add(u.At)
		if pl.System.Spec != nil {
			if s := pl.System.Spec.Schemas[u.Schema]; s != nil {
				add(s.Span)
			}
		}
		for _, root := range rootsOf(u) {
			(&suite.Tree{Root: root}).Walk(func(c *suite.Condition) { add(c.Span) })
		}
	}
	out := &specText{lines: map[string]int{}}
	for _, name := range sortNames(slices.Collect(maps.Keys(found))) {
		lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(found[name].Data, "\r\n", "\n"), "\n"), "\n")
		file := specFile{Name: name, Count: formatCount(len(lines), "line")}
		size := 0
		for i, line := range lines {
			if size += len(line) + 1; size > maxSpecBytes {
				file.Rest = "The other " + formatCount(len(lines)-i, "line") + " are left out."
				break
			}
			file.Lines = append(file.Lines, specLine{lineID(name, i+1), cleanText(line, false)})
		}
		out.lines[name] = len(file.Lines)
		out.files = append(out.files, file)
	}
	return out
}

// rootsOf returns the roots of the conditions of a unit.
func rootsOf(u *plan.Unit) []*suite.Condition {
	if u.Tree == nil {
		return nil
	}
	if u.Tree.Rejected == nil {
		return []*suite.Condition{u.Tree.Root}
	}
	return []*suite.Condition{u.Tree.Root, u.Tree.Rejected}
}

// lineID returns the id of a line of a file.
func lineID(name string, line int) string { return anchor("line", name+":"+itoa(line)) }

// linkLine returns a link to the line of a place such as specs/list.zed:6:5, in the page of the given
// file; "" where it is not shown.
func (t *specText) linkLine(page, at string) string {
	parts := strings.Split(at, ":")
	if len(parts) < 3 {
		return ""
	}
	name, line := strings.Join(parts[:len(parts)-2], ":"), parts[len(parts)-2]
	n := 0
	if _, err := fmt.Sscanf(line, "%d", &n); err != nil || n < 1 || n > t.lines[name] {
		return ""
	}
	return linkTo(page, lineID(name, n))
}

// linked is a predicate with the place that it comes from.
type linked struct {
	Text string
	At   string
	Line string // a link to the line of the place; "" where there is none
}

// chip is a value by which a page is filtered, and how many have it.
type chip struct {
	Value string
	Count int
}

// chipGroup is a group of values of one kind.
type chipGroup struct {
	Name, Title string
	Chips       []chip
}

// group returns those of the values that occur, in the given order.
func group(name, title string, counts map[string]int, order ...string) chipGroup {
	g := chipGroup{Name: name, Title: title}
	for _, v := range order {
		if counts[v] > 0 {
			g.Chips = append(g.Chips, chip{v, counts[v]})
		}
	}
	return g
}

// makeOrigin returns what a page says of where it comes from.
func makeOrigin(pl *plan.Plan, ran []spec.Input, from Source) origin {
	o := origin{Made: cmp.Or(from.Made, from.Run), Tool: from.Tool}
	if pl.System != nil {
		o.Hash, o.Files = hashInputs(pl.System.Inputs), formatCount(len(pl.System.Inputs), "file")
	}
	o.At = moment(o.Made)
	if other := hashInputs(ran); other != o.Hash {
		o.Ran = other
	}
	return o
}

// titleOf returns the title of a page about a project, which need not have a name.
func titleOf(page, project string) string {
	if project == "" {
		return page
	}
	return page + " of " + cleanText(project, false)
}
