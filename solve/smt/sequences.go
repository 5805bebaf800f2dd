package smt

import (
	"github.com/ttf-int/ttf-int/zed"
)

// asSequence returns a set of pairs as a sequence, and when it is one.
func (e *encoder) asSequence(s *sym) (*sym, *node) {
	if s.kind == sequence {
		return s, e.yes
	}
	t, ok := s.typ.(zed.PowerType)
	if !ok {
		return s, e.no
	}
	elem := e.itemType(t)
	size := e.size(s)
	out := sym{typ: t, kind: sequence, def: s.def, num: size}
	is := []*node{e.functional(s)}
	for _, y := range s.elems {
		at := y.v.parts[0].num
		is = append(is, e.implies(y.in, e.and(e.le(e.num(1), at), e.le(at, size))))
	}
	for i := range s.elems {
		out.parts = append(out.parts, e.bare(e.image(s, e.int(e.num(int64(i+1))), elem)))
	}
	return e.sym(out), e.and(is...)
}

// itemType is the type of the items of a sequence.
func (e *encoder) itemType(t zed.Type) zed.Type {
	if p, ok := t.(zed.PowerType); ok {
		if pair, ok := p.Elem.(zed.ProductType); ok && len(pair.Elems) == 2 {
			return pair.Elems[1]
		}
	}
	e.fail("a sequence of type %s", t)
	return zed.IntType{}
}

// packed is the sequence of the second parts of the pairs of a sequence that
// are left, in their order.
func (e *encoder) packed(t zed.Type, left []entry) *sym {
	count := e.num(0)
	items := make([]*sym, len(left))
	for i := range items {
		items[i] = left[i].v.parts[1]
	}
	// ranks[i] is the place that the pair takes where it is left.
	ranks := make([]*node, len(left))
	for i, y := range left {
		count = e.add(count, e.choose(y.in, e.num(1), e.num(0)))
		ranks[i] = count
	}
	out := make([]*sym, len(left))
	for place := range out {
		v := items[len(items)-1]
		for i := len(left) - 1; i >= place; i-- {
			v = e.pick(e.and(left[i].in, e.eq(ranks[i], e.num(int64(place+1)))), items[i], v)
		}
		out[place] = v
	}
	return e.seqOf(t, count, out)
}

// item returns the item of a sequence at a place from 1, which it is known to
// have.
func (e *encoder) item(s *sym, at *node) *sym {
	out := s.parts[len(s.parts)-1]
	for i := len(s.parts) - 2; i >= 0; i-- {
		out = e.pick(e.eq(at, e.num(int64(i+1))), s.parts[i], out)
	}
	return out
}

// sequential is an operator on sequences; nil for others.
func (e *encoder) sequential(x *zed.Op, args []*sym) *sym {
	switch x.Op {
	case zed.Squash:
		if args[0].kind == sequence {
			return args[0]
		}
		return e.squashed(x, args[0])
	case zed.DistCat:
		return e.flattened(x, args[0])
	case zed.Cat, zed.Rev, zed.Head, zed.Last, zed.Tail, zed.Front:
	default:
		return nil
	}
	s, is := e.asSequence(args[0])
	switch x.Op {
	case zed.Cat:
		t, too := e.asSequence(args[1])
		return e.when(e.joined(x.Type, s, t), is, too)
	case zed.Rev:
		out := make([]*sym, len(s.parts))
		for i := range out {
			out[i] = e.item(s, e.add(s.num, e.num(int64(-i))))
		}
		return e.when(e.seqOf(x.Type, s.num, out), is)
	}
	if len(s.parts) == 0 {
		return e.when(e.dummy(typeOf(x)), e.no)
	}
	filled := e.less(e.num(0), s.num)
	rest := e.choose(filled, e.add(s.num, e.num(-1)), e.num(0))
	var out *sym
	switch x.Op {
	case zed.Head:
		out = s.parts[0]
	case zed.Last:
		out = e.item(s, s.num)
	case zed.Tail:
		out = e.seqOf(x.Type, rest, s.parts[1:])
	default:
		out = e.seqOf(x.Type, rest, s.parts[:len(s.parts)-1])
	}
	return e.when(out, is, filled)
}

// joined is s ⌢ t.
func (e *encoder) joined(t zed.Type, a, b *sym) *sym {
	n := e.add(a.num, b.num)
	if len(b.parts) == 0 {
		return e.seqOf(t, a.num, a.parts)
	}
	out := make([]*sym, 0, len(a.parts)+len(b.parts))
	for i := range cap(out) {
		at := e.num(int64(i + 1))
		var v *sym
		if i-len(a.parts)+1 > 0 || a.num.lo <= int64(i) {
			v = e.item(b, e.add(at, e.neg(a.num)))
		}
		if i < len(a.parts) {
			if v == nil {
				v = a.parts[i]
			} else {
				v = e.pick(e.le(at, a.num), a.parts[i], v)
			}
		}
		out = append(out, v)
	}
	return e.seqOf(t, n, out)
}

// squashed is squash of a function on integers.
func (e *encoder) squashed(x *zed.Op, f *sym) *sym {
	elem := e.itemType(f.typ)
	if len(f.elems) == 0 {
		return e.seqOf(x.Type, e.num(0), nil)
	}
	// The rank of a pair is the number of pairs up to it.
	out := make([]*sym, len(f.elems))
	for place := range out {
		v := e.dummy(elem)
		if len(f.elems) > 0 {
			v = f.elems[0].v.parts[1]
		}
		for _, y := range f.elems {
			var rank []*node
			for _, z := range f.elems {
				rank = append(rank, e.choose(e.and(z.in, e.le(z.v.parts[0].num, y.v.parts[0].num)), e.num(1), e.num(0)))
			}
			v = e.pick(e.and(y.in, e.eq(e.add(rank...), e.num(int64(place+1)))), y.v.parts[1], v)
		}
		out[place] = v
	}
	if !f.distinct {
		e.fail("squash of a relation that may repeat pairs")
	}
	return e.when(e.seqOf(x.Type, e.size(f), out), e.functional(f))
}

// flattened is ⌢/ of a sequence of sequences.
func (e *encoder) flattened(x *zed.Op, s *sym) *sym {
	s, is := e.asSequence(s)
	out := e.seqOf(x.Type, e.num(0), nil)
	defs := []*node{is}
	for _, y := range e.elements(s) {
		inner, too := e.asSequence(y.v.parts[1])
		defs = append(defs, e.implies(y.in, too))
		none := e.seqOf(x.Type, e.num(0), nil)
		out = e.joined(x.Type, out, e.pick(y.in, inner, none))
	}
	return e.when(out, defs...)
}

// infix is when a sequence stands at the beginning, at the end, or somewhere in
// another.
func (e *encoder) infix(o zed.Operator, a, b *sym) *node {
	s, is := e.asSequence(a)
	t, too := e.asSequence(b)
	var out []*node
	for start := range len(t.parts) + 1 {
		same := []*node{e.le(e.add(s.num, e.num(int64(start))), t.num)}
		for i, x := range s.parts {
			in := e.le(e.num(int64(i+1)), s.num)
			if start+i >= len(t.parts) {
				same = append(same, e.not(in))
				break
			}
			same = append(same, e.implies(in, e.equal(x, t.parts[start+i])))
		}
		if o == zed.Suffix {
			same = append(same, e.eq(e.add(s.num, e.num(int64(start))), t.num))
		}
		out = append(out, e.and(same...))
		if o == zed.Prefix {
			break
		}
	}
	return e.and(is, too, e.or(out...))
}
