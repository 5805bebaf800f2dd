package solve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// predicateOf writes a random predicate over x, y : ℤ, A, B : ℙ ℤ, s : seq ℤ.
func predicateOf(r *rand.Rand, depth int) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	var number, set func(depth int) string
	number = func(d int) string {
		if d == 0 || r.IntN(3) == 0 {
			return pick("x", "y", "0", "1", "2", "#s", "#A")
		}
		return pick(
			fmt.Sprintf("(%s + %s)", number(d-1), number(d-1)),
			fmt.Sprintf("(%s - %s)", number(d-1), number(d-1)),
			"s x", "head s", fmt.Sprintf("#(%s)", set(d-1)))
	}
	set = func(d int) string {
		if d == 0 || r.IntN(3) == 0 {
			return pick("A", "B", "ran s", "{x}", "{x, y}", "{1}", "dom s")
		}
		return fmt.Sprintf("(%s %s %s)", set(d-1), pick("∪", "∩", "∖"), set(d-1))
	}
	if depth > 0 && r.IntN(3) > 0 {
		a, b := predicateOf(r, depth-1), predicateOf(r, depth-1)
		switch r.IntN(7) {
		case 0, 1:
			return "(" + a + " ∧ " + b + ")"
		case 2:
			return "(" + a + " ∨ " + b + ")"
		case 3:
			return "(" + a + " ⇒ " + b + ")"
		case 4:
			return "(¬ " + a + ")"
		case 5:
			return "(∀ i : " + set(1) + " • (" + a + " ∨ i < x))"
		default:
			return "(∃ i : ℤ • i ∈ " + set(1) + " ∧ i > y)"
		}
	}
	switch r.IntN(5) {
	case 0:
		return fmt.Sprintf("%s %s %s", number(1), pick("∈", "∉"), set(1))
	case 1:
		return fmt.Sprintf("%s %s %s", set(1), pick("=", "≠", "⊂", "⊆"), set(1))
	case 2:
		return fmt.Sprintf("%s %s ∅", set(1), pick("=", "≠"))
	case 3:
		return "s " + pick("=", "≠") + " " + pick("⟨⟩", "⟨x⟩", "⟨y, x⟩", "s ⌢ ⟨x⟩", "rev s")
	}
	return fmt.Sprintf("%s %s %s", number(2), pick("<", "≤", "=", "≠", ">"), number(1))
}

// exhaust looks for a model among all values in a scope.
func exhaust(p Problem, sc value.Scope) (found bool) {
	names := []string{"x", "y", "A", "B", "s"}
	prog, err := eval.Compile(p.Pred, names, p.Globals)
	if err != nil {
		panic(err)
	}
	var ints, sets, seqs []value.Value
	for n := sc.IntMin; n <= sc.IntMax; n++ {
		ints = append(ints, value.OfInt(n))
	}
	for m := range 1 << len(ints) {
		var elems []value.Value
		for i, v := range ints {
			if m>>i&1 == 1 {
				elems = append(elems, v)
			}
		}
		if len(elems) <= sc.Set {
			sets = append(sets, value.OfSet(elems))
		}
	}
	words := [][]value.Value{nil}
	for n := 0; n <= sc.Seq; n++ {
		var next [][]value.Value
		for _, w := range words {
			seqs = append(seqs, value.OfSeq(w))
			for _, v := range ints {
				next = append(next, append(w[:len(w):len(w)], v))
			}
		}
		words = next
	}
	for _, x := range ints {
		for _, y := range ints {
			for _, a := range sets {
				for _, b := range sets {
					for _, s := range seqs {
						if t, _ := prog.Truth([]value.Value{x, y, a, b, s}); t == eval.True {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

func agree(t *testing.T, text string) {
	p := problem(t, "x, y : ℤ; A, B : ℙ ℤ; s : seq ℤ | "+text)
	p.Scope = value.Scope{IntMin: -1, IntMax: 2, Set: 2, Seq: 2, Given: 1}
	r := Embedded(Options{}).Solve(context.Background(), p)
	switch r.Outcome {
	case Case:
		prog, _ := eval.Compile(p.Pred, []string{"x", "y", "A", "B", "s"}, p.Globals)
		m := r.Model
		if truth, _ := prog.Truth([]value.Value{m["x"], m["y"], m["A"], m["B"], m["s"]}); truth != eval.True {
			t.Errorf("%s: the model %s makes it %s", text, show(r), truth)
		}
	case Unsatisfiable, NoneInScope:
		if exhaust(p, p.Scope) {
			t.Errorf("%s: %s (%s), but there is a model in scope", text, r.Outcome, r.Reason)
		}
		if wider := (value.Scope{IntMin: -2, IntMax: 3, Set: 2, Seq: 2}); r.Outcome == Unsatisfiable && exhaust(p, wider) {
			t.Errorf("%s: %s (%s), but there is a model", text, r.Outcome, r.Reason)
		}
	case Undecided:
		t.Logf("%s: undecided: %s", text, r.Reason)
	}
}

func TestAgreesWithEnumeration(t *testing.T) {
	n := 120
	if testing.Short() {
		n = 60
	}
	outcomes := map[Outcome]int{}
	r := rand.New(rand.NewPCG(3, 4))
	for range n {
		text := predicateOf(r, 2)
		if extra := r.IntN(3); extra > 0 {
			text += " ∧ " + predicateOf(r, extra)
		}
		agree(t, text)
		p := problem(t, "x, y : ℤ; A, B : ℙ ℤ; s : seq ℤ | "+text)
		got := Embedded(Options{}).Solve(context.Background(), p)
		if outcomes[got.Outcome]++; got.Outcome == Undecided {
			t.Logf("%s: in the default scope: %s", text, got.Reason)
		}
	}
	t.Logf("%v", outcomes)
	for _, o := range []Outcome{Case, Unsatisfiable, NoneInScope} {
		if outcomes[o] == 0 {
			t.Errorf("no problem ended as %s: the test says nothing about it", o)
		}
	}
}

// FuzzSolve hands random bytes to the generator as its choices.
func FuzzSolve(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		text := predicateOf(rand.New(rand.NewPCG(a, b)), 2)
		if strings.Count(text, "∀") < 3 {
			agree(t, text)
		}
	})
}
