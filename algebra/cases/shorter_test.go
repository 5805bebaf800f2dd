package cases_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// set returns the class of sets, whose union takes a set.
func set(t *testing.T) *spec.Class {
	t.Helper()
	classes := algebratest.Read(t, "set.lobas")
	return &spec.Class{Name: "Set", Algebra: classes[0], Classes: classes,
		Originals: spec.Originals{Depth: 2, Paths: 100, Values: 2}}
}

// sequencesOfSets returns all sequences with a number of operations that make a set of 0 and 1.
func sequencesOfSets(size int) (out []string) {
	if size == 0 {
		return []string{"create"}
	}
	for _, before := range sequencesOfSets(size - 1) {
		for _, o := range []string{"add(0)", "add(1)", "remove(0)", "remove(1)"} {
			out = append(out, before+"."+o)
		}
	}
	for n := range size {
		for _, before := range sequencesOfSets(n) {
			for _, other := range sequencesOfSets(size - 1 - n) {
				out = append(out, fmt.Sprintf("%s.union(%s)", before, other))
			}
		}
	}
	return out
}

// TestShorter: all pairs with fewer operations are made, those of objects in arguments too, each once; and none that
// is as long as a pair that was found meanwhile.
func TestShorter(t *testing.T) {
	class := set(t)
	prover, want := cases.NewProver(class), map[string]bool{}
	for size := range 4 {
		for _, s := range sequencesOfSets(size) {
			p := pairOf(t, class, s)
			if first, second := p.Sequences(); first != second {
				want[first] = true
			}
		}
	}
	of := pairOf(t, class, "create.add(0).union(create.add(1).union(create))")
	got := map[string]bool{}
	for p := range prover.Shorter(of, func() int { return 4 }) {
		first, _ := p.Sequences()
		if got[first] {
			t.Errorf("%s is there twice", first)
		}
		got[first] = true
	}
	if d := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); d != "" || len(got) < 100 {
		t.Errorf("%d pairs (-want +got):\n%s", len(got), d)
	}
	bound := 4
	for p := range prover.Shorter(of, func() int { return bound }) {
		if n := cases.Operations(p.First); n >= bound {
			t.Fatalf("%d operations, with a bound of %d", n, bound)
		}
		if cases.Operations(p.First) == 3 {
			bound = 2
		}
	}
	if bound != 2 {
		t.Error("no pair has three operations")
	}
	for p := range prover.Shorter(pairOf(t, class, "create.add(0).add(0).size"), func() int { return 3 }) {
		if a := p.First.(*language.Apply); a.Op != "size" {
			t.Errorf("%v does not end with the observer", a.Op)
		}
	}
	for range prover.Shorter(&suite.Pair{First: of.First, Second: algebratest.Sequence(t, class.Classes, "create"),
		Equivalent: true}, func() int { return 4 }) {
		t.Fatal("no axiom stands behind the pair")
	}
}

// TestShorterUnequal: of pairs that are not equivalent all first sequences with fewer operations are made, with all
// objects as the second, and each is proved; and of those of values too.
func TestShorterUnequal(t *testing.T) {
	class := set(t)
	prover, want := cases.NewProver(class), map[string]bool{}
	normal := func(s string) string {
		_, out := pairOf(t, class, s).Sequences()
		return out
	}
	for n := range 3 {
		for _, s := range sequencesOfSets(n) {
			for m := range 3 - n {
				for _, o := range sequencesOfSets(m) {
					p := &suite.Pair{First: algebratest.Sequence(t, class.Classes, s),
						Second: algebratest.Sequence(t, class.Classes, o)}
					if prover.Check(p) == nil {
						want[s+" "+normal(o)] = true
					}
				}
			}
		}
	}
	of := &suite.Pair{First: algebratest.Sequence(t, class.Classes, "create.add(0).add(1)"),
		Second: algebratest.Sequence(t, class.Classes, "create.add(0)")}
	got := map[string]bool{}
	for p := range prover.Shorter(of, func() int { return 3 }) {
		first, second := p.Sequences()
		if got[first+" "+normal(second)] = true; p.Equivalent || cases.Size(p) > 2 || prover.Check(p) != nil {
			t.Errorf("%s and %s", first, second)
		}
	}
	if d := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); d != "" || len(got) < 20 {
		t.Errorf("%d pairs (-want +got):\n%s", len(got), d)
	}
	value := &suite.Pair{First: algebratest.Sequence(t, class.Classes, "create.add(0).add(1).remove(1).size"),
		Second: &language.Literal{Text: "2", Sort: language.Integer}}
	shortest := ""
	for p := range prover.Shorter(value, func() int { return 4 }) {
		if first, second := p.Sequences(); shortest == "" && second == "1" {
			shortest = first
		}
	}
	if shortest != "create.size" {
		t.Errorf("%q is the shortest sequence whose value is not 1", shortest)
	}
}

// TestSmallerInside: objects in arguments are made smaller, and stand in the place of what they are arguments of.
func TestSmallerInside(t *testing.T) {
	class := set(t)
	of := pairOf(t, class, "create.add(1).union(create.add(7).add(1).union(create.remove(2))).size")
	got := map[string]bool{}
	for p := range lessThan(cases.NewProver(class), of) {
		first, _ := p.Sequences()
		got[first] = true
	}
	for _, want := range []string{
		"create.add(1).union(create.add(7)).size",                                // what an argument begins with
		"create.add(1).union(create.add(1).union(create.remove(2))).size",        // an argument without an operation
		"create.add(1).union(create.add(7).add(1).union(create)).size",           // the argument of an argument
		"create.add(7).add(1).union(create.remove(2)).size",                      // in the place of what it is given to
		"create.add(1).union(create.remove(2)).size",                             // and inside
		"create.add(1).union(create.add(0).add(1).union(create.remove(2))).size", // a smaller integer
	} {
		if !got[want] {
			t.Errorf("%s is not among %q", want, slices.Sorted(maps.Keys(got)))
		}
	}
}
