package guards

import (
	"github.com/ttf-int/ttf-int/zed"
)

// theMember is the variable of a comprehension over a set that a sum lies in. No text can
// declare a variable of that name.
const theMember = "(member)"

// isolate returns relations that hold wherever some conjuncts do, in which a number stands
// alone that stood in a sum or a product there: x = 5 - k for x + k = 5.
func isolate(conjuncts []zed.Expr, name string) []zed.Expr {
	var out []zed.Expr
	for _, e := range conjuncts {
		o, ok := e.(*zed.Op)
		if !ok || len(o.Args) != 2 {
			continue
		}
		switch o.Op {
		case zed.In:
			if shifted, ok := shiftSet(o, name); ok {
				out = append(out, shifted)
			}
		case zed.Equal, zed.Less, zed.LessEq, zed.Greater, zed.GreaterEq:
			out = append(out, solveFor(name, o.Op, o.Args[0], o.Args[1])...)
			out = append(out, solveFor(name, mirror(o.Op), o.Args[1], o.Args[0])...)
		}
	}
	return out
}

// mirror returns the relation with its sides exchanged.
func mirror(op zed.Operator) zed.Operator {
	switch op {
	case zed.Less:
		return zed.Greater
	case zed.LessEq:
		return zed.GreaterEq
	case zed.Greater:
		return zed.Less
	case zed.GreaterEq:
		return zed.LessEq
	}
	return op
}

// solveFor brings to the right side of a relation what stands beside the variable on its left,
// if something does.
func solveFor(name string, op zed.Operator, left, right zed.Expr) []zed.Expr {
	moved := false
	for !isLocal(left, name) {
		o, ok := left.(*zed.Op)
		if !ok {
			return nil
		}
		if o.Op == zed.Times && isLocal(o.Args[0], name) && isLocal(o.Args[1], name) {
			return withinRoot(op, o.Args[0], right)
		}
		if left, op, right, ok = step(name, o, op, right); !ok {
			return nil
		}
		moved = true
	}
	if !moved {
		return nil
	}
	return []zed.Expr{relation(op, left, right)}
}

// step takes the outermost operator off the left side of a relation.
func step(name string, o *zed.Op, op zed.Operator, right zed.Expr) (zed.Expr, zed.Operator, zed.Expr, bool) {
	switch o.Op {
	case zed.Negate:
		return o.Args[0], mirror(op), sum(zed.Negate, right), true
	case zed.Plus:
		a, b := o.Args[0], o.Args[1]
		if !occurs(a, name) {
			a, b = b, a
		}
		return a, op, sum(zed.Subtract, right, b), true
	case zed.Subtract:
		if occurs(o.Args[0], name) {
			return o.Args[0], op, sum(zed.Plus, right, o.Args[1]), true
		}
		return o.Args[1], mirror(op), sum(zed.Subtract, o.Args[0], right), true
	case zed.Times:
		k, a := o.Args[0], o.Args[1]
		n, ok := k.(*zed.Num)
		if !ok {
			k, a = a, k
			n, ok = k.(*zed.Num)
		}
		if !ok || n.Value == nil || n.Value.Sign() <= 0 {
			break
		}
		switch op { // rounding down may let one more number through
		case zed.Less:
			op = zed.LessEq
		case zed.Greater:
			op = zed.GreaterEq
		}
		return a, op, sum(zed.Div, right, k), true
	}
	return nil, op, nil, false
}

// withinRoot returns what x * x = right or x * x ≤ right says of x.
func withinRoot(op zed.Operator, x, right zed.Expr) []zed.Expr {
	switch op {
	case zed.Equal, zed.Less, zed.LessEq:
		return []zed.Expr{relation(zed.LessEq, x, right), relation(zed.GreaterEq, x, sum(zed.Negate, right))}
	}
	return nil
}

// shiftSet returns x ∈ {m : set • m - k} for x + k ∈ set, and the like.
func shiftSet(o *zed.Op, name string) (zed.Expr, bool) {
	element := &zed.Ref{Info: zed.Info{Type: zed.IntType{}}, Name: theMember, Kind: zed.Local}
	solved := solveFor(name, zed.Equal, o.Args[0], element)
	if len(solved) != 1 {
		return nil, false
	}
	body := solved[0].(*zed.Op).Args[1]
	text := zed.Text{Decls: []zed.Decl{{Names: []zed.Ident{{Name: theMember}}, Type: o.Args[1]}}}
	set := &zed.Comp{Info: zed.Info{Type: zed.PowerType{Elem: zed.IntType{}}}, Op: zed.SetComp, Text: text, Body: body}
	return &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In,
		Args: []zed.Expr{solved[0].(*zed.Op).Args[0], set}}, true
}

func relation(op zed.Operator, left, right zed.Expr) zed.Expr {
	return &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: op, Args: []zed.Expr{left, right}}
}

func sum(op zed.Operator, args ...zed.Expr) zed.Expr {
	return &zed.Op{Info: zed.Info{Type: zed.IntType{}}, Op: op, Args: args}
}

// occurs tells whether a number occurs in a term of sums and products.
func occurs(e zed.Expr, name string) bool {
	if isLocal(e, name) {
		return true
	}
	if o, ok := e.(*zed.Op); ok {
		for _, a := range o.Args {
			if occurs(a, name) {
				return true
			}
		}
	}
	return false
}
