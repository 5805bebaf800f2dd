package eval

import (
	"math/big"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// counts is a bag that is being made. It has the number of occurrences of each element,
// by the element's index in elems.
type counts struct {
	elems []value.Value
	index map[string]int
	times []*big.Int
}

func newCounts() *counts { return &counts{index: map[string]int{}} }

func (c *counts) add(x value.Value, n *big.Int) {
	k := x.Key()
	i, ok := c.index[k]
	if !ok {
		i = len(c.elems)
		c.index[k] = i
		c.elems, c.times = append(c.elems, x), append(c.times, new(big.Int))
	}
	c.times[i] = new(big.Int).Add(c.times[i], n)
}

// bag returns the bag, without elements that do not occur.
func (c *counts) bag() value.Value {
	var pairs []value.Value
	for i, x := range c.elems {
		if c.times[i].Sign() > 0 {
			pairs = append(pairs, value.OfTuple(x, value.OfBig(c.times[i])))
		}
	}
	return value.OfSet(pairs)
}

func countsOf(bag value.Value) *counts {
	c := newCounts()
	for _, p := range bag.Members() {
		c.add(p.Elem(0), p.Elem(1).Big())
	}
	return c
}

// occurrences returns how often x occurs in a bag.
func occurrences(bag, x value.Value) *big.Int {
	for _, p := range bag.Members() {
		if p.Elem(0).Equal(x) {
			return p.Elem(1).Big()
		}
	}
	return new(big.Int)
}

// bagFunction returns the function that an operator on bags stands for, for operands in
// its domain; nil for other operators.
func bagFunction(o zed.Operator) func(args []value.Value) value.Value {
	one := big.NewInt(1)
	switch o {
	case zed.BagExt, zed.Items:
		return func(args []value.Value) value.Value {
			if o == zed.Items {
				args = args[0].Items()
			}
			c := newCounts()
			for _, x := range args {
				c.add(x, one)
			}
			return c.bag()
		}
	case zed.BagCount:
		return func(args []value.Value) value.Value { return value.OfBig(occurrences(args[0], args[1])) }
	case zed.BagScale:
		return func(args []value.Value) value.Value {
			c := countsOf(args[1])
			for i := range c.times {
				c.times[i] = new(big.Int).Mul(c.times[i], args[0].Big())
			}
			return c.bag()
		}
	case zed.BagUnion, zed.BagMinus:
		return func(args []value.Value) value.Value {
			c := countsOf(args[0])
			for _, p := range args[1].Members() {
				n := p.Elem(1).Big()
				if o == zed.BagMinus {
					n = new(big.Int).Neg(n)
				}
				c.add(p.Elem(0), n)
			}
			return c.bag()
		}
	}
	return nil
}

// compileOnBags compiles a function on bags.
func (c *operators) compileOnBags(e *zed.Op, f func([]value.Value) value.Value) machine.Term {
	args := c.root.Terms(e.Args)
	return func(m *machine.Machine) (value.Value, bool) {
		values, ok := m.Wholes(args)
		if !ok {
			return value.Value{}, false
		}
		for i, v := range values {
			if problem := explainUnfit(e.Op, i, v); problem != "" {
				return m.Undefined(e, "%s "+problem, v)
			}
		}
		return f(values), true
	}
}

// explainUnfit returns why an operand of an operator on bags is not in its domain, or "".
func explainUnfit(o zed.Operator, i int, v value.Value) string {
	switch {
	case o == zed.BagExt, o == zed.BagScale && i == 0 && v.Big().Sign() >= 0, o == zed.BagCount && i == 1:
		return ""
	case o == zed.BagScale && i == 0:
		return "is negative"
	case o == zed.Items && v.Len() > 0 && v.Kind() != value.Seq:
		return "is not a sequence"
	case o != zed.Items && !isBag(v):
		return "is not a bag"
	}
	return ""
}

// isBag tells whether a relation is a bag: a function to positive numbers.
func isBag(v value.Value) bool {
	pairs := v.Members()
	for i, p := range pairs {
		if p.Elem(1).Big().Sign() <= 0 || i > 0 && p.Elem(0).Equal(pairs[i-1].Elem(0)) {
			return false
		}
	}
	return true
}

// isInBag tells whether an element occurs in a bag.
func isInBag(x, bag value.Value) bool { return isBag(bag) && occurrences(bag, x).Sign() > 0 }

// subBag tells whether the bag large has at least as many of each element as the bag
// small.
func subBag(small, large value.Value) bool {
	if !isBag(small) || !isBag(large) {
		return false
	}
	for _, p := range small.Members() {
		if occurrences(large, p.Elem(0)).Cmp(p.Elem(1).Big()) < 0 {
			return false
		}
	}
	return true
}
