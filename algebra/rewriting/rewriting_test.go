package rewriting_test

import (
	"fmt"
	"math/big"
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
