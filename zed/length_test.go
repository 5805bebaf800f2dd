package zed_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
)

// TestLength: the length of a term is the number of terms of the tree that is printed, whatever
// they share, and of one that is too long no more is counted than is asked for.
func TestLength(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	number := zed.Info{Type: zed.IntType{}}
	for range 200 {
		all := []zed.Expr{&zed.Num{Info: number, Value: big.NewInt(1)}}
		pick := func() zed.Expr { return all[r.IntN(len(all))] }
		for range 1 + r.IntN(8) {
			all = append(all, &zed.Op{Info: number, Op: zed.Plus, Args: []zed.Expr{pick(), pick()}})
		}
		last := all[len(all)-1]
		if got, want := zed.Length(last, 10_000), counted(last); got != want {
			t.Errorf("%s consists of %d terms, and has the length %d", zed.Print(last, zed.Unicode), want, got)
		}
		if got, want := zed.Length(last, 5), min(6, counted(last)); got != want {
			t.Errorf("%s has the length %d, want %d at most", zed.Print(last, zed.Unicode), got, want)
		}
	}
}

// counted is the number of terms of a tree.
func counted(e zed.Expr) int {
	n := 1
	for _, c := range zed.Children(e) {
		n += counted(c)
	}
	return n
}
