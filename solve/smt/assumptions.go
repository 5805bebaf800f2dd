package smt

import "fmt"

// assumptions are the bounds on which the formulas depend besides the predicate: ranges
// of integers and sizes of collections, those that can be lifted and those that cannot,
// with their owners.
type assumptions struct {
	spans  map[*node]span
	leant  map[string]bool // the variables whose bounds by the predicate the formulas depend on
	limits []limit         // the bounds that can be lifted
	cuts   []cut           // the bounds that cannot be lifted
	owner  string          // the owner of cuts that are made now
}

// limit is a bound of the scope that can be lifted.
type limit struct {
	is   *node
	text string
}

// cut is a bound on which the formulas depend. Its owner is a variable of the problem,
// or a conjunct.
type cut struct {
	owner  string
	scoped bool
	text   string
}

// span is the range of a variable's integer: by its scope, or by the predicate.
type span struct {
	lo, hi int64
	name   string
	scoped bool
}

// cut records a bound that cannot be lifted.
func (a *assumptions) cut(scoped bool, format string, args ...any) {
	a.cuts = append(a.cuts, cut{a.owner, scoped, fmt.Sprintf(format, args...)})
}

// rangeOf returns the range of an integer, and the bounds on which that depends.
func (as *assumptions) rangeOf(n *node) (lo, hi int64, leans []span) {
	lo, hi = n.lo, n.hi
	if sp, ok := as.spans[n]; ok {
		return max(lo, sp.lo), min(hi, sp.hi), []span{sp}
	}
	if lo != least && hi != most {
		return lo, hi, nil
	}
	switch n.op {
	case opAdd:
		lo, hi = 0, 0
		for _, a := range n.args {
			x, y, more := as.rangeOf(a)
			lo, hi, leans = addBounds(lo, x, least), addBounds(hi, y, most), append(leans, more...)
		}
	case opIte:
		x, y, some := as.rangeOf(n.args[1])
		z, w, more := as.rangeOf(n.args[2])
		return max(lo, min(x, z)), min(hi, max(y, w)), append(some, more...)
	case opMul:
		if a := n.args[0]; a.op == opNum && a.lo == -1 {
			x, y, some := as.rangeOf(n.args[1])
			return minus(y), minus(x), some
		}
	}
	return max(lo, n.lo), min(hi, n.hi), leans
}

// leanOn returns the range of an integer, and records the bounds on which that depends.
func (a *assumptions) leanOn(n *node) (lo, hi int64) {
	lo, hi, leans := a.rangeOf(n)
	for _, sp := range leans {
		if !sp.scoped {
			a.leant[sp.name] = true
			continue
		}
		owner := a.owner
		a.owner = sp.name
		a.cut(true, "%s: int=%d..%d", sp.name, sp.lo, sp.hi)
		a.owner = owner
	}
	return lo, hi
}

// minus returns the negation of a bound.
func minus(n int64) int64 {
	switch n {
	case least:
		return most
	case most:
		return least
	}
	return -n
}
