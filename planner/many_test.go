package planner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/zed/eval"
)

// Beside the few elements that its leaves ask for, each disjunct has a case with many in each
// collection that can have them.
func TestManyElements(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, `[ID]
Shop == [stock : ID ⇸ ℕ; queue : iseq ID; shelf : ℙ (1 .. 3)]
Serve == [ΔShop; next! : ID | queue ≠ ⟨⟩ ∧ next! = head queue ∧ queue' = tail queue ∧ stock' = stock ∧ shelf' = shelf]
Idle == [ΞShop; next! : ID | queue = ⟨⟩ ∧ next! ∉ dom stock]
Turn == Serve ∨ Idle
`, unit("turn", "Turn", "tactics: [standard]\n")), drawing())
	most, counts := map[int]map[string]int{1: {}, 2: {}}, map[eval.Truth]int{}
	for _, c := range p.Unit("turn").Cases {
		for name, v := range c.Values().Map() {
			most[c.Leaf.Disjunct][name] = max(most[c.Leaf.Disjunct][name], v.Len())
		}
		if len(c.Rests) == 0 {
			certify(t, p, p.Unit("turn"), c, counts)
		}
	}
	if most[1]["queue"] < 5 || most[1]["stock"] < 5 || most[2]["stock"] < 5 {
		t.Errorf("the most elements in the cases of the disjuncts are %v", most)
	}
	if most[2]["queue"] != 0 || most[1]["shelf"] > 3 {
		t.Errorf("there are collections that cannot be as large: %v", most)
	}
}
