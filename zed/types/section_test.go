package types_test

import (
	"fmt"
	"testing"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/types"
)

const shared = `section a
Lim == 3
[T]
F ::= one | two⟪ℤ⟫
S == [x : T; n : ℤ | n = Lim]
Op == [ΔS | n' = n + k]

│ k : ℤ
├
│ k = Lim

section b
Lim == {1, 2}
[T]
F ::= one | three
S == [y : T; n : ℙ ℤ | n = Lim]
Op == [ΔS; f : F | n' = n ∪ k ∧ f = three]

│ k : ℙ ℤ
├
│ k = Lim
`

// TestSectionsShareNames: sections that do not see each other may each give a
// name a meaning, and each uses its own.
func TestSectionsShareNames(t *testing.T) {
	t.Parallel()
	ps, err := parse.Document(source.NewFile("z",
		shared+"section c parents b\nM == #Lim\nUse == [Op | y = y']\n").Whole())
	if err != nil {
		t.Fatal(err)
	}
	s, err := types.Check(ps)
	if err != nil {
		t.Fatal(source.Show(err, 0))
	}
	for name, want := range map[string]string{
		"Op":   "[n : ℤ; n' : ℤ; x : T; x' : T]",
		"Op@b": "[f : F@b; n : ℙ ℤ; n' : ℙ ℤ; y : T@b; y' : T@b]",
		"Use":  "[f : F@b; n : ℙ ℤ; n' : ℙ ℤ; y : T@b; y' : T@b]",
	} {
		if s.Schemas[name] == nil || s.Schemas[name].Type.String() != want {
			t.Errorf("%s: %v, want %s", name, s.Schemas[name], want)
		}
	}
	if got := fmt.Sprint(s.Given, s.Free[1].Name, s.Free[1].Constants); got != "[T T@b]F@b[one@b three]" {
		t.Errorf("types: %s", got)
	}
	if d := s.Defined["k@b"]; d == nil || zed.Print(d.Value, zed.Unicode) != "{1, 2}" {
		t.Errorf("k of b is defined as %v", d)
	}
}

func TestNamesInSight(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"a parent", "section a\nLim == 3\nsection b parents a\nLim == 4\n", `z:4:1: "Lim" is defined twice`},
		{"a parent of a parent", "section c parents b\nLim == 4\nsection a\nLim == 3\nsection b parents a\n",
			`z:4:1: "Lim" is defined twice`},
		{"one section", "section a\nLim == 3\nsection b\nLim == 1\nLim == 2\n", `z:5:1: "Lim" is defined twice`},
		{"outside all", "Lim == 3\nsection b\nLim == 4\n", `z:3:1: "Lim" is defined twice`},
		{"both in sight", "section a\nLim == 3\nsection b\nLim == 4\nsection c parents a, b\nM == Lim",
			`z:5:1: "Lim" has two meanings in section c, from a and from b`},
		{"its own type", "section a\nLim == 3\nsection b\nLim == {4}\nM == Lim + 1", `z:5:6: expected ℤ, found ℙ ℤ`},
		{"no parent", "section a\nLim == 3\nsection b\nM == Lim\nP == M",
			`z:4:6: undeclared variable "Lim": section a has one, but is not a parent of section b`},
		{"a schema of no parent", "section a\nS == [x : ℤ]\nsection b\nT == [ΔS]",
			`z:4:7: undeclared variable "ΔS": section a has one, but is not a parent of section b`},
		{"seen through a parent",
			"section a\nLim == 3\nsection b parents a\nM == Lim\nsection c parents b\nP == Lim + M", `<nil>`},
		{"used before its section", "section c parents a\nP == Lim\nsection a\nLim == 3", `<nil>`},
		{"circles of parents", "section a parents b\nLim == 3\nsection b parents a\nLim == {4}\n",
			"z:1:19: section a would be an ancestor of itself\nz:3:19: section b would be an ancestor of itself\nz:4:1: \"Lim\" is defined twice"},
		{"its own parent", "section a parents a\nLim == 3\n", "z:1:19: section a would be an ancestor of itself"},
		{"a parent named twice", "section a\nsection b parents a, a\nLim == 3\n",
			"z:2:22: the parent section a is named twice"},
	} {
		ps, err := parse.Document(source.NewFile("z", c.text).Whole())
		if err == nil {
			_, err = types.Check(ps)
		}
		if got := fmt.Sprint(err); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
