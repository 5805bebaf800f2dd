package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/ttf-int/ttf-int/tactics"
)

// serverWith returns a server with a copy of the example depot, in which a file of it is open with a text.
func serverWith(t *testing.T, file, text string) (*server, string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "examples", "depot"))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, filepath.FromSlash(file))
	return &server{texts: map[string]string{path: text}, shown: map[string]bool{}}, path
}

// TestCompleteYAML: keys come from the JSON Schemas and tactics from their list, wherever the cursor, ‸, is;
// in the text of Z they do not come.
func TestCompleteYAML(t *testing.T) {
	t.Parallel()
	const unit, project = "specs/units.yaml", "ttf-int.yaml"
	for _, c := range []struct {
		file, text string
		want       string // some of what is completed: LABEL or LABEL=TEXT
		not        string // what is not
	}{
		{unit, "‸", "unit=unit:  machine property schema", "dnf Take"},
		{unit, "un‸", "unit=unit: ", "uses schema"},
		{unit, "unit: a\nschema: T‸", "Take Till", "tactics"},
		{unit, "unit: a\nsut: ‸", "depot", "unit"},
		{unit, "unit: a\nz: |\n  A == [x : Z]\n  B‸\nschema: A", "Buy", "basic"},
		{unit, "unit: a\nscope: {int: [-1, 1], s‸", "set=set:  seq=seq: ", "int schema"},
		{unit, "unit: a\nscope:\n  int: [-1, 1]\n  g‸", "given=given: ", "greybox"},
		{unit, "unit: a\ntactics: [dnf, ‸", "sp={sp:_} dnf=dnf mut=mut standard", "unit debit"},
		{unit, "unit: a\ntactics: [{s‸", "sp=sp:  sc", "dnf standard"},
		{unit, "unit: a\ntactics: [{sp: \"x‸", "", "dnf sp"},
		{unit, "unit: a\ntactics:\n- d‸", "dnf=dnf", "unit"},
		{unit, "unit: a\ntactics:\n  - dnf\n  - s‸", "sp=sp:  sc standard=standard", "unit"},
		{unit, "unit: a\ntactics: ‸", "standard strong", "unit"},
		{unit, "unit: a\nuses: [d‸", "debit", "decision"},
		{unit, "unit: a\ncalls-exact: ‸", "true false", "unit"},
		{unit, "unit: a\nstubs:\n  add: ‸", "spec manual auto", "unit"},
		{unit, "unit: a\nstubs:\n  add: {d‸", "decision=decision: ", "dnf"},
		{unit, "unit: a\nstubs:\n  add:\n    decision: m‸", "manual", "machine"},
		{unit, "unit: a\n# un‸", "", "unit"},
		{unit, "unit: a\n---\nmachine: m\ni‸", "inputs=inputs: ", "items"},
		{unit, "unit: a\n---\nmachine: m\ninputs: ‸", "on-the-fly", "inputs"},
		{unit, "property: p\nd‸\n---\nunit: a\n", "discards=discards: ", "decision"},
		{unit, "unit: a\ngreybox: \"∀ i : d‸", "", "dnf"},
		{project, "‸", "apiVersion=apiVersion:  suts", "unit"},
		{project, "suts:\n  list:\n    c‸", "command=command: ", "constants"},
		{project, "suts:\n  list:\n    command: [a]\n    dir: .\nrun:\n  par‸", "parallel=parallel: ", "project"},
		{project, "recipes:\n  own: [d‸", "dnf=dnf", "unit"},
		{project, "apiVersion: ‸", "ttf-int/v1", "specs"},
	} {
		whole := c.text
		if c.file == unit {
			whole = "unit: debit\nschema: Debit\nz: depot.zed\n---\n" + whole
		}
		offset := strings.Index(whole, "‸")
		text := whole[:offset] + whole[offset+len("‸"):]
		s, path := serverWith(t, c.file, text)
		got, err := s.complete(uri.File(path), positionOf(text, offset))
		if err != nil {
			t.Fatal(err)
		}
		items := got.(protocol.CompletionList).Items
		has := func(want string) bool {
			label, to, exact := strings.Cut(want, "=")
			to = strings.ReplaceAll(to, "_", " ")
			return slices.ContainsFunc(items, func(i protocol.CompletionItem) bool {
				return i.Label == label && (!exact || strings.TrimRight(i.TextEdit.NewText, " ") == to)
			})
		}
		for _, want := range strings.Fields(c.want) {
			if !has(want) {
				t.Errorf("%q: %s is not completed by %v", c.text, want, labels(items))
			}
		}
		for _, not := range strings.Fields(c.not) {
			if has(not) {
				t.Errorf("%q: %s is completed", c.text, not)
			}
		}
	}
	text := "unit: a\ntactics: ["
	s, path := serverWith(t, unit, text)
	got, err := s.complete(uri.File(path), positionOf(text, len(text)))
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range tactics.All() {
		if !slices.Contains(labels(got.(protocol.CompletionList).Items), one.Name) {
			t.Errorf("the tactic %s is not completed", one.Name)
		}
	}
}

func labels(items []protocol.CompletionItem) []string {
	var out []string
	for _, i := range items {
		out = append(out, i.Label)
	}
	return out
}

// TestHover: the type of the smallest term at a place is shown, and local names lead to their declarations.
func TestHover(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "examples", "depot", "specs", "depot.zed"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data) + "\nMore == [x? : ℕ; s : ℙ ℕ | ∃ y, stock : ℕ • y ∈ s ∧ y > x? ∧ stock = 1]\n"
	s, path := serverWith(t, "specs/depot.zed", text)
	for _, c := range []struct {
		at    string // the text, with the cursor, ‸, in it
		want  string // in what is shown
		leads string // the line that introduces it; "" for none
	}{
		{"stock' = stock ⊕ {item? ‸↦ stock item? + n?}", "item? ↦ stock item? + n? : ITEM × ℤ", ""},
		{"↦ stock item? ‸+ n?}", "stock item? + n? : ℤ", ""},
		{"↦ sto‸ck item? + n?}", "stock : ITEM ↔ ℤ", "Stock =="},
		{"↦ stock ite‸m? + n?}", "item? : ITEM", "Put =="},
		{"sto‸ck' = stock ⊕", "stock' : ITEM ↔ ℤ", "Stock =="},
		{"{item? ↦ stock item? − n?‸}", "n? : ℤ", "Take =="},
		{"item? ∈‸ dom stock ∧ n? ≤", "a predicate about item? : ITEM and dom stock : ℙ ITEM", ""},
		{"Put == [ΔStock; it‸em?", "item? : ITEM", "Put =="},
		{"∃ y, stock : ℕ • y‸ ∈ s", "y : ℤ", "More =="},
		{"y > x? ∧ st‸ock = 1", "stock : ℤ", "More =="},
		{"Sell == (Is‸sue ∧", "a schema with [", "Issue =="},
		{"reply! = sho‸rt", "short : REPLY", "REPLY ::="},
	} {
		bare := strings.Replace(c.at, "‸", "", 1)
		offset := strings.Index(text, bare)
		if offset < 0 {
			t.Fatalf("%q is not in the text", bare)
		}
		at := positionOf(text, offset+strings.Index(c.at, "‸"))
		got, err := s.hover(uri.File(path), at)
		if err != nil {
			t.Fatal(err)
		}
		shown := ""
		if hover, ok := got.(*protocol.Hover); ok {
			shown = hover.Contents.Value
		}
		if !strings.Contains(shown, c.want) {
			t.Errorf("%q is shown as %q, want %q", c.at, shown, c.want)
		}
		places, err := s.definition(uri.File(path), at)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, l := range places.([]protocol.Location) {
			lines = append(lines, strings.Split(text, "\n")[l.Range.Start.Line])
		}
		if len(lines) > 1 || (c.leads == "") != (len(lines) == 0) ||
			len(lines) == 1 && !strings.HasPrefix(lines[0], c.leads) {
			t.Errorf("%q leads to %q, want %q", c.at, lines, c.leads)
		}
	}
}

// TestFindSymbols: the names of all files of a project that is opened are found by their characters.
func TestFindSymbols(t *testing.T) {
	t.Parallel()
	s, path := serverWith(t, "specs/depot.zed", "")
	s.texts = map[string]string{}
	s.noteFolders(protocol.InitializeParams{
		WorkspaceFolders: []protocol.WorkspaceFolder{{URI: string(uri.File(filepath.Dir(filepath.Dir(path))))}}})
	var got []string
	for _, found := range s.findSymbols("RTR") {
		got = append(got, found.Name+" "+filepath.Base(found.Location.URI.Filename()))
	}
	if want := []string{"retire units.yaml", "Retire depot.zed"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := s.findSymbols(""); len(got) < 40 {
		t.Errorf("of all names %d are found", len(got))
	}
}
