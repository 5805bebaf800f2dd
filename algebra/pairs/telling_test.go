package pairs_test

import (
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/ground"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/mutants"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/source"
)

// vault is an account that may be frozen: whether it is, and how much there is, decide of what withdraw and move do.
const vault = `class Vault export create, put, freeze, withdraw, move, amount
constructor create; put (n: Integer); freeze
transformer withdraw (n: Integer); move (n: Integer)
observer amount: Integer
var V: Vault, n, m: Integer
axiom
  create.withdraw(n) -> error;
  V.put(m).withdraw(n) -> if n <= 0 then error else if n > m then error else V.put(m - n);
  V.freeze.withdraw(n) -> error;
  V.move(n) -> V.withdraw(n).put(n);
  create.amount -> 0;
  V.put(m).amount -> V.amount + m;
  V.freeze.amount -> V.amount
end`

// TestTelling: each pair tells a mutant apart, by an evaluation of its own; and what an operation and one that uses it
// have in common is told apart by both.
func TestTelling(t *testing.T) {
	t.Parallel()
	specs := map[string][]*language.Class{}
	for _, name := range []string{"bank.lobas", "accounts.lobas", "set.lobas", "ring.lobas", "queue.lobas"} {
		specs[name] = algebratest.Read(t, name)
	}
	classes, err := language.Parse(source.NewFile("vault", vault).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	specs["vault"] = classes
	for name, classes := range specs {
		maker := pairs.New(classes, classes[0], nil, pairs.Options{Depth: 2, Steps: 10_000})
		d := pairs.Drawing{Length: 12, Range: 20, Ratio: 3, Biased: true, Seed: 1}
		made, err := maker.DrawTelling(t.Context(), d, 500, maker.NewMutants())
		if err != nil || len(made.Pairs) == 0 {
			t.Errorf("%s: %d pairs, %v", name, len(made.Pairs), err)
		}
		told := map[string]bool{}
		for _, p := range made.Pairs {
			first := p.Open().First
			by := tellers(t, classes, first)
			if len(by) == 0 {
				t.Errorf("%s: %s tells no mutant apart", name, language.FormatTerm(first, language.LOBAS))
			}
			for _, o := range by {
				told[o] = true
			}
		}
		for _, o := range []string{"withdraw", "move"} {
			if name == "vault" && !told[o] {
				t.Errorf("no mutant of withdraw is told apart by %s", o)
			}
		}
	}
}

// tellers returns the operations of a sequence after which the normal form by a mutant is first another one.
func tellers(t *testing.T, classes []*language.Class, sequence language.Term) (out []string) {
	t.Helper()
	for _, one := range mutants.Of(classes[0]) {
		changed := slices.Clone(classes)
		changed[0] = one.Apply(classes[0])
		for _, beginning := range language.Chain(sequence) {
			if normalForm(t, classes, beginning) != normalForm(t, changed, beginning) {
				out = append(out, beginning.Op)
				break
			}
		}
	}
	return out
}

func normalForm(t *testing.T, classes []*language.Class, term language.Term) string {
	t.Helper()
	m := ground.New(classes)
	m.Steps = 100_000
	r, err := m.Evaluate(term)
	if err != nil {
		return err.Error()
	}
	return language.FormatTerm(m.Syntax(r), language.LOBAS)
}
