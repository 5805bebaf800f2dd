package solve_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/solve/search"
	"github.com/ttf-int/ttf-int/solve/solvetest"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse"
)

var (
	crossSeed    = flag.Uint64("cross.seed", 1, "the first of the random problems")
	crossCount   = flag.Int("cross.count", 0, "how many random problems are solved; 0 is a few")
	crossFigures = flag.Bool("cross.figures", false, "write what came of the random problems into docs/hunt.md")
)

// crossSteps is the budget of the random problems.
const crossSteps = 5_000

// randomFamily reads the specification of random problems once.
var randomFamily = sync.OnceValues(func() (family, error) {
	paragraphs, err := parse.Document(source.NewFile("types", solvetest.RandomTypes).Whole())
	return family{paragraphs: paragraphs, language: parse.LanguageOf(paragraphs), scope: solvetest.Searched}, err
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
	return p, embedded.New(solve.Options{Steps: crossSteps}).Solve(context.Background(), p)
}

// solveBoth solves a problem, and holds what the solver and the refuter alone say of it
// against brute force.
func solveBoth(t *testing.T, g solvetest.Generated, plant *solvetest.World) solve.Outcome {
	t.Helper()
	if g.Size() == 0 {
		return solve.Undecided
	}
	text := g.Text()
	p, r := ask(t, text)
	why, disproved := refuteAlone(p)
	all := solvetest.Worlds()
	var tried []*solvetest.World
	switch {
	case r.Outcome == solve.Case:
		given := p.Globals.WithSizes(r.Sizes).Given
		w := solvetest.WorldOf(len(given["NAME"]), len(given["PLACE"]), -9, 9, 3)
		if g.Fails(w, r.Model) {
			t.Errorf("%s\nthe model %v does not satisfy it", text, r.Model)
		}
		if disproved {
			t.Errorf("%s\n%v is a model, but without a search: %s", text, r.Model, why)
		}
	case plant != nil && (disproved || r.Outcome == solve.Unsatisfiable):
		t.Errorf("%s\n%s (%s; refuted: %v %s), but %v is a model", text, r.Outcome, r.Reason, disproved, why, plant)
	case disproved || r.Outcome == solve.Unsatisfiable:
		tried = all
	case r.Outcome == solve.NoneInScope:
		tried = all[:1]
	}
	for _, w := range tried {
		if model, _ := g.Model(w); model != nil {
			t.Errorf("%s\n%s (%s; refuted: %v %s), but %v is a model", text, r.Outcome, r.Reason, disproved, why, w)
			break
		}
	}
	return r.Outcome
}

// makeAndSolve makes a problem, around a model or without one, and holds the answers
// against what is known of it.
func makeAndSolve(t *testing.T, c solvetest.Choices) solve.Outcome {
	t.Helper()
	if c.IntN(3) == 0 {
		return solveBoth(t, solvetest.Generate(c), nil)
	}
	g, w := solvetest.Plant(c)
	return solveBoth(t, g, w)
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
		outcomes[makeAndSolve(t, solvetest.ChoicesOf(*crossSeed+uint64(i)))]++
	}
	t.Logf("%v", outcomes)
	for _, o := range []solve.Outcome{solve.Case, solve.Unsatisfiable, solve.NoneInScope} {
		if outcomes[o] == 0 {
			t.Errorf("no problem ended as %s: the test says nothing about it", o)
		}
	}
	row := fmt.Sprintf("| `TestCross` | %d | %d | %d | %d | %d | %d | 0 |\n", *crossSeed, count(250),
		outcomes[solve.Case], outcomes[solve.Unsatisfiable], outcomes[solve.NoneInScope], outcomes[solve.Undecided])
	solvetest.KeepFigures(t, "../docs/hunt.md", "| hunt |", row, *crossFigures)
}

// FuzzSolve makes a problem of bytes.
func FuzzSolve(f *testing.F) {
	f.Add([]byte("sets of names"))
	f.Add([]byte{1, 4, 9, 200, 31, 7, 88, 3, 2, 1, 64})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 200 {
			makeAndSolve(t, solvetest.Bytes(data))
		}
	})
}

// areOpposed tells whether one outcome says that there is a case, and the other that
// there is none.
func areOpposed(a, b solve.Outcome) bool {
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
		g := solvetest.Generate(solvetest.ChoicesOf(seed))
		how, other := g.Restate(rand.New(rand.NewPCG(seed, 5)))
		_, a := ask(t, g.Text())
		_, b := ask(t, other)
		if a.Outcome == b.Outcome {
			continue
		}
		differ[how]++
		say := t.Logf
		if areOpposed(a.Outcome, b.Outcome) {
			say = t.Errorf
		}
		say("%s\nis %s, and %s,\n%s\nis %s", g.Text(), a.Outcome, how, other, b.Outcome)
	}
	t.Logf("other outcomes: %v", differ)
}

// refutingWork is how much the refuter may take when it is asked alone: many times what
// the solver gives it before a long search, and a few seconds at most. Without a bound
// some random problems take minutes that have a case, which the solver finds at once.
const refutingWork = 40_000

// refuteAlone tells whether a problem is refuted without a search, and why.
func refuteAlone(p solve.Problem) (why string, ok bool) {
	r, ok := search.Prepare(p, solve.Options{}, search.NewCache()).Refute(p.Bound, nil, refutingWork)
	return r.Reason, ok
}
