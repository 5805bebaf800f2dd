package algebratest

import (
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
