package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/suite"
)

// TestLeaf: each leaf is found by its id, in whatever order leaves are added, and nothing else is.
func TestLeaf(t *testing.T) {
	t.Parallel()
	u := &Unit{}
	r := rand.New(rand.NewPCG(1, 2))
	var all []*Leaf
	for _, n := range r.Perm(50) {
		all = append(all, &Leaf{Leaf: suite.Leaf{Condition: &suite.Condition{ID: fmt.Sprintf("u/DNF_%d", n)}}})
	}
	u.AddAll(all[:20])
	for _, l := range all[20:40] {
		u.Add(l)
	}
	u.AddAll(all[40:])
	if !slices.Equal(u.Leaves, all) {
		t.Error("the leaves are not in the order in which they were added")
	}
	again := &Leaf{Leaf: suite.Leaf{Condition: &suite.Condition{ID: "u/DNF_7"}}}
	u.Add(again)
	for n := range 50 {
		id := fmt.Sprintf("u/DNF_%d", n)
		if l := u.Leaf(id); l == nil || l.ID != id || n == 7 && l != again {
			t.Errorf("%s: %v", id, l)
		}
	}
	for _, id := range []string{"", "u", "u/DNF_50", "v"} {
		if l := u.Leaf(id); l != nil {
			t.Errorf("%s is %s", id, l.ID)
		}
	}
}
