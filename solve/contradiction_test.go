package solve_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
)

// TestContradiction: a conflict is shown as it is written, but for predicates that share so much
// that nobody could print them.
func TestContradiction(t *testing.T) {
	t.Parallel()
	boolean := zed.Info{Type: zed.BoolType{}}
	named := zed.LocalRef("p", zed.BoolType{})
	var deep zed.Expr = named
	for range 100 {
		deep = &zed.Logic{Info: boolean, Op: zed.And, Args: []zed.Expr{deep, deep}}
	}
	if got, want := solve.Contradiction([]zed.Expr{named, deep}),
		"p contradicts a predicate of more than 5000 terms"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
