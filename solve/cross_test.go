package solve_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/parse"
)

var (
	crossSeed  = flag.Uint64("cross.seed", 1, "the first of the random problems")
	crossCount = flag.Int("cross.count", 0, "how many random problems are solved; 0 is a few")
)

// crossSteps is the budget of the random problems.
const crossSteps = 5_000

// The universes of random problems: the one that both sides search, and those in
// which what was refuted may have a model all the same.
var (
	searched = universe{low: -1, high: 2, given: 2, seq: 2}
	others   = []universe{{low: -1, high: 2, given: 1, seq: 2}, {low: -2, high: 3, given: 2, seq: 3}, {low: 0, high: 2, given: 3, seq: 2}}
)

// inUniverse reads a problem over a universe.
func inUniverse(t *testing.T, text string, u universe) solve.Problem {
	t.Helper()
	paragraphs, err := parse.Document(source.NewFile("types", randomTypes).Whole())
	if err != nil {
		t.Fatal(err)
	}
	f := family{paragraphs: paragraphs, language: parse.LanguageOf(paragraphs), scope: u.scope()}
	p, err := f.read(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for i, v := range p.Vars {
		p.Vars[i].Scoped = !strings.HasSuffix(v.Name, "'")
	}
	return p
}

// ask solves a problem over the universe that is searched.
func ask(t *testing.T, text string) (solve.Problem, solve.Result) {
	t.Helper()
	p := inUniverse(t, text, searched)
	return p, solve.Embedded(solve.Options{Steps: crossSteps}).Solve(context.Background(), p)
}

// beyondEvaluation are the quantifiers of random problems that the evaluator may
// leave undefined where a search decides them.
var beyondEvaluation = []string{"∃ w : NAME ⇸ ℤ", "∃ v : seq NAME", "∃ W : ℙ NAME", "∃ k : ℕ"}

// cross solves a problem, and holds the outcome against brute force.
func cross(t *testing.T, text string) solve.Outcome {
	t.Helper()
	p, r := ask(t, text)
	switch r.Outcome {
	case solve.Case:
		wrong := (known{sat: true}).wrong(p, r)
		if strings.HasSuffix(wrong, eval.Undefined.String()) && slices.ContainsFunc(beyondEvaluation, func(q string) bool { return strings.Contains(text, q) }) {
			wrong = ""
		}
		if wrong != "" {
			t.Errorf("%s\n%s", text, wrong)
		}
		if why, refuted := solve.Refuted(p); refuted {
			t.Errorf("%s\n%v is a model, but without a search: %s", text, r.Model, why)
		}
	case solve.NoneInScope, solve.Unsatisfiable:
		tried := []universe{searched}
		if r.Outcome == solve.Unsatisfiable {
			tried = append(tried, others...)
		}
		for _, u := range tried {
			if model, _ := u.model(inUniverse(t, text, u)); model != nil {
				t.Errorf("%s\n%s (%s), but %v is a model, of %+v", text, r.Outcome, r.Reason, model, u)
				break
			}
		}
	}
	return r.Outcome
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
		outcomes[cross(t, generate(seeded(*crossSeed+uint64(i))).text(nil))]++
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
			cross(t, generate(&bytesOf{data}).text(nil))
		}
	})
}

// tautologies hold whatever the variables of a problem are.
var tautologies = []string{"(1 < 2)", "(∅[NAME] ⊆ NAME)", "(n = n)", "(n ∈ {n})", "({n} ≠ ∅)", "(n ∈ NAME)", "(1 ∈ 0 .. 3)", "(# {n} = 1)"}

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
