package mutants_test

import (
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/mutants"
	"github.com/ttf-int/ttf-int/source"
)

const box = `class Box export create, put, take, full
constructor create; put (n: Integer)
transformer take (n: Integer)
observer full: Boolean
var B: Box, n, m: Integer
axiom
  create.take(n) -> error;
  B.put(m).take(n) -> if n > m and n < 3 then error else B.put(m - n);
  create.full -> false;
  B.put(n).full -> not B.full
end`

// TestOf lists the mutants of a class, each once, and leaves the class as it was.
func TestOf(t *testing.T) {
	t.Parallel()
	classes, err := language.Parse(source.NewFile("box", box).Whole())
	if err != nil {
		t.Fatal(source.Show(err, 20))
	}
	class := classes[0]
	before := language.FormatTerm(class.Axioms[1].Right, language.LOBAS)
	got := map[int][]string{}
	for _, m := range mutants.Of(class) {
		changed := m.Apply(class)
		if changed.Axioms[m.Axiom].Left != class.Axioms[m.Axiom].Left {
			t.Errorf("a mutant of axiom %d has another left side", m.Axiom)
		}
		got[m.Axiom] = append(got[m.Axiom], language.FormatTerm(changed.Axioms[m.Axiom].Right, language.LOBAS))
	}
	const then, otherwise = " then error else B.put(m - n)", "if n > m and n < 3 then error else "
	want := map[int][]string{
		0: {"create"},
		1: {
			"error", "B.put(m - n)", "if n > m and n < 3 then B.put(m - n) else error", "if n > m or n < 3" + then,
			"if n > m" + then, "if n < 3" + then, "if n ≥ m and n < 3" + then, "if n < m and n < 3" + then,
			"if n = m and n < 3" + then, "if m > m and n < 3" + then, "if n > n and n < 3" + then,
			"if n > m and n ≤ 3" + then, "if n > m and n > 3" + then, "if n > m and n = 3" + then,
			"if n > m and m < 3" + then, "if n > m and n < 4" + then, "if n > m and n < 2" + then,
			"if n > m and n < 3 then B.put(m) else B.put(m - n)", otherwise + "B", otherwise + "B.put(m + n)",
			otherwise + "B.put(m)", otherwise + "B.put(n)", otherwise + "B.put(0)", otherwise + "B.put(n - n)",
			otherwise + "B.put(m - m)", otherwise + "error",
		},
		2: {"true", "error"},
		3: {"B.full", "error"},
	}
	for axiom, list := range want {
		slices.Sort(list)
		slices.Sort(got[axiom])
		if !slices.Equal(got[axiom], list) {
			t.Errorf("axiom %d: got\n%q\nexpected\n%q", axiom, got[axiom], list)
		}
	}
	if after := language.FormatTerm(class.Axioms[1].Right, language.LOBAS); after != before {
		t.Errorf("the class was changed: %s", after)
	}
}
