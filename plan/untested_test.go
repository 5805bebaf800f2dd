package plan

import (
	"testing"

	"github.com/ttf-int/ttf-int/suite"
)

// A unit is tested where a case exercises its operation, and ruled out where a
// person ruled out every leaf of it.
func TestUntested(t *testing.T) {
	t.Parallel()
	root := &suite.Condition{Part: &suite.Part{Kind: suite.Enabled}}
	refusing := &suite.Condition{Part: &suite.Part{Kind: suite.Rejected}}
	for _, c := range []struct {
		name   string
		leaves []suite.Status // of the operation
		cases  string         // o: on a leaf of the operation, r: on a rejected input
		want   string
	}{
		{"a case", []suite.Status{suite.HasCase}, "o", ""},
		{"a case beside others", []suite.Status{suite.Unsatisfiable, suite.HasCase}, "o", ""},
		{"unsatisfiable", []suite.Status{suite.Unsatisfiable}, "", "its only leaf is unsatisfiable"},
		{"none in scope", []suite.Status{suite.NoneInScope}, "", "its only leaf is without a case in scope"},
		{"undecided", []suite.Status{suite.Undecided, suite.Undecided}, "", "of its 2 leaves: 2 undecided"},
		{"all kinds", []suite.Status{suite.PrunedByHand, suite.Unsatisfiable, suite.Undecided, suite.NoneInScope}, "",
			"of its 4 leaves: 1 unsatisfiable, 1 without a case in scope, 1 undecided, 1 ruled out by hand"},
		{"ruled out", []suite.Status{suite.PrunedByHand, suite.PrunedByHand}, "", ""},
		{"only rejected inputs", []suite.Status{suite.Unsatisfiable}, "r", "its only leaf is unsatisfiable"},
		{"only rejected inputs, the rest ruled out", []suite.Status{suite.PrunedByHand}, "r", ""},
	} {
		u := &Unit{}
		for _, s := range c.leaves {
			below := &suite.Condition{Parent: root, Part: root.Part}
			u.Leaves = append(u.Leaves, &Leaf{Leaf: suite.Leaf{Condition: below, Status: s}})
		}
		refused := &Leaf{Leaf: suite.Leaf{Condition: refusing, Status: suite.HasCase}}
		u.Leaves = append(u.Leaves, refused)
		for _, k := range c.cases {
			u.Cases = append(u.Cases, &Case{Leaf: map[rune]*Leaf{'o': u.Leaves[0], 'r': refused}[k]})
		}
		if got := u.ExplainUntested(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
