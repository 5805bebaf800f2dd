package planner

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// standardUnits calls f with every unit of an example with the tree that the recipe standard
// gives it, and what looks for cases that tell its mutants apart.
func standardUnits(t testing.TB, example string, f func(a *apart)) {
	t.Helper()
	system, err := config.Load("", "../examples/"+example)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range system.Units {
		u.Tactics, u.Cases = []spec.Tactic{{Name: "standard", Span: u.At}}, nil
	}
	o := Options{Solver: embedded.New(solve.Options{})}
	if system, err = SettleConstants(t.Context(), system, o); err != nil {
		t.Fatal(err)
	}
	p := newPlanned(system, nil, o)
	for _, u := range system.Units {
		grown := &unit{Unit: &plan.Unit{Unit: u}}
		if err := grown.grow(system, o); err != nil {
			t.Fatal(err)
		}
		p.add(grown)
	}
	for _, u := range p.units {
		f(newApart(p.finder, u))
	}
}

// drawFrames returns frames that a unit's operation allows, and some in which one variable has
// the value that it has in another.
func drawFrames(t testing.TB, a *apart, n int) [][]value.Value {
	t.Helper()
	var out [][]value.Value
	r := rand.New(rand.NewPCG(1, 1))
	for k := range n {
		problem := a.finder.engine.Oracle.Unit(a.unit.Unit.Unit).Problem(0)
		problem.Seed, problem.Steps = uint64(k+1), 500
		if found := a.finder.engine.Solver.Solve(t.Context(), problem); found.Outcome == solve.Case {
			frame := a.unit.Frame(found.Model)
			out = append(out, frame)
			other := slices.Clone(frame)
			i := r.IntN(len(frame))
			other[i] = out[r.IntN(len(out))][i]
			out = append(out, other)
		}
	}
	return out
}

// TestTelling: mutants that are asked together, all or some of them, say of a frame what each
// says that is compiled and asked alone, and more only where that is not decided.
func TestTelling(t *testing.T) {
	t.Parallel()
	asked, decided := 0, 0
	for _, example := range []string{"bank", "sortedlist", "eater", "filestore"} {
		standardUnits(t, example, func(a *apart) {
			u := a.unit
			var slots []string
			for _, v := range u.Op.Vars {
				slots = append(slots, v.Name)
			}
			some := func(mutant int) bool { return mutant%3 != 0 }
			for _, frame := range drawFrames(t, a, 4) {
				told := u.telling.listTold(frame, wantEvery)
				for i, m := range u.Tree.Mutants {
					alone, err := eval.NewCompiler(slots, a.finder.system.Globals).Compile(m.Pred)
					if err != nil {
						t.Fatal(err)
					}
					asked++
					truth, _ := alone.TruthIn(&eval.Session{Left: truthElements}, frame)
					if got := slices.Contains(told, i); got && truth == eval.True || !got && truth == eval.False {
						t.Errorf("%s: %v tells it apart: %v; alone it is %s", m.ID, frame, got, truth)
					} else if got && truth == eval.Undefined {
						decided++
					}
				}
				want := slices.DeleteFunc(slices.Clone(told), func(i int) bool { return !some(i) })
				if got := u.telling.listTold(frame, some); !slices.Equal(got, want) {
					t.Errorf("%s %s: %v tells %v of some, want %v", example, u.Name, frame, got, want)
				}
			}
		})
	}
	if asked < 1000 || decided < 20 {
		t.Errorf("only %d mutants were asked, and %d told apart that are not decided alone", asked, decided)
	}
}

// TestContrast: of the questions about a mutant one of those for lost outcomes holds on a frame where the
// operation holds and the mutant does not, and one of those for gained outcomes where it is the other
// way round.
func TestContrast(t *testing.T) {
	t.Parallel()
	lost, gained := 0, 0
	for _, example := range []string{"bank", "depot", "sortedlist"} {
		standardUnits(t, example, func(a *apart) {
			telling := a.unit.telling
			truth := func(pred zed.Expr, frame []value.Value) eval.Truth {
				program, err := telling.compiler.Compile(pred)
				if err != nil {
					t.Fatal(err)
				}
				got, _ := program.TruthIn(&eval.Session{Left: truthElements}, frame)
				return got
			}
			compare := func(id, what string, of []zed.Expr, frame []value.Value, one, other eval.Truth) bool {
				if one == eval.Undefined || other == eval.Undefined {
					return false
				}
				holds := slices.ContainsFunc(of, func(e zed.Expr) bool { return truth(e, frame) == eval.True })
				if want := one == eval.True && other == eval.False; holds != want {
					t.Errorf("%s: an outcome is %s on %v: %v, want %v", id, what, frame, holds, want)
				}
				return holds
			}
			for _, frame := range drawFrames(t, a, 4) {
				op := truth(a.unit.Op.Pred, frame)
				for i, m := range a.unit.Tree.Mutants {
					c, mutant := a.contrastOf(i), truth(telling.preds[i], frame)
					if compare(m.ID, "lost", c.lost, frame, op, mutant) {
						lost++
					}
					if compare(m.ID, "gained", c.gained, frame, mutant, op) {
						gained++
					}
				}
			}
		})
	}
	if lost < 500 || gained < 10 {
		t.Errorf("only %d outcomes are lost and %d gained", lost, gained)
	}
}

// TestUnwantedMutants: an operation of up to 400 terms has mutants by which its cases are only
// chosen; a larger one has none, unless its tactics want cases for them, and nothing of it is compiled. One of
// more than 1,000 terms is not split for each of them.
func TestUnwantedMutants(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		conjuncts int
		tactic    string
		large     bool
		listed    bool
	}{{20, "dnf", false, true}, {120, "dnf", false, false}, {120, "dnf, mut", false, true}, {300, "dnf", false, false},
		{300, "dnf, mut", true, true}} {
		var z strings.Builder
		z.WriteString("A == [x?, y! : ℤ | y! = x?")
		for i := range c.conjuncts {
			fmt.Fprintf(&z, " ∧ x? + %d ≠ %d", 2*i+1, 2*i+2)
		}
		z.WriteString("]\n")
		system := configtest.Load(t, map[string]string{
			"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts:\n  list: {command: [bin/list]}\n",
			"spec.zed":     z.String(),
			"units.yaml":   "unit: a\nsut: list\nz: spec.zed\nschema: A\ntactics: [" + c.tactic + "]\n",
		})
		u := &unit{Unit: &plan.Unit{Unit: system.Units[0]}}
		if err := u.grow(system, Options{}); err != nil {
			t.Fatal(err)
		}
		u.telling.compile()
		large := u.telling.large
		if listed := len(u.telling.mutants) > 0; large != c.large || listed != c.listed ||
			listed != (u.telling.compiler != nil) {
			t.Errorf("%d conjuncts, %s: large %v, mutants %v", c.conjuncts, c.tactic, large, listed)
		}
	}
}

// TestModelOf: questions of which some are refuted before they are drawn, and of which it is
// asked later why, have the answers that they have one by one.
func TestModelOf(t *testing.T) {
	t.Parallel()
	asked, refuted := 0, 0
	for _, example := range []string{"bank", "sortedlist"} {
		standardUnits(t, example, func(a *apart) {
			problem := a.finder.engine.Oracle.Unit(a.unit.Unit.Unit).Problem(0)
			problem.Steps = mutantBrief
			for i, m := range a.unit.Tree.Mutants {
				c := a.contrastOf(i)
				for k, questions := range [][]zed.Expr{c.lost, c.gained, a.refusalsOf(i)} {
					accept := func(r solve.Result) bool { return len(r.Model)%2 == k%2 }
					found, accepted := a.modelOf(t.Context(), problem, questions, m.ID, accept)
					got := a.explain(t.Context(), found)
					want, wanted := findModelOneByOne(t.Context(), a, problem, questions, m.ID, accept)
					if asked++; want.Outcome == solve.Unsatisfiable {
						refuted++
					}
					if got.Outcome != want.Outcome || got.Reason != want.Reason || accepted != wanted ||
						!maps.EqualFunc(got.Model, want.Model, value.Value.Equal) {
						t.Errorf("%s: %v %s %v, want %v %s %v", m.ID, got.Outcome, got.Reason, accepted,
							want.Outcome, want.Reason, wanted)
					}
				}
			}
		})
	}
	if asked < 300 || refuted < 50 {
		t.Errorf("only %d questions were asked, and %d refuted", asked, refuted)
	}
}

// findModelOneByOne is modelOf without what spares it work: each question is drawn and then solved.
func findModelOneByOne(ctx context.Context, a *apart, problem solve.Problem, of []zed.Expr, id string,
	accept func(solve.Result) bool) (solve.Result, bool) {
	found := solve.Result{Outcome: solve.Unsatisfiable, Reason: "it says the same in other words"}
	for _, pred := range of {
		for _, seed := range []uint64{seedOf(id, 0, 0), 0} {
			problem.Pred, problem.Seed = pred, seed
			switch r := a.finder.engine.Solver.Solve(ctx, problem); {
			case r.Outcome == solve.Case && accept(r):
				return r, true
			case found.Outcome == solve.Case || seed != 0 && r.Outcome != solve.Case:
			case r.Outcome == solve.Case || r.Outcome == solve.Undecided || found.Outcome == solve.Unsatisfiable:
				found = r
			}
		}
	}
	return found, false
}
