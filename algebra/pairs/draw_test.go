package pairs_test

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/source"
)

// TestErrorsAreSeldom: nothing is done with an object that is an error, so few of the sequences that are drawn
// leave one.
func TestErrorsAreSeldom(t *testing.T) {
	for _, name := range []string{"bank", "bounded", "shelf", "stack", "symbols"} {
		for _, biased := range []bool{false, true} {
			classes := algebratest.Read(t, name+".lobas")
			class := classes[len(classes)-1]
			maker := pairs.New(classes, class, nil, pairs.Options{Steps: 100_000})
			drawing := pairs.Drawing{Length: 15, Range: 8, Ratio: 2, Seed: 3, Biased: biased}
			made, err := maker.Draw(context.Background(), drawing, 0, 400)
			if err != nil {
				t.Fatal(err)
			}
			failed := 0
			for _, p := range made.Pairs {
				if _, second := p.Sequences(); second == "error" {
					failed++
				}
			}
			all := len(made.Pairs) + made.Trivial + made.Unbuilt
			t.Logf("%s, biased %t: %d of %d are errors", name, biased, failed, all)
			if all < 390 || failed > all/2 {
				t.Errorf("%s, biased %t: %d of %d are errors", name, biased, failed, all)
			}
		}
	}
}

// TestNoPairOfOneSequence: a sequence that is its own normal form is counted, and tests nothing as a pair.
func TestNoPairOfOneSequence(t *testing.T) {
	for _, name := range []string{"stack", "set", "symbols"} { // in the second the constructor is not exported
		classes := algebratest.Read(t, name+".lobas")
		class := classes[len(classes)-1]
		maker := pairs.New(classes, class, nil, pairs.Options{Steps: 100_000})
		made, err := maker.Draw(t.Context(), pairs.Drawing{Length: 3, Range: 5, Ratio: 5, Seed: 1}, 0, 200)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range made.Pairs {
			if first, second := p.Sequences(); first == second {
				t.Fatalf("%s: %s is paired with itself", name, first)
			}
		}
		if made.Trivial+made.Unbuilt == 0 || len(made.Pairs)+made.Trivial+made.Unbuilt != 200 {
			t.Errorf("%s: %d pairs, %d normal forms, %d without", name, len(made.Pairs), made.Trivial, made.Unbuilt)
		}
	}
}

// TestInsertionsAreConstructors: what adds an element counts as a constructor, in whatever way the axioms say it.
func TestInsertionsAreConstructors(t *testing.T) {
	classes, err := language.Parse(source.NewFile("set", `class Set export create, insert, remove, has
constructor create; with (x: Integer)
transformer insert (x: Integer); remove (x: Integer)
observer has (x: Integer): Boolean
var S: Set, x, y: Integer
axiom
  1: S.insert(x) -> if S.has(x) then S else S.with(x);
  2: create.remove(x) -> create;
  3: S.with(y).remove(x) -> if x = y then S else S.remove(x).with(y);
  4: create.has(x) -> false;
  5: S.with(y).has(x) -> x = y or S.has(x)
end`).Whole())
	if err != nil {
		t.Fatal(err)
	}
	maker := pairs.New(classes, classes[0], nil, pairs.Options{Steps: 100_000})
	made, err := maker.Draw(context.Background(), pairs.Drawing{Length: 40, Range: 9, Ratio: 9, Seed: 1}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, p := range made.Pairs {
		first, _ := p.Sequences()
		all.WriteString(first)
	}
	in, out := strings.Count(all.String(), ".insert("), strings.Count(all.String(), ".remove(")
	if in < 6*out || out < 200 {
		t.Errorf("%d insertions and %d removals, where the ratio is 9", in, out)
	}
}

// TestBorders: some of the sequences that are steered prefer 0, -1, and integers at powers of two and beside them,
// within the range, also where axioms ask only whether integers are equal; others do not.
func TestBorders(t *testing.T) {
	for _, file := range []string{"queue.lobas", "set.lobas"} {
		classes := algebratest.Read(t, file)
		for _, biased := range []bool{true, false} {
			drawing := pairs.Drawing{Length: 20, Range: 300, Ratio: 3, Biased: biased, Seed: 1}
			drawn, err := newMaker(classes).Draw(t.Context(), drawing, 0, 500)
			if err != nil {
				t.Fatal(err)
			}
			bordered, words := 0, map[int]bool{} // at words of 64 bits and beside them, and specials
			for _, p := range drawn.Pairs {
				near, all := 0, 0
				for _, n := range integersIn(p.Open().First) {
					if n < 1 && !biased || n < -1 || n > 300 {
						t.Errorf("%d is not in 1..300", n)
					}
					if all++; n < 1 || n >= 63 && n <= 65 || n >= 127 && n <= 129 || n >= 255 && n <= 257 {
						near++
						words[n] = true
					}
				}
				if near >= 3 && 4*near >= all {
					bordered++
				}
			}
			if biased && (bordered < 4 || len(words) < 8) || !biased && bordered > 2 {
				t.Errorf("%s, biased %v: %d have many integers at words, all together at %d", file, biased, bordered,
					len(words))
			}
		}
	}
}

// integersIn returns the integers in a term.
func integersIn(t language.Term) (out []int) {
	if l, is := t.(*language.Literal); is && l.Sort == language.Integer {
		if n, err := strconv.Atoi(l.Text); err == nil {
			out = append(out, n)
		}
	}
	for _, c := range language.Children(t) {
		out = append(out, integersIn(c)...)
	}
	return out
}

// TestDrawnOfSome: some long sequences consist of few of the operations.
func TestDrawnOfSome(t *testing.T) {
	classes := algebratest.Read(t, "editor.lobas")
	few, long := 0, 0
	drawing := pairs.Drawing{Length: 40, Range: 9, Ratio: 1, Biased: true, Seed: 1}
	drawn, err := newMaker(classes).Draw(t.Context(), drawing, 0, 200)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range drawn.Pairs {
		used := map[string]bool{}
		chain := language.Chain(p.Open().First)
		for _, a := range chain {
			if a.Decl.Kind != language.Observer {
				used[a.Op] = true
			}
		}
		if len(chain) > 20 {
			long++
			if len(used) == 3 { // create, and what types and one other operation
				few++
			}
		}
	}
	if few < 5 || few > long/3 {
		t.Errorf("of %d long sequences %d have two operations beside create", long, few)
	}
}

// TestAlikeAndSmall: of sequences that are steered, some have an argument that has much in common with their object,
// and many have a size that they reach.
func TestAlikeAndSmall(t *testing.T) {
	count := func(name string, is func(sequence string) bool) (n int) {
		classes := algebratest.Read(t, name+".lobas")
		maker := pairs.New(classes, classes[len(classes)-1], nil, pairs.Options{Steps: 100_000})
		drawing := pairs.Drawing{Length: 15, Range: 130, Ratio: 3, Biased: true, Seed: 1}
		made, err := maker.Draw(t.Context(), drawing, 0, 300)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range made.Pairs {
			if first, _ := p.Sequences(); is(first) {
				n++
			}
		}
		return n
	}
	alike := count("set", func(sequence string) bool {
		before, after, is := strings.Cut(sequence, ".union(")
		return is && strings.Count(before, "add") > 1 &&
			strings.HasPrefix(before, after[:min(len(after), len("create.add(1).add(1"))])
	})
	full := regexp.MustCompile(`^create\(([1-9])\)`)
	small := count("bounded", func(sequence string) bool {
		m := full.FindStringSubmatch(sequence)
		return m != nil && strings.Count(sequence, "put") >= int(m[1][0]-'0')
	})
	if n := count("symbols", func(sequence string) bool { return strings.Contains(sequence, ", 0)") }); n < 20 {
		t.Errorf("%d sequences have an integer that is 0", n)
	}
	if n := count("bank", func(sequence string) bool { return strings.Contains(sequence, ", -") }); n < 5 {
		t.Errorf("%d sequences have integers that are the opposite of others", n)
	}
	if alike < 3 || small < 30 {
		t.Errorf("%d sequences have an argument that begins as they do, %d reach a size", alike, small)
	}
}
