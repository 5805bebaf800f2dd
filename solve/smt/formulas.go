package smt

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// node is a formula or an integer term of SMT-LIB. Equal nodes are one, so
// pointers are compared.
type node struct {
	op   op
	args []*node
	n    *big.Int // of a number
	name string   // of a variable
	id   int
	lo   int64 // bounds of an integer's value, unlimited where they are the extremes
	hi   int64
}

type op uint8

const (
	opTrue op = iota
	opFalse
	opNum
	opBoolVar
	opIntVar
	opNot
	opAnd
	opOr
	opIte // of integers; of formulas it is written with the others
	opEq  // of integers
	opLe
	opAdd
	opMul
	opDiv // as SMT-LIB divides, by a positive number: rounded down
	opMod
)

var spelled = map[op]string{
	opTrue: "true", opFalse: "false", opNot: "not", opAnd: "and", opOr: "or", opIte: "ite", opEq: "=", opLe: "<=",
	opAdd: "+", opMul: "*", opDiv: "div", opMod: "mod",
}

// least and most stand for missing bounds.
const (
	least = math.MinInt64
	most  = math.MaxInt64
)

// formulas makes nodes, each once, simplified by constants and bounds. It counts them,
// and so knows when a conjunct must be given up, and why it was.
type formulas struct {
	known  map[string]*node
	count  int
	yes    *node
	no     *node
	vars   []*node
	failed string // why the present conjunct cannot be written
}

func newFormulas() *formulas {
	f := &formulas{known: map[string]*node{}}
	f.yes, f.no = f.make(&node{op: opTrue}), f.make(&node{op: opFalse})
	return f
}

func (f *formulas) make(n *node) *node {
	key := make([]byte, 0, 64)
	key = append(key, byte(n.op))
	if n.n != nil {
		key = n.n.Append(key, 16)
	}
	key = append(key, n.name...)
	for _, a := range n.args {
		key = append(strconv.AppendInt(key, int64(a.id), 36), ' ')
	}
	if old, ok := f.known[string(key)]; ok {
		return old
	}
	f.count++
	n.id = f.count
	f.known[string(key)] = n
	return n
}

func (f *formulas) truth(b bool) *node {
	if b {
		return f.yes
	}
	return f.no
}

func (f *formulas) big(n *big.Int) *node {
	out := &node{op: opNum, n: n, lo: least, hi: most}
	if n.IsInt64() {
		out.lo, out.hi = n.Int64(), n.Int64()
	}
	return f.make(out)
}

func (f *formulas) num(n int64) *node { return f.big(big.NewInt(n)) }

// boolean returns a fresh variable that is true or false.
func (f *formulas) boolean() *node {
	n := f.make(&node{op: opBoolVar, name: "b" + strconv.Itoa(len(f.vars))})
	f.vars = append(f.vars, n)
	return n
}

// integer returns a fresh integer variable with known bounds.
func (f *formulas) integer(lo, hi int64) *node {
	n := f.make(&node{op: opIntVar, name: "i" + strconv.Itoa(len(f.vars)), lo: lo, hi: hi})
	f.vars = append(f.vars, n)
	return n
}

func (f *formulas) not(a *node) *node {
	switch a.op {
	case opTrue:
		return f.no
	case opFalse:
		return f.yes
	case opNot:
		return a.args[0]
	}
	return f.make(&node{op: opNot, args: []*node{a}})
}

func (f *formulas) and(args ...*node) *node { return f.join(opAnd, f.yes, f.no, args) }
func (f *formulas) or(args ...*node) *node  { return f.join(opOr, f.no, f.yes, args) }

// join joins formulas by an operator with a neutral element (unit) and an absorbing one
// (zero).
func (f *formulas) join(o op, unit, zero *node, args []*node) *node {
	var out []*node
	for _, a := range args {
		switch {
		case a == unit:
		case a == zero:
			return zero
		case a.op == o:
			out = append(out, a.args...)
		default:
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b *node) int { return a.id - b.id })
	out = slices.Compact(out)
	for _, a := range out {
		if a.op == opNot {
			if _, both := slices.BinarySearchFunc(out, a.args[0], func(x, y *node) int { return x.id - y.id }); both {
				return zero
			}
		}
	}
	switch len(out) {
	case 0:
		return unit
	case 1:
		return out[0]
	}
	return f.make(&node{op: o, args: out})
}

func (f *formulas) implies(a, b *node) *node { return f.or(f.not(a), b) }

func (f *formulas) choose(c, a, b *node) *node {
	switch {
	case c == f.yes || a == b:
		return a
	case c == f.no:
		return b
	}
	return f.make(&node{op: opIte, args: []*node{c, a, b}, lo: min(a.lo, b.lo), hi: max(a.hi, b.hi)})
}

func (f *formulas) eq(a, b *node) *node {
	switch {
	case a == b:
		return f.yes
	case a.op == opNum && b.op == opNum, a.hi < b.lo, b.hi < a.lo:
		return f.no
	}
	if a.id > b.id {
		a, b = b, a
	}
	return f.make(&node{op: opEq, args: []*node{a, b}})
}

func (f *formulas) le(a, b *node) *node {
	switch {
	case a == b, a.hi != most && b.lo != least && a.hi <= b.lo:
		return f.yes
	case a.op == opNum && b.op == opNum:
		return f.truth(a.n.Cmp(b.n) <= 0)
	case a.lo != least && b.hi != most && a.lo > b.hi:
		return f.no
	}
	return f.make(&node{op: opLe, args: []*node{a, b}})
}

func (f *formulas) makeLess(a, b *node) *node { return f.not(f.le(b, a)) }

func (f *formulas) add(args ...*node) *node {
	sum := new(big.Int)
	var out []*node
	lo, hi := int64(0), int64(0)
	for _, a := range args {
		lo, hi = addBounds(lo, a.lo, least), addBounds(hi, a.hi, most)
		if a.op == opNum {
			sum.Add(sum, a.n)
			continue
		}
		out = append(out, a)
	}
	if len(out) == 0 {
		return f.big(sum)
	}
	if sum.Sign() != 0 {
		out = append(out, f.big(sum))
	}
	if len(out) == 1 {
		return out[0]
	}
	return f.make(&node{op: opAdd, args: out, lo: lo, hi: hi})
}

// addBounds adds bounds, where none stands for a missing bound.
func addBounds(a, b, none int64) int64 {
	if a == none || b == none || a > most/4 || b > most/4 || a < least/4 || b < least/4 {
		return none
	}
	return a + b
}

func (f *formulas) neg(a *node) *node { return f.mul(f.num(-1), a) }

func (f *formulas) mul(a, b *node) *node {
	if b.op == opNum {
		a, b = b, a
	}
	if a.op == opNum {
		switch {
		case b.op == opNum:
			return f.big(new(big.Int).Mul(a.n, b.n))
		case a.n.Sign() == 0:
			return a
		case a.n.IsInt64() && a.n.Int64() == 1:
			return b
		}
	}
	out := &node{op: opMul, args: []*node{a, b}, lo: least, hi: most}
	small := func(n int64) bool { return n > -1<<30 && n < 1<<30 }
	if small(a.lo) && small(a.hi) && small(b.lo) && small(b.hi) {
		out.lo = min(a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi)
		out.hi = max(a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi)
	}
	return f.make(out)
}

// divide returns quotient and remainder, rounded down, for a divisor that is
// not 0.
func (f *formulas) divide(a, b *node) (quotient, remainder *node) {
	zero := f.num(0)
	if a.op == opNum && b.op == opNum && b.n.Sign() != 0 {
		q, r := new(big.Int).QuoRem(a.n, b.n, new(big.Int))
		if r.Sign() != 0 && r.Sign() != b.n.Sign() {
			q.Sub(q, big.NewInt(1))
			r.Add(r, b.n)
		}
		return f.big(q), f.big(r)
	}
	positive := f.makeLess(zero, b)
	// SMT-LIB rounds down where the divisor is positive.
	over := func(x, y *node) *node { return f.make(&node{op: opDiv, args: []*node{x, y}, lo: least, hi: most}) }
	rest := func(x, y *node) *node {
		out := &node{op: opMod, args: []*node{x, y}, lo: least, hi: most}
		if y.lo > 0 {
			out.lo = 0
			if y.hi != most {
				out.hi = y.hi - 1
			}
		}
		return f.make(out)
	}
	if positive == f.yes {
		return over(a, b), rest(a, b)
	}
	q := f.choose(positive, over(a, b), over(f.neg(a), f.neg(b)))
	r := f.choose(positive, rest(a, b), f.neg(rest(f.neg(a), f.neg(b))))
	return q, r
}

// fail records why the present conjunct cannot be written; the first reason is kept.
func (f *formulas) fail(format string, args ...any) {
	if f.failed == "" {
		f.failed = fmt.Sprintf(format, args...)
	}
}

// isGivenUp tells whether the present conjunct was given up.
func (f *formulas) isGivenUp() bool {
	if f.count > maxNodes {
		f.fail("more than %d formulas", maxNodes)
	}
	return f.failed != ""
}

// write appends a node in SMT-LIB. Nodes in names are written by their names.
func (n *node) write(b *strings.Builder, names map[*node]string) {
	if name, ok := names[n]; ok {
		b.WriteString(name)
		return
	}
	n.writeWhole(b, names)
}

func (n *node) writeWhole(b *strings.Builder, names map[*node]string) {
	switch n.op {
	case opBoolVar, opIntVar:
		b.WriteString(n.name)
		return
	case opNum:
		if n.n.Sign() < 0 {
			b.WriteString("(- " + new(big.Int).Neg(n.n).String() + ")")
			return
		}
		b.WriteString(n.n.String())
		return
	case opTrue, opFalse:
		b.WriteString(spelled[n.op])
		return
	}
	b.WriteString("(" + spelled[n.op])
	for _, a := range n.args {
		b.WriteByte(' ')
		a.write(b, names)
	}
	b.WriteByte(')')
}

// sort returns the sort of a node.
func (n *node) sort() string {
	switch n.op {
	case opNum, opIntVar, opIte, opAdd, opMul, opDiv, opMod:
		return "Int"
	}
	return "Bool"
}
