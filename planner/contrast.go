package planner

import (
	"context"
	"maps"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// contrast holds the predicates by which a mutant is told from the operation, over an
// input, a before-state and an outcome. Those of lost hold where an alternative of the
// operation allows the outcome and the mutant does not; those of gained the other way
// round. Where all of them are refuted, the mutant and the operation allow the same.
// Those of refused hold where the operation allows the outcome and the mutant allows
// none; those of beside where the mutant allows another outcome that the operation does not.
type contrast struct{ lost, gained, refused, beside []zed.Expr }

// contrastOf returns the questions about a mutant. They are built once.
func (a *apart) contrastOf(mutant int) *contrast {
	c := a.contrasts[mutant]
	if c == nil {
		if a.operation == nil {
			a.operation = a.splitter.alternatives(a.unit.Op.Pred)
		}
		changed := a.splitter.alternatives(a.unit.Tree.Mutants[mutant].Pred)
		c = &contrast{lost: a.splitter.subtract(a.operation, changed)}
		for _, one := range changed {
			if pred := a.beyondOf(one); pred != nil {
				c.gained = append(c.gained, pred)
			}
		}
		a.contrasts[mutant] = c
	}
	return c
}

// beyondOf returns the predicate that an alternative of a mutant holds and the operation does not, for
// an input and a before-state of which no conjunct of the operation shows that it allows no outcome;
// nil where the form of the alternatives shows that there is nothing of that kind.
func (a *apart) beyondOf(one *alternative) zed.Expr {
	if one.compared {
		return one.beyond
	}
	one.compared = true
	if slices.Contains(a.operation, one) {
		return nil
	}
	within := map[string]zed.Expr(nil) // what the operation demands of inputs and before-state in any case
	unsaid := a.splitter.listUnsaid(one, a.operation)
	for _, some := range a.operation {
		given := some.demanded(a.unit.telling)
		if a.splitter.deniesAny(one, given) || saysAny(given, unsaid) {
			continue
		}
		if within == nil {
			within = given
			continue
		}
		within = maps.Clone(within)
		maps.DeleteFunc(within, func(text string, _ zed.Expr) bool { return given[text] == nil })
	}
	if within == nil {
		return nil
	}
	limited := one
	if len(within) > 0 {
		limited = one.with(within)
	}
	if found := a.splitter.subtract([]*alternative{limited}, a.operation); len(found) > 0 {
		one.beyond = found[0]
	}
	return one.beyond
}

// demanded returns the conjuncts that are about inputs and before-state, by their printed form.
func (one *alternative) demanded(t *telling) map[string]zed.Expr {
	if one.demands == nil {
		one.demands = map[string]zed.Expr{}
		for _, text := range one.order {
			if c := one.conjuncts[text]; t.isGiven(c) {
				one.demands[text] = c
			}
		}
	}
	return one.demands
}

// deniesAny tells whether the form of an alternative shows that one of some conjuncts is false where
// it holds.
func (s *splitter) deniesAny(one *alternative, conjuncts map[string]zed.Expr) bool {
	for text := range conjuncts {
		if one.conjuncts[text] == nil && s.denies(one, text) {
			return true
		}
	}
	return false
}

// listUnsaid returns what of each of several alternatives the form of one does not say, by its printed form.
func (s *splitter) listUnsaid(one *alternative, of []*alternative) [][]string {
	out := make([][]string, len(of))
	for i, other := range of {
		for _, text := range other.order {
			if !s.says(one, text) {
				out[i] = append(out[i], text)
			}
		}
	}
	return out
}

// saysAny tells whether some conjuncts are all that one of several lists has, which are given as they are
// printed.
func saysAny(conjuncts map[string]zed.Expr, lists [][]string) bool {
	return slices.ContainsFunc(lists, func(list []string) bool {
		return !slices.ContainsFunc(list, func(text string) bool { return conjuncts[text] == nil })
	})
}

// refusalsOf returns the questions whether a mutant refuses what the operation allows.
func (a *apart) refusalsOf(mutant int) []zed.Expr {
	c := a.contrastOf(mutant)
	if c.refused == nil {
		changed := a.splitter.alternatives(a.unit.Tree.Mutants[mutant].Pred)
		c.refused = a.splitter.subtract(a.operation, a.enabling(changed))
	}
	return c.refused
}

// enabling returns the conditions of alternatives on inputs and before-states under
// which they allow some outcome.
func (a *apart) enabling(list []*alternative) []*alternative {
	var out []*alternative
	for _, one := range list {
		if one.enabling == nil {
			one.enabling = a.splitter.newAlternative(a.splitter.calculus.Eliminate(a.unit.Op.Late.Vars, one.pred))
		}
		if one.enabling != nil {
			out = append(out, one.enabling)
		}
	}
	return out
}

// subtract returns, for each alternative that is not among the others, the predicate that it holds
// and none of the others does. Those that exclude it by their form are left out.
func (s *splitter) subtract(some, others []*alternative) []zed.Expr {
	var out []zed.Expr
	among := make(map[string]bool, len(others))
	for _, other := range others {
		among[other.key] = true
	}
	for _, one := range some {
		if among[one.key] {
			continue
		}
		var conjuncts []zed.Expr
		for _, text := range one.order {
			conjuncts = append(conjuncts, one.conjuncts[text])
		}
		implied := false // whatever one of them says is said
		for _, other := range others {
			if s.excludes(one, other) {
				continue
			}
			// What both say is true here: the rest is what may be false.
			var rest []zed.Expr
			for _, text := range other.order {
				if !s.says(one, text) {
					rest = append(rest, other.conjuncts[text])
				}
			}
			implied = implied || len(rest) == 0
			conjuncts = append(conjuncts, schema.Negate(schema.Conjoin(rest)))
		}
		if !implied {
			out = append(out, schema.Conjoin(conjuncts))
		}
	}
	return out
}

// says tells whether the form of an alternative shows that a conjunct, which is given as it is printed, is
// true where it holds, or has no value.
func (s *splitter) says(one *alternative, text string) bool {
	return one.conjuncts[text] != nil || slices.ContainsFunc(one.order, func(other string) bool {
		return schema.Consequences{Text: s.textOf}.Follow(one.conjuncts[other], s.known[text])
	})
}

// answer is the solver's answer to a problem. A refutation need not come with its reason,
// since it often takes longer to find the reason than to refute.
type answer struct {
	solve.Result
	asked *solve.Problem // the problem, to be asked for the reason; nil where the result has it
}

// explain returns the result of an answer with the reason for it.
func (a *apart) explain(ctx context.Context, found answer) solve.Result {
	if found.Outcome == solve.Unsatisfiable && found.asked != nil {
		return a.finder.engine.Solver.Solve(ctx, *found.asked)
	}
	return found.Result
}

// modelOf looks for a model of one of some predicates that `accept` accepts: it draws
// models, and solves the predicate where none is drawn. Without an accepted model it
// returns one that was not accepted, or the weakest of the results. For no predicates
// at all that result is a refutation. Predicates are solved before they are drawn, since
// most are soon refuted, and then there is nothing to draw; what many steps do not decide is not
// drawn either.
func (a *apart) modelOf(ctx context.Context, problem solve.Problem, of []zed.Expr, id string,
	accept func(solve.Result) bool) (found answer, accepted bool) {
	found.Result = solve.Result{Outcome: solve.Unsatisfiable, Reason: "it says the same in other words"}
	for _, pred := range of {
		problem.Pred = pred
		asked := problem
		if a.refuted[pred] {
			if found.Outcome == solve.Unsatisfiable {
				found = answer{solve.Result{Outcome: solve.Unsatisfiable}, &asked}
			}
			continue
		}
		solved := a.ask(ctx, problem)
		a.refuted[pred] = solved.Outcome == solve.Unsatisfiable
		if solved.Outcome == solve.Case || solved.Outcome == solve.Undecided && problem.Steps <= mutantBrief {
			drawn := problem
			drawn.Seed = seedOf(id, 0, 0)
			if r := a.ask(ctx, drawn); r.Outcome == solve.Case {
				if accept(r) {
					return answer{Result: r}, true
				}
				if found.Outcome != solve.Case {
					found = answer{Result: r}
				}
			}
		}
		switch {
		case solved.Outcome == solve.Case && accept(solved):
			return answer{Result: solved}, true
		case found.Outcome == solve.Case:
		case solved.Outcome == solve.Case || solved.Outcome == solve.Undecided || found.Outcome == solve.Unsatisfiable:
			found = answer{solved, &asked}
		}
	}
	return found, false
}
