package planner_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Cases differ in which elements of a given type they are about: each is met at every input,
// and in every collection where it is not asked for.
func TestElements(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, `[ID]
Bank == [balance : ID ⇸ ℕ; frozen : ℙ ID]
Close == [ΔBank; who? : ID | who? ∈ dom balance ∧ who? ∉ frozen ∧ balance' = {who?} ⩤ balance ∧ frozen' = frozen]
`, unit("close", "Close", "tactics: [standard]\n")), drawing())
	asked, others := map[string]bool{}, map[string]bool{}
	for _, c := range p.Unit("close").Cases {
		v := c.Values().Map()
		asked[v["who?"].Name()] = true
		v["balance"].Atoms(func(name string) {
			if name != v["who?"].Name() {
				others[name] = true
			}
		})
	}
	for _, name := range []string{"id1", "id2", "id3"} {
		if !asked[name] || !others[name] {
			t.Errorf("%s: the elements that are asked for are %v, those beside them %v", name, asked, others)
		}
	}
}

// drawKeyedOperation makes a random operation on elements of which constants name some.
func drawKeyedOperation(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	who := func() string { return pick("who?", "by?", "root", "guest") }
	guard := func() string {
		return pick(who()+" ∈ s", who()+" ∉ s", who()+" = "+who(), who()+" ≠ "+who(), "root ∈ s ⇒ "+who()+" ∈ s",
			"# s > 1")
	}
	after := func() string { return pick("s", "s ∪ {"+who()+"}", "s ∖ {"+who()+"}", "{"+who()+"}", "∅") }
	var alternatives []string
	for range 1 + r.IntN(3) {
		alternatives = append(alternatives, "("+guard()+" ∧ "+guard()+" ∧ s' = "+after()+" ∧ out! = "+who()+")")
	}
	return "[ID]\n│ root, guest : ID\n" + "Op == [s, s' : ℙ ID; who?, by?, out! : ID | " + strings.Join(alternatives,
		" ∨ ") + "]\n"
}

// TestRenamedCases holds the cases of random operations on elements of a given type, of which
// constants name some, against the specification: no name is taken that means another one.
func TestRenamedCases(t *testing.T) {
	t.Parallel()
	counts, elements := map[eval.Truth]int{}, map[string]bool{}
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 7))
		constants := []string{"root: id1, guest: id2", "root: id3, guest: id3", "root: id2, guest: id1"}[r.IntN(3)]
		p := makePlan(t, projectWithConstants(t, drawKeyedOperation(r), constants,
			unit("op", "Op", "tactics: [dnf, {sc: s}]\n")), drawing())
		for _, c := range p.Unit("op").Cases {
			u := p.Unit("op")
			within := p.System.Calculus.Exists(u.Op.Late.Vars,
				schema.Conjoin(u.Op.Disjuncts[c.Leaf.Disjunct-1].Conjuncts))
			values := append(c.Values()[:len(c.Values()):len(c.Values())], c.Witness...).Map()
			for _, e := range []zed.Expr{within, c.Leaf.Pred, u.Op.Pred} {
				truth := evaluate(t, p, e, u.Op.Vars, u.Frame(values))
				if counts[truth]++; truth == eval.False {
					t.Errorf("%s: %s is false: %s, %s", c.ID, zed.Print(e, zed.Unicode), c.Values(), c.Witness)
				}
			}
			for _, item := range c.Values() {
				item.Value.Scalars(func(v value.Value) { elements[v.Name()] = true })
			}
		}
	}
	t.Logf("%d predicates are true of their case, %d are not decided; elements: %v", counts[eval.True],
		counts[eval.Unknown]+counts[eval.Undefined], elements)
	if counts[eval.True] < 300 || counts[eval.True] < 20*(counts[eval.Unknown]+counts[eval.Undefined]) ||
		len(elements) < 3 {
		t.Error("the test says little")
	}
}
