package functions_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/zed/eval/evaltest"
	"github.com/ttf-int/ttf-int/zed/eval/functions"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

const document = `
TREE ::= leaf | node⟪ℤ × TREE × TREE⟫
│ sum : seq ℤ → ℤ
│ last2 : seq ℤ ⇸ ℤ
│ fact : ℕ → ℕ
│ size : TREE → ℕ
│ diagonal : ℤ × ℤ ⇸ ℤ
│ only : ℙ ℤ ⇸ ℤ
│ sign : ℤ ⇸ ℤ
│ even : ℙ ℕ
│ total : 𝔽 ℤ → ℤ
├
│ sum ⟨⟩ = 0
│ ∀ x : ℤ; s : seq ℤ • sum (⟨x⟩ ⌢ s) = x + sum s
│ ∀ x, y : ℤ; s : seq ℤ • last2 (s ⌢ ⟨x, y⟩) = 10 * x + y
│ fact 0 = 1
│ ∀ n : ℕ • fact (n + 1) = (n + 1) * fact n
│ size leaf = 0
│ ∀ n : ℤ; l, r : TREE • size (node (n, l, r)) = size l + 1 + size r
│ ∀ x : ℤ • diagonal (x, x) = x
│ ∀ x : ℤ • only {x} = x
│ ∀ n : ℤ | n > 0 • sign n = 1
│ ∀ n : ℤ | n < 0 • sign n = -1
│ 0 ∈ even
│ total ∅ = 0
│ ∀ s : 𝔽 ℤ; x : ℤ • x ∈ s ∧ x > 0 ⇒ total s = total (s ∖ {x}) + x
│ ∀ n : ℕ • n + 1 ∈ even ⇔ n ∉ even
`

// call returns a call of a function, or of the test for a set, that axioms define.
func call(w *evaltest.Whole, name string, arg value.Value) machine.Term {
	d := w.Globals.Defined[name]
	f := functions.NewFunction(d, len(d.Members) > 0, functions.NewCompiled(w.Compiler))
	at := w.Expr(name)
	return func(m *machine.Machine) (value.Value, bool) { return f.Call(m, at, arg) }
}

// TestClauses: the first clause whose pattern fits and whose condition holds gives the value;
// where none does, nothing is decided unless the argument is outside of the domain.
func TestClauses(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, document, "")
	for _, test := range []struct{ name, arg, want string }{
		{"sum", "⟨3, 4, 5⟩", "12"}, {"last2", "⟨7, 1, 2⟩", "12"}, {"last2", "⟨1, 2⟩", "12"},
		{"last2", "⟨1⟩", "last2: the axioms do not say what it is for ⟨1⟩"},
		{"fact", "20", "2432902008176640000"}, {"fact", "0 - 1", "fact: -1 is not in the domain"},
		{"size", "node (1, node (2, leaf, leaf), leaf)", "2"}, {"size", "leaf", "0"},
		{"diagonal", "(4, 4)", "4"}, {"diagonal", "(4, 5)", "diagonal: the axioms do not say what it is for (4, 5)"},
		{"only", "{6}", "6"}, {"only", "{6, 7}", "only: the axioms do not say what it is for {6, 7}"},
		{"sign", "5", "1"}, {"sign", "0 - 5", "-1"}, {"sign", "0", "sign: the axioms do not say what it is for 0"},
		{"even", "6", "1"}, {"even", "7", "0"}, {"even", "0 - 2", "0"},
		{"total", "{7, 3, 5}", "15"}, {"total", "{7} ∖ {7}", "0"},
		{"total", "{7, 0 - 3}", "total (s ∖ {x}): the axioms do not say what it is for {-3}"},
	} {
		v, reason := w.Value(call(w, test.name, w.Denoted(test.arg)))
		got := v.String()
		if reason != nil {
			got = reason.String()
		}
		if got != test.want {
			t.Errorf("%s of %s is %s, want %s", test.name, test.arg, got, test.want)
		}
	}
}

// TestHoles: what a function gives for an argument with holes it gives whatever these become;
// where it needs one, it names it.
func TestHoles(t *testing.T) {
	t.Parallel()
	w := evaltest.Read(t, document, "")
	one, two, n := value.OfHole(1), value.OfHole(2), value.OfInt(3)
	leaf := value.OfAtom("leaf")
	for _, test := range []struct {
		name string
		arg  value.Value
	}{
		{"sum", value.OfSeq([]value.Value{n, one})}, {"last2", value.OfSeq([]value.Value{one, n, n})},
		{"last2", value.OfSeq([]value.Value{n, two, n})}, {"fact", one}, {"sign", two}, {"even", one},
		{"diagonal", value.OfTuple(one, n)}, {"diagonal", value.OfTuple(one, one)},
		{"diagonal", value.OfTuple(one, two)},
		{"size", value.OfCtor("node", value.OfTuple(one, leaf, leaf))},
	} {
		got, reason := w.Value(call(w, test.name, test.arg))
		if reason != nil {
			if !reason.Unset || reason.Hole < 1 || reason.Hole > 2 {
				t.Errorf("%s of %s has no value, for %v", test.name, test.arg, reason)
			}
			continue
		}
		evaltest.Fillings(2, []value.Value{value.OfInt(0), value.OfInt(1), n}, func(holes map[int]value.Value) {
			now, reason := w.Value(call(w, test.name, evaltest.Fill(test.arg, holes)))
			if reason != nil || !now.Equal(evaltest.Fill(got, holes)) {
				t.Errorf("%s of %s is %s, and becomes %s: %v", test.name, test.arg, got, now, reason)
			}
		})
	}
}
