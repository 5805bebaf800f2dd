package search

import (
	"github.com/ttf-int/ttf-int/zed"
)

// noteEnds notes that a number which is computed from variables is between the least and the largest
// member of a set, once that is known: r + 1 ∈ dom s bounds r. So it is for the parts of a pair in a
// relation. A variable by itself has the members of the set for its values.
func noteEnds(b *builder, left, set zed.Expr, in *scope, i int) {
	if pair, is := left.(*zed.TupleExt); is && len(pair.Elems) == 2 {
		for k, op := range []zed.Operator{zed.Dom, zed.Ran} {
			part := zed.Info{Span: set.At(), Type: zed.PowerType{Elem: pair.Elems[k].Typ()}}
			noteEnds(b, pair.Elems[k], &zed.Op{Info: part, Op: op, Args: []zed.Expr{set}}, in, i)
		}
		return
	}
	if _, number := left.Typ().(zed.IntType); !number {
		return
	}
	q := b.quantity(left, in)
	if len(q.args) == 0 {
		return
	}
	end := func(op zed.Operator) *quantity {
		term := &zed.Op{Info: zed.Info{Span: set.At(), Type: zed.IntType{}}, Op: op, Args: []zed.Expr{set}}
		return &quantity{kind: opaqueTerm, term: b.use(term, in)}
	}
	b.compare(zed.LessEq, end(zed.Min), q, i)
	b.compare(zed.LessEq, q, end(zed.Max), i)
}

// noteApplied notes of f(t) = e, which is true only where f(t) has a value, that t is in the domain of f.
func noteApplied(b *builder, left, right zed.Expr, in *scope, i int) {
	a, is := left.(*zed.Apply)
	if !is || left == right {
		return
	}
	if c, constant := a.Fn.(*zed.Ref); !constant || c.Kind != zed.Constant {
		domain := zed.Info{Span: a.Fn.At(), Type: zed.PowerType{Elem: a.Arg.Typ()}}
		noteEnds(b, a.Arg, &zed.Op{Info: domain, Op: zed.Dom, Args: []zed.Expr{a.Fn}}, in, i)
	}
}
