package planner

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
			a.operation = a.alternatives(a.unit.Op.Pred)
		}
		changed := a.alternatives(a.unit.Tree.Mutants[mutant].Pred)
		c = &contrast{lost: subtractAlternatives(a.operation, changed),
			gained: subtractAlternatives(changed, a.operation)}
		c.refused = subtractAlternatives(a.operation, a.enabling(changed))
		a.contrasts[mutant] = c
	}
	return c
}

// alternative is one of several predicates whose disjunction is a given predicate. Its
// conjuncts are kept by their printed form.
type alternative struct {
	pred      zed.Expr
	key       string
	conjuncts map[string]zed.Expr
	order     []string
	enabling  *alternative // see there; nil: not asked yet
}

// alternatives splits a predicate into alternatives. In each of them callees are
// unfolded, and intermediate states that equations determine are eliminated, so that
// few quantifiers have to be negated. What mutants share with the operation is split once.
func (a *apart) alternatives(pred zed.Expr) []*alternative {
	var out []*alternative
	for _, e := range disjuncts(pred) {
		parts, ok := a.taken[e]
		if !ok {
			for _, part := range schema.Alternatives(e) {
				parts = append(parts, a.newAlternative(a.finder.system.Calculus.Eliminate(nil, part)))
			}
			a.taken[e] = parts
		}
		out = append(out, parts...)
	}
	return out
}

// enabling returns the conditions of alternatives on inputs and before-states under
// which they allow some outcome.
func (a *apart) enabling(list []*alternative) []*alternative {
	var out []*alternative
	for _, one := range list {
		if one.enabling == nil {
			one.enabling = a.newAlternative(a.finder.system.Calculus.Eliminate(a.unit.Op.Late.Vars, one.pred))
		}
		out = append(out, one.enabling)
	}
	return out
}

func (a *apart) newAlternative(pred zed.Expr) *alternative {
	out := &alternative{pred: pred, conjuncts: map[string]zed.Expr{}}
	for _, c := range schema.Conjuncts(pred) {
		text := a.textOf(c)
		if _, twice := out.conjuncts[text]; !twice {
			out.conjuncts[text], out.order = c, append(out.order, text)
		}
	}
	out.key = strings.Join(slices.Sorted(slices.Values(out.order)), "\n")
	return out
}

// textOf returns what is the same for conjuncts that are the same: how one is printed, or its
// address where that would be long.
func (a *apart) textOf(conjunct zed.Expr) string {
	text, ok := a.texts[conjunct]
	if !ok {
		if zed.Length(conjunct, maxPrinted) > maxPrinted {
			text = fmt.Sprintf("%p", conjunct)
		} else {
			text = zed.Print(conjunct, zed.Unicode)
		}
		a.texts[conjunct] = text
	}
	return text
}

// maxPrinted is how many terms a conjunct may consist of that is compared by how it is printed.
// What a unit's callees say in several places is shared, and is printed in each.
const maxPrinted = 2_000

// subtractAlternatives returns, for each alternative that is not among the others, the predicate that
// it holds and none of the others does.
func subtractAlternatives(some, others []*alternative) []zed.Expr {
	var out []zed.Expr
	for _, one := range some {
		if slices.ContainsFunc(others, func(other *alternative) bool { return other.key == one.key }) {
			continue
		}
		var conjuncts []zed.Expr
		for _, text := range one.order {
			conjuncts = append(conjuncts, one.conjuncts[text])
		}
		for _, other := range others {
			// What both say is true here: the rest is what may be false.
			var rest []zed.Expr
			for _, text := range other.order {
				if one.conjuncts[text] == nil {
					rest = append(rest, other.conjuncts[text])
				}
			}
			conjuncts = append(conjuncts, schema.Negate(schema.Conjoin(rest)))
		}
		out = append(out, schema.Conjoin(conjuncts))
	}
	return out
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
// most are soon refuted, and then there is nothing to draw.
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
		if a.refuted[pred] = solved.Outcome == solve.Unsatisfiable; !a.refuted[pred] {
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

// disjuncts returns the disjuncts of a predicate.
func disjuncts(pred zed.Expr) []zed.Expr {
	if l, ok := pred.(*zed.Logic); ok && l.Op == zed.Or {
		return l.Args
	}
	return []zed.Expr{pred}
}
