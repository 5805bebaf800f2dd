package solve

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
)

// Embedded returns the solver that is built in. It keeps what it prepared, so
// asking again about the same predicate (the same pointer) costs no second
// preparation.
func Embedded(o Options) Solver {
	if o.Steps == 0 {
		o.Steps = DefaultSteps
	}
	return &embedded{options: o, cache: newCache(), choices: NewChoices()}
}

type embedded struct {
	options Options
	cache   *cache
	choices *Choices // nil where there are none
	mu      sync.Mutex
	ready   map[readyKey]*Prepared
	simpler map[zed.Expr]zed.Expr
	sizes   Sizes
	truths  Truths
}

// readyKey identifies what was prepared: a predicate, and what its names mean.
type readyKey struct {
	pred    zed.Expr
	globals *eval.Globals
}

// maxReady is the number of prepared problems that a solver keeps: the leaves
// of one unit are asked about together, so a few hundred are enough.
const maxReady = 512

func (s *embedded) prepare(p Problem) *Prepared {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := readyKey{p.Pred, p.Globals}
	if r, ok := s.ready[key]; ok && sameVars(r.vars, p.Vars) {
		return r.limited(p)
	}
	if len(s.ready) >= maxReady || s.ready == nil {
		s.ready = map[readyKey]*Prepared{}
	}
	r := prepare(p.Vars, p.Pred, p.Globals, s.options, s.cache)
	s.ready[key] = r
	return r.limited(p)
}

// limited returns what was prepared with the limits of a problem.
func (p *Prepared) limited(q Problem) *Prepared {
	if q.Steps == 0 && !q.Beyond {
		return p
	}
	out := *p
	out.options.Steps = cmp.Or(q.Steps, p.options.Steps)
	out.options.Beyond = p.options.Beyond || q.Beyond
	return &out
}

// simplified returns assumed(pred), the same pointer for the same predicate.
func (s *embedded) simplified(pred zed.Expr) zed.Expr {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.simpler[pred]; ok {
		return known
	}
	if len(s.simpler) >= maxReady || s.simpler == nil {
		s.simpler = map[zed.Expr]zed.Expr{}
	}
	out := assumed(pred)
	s.simpler[pred] = out
	return out
}

// again searches with other sizes of given types than a search before, where nothing
// can be proved that was not: beyond the scope in a few steps, elsewhere in as many as
// a search may take.
func (s *embedded) again(ctx context.Context, p Problem, beyond bool) Result {
	p.Pred = s.simplified(p.Pred)
	brief := *s.prepare(p)
	brief.unproved = true
	if beyond {
		brief.options.Steps = min(brief.options.Steps, beyondSteps)
	}
	return brief.solve(ctx, p.Bound, p.Scope)
}

func sameVars(a, b []Var) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Scoped != b[i].Scoped || !zed.Same(a[i].Type, b[i].Type) {
			return false
		}
	}
	return true
}

// Solve is documented at Solver.
func (s *embedded) Solve(ctx context.Context, p Problem) Result {
	if interrupted := Interrupted(ctx); interrupted != "" {
		return Result{Reason: interrupted}
	}
	first := func(p Problem) Result { return s.within(ctx, p, maxBranchesTried) }
	r := s.sizes.Solve(ctx, p, first, func(p Problem, beyond bool) Result { return s.again(ctx, p, beyond) })
	r = s.truths.Judged(ctx, p, r, s.brief)
	if interrupted := Interrupted(ctx); interrupted != "" {
		if errors.Is(context.Cause(ctx), ErrMemory) {
			s.forget()
		}
		if r.Outcome == Undecided {
			r.Reason, r.Bound = interrupted, ""
		}
	}
	if s.choices == nil {
		return r
	}
	return s.choices.Judged(ctx, p, r)
}

// briefSteps is the step budget for the question whether a predicate that is true
// nowhere is false everywhere: nearly all that is refuted takes no search.
const briefSteps = 2_000

// brief answers a problem in a few steps, as it is written.
func (s *embedded) brief(ctx context.Context, p Problem) Result {
	few := func(p Problem) Result {
		brief := *s.prepare(p)
		brief.options.Steps = min(brief.options.Steps, briefSteps)
		return brief.solve(ctx, p.Bound, p.Scope)
	}
	return s.sizes.Solve(ctx, p, few, func(p Problem, beyond bool) Result { return s.again(ctx, p, beyond) })
}

// forget lets go of what was prepared for other questions.
func (s *embedded) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ready, s.simpler = nil, nil
	s.truths.forget()
	if s.choices != nil {
		s.choices.forget()
	}
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	s.cache.forget()
}

// maxBranchesTried is how many branches of disjunctions are tried one by one where the
// predicate as a whole was not decided.
const maxBranchesTried = 24

func (s *embedded) within(ctx context.Context, p Problem, splits int) Result {
	if simpler := s.simplified(p.Pred); simpler != p.Pred {
		q := p
		q.Pred = simpler
		if found := s.prepare(q).solve(ctx, p.Bound, p.Scope); found.Outcome == Case {
			return found
		}
		// Why there is none is said in terms of the predicate as it was.
	}
	found := s.prepare(p).solve(ctx, p.Bound, p.Scope)
	if found.Outcome != Undecided || ctx.Err() != nil {
		return found
	}
	return s.branches(ctx, p, splits, found)
}

// branches decides a predicate by the branches of a disjunction in it. Whole is
// what was found of it at once.
func (s *embedded) branches(ctx context.Context, p Problem, splits int, whole Result) Result {
	all := split(s.simplified(p.Pred))
	if len(all) < 2 || len(all) > splits {
		return whole
	}
	out := Result{Outcome: Unsatisfiable, Reason: "each branch of a disjunction contradicts the rest", Steps: whole.Steps, Proved: true}
	given := false
	for _, branch := range all {
		q := p
		q.Pred = branch
		r := s.within(ctx, q, splits/len(all))
		out.Steps += r.Steps
		out.Proved = out.Proved && r.Proved
		given = given || r.Given
		switch {
		case r.Outcome == Case:
			r.Steps = out.Steps
			return r
		case r.Outcome == Undecided:
			return whole
		case r.Outcome == NoneInScope:
			steps := out.Steps
			out = r
			out.Steps = steps
		}
	}
	out.Given = given
	return out
}

// All is documented at Solver.
func (s *embedded) All(ctx context.Context, p Problem) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		s.sizes.all(p, func(r Result) bool { return yield(s.choices.Rest(p, r)) },
			func(p Problem, yield func(Result) bool) { s.prepare(p).all(ctx, p, yield) })
	}
}

// freeNames finds what a frame has to hold for a term: variables, and globals that
// have no value of their own.
func freeNames() *zed.FreeNames { return zed.NewFreeNames(zed.Local, zed.Global, zed.Unresolved) }

func has(names []string, name string) bool {
	_, found := slices.BinarySearch(names, name)
	return found
}
