package eval

import (
	"fmt"
	"math"
	"math/big"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// compileArithmetic compiles the operators on integers, of any size.
func (c *operators) compileArithmetic(e *zed.Op) machine.Term {
	x := c.root.Term(e.Args[0])
	y := machine.Constant(value.OfInt(1))
	o := e.Op
	switch {
	case o == zed.Negate:
		o, x, y = zed.Subtract, machine.Constant(value.OfInt(0)), x
	default:
		y = c.root.Term(e.Args[1])
	}
	return func(m *machine.Machine) (value.Value, bool) {
		a, ok := m.Shell(x(m))
		if !ok {
			return a, false
		}
		b, ok := m.Shell(y(m))
		if !ok {
			return b, false
		}
		i, small := a.Int()
		j, too := b.Int()
		if small && too && abs(i) < math.MaxInt32 && abs(j) < math.MaxInt32 {
			switch o {
			case zed.Plus:
				return value.OfInt(i + j), true
			case zed.Subtract:
				return value.OfInt(i - j), true
			case zed.Times:
				return value.OfInt(i * j), true
			case zed.Div, zed.Mod:
				if j != 0 {
					return value.OfInt(quotient(o, i, j)), true
				}
			}
		}
		return computeBig(m, e, o, a.Big(), b.Big())
	}
}

// quotient divides as ISO 13568 defines it: the quotient is rounded towards minus
// infinity, and the remainder has the sign of the divisor.
func quotient(o zed.Operator, a, b int64) int64 {
	div, rest := a/b, a%b
	if rest != 0 && (rest < 0) != (b < 0) {
		div, rest = div-1, rest+b
	}
	if o == zed.Mod {
		return rest
	}
	return div
}

func abs(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// maxBits is the largest size of a product, in bits. Without a limit, products of products
// could fill the memory. A larger one has a value, which is not computed.
const maxBits = 1 << 16

func computeBig(m *machine.Machine, at zed.Expr, o zed.Operator, a, b *big.Int) (value.Value, bool) {
	out := new(big.Int)
	switch o {
	case zed.Plus:
		out.Add(a, b)
	case zed.Subtract:
		out.Sub(a, b)
	case zed.Times:
		if a.BitLen()+b.BitLen() > maxBits {
			return value.Value{}, m.Infinite(at, fmt.Sprintf("the product has more than %d bits", maxBits))
		}
		out.Mul(a, b)
	case zed.Div, zed.Mod:
		if b.Sign() == 0 {
			return m.Undefined(at, "division by zero", value.Value{})
		}
		rest := new(big.Int)
		out.QuoRem(a, b, rest)
		if rest.Sign() != 0 && rest.Sign() != b.Sign() {
			out.Sub(out, big.NewInt(1))
			rest.Add(rest, b)
		}
		if o == zed.Mod {
			out = rest
		}
	}
	return value.OfBig(out), true
}

// extreme compiles min S and max S.
func (c *operators) extreme(e *zed.Op) machine.Term {
	over := c.root.Extent(e.Args[0])
	sign := 1
	if e.Op == zed.Max {
		sign = -1
	}
	return func(m *machine.Machine) (value.Value, bool) {
		x, ok := over(m)
		if !ok {
			return value.Value{}, false
		}
		var best value.Value
		if x.Form == machine.Span && x.Keep == nil && x.Len() > 0 {
			if e.Op == zed.Min {
				return value.OfInt(x.Lo), true
			}
			return value.OfInt(x.Hi), true
		}
		for i := range x.Len() {
			if !m.Step(e) {
				return value.Value{}, false
			}
			v, in := x.At(m, i)
			if in > machine.True {
				m.Fail = in
				return value.Value{}, false
			}
			if v, ok = m.Shell(v, true); !ok {
				return v, false
			}
			if in == machine.True && (best.Kind() == value.Nothing || sign*v.Compare(best) < 0) {
				best = v
			}
		}
		if best.Kind() == value.Nothing {
			return m.Undefined(e, "the set is empty", value.Value{})
		}
		return best, true
	}
}
