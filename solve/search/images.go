package search

import "github.com/ttf-int/ttf-int/zed"

// noteImage notes what R⦇{x}⦈ = S says of the relation R: all pairs of x with a member of S are
// in it; and of R∼⦇{x}⦈ = S that the pairs the other way round are.
func noteImage(b *builder, left, right zed.Expr, in *scope, i int) {
	o, ok := left.(*zed.Op)
	if !ok || o.Op != zed.Image {
		return
	}
	from, ok := o.Args[1].(*zed.SetExt)
	if !ok || len(from.Elems) != 1 {
		return
	}
	r, sides := o.Args[0], []zed.Expr{from, right}
	for inverse, ok := r.(*zed.Op); ok && inverse.Op == zed.Inverse; inverse, ok = r.(*zed.Op) {
		r = inverse.Args[0]
		sides = []zed.Expr{sides[1], sides[0]}
	}
	v, ok := b.variable(r, in)
	if !ok || b.mentions(right, r) || b.mentions(from, r) {
		return
	}
	pairs := &zed.Op{Info: zed.Info{Span: o.At(), Type: r.Typ()}, Op: zed.Cross, Args: sides}
	b.rule(v, rule{kind: supersetOf, term: b.use(pairs, in), conjunct: i})
}
