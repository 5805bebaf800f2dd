package zed_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
)

// TestEachPart walks 2⁶⁰ places of 61 parts, each once and before what it is made of.
func TestEachPart(t *testing.T) {
	t.Parallel()
	term := zed.Expr(&zed.Num{Value: big.NewInt(7)})
	want := []zed.Expr{term}
	for range 60 {
		term = &zed.Op{Op: zed.Plus, Args: []zed.Expr{term, term}}
		want = append([]zed.Expr{term}, want...)
	}
	var got []zed.Expr
	zed.EachPart([]zed.Expr{nil, term, want[3]}, func(e zed.Expr) bool {
		got = append(got, e)
		return true
	})
	if !slices.Equal(got, want) {
		t.Errorf("met %d parts, want %d, each in its turn", len(got), len(want))
	}
	got = nil
	zed.EachPart([]zed.Expr{term}, func(e zed.Expr) bool {
		got = append(got, e)
		return e != want[2]
	})
	if !slices.Equal(got, want[:3]) {
		t.Errorf("met %d parts, want 3: what the third is made of is left out", len(got))
	}
}
