package house

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// goFile is a parsed file.
type goFile struct {
	path      string
	data      []byte
	set       *token.FileSet
	ast       *ast.File
	generated bool
	test      bool
}

func (f *goFile) folder() string { return path.Dir(f.path) }

// placeOf returns the place of a node as "graph/graph.go:12".
func (f *goFile) placeOf(n ast.Node) string {
	return fmt.Sprintf("%s:%d", f.path, f.set.Position(n.Pos()).Line)
}

func parseAll(t *testing.T) []*goFile {
	t.Helper()
	var out []*goFile
	for _, p := range goFiles(t) {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		f := &goFile{path: p, data: data, set: token.NewFileSet(), test: strings.HasSuffix(p, "_test.go")}
		f.ast, err = parser.ParseFile(f.set, p, data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			continue
		}
		f.generated = ast.IsGenerated(f.ast)
		out = append(out, f)
	}
	return out
}

// listWritten returns the files that people wrote, tests and the programs that
// they build left out.
func listWritten(t *testing.T) []*goFile {
	return slices.DeleteFunc(parseAll(t), func(f *goFile) bool {
		return f.generated || f.test || strings.Contains(f.path, "/testdata/")
	})
}

func TestFormatted(t *testing.T) {
	for _, f := range parseAll(t) {
		if want, err := format.Source(f.data); !f.generated && (err != nil || !bytes.Equal(want, f.data)) {
			t.Errorf("%s is not formatted: run gofmt -w", f.path)
		}
	}
}

// contracts are methods whose meaning an interface of the standard library
// gives.
var contracts = []string{"String", "Error", "Unwrap", "Is", "Len", "Less", "Swap", "MarshalJSON", "UnmarshalJSON",
	"MarshalText", "UnmarshalText", "Write", "Read", "Close"}

func TestExportedNamesAreDocumented(t *testing.T) {
	for _, f := range listWritten(t) {
		for _, d := range f.ast.Decls {
			for _, n := range findUndocumented(d) {
				t.Errorf("%s: %s has no doc comment", f.placeOf(n), n.Name)
			}
		}
	}
}

// findUndocumented returns the exported names of a declaration that have no
// comment. Constants and variables may share the comment of their group.
func findUndocumented(d ast.Decl) []*ast.Ident {
	var out []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && hasExportedReceiver(d) &&
			!(d.Recv != nil && slices.Contains(contracts, d.Name.Name)) {
			out = append(out, d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && s.Doc == nil && (d.Doc == nil || d.Lparen.IsValid()) {
					out = append(out, s.Name)
				}
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
						out = append(out, n)
					}
				}
			}
		}
	}
	return out
}

func hasExportedReceiver(d *ast.FuncDecl) bool {
	return d.Recv == nil || ast.IsExported(receiver(d))
}

// receiver returns the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	e := d.Recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

func TestPackagesAreDescribed(t *testing.T) {
	described := map[string]bool{}
	for _, f := range listWritten(t) {
		main := f.ast.Name.Name == "main"
		has := f.ast.Doc != nil && (main || path.Base(f.path) == "doc.go" || isWithin(f.folder(), "examples"))
		described[f.folder()] = described[f.folder()] || has
		for _, bad := range []string{"util", "utils", "common", "helper", "helpers", "misc", "base", "shared"} {
			if f.ast.Name.Name == bad {
				t.Errorf("%s: a package is a noun that a test engineer would say, not %s", f.path, bad)
			}
		}
	}
	for folder, is := range described {
		if !is {
			t.Errorf("%s has no package comment in doc.go", folder)
		}
	}
}

// The marks are built here so that this file has none.
var (
	marks = regexp.MustCompile(`\b(` + strings.Join([]string{"TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"}, "|") +
		`)\b`)
	// paths of somebody's machine.
	machine = regexp.MustCompile(`(^|[^\w.])/(wo` + `rk|ro` + `ot|ho` + `me|Us` + `ers|tm` + `p)/\w`)
)

func TestNothingIsLeftOver(t *testing.T) {
	for _, p := range files(t, ".go", ".md", ".proto", ".yaml", ".yml", ".zed", ".tmpl", ".txtar", ".txt", ".sh") {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			if m := marks.FindString(line); m != "" {
				t.Errorf("%s:%d: the mark %s is left over", p, i+1, m)
			}
			if m := machine.FindString(line); m != "" {
				t.Errorf("%s:%d: a path of some machine: %s", p, i+1, m)
			}
		}
	}
}

// columns is how long a line of prose or of Go may be, in which a tab is four.
const columns = 120

// TestGoIsWrapped: lines that are long because of one long text stay whole, and so do
// texts of several lines.
func TestGoIsWrapped(t *testing.T) {
	const long = 60
	for _, f := range parseAll(t) {
		if f.generated {
			continue
		}
		whole := map[int]bool{}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			first, last := f.set.Position(lit.Pos()).Line, f.set.Position(lit.End()).Line
			for line := first; line <= last && (last > first || utf8.RuneCountInString(lit.Value) > long); line++ {
				whole[line] = true
			}
			return true
		})
		for i, line := range strings.Split(string(f.data), "\n") {
			w := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			if w > columns && !whole[i+1] && !strings.HasPrefix(line, "//go:") {
				t.Errorf("%s:%d: the line has %d columns, which is more than %d", f.path, i+1, w, columns)
			}
		}
	}
}

// TestProseIsWrapped: what people read in documents, tables and what commands print left
// aside.
func TestProseIsWrapped(t *testing.T) {
	for _, p := range files(t, ".md") {
		if isWithin(path.Dir(p), "report") { // golden files
			continue
		}
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range findUnwrapped(string(data)) {
			t.Errorf("%s:%d: the line is longer than %d columns", p, i, columns)
		}
	}
}

// findUnwrapped returns the numbers of the lines of prose that are too long.
func findUnwrapped(text string) []int {
	var out []int
	printed := false
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "```") {
			printed = !printed
		}
		row := strings.HasPrefix(strings.TrimSpace(line), "|")
		if !printed && !row && utf8.RuneCountInString(line) > columns {
			out = append(out, i+1)
		}
	}
	return out
}

func TestNoHiddenState(t *testing.T) {
	variables := map[string]map[string]bool{} // by folder
	files := listWritten(t)
	for _, f := range files {
		if variables[f.folder()] == nil {
			variables[f.folder()] = map[string]bool{}
		}
		for _, d := range f.ast.Decls {
			// A guard is one before the rest of the program is initialized, and leaves nothing to it.
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" &&
				f.folder() != "internal/guard" {
				t.Errorf("%s: a function init", f.placeOf(fn))
			}
			gen, ok := d.(*ast.GenDecl)
			if !ok || gen.Tok != token.VAR {
				continue
			}
			for _, s := range gen.Specs {
				s := s.(*ast.ValueSpec)
				for i, n := range s.Names {
					variables[f.folder()][n.Name] = true
					if n.Name != "_" && !isEmbedded(gen, s) && (i >= len(s.Values) || !constant(s.Values[i])) {
						t.Errorf("%s: the variable %s of the package may change", f.placeOf(n), n.Name)
					}
				}
			}
		}
	}
	for _, f := range files {
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				for _, id := range findChanged(fn, variables[f.folder()]) {
					t.Errorf("%s: %s changes a variable of the package", f.placeOf(id), id.Name)
				}
			}
		}
	}
}

// isEmbedded tells whether a variable is filled by the compiler from a file.
func isEmbedded(d *ast.GenDecl, s *ast.ValueSpec) bool {
	for _, group := range []*ast.CommentGroup{d.Doc, s.Doc} {
		if group == nil {
			continue
		}
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:embed ") {
				return true
			}
		}
	}
	return false
}

// constant tells whether a package-level value is one that by convention never
// changes: a table, an error, a compiled pattern or template.
func constant(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit, *ast.BasicLit, *ast.Ident, *ast.BinaryExpr:
		return true
	case *ast.UnaryExpr:
		return constant(e.X)
	case *ast.CallExpr:
		if _, ok := e.Fun.(*ast.Ident); ok {
			return true // a function of the package that makes a table
		}
		if fn, ok := e.Fun.(*ast.SelectorExpr); ok {
			if made, ok := fn.X.(*ast.CallExpr); ok {
				return constant(made)
			}
			if pkg, ok := fn.X.(*ast.Ident); ok {
				return slices.Contains([]string{"errors.New", "fmt.Errorf", "regexp.MustCompile", "template.Must",
					"strings.NewReplacer", "big.NewInt", "tokens.Set"}, pkg.Name+"."+fn.Sel.Name)
			}
		}
	}
	return false
}

// findChanged returns the names of package variables that a function assigns to,
// or to whose parts it does. A name that the function declares is its own.
func findChanged(fn *ast.FuncDecl, variables map[string]bool) []*ast.Ident {
	own := map[string]bool{}
	var targets []ast.Expr
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, id := range n.Names {
				own[id.Name] = true
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				own[id.Name] = true
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					own[id.Name] = true
				}
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					own[id.Name] = true
				} else {
					targets = append(targets, e)
				}
			}
		case *ast.IncDecStmt:
			targets = append(targets, n.X)
		}
		return true
	})
	var out []*ast.Ident
	for _, e := range targets {
		if id := root(e); id != nil && id.Name != "_" && variables[id.Name] && !own[id.Name] {
			out = append(out, id)
		}
	}
	return out
}

// root returns the variable that an assignable expression is a part of.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

func TestTidyFinds(t *testing.T) {
	const text = `package p

var table, count = []int{1}, 0

type T struct{}

// Known is known.
type Known struct{}

func (Known) String() string { return "" }
func (Known) Plain() {}
func (hidden) Plain() {}
func Open(count int) { count = 1; table[0]++; x := 2; x++ }

const A = 1
const B = 1 // B is b.
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var bare, changes []string
	for _, d := range file.Decls {
		for _, id := range findUndocumented(d) {
			bare = append(bare, id.Name)
		}
		if fn, ok := d.(*ast.FuncDecl); ok {
			for _, id := range findChanged(fn, map[string]bool{"table": true, "count": true}) {
				changes = append(changes, id.Name)
			}
		}
	}
	if got, want := strings.Join(bare, " "), "T Plain Open A"; got != want {
		t.Errorf("undocumented: got %s, want %s", got, want)
	}
	if got, want := strings.Join(changes, " "), "table"; got != want {
		t.Errorf("changed: got %s, want %s", got, want)
	}
	long := strings.Repeat("é", columns)
	prose := long + "\n" + long + "e\n| " + long + " |\n```\n" + long + "e\n```\n" + long + "e"
	if got := findUnwrapped(prose); !slices.Equal(got, []int{2, 7}) {
		t.Errorf("lines that are too long: got %v, want [2 7]", got)
	}
	for _, line := range []string{"// " + "TO" + "DO: this", "see /ho" + "me/me/x"} {
		if !marks.MatchString(line) && !machine.MatchString(line) {
			t.Errorf("nothing is found in %q", line)
		}
	}
}

// The tests that ARCHITECTURE.md says hold its invariants exist.
func TestInvariantsAreHeld(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| [^|`]+ \\| [^|`]+ \\| (`.*) \\|$").FindAllStringSubmatch(string(text), -1)
	held := regexp.MustCompile("`([^`]+)` ((?:Test|Fuzz)\\w+)")
	for _, row := range rows {
		for _, m := range held.FindAllStringSubmatch(row[1], -1) {
			files, err := filepath.Glob(filepath.Join(filepath.FromSlash(m[1]), "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(files, func(file string) bool {
				source, err := os.ReadFile(file)
				return err == nil && strings.Contains(string(source), "\nfunc "+m[2]+"(")
			}) {
				t.Errorf("ARCHITECTURE.md: there is no test %s in %s", m[2], m[1])
			}
		}
	}
	if invariants := strings.Count(string(text), "\n**"); len(rows) != invariants {
		t.Errorf("ARCHITECTURE.md has %d lines with tests for %d invariants", len(rows), invariants)
	}
}

// maxLines is how many lines a package has, tests aside, that needs no reason for it.
const maxLines = 3000

// A package that is large says why in its doc.go.
func TestLargePackagesSayWhy(t *testing.T) {
	lines := map[string]int{}
	for _, f := range goFiles(t) {
		if strings.HasSuffix(f, "_test.go") || strings.Contains(f, "/testdata/") {
			continue
		}
		text, err := os.ReadFile(filepath.FromSlash(f))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(text, []byte("// Code generated")) {
			lines[path.Dir(f)] += bytes.Count(text, []byte("\n"))
		}
	}
	why := regexp.MustCompile(`\b(larger?|longer) (because|than|for)\b`)
	for dir, n := range lines {
		if doc, err := os.ReadFile(filepath.Join(filepath.FromSlash(dir), "doc.go")); n > maxLines &&
			(err != nil || !why.Match(doc)) {
			t.Errorf("%s has %d lines, and its doc.go does not say why it is large", dir, n)
		}
	}
}
