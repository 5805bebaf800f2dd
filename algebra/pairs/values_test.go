package pairs_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/source"
)

// journal is a class whose axioms ask nothing of strings and integers, but of what is not exported, which they count
// down to 0: with -1 they do not end.
const journal = `class Journal export create, note, mark, undo, last
	constructor create; note (s: String); mark (n: Integer)
	transformer undo; page (n: Integer)
	observer last: String
	var J: Journal, s: String, n: Integer
	axiom
		create.undo -> create; J.note(s).undo -> J; J.mark(n).undo -> J.undo.mark(n);
		create.last -> error; J.note(s).last -> s; J.mark(n).last -> J.last;
		J.page(n) -> if n = 0 then J else J.page(n - 1)
	end`

// valuesIn returns the literals of a sort in a term.
func valuesIn(t language.Term, sort string) (out []string) {
	if l, is := t.(*language.Literal); is && l.Sort == sort {
		out = append(out, l.Text)
	}
	for _, c := range language.Children(t) {
		out = append(out, valuesIn(c, sort)...)
	}
	return out
}

// TestNotable: values of which axioms ask nothing are also those at which programs often fail, at each place; but no
// integers with which the axioms do not end.
func TestNotable(t *testing.T) {
	classes, err := language.Parse(source.NewFile("journal.lobas", journal).Whole())
	if err != nil {
		t.Fatal(err)
	}
	all, err := newMaker(classes).All(t.Context(), 3, true)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := newMaker(classes).Draw(t.Context(), pairs.Drawing{Length: 12, Range: 100, Ratio: 3, Biased: true,
		Seed: 1}, 0, 400)
	if err != nil {
		t.Fatal(err)
	}
	for name, made := range map[string]pairs.Pairs{"all": all, "drawn": drawn} {
		seen, places, numbers := map[string]bool{}, map[int]bool{}, map[string]bool{}
		for _, p := range made.Pairs {
			texts := valuesIn(p.Open().First, language.String)
			if i := slices.Index(texts, `""`); i >= 0 {
				places[i] = true
			}
			for _, s := range texts {
				seen[s] = true
			}
			for _, n := range valuesIn(p.Open().First, language.Integer) {
				numbers[n] = true
			}
		}
		for _, s := range []string{`""`, `"a"`, `"two words"`, `"two\nlines"`, `"größe"`} {
			if !seen[s] {
				t.Errorf("%s: the string %s is in no pair", name, s)
			}
		}
		isLong := func(s string) bool { return strings.Count(s, "long") > 10 }
		if name == "drawn" && !slices.ContainsFunc(slices.Collect(maps.Keys(seen)), isLong) {
			t.Errorf("%s: no string is long", name)
		}
		if len(places) < 2 {
			t.Errorf("%s: the empty string stands at the places %v alone", name, places)
		}
		if !numbers["0"] || name == "drawn" && numbers["-1"] { // of all, some integers are apart by the solver
			t.Errorf("%s: 0 is not in any pair, or -1 is, with which the axioms do not end: %v", name, numbers)
		}
	}
}
