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
		if t := s.neverFalse(c, p.Globals); t != nil {
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

// neverFalse returns a term without variables that has no value, for which a
// predicate is false nowhere; nil where there is none.
func (s *embedded) neverFalse(e zed.Expr, g *eval.Globals) zed.Expr {
	x, ok := e.(*zed.Logic)
	if !ok {
		return s.valueless(e, g)
	}
	switch x.Op {
	case zed.Not:
		return s.neverTrue(x.Args[0], g)
	case zed.Or:
		return s.first(x.Args, g, s.neverFalse)
	case zed.Implies:
		if t := s.neverTrue(x.Args[0], g); t != nil {
			return t
		}
		return s.neverFalse(x.Args[1], g)
	}
	return nil
}

// neverTrue returns a term without variables that has no value, for which a predicate
// is true nowhere; nil where there is none.
func (s *embedded) neverTrue(e zed.Expr, g *eval.Globals) zed.Expr {
	x, ok := e.(*zed.Logic)
	if !ok {
		return s.valueless(e, g)
	}
	switch x.Op {
	case zed.Not:
		return s.neverFalse(x.Args[0], g)
	case zed.And:
		return s.first(x.Args, g, s.neverTrue)
	}
	return nil
}

// first returns the first term that is found in some of the parts.
func (s *embedded) first(parts []zed.Expr, g *eval.Globals, find func(zed.Expr, *eval.Globals) zed.Expr) zed.Expr {
	for _, a := range parts {
		if t := find(a, g); t != nil {
			return t
		}
	}
	return nil
}

// valueless returns a term without variables that has no value and that a relation,
// or a quantifier's declaration, needs; nil where there is none.
func (s *embedded) valueless(e zed.Expr, g *eval.Globals) zed.Expr {
	switch x := e.(type) {
	case *zed.Op:
		switch x.Op {
		case zed.Equal, zed.NotEqual, zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq, zed.In, zed.NotIn, zed.SubsetEq, zed.Subset:
			return s.first(x.Args, g, s.needed)
		}
	case *zed.Quant:
		for _, d := range x.Text.Decls {
			if t := s.needed(d.Type, g); t != nil {
				return t
			}
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
	case *zed.Op, *zed.TupleExt, *zed.SetExt, *zed.SeqExt, *zed.Apply, *zed.Binding, *zed.Select, *zed.TupleSelect:
		for _, a := range zed.Children(e) {
			if t := s.needed(a, g); t != nil {
				return t
			}
		}
	}
	return nil
}
