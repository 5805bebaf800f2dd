package smt

import "math/big"

// assignment has the values of variables: integers as numbers, formulas as 0 or 1. It
// remembers the values of nodes.
type assignment struct {
	known map[*node]*big.Int
}

var one, zero = big.NewInt(1), new(big.Int)

func bit(b bool) *big.Int {
	if b {
		return one
	}
	return zero
}

// evaluate returns the value of a node. Variables without a value are 0, and so is a
// division by 0, on which no formula rests.
func (a *assignment) evaluate(n *node) *big.Int {
	if v, ok := a.known[n]; ok {
		return v
	}
	v := a.compute(n)
	a.known[n] = v
	return v
}

func (a *assignment) isTrue(n *node) bool { return a.evaluate(n).Sign() != 0 }

func (a *assignment) compute(n *node) *big.Int {
	switch n.op {
	case opTrue:
		return one
	case opNum:
		return n.n
	case opNot:
		return bit(!a.isTrue(n.args[0]))
	case opAnd, opOr:
		for _, x := range n.args {
			if a.isTrue(x) == (n.op == opOr) {
				return bit(n.op == opOr)
			}
		}
		return bit(n.op == opAnd)
	case opIte:
		if a.isTrue(n.args[0]) {
			return a.evaluate(n.args[1])
		}
		return a.evaluate(n.args[2])
	case opAdd:
		out := new(big.Int)
		for _, x := range n.args {
			out.Add(out, a.evaluate(x))
		}
		return out
	case opEq, opLe, opMul, opDiv, opMod:
		return evaluateBinary(n.op, a.evaluate(n.args[0]), a.evaluate(n.args[1]))
	}
	return zero // a variable that was not asked for
}

func evaluateBinary(o op, x, y *big.Int) *big.Int {
	switch o {
	case opEq:
		return bit(x.Cmp(y) == 0)
	case opLe:
		return bit(x.Cmp(y) <= 0)
	case opMul:
		return new(big.Int).Mul(x, y)
	}
	if y.Sign() == 0 {
		return zero
	}
	if o == opDiv {
		return new(big.Int).Div(x, y)
	}
	return new(big.Int).Mod(x, y)
}
