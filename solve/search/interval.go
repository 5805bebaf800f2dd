package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/meaning"
	"github.com/ttf-int/ttf-int/zed/value"
)

// quantity is an integer term in the form that propagation uses: the value of a
// variable, the size of a variable's value, sums and other combinations of these, or an
// opaque term, which is used once its value is known.
type quantity struct {
	kind  quantityKind
	n     int64
	slot  int
	term  use
	whole bool // of an opaque term: it is not negative
	args  []*quantity
}

type quantityKind uint8

const (
	number     quantityKind = iota // n
	valueOf                        // the integer in a slot
	sizeOf                         // the number of elements of the value in a slot
	sum                            // of the arguments
	multiple                       // n times the argument
	product                        // of the arguments
	quotient                       // the argument div n, n > 0
	remainder                      // the argument mod n, n > 0
	opaqueTerm                     // the value of a term
)

// comparison is a conjunct left op right between quantities.
type comparison struct {
	op          zed.Operator // = ≠ < ≤
	left, right *quantity
	conjunct    int
	within      *conjunct // of an instance: the conjunct that it is of
}

// quantity reads an integer term.
func (b *builder) quantity(e zed.Expr, in *scope) *quantity {
	switch e := e.(type) {
	case *zed.Num:
		if e.Value != nil && e.Value.IsInt64() && abs(e.Value.Int64()) < infinite {
			return &quantity{kind: number, n: e.Value.Int64()}
		}
	case *zed.Ref:
		if i, ok := b.lookup(e.Name, in); ok && b.p.slots[i].unknown && e.Kind != zed.Constant {
			return &quantity{kind: valueOf, slot: i}
		}
	case *zed.Op:
		switch {
		case e.Op == zed.Plus && len(e.Args) == 2:
			return &quantity{kind: sum, args: []*quantity{b.quantity(e.Args[0], in), b.quantity(e.Args[1], in)}}
		case e.Op == zed.Subtract && len(e.Args) == 2:
			return &quantity{kind: sum, args: []*quantity{b.quantity(e.Args[0], in),
				b.quantity(e.Args[1], in).negate()}}
		case e.Op == zed.Negate:
			return b.quantity(e.Args[0], in).negate()
		case e.Op == zed.Times && len(e.Args) == 2:
			for i, a := range e.Args {
				if q := b.quantity(a, in); q.kind == number && q.n != 0 {
					return &quantity{kind: multiple, n: q.n, args: []*quantity{b.quantity(e.Args[1-i], in)}}
				}
			}
			return &quantity{kind: product, args: []*quantity{b.quantity(e.Args[0], in), b.quantity(e.Args[1], in)}}
		case (e.Op == zed.Div || e.Op == zed.Mod) && len(e.Args) == 2:
			kind := quotient
			if e.Op == zed.Mod {
				kind = remainder
			}
			if q := b.quantity(e.Args[1], in); q.kind == number && q.n != 0 {
				return b.quantity(e.Args[0], in).divide(kind, q.n)
			}
		case e.Op == zed.Card:
			return b.size(e.Args[0], in)
		}
		if meant, ok := meaning.Expand(e); ok {
			return b.quantity(meant, in)
		}
	}
	return &quantity{kind: opaqueTerm, term: b.use(e, in)}
}

// negate returns the quantity times −1.
func (q *quantity) negate() *quantity {
	if q.kind == number {
		return &quantity{kind: number, n: -q.n}
	}
	return &quantity{kind: multiple, n: -1, args: []*quantity{q}}
}

// divide returns the quantity's quotient or remainder by n, which is not 0. Quotients are
// rounded towards minus infinity, so that x div −n is −x div n, and x mod −n is
// −(−x mod n).
func (q *quantity) divide(kind quantityKind, n int64) *quantity {
	if n > 0 {
		return &quantity{kind: kind, n: n, args: []*quantity{q}}
	}
	out := q.negate().divide(kind, -n)
	if kind == remainder {
		out = out.negate()
	}
	return out
}

// size reads the number of elements of a set-valued term. It must be exact:
// where it would only be a bound, the term stays opaque.
func (b *builder) size(e zed.Expr, in *scope) *quantity {
	switch e := e.(type) {
	case *zed.Ref:
		if i, ok := b.lookup(e.Name, in); ok && b.p.slots[i].unknown {
			return &quantity{kind: sizeOf, slot: i}
		}
	case *zed.SeqExt:
		return &quantity{kind: number, n: int64(len(e.Elems))}
	case *zed.SetExt:
		if len(e.Elems) < 2 {
			return &quantity{kind: number, n: int64(len(e.Elems))}
		}
	case *zed.Op:
		switch e.Op {
		case zed.EmptySet:
			return &quantity{kind: number}
		case zed.Cat:
			return &quantity{kind: sum, args: []*quantity{b.size(e.Args[0], in), b.size(e.Args[1], in)}}
		case zed.Rev, zed.Inverse:
			return b.size(e.Args[0], in)
		case zed.Tail, zed.Front:
			return &quantity{kind: sum, args: []*quantity{b.size(e.Args[0], in), {kind: number, n: -1}}}
		case zed.Dom:
			if isListed(e.Args[0].Typ()) {
				return b.size(e.Args[0], in)
			}
		}
	}
	card := &zed.Op{Info: zed.Info{Span: e.At(), Type: zed.IntType{}}, Op: zed.Card, Args: []zed.Expr{e}}
	return &quantity{kind: opaqueTerm, term: b.use(card, in), whole: true}
}

func isListed(t zed.Type) bool {
	p, ok := t.(zed.PowerType)
	return ok && p.List
}

// bounds are the results of propagation: for each hole the range of its value, or its
// only value, and for each variable the range of its size.
type bounds struct {
	s           *search
	value, size []interval
	forced      map[int]known
	terms       map[*quantity]*quantity // what terms come to
	links       links
}

// known is the value that a conjunct, which has an index, says that a hole has.
type known struct {
	value    value.Value
	conjunct int
}

// isSettled tells whether at most one value is left for a hole.
func (b *bounds) isSettled(h int) bool {
	_, forced := b.forced[h]
	return forced || b.value[h].lo >= b.value[h].hi
}

// resetBounds returns the bounds with nothing propagated. They are overwritten when they
// are asked for again.
func (s *search) resetBounds() *bounds {
	n := len(s.p.slots)
	b := &s.ranges
	b.s = s
	b.value, b.size = slices.Grow(b.value[:0], len(s.holes))[:len(s.holes)], slices.Grow(b.size[:0], n)[:n]
	clear(b.terms)
	clear(b.forced)
	b.links.made = false
	for i := range s.holes {
		b.value[i] = everything
		v := s.holes[i].value
		if i < n {
			v = s.frame[i]
			b.size[i] = interval{0, infinite}
		} else if !s.holes[i].filled {
			b.value[i] = s.scopeRange(i)
			continue
		}
		switch v.Kind() {
		case value.Int:
			if k, ok := v.Int(); ok {
				b.value[i] = point(k)
			}
		case value.Set, value.Seq:
			if i < n {
				b.size[i] = point(int64(v.Len()))
			}
		case value.Hole:
			b.value[i] = s.scopeRange(i)
		}
	}
	return b
}

// scopeRange returns the range to which the scope alone restricts an open hole.
func (s *search) scopeRange(h int) interval {
	if _, number := s.holes[h].typ.(zed.IntType); s.patient && number && s.p.slots[s.holes[h].slot].scoped {
		return interval{s.scope.IntMin, s.scope.IntMax}
	}
	return everything
}

// maxRounds is the largest number of passes of propagation. A chain of n inequalities
// needs n passes, and x < y ∧ y < x would go on forever.
const maxRounds = 24

// propagate narrows the ranges until nothing changes. Where no values are left it
// returns why.
func (b *bounds) propagate(pending []waiting) *failure {
	for _, w := range pending {
		if w.at == nil || w.at.forces == nil {
			continue
		}
		f := w.at.forces
		if before, ok := b.forced[f.hole]; ok && !before.value.Equal(f.value) {
			out := &failure{vars: b.restOfForced(before), conjunct: w.index}
			out.vars.add(b.restOfForced(known{conjunct: w.index}))
			return out
		}
		if b.forced == nil {
			b.forced = map[int]known{}
		}
		b.forced[f.hole] = known{f.value, w.index}
	}
	for round := range maxRounds {
		changed := false
		for i := range b.s.p.intervals {
			if c := &b.s.p.intervals[i]; !b.compare(c, &changed) {
				return &failure{vars: b.restOfFailure(c, pending), conjunct: c.conjunct}
			}
		}
		for i := range b.s.bounds {
			if c := &b.s.bounds[i]; !b.compare(c, &changed) {
				return &failure{vars: b.restOfFailure(c, pending), conjunct: -1}
			}
		}
		for i := range pending {
			if round%2 == 1 {
				i = len(pending) - 1 - i // chains run both ways
			}
			w := &pending[i]
			if w.at != nil && w.at.says != nil && !b.compare(w.at.says, &changed) {
				return &failure{vars: b.restOfFailure(w.at.says, pending), conjunct: w.index}
			}
		}
		if !changed {
			break
		}
	}
	return nil
}

// restOfForced returns on which decided variables it rests that a hole has one value.
func (b *bounds) restOfForced(k known) choices { return b.s.mask(b.s.p.conjuncts[k.conjunct].slots) }

// compare narrows the two sides of a comparison; it tells whether any values are
// left.
func (b *bounds) compare(c *comparison, changed *bool) bool {
	left, right := b.rangeOf(c.left).clip(), b.rangeOf(c.right).clip()
	newLeft, newRight := left, right
	switch c.op {
	case zed.Equal:
		newLeft = left.meet(right)
		newRight = newLeft
	case zed.LessEq:
		newLeft.hi, newRight.lo = min(left.hi, right.hi), max(right.lo, left.lo)
	case zed.Less:
		if right.hi < infinite {
			newLeft.hi = min(left.hi, right.hi-1)
		}
		if left.lo > -infinite {
			newRight.lo = max(right.lo, left.lo+1)
		}
	case zed.NotEqual:
		newLeft, newRight = exclude(left, right), exclude(right, left)
	}
	newLeft, newRight = newLeft.clip(), newRight.clip()
	if newLeft.isEmpty() || newRight.isEmpty() {
		return false
	}
	if newLeft != left && b.narrow(c.left, newLeft) {
		*changed = true
	}
	if newRight != right && b.narrow(c.right, newRight) {
		*changed = true
	}
	return true
}

// look returns what an opaque term comes to: a number, a hole, or itself.
func (b *bounds) look(q *quantity) *quantity {
	if q.term.atom == nil {
		return q
	}
	known, ok := b.terms[q]
	if !ok {
		if known = b.s.resolve(q); b.terms == nil {
			b.terms = map[*quantity]*quantity{}
		}
		b.terms[q] = known
	}
	return known
}

// exclude takes the one value of other off the ends of i.
func exclude(i, other interval) interval {
	if other.lo != other.hi {
		return i
	}
	if i.lo == other.lo {
		i.lo++
	}
	if i.hi == other.lo {
		i.hi--
	}
	return i
}

func (b *bounds) rangeOf(q *quantity) interval {
	switch q.kind {
	case number:
		return point(q.n)
	case valueOf:
		return b.value[q.slot]
	case sizeOf:
		return b.size[q.slot]
	case sum:
		return b.rangeOf(q.args[0]).add(b.rangeOf(q.args[1]))
	case multiple:
		return b.rangeOf(q.args[0]).times(q.n)
	case product:
		if q.isSquare() {
			return b.rangeOf(q.args[0]).square()
		}
		return b.rangeOf(q.args[0]).product(b.rangeOf(q.args[1]))
	case quotient:
		return b.rangeOf(q.args[0]).divideBy(q.n)
	case remainder:
		return b.rangeOf(q.args[0]).modulo(q.n)
	}
	if known := b.look(q); known.kind != opaqueTerm {
		return b.rangeOf(known)
	}
	if q.whole {
		return interval{0, infinite}
	}
	return everything
}

// narrow carries a range down to the variables; it tells whether one changed.
func (b *bounds) narrow(q *quantity, to interval) bool {
	at := b.value
	switch q.kind {
	case sum:
		left, right := b.rangeOf(q.args[0]), b.rangeOf(q.args[1])
		changed := b.narrow(q.args[0], left.meet(to.add(right.neg())))
		return b.narrow(q.args[1], right.meet(to.add(left.neg()))) || changed
	case multiple:
		return b.narrow(q.args[0], b.rangeOf(q.args[0]).meet(to.divide(q.n)))
	case product, quotient, remainder:
		return b.narrowFactors(q, to)
	case sizeOf:
		at = b.size
	case opaqueTerm:
		known := b.look(q)
		return known.kind == valueOf && b.narrow(known, to)
	case number:
		return false
	}
	was := at[q.slot]
	at[q.slot] = was.meet(to)
	return at[q.slot] != was
}

// isSquare tells whether a product is of a variable with itself.
func (q *quantity) isSquare() bool {
	a, b := q.args[0], q.args[1]
	return a.kind == b.kind && a.slot == b.slot && (a.kind == valueOf || a.kind == sizeOf)
}

// narrowFactors carries the range of a product, a quotient or a remainder down
// to what it is of.
func (b *bounds) narrowFactors(q *quantity, to interval) bool {
	first := b.rangeOf(q.args[0])
	switch {
	case q.kind == quotient:
		return b.narrow(q.args[0], first.meet(to.dividends(q.n)))
	case q.kind == remainder:
		return b.narrow(q.args[0], first.trim(to, q.n))
	case q.isSquare():
		return b.narrow(q.args[0], first.roots(to))
	}
	second := b.rangeOf(q.args[1])
	changed := b.narrow(q.args[0], first.meet(to.factors(second)))
	return b.narrow(q.args[1], second.meet(to.factors(first))) || changed
}
