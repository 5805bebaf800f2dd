package solve_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse"
	"github.com/ttf-int/ttf-int/zed/value"
)

var (
	crossSeed  = flag.Uint64("cross.seed", 1, "the first of the random problems")
	crossCount = flag.Int("cross.count", 0, "how many random problems are solved; 0 is a few")
)

// crossSteps is the budget of the random problems.
const crossSteps = 5_000

// searched is the scope of random problems, which brute force tries too.
var searched = value.Scope{IntMin: -1, IntMax: 2, Set: 9, Seq: 2, Given: 2}

// worlds are those in which what was refuted may have a model: the given types have
// from one to four elements each.
func worlds() []*world {
	out := []*world{
		worldOf(searched.Given, searched.Given, searched.IntMin, searched.IntMax, searched.Seq),
		worldOf(1, 1, -1, 2, 2), worldOf(1, 2, -2, 3, 2), worldOf(2, 1, 0, 4, 3), worldOf(3, 2, 0, 2, 2), worldOf(2, 3, -1, 1, 2),
		worldOf(4, 1, 0, 1, 1), worldOf(1, 4, 0, 1, 3), worldOf(4, 3, 0, 1, 1), worldOf(3, 4, -1, 0, 2),
	}
	for i, w := range out {
		w.tip = i%2 == 0
	}
	return out
}

// elements returns the elements that a given type has.
func elements(typ string, n int) []value.Value {
	var out []value.Value
	for i := range n {
		out = append(out, value.OfAtom(fmt.Sprint(strings.ToLower(typ), i+1)))
	}
	return out
}

// randomFamily reads the specification of random problems once.
var randomFamily = sync.OnceValues(func() (family, error) {
	paragraphs, err := parse.Document(source.NewFile("types", randomTypes).Whole())
	return family{paragraphs: paragraphs, language: parse.LanguageOf(paragraphs), scope: searched}, err
})

// ask solves a problem over the scope that is searched.
func ask(t *testing.T, text string) (solve.Problem, solve.Result) {
	t.Helper()
	f, err := randomFamily()
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.read(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for i, v := range p.Vars {
		p.Vars[i].Scoped = !strings.HasSuffix(v.Name, "'")
	}
	return p, solve.Embedded(solve.Options{Steps: crossSteps}).Solve(context.Background(), p)
}

// cross solves a problem, and holds what the solver and the refuter alone say of it
// against brute force.
func cross(t *testing.T, g generated, plant *world) solve.Outcome {
	t.Helper()
	if len(g.conjuncts) == 0 {
		return solve.Undecided
	}
	text := g.text(nil)
	p, r := ask(t, text)
	why, refuted := solve.Refuted(p)
	all := worlds()
	var tried []*world
	switch {
	case r.Outcome == solve.Case:
		given := p.Globals.Sized(r.Sizes).Given
		w := worldOf(0, 0, -9, 9, 3)
		w.names, w.places = given["NAME"], given["PLACE"]
		if v, known := g.verdict(w, r.Model); known && v.Equal(no) {
			t.Errorf("%s\nthe model %v does not satisfy it", text, r.Model)
		}
		if refuted {
			t.Errorf("%s\n%v is a model, but without a search: %s", text, r.Model, why)
		}
	case plant != nil && (refuted || r.Outcome == solve.Unsatisfiable):
		t.Errorf("%s\n%s (%s; refuted: %v %s), but %v is a model with %v and %v", text, r.Outcome, r.Reason, refuted, why, plant.env, plant.names, plant.places)
	case refuted || r.Outcome == solve.Unsatisfiable:
		tried = all
	case r.Outcome == solve.NoneInScope:
		tried = all[:1]
	}
	for _, w := range tried {
		if model, _ := g.model(w); model != nil {
			t.Errorf("%s\n%s (%s; refuted: %v %s), but %v is a model with %v and %v", text, r.Outcome, r.Reason, refuted, why, model, w.names, w.places)
			break
		}
	}
	return r.Outcome
}

// crossed makes a problem, around a model or without one, and holds the answers
// against what is known of it.
func crossed(t *testing.T, c choices) solve.Outcome {
	t.Helper()
	if c.IntN(3) == 0 {
		return cross(t, generate(c), nil)
	}
	g, w := planted(c)
	return cross(t, g, w)
}

// count returns how many random problems a test takes.
func count(few int) int {
	if *crossCount > 0 {
		return *crossCount
	}
	return few
}

// TestCross holds the solver against brute force.
func TestCross(t *testing.T) {
	t.Parallel()
	outcomes := map[solve.Outcome]int{}
	for i := range count(250) {
		outcomes[crossed(t, seeded(*crossSeed+uint64(i)))]++
	}
	t.Logf("%v", outcomes)
	for _, o := range []solve.Outcome{solve.Case, solve.Unsatisfiable, solve.NoneInScope} {
		if outcomes[o] == 0 {
			t.Errorf("no problem ended as %s: the test says nothing about it", o)
		}
	}
}

// FuzzSolve makes a problem of bytes.
func FuzzSolve(f *testing.F) {
	f.Add([]byte("sets of names"))
	f.Add([]byte{1, 4, 9, 200, 31, 7, 88, 3, 2, 1, 64})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 200 {
			crossed(t, &bytesOf{data})
		}
	})
}

// tautologies hold whatever the variables of a problem are.
var tautologies = []string{"(1 < 2)", "(∅[NAME] ⊆ NAME)", "(∀ n : NAME • n = n)", "(∀ n : NAME • n ∈ {n})", "(∃ n : NAME • {n} ≠ ∅)", "(NAME ≠ ∅)", "(1 ∈ 0 .. 3)", "(# {tip} = 1)"}

// sameQuestion writes a problem down in another way, and says in which.
func sameQuestion(g generated, c choices) (string, string) {
	conjuncts := slices.Clone(g.conjuncts)
	one := c.IntN(len(conjuncts))
	switch c.IntN(6) {
	case 0:
		renamed := map[string]string{}
		for _, v := range g.vars {
			renamed[v.name] = "q" + v.name // keeps what a name ends in
		}
		return "renamed", g.text(renamed)
	case 1:
		slices.Reverse(conjuncts)
		g.conjuncts = conjuncts
		return "reordered", g.text(nil)
	case 2:
		g.conjuncts = append(conjuncts, &term{format: tautologies[c.IntN(len(tautologies))]})
		return "with a tautology", g.text(nil)
	case 3:
		g.conjuncts = append(conjuncts, conjuncts[one])
		return "doubled", g.text(nil)
	case 4:
		conjuncts[one] = &term{format: "(¬ (¬ %s))", parts: []*term{conjuncts[one]}}
		g.conjuncts = conjuncts
		return "negated twice", g.text(nil)
	}
	for i, t := range conjuncts {
		conjuncts[i] = t.commuted()
	}
	g.conjuncts = conjuncts
	return "commuted", g.text(nil)
}

// opposed tells whether one outcome says that there is a case, and the other that
// there is none.
func opposed(a, b solve.Outcome) bool {
	none := func(o solve.Outcome) bool { return o == solve.Unsatisfiable || o == solve.NoneInScope }
	return a == solve.Case && none(b) || none(a) && b == solve.Case
}

// TestSameQuestion asks the same in two ways: the answers never exclude each
// other.
func TestSameQuestion(t *testing.T) {
	t.Parallel()
	differ := map[string]int{}
	for i := range count(150) {
		seed := *crossSeed + uint64(i)
		g := generate(seeded(seed))
		how, other := sameQuestion(g, rand.New(rand.NewPCG(seed, 5)))
		_, a := ask(t, g.text(nil))
		_, b := ask(t, other)
		if a.Outcome == b.Outcome {
			continue
		}
		differ[how]++
		say := t.Logf
		if opposed(a.Outcome, b.Outcome) {
			say = t.Errorf
		}
		say("%s\nis %s, and %s,\n%s\nis %s", g.text(nil), a.Outcome, how, other, b.Outcome)
	}
	t.Logf("other outcomes: %v", differ)
}
