package tree

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAgainstSlice: operations that are drawn leave what they leave of a sorted slice, and a 2-3 tree.
func TestAgainstSlice(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		l, want := New(""), []int{}
		for range 150 {
			if x := rng.IntN(100); rng.IntN(3) > 0 {
				l.Add(x)
				if at, found := slices.BinarySearch(want, x); !found {
					want = slices.Insert(want, at, x)
				}
			} else if x < len(want) {
				l.Delete(x + 1)
				want = slices.Delete(want, x, x+1)
			}
			check(t, l, want)
		}
	}
}

func check(t *testing.T, l *List, want []int) {
	t.Helper()
	if l.root != nil {
		depth(t, l.root)
	}
	if l.Elements() != len(want) {
		t.Fatalf("%d elements, expected %v", l.Elements(), want)
	}
	for i, x := range want {
		if got, found := l.Find(i + 1); !found || got != x {
			t.Fatalf("element %d is %d, expected %v", i+1, got, want)
		}
	}
}

// depth returns how deep the leaves below a node are, which must be one number.
func depth(t *testing.T, n *node) int {
	t.Helper()
	if len(n.children) == 0 {
		return 0
	}
	if len(n.children) > 3 || len(n.children) < 2 {
		t.Fatalf("a node has %d children", len(n.children))
	}
	out := depth(t, n.children[0])
	for _, c := range n.children[1:] {
		if depth(t, c) != out {
			t.Fatal("leaves are not equally deep")
		}
	}
	return out + 1
}

// TestFigure9: the deletion of the paper's figure 9 leaves 3 in the list twice.
func TestFigure9(t *testing.T) {
	for fault, want := range map[Fault][]int{"": {1, 2, 3, 4, 5, 7}, Copies: {1, 2, 3, 3, 4, 5, 7}} {
		leaf := func(list ...int) *node {
			var out []*node
			for _, x := range list {
				out = append(out, newLeaf(x))
			}
			return join(out...)
		}
		l := &List{fault: fault, root: join(leaf(1, 2, 3), leaf(4, 5), leaf(6, 7))}
		l.Delete(6)
		var got []int
		for i := range l.Elements() {
			x, _ := l.Find(i + 1)
			got = append(got, x)
		}
		if !slices.Equal(got, want) {
			t.Errorf("fault %q: %v, expected %v", fault, got, want)
		}
	}
}
