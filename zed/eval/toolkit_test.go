package eval_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
)

// asked is a checked specification and the values of its names.
type asked struct {
	t    *testing.T
	spec *types.Spec
	g    *eval.Globals
}

func ask(t *testing.T, document string) *asked {
	t.Helper()
	paragraphs, err := parse.Document(source.NewFile("f.zed", document).Whole())
	if err != nil {
		t.Fatal(err)
	}
	spec, err := types.Check(paragraphs)
	if err != nil {
		t.Fatal(err)
	}
	k, err := config.ConstantsOf(spec, 3)
	if err != nil {
		t.Fatal(err)
	}
	return &asked{t, spec, k.Globals}
}

// check returns the checked term that a text is, or why it is not a term.
func (a *asked) check(text string) (zed.Expr, error) {
	parsed, err := parse.Toolkit().Expr(source.NewFile("e", text).Whole())
	if err != nil {
		return nil, err
	}
	return a.spec.Expr(parsed, nil)
}

// value returns the value of a term, in words.
func (a *asked) value(e zed.Expr) string {
	e = schema.New(a.spec).Term(e)
	p, err := eval.Compile(e, nil, a.g)
	if err != nil {
		return err.Error()
	}
	if _, truth := e.Typ().(zed.BoolType); truth {
		v, reason := p.Truth(nil)
		if reason != nil {
			return reason.String()
		}
		return v.String()
	}
	v, reason := p.Value(nil)
	if reason != nil {
		return reason.String()
	}
	return v.Text(e.Typ())
}

// TestToolkit has every operator of the toolkit: its type, its value, and what
// it says where it has none.
func TestToolkit(t *testing.T) {
	t.Parallel()
	a := ask(t, "[T]\nC ::= red | green\n")
	seen := map[zed.Operator]bool{}
	for _, c := range []struct{ in, typ, want string }{
		// Relations.
		{"1 ∈ {1, 2}", "predicate", "true"},
		{"3 ∉ ℕ₁", "predicate", "false"},
		{"{1} = {1, 1}", "predicate", "true"},
		{"red ≠ green", "predicate", "true"},
		{"{1} ⊂ {1, 2} ∧ ¬ ({1} ⊂ {1})", "predicate", "true"},
		{"{1, 2} ⊆ ℕ", "predicate", "true"},
		{"1 < 2 ∧ 2 ≤ 2 ∧ 3 > 2 ∧ 2 ≥ 3", "predicate", "false"},
		{"⟨1⟩ prefix ⟨1, 2⟩ ∧ ⟨2⟩ suffix ⟨1, 2⟩ ∧ ⟨2⟩ infix ⟨1, 2, 3⟩", "predicate", "true"},
		{"⟨2⟩ prefix ⟨1, 2⟩", "predicate", "false"},
		{"1 ⋿ {1 ↦ 0} ∨ 1 ⋿ {1 ↦ 1, 1 ↦ 2} ∨ ⟦⟧ ⊑ {1 ↦ -1}", "predicate", "false"},
		{"-1 ⊗ ⟦1⟧", "ℤ ↔ ℤ", "-1 ⊗ ⟦1⟧: -1 is negative"},
		{"items {2 ↦ 3}", "ℤ ↔ ℤ", "items {2 ↦ 3}: {2 ↦ 3} is not a sequence"},
		{"{1 ↦ 2, 1 ↦ 3} ⊎ ⟦1⟧", "ℤ ↔ ℤ", "{1 ↦ 2, 1 ↦ 3} ⊎ ⟦1⟧: {1 ↦ 2, 1 ↦ 3} is not a bag"},
		{"⟦1⟧ ⩁ {1 ↦ 0}", "ℤ ↔ ℤ", "⟦1⟧ ⩁ {1 ↦ 0}: ⟨0⟩ is not a bag"},
		{"{1 ↦ -2} ♯ 1", "ℤ", "{1 ↦ -2} ♯ 1: ⟨-2⟩ is not a bag"},
		{"⟨2, 3⟩ ⊎ ⟦1⟧", "ℤ ↔ ℤ", "{1 ↦ 3, 2 ↦ 3}"},
		{"⟨{1}, {2, 3}⟩ partition 1..3", "predicate", "true"},
		{"⟨{1}, {1, 3}⟩ partition 1..3", "predicate", "false"},
		{"disjoint ⟨{1}, {2}, ∅⟩", "predicate", "true"},
		{"disjoint ⟨{1}, {1}⟩", "predicate", "false"},
		{"disjoint {1 ↦ {1}, 1 ↦ {2}} ∨ {1 ↦ {1}, 1 ↦ {2}} partition 1..2", "predicate", "false"},
		{"{1 ↦ red, 4 ↦ green} ↾ {red}", "seq C",
			"{1 ↦ red, 4 ↦ green} ↾ {red}: {1 ↦ red, 4 ↦ green} is not a sequence"},
		{"{1} ↿ {1 ↦ red, 1 ↦ green}", "seq C", "{1} ↿ {1 ↦ red, 1 ↦ green}: {1 ↦ green, 1 ↦ red} is not a sequence"},
		{"{1 ↦ red, 2 ↦ green} ↾ {green} ⌢ {1} ↿ {}", "seq C", "⟨green⟩"},
		// Sets.
		{"∅ ∪ {1}", "ℙ ℤ", "{1}"},
		{"{1, 2} ∩ ℕ₁ ∖ {2}", "ℙ ℤ", "{1}"},
		{"{1, 2} ⊖ {2, 3}", "ℙ ℤ", "{1, 3}"},
		{"⋃ {{1}, {2, 3}, ∅}", "ℙ ℤ", "{1, 2, 3}"},
		{"⋂ {{1, 2}, {2, 3}}", "ℙ ℤ", "{2}"},
		{"⋂ ({} ∪ {x : 1..0 • {x}})", "ℙ ℤ",
			"⋂ (∅ ∪ {x : 1..0 • {x}}): the intersection of no sets is all of the type"},
		{"ℙ {1}", "ℙ (ℙ ℤ)", "{∅, {1}}"},
		{"ℙ₁ {1, 2}", "ℙ (ℙ ℤ)", "{{1}, {2}, {1, 2}}"},
		{"𝔽 {1} = ℙ {1}", "predicate", "true"},
		{"#(𝔽₁ {1, 2, 3})", "ℤ", "7"},
		{"{1, 2} × {red}", "ℤ ↔ C", "{1 ↦ red, 2 ↦ red}"},
		{"#{1, 1, 2}", "ℤ", "2"},
		{"#ℕ", "ℤ", "ℕ: it cannot be enumerated"},
		// Relations as values.
		{"#({1, 2} ↔ {3})", "ℤ", "4"},
		{"dom {1 ↦ red} ∪ ran {red ↦ 2}", "ℙ ℤ", "{1, 2}"},
		{"id {1, 2}", "ℤ ↔ ℤ", "{1 ↦ 1, 2 ↦ 2}"},
		{"{1} ◁ {1 ↦ red, 2 ↦ red}", "ℤ ↔ C", "{1 ↦ red}"},
		{"{1} ⩤ {1 ↦ red, 2 ↦ red}", "ℤ ↔ C", "{2 ↦ red}"},
		{"{1 ↦ red, 2 ↦ green} ▷ {red}", "ℤ ↔ C", "{1 ↦ red}"},
		{"{1 ↦ red, 2 ↦ green} ⩥ {red}", "ℤ ↔ C", "{2 ↦ green}"},
		{"{1 ↦ red, 2 ↦ green}⦇{2, 3}⦈", "ℙ C", "{green}"},
		{"{1 ↦ red}∼", "C ↔ ℤ", "{red ↦ 1}"},
		{"{1 ↦ 2} ⨾ {2 ↦ red}", "ℤ ↔ C", "{1 ↦ red}"},
		{"{2 ↦ red} ∘ {1 ↦ 2}", "ℤ ↔ C", "{1 ↦ red}"},
		{"{1 ↦ red} ⊕ {1 ↦ green, 2 ↦ red}", "ℤ ↔ C", "{1 ↦ green, 2 ↦ red}"},
		{"{1 ↦ 2, 2 ↦ 3}⁺", "ℤ ↔ ℤ", "{1 ↦ 2, 1 ↦ 3, 2 ↦ 3}"},
		{"{red ↦ green}⁎", "C ↔ C", "{green ↦ green, red ↦ green, red ↦ red}"},
		{"iter 2 {1 ↦ 2, 2 ↦ 3}", "ℤ ↔ ℤ", "{1 ↦ 3}"},
		{"iter 1000000 {1 ↦ 2, 2 ↦ 1}", "ℤ ↔ ℤ", "{1 ↦ 1, 2 ↦ 2}"},
		{"iter 5 {1 ↦ 2, 2 ↦ 3, 3 ↦ 1}", "ℤ ↔ ℤ", "{1 ↦ 3, 2 ↦ 1, 3 ↦ 2}"},
		{"iter (0 - 1) {1 ↦ 2}", "ℤ ↔ ℤ", "{2 ↦ 1}"},
		{"iter 0 {red ↦ green}", "C ↔ C", "{green ↦ green, red ↦ red}"},
		// The ten arrows: functions from {1, 2} to {3, 4}.
		{"#(1..2 ⇸ 3..4)", "ℤ", "9"},
		{"#(1..2 → 3..4)", "ℤ", "4"},
		{"#(1..2 ⤔ 3..4)", "ℤ", "7"},
		{"#(1..2 ↣ 3..4)", "ℤ", "2"},
		{"#(1..2 ⤀ 3..4)", "ℤ", "2"},
		{"#(1..2 ↠ 3..4)", "ℤ", "2"},
		{"#(1..2 ⤖ 3..4)", "ℤ", "2"},
		{"#(1..2 ⇻ 3..4)", "ℤ", "9"},
		{"#(1..2 ⤕ 3..4)", "ℤ", "7"},
		{"{1 ↦ 2} 1", "ℤ", "2"},
		{"{1 ↦ 2} 2", "ℤ", "{1 ↦ 2} 2: 2 is not in the domain"},
		{"{1 ↦ 2, 1 ↦ 3} 1", "ℤ", "{1 ↦ 2, 1 ↦ 3} 1: 1 has more than one image"},
		// Numbers; div and mod round down.
		{"2 + 3 * 4 - 1", "ℤ", "13"},
		{"(0 - 7) div 2", "ℤ", "-4"},
		{"(0 - 7) mod 2", "ℤ", "1"},
		{"1 div 0", "ℤ", "1 div 0: division by zero"},
		{"1 mod 0", "ℤ", "1 mod 0: division by zero"},
		{"-3", "ℤ", "-3"},
		{"2..4", "ℙ ℤ", "{2, 3, 4}"},
		{"4..2", "ℙ ℤ", "∅"},
		{"succ 4", "ℤ", "5"},
		{"min {3, 1} + max {3, 1}", "ℤ", "4"},
		{"min (1..0)", "ℤ", "min (1..0): the set is empty"},
		{"max (1..0)", "ℤ", "max (1..0): the set is empty"},
		{"99999999999999999999 * 10", "ℤ", "999999999999999999990"},
		// Sequences.
		{"⟨1⟩ ∈ seq ℕ ∧ ⟨⟩ ∈ seq ℕ ∧ ⟨⟩ ∉ seq₁ ℕ ∧ ⟨1⟩ ∈ seq₁ ℕ", "predicate", "true"},
		{"⟨1, 1⟩ ∈ iseq ℕ", "predicate", "false"},
		{"#(iseq {1, 2})", "ℤ", "5"},
		{"⟨1⟩ ⌢ ⟨2⟩", "seq ℤ", "⟨1, 2⟩"},
		{"rev ⟨1, 2⟩", "seq ℤ", "⟨2, 1⟩"},
		{"head ⟨1, 2⟩ + last ⟨1, 2⟩", "ℤ", "3"},
		{"tail ⟨1, 2⟩ ⌢ front ⟨1, 2⟩", "seq ℤ", "⟨2, 1⟩"},
		{"head (tail ⟨1⟩)", "ℤ", "head (tail ⟨1⟩): the sequence is empty"},
		{"last (tail ⟨1⟩)", "ℤ", "last (tail ⟨1⟩): the sequence is empty"},
		{"tail (tail ⟨1⟩)", "seq ℤ", "tail (tail ⟨1⟩): the sequence is empty"},
		{"front (tail ⟨1⟩)", "seq ℤ", "front (tail ⟨1⟩): the sequence is empty"},
		{"squash {3 ↦ red, 5 ↦ green}", "seq C", "⟨red, green⟩"},
		{"⟨1, 2, 1⟩ ↾ {1}", "seq ℤ", "⟨1, 1⟩"},
		{"{2, 3} ↿ ⟨1, 2, 1⟩", "seq ℤ", "⟨2, 1⟩"},
		{"⌢/ ⟨⟨1⟩, ⟨⟩, ⟨2⟩⟩", "seq ℤ", "⟨1, 2⟩"},
		{"first (1, red)", "ℤ", "1"},
		{"second (1, red)", "C", "red"},
		// Bags.
		{"⟦1, 2, 1⟧ ⊎ ⟦2⟧ = {1 ↦ 2, 2 ↦ 2}", "predicate", "true"},
		{"⟦1, 2, 1⟧ ♯ 1 + count ⟦1⟧ 2", "ℤ", "2"},
		{"2 ⊗ ⟦red⟧ ⩁ ⟦red, green⟧", "C ↔ ℤ", "{red ↦ 1}"},
		{"1 ⋿ ⟦1⟧ ∧ ⟦1⟧ ⊑ ⟦1, 1⟧ ∧ ⟦1, 1⟧ ∈ bag ℕ", "predicate", "true"},
		{"items ⟨red, red⟩", "C ↔ ℤ", "{red ↦ 2}"},
	} {
		e, err := a.check(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
			continue
		}
		operators(e, seen)
		if got := e.Typ().String(); got != c.typ {
			t.Errorf("%s has type %s, want %s", c.in, got, c.typ)
		}
		if got := a.value(e); got != c.want {
			t.Errorf("%s: %s, want %s", c.in, got, c.want)
		}
	}
	for _, r := range zed.Rows() {
		if r.Symbol != "" && r.Means == "" && !seen[r.Op] {
			t.Errorf("the operator %s is not in the table", r.Op)
		}
	}
}

// operators notes the operators in a term.
func operators(e zed.Expr, seen map[zed.Operator]bool) {
	if o, ok := e.(*zed.Op); ok {
		seen[o.Op] = true
	}
	for _, x := range zed.Children(e) {
		operators(x, seen)
	}
}
