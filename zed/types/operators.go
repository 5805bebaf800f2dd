package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// ofToolkit returns a use of an operator of the toolkit by its name, where nothing
// that is in sight here has that name. A specification, or a variable, that has
// it for something else leaves it to the toolkit elsewhere.
func (c *checker) ofToolkit(e zed.Expr, env *scope) zed.Expr {
	var r *zed.Ref
	var args []zed.Expr
	switch e := e.(type) {
	case *zed.Apply:
		r, _ = e.Fn.(*zed.Ref)
		args = []zed.Expr{e.Arg}
	case *zed.Op:
		if e.Op == zed.In && len(e.Args) == 2 {
			r, _ = e.Args[1].(*zed.Ref)
			args = e.Args[:1]
		}
	case *zed.Ref:
		r, args = e, e.Args
	}
	if r == nil || !strings.Contains(r.Name, " ") {
		return e
	}
	o, ok := zed.OperatorOf(r.Name)
	if _, local := env.lookup(r.Name); !ok || local || c.lookup(r.Name) != nil || c.excused(r.Name, env) {
		return e
	}
	info := zed.Info{Span: e.At()}
	if len(args) == 0 {
		return &zed.OpRef{Info: info, Op: o}
	}
	if t, ok := args[0].(*zed.TupleExt); ok && len(args) == 1 && strings.Count(r.Name, "_") > 1 {
		args = t.Elems
	}
	want, _, known := signature(o)
	if known && len(want) != len(args) {
		return e
	}
	return &zed.Op{Info: info, Op: o, Args: args}
}

// signature returns the types of an operator's operands and of what it makes,
// with new variables for its generic parameters. Cross and Minus are checked by
// hand.
func signature(o zed.Operator) (operands []zed.Type, result zed.Type, ok bool) {
	var a, b, d zed.Type = &variable{}, &variable{}, &variable{}
	num, truth := zed.Type(zed.IntType{}), zed.Type(zed.BoolType{})
	set, rel, bag := power(a), relation(a, b), relation(a, num)
	seq := zed.Type(zed.SeqOf(a))
	list := func(ts ...zed.Type) []zed.Type { return ts }
	switch o {
	case zed.In, zed.NotIn:
		return list(a, set), truth, true
	case zed.Equal, zed.NotEqual:
		return list(a, a), truth, true
	case zed.Subset, zed.SubsetEq:
		return list(set, set), truth, true
	case zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq:
		return list(num, num), truth, true
	case zed.Prefix, zed.Suffix, zed.Infix:
		return list(seq, seq), truth, true
	case zed.Partitions:
		return list(relation(b, set), set), truth, true
	case zed.Disjoint:
		return list(relation(b, set)), truth, true
	case zed.EmptySet:
		return nil, set, true
	case zed.Union, zed.Intersect, zed.Minus, zed.SymDiff:
		return list(set, set), set, true
	case zed.BigUnion, zed.BigInter:
		return list(power(set)), set, true
	case zed.PowerSet, zed.PowerSet1, zed.Finset, zed.Finset1:
		return list(set), power(set), true
	case zed.Card:
		return list(set), num, true
	case zed.Relation, zed.PartialFun, zed.TotalFun, zed.PartialInj, zed.TotalInj, zed.PartialSurj,
		zed.TotalSurj, zed.Bijection, zed.FinitePfun, zed.FinitePinj:
		return list(set, power(b)), power(rel), true
	case zed.Dom:
		return list(rel), set, true
	case zed.Ran:
		return list(rel), power(b), true
	case zed.Identity:
		return list(set), relation(a, a), true
	case zed.DomRes, zed.DomSub:
		return list(set, rel), rel, true
	case zed.RanRes, zed.RanSub:
		return list(rel, power(b)), rel, true
	case zed.Image:
		return list(rel, set), power(b), true
	case zed.Inverse:
		return list(rel), relation(b, a), true
	case zed.RelComp:
		return list(rel, relation(b, d)), relation(a, d), true
	case zed.RelCirc:
		return list(relation(b, d), rel), relation(a, d), true
	case zed.Override:
		return list(rel, rel), rel, true
	case zed.TransClos, zed.ReflClos:
		return list(relation(a, a)), relation(a, a), true
	case zed.Iter:
		return list(num, relation(a, a)), relation(a, a), true
	case zed.Plus, zed.Subtract, zed.Times, zed.Div, zed.Mod:
		return list(num, num), num, true
	case zed.Negate, zed.Succ:
		return list(num), num, true
	case zed.Range:
		return list(num, num), power(num), true
	case zed.Min, zed.Max:
		return list(power(num)), num, true
	case zed.Seq, zed.Seq1, zed.Iseq:
		return list(set), power(seq), true
	case zed.Cat:
		return list(seq, seq), seq, true
	case zed.Rev, zed.Tail, zed.Front:
		return list(seq), seq, true
	case zed.Head, zed.Last:
		return list(seq), a, true
	case zed.Squash:
		return list(relation(num, a)), seq, true
	case zed.Filter:
		return list(seq, set), seq, true
	case zed.Extract:
		return list(power(num), seq), seq, true
	case zed.DistCat:
		return list(zed.SeqOf(seq)), seq, true
	case zed.Bag:
		return list(set), power(bag), true
	case zed.BagCount, zed.Count:
		return list(bag, a), num, true
	case zed.BagScale:
		return list(num, bag), bag, true
	case zed.InBag:
		return list(a, bag), truth, true
	case zed.SubBag:
		return list(bag, bag), truth, true
	case zed.BagUnion, zed.BagMinus:
		return list(bag, bag), bag, true
	case zed.Items:
		return list(seq), bag, true
	case zed.First:
		return list(product(a, b)), a, true
	case zed.Second:
		return list(product(a, b)), b, true
	}
	return nil, nil, false
}
