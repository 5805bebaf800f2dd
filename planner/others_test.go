package planner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/zed/value"
)

// A program that takes something of another file than the one that is asked for is found by a case in which
// that file has another answer, also where the file that is asked for is not there; and by one in which the
// names of the two have exchanged their roles.
func TestOtherElements(t *testing.T) {
	t.Parallel()
	p := makePlan(t, projectWith(t, "scope: {given: 2}\n", `[NAME]
REPLY ::= ok | short | missing
Store == [files : NAME ⇸ (ℕ ⇸ ℕ)]
Load == [ΞStore; name? : NAME; k? : ℕ; data! : ℕ; reply! : REPLY |
  (name? ∈ dom files ∧ k? ∈ dom (files name?) ∧ data! = files name? k? ∧ reply! = ok) ∨
  (name? ∈ dom files ∧ k? ∉ dom (files name?) ∧ data! = 0 ∧ reply! = short) ∨
  (name? ∉ dom files ∧ data! = 0 ∧ reply! = missing)]
`, unit("load", "Load", "tactics: [standard]\n")), drawing())
	shown := map[int]map[string]bool{1: {}, 2: {}, 3: {}} // names of other files with another answer, by disjunct
	for _, c := range p.Unit("load").Cases {
		v := c.Values().Map()
		was, _ := c.Witness.Lookup("data!")
		for _, pair := range v["files"].Items() {
			would := value.OfInt(0)
			for _, entry := range pair.Elem(1).Members() {
				if entry.Elem(0).Equal(v["k?"]) {
					would = entry.Elem(1)
				}
			}
			if !pair.Elem(0).Equal(v["name?"]) && !would.Equal(was) {
				shown[c.Leaf.Disjunct][pair.Elem(0).Name()] = true
			}
		}
	}
	for d, names := range shown {
		if len(names) < 2 {
			t.Errorf("disjunct %d: the other files that have another answer are %v", d, names)
		}
	}
}
