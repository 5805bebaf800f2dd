package partial

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Truths compares what a solver says of problems without a model with where their terms have
// no value: a predicate that has no truth value somewhere is not false there, and only
// one that is false everywhere is unsatisfiable. It is safe for concurrent use.
type Truths struct {
	mu    sync.Mutex
	known map[question]*weakened
}

// question is a predicate with what its names mean.
type question struct {
	pred    zed.Expr
	globals *eval.Globals
}

// maxKnown is the number of weakened predicates that are kept: the leaves of one unit
// are asked about together.
const maxKnown = 512

// weakened is a predicate that is true wherever another is not false. The mutex is for
// what is asked of it later.
type weakened struct {
	mu sync.Mutex
	*weakening
	pred zed.Expr
}

// weaken returns the weakened predicate of a problem, the same pointer for the same one.
func (t *Truths) weaken(p solve.Problem) *weakened {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := question{p.Pred, p.Globals}
	if known, ok := t.known[key]; ok {
		return known
	}
	if len(t.known) >= maxKnown || t.known == nil {
		t.known = map[question]*weakened{}
	}
	w := &weakened{weakening: newWeakening(p.Globals)}
	w.pred = w.weaken(p.Pred, false)
	t.known[key] = w
	return w
}

// Forget lets go of all problems.
func (t *Truths) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.known = nil
}

// Judge returns what an answer says of a problem of which some term need not have a
// value: it is undecided where no values make the predicate true, and it is not known
// to be false for all. Ask answers a problem as it is written.
func (t *Truths) Judge(ctx context.Context, p solve.Problem, found solve.Result,
	ask func(context.Context, solve.Problem) solve.Result) solve.Result {
	if found.Outcome != solve.Unsatisfiable && found.Outcome != solve.NoneInScope || ctx.Err() != nil {
		return found
	}
	w := t.weaken(p)
	if w.pred == p.Pred || found.Outcome == solve.NoneInScope && !w.empty || w.isRefutedBy(found) {
		return found
	}
	q := p
	q.Pred = w.pred
	q.Unexplained = p.Unexplained || found.Proved
	other := ask(ctx, q)
	if q.Unexplained && !p.Unexplained && refutesWithout(w.made, other) {
		q.Unexplained = false
		other = ask(ctx, q) // whose conflict is shown
	}
	switch {
	case refutesWithout(w.made, other):
		other.Steps += found.Steps
		return other
	case other.Outcome == solve.Unsatisfiable, found.Outcome == solve.NoneInScope && other.Outcome != solve.Case:
		return found
	}
	return solve.Result{Outcome: solve.Undecided, Reason: w.reason(p, other), Steps: found.Steps + other.Steps,
		NeverTrue: found.Outcome == solve.Unsatisfiable}
}

// refutesWithout tells whether a refutation of a weakened predicate is one of the predicate
// itself: without the conjuncts that were made.
func refutesWithout(made map[zed.Expr]bool, other solve.Result) bool {
	return other.Outcome == solve.Unsatisfiable && len(other.Conflict) > 0 &&
		!slices.ContainsFunc(other.Conflict, func(e zed.Expr) bool { return made[e] })
}

// isRefutedBy tells whether a contradiction is one between conjuncts that always have a
// truth value.
func (w *weakened) isRefutedBy(found solve.Result) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(found.Conflict) > 0 && !w.split && !slices.ContainsFunc(found.Conflict,
		func(e zed.Expr) bool { return !w.isTotal(e) })
}

// reason says why a predicate that is true nowhere is not false everywhere. Other is
// what was found of the weakened one.
func (w *weakened) reason(p solve.Problem, other solve.Result) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if other.Outcome == solve.Case {
		why := explainUndefined(p, other)
		switch {
		case why == nil || why.Term == nil:
		case len(w.free.NamesOf(why.Term)) == 0:
			return fmt.Sprintf("%s has no value, so that nothing is false", zed.Print(why.Term, zed.Unicode))
		default:
			return fmt.Sprintf("no values make it true, but it is not false for all: %s has no value with %s",
				zed.Print(why.Term, zed.Unicode), modelText(p.Vars, other.Model))
		}
	}
	return fmt.Sprintf("no values make it true, and whether it is false for all is not known: %s need not have a value",
		zed.Print(w.partial, zed.Unicode))
}

// explainUndefined returns why a predicate has no truth value in a model of the weakened
// one; nil where that is not found.
func explainUndefined(p solve.Problem, other solve.Result) *eval.Reason {
	var names []string
	var values []value.Value
	for _, name := range solve.FreeNames().NamesOf(p.Pred) {
		v, ok := other.Model[name]
		if !ok {
			if v, ok = p.Bound[name]; !ok {
				continue
			}
		}
		names, values = append(names, name), append(values, v)
	}
	globals := p.Globals
	if len(other.Sizes) > 0 {
		globals = globals.WithSizes(other.Sizes)
	}
	program, err := eval.Compile(p.Pred, names, globals)
	if err != nil {
		return nil
	}
	if truth, why := program.Truth(values); truth == eval.Undefined {
		return why
	}
	return nil
}

// modelText shows the values of variables.
func modelText(vars []solve.Var, model map[string]value.Value) string {
	out := ""
	for _, v := range vars {
		if out != "" {
			out += ", "
		}
		out += v.Name + " = " + model[v.Name].Text(v.Type)
	}
	return out
}
