package cases_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/cases"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// queue returns the priority queue of Doong and Frankl as a class of a project, with these originals.
func queue(t *testing.T, originals spec.Originals) *spec.Class {
	t.Helper()
	classes := algebratest.Read(t, "queue.lobas")
	originals.Depth, originals.Paths, originals.Values = 2, 100, 2
	return &spec.Class{Name: classes[0].Name.Text, Algebra: classes[0], Classes: classes, Originals: originals}
}

// pairOf returns an equivalent pair of a sequence and its normal form.
func pairOf(t *testing.T, class *spec.Class, first string) *suite.Pair {
	t.Helper()
	out := &suite.Pair{ID: "q/1", First: algebratest.Sequence(t, class.Classes, first), Equivalent: true}
	normal, err := cases.NewProver(class).Normalize(out.First)
	if err != nil {
		t.Fatal(err)
	}
	out.Second = normal
	return out
}

// TestMake: drawn pairs have the numbers of their sequences, none is there twice, each is proved again after it was
// packed, and what is drawn is the same each time.
func TestMake(t *testing.T) {
	class := queue(t, spec.Originals{Random: []spec.RandomOriginals{{Count: 300, Length: 6, Range: 3, Ratio: 2}}})
	var before []string
	for range 2 {
		made, err := cases.Make(context.Background(), class, nil)
		if err != nil || len(made.Notes) > 0 {
			t.Fatalf("%v, %q", err, made.Notes)
		}
		prover, known := cases.NewProver(class), map[string]bool{}
		var all []string
		for _, p := range made.Pairs {
			first, second := p.Sequences()
			text := first + " " + second
			if known[text] || first == second || !strings.HasPrefix(p.ID, class.Name+"/random1_") {
				t.Errorf("%s: %s is there twice, or is of no use", p.ID, text)
			}
			known[text] = true
			if err := prover.Check(p.Open()); err != nil {
				t.Errorf("%s: %s: %v", p.ID, text, err)
			}
			all = append(all, p.ID+" "+text)
		}
		if len(all) < 100 || before != nil && !slices.Equal(before, all) {
			t.Errorf("%d pairs, and %d before: they differ", len(all), len(before))
		}
		before = all
	}
}

// TestPrefixes: the pair at each index has that many operations after create, and its normal form.
func TestPrefixes(t *testing.T) {
	class := queue(t, spec.Originals{})
	var got []string
	for _, p := range cases.NewProver(class).Prefixes(pairOf(t, class, "create.add(2).add(1).delete")) {
		first, second := p.Sequences()
		got = append(got, first+" = "+second)
	}
	want := []string{"create = create", "create.add(2) = create.add(2)", "create.add(2).add(1) = create.add(2).add(1)",
		"create.add(2).add(1).delete = create.add(1)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestSmaller: each smaller pair is proved, has no more operations and is another one, and there are both kinds: with
// operations left out, of both sequences too, and with integers closer to 0.
func TestSmaller(t *testing.T) {
	class := queue(t, spec.Originals{})
	prover := cases.NewProver(class)
	of := pairOf(t, class, "create.add(20).add(10).delete")
	var texts []string
	for p := range prover.Smaller(of) {
		first, _ := p.Sequences()
		texts = append(texts, first)
		if err := cases.NewProver(class).Check(p); err != nil || len(operations(p.First)) > 4 {
			t.Errorf("%s: %v", first, err)
		}
	}
	for _, want := range []string{"create.add(20).add(10)", "create.add(10).delete", "create.add(1).add(0).delete",
		"create.add(10).add(10).delete", "create.add(0).add(10).delete"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%s is not among %q", want, texts)
		}
	}
	different := &suite.Pair{First: algebratest.Sequence(t, class.Classes, "create.add(2).add(9)"),
		Second: algebratest.Sequence(t, class.Classes, "create.add(1).add(9)")}
	both := false
	for p := range prover.Smaller(different) {
		first, second := p.Sequences()
		both = both || first == "create.add(2)" && second == "create.add(1)"
	}
	if !both {
		t.Error("what is in both sequences is left out of one of them at a time")
	}
	sets := algebratest.Read(t, "set.lobas")
	set := &spec.Class{Name: "Set", Algebra: sets[0], Classes: sets, Originals: class.Originals}
	sized := pairOf(t, set, "create.add(0).add(1).add(2).size")
	for p := range cases.NewProver(set).Smaller(sized) {
		if first, _ := p.Sequences(); first == "create.add(0).add(1).add(2).size" {
			t.Errorf("%s is no smaller", first)
		}
	}
	wrong := pairOf(t, class, "create.add(1).delete")
	wrong.Second = algebratest.Sequence(t, class.Classes, "create.add(1)")
	for p := range prover.Smaller(wrong) {
		t.Errorf("%s: smaller than a pair that the axioms contradict", p.ID)
	}
}

func operations(t language.Term) (out []string) {
	for a, is := t.(*language.Apply); is; a, is = a.Args[0].(*language.Apply) {
		if out = append(out, a.Op); len(a.Args) == 0 {
			break
		}
	}
	return out
}

// TestRead: a pair is read from its texts with its tag proved, and one that the axioms contradict is refused.
func TestRead(t *testing.T) {
	prover := cases.NewProver(queue(t, spec.Originals{}))
	for _, c := range []struct {
		first, second, experiment string
		equivalent                bool
		values                    [2]string
		wrong                     string
	}{
		{"create.add(1).delete", "create", "", true, [2]string{}, ""},
		{"create.add(1)", "create.add(2)", ".largest", false, [2]string{"1", "2"}, ""},
		{"create.add(1)", "create.add(2)", "", true, [2]string{}, "the axioms contradict the pair"},
		{"create.add(1)", "create.add(2)", ".largest", false, [2]string{"1", "3"}, "the axioms contradict the pair"},
		{"create.add(1).delete", "create.pop", "", true, [2]string{}, "the pair cannot be read"},
	} {
		p := &suite.Pair{Equivalent: c.equivalent}
		err := prover.Read(p, c.first, c.second, c.experiment, c.values)
		if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s and %s: %v", c.first, c.second, err)
		}
	}
}
