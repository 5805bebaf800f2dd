package solve

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// withoutValue returns what an answer says of a problem of which a conjunct has no
// truth, whatever the values are: x = 1 div 0 is never true, and never false either. The
// problem is refuted only where its other conjuncts are.
func (s *embedded) withoutValue(ctx context.Context, p Problem, found Result) Result {
	if found.Outcome != Unsatisfiable && found.Outcome != NoneInScope {
		return found
	}
	var rest []zed.Expr
	var term zed.Expr
	for _, c := range schema.Conjuncts(p.Pred) {
		if t := s.valueless(c, p.Globals); t != nil {
			term = t
			continue
		}
		rest = append(rest, c)
	}
	if term == nil {
		return found
	}
	if len(rest) > 0 {
		p.Pred = schema.Conjoin(rest)
		if other := s.Solve(ctx, p); other.Outcome == Unsatisfiable {
			return other
		}
	}
	return Result{Outcome: Undecided, Steps: found.Steps, Reason: fmt.Sprintf("%s has no value, so that nothing is false", zed.Print(term, zed.Unicode))}
}

// valueless returns a term without variables that has no value and that a relation
// needs; nil where there is none.
func (s *embedded) valueless(e zed.Expr, g *eval.Globals) zed.Expr {
	switch x := e.(type) {
	case *zed.Logic:
		if x.Op == zed.Not {
			return s.valueless(x.Args[0], g)
		}
	case *zed.Op:
		switch x.Op {
		case zed.Equal, zed.NotEqual, zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq:
			for _, a := range x.Args {
				if t := s.needed(a, g); t != nil {
					return t
				}
			}
		case zed.In, zed.NotIn:
			return s.needed(x.Args[0], g)
		}
	}
	return nil
}

// needed returns a part of a term without variables that has no value, where the term
// has none without it.
func (s *embedded) needed(e zed.Expr, g *eval.Globals) zed.Expr {
	if mayFail(e) && len(freeNames().Of(e)) == 0 {
		if program, err := eval.Compile(e, nil, g); err == nil {
			if _, reason := program.Value(nil); reason != nil && !reason.Infinite {
				return e
			}
		}
	}
	switch e.(type) {
	case *zed.Op, *zed.TupleExt, *zed.SetExt, *zed.SeqExt, *zed.Apply, *zed.Binding:
		for _, a := range zed.Children(e) {
			if t := s.needed(a, g); t != nil {
				return t
			}
		}
	}
	return nil
}
