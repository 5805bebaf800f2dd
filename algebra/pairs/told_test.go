package pairs_test

import (
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/conditions"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/mutants"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/source"
)

// folder has what two names stand for: of equal ones either may be written, and an order that does not matter is one of
// two.
const folder = `class Folder export create, add, drop, has, least
constructor create; with (x: Integer)
transformer add (x: Integer); drop (x: Integer)
observer has (x: Integer): Boolean; least (x: Integer): Integer
var F: Folder, x, y: Integer
axiom
  create.add(x) -> create.with(x);
  F.with(y).add(x) -> if x = y then F.with(y) else F.add(x).with(y);
  create.drop(x) -> create;
  F.with(y).drop(x) -> if x = y then F else F.drop(x).with(y);
  create.has(x) -> false;
  F.with(y).has(x) -> if x = y then true else F.has(x);
  create.least(x) -> x;
  F.with(y).least(x) -> if x < y then F.least(x) else F.least(y)
end`

// TestMutantsTold: what is said to be equivalent makes the same normal form of all sequences that are drawn, what is
// told apart makes another one of a sequence of a pair, and the numbers add up.
func TestMutantsTold(t *testing.T) {
	t.Parallel()
	classes, err := language.Parse(source.NewFile("folder", folder).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	specs := map[string][]*language.Class{"folder": classes}
	for _, name := range []string{"bank.lobas", "set.lobas", "ring.lobas", "queue.lobas"} {
		specs[name] = algebratest.Read(t, name)
	}
	asker := conditions.New(t.Context(), embedded.New(solve.Options{}))
	for name, classes := range specs {
		maker := pairs.New(classes, classes[0], asker, pairs.Options{Depth: 2, Steps: 10_000})
		all := mutants.Of(classes[0])
		text := func(m mutants.Mutant) string {
			class := classes[0].Name.Text
			return language.FormatIn(class, classes[0].Axioms[m.Axiom].Left) + " -> " +
				language.FormatIn(class, m.Right)
		}
		before := maker.NewMutants().Telling()
		if before.Told != 0 || before.Mutants != len(all) || before.Equivalent+len(before.Open) != len(all) {
			t.Errorf("%s: of no pair it is said that %d of %d mutants are told, %d are equivalent and %d open", name,
				before.Told, before.Mutants, before.Equivalent, len(before.Open))
		}
		told := maker.NewMutants()
		d := pairs.Drawing{Length: 12, Range: 20, Ratio: 3, Biased: true, Seed: 1}
		made, err := maker.DrawTelling(t.Context(), d, 500, told)
		if err != nil {
			t.Fatal(err)
		}
		after := told.Telling()
		if after.Told+after.Equivalent+len(after.Open) != len(all) || after.Told < len(all)/2 {
			t.Errorf("%s: %d of %d mutants are told, %d are equivalent and %d open", name, after.Told, len(all),
				after.Equivalent, len(after.Open))
		}
		t.Logf("%s: told %d of %d, %d equivalent, open %q", name, after.Told, len(all), after.Equivalent, after.Open)
		drawn, err := maker.Draw(t.Context(), d, 1000, 1200)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			changed := slices.Clone(classes)
			changed[0] = m.Apply(classes[0])
			differs := func(p pairs.Pair) bool {
				first := p.Open().First
				return normalForm(t, classes, first) != normalForm(t, changed, first)
			}
			switch isOpen := slices.Contains(before.Open, text(m)); {
			case !isOpen && slices.ContainsFunc(drawn.Pairs, differs):
				t.Errorf("%s: %s is said to be equivalent", name, text(m))
			case isOpen && !slices.Contains(after.Open, text(m)) && !slices.ContainsFunc(made.Pairs, differs):
				t.Errorf("%s: %s is said to be told apart", name, text(m))
			}
		}
		if name == "folder" && (before.Equivalent == 0 || len(after.Open) > 0) {
			t.Errorf("%d mutants are equivalent, and these are open: %q", before.Equivalent, after.Open)
		}
	}
}
