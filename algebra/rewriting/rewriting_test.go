package rewriting_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
)

// TestSharing: a tree with many paths is small, and made without its paths.
func TestSharing(t *testing.T) {
	classes := algebratest.Read(t, "queue.lobas")
	s := "create"
	for i := range 8 {
		s += fmt.Sprintf(".add(x%d)", i)
	}
	tree, err := rewriting.New(classes).Normalize(algebratest.Sequence(t, classes, s+".delete.delete.delete.largest"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s paths in %d nodes", tree.Count(), tree.Size())
	if paths := tree.Count(); paths.Cmp(big.NewInt(100_000)) < 0 || tree.Size() > 10_000 {
		t.Errorf("%s paths in %d nodes: expected 100,000 or more in few", paths, tree.Size())
	}
}

// TestTreesHaveNormalForms: with values for its parameters, the way through a tree leads to the normal form of the
// sequence with these values. Arguments are trees that ask of the same parameters as their target.
func TestTreesHaveNormalForms(t *testing.T) {
	classes := algebratest.Read(t, "queue.lobas")
	rng := rand.New(rand.NewPCG(17, 2))
	for _, sequence := range []string{
		"create.add(a).add(b).add(c).add(d).add(e).delete.delete.delete",
		"create.add(a).add(b).add(c).add(d).add(e).add(a).delete.add(b).delete.largest",
		"create.add(create.add(b).add(c).largest).add(a).add(create.add(c).add(a).add(d).delete.largest).delete",
		"create.add(a).add(b).add(c).delete.eqn(create.add(c).add(d).add(a).delete)",
	} {
		tree, err := rewriting.New(classes).Normalize(algebratest.Sequence(t, classes, sequence))
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			values := map[string]*big.Int{}
			ground := sequence
			for _, name := range []string{"a", "b", "c", "d", "e"} {
				values[name] = big.NewInt(int64(rng.IntN(4)))
				ground = strings.ReplaceAll(ground, "("+name+")", "("+values[name].String()+")")
			}
			want, err := rewriting.New(classes).Normalize(algebratest.Sequence(t, classes, ground))
			if err != nil {
				t.Fatal(err)
			}
			if got := follow(t, tree, values); got != want.Leaf.String() {
				t.Errorf("%s: the tree leads to %s, and the normal form is %s", ground, got, want.Leaf)
			}
		}
	}
}

// follow returns the leaf of a tree to which values of parameters lead, with these values. On the way no condition is
// asked for twice.
func follow(tt *testing.T, t *rewriting.Tree, values map[string]*big.Int) string {
	tt.Helper()
	asked := map[*rewriting.Term]bool{}
	value := func(t *rewriting.Term) *big.Int {
		if v := values[t.Text]; v != nil {
			return v
		}
		panic("not a parameter: " + t.String())
	}
	for t.Leaf == nil {
		if asked[t.Cond] {
			tt.Fatalf("%s is asked for twice", t.Cond)
		}
		asked[t.Cond] = true
		order := value(t.Cond.Args[0]).Cmp(value(t.Cond.Args[1]))
		if t.Cond.Text == "<" && order < 0 || t.Cond.Text == "=" && order == 0 {
			t = t.Yes
		} else {
			t = t.No
		}
	}
	out := t.Leaf.String()
	if v := values[out]; v != nil {
		return v.String()
	}
	for name, v := range values {
		out = strings.ReplaceAll(out, "("+name+")", "("+v.String()+")")
	}
	return out
}

// BenchmarkTree makes a tree with 85 billion paths.
func BenchmarkTree(b *testing.B) {
	classes := algebratest.Read(b, "queue.lobas")
	s := "create"
	for i := range 17 {
		s += fmt.Sprintf(".add(x%d)", i)
	}
	term := algebratest.Sequence(b, classes, s+strings.Repeat(".delete", 3))
	for b.Loop() {
		if _, err := rewriting.New(classes).Normalize(term); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGround(b *testing.B) {
	classes := algebratest.Read(b, "queue.lobas")
	s := "create"
	for i := range 60 {
		s += fmt.Sprintf(".add(%d)", i*37%61)
	}
	term := algebratest.Sequence(b, classes, s+strings.Repeat(".delete", 50)+".largest")
	for b.Loop() {
		engine := rewriting.New(classes)
		if _, err := engine.Normalize(term); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(rewriting.DefaultSteps-engine.Steps), "steps")
	}
}
