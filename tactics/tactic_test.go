package tactics

import (
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// load reads a project of one file of Z and its units.
func load(t *testing.T, z, units, more string) *spec.System {
	t.Helper()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: p\nspecs: [units.yaml]\n" + more,
		"units.yaml":   units,
		"spec.zed":     z,
	})
	return system
}

// sample is an operation that a tactic applies to.
type sample struct {
	tactic string
	z      string // schema Op
	entry  string // of the list of tactics
	uses   string // "": no other unit
}

var samples = []sample{
	{"dnf", "Op == [x? : ℤ | x? > 0 ∨ x? < 2]", "dnf", ""},
	{"sp", "Op == [x?, y? : ℤ | x? ≤ y?]", "{sp: ≤}", ""},
	{"sp", "Op == [S?, T? : ℙ ℕ | ¬ (S? ⊆ T?)]", `{sp: "S? ⊆ T?"}`, ""},
	{"sp", "Op == [b?, c? : bag ℕ; x? : ℕ | ¬ (b? ⊑ c?) ∨ x? ⋿ b?]", `{sp: "¬ (b? ⊑ c?)"}`, ""},
	{"sp", "Op == [f? : ℕ ⇸ ℕ; x? : ℕ | x? ∈ dom f? ∧ f? x? > 1]", `{sp: "f? x?"}`, ""},
	{"sp", "Op == [s? : seq ℕ; i? : ℕ₁ | i? ∈ dom s? ∧ s? i? > 1]", `{sp: "s? i?"}`, ""},
	{"sp", "Op == [f? : ℕ ⇸ ℕ; x?, y? : 0 .. 2 | f? ⊕ {x? ↦ y?} ≠ f?]", `{sp: ↦}`, ""},
	{"sp", "Op == [s? : seq ℕ | s? = ⟨⟩ ∨ #s? > 1]", `{sp: =}`, ""},
	{"sp", "Op == [x?, y? : ℤ | y? ≠ 0 ∧ x? div y? > 0]", `{sp: div}`, ""},
	{"ft", "C ::= red | mix⟪0 .. 1⟫\nOp == [c? : C]", "{ft: c?}", ""},
	{"nr", "Op == [x? : ℤ]", "{nr: [x?, [-1, 2]]}", ""},
	{"ise", "Op == [x? : ℤ | x? ∈ {1, 2} ∨ x? < 0]", `{ise: "x? ∈ {1, 2}"}`, ""},
	{"psse", "Op == [S? : ℙ ℤ | S? ⊂ {0, 1, 2}]", `{psse: "S? ⊂ {0, 1, 2}"}`, ""},
	{"sse", "Op == [S? : ℙ ℤ | S? ⊆ {0, 1}]", `{sse: "S? ⊆ {0, 1}"}`, ""},
	{"mts", "Op == [x? : ℤ]", `{mts: [x?, "{1, 2}"]}`, ""},
	{"mts", "Op == [S? : ℙ ℤ]", `{mts: {of: "#S?", values: [0, 2]}}`, ""},
	{"sc", "Op == [s? : seq ℕ]", "{sc: s?}", ""},
	{"uq", "Op == [S?, T? : ℙ ℤ | ∀ i : S?; j : T? • i < j]", `{uq: "∀ i : S?; j : T?"}`, ""},
	{"uq", "Op == [S? : ℙ ℤ | ∀ i : S? | i > 1 • i < 3]", `{uq: "∀ i : S? | i > 1 • i < 3"}`, ""},
	{"seq", "Op == [S? : ℙ ℤ | ∃ i : S? • i > 0 ∨ i < -1]",
		`{seq: {of: "∃ i : S? • i > 0 ∨ i < -1", values: {i: [1, -2]}}}`, ""},
	{"seq", "Op == [S?, T? : ℙ ℕ | ¬ (∀ i : S?; j : T? • i < j)]",
		`{seq: {of: "¬ (∀ i : S?; j : T? • i < j)", values: {i: [1, 2], j: [0]}}}`, ""},
	{"weq", "Op == [S? : ℙ ℤ | ∃ i : S? • i > 0 ∨ i < -1]",
		`{weq: {of: "∃ i : S? • i > 0 ∨ i < -1", values: {i: [1, -2]}}}`, ""},
	{"tb", "Op == [x? : ℕ]", "{tb: x?}", ""},
	{"tb", "Op == [x? : -2 .. 3]", "{tb: x?}", ""},
	{"tb", "Op == [S? : ℙ ℤ]", "{tb: S?}", ""},
	{"iv", "St == [s : ℙ ℕ; n : ℕ | #s ≤ n ∧ n < 4]\nOp == [ΔSt; x? : ℕ | s' = s]", "iv", ""},
	{"iv", "St == [n : ℕ | n ≤ 3]\nOp == [ΔSt; x? : ℕ | n' = n]", "iv, {nr: [n, [2]]}", ""},
	{"iv", "St == [n : ℕ | n ≤ 3]\nOp == [ΔSt; x? : ℕ | n' = n]", "{nr: [n, [2]]}, iv", ""},
	{"rj", "St == [s : ℙ ℕ | #s < 3]\nOp == [ΔSt; x? : ℤ | x? > 0 ∧ x? ∉ s ∧ s' = s ∪ {x?}]", "rj", ""},
	{"rj", "Op == [x?, y? : ℤ | x? > 0 ∧ y? > 0] ∨ [x?, y? : ℤ | x? > 1 ∧ y? > 1]", "rj", ""},
	{"mf", "B == [x? : ℤ; y? : 0 .. 2 | x? > y?]\nOp == [x? : ℤ | x? < 0] ∨ B", "{mf: b}", "b"},
}

// prepare returns the testing tree of a sample.
func prepare(t *testing.T, s sample) (*spec.System, *suite.Tree) {
	t.Helper()
	units := "unit: op\nz: spec.zed\nschema: Op\ntactics: [" + s.entry + "]\n"
	if s.uses != "" {
		units = "unit: op\nz: spec.zed\nschema: Op\nuses: [b]\ntactics: [" + s.entry + "]\n---\nunit: b\nschema: B\n"
	}
	if s.tactic == "rj" {
		units += "rejects: \"true\"\n"
	}
	system := load(t, s.z+"\n", units, "")
	tree, err := Build(system, system.Unit("op"), 0)
	if err != nil {
		t.Fatal(err)
	}
	return system, tree
}

// Every tactic's conditions cover their parent, and are disjoint, exactly where
// it says so.
func TestTacticsKeepTheirWord(t *testing.T) {
	t.Parallel()
	type word struct{ covers, disjoint bool }
	kept := map[string]word{}
	for _, s := range samples {
		system, tree := prepare(t, s)
		w, ok := kept[s.tactic]
		if !ok {
			w = word{covers: true, disjoint: true}
		}
		divided := false
		if tree.Rejected != nil {
			tree = &suite.Tree{Unit: tree.Unit, Root: tree.Rejected, VIS: tree.VIS}
		}
		tree.Walk(func(c *suite.Condition) {
			if len(c.Children) == 0 || c.Children[0].Tactic != s.tactic {
				return
			}
			divided = true
			hole, overlap := divides(t, system, tree, c)
			w.covers, w.disjoint = w.covers && !hole, w.disjoint && !overlap
		})
		if !divided {
			t.Errorf("%s divides nothing of %s", s.entry, s.z)
		}
		kept[s.tactic] = w
	}
	for _, tactic := range All() {
		w, ok := kept[tactic.Name]
		switch {
		case !ok && tactic.Keeps:
		case !ok:
			t.Errorf("the tactic %s has no sample", tactic.Name)
		case w.covers != tactic.Covers:
			t.Errorf("the tactic %s says that it covers: %v; found: %v", tactic.Name, tactic.Covers, w.covers)
		case w.disjoint != tactic.Disjoint:
			t.Errorf("the tactic %s says that it is disjoint: %v; found: %v", tactic.Name, tactic.Disjoint, w.disjoint)
		}
	}
}

// divides enumerates small inputs and before-states of a condition, and tells
// whether one lies in none of its children, or in several.
func divides(t *testing.T, system *spec.System, tree *suite.Tree, c *suite.Condition) (hole, overlap bool) {
	t.Helper()
	a := newAudit(&table{spec: system.Spec, vars: tree.VIS, language: system.Language}, system.Globals)
	domains, err := a.frames(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &Basis{System: system, Unit: tree.Unit, Visible: tree.VIS, texts: map[zed.Expr]string{}}
	given := []zed.Expr{c.Pred}
	if c.Tactic == "dnf" || c.Tactic == "vis" {
		given = nil
	}
	for _, p := range b.ConjunctsAt(c) {
		if c.Tactic == "rj" {
			break // what is said of the operation does not hold here
		}
		if b.isAboutVIS(p) {
			given = append(given, p)
		}
	}
	inside, err := a.compile([]zed.Expr{schema.Conjoin(given)})
	if err != nil {
		t.Fatal(err)
	}
	var preds []zed.Expr
	for _, d := range c.Children {
		preds = append(preds, d.Pred)
	}
	children, err := a.compile(preds)
	if err != nil {
		t.Fatal(err)
	}
	eachCombination(domains, nil, func(frame []value.Value) {
		if truth, _ := inside[0].Truth(frame); truth != eval.True {
			return
		}
		n := 0
		for i, p := range children {
			truth, reason := p.Truth(frame)
			if truth != eval.True && truth != eval.False {
				t.Fatalf("%s at %v: %v", c.Children[i].Shown, frame, reason)
			}
			if truth == eval.True {
				n++
			}
		}
		hole, overlap = hole || n == 0, overlap || n > 1
	})
	return hole, overlap
}

// printTree returns the conditions of a tree, one a line.
func printTree(tree *suite.Tree) string {
	var out []string
	tree.Walk(func(c *suite.Condition) {
		if c.Parent != nil {
			out = append(out, strings.Repeat("  ", strings.Count(c.ID, "/")-1)+c.Name()+"  "+c.Shown)
		}
	})
	return strings.Join(out, "\n") + "\n"
}

// Every tactic has a name and a label of its own, and the manual says what it is; it
// names every recipe too.
func TestManual(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile("../docs/tactics.md")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	var holes, overlaps []string
	for _, tactic := range All() {
		if tactic.Read == nil || tactic.Label != strings.ToUpper(tactic.Name) || names[tactic.Name] {
			t.Errorf("the tactic %q has no name of its own, another label (%s) or nothing that reads it", tactic.Name,
				tactic.Label)
		}
		names[tactic.Name] = true
		if !tactic.Covers {
			holes = append(holes, "`"+tactic.Name+"`")
		}
		if !tactic.Disjoint {
			overlaps = append(overlaps, "`"+tactic.Name+"`")
		}
		if text := string(manual); !strings.Contains(text, "| `"+tactic.Name+"` |") &&
			!strings.Contains(text, "| `{"+tactic.Name+": ") {
			t.Errorf("docs/tactics.md does not say what the tactic %s does", tactic.Name)
		}
		if tactic.Doc == "" {
			t.Errorf("the tactic %s is not documented", tactic.Name)
		}
	}
	said := strings.Join(strings.Fields(string(manual)), " ")
	if want := "All but " + joinWords(holes) + " cover what they divide"; !strings.Contains(said, want) {
		t.Errorf("docs/tactics.md does not say: %s", want)
	}
	want := "all but " + joinWords(overlaps) + " have conditions of which no two hold together"
	if !strings.Contains(said, want) {
		t.Errorf("docs/tactics.md does not say: %s", want)
	}
	for _, r := range Recipes() {
		if !strings.Contains(string(manual), "`"+r.Name+"`") {
			t.Errorf("docs/tactics.md does not say what the recipe %s is", r.Name)
		}
	}
}

// joinWords writes words as a list: a, b and c.
func joinWords(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Every tactic has an example, which shows the tree that it makes.
func TestEveryTacticHasAnExample(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "example_test.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for _, e := range doc.Examples(file) {
		shown[strings.TrimPrefix(e.Name, "_")] = e.Output
	}
	for _, tactic := range All() {
		if name := strings.ToUpper(tactic.Name); !strings.Contains(shown[tactic.Name], "_"+name+"_1: ") {
			t.Errorf("no example shows a condition of the tactic %s", tactic.Name)
		}
	}
}
