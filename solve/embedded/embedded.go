package embedded

import (
	"context"
	"errors"
	"iter"
	"sync"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/partial"
	"github.com/ttf-int/ttf-int/solve/search"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// New returns the built-in solver. It keeps what it prepared, so that asking again
// about the same predicate (the same pointer) needs no second preparation.
func New(o solve.Options) solve.Solver {
	if o.Steps == 0 {
		o.Steps = solve.DefaultSteps
	}
	return &embedded{options: o, cache: search.NewCache(), choices: solve.NewChoices()}
}

type embedded struct {
	options  solve.Options
	cache    *search.Cache
	choices  *solve.Choices
	mu       sync.Mutex
	ready    map[readyKey]*search.Prepared
	simpler  map[zed.Expr]simplified
	numbered *numbering // the numbers of what was simplified
	split    map[splitKey][]zed.Expr
	endless  map[zed.Expr]bool
	sizes    Sizes
	truths   partial.Truths
}

// readyKey identifies a prepared problem: a predicate, and the meanings of its names.
type readyKey struct {
	pred    zed.Expr
	globals *eval.Globals
}

// maxReady is the number of prepared problems that a solver keeps. The leaves of one
// unit are asked about together, so that a few hundred are enough.
const maxReady = 512

func (s *embedded) prepare(p solve.Problem) *search.Prepared {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := readyKey{p.Pred, p.Globals}
	if r, ok := s.ready[key]; ok && r.Finds(p.Vars) {
		return limit(r, p)
	}
	if len(s.ready) >= maxReady || s.ready == nil {
		s.ready = map[readyKey]*search.Prepared{}
	}
	r := search.Prepare(p, s.options, s.cache)
	s.ready[key] = r
	return limit(r, p)
}

// limit returns a prepared problem with the limits of p.
func limit(r *search.Prepared, p solve.Problem) *search.Prepared {
	r = r.WithLimits(p)
	if p.Unproved {
		r = r.WithoutProofs()
	}
	if p.Unexplained {
		r = r.WithoutExplanations()
	}
	return r
}

// simplify returns what the conjuncts of a predicate leave of each other, the same pointer for the same predicate.
func (s *embedded) simplify(pred zed.Expr) zed.Expr { return s.assume(pred).pred }

// simplified is what is left of a predicate, and whether some of its conjuncts say that another one is false.
type simplified struct {
	pred   zed.Expr
	denied bool
}

// assume simplifies a predicate.
func (s *embedded) assume(pred zed.Expr) simplified {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.simpler[pred]; ok {
		return known
	}
	if len(s.simpler) >= maxReady || s.simpler == nil {
		s.simpler = map[zed.Expr]simplified{}
	}
	a := newAssumption(pred, s.numberingLocked())
	out := simplified{pred: pred}
	if a.propagate() {
		out.pred = join(pred, zed.And, a.conjuncts)
	}
	out.denied = a.denied
	s.simpler[pred] = out
	return out
}

// numberingLocked returns the numbers of the predicates that are simplified.
func (s *embedded) numberingLocked() *numbering {
	if s.numbered == nil || len(s.numbered.numbers) > maxNumbered {
		s.numbered = newNumbering()
	}
	return s.numbered
}

// maxNumbered is how many shapes of terms are numbered before all are forgotten.
const maxNumbered = 200_000

// splitKey identifies the branches of a predicate: all, or those of a disjunction that needs a
// witness.
type splitKey struct {
	pred    zed.Expr
	witness bool
}

// branchesOf returns the branches of a disjunction, or of an implication that needs a witness,
// in a predicate, the same pointers for the same
// predicate, so that each branch is prepared once. Where witness is true, it is a disjunction
// that needs a witness.
func (s *embedded) branchesOf(pred zed.Expr, witness bool) []zed.Expr {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := splitKey{pred, witness}
	if known, ok := s.split[key]; ok {
		return known
	}
	if len(s.split) >= maxReady || s.split == nil {
		s.split = map[splitKey][]zed.Expr{}
	}
	out := splitBranches(pred, s.numberingLocked(),
		func(e *zed.Logic) bool { return !witness && e.Op == zed.Or || s.cache.NeedsWitness(e) })
	s.split[key] = out
	return out
}

// sizeSteps is the step budget for values outside the scope, at each combination of
// sizes of given types.
const sizeSteps = 1_000

// searchAgain searches at other sizes of given types than an earlier search. It looks for no
// proof that was not found before. Beyond the scope it takes few steps, otherwise as
// many as a search may take.
func (s *embedded) searchAgain(ctx context.Context, p solve.Problem, beyond bool) solve.Result {
	p.Pred = s.simplify(p.Pred)
	brief := s.prepare(p).WithoutProofs()
	if beyond {
		brief = brief.WithSteps(sizeSteps)
	}
	return brief.Solve(ctx, p.Bound, p.Scope)
}

// Solve is documented at Solver.
func (s *embedded) Solve(ctx context.Context, p solve.Problem) solve.Result {
	if interrupted := solve.ExplainInterruption(ctx); interrupted != "" {
		return solve.Result{Reason: interrupted}
	}
	if found, ok := s.solveEndless(ctx, p); ok {
		return found
	}
	if p.Seed != 0 {
		return s.draw(ctx, p)
	}
	first := func(p solve.Problem) solve.Result {
		if r, ok := s.contradict(p); ok {
			return r
		}
		return s.solveOrSplit(ctx, p, maxBranchesTried)
	}
	r := s.sizes.Solve(ctx, p, first,
		func(p solve.Problem, beyond bool) solve.Result { return s.searchAgain(ctx, p, beyond) })
	if p.Unproved && r.Outcome != solve.Case {
		r = solve.Result{Reason: "no model was found, and a proof that there is none was not asked for", Steps: r.Steps}
	}
	r = s.truths.Judge(ctx, p, r, s.solveBriefly)
	if p.Unexplained && r.NeverTrue && ctx.Err() == nil {
		p.Unexplained = false // of a minimal contradiction more is known
		return s.Solve(ctx, p)
	}
	if interrupted := solve.ExplainInterruption(ctx); interrupted != "" {
		if errors.Is(context.Cause(ctx), solve.ErrMemory) {
			s.forget()
		}
		if r.Outcome == solve.Undecided {
			r.Reason, r.Bound = interrupted, ""
		}
	}
	return solve.NameFixed(s.choices.Judge(ctx, p, r, s.Solve), p.Globals)
}

// draw draws a model, at the sizes of given types that the scope says.
func (s *embedded) draw(ctx context.Context, p solve.Problem) (r solve.Result) {
	p.Pred = s.simplify(p.Pred)
	s.sizes.yieldAll(p, func(found solve.Result) bool { r = found; return false },
		func(p solve.Problem, yield func(solve.Result) bool) {
			prepared := s.prepare(p)
			drawn := prepared.Draw(ctx, p.Bound, p.Scope, p.Seed)
			if drawn.Outcome != solve.Case {
				if near, ok := prepared.NearMentioned(p.Scope); ok {
					drawn = near.Draw(ctx, p.Bound, p.Scope, p.Seed)
				}
			}
			yield(drawn)
		})
	return r
}

// briefSteps is the step budget for the question whether a predicate that is true for
// no values is false for all values. Nearly all that is refuted takes no search.
const briefSteps = 2_000

// solveBriefly answers a problem in few steps, without simplifying it. Where no explanation is
// asked for, it looks for a contradiction first.
func (s *embedded) solveBriefly(ctx context.Context, p solve.Problem) solve.Result {
	few := func(p solve.Problem) solve.Result {
		if r, ok := s.contradict(p); ok {
			return r
		}
		prepared := s.prepare(p)
		if p.Unexplained {
			if r, ok := prepared.Contradict(ctx, p.Bound); ok {
				return r
			}
		}
		return prepared.WithSteps(briefSteps).Solve(ctx, p.Bound, p.Scope)
	}
	return s.sizes.Solve(ctx, p, few,
		func(p solve.Problem, beyond bool) solve.Result { return s.searchAgain(ctx, p, beyond) })
}

// forget removes what was prepared for other questions.
func (s *embedded) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ready, s.simpler, s.split, s.endless, s.numbered = nil, nil, nil, nil, nil
	s.truths.Forget()
	s.choices.Forget()
	s.cache.Forget()
}

// maxBranchesTried is how many branches of disjunctions are tried one by one, where the
// whole predicate was not decided.
const maxBranchesTried = 24

func (s *embedded) solveOrSplit(ctx context.Context, p solve.Problem, splits int) solve.Result {
	if found := s.tryWitnesses(ctx, p, splits); found.Outcome == solve.Case {
		return found
	}
	found, answered := s.solveSimpler(ctx, p)
	if !answered {
		// Why there is none is said in terms of the predicate as it was.
		found = s.prepare(p).Solve(ctx, p.Bound, p.Scope)
	}
	if found.Outcome != solve.Undecided || ctx.Err() != nil {
		return found
	}
	return s.branches(ctx, p, splits, found)
}

// solveSimpler searches for a model of the simplified predicate. It tells whether the result is the answer:
// it is where it is a model, and where no reason is asked for.
func (s *embedded) solveSimpler(ctx context.Context, p solve.Problem) (found solve.Result, answered bool) {
	simpler := s.simplify(p.Pred)
	if simpler == p.Pred {
		return found, false
	}
	q := p
	q.Pred = simpler
	found = s.prepare(q).Solve(ctx, p.Bound, p.Scope)
	found.Conflict = nil // it would be one of simplified conjuncts
	return found, found.Outcome == solve.Case || p.Unexplained
}

// witnessSteps is the step budget for each branch of a disjunction that needs a witness.
const witnessSteps = 4_000

// tryWitnesses looks for a model of one branch of a disjunction in the predicate that says that
// something exists of which there are too many to look through. What it is can be chosen together
// with the rest where the branch is a conjunct; otherwise it is looked for anew for every choice.
func (s *embedded) tryWitnesses(ctx context.Context, p solve.Problem, splits int) solve.Result {
	all := s.branchesOf(s.simplify(p.Pred), true)
	if len(all) < 2 || len(all) > splits {
		return solve.Result{}
	}
	for _, branch := range all {
		q := p
		q.Pred = s.simplify(branch)
		if r := s.tryWitnesses(ctx, q, splits/len(all)); r.Outcome == solve.Case {
			return r
		}
		r := s.prepare(q).WithoutProofs().WithSteps(witnessSteps).Solve(ctx, p.Bound, p.Scope)
		if r.Outcome == solve.Case || ctx.Err() != nil {
			return r
		}
	}
	return solve.Result{}
}

// branches decides a predicate by the branches of a disjunction in it. whole is the
// result for the whole predicate.
func (s *embedded) branches(ctx context.Context, p solve.Problem, splits int, whole solve.Result) solve.Result {
	all := s.branchesOf(s.simplify(p.Pred), false)
	if len(all) < 2 || len(all) > splits {
		return whole
	}
	out := solve.Result{Outcome: solve.Unsatisfiable, Reason: "each branch of a disjunction contradicts the rest",
		Steps: whole.Steps, Built: whole.Built, Proved: true}
	given := false
	for _, branch := range all {
		q := p
		q.Pred = branch
		r := s.solveOrSplit(ctx, q, splits/len(all))
		out.Steps += r.Steps
		out.Built += r.Built
		whole.Built += r.Built
		out.Proved = out.Proved && r.Proved
		given = given || r.Given
		switch {
		case r.Outcome == solve.Case:
			r.Steps, r.Built = out.Steps, out.Built
			return r
		case r.Outcome == solve.Undecided:
			return whole
		case r.Outcome == solve.NoneInScope:
			steps, built := out.Steps, out.Built
			out = r
			out.Steps, out.Built = steps, built
		}
	}
	out.Given = given
	return out
}

// All is documented at Solver.
func (s *embedded) All(ctx context.Context, p solve.Problem) iter.Seq[solve.Result] {
	return func(yield func(solve.Result) bool) {
		s.sizes.yieldAll(p, func(r solve.Result) bool { return yield(s.choices.Rest(p, r)) },
			func(p solve.Problem, yield func(solve.Result) bool) { s.prepare(p).All(ctx, p, yield) })
	}
}
