package types_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
)

func BenchmarkCheck(b *testing.B) {
	data, err := os.ReadFile(filepath.FromSlash("../../examples/depot/specs/depot.zed"))
	if err != nil {
		b.Fatal(err)
	}
	paragraphs, err := parse.Document(source.NewFile("depot.zed", string(data)).Whole())
	if err != nil {
		b.Fatal(source.Show(err, 0))
	}
	for b.Loop() {
		if _, err := types.Check(paragraphs); err != nil {
			b.Fatal(source.Show(err, 0))
		}
	}
}

// BenchmarkPred checks one predicate over the variables of a specification, as is done
// for each condition of a testing tree that a user writes.
func BenchmarkPred(b *testing.B) {
	spec, err := check(sortedList)
	if err != nil {
		b.Fatal(source.Show(err, 0))
	}
	text, err := parse.Toolkit().Expr(source.NewFile("v", "[list : seq ℤ; x? : ℤ]").Whole())
	if err != nil {
		b.Fatal(source.Show(err, 0))
	}
	vars, _, _, err := spec.Text(text.(*zed.Schema).Text, nil)
	if err != nil {
		b.Fatal(source.Show(err, 0))
	}
	e, err := parse.Toolkit().Expr(source.NewFile("p", "x? ∈ ran list ∧ #list > 2").Whole())
	if err != nil {
		b.Fatal(source.Show(err, 0))
	}
	for b.Loop() {
		if _, err := spec.Pred(e, vars); err != nil {
			b.Fatal(source.Show(err, 0))
		}
	}
}
