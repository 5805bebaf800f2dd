package rewriting_test

import (
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/rewriting"
	"github.com/ttf-int/ttf-int/source"
)

func read(t testing.TB, name string) []*language.Class {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	classes, err := language.Parse(source.NewFile(name, string(data)).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	return classes
}

func sequence(t testing.TB, classes []*language.Class, s string) language.Term {
	t.Helper()
	term, err := language.ParseSequence(source.NewFile("sequence", s).Whole(), classes, classes[0])
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	return term
}

// TestSharing: a tree with many paths is small, and made without its paths.
func TestSharing(t *testing.T) {
	classes := read(t, "queue.lobas")
	s := "create"
	for i := range 8 {
		s += fmt.Sprintf(".add(x%d)", i)
	}
	tree, err := rewriting.New(classes).Normalize(sequence(t, classes, s+".delete.delete.delete.largest"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s paths in %d nodes", tree.Count(), tree.Size())
	if paths := tree.Count(); paths.Cmp(big.NewInt(100_000)) < 0 || tree.Size() > 10_000 {
		t.Errorf("%s paths in %d nodes: expected 100,000 or more in few", paths, tree.Size())
	}
}

func BenchmarkGround(b *testing.B) {
	classes := read(b, "queue.lobas")
	s := "create"
	for i := range 60 {
		s += fmt.Sprintf(".add(%d)", i*37%61)
	}
	term := sequence(b, classes, s+strings.Repeat(".delete", 50)+".largest")
	for b.Loop() {
		engine := rewriting.New(classes)
		if _, err := engine.Normalize(term); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(rewriting.DefaultSteps-engine.Steps), "steps")
	}
}
