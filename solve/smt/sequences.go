package smt

import (
	"github.com/ttf-int/ttf-int/zed"
)

// sequences writes the operators on sequences, for operands that are written already.
// Sequences are lengths with items; a set of pairs that is used as a sequence is
// converted.
type sequences struct {
	f    *formulas
	vals *values
	rels *relations
}

// asSequence returns a set of pairs as a sequence, and when it is one.
func (sq *sequences) asSequence(s *sym) (*sym, *node) {
	if s.kind == sequence {
		return s, sq.f.yes
	}
	t, ok := s.typ.(zed.PowerType)
	if !ok {
		return s, sq.f.no
	}
	elem := sq.itemType(t)
	size := sq.vals.size(s)
	out := sym{typ: t, kind: sequence, def: s.def, num: size}
	is := []*node{sq.rels.isFunctional(s)}
	for _, y := range s.elems {
		at := y.v.parts[0].num
		is = append(is, sq.f.implies(y.in, sq.f.and(sq.f.le(sq.f.num(1), at), sq.f.le(at, size))))
	}
	for i := range s.elems {
		out.parts = append(out.parts, sq.vals.withoutPresence(sq.rels.image(s, sq.vals.int(sq.f.num(int64(i+1))),
			elem)))
	}
	return sq.vals.sym(out), sq.f.and(is...)
}

// itemType returns the type of the items of a sequence.
func (sq *sequences) itemType(t zed.Type) zed.Type {
	if p, ok := t.(zed.PowerType); ok {
		if pair, ok := p.Elem.(zed.ProductType); ok && len(pair.Elems) == 2 {
			return pair.Elems[1]
		}
	}
	sq.f.fail("a sequence of type %s", t)
	return zed.IntType{}
}

// pack returns the sequence of the second components of some of the pairs of a
// sequence, in their order.
func (sq *sequences) pack(t zed.Type, left []entry) *sym {
	count := sq.f.num(0)
	items := make([]*sym, len(left))
	for i := range items {
		items[i] = left[i].v.parts[1]
	}
	// ranks[i] is the place that the pair takes where it is left.
	ranks := make([]*node, len(left))
	for i, y := range left {
		count = sq.f.add(count, sq.f.choose(y.in, sq.f.num(1), sq.f.num(0)))
		ranks[i] = count
	}
	out := make([]*sym, len(left))
	for place := range out {
		v := items[len(items)-1]
		for i := len(left) - 1; i >= place; i-- {
			v = sq.vals.pick(sq.f.and(left[i].in, sq.f.eq(ranks[i], sq.f.num(int64(place+1)))), items[i], v)
		}
		out[place] = v
	}
	return sq.vals.seqOf(t, count, out)
}

// item returns the item of a sequence at a place from 1, which it is known to
// have.
func (sq *sequences) item(s *sym, at *node) *sym {
	out := s.parts[len(s.parts)-1]
	for i := len(s.parts) - 2; i >= 0; i-- {
		out = sq.vals.pick(sq.f.eq(at, sq.f.num(int64(i+1))), s.parts[i], out)
	}
	return out
}

// encodeSequential returns the value of an operator on sequences; nil for other operators.
func (sq *sequences) encodeSequential(x *zed.Op, args []*sym) *sym {
	switch x.Op {
	case zed.Squash:
		if args[0].kind == sequence {
			return args[0]
		}
		return sq.squash(x, args[0])
	case zed.DistCat:
		return sq.flatten(x, args[0])
	case zed.Cat, zed.Rev, zed.Head, zed.Last, zed.Tail, zed.Front:
	default:
		return nil
	}
	s, is := sq.asSequence(args[0])
	switch x.Op {
	case zed.Cat:
		t, too := sq.asSequence(args[1])
		return sq.vals.restrictTo(sq.concatenate(x.Type, s, t), is, too)
	case zed.Rev:
		out := make([]*sym, len(s.parts))
		for i := range out {
			out[i] = sq.item(s, sq.f.add(s.num, sq.f.num(int64(-i))))
		}
		return sq.vals.restrictTo(sq.vals.seqOf(x.Type, s.num, out), is)
	}
	if len(s.parts) == 0 {
		return sq.vals.restrictTo(sq.vals.newDummy(typeOf(x)), sq.f.no)
	}
	filled := sq.f.makeLess(sq.f.num(0), s.num)
	rest := sq.f.choose(filled, sq.f.add(s.num, sq.f.num(-1)), sq.f.num(0))
	var out *sym
	switch x.Op {
	case zed.Head:
		out = s.parts[0]
	case zed.Last:
		out = sq.item(s, s.num)
	case zed.Tail:
		out = sq.vals.seqOf(x.Type, rest, s.parts[1:])
	default:
		out = sq.vals.seqOf(x.Type, rest, s.parts[:len(s.parts)-1])
	}
	return sq.vals.restrictTo(out, is, filled)
}

// concatenate returns s ⌢ t.
func (sq *sequences) concatenate(t zed.Type, a, b *sym) *sym {
	n := sq.f.add(a.num, b.num)
	if len(b.parts) == 0 {
		return sq.vals.seqOf(t, a.num, a.parts)
	}
	out := make([]*sym, 0, len(a.parts)+len(b.parts))
	for i := range cap(out) {
		at := sq.f.num(int64(i + 1))
		var v *sym
		if i-len(a.parts)+1 > 0 || a.num.lo <= int64(i) {
			v = sq.item(b, sq.f.add(at, sq.f.neg(a.num)))
		}
		if i < len(a.parts) {
			if v == nil {
				v = a.parts[i]
			} else {
				v = sq.vals.pick(sq.f.le(at, a.num), a.parts[i], v)
			}
		}
		out = append(out, v)
	}
	return sq.vals.seqOf(t, n, out)
}

// squash returns squash f of a function on integers.
func (sq *sequences) squash(x *zed.Op, f *sym) *sym {
	elem := sq.itemType(f.typ)
	if len(f.elems) == 0 {
		return sq.vals.seqOf(x.Type, sq.f.num(0), nil)
	}
	// The rank of a pair is the number of pairs up to it.
	out := make([]*sym, len(f.elems))
	for place := range out {
		v := sq.vals.newDummy(elem)
		if len(f.elems) > 0 {
			v = f.elems[0].v.parts[1]
		}
		for _, y := range f.elems {
			var rank []*node
			for _, z := range f.elems {
				upTo := sq.f.and(z.in, sq.f.le(z.v.parts[0].num, y.v.parts[0].num))
				rank = append(rank, sq.f.choose(upTo, sq.f.num(1), sq.f.num(0)))
			}
			v = sq.vals.pick(sq.f.and(y.in, sq.f.eq(sq.f.add(rank...), sq.f.num(int64(place+1)))), y.v.parts[1], v)
		}
		out[place] = v
	}
	if !f.distinct {
		sq.f.fail("squash of a relation that may repeat pairs")
	}
	return sq.vals.restrictTo(sq.vals.seqOf(x.Type, sq.vals.size(f), out), sq.rels.isFunctional(f))
}

// flatten returns ⌢/ of a sequence of sequences.
func (sq *sequences) flatten(x *zed.Op, s *sym) *sym {
	s, is := sq.asSequence(s)
	out := sq.vals.seqOf(x.Type, sq.f.num(0), nil)
	defs := []*node{is}
	for _, y := range sq.vals.elements(s) {
		inner, too := sq.asSequence(y.v.parts[1])
		defs = append(defs, sq.f.implies(y.in, too))
		none := sq.vals.seqOf(x.Type, sq.f.num(0), nil)
		out = sq.concatenate(x.Type, out, sq.vals.pick(y.in, inner, none))
	}
	return sq.vals.restrictTo(out, defs...)
}

// infix returns when a sequence occurs at the beginning, at the end, or anywhere in
// another.
func (sq *sequences) infix(o zed.Operator, a, b *sym) *node {
	s, is := sq.asSequence(a)
	t, too := sq.asSequence(b)
	var out []*node
	for start := range len(t.parts) + 1 {
		same := []*node{sq.f.le(sq.f.add(s.num, sq.f.num(int64(start))), t.num)}
		for i, x := range s.parts {
			in := sq.f.le(sq.f.num(int64(i+1)), s.num)
			if start+i >= len(t.parts) {
				same = append(same, sq.f.not(in))
				break
			}
			same = append(same, sq.f.implies(in, sq.vals.equal(x, t.parts[start+i])))
		}
		if o == zed.Suffix {
			same = append(same, sq.f.eq(sq.f.add(s.num, sq.f.num(int64(start))), t.num))
		}
		out = append(out, sq.f.and(same...))
		if o == zed.Prefix {
			break
		}
	}
	return sq.f.and(is, too, sq.f.or(out...))
}
