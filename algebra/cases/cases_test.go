package cases_test

import (
	"context"
	"iter"
	"slices"
	"strconv"
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

// lessThan yields all pairs that are smaller than one, by their operations and by their values.
func lessThan(p *cases.Prover, of *suite.Pair) iter.Seq[*suite.Pair] {
	return func(yield func(*suite.Pair) bool) {
		for one := range p.ShrinkOperations(of) {
			if !yield(one) {
				return
			}
		}
		p.ShrinkValues(of)(yield)
	}
}

// TestShrinkOperations: each smaller pair is proved, has no more operations and is another one, and there are both
// kinds: with operations left out, of both sequences too, and with integers closer to 0.
func TestShrinkOperations(t *testing.T) {
	class := queue(t, spec.Originals{})
	prover := cases.NewProver(class)
	of := pairOf(t, class, "create.add(20).add(10).delete")
	var texts []string
	for p := range lessThan(prover, of) {
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
	for p := range lessThan(prover, different) {
		first, second := p.Sequences()
		both = both || first == "create.add(2)" && second == "create.add(1)"
	}
	if !both {
		t.Error("what is in both sequences is left out of one of them at a time")
	}
	sets := algebratest.Read(t, "set.lobas")
	set := &spec.Class{Name: "Set", Algebra: sets[0], Classes: sets, Originals: class.Originals}
	sized := pairOf(t, set, "create.add(0).add(1).add(2).size")
	for p := range lessThan(cases.NewProver(set), sized) {
		if first, _ := p.Sequences(); first == "create.add(0).add(1).add(2).size" {
			t.Errorf("%s is no smaller", first)
		}
	}
	wrong := pairOf(t, class, "create.add(1).delete")
	wrong.Second = algebratest.Sequence(t, class.Classes, "create.add(1)")
	for p := range lessThan(prover, wrong) {
		t.Errorf("%s: smaller than a pair that the axioms contradict", p.ID)
	}
}

// TestShrinkValues: going on with the first smaller pair of which something holds leads to the least values of which it
// holds, in a few steps: at a threshold, and where two values are to be equal, to be apart or to be long.
func TestShrinkValues(t *testing.T) {
	queues, texts := queue(t, spec.Originals{}), algebratest.Read(t, "text.lobas")
	text := &spec.Class{Name: texts[0].Name.Text, Algebra: texts[0], Classes: texts, Originals: queues.Originals}
	for _, c := range []struct {
		class       *spec.Class
		first, want string
		holds       func(v []string) bool
	}{
		{queues, "create.add(90071).add(5).delete", "create.add(64).add(0).delete", func(v []string) bool {
			return number(v[0]) >= 64 || number(v[1]) >= 64
		}},
		{queues, "create.add(900).add(900).delete", "create.add(70).add(70).delete", func(v []string) bool {
			return v[0] == v[1] && number(v[0]) >= 70
		}},
		{queues, "create.add(-900).add(7).delete", "create.add(-3).add(0).delete", func(v []string) bool {
			return number(v[0]) <= -3
		}},
		{queues, "create.add(18446744073709551700).add(7).delete", "create.add(18446744073709551616).add(0).delete",
			func(v []string) bool { return len(v[0]) > 19 && v[0] >= "18446744073709551616" }},
		{queues, "create.add(90).add(83).delete", "create.add(7).add(0).delete",
			func(v []string) bool { return number(v[0]) == number(v[1])+7 }},
		{text, `create.type("more").type("some").type("text").length`, `create.type("a").type("a").type("b").length`,
			func(v []string) bool { return v[1] != v[2] }},
	} {
		prover := cases.NewProver(c.class)
		of, steps := pairOf(t, c.class, c.first), 0
		for more := true; more; {
			more = false
			for p := range prover.ShrinkValues(of) {
				steps++
				if more = c.holds(literals(p.First)); more {
					of = p
					break
				}
			}
		}
		if first, _ := of.Sequences(); first != c.want || steps > 400 {
			t.Errorf("%s: %s after %d steps, want %s", c.first, first, steps, c.want)
		}
	}
}

// TestShrinkExpectedValue: a value that a sequence is not to have is made smaller together with what makes it, and no
// pair is the one that it was.
func TestShrinkExpectedValue(t *testing.T) {
	classes := algebratest.Read(t, "bounded.lobas")
	class := &spec.Class{Name: classes[0].Name.Text, Algebra: classes[0], Classes: classes,
		Originals: spec.Originals{Depth: 2, Paths: 100, Values: 2}}
	of := &suite.Pair{First: algebratest.Sequence(t, classes, "create(70).put(8).get.room"),
		Second: &language.Literal{Text: "69", Sort: language.Integer}}
	prover, steps := cases.NewProver(class), 0
	for more := true; more && steps < 100; {
		more = false
		before, _ := of.Sequences()
		for p := range prover.ShrinkValues(of) {
			steps++
			first, second := p.Sequences()
			if first == before && second == of.Second.(*language.Literal).Text {
				t.Fatalf("%s and %s are no smaller", first, second)
			}
			if more = number(second) == number(literals(p.First)[0])-1; more {
				of = p
				break
			}
		}
	}
	if first, second := of.Sequences(); first != "create(1).put(0).get.room" || second != "0" {
		t.Errorf("the smallest pair is %s and %s, after %d steps", first, second, steps)
	}
}

// TestShrinkTogether: an integer and the operations that it counts become fewer together.
func TestShrinkTogether(t *testing.T) {
	classes := algebratest.Read(t, "bounded.lobas")
	class := &spec.Class{Name: classes[0].Name.Text, Algebra: classes[0], Classes: classes,
		Originals: spec.Originals{Depth: 2, Paths: 100, Values: 2}}
	of := pairOf(t, class, "create(9)"+strings.Repeat(".put(4)", 9)+".get")
	isFull := func(p *suite.Pair) bool {
		first, _ := p.Sequences()
		capacity := number(literals(p.First)[0])
		return capacity >= 2 && strings.Count(first, ".put(") == capacity && strings.HasSuffix(first, ".get")
	}
	for more := true; more; {
		more = false
		for p := range lessThan(cases.NewProver(class), of) {
			if more = isFull(p); more {
				of = p
				break
			}
		}
	}
	if first, _ := of.Sequences(); first != "create(2).put(0).put(0).get" {
		t.Errorf("the smallest queue that is full is %s", first)
	}
}

// number returns a number in a text, and 0 for one that is larger than 64 bits have.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// literals returns the values in a sequence as they are written, in their order.
func literals(t language.Term) (out []string) {
	for _, a := range language.Chain(t) {
		for _, arg := range a.Args {
			if l, is := arg.(*language.Literal); is {
				out = append(out, l.Text)
			}
		}
	}
	return out
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
