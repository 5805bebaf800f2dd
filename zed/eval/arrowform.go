package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// arrowByForm decides by the forms of two terms whether a function that cannot be built
// is in a set of relations or functions; Unknown where the forms do not show it.
func (c *comparisons) arrowByForm(f, set zed.Expr) machine.Truth {
	want, ok := set.(*zed.Op)
	if !ok || len(want.Args) != 2 || c.root.Images(f) == nil {
		return machine.Unknown
	}
	switch want.Op {
	case zed.Relation, zed.PartialFun, zed.TotalFun:
	default:
		return machine.Unknown
	}
	from, to := c.sides(f)
	if from == nil {
		return machine.Unknown
	}
	source, target := want.Args[0], want.Args[1]
	same := scope.AreAlike(from, source)
	switch {
	case want.Op == zed.TotalFun && !same && scope.Number(from) && scope.Number(source):
		return machine.False // ℕ is not ℤ
	case !same && (want.Op == zed.TotalFun || !toolkit.IsAny(source)):
		return machine.Unknown
	case !toolkit.IsAny(target) && (to == nil || !scope.AreAlike(to, target)):
		return machine.Unknown
	}
	return machine.True
}

// sides returns the domain of a function, and the set in which its values are declared,
// or nil where that is not known. The domain is nil where the function's form does not
// show it.
func (c *comparisons) sides(f zed.Expr) (from, to zed.Expr) {
	switch f := f.(type) {
	case *zed.Ref:
		if made := c.definitions.Function(f); made != nil {
			if o, ok := made.Def.Set.(*zed.Op); ok && toolkit.HasTotalFunctions(o.Op) {
				return o.Args[0], o.Args[1]
			}
		}
	case *zed.Comp:
		if f.Op == zed.Lambda && scope.Simple(f.Text) && f.Text.Pred == nil && len(scope.Names(f.Text)) == 1 &&
			toolkit.HasValue(f.Body) {
			return f.Text.Decls[0].Type, nil
		}
	}
	return nil, nil
}
