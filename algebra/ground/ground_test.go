package ground_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/source"
)

// odd is a specification for what is seldom: values at the ends of what they can be, errors in conditions,
// axioms that are missing, other classes.
const odd = `class Odd export create, put, sum, twice, less, stuck, ask, in
constructor create; put (x: Integer); in (q: Other)
transformer twice; stuck
observer sum: Integer; less (x: Integer): Boolean; ask (s: String): Boolean
var A: Odd; x, y: Integer; s: String; q: Other
axiom
  create.sum -> 9223372036854775807;
  A.put(x).sum -> A.sum + x * x - x;
  A.in(q).sum -> if q.name = "a" then -∞ else if q.name = "b" then ∞ - A.sum else error;
  create.twice -> create;
  A.put(3).twice -> A;
  A.put(x).put(x).twice -> A.twice.put(x);
  A.in(q).twice -> A.in(q);
  create.less(x) -> x < 0;
  A.put(y).less(x) -> A.sum > x and not (A.less(y) or A.sum = ∞);
  A.in(q).less(x) -> q = Other.create;
  A.ask("b") -> true;
  create.ask("a") -> error;
  A.put(x).ask(s) -> A.ask(s) or x ≥ 2 or x ≤ -2 and x ≠ -3
end
class Other export create, a, name
constructor create; a (s: String)
observer name: String
var B: Other; s: String
axiom create.name -> "b"; B.a(s).name -> s
end`

// TestAgrees holds the machine against the trees of package rewriting, which are made by another method.
func TestAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	classes, err := language.Parse(source.NewFile("odd", odd).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	specs := [][]*language.Class{classes, algebratest.Read(t, "queue.lobas"), algebratest.Read(t, "list.lobas")}
	stuck, failed := 0, 0
	for _, classes := range specs {
		m, engine := ground.New(classes), rewriting.New(classes)
		for range 4000 {
			term := algebratest.Draw(rng, classes, classes[0], rng.IntN(9))
			m.Steps = 100_000
			tree, err := engine.Normalize(term)
			if err != nil {
				t.Fatal(err)
			}
			shown := language.FormatTerm(term, language.LOBAS)
			r, err := m.Evaluate(term)
			switch {
			case tree.Leaf == nil || errors.Is(err, ground.ErrStuck):
				stuck++
				// A tree may have one leaf all the same, whichever value the missing one has.
				if err == nil && !m.IsStuck(r) {
					t.Fatalf("%s is %v, but the tree has more than one leaf", shown, m.Syntax(r))
				}
				continue
			case err != nil:
				t.Fatalf("%s: %v", shown, err)
			}
			if got := language.FormatTerm(m.Syntax(r), language.LOBAS); got != tree.Leaf.String() {
				t.Fatalf("%s = %s, but the tree says %s", shown, got, tree.Leaf)
			}
			if r == ground.Error {
				failed++
			}
			if rng.IntN(3) == 0 {
				m.Reset()
			}
		}
	}
	if t.Logf("%d stuck, %d errors", stuck, failed); stuck < 100 || failed < 100 {
		t.Error("too few of what is seldom")
	}
}

func TestSteps(t *testing.T) {
	classes, err := language.Parse(source.NewFile("q", "class Q export create, loop constructor create transformer loop "+
		"var A: Q axiom A.loop -> A.loop end").Whole())
	if err != nil {
		t.Fatal(err)
	}
	m := ground.New(classes)
	m.Steps = 1000
	if _, err := m.Evaluate(algebratest.Sequence(t, classes, "create.loop")); !errors.Is(err, ground.ErrSteps) {
		t.Errorf("got %v, want %v", err, ground.ErrSteps)
	}
}

// BenchmarkGround applies the axioms of the queue of the figure to a long sequence.
func BenchmarkGround(b *testing.B) {
	classes := algebratest.Read(b, "queue.lobas")
	s := "create"
	for i := range 60 {
		s += fmt.Sprintf(".add(%d)", i*37%61)
	}
	term := algebratest.Sequence(b, classes, s+strings.Repeat(".delete", 50)+".largest")
	m := ground.New(classes)
	for b.Loop() {
		m.Reset()
		m.Steps = 1_000_000
		if _, err := m.Evaluate(term); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(1_000_000-m.Steps), "steps")
}
