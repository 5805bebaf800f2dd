package ground

import (
	"math/big"
	"math/bits"
)

// match tells whether a pattern fits a term, and notes what its variables are.
func (m *Machine) match(p *code, t Ref, base int) bool {
	switch p.form {
	case variable:
		if old := m.frame[base+p.slot]; old >= 0 {
			return m.sameValue(old, t)
		}
		m.frame[base+p.slot] = t
		return true
	case constant:
		return m.sameValue(p.value, t)
	case application:
		n := &m.nodes[t]
		if n.op != p.op.number {
			return false
		}
		first := int(n.first)
		for i, a := range p.args {
			if !m.match(a, m.args[first+i], base) {
				return false
			}
		}
		return true
	}
	panic("a pattern of an unknown form")
}

// sameValue compares terms whose values are needed.
func (m *Machine) sameValue(a, b Ref) bool {
	if a != b && (m.nodes[a].stuck || m.nodes[b].stuck) {
		panic(ErrStuck)
	}
	return m.Equal(a, b)
}

// eval evaluates a code whose variables are in the frame.
func (m *Machine) eval(c *code, base int) Ref {
	switch c.form {
	case constant:
		return c.value
	case variable:
		return m.frame[base+c.slot]
	case result:
		m.Taken[c.slot]++
		return m.eval(c.args[0], base)
	case choice:
		return m.either(c, base)
	case operator:
		return m.evalOperator(c, base)
	}
	var few [4]Ref
	args := few[:0]
	for _, a := range c.args {
		args = append(args, m.eval(a, base))
	}
	return m.apply(c.op, args)
}

func (m *Machine) either(c *code, base int) Ref {
	cond := m.eval(c.args[0], base)
	switch cond {
	case True:
		return m.eval(c.args[1], base)
	case False:
		return m.eval(c.args[2], base)
	case Error:
		return Error
	}
	panic(ErrStuck)
}

// evalOperand evaluates what an operator needs the value of.
func (m *Machine) evalOperand(c *code, base int) Ref {
	value := m.eval(c, base)
	if value != Error && m.nodes[value].stuck {
		panic(ErrStuck)
	}
	return value
}

// evalOperator evaluates an operator; and and or do not look at their right side where the left
// one decides.
func (m *Machine) evalOperator(c *code, base int) Ref {
	left := m.evalOperand(c.args[0], base)
	if left == Error {
		return Error
	}
	switch c.sign {
	case "not":
		return m.truth(left == False)
	case "and":
		if left == False {
			return False
		}
		return m.decided(m.eval(c.args[1], base))
	case "or":
		if left == True {
			return True
		}
		return m.decided(m.eval(c.args[1], base))
	}
	right := m.evalOperand(c.args[1], base)
	if right == Error {
		return Error
	}
	switch c.sign {
	case "=":
		return m.truth(m.Equal(left, right))
	case "≠":
		return m.truth(!m.Equal(left, right))
	case "<":
		return m.truth(m.compare(left, right) < 0)
	case "≤":
		return m.truth(m.compare(left, right) <= 0)
	case ">":
		return m.truth(m.compare(left, right) > 0)
	case "≥":
		return m.truth(m.compare(left, right) >= 0)
	}
	return m.calculate(c.sign, left, right)
}

// decided returns a truth value that is needed.
func (m *Machine) decided(r Ref) Ref {
	if m.nodes[r].stuck {
		panic(ErrStuck)
	}
	return r
}

func (m *Machine) truth(b bool) Ref {
	if b {
		return True
	}
	return False
}

// compare orders two integers.
func (m *Machine) compare(a, b Ref) int {
	x, y := &m.nodes[a], &m.nodes[b]
	if x.op == isInteger && y.op == isInteger {
		switch {
		case x.n < y.n:
			return -1
		case x.n > y.n:
			return 1
		}
		return 0
	}
	rank := func(r Ref) int {
		switch r {
		case infinite:
			return 1
		case minusInfinite:
			return -1
		}
		return 0
	}
	if r, s := rank(a), rank(b); r != 0 || s != 0 {
		return r - s
	}
	return m.toBig(a).Cmp(m.toBig(b))
}

func (m *Machine) toBig(r Ref) *big.Int {
	n := &m.nodes[r]
	if n.op == isBig {
		return m.bigs[n.n]
	}
	return big.NewInt(n.n)
}

// calculate returns the value of an arithmetic operator; of infinities, what has no value is an
// error.
func (m *Machine) calculate(sign string, a, b Ref) Ref {
	x, y := &m.nodes[a], &m.nodes[b]
	switch {
	case x.op == isFixed || y.op == isFixed:
		return m.calculateInfinite(sign, a, b)
	case x.op == isInteger && y.op == isInteger:
		switch sign {
		case "+":
			if sum := x.n + y.n; (sum > x.n) == (y.n > 0) {
				return m.MakeInteger(sum)
			}
		case "-":
			if d := x.n - y.n; (d < x.n) == (y.n > 0) {
				return m.MakeInteger(d)
			}
		case "*":
			if high, low := bits.Mul64(absolute(x.n), absolute(y.n)); high == 0 && low < 1<<62 {
				return m.MakeInteger(x.n * y.n)
			}
		}
	}
	out, p, q := new(big.Int), m.toBig(a), m.toBig(b)
	switch sign {
	case "+":
		out.Add(p, q)
	case "-":
		out.Sub(p, q)
	case "*":
		out.Mul(p, q)
	}
	return m.makeBig(out)
}

func absolute(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func (m *Machine) calculateInfinite(sign string, a, b Ref) Ref {
	contrary := map[Ref]Ref{infinite: minusInfinite, minusInfinite: infinite}
	if c, ok := contrary[b]; ok && sign == "-" {
		sign, b = "+", c
	}
	signOf := func(r Ref) int {
		switch {
		case r == infinite:
			return 1
		case r == minusInfinite:
			return -1
		}
		return m.toBig(r).Sign()
	}
	switch {
	case sign == "*":
		switch signOf(a) * signOf(b) {
		case 1:
			return infinite
		case -1:
			return minusInfinite
		}
		return Error
	case contrary[a] != 0 && contrary[a] == b:
		return Error
	case contrary[a] != 0:
		return a
	}
	return b
}
