package embedded

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// solveEndless answers a problem that no values solve that are searched for, since one of its variables
// is a function without end, and not one on numbers that may have the same image everywhere:
// nothing is searched for then. It does not where the predicate is refuted, which says more.
func (s *embedded) solveEndless(ctx context.Context, p solve.Problem) (solve.Result, bool) {
	if !s.isEndless(p.Pred) {
		return solve.Result{}, false
	}
	unknown := map[string]bool{}
	for _, v := range p.Vars {
		_, bound := p.Bound[v.Name]
		unknown[v.Name] = !bound
	}
	member := (&endlessness{known: map[zed.Expr]zed.Expr{}, unknown: unknown}).findAtom(p.Pred)
	if member == nil {
		return solve.Result{}, false
	}
	if p.Seed == 0 {
		if _, refuted := s.prepare(p).Contradict(ctx, p.Bound); refuted || ctx.Err() != nil {
			return solve.Result{}, false
		}
	}
	return solve.Result{Outcome: solve.NoneInScope, Bound: solve.FiniteValues, Reason: fmt.Sprintf(
		"no finite set satisfies %s, of which each member is a function without end; infinite ones are not looked for",
		zed.Print(member, zed.Unicode))}, true
}

// endlessness looks for what says of an unknown that it is a function without end.
type endlessness struct {
	known   map[zed.Expr]zed.Expr
	unknown map[string]bool // nil: all variables
}

// findAtom returns an atom that says so wherever the predicate is true; nil where there is none.
func (l *endlessness) findAtom(e zed.Expr) zed.Expr {
	switch x := e.(type) {
	case *zed.Occur:
		return l.findAtom(x.Body)
	case *zed.Op:
		name, ok := variable(x)
		sought := ok && (l.unknown == nil || l.unknown[name])
		if sought && toolkit.Endless(x.Args[1]) && !toolkit.HasConstant(x.Args[1]) {
			return e
		}
	case *zed.Logic:
		out, ok := l.known[e]
		if ok {
			return out
		}
		for _, a := range x.Args {
			switch x.Op {
			case zed.And:
				if out == nil {
					out = l.findAtom(a)
				}
			case zed.Or:
				if out = l.findAtom(a); out == nil {
					l.known[e] = nil
					return nil
				}
			}
		}
		l.known[e] = out
		return out
	}
	return nil
}

// isEndless tells whether some atom would say so of a variable if all were unknown. Nearly no predicate
// has one, and the same predicate is asked about for many cases.
func (s *embedded) isEndless(pred zed.Expr) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.endless[pred]
	if ok {
		return known
	}
	if len(s.endless) >= maxReady || s.endless == nil {
		s.endless = map[zed.Expr]bool{}
	}
	known = (&endlessness{known: map[zed.Expr]zed.Expr{}}).findAtom(pred) != nil
	s.endless[pred] = known
	return known
}

// variable returns the name of the variable of which an atom says that it is in a set.
func variable(e *zed.Op) (name string, ok bool) {
	if e.Op != zed.In {
		return "", false
	}
	r, ok := e.Args[0].(*zed.Ref)
	if !ok || r.Kind != zed.Local {
		return "", false
	}
	return r.Name, true
}
