package tactics

import (
	"errors"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/suite"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// The trees that each tactic makes of its samples.
func TestTrees(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, s := range samples {
		_, tree := prepare(t, s)
		b.WriteString("# " + s.entry + "\n" + s.z + "\n\n" + printTree(tree))
		if r := tree.Rejected; r != nil {
			b.WriteString(r.Name() + "  " + r.Shown + "\n" +
				strings.ReplaceAll(printTree(&suite.Tree{Root: r}), "  Op_", "Op_"))
		}
		b.WriteString("\n")
	}
	golden(t, "trees.txt", b.String())
}

// ownTactics is a project's tactics and recipes.
const ownTactics = `tactics:
  near:
    params: "a, b : ℤ"
    rows: ["a < b", "a = b", "a > b"]
  holds:
    params: "[X] x : X; S : ℙ X"
    given: "x ∈ S"
    rows: ["S = {x}", "S ≠ {x}"]
  several:
    params: "[X] S : ℙ X"
    rows: ["∀ x, y : X • x ∈ S ∧ y ∈ S ⇒ x = y", "∃ x, y : X • x ∈ S ∧ y ∈ S ∧ x ≠ y"]
  plus:
    params: "a, b : ℤ"
    of: "a + b"
    rows: ["a = 0", "a ≠ 0"]
recipes:
  house: [{near: [x?, y?]}, {sp: +}]
  both: [house, {sc: S?}]
conditions: 300
`

const operation = "Op == [x?, y?, r! : ℤ; S? : ℙ ℤ; q : seq ℤ | x? > 3 ∧ x? < 10 ∧ r! = x? + y? ∧ x? ∈ S? ∧ (∀ i : S? • i > 0) ∧ (∃ j : S? • j > 5)]\n"

// Tactics, recipes and rulings of a project, and the trees that they make.
func TestProjectTactics(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, unit := range []string{
		"tactics: [{near: [x?, y?]}]",
		"tactics: [{near: {a: x?, b: \"y? + 1\"}}]",
		"tactics: [{holds: [x?, S?]}]",
		"tactics: [{holds: [y?, S?]}]",
		"tactics: [{several: S?}]",
		"tactics: [{sp: \"x? + y?\"}]",
		"tactics: house",
		"tactics: [both, {mts: [y?, [7]], at: op/DNF_1/NEAR_1/SP_2/SC_3}]",
		"tactics: basic",
		"tactics: limits",
		"tactics: [{near: [x?, y?]}]\nprune: [Op_NEAR_2, op/DNF_1/NEAR_3]",
	} {
		system := load(t, operation, "unit: op\nz: spec.zed\nschema: Op\n"+unit+"\n", ownTactics)
		tree, err := Build(system, system.Unit("op"), 0)
		if err != nil {
			t.Errorf("%s: %v", unit, err)
			continue
		}
		b.WriteString("# " + unit + "\n" + printTree(tree))
		tree.Walk(func(c *suite.Condition) {
			if c.Pruned != "" {
				b.WriteString(c.ID + " is " + c.Pruned + "\n")
			}
		})
		b.WriteString("\n")
	}
	golden(t, "project.txt", b.String())
}

// The recipes that go by what the operation consists of.
func TestRecipes(t *testing.T) {
	t.Parallel()
	const z = `C ::= red | green
B == [y? : ℤ; c? : C | c? = red ∧ y? > 2]
Op == B ∧ [s : seq ℤ; n : ℕ; y? : ℤ; c? : C | (∀ i : dom s • s i ≤ n) ∧ n ≠ 7 ∧ y? ∈ ran s]
`
	var b strings.Builder
	for _, recipe := range []string{"basic", "math", "limits", "strong"} {
		units := "unit: op\nz: spec.zed\nschema: Op\nuses: [b]\ntactics: " + recipe + "\n---\nunit: b\nschema: B\n"
		system := load(t, z, units, "")
		tree, err := Build(system, system.Unit("op"), 0)
		if err != nil {
			t.Errorf("%s: %v", recipe, err)
			continue
		}
		b.WriteString("# " + recipe + ": " + strconv.Itoa(len(tree.Leaves())) + " leaves\n")
		text := printTree(tree)
		if lines := strings.SplitAfter(text, "\n"); len(lines) > 60 {
			text = strings.Join(lines[:30], "") + "...\n"
		}
		b.WriteString(text + "\n")
	}
	golden(t, "recipes.txt", b.String())
}

// What a person can get wrong in a list of tactics is an error in its place.
func TestTacticErrors(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, unit := range []string{
		"tactics: [{spp: x?}]",
		"tactics: srtong",
		"tactics: [{house: 1}]",
		"tactics: [{dnf: x?}]",
		"tactics: [sp]",
		`tactics: [{sp: "x? ∪ y?"}]`,
		`tactics: [{sp: "x? - y?"}]`,
		`tactics: [{sp: "r!"}]`,
		`tactics: [{sp: "∪"}]`,
		`tactics: [{ft: x?}]`,
		`tactics: [{nr: [x?, [3, 1]]}]`,
		`tactics: [{nr: [S?, [1]]}]`,
		`tactics: [{ise: "x? ∈ S?"}]`,
		`tactics: [{ise: "x? ∈ {1, 2}"}]`,
		`tactics: [{psse: "S? ⊂ {1, x?}"}]`,
		`tactics: [{sse: "S? ⊂ {1}"}]`,
		`tactics: [{mts: x?}]`,
		`tactics: [{mts: [x?, "S?"]}]`,
		`tactics: [{mts: [x?, [1, 2, 1]]}]`,
		`tactics: [{mts: [x?, [1, S?]]}]`,
		`tactics: [{mts: {off: x?}}]`,
		`tactics: [{sc: x?}]`,
		`tactics: [{sc: [S?, 0]}]`,
		`tactics: [{uq: "∃ i : S?"}]`,
		`tactics: [{uq: "∀ i : q"}]`,
		`tactics: [{uq: "∀ i : q'"}]`,
		`tactics: [{uq: "S?"}]`,
		`tactics: [{seq: {of: "∀ i : S? • i > 0", values: {i: [1]}}}]`,
		`tactics: [{seq: {of: "∃ i : S? • i > 0", values: {i: [1]}}}]`,
		`tactics: [{weq: ["∃ j : S? • j > 5", {jj: [1]}]}]`,
		`tactics: [{weq: ["∃ j : S? • j > 5", {j: [1, S?]}]}]`,
		`tactics: [{weq: ["∃ j : S? • j > 5"]}]`,
		`tactics: [{tb: "x? + 1"}]`,
		"tactics: [iv]",
		"tactics: [rj]",
		"tactics: [rj]\nrejects: \"r! = S?\"",
		"tactics: [dnf]\nrejects: \"r! = 0\"",
		"tactics: [mut, mut]",
		"tactics: [{mut: atom}]",
		"tactics: [{mut: []}]",
		"tactics: [{mut: {atoms: 1}}]",
		"tactics: [{mf: b}]",
		"tactics: [{near: x?}]",
		"tactics: [{near: [x?, S?]}]",
		"tactics: [{near: [x?, y?, y?]}]",
		"tactics: [{sp: +, at: op/DNF_2}]",
		"prune: [op/DNF_3]",
		"tactics: [{nr: [x?, [1, 2, 3, 4, 5]]}, {nr: [y?, [1, 2, 3, 4, 5, 6]]}, {sp: ∈}]",
		`tactics: [{mts: [y?, [1, 2, 3, 4]]}, {nr: [x?, [1, 2, 3, 4, 5, 6, 7]]}, {near: [x?, y?]}, {sp: +}]`,
	} {
		system := load(t, operation, "unit: op\nz: spec.zed\nschema: Op\n"+unit+"\n", ownTactics)
		_, err := Build(system, system.Unit("op"), 0)
		if err == nil {
			t.Errorf("%s: no error", unit)
			continue
		}
		b.WriteString(source.Show(err, 0) + "\n")
	}
	golden(t, "errors.txt", b.String())
}

// Names that are taken, recipes that contain each other, and tables with holes,
// overlaps and dead rows.
func TestProjectErrors(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, more := range []string{
		"tactics:\n  sp: {params: \"x : ℤ\", rows: [\"x > 0\"]}\nrecipes:\n  strong: [dnf]\n",
		"recipes:\n  one: [two]\n  two: [dnf, one]\n",
		"tactics:\n  t: {params: \"x : ℤ\", rows: [\"x > 0\", \"x < 0\"]}\n",
		"tactics:\n  t: {params: \"x : ℤ\", rows: [\"x ≥ 0\", \"x ≤ 0\"]}\n",
		"tactics:\n  t: {params: \"x : ℤ\", rows: [\"x ≥ 0\", \"x < 0\", \"x < 0 ∧ x > 0\"]}\n",
		"tactics:\n  t: {params: \"x : ℤ\", covers: false, disjoint: false, rows: [\"x > 0\", \"x > 1\"]}\n",
		"tactics:\n  t: {params: \"[X] x : X; A : ℙ X\", of: \"x ∈ A\", rows: [\"A = {x}\", \"A ≠ {x}\"], otherwise: [\"A = ∅\"]}\n",
		"tactics:\n  t: {params: \"s : seq ℕ\", rows: [\"head s = 0\", \"head s ≠ 0\"]}\n",
		"tactics:\n  t: {params: \"x : ℤ\", rows: [\"y > 0\"]}\n",
		// Numbers that are not small: what lies near them is looked at.
		"tactics:\n  t: {params: \"x : ℤ\", rows: [\"x < 10\", \"x = 10\", \"x > 10\"]}\n",
		"tactics:\n  t: {params: \"x : ℤ\", rows: [\"x < 10\", \"x > 10\"]}\n",
		"tactics:\n  t: {params: \"x : ℤ\", rows: [\"x < 10\", \"x ≥ 10\", \"x > 20 ∧ x < 15\"]}\n",
		"tactics:\n  t: {params: \"x, y : ℤ\", rows: [\"x + y > 100\", \"x + y ≤ 100\"]}\n",
		"tactics:\n  t: {params: \"[X] S : ℙ X\", rows: [\"#S < 4\", \"#S = 4\"]}\n",
		"tactics:\n  t: {params: \"[X] s : seq X\", rows: [\"#s ≤ 10\", \"#s > 10\"]}\n",
		"tactics:\n  t: {params: \"[X] F : ℙ (ℙ X)\", rows: [\"#F ≤ 4\", \"#F > 4\"]}\n",
		// So many operands that only few values of each are tried.
		"tactics:\n  t: {params: \"A, B, C, D : ℙ ℤ\", rows: [\"A ∪ B = C ∪ D\", \"A ∪ B ≠ C ∪ D ∧ A ≠ ∅\"]}\n",
		"tactics:\n  t: {params: \"x : ℝ\", rows: [\"x > 0\"]}\n",
		"tactics:\n  t: {params: \"x : ℤ → ℤ\", rows: [\"x = ∅\", \"x ≠ ∅\"]}\n",
	} {
		system := load(t, operation, "unit: op\nz: spec.zed\nschema: Op\ntactics: [one]\n", more)
		if !strings.Contains(more, "one:") {
			system.Unit("op").Tactics = nil
		}
		_, err := Build(system, system.Unit("op"), 0)
		err = errors.Join(err, Audit(system))
		text := "no error\n"
		if err != nil {
			var errs source.Errors
			for _, e := range err.(interface{ Unwrap() []error }).Unwrap() {
				errs.Add(e)
			}
			text = source.Show(errs.Err(), 0)
		}
		b.WriteString("# " + more + text + "\n")
	}
	golden(t, "audit.txt", b.String())
}
