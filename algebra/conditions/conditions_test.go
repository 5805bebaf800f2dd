package conditions_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
)

func asker() *conditions.Asker {
	return conditions.New(context.Background(), embedded.New(solve.Options{}))
}

func show(paths []rewriting.Path) (out []string) {
	for _, p := range paths {
		var conds []string
		for _, c := range p.Conditions {
			conds = append(conds, c.String())
		}
		out = append(out, p.Leaf.String()+" if "+strings.Join(conds, " and "))
	}
	return out
}

func TestTrees(t *testing.T) {
	for _, c := range []struct {
		file, sequence string
		want           []string
	}{
		{"queue.lobas", "create.add(5).add(3).delete", []string{"create.add(3) if "}},
		{"queue.lobas", "create.add(5).add(3).largest", []string{"5 if "}},
		// Figure 5 of the source of LOBAS.
		{"queue.lobas", "create.add(x).add(y).delete",
			[]string{"create.add(x) if x < y", "create.add(y) if x ≥ y"}},
		{"queue.lobas", "create.add(x).add(y).add(z).delete", []string{
			"create.add(x).add(y) if x < y and y < z", "create.add(x).add(z) if x < y and y ≥ z",
			"create.add(x).add(y) if x ≥ y and x < z", "create.add(y).add(z) if x ≥ y and x ≥ z"}},
		{"list.lobas", "create.insert(x).remove(y)", []string{"create if x = y", "error if x ≠ y"}},
	} {
		classes := algebratest.Read(t, c.file)
		tree, err := rewriting.New(classes).Normalize(algebratest.Sequence(t, classes, c.sequence))
		if err != nil {
			t.Fatal(err)
		}
		paths, all := tree.Paths(100, asker().Refuted)
		if d := cmp.Diff(c.want, show(paths)); d != "" || !all {
			t.Errorf("%s (-want +got):\n%s", c.sequence, d)
		}
	}
}

// TestStrings: strings that are to differ from all that conditions name do.
func TestStrings(t *testing.T) {
	classes, err := language.Parse(source.NewFile("q", "class Q export create, is constructor create "+
		"observer is (x: String): Boolean var x: String axiom create.is(x) -> x = \"s0\" or x = \"s2\" or x = \"s-1\" end").
		Whole())
	if err != nil {
		t.Fatal(err)
	}
	tree, err := rewriting.New(classes).Normalize(algebratest.Sequence(t, classes, "create.is(a)"))
	if err != nil {
		t.Fatal(err)
	}
	paths, _ := tree.Paths(10, asker().Refuted)
	for _, p := range paths {
		values, outcome := asker().Solve(p.Conditions)
		named := strings.Contains(` "s0" "s2" "s-1" `, " "+values["a"]+" ")
		if outcome != solve.Case || named != (p.Leaf.Text == "true") {
			t.Errorf("a = %s (%s) on the path to %s", values["a"], outcome, p.Leaf)
		}
	}
}
