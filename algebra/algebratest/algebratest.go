package algebratest

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
)

// Read returns the classes of a file in algebra/rewriting/testdata; it is called from a package beside that one.
func Read(t testing.TB, name string) []*language.Class {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "rewriting", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	classes, err := language.Parse(source.NewFile(name, string(data)).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	return classes
}

// Sequence returns a sequence of operations of the first class.
func Sequence(t testing.TB, classes []*language.Class, s string) language.Term {
	t.Helper()
	term, err := language.ParseSequence(source.NewFile("sequence", s).Whole(), classes, classes[0])
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	return term
}

// Draw returns a random sequence of a class with this many operations behind create, as values choose them; the last
// may be an observer.
func Draw(rng *rand.Rand, classes []*language.Class, class *language.Class, length int) language.Term {
	var out language.Term
	for i := 0; i <= length; i++ {
		var may []*language.Operation
		for _, o := range class.Operations {
			if (i == 0) == (o.Name.Text == language.Create) && (o.Kind != language.Observer || i == length) {
				may = append(may, o)
			}
		}
		if len(may) == 0 {
			break
		}
		o := may[rng.IntN(len(may))]
		next := &language.Apply{Op: o.Name.Text, Decl: o}
		if out != nil {
			next.Args = append(next.Args, out)
		}
		for _, p := range o.Params {
			next.Args = append(next.Args, drawValue(rng, classes, p.Sort.Text))
		}
		out = next
	}
	return out
}

func drawValue(rng *rand.Rand, classes []*language.Class, sort string) language.Term {
	texts := map[string][]string{language.Integer: {"-1", "0", "1", "2", "3", "4"},
		language.Boolean: {"false", "true"}, language.String: {`"a"`, `"b"`, `""`}}
	if values := texts[sort]; values != nil {
		return &language.Literal{Text: values[rng.IntN(len(values))], Sort: sort}
	}
	for _, c := range classes {
		if c.Name.Text == sort {
			for {
				t := Draw(rng, classes, c, rng.IntN(4)).(*language.Apply)
				if t.Decl.Kind != language.Observer {
					return t
				}
			}
		}
	}
	panic("not a sort: " + sort)
}
