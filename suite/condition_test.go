package suite

import (
	"testing"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// newSmallTree returns a tree with two leaves, and one of rejected inputs.
func newSmallTree() *Tree {
	root := &Condition{ID: "u", Part: &Part{Kind: Enabled}}
	for _, id := range []string{"u/DNF_1", "u/DNF_2"} {
		root.Children = append(root.Children, &Condition{ID: id, Part: &Part{Kind: Enabled}, Parent: root})
	}
	second := root.Children[1]
	second.Children = []*Condition{{ID: "u/DNF_2/MF_1", Part: &Part{Kind: Searched}, Parent: second}}
	rejected := &Condition{ID: "u/RJ", Part: &Part{Kind: Rejected}}
	rejected.Children = []*Condition{{ID: "u/RJ_1", Part: &Part{Kind: Rejected}, Parent: rejected}}
	return &Tree{Unit: &spec.Unit{Name: "u", Schema: "U"}, Root: root, Rejected: rejected}
}

func ids(list []*Condition) string {
	out := ""
	for _, c := range list {
		out += c.ID + " "
	}
	return out
}

// TestTree: the leaves are those of the valid input space, and those of rejected inputs
// are apart.
func TestTree(t *testing.T) {
	t.Parallel()
	tree := newSmallTree()
	if got := ids(tree.Leaves()); got != "u/DNF_1 u/DNF_2/MF_1 " {
		t.Errorf("leaves: %s", got)
	}
	if got := ids(tree.RejectedLeaves()); got != "u/RJ_1 " {
		t.Errorf("rejected: %s", got)
	}
	if got := ids(tree.Leaves()[1].Path()); got != "u u/DNF_2 u/DNF_2/MF_1 " {
		t.Errorf("path: %s", got)
	}
	if tree.Leaves()[0].IsRejected() || !tree.RejectedLeaves()[0].IsRejected() {
		t.Error("a leaf is taken for one of the other kind")
	}
	if (&Tree{Root: tree.Root}).RejectedLeaves() != nil {
		t.Error("a tree without rejected inputs has some")
	}
}

// TestKinds: of each kind, whether evaluation tells, and whether it adds something.
func TestKinds(t *testing.T) {
	t.Parallel()
	for kind, want := range map[Kind][2]bool{
		Evaluable: {true, true}, Enabled: {false, false}, Searched: {false, true}, Point: {true, true},
		Rejected: {true, true},
	} {
		c := &Condition{Part: &Part{Kind: kind}}
		if got := [2]bool{c.IsEvaluable(), c.HasOwnPart()}; got != want {
			t.Errorf("kind %d: %v, want %v", kind, got, want)
		}
	}
}

// TestConjunct: what binds less than ∧ has parentheses, and nothing else.
func TestConjunct(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"x = 1": "x = 1", "a ∨ b": "(a ∨ b)", "f(a ∨ b)": "f(a ∨ b)", "∀ x : S • p": "(∀ x : S • p)",
		"{x : S • x} = T":    "{x : S • x} = T",
		"if a then b else c": "(if a then b else c)", "a ⇒ b": "(a ⇒ b)", "a ∧ b": "a ∧ b",
	} {
		if got := Conjunct(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestStrengthened: the id of a point depends on the point alone, and the tree stays as
// it is.
func TestStrengthened(t *testing.T) {
	t.Parallel()
	point := func(n int64) spec.Values {
		return spec.Values{spec.NewItem("n", zed.IntType{}, value.OfInt(n))}
	}
	tree := newSmallTree()
	one, other := tree.ConditionAt(point(1), tree.Root.Span), tree.ConditionAt(point(2), tree.Root.Span)
	if one.ID == other.ID || one.ID != tree.ConditionAt(point(1), tree.Root.Span).ID {
		t.Errorf("the ids %s and %s", one.ID, other.ID)
	}
	if one.Shown != "n = 1" || one.Kind != Point || one.Parent != tree.Root || len(tree.Root.Children) != 2 {
		t.Errorf("%+v below %s", one, ids(tree.Root.Children))
	}
}
