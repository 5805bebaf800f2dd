package planner_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// drawing are options with a solver that draws models.
func drawing() planner.Options { return planner.Options{Solver: embedded.New(solve.Options{})} }

// drawBounded makes a random operation on numbers from -2 to 2: deterministic, or not, or with
// alternatives that overlap; every other one calls a unit that has these.
func drawBounded(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	early := func() string { return pick("n", "k?", "j?", "n + k?", "n - 1", "k? * j?", "0", "1", "-1") }
	guard := func() string { return early() + " " + pick("<", "≤", "=", "≠", ">", "≥") + " " + early() }
	change := func() string {
		switch r.IntN(4) {
		case 0:
			return pick("n' ≥ ", "n' ∈ {0, 1} ∧ n' ≤ ", "n' ≠ ") + early()
		case 1:
			return "n' = n"
		}
		return "n' = " + early()
	}
	answer := func() string { return pick("o! = 0", "o! = 1", "o! = "+early(), "o! ∈ {0, n}") }
	alternatives := func() string {
		var out []string
		for range 1 + r.IntN(3) {
			out = append(out, "("+guard()+" ∧ "+change()+" ∧ "+answer()+")")
		}
		return "[n, n', k?, j?, o! : -2 .. 2 | " + strings.Join(out, " ∨ ") + "]\n"
	}
	if r.IntN(2) == 0 {
		return "Op == " + alternatives() + "Sub == [k? : ℤ]\n"
	}
	op := "Op == Sub ∧ [n, k?, j? : ℤ | " + guard() + "]\n"
	if r.IntN(2) == 0 {
		op = "Op == Sub ∨ " + alternatives()
	}
	return "Sub == " + alternatives() + op
}

// eachFrame calls f with every frame of the operation of drawBounded, in which the variables have
// numbers from -2 to 2, grouped by the values of those that are known before.
func eachFrame(u *spec.Unit, f func(key string, frame []value.Value)) {
	frame := make([]value.Value, len(u.Op.Vars))
	var from func(i int)
	from = func(i int) {
		if i == len(frame) {
			f(u.CallValues(frame).String(), frame)
			return
		}
		for n := int64(-2); n <= 2; n++ {
			frame[i] = value.OfInt(n)
			from(i + 1)
		}
	}
	from(0)
}

// findAllowed evaluates a predicate on every frame: it returns the outcomes that it allows, by
// what is known before.
func findAllowed(t *testing.T, u *spec.Unit, g *eval.Globals, pred zed.Expr) map[string]map[string]bool {
	t.Helper()
	var slots []string
	for _, v := range u.Op.Vars {
		slots = append(slots, v.Name)
	}
	program, err := eval.Compile(pred, slots, g)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]bool{}
	eachFrame(u, func(key string, frame []value.Value) {
		if out[key] == nil {
			out[key] = map[string]bool{}
		}
		if truth, _ := program.Truth(frame); truth == eval.True {
			out[key][u.Answer(frame).String()] = true
		}
	})
	return out
}

// differs tells whether a mutant is told apart where the operation and it allow some
// outcomes: it allows none, or one that the operation does not.
func differs(operation, mutant map[string]bool) bool {
	for outcome := range mutant {
		if !operation[outcome] {
			return true
		}
	}
	return len(operation) > 0 && len(mutant) == 0
}

// TestMutants holds what a plan says of the mutants of random operations against brute
// force: a case that tells a mutant apart does, and one that is equivalent is.
func TestMutants(t *testing.T) {
	t.Parallel()
	told, equivalent, open := 0, 0, 0
	for seed := range uint64(25) {
		text := drawBounded(rand.New(rand.NewPCG(seed, 3)))
		p := makePlan(t, project(t, text, unit("sub", "Sub", "tactics: [dnf]\n"), unit("op", "Op", "tactics: [mut]")),
			drawing())
		u := p.Unit("op")
		operation := findAllowed(t, u.Unit, p.System.Globals, u.Op.Pred)
		asked := map[string]string{}
		for _, c := range u.Cases {
			asked[c.ID] = u.CallValues(u.Frame(c.Values().Map())).String()
		}
		for i, m := range u.Mutants.List {
			mutant := findAllowed(t, u.Unit, p.System.Globals, u.Tree.Mutants[i].Pred)
			switch {
			case m.ByCalls:
			case m.Status == suite.HasCase:
				if told++; !differs(operation[asked[m.Case]], mutant[asked[m.Case]]) {
					t.Errorf("%s%s (%s) is not told apart by %s: %s", text, m.ID, m.Mistake, m.Case, asked[m.Case])
				}
			case m.Status == suite.Unsatisfiable:
				equivalent++
				for key := range operation {
					if len(operation[key]) > 0 && differs(operation[key], mutant[key]) {
						t.Errorf("%s%s (%s) is said to be equivalent, and differs at %s", text, m.ID, m.Mistake, key)
						break
					}
				}
			default:
				open++
			}
		}
	}
	t.Logf("%d told apart, %d equivalent, %d open", told, equivalent, open)
	if told < 500 || equivalent < 50 || open*20 > told {
		t.Error("the test says little")
	}
}

// Cases are chosen by what they tell: numbers that are not 0 and 1, elements that differ, and
// values that change.
func TestTellingCases(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, `[ID]
Bank == [balance : ID ⇸ ℕ]
Move == [ΔBank; from?, to? : ID; sum? : ℕ | {from?, to?} ⊆ dom balance ∧ sum? ≤ balance from? ∧
  balance' = balance ⊕ {from? ↦ balance from? - sum?, to? ↦ balance to? + sum?} ∧ from? ≠ to?]
`, unit("move", "Move", "tactics: [dnf]")), drawing())
	for _, c := range p.Unit("move").Cases {
		v := c.Values().Map()
		if v["from?"].Equal(v["to?"]) || v["balance"].Len() < 2 || v["sum?"].Equal(value.OfInt(0)) ||
			v["sum?"].Equal(value.OfInt(1)) {
			t.Errorf("%s tells little: %v", c.ID, c.Values())
		}
	}
	if n := len(p.Unit("move").Cases); n != 1 {
		t.Errorf("%d cases", n)
	}
}

// What changes calls and no result is told apart by the calls.
func TestMutantsByCalls(t *testing.T) {
	t.Parallel()
	p := makePlan(t, project(t, `S == [n : ℕ]
Clear == [ΔS | n' = 0]
Reset == Clear ∧ [ΔS; k? : ℕ | k? > 2]
`, unit("clear", "Clear", ""), unit("reset", "Reset", "tactics: [mut]\n")), drawing())
	var got []string
	for _, m := range p.Unit("reset").Mutants.List {
		if m.ByCalls {
			got = append(got, m.Mistake)
		}
	}
	if want := []string{"Clear twice, occurrence 1"}; !slices.Equal(got, want) {
		t.Errorf("by calls: %v, want %v", got, want)
	}
}

// TestWidenedDeclaration: a mutant that only widens the set in which a before-state lies allows nothing that
// shows within the precondition, whatever the set is made of.
func TestWidenedDeclaration(t *testing.T) {
	t.Parallel()
	system := load(t, "../examples/filestore")
	system.Units = slices.DeleteFunc(system.Units, func(u *spec.Unit) bool { return u.Name != "enter" })
	system.Units[0].Tactics = []spec.Tactic{{Name: "standard", Span: system.Units[0].At}}
	found := false
	for _, m := range makePlan(t, system, planner.Options{}).Unit("enter").Mutants.List {
		if strings.Contains(m.Mistake, "iseq (0..capacity)") {
			found = true
			if m.Status != suite.Unsatisfiable {
				t.Errorf("%s, %s: %s (%s)", m.ID, m.Mistake, m.Status, m.Reason)
			}
		}
	}
	if !found {
		t.Error("no mutant widens the declaration of a file's blocks")
	}
}
