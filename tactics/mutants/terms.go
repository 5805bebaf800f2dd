package mutants

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// mistaken lists groups of operators of which each may be mistaken for the others in
// its group.
var mistaken = [][]zed.Operator{
	{zed.Less, zed.LessEq}, {zed.Greater, zed.GreaterEq}, {zed.Subset, zed.SubsetEq},
	{zed.Union, zed.Intersect, zed.Minus},
	{zed.DomRes, zed.DomSub}, {zed.RanRes, zed.RanSub},
	{zed.Plus, zed.Subtract}, {zed.Div, zed.Mod},
	{zed.Head, zed.Last}, {zed.Tail, zed.Front}, {zed.Min, zed.Max},
	{zed.BigUnion, zed.BigInter}, {zed.BagUnion, zed.BagMinus},
}

// atom is an atom of a predicate, in which mistakes are made.
type atom struct {
	*writer
	whole zed.Expr
}

// change adds the mistake that a part of the atom is replaced.
func (a *atom) change(kind Kind, part, by zed.Expr) {
	now := change(a.whole, map[zed.Expr]zed.Expr{part: by}, nil)
	a.add(kind, part, by, describeReplacement(now, a.whole))
}

// term adds the mistakes in a part e of the atom below bound names; `in` is the term
// that contains e.
func (a *atom) term(e, in zed.Expr, bound []string) {
	switch e := e.(type) {
	case nil, *zed.Occur:
		return
	case *zed.Num:
		a.number(e)
	case *zed.Ref:
		a.reference(e, bound)
	case *zed.Op:
		a.operator(e)
		a.margin(e)
	}
	if t, ok := textOf(e); ok {
		for _, d := range t.Decls {
			for _, n := range d.Names {
				bound = append(bound[:len(bound):len(bound)], n.Name)
			}
		}
	}
	for _, part := range zed.Children(e) {
		a.term(part, e, bound)
	}
}

// textOf returns the schema text of a term that binds variables.
func textOf(e zed.Expr) (zed.Text, bool) {
	switch e := e.(type) {
	case *zed.Quant:
		return e.Text, true
	case *zed.Comp:
		return e.Text, true
	}
	return zed.Text{}, false
}

// number adds the mistakes that a number is one more or one less.
func (a *atom) number(e *zed.Num) {
	for _, d := range []int64{1, -1} {
		n := new(big.Int).Add(e.Value, big.NewInt(d))
		if n.Sign() >= 0 {
			a.change(Numbers, e, &zed.Num{Info: e.Info, Value: n})
		}
	}
}

// reference adds the mistakes that a variable is replaced by another of its type that
// is known at the same time, and a constant of a free type by another one.
func (a *atom) reference(e *zed.Ref, bound []string) {
	switch {
	case e.Kind == zed.Constant && len(e.Args) == 0:
		for _, name := range a.constants(e.Type) {
			if name != e.Name {
				a.change(Constants, e, &zed.Ref{Info: e.Info, Name: name, Kind: zed.Constant})
			}
		}
	case e.Kind == zed.Local && !slices.Contains(bound, e.Name):
		for _, v := range a.unit.Op.Vars {
			if v.Name != e.Name && zed.SameType(v.Type, e.Type) &&
				a.unit.Op.Early.Has(v.Name) == a.unit.Op.Early.Has(e.Name) && !slices.Contains(bound, v.Name) {
				a.change(Variables, e, &zed.Ref{Info: e.Info, Name: v.Name, Kind: zed.Local})
			}
		}
	}
}

// constants returns the constants of a free type that the operation mentions.
func (w *writer) constants(t zed.Type) []string {
	key := t.String()
	if known, ok := w.named[key]; ok {
		return known
	}
	var out []string
	zed.EachPart([]zed.Expr{w.unit.Op.Pred}, func(e zed.Expr) bool {
		if r, ok := e.(*zed.Ref); ok && r.Kind == zed.Constant && len(r.Args) == 0 && zed.SameType(r.Type, t) &&
			!slices.Contains(out, r.Name) {
			out = append(out, r.Name)
		}
		return true
	})
	w.named[key] = out
	return out
}

// operator adds the mistakes that an operator is replaced by another, or by one of its
// operands.
func (a *atom) operator(e *zed.Op) {
	for _, group := range mistaken {
		if !slices.Contains(group, e.Op) {
			continue
		}
		for _, op := range group {
			if op != e.Op {
				a.change(Operators, e, &zed.Op{Info: e.Info, Op: op, Args: e.Args})
			}
		}
	}
	if len(e.Args) != 2 || zed.SameType(e.Typ(), zed.BoolType{}) {
		return
	}
	for _, operand := range e.Args {
		if zed.SameType(operand.Typ(), e.Typ()) {
			a.change(Operators, e, operand)
		}
	}
	if x, y := e.Args[0], e.Args[1]; (e.Op == zed.Cat || e.Op == zed.Subtract || e.Op == zed.Override) &&
		zed.SameType(x.Typ(), y.Typ()) {
		a.change(Operators, e, &zed.Op{Info: e.Info, Op: e.Op, Args: []zed.Expr{y, x}})
	}
}
