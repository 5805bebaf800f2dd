package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// relations compile relations that cannot be built as what is asked for images, and the
// operators that make sets of such relations.
type relations struct {
	root        expressions
	definitions *definitions
	texts       *texts
}

// images computes what a relation relates a value without holes to.
type images func(m *machine, x value.Value) ([]value.Value, bool)

// imagesOf compiles a relation that cannot be built, by its form; nil for others.
func (c *relations) imagesOf(e zed.Expr) images {
	switch e := e.(type) {
	case *zed.Ref:
		return c.imagesOfName(e)
	case *zed.Comp:
		return c.imagesOfComp(e)
	case *zed.Op:
		return c.imagesOfOp(e)
	}
	return nil
}

// imagesOfName compiles constructors, and the functions that axioms define.
func (c *relations) imagesOfName(e *zed.Ref) images {
	if name, ok := constructor(e); ok {
		return c.imagesOfCtor(name)
	}
	if c.definitions.resolving[e.Name] {
		return nil
	}
	if x := c.definitions.resolved(e); x != e {
		defer c.definitions.enter(e.Name)()
		return c.root.images(x)
	}
	f := c.definitions.function(e)
	if f == nil {
		return nil
	}
	var in membership
	everywhere := false
	if o, ok := f.def.Set.(*zed.Op); ok && toolkit.IsArrow(o.Op) {
		if !c.definitions.endless(o.Args[0]) {
			return nil
		}
		in, everywhere = c.root.member(o.Args[0]), toolkit.HasTotalFunctions(o.Op)
	}
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		if in != nil {
			if t := in(m, x); t != True {
				return m.none(t)
			}
		}
		y, ok := f.call(m, e, f.compiled(), x)
		switch {
		case ok:
			return []value.Value{y}, true
		case everywhere || m.fail == Unknown || m.reason.Infinite || m.reason.Term != e:
			return nil, false
		}
		return nil, true
	}
}

// none returns no images where a test failed, and fails where it was not
// decided.
func (m *machine) none(t Truth) ([]value.Value, bool) {
	if t > True {
		m.fail = t
	}
	return nil, t == False
}

func (c *relations) imagesOfCtor(name string) images {
	set := c.definitions.ctors[name]
	if set == nil || !c.definitions.endless(set) {
		return nil
	}
	in := c.root.member(set)
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		if t := in(m, x); t != True {
			return m.none(t)
		}
		return []value.Value{value.OfCtor(name, x)}, true
	}
}

// imagesOfComp compiles λ D | P • e and {D | P • (x, e)} over endless sets.
func (c *relations) imagesOfComp(e *zed.Comp) images {
	if !simple(e.Text) || e.Op == zed.Mu || !c.definitions.endlessText(e.Text) {
		return nil
	}
	from, to := tupleOf(e.Text), e.Body
	if e.Op == zed.SetComp {
		pair, ok := e.Body.(*zed.TupleExt)
		if !ok || len(pair.Elems) != 2 {
			return nil
		}
		from, to = pair.Elems[0], pair.Elems[1]
	}
	if p, body := c.texts.pattern(e.Text, from, to); p != nil {
		return func(m *machine, x value.Value) ([]value.Value, bool) {
			if t := p.match(m, x); t != True {
				return m.none(t)
			}
			y, ok := m.whole(body(m))
			return []value.Value{y}, ok
		}
	}
	return c.imagesOfSearch(e, from, to)
}

// imagesOfSearch compiles {D; E | P • (x, e)}, where x settles D alone: its
// images are {E | P • e}.
func (c *relations) imagesOfSearch(e *zed.Comp, from, to zed.Expr) images {
	settled := zed.NewFreeNames(zed.Local).Of(from)
	var first, rest []zed.Decl
	for _, d := range e.Text.Decls {
		for _, n := range d.Names {
			one := zed.Decl{Names: []zed.Ident{n}, Type: d.Type}
			if slices.Contains(settled, n.Name) {
				first = append(first, one)
			} else {
				rest = append(rest, one)
			}
		}
	}
	if len(first) == 0 {
		return nil
	}
	inner := &zed.Comp{Info: zed.Info{Span: e.Span, Type: zed.PowerType{Elem: to.Typ()}}, Op: zed.SetComp,
		Text: zed.Text{Decls: rest, Pred: e.Text.Pred}, Body: to}
	p, found := c.texts.pattern(zed.Text{Decls: first}, from, inner)
	if p == nil {
		return nil
	}
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		if t := p.match(m, x); t != True {
			return m.none(t)
		}
		s, ok := found(m)
		return s.Members(), ok
	}
}

// imagesOfOp compiles what operators make of relations that cannot be built.
func (c *relations) imagesOfOp(e *zed.Op) images {
	switch e.Op {
	case zed.Identity:
		if !c.definitions.endless(e.Args[0]) {
			return nil
		}
		return filteredImages(func(_ *machine, x value.Value) ([]value.Value, bool) { return []value.Value{x}, true }, c.root.member(e.Args[0]), nil)
	case zed.Inverse:
		return c.sources(e.Args[0])
	case zed.RelComp:
		return c.imagesOfComposed(e.Args[0], e.Args[1])
	case zed.RelCirc:
		return c.imagesOfComposed(e.Args[1], e.Args[0])
	case zed.Iter:
		return c.imagesOfIteration(e)
	case zed.Override, zed.Union:
		return c.imagesOfJoined(e)
	case zed.Intersect, zed.Minus:
		return c.imagesOfDifference(e)
	case zed.DomRes, zed.DomSub:
		r := c.root.images(e.Args[1])
		if r == nil || e.Op == zed.DomRes && !c.definitions.endless(e.Args[0]) {
			return nil
		}
		in := c.root.member(e.Args[0])
		if e.Op == zed.DomSub {
			in = opposite(in)
		}
		return filteredImages(r, in, nil)
	case zed.RanRes, zed.RanSub:
		r := c.root.images(e.Args[0])
		if r == nil {
			return nil
		}
		in := c.root.member(e.Args[1])
		if e.Op == zed.RanSub {
			in = opposite(in)
		}
		return filteredImages(r, nil, in)
	}
	return nil
}

// filteredImages keeps the images of values that pass a test, and of those the
// ones that pass another; nil passes all.
func filteredImages(r images, first, second membership) images {
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		if first != nil {
			if t := first(m, x); t != True {
				return m.none(t)
			}
		}
		ys, ok := r(m, x)
		if !ok || second == nil {
			return ys, ok
		}
		var out []value.Value
		for _, y := range ys {
			if !m.pass(nil) {
				return nil, false
			}
			t := second(m, y)
			if t > True {
				return m.none(t)
			}
			if t == True {
				out = append(out, y)
			}
		}
		return out, true
	}
}

// asked compiles any relation as one that is asked for the images of values:
// one that can be built is.
func (c *relations) asked(e zed.Expr) images {
	if r := c.root.images(e); r != nil {
		return r
	}
	built := c.root.term(e)
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		r, ok := m.whole(built(m))
		if !ok {
			return nil, false
		}
		pairs := r.Members()
		from, _ := slices.BinarySearchFunc(pairs, x, func(p, x value.Value) int { return p.Elem(0).Compare(x) })
		var out []value.Value
		for _, p := range pairs[from:] {
			if !p.Elem(0).Equal(x) {
				break
			}
			out = append(out, p.Elem(1))
		}
		return out, true
	}
}

// imagesOfComposed compiles R ⨾ S, where R cannot be built.
func (c *relations) imagesOfComposed(first, second zed.Expr) images {
	r := c.root.images(first)
	if r == nil {
		return nil
	}
	s := c.asked(second)
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		middle, ok := r(m, x)
		if !ok {
			return nil, false
		}
		var out []value.Value
		for _, y := range middle {
			zs, ok := s(m, y)
			if m.pay(len(zs)); !ok || !m.pass(nil) {
				return nil, false
			}
			out = append(out, zs...)
		}
		return out, true
	}
}

// imagesOfJoined compiles R ⊕ S and R ∪ S, one of which cannot be built.
func (c *relations) imagesOfJoined(e *zed.Op) images {
	if c.root.images(e.Args[0]) == nil && c.root.images(e.Args[1]) == nil {
		return nil
	}
	r, s := c.asked(e.Args[0]), c.asked(e.Args[1])
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		later, ok := s(m, x)
		if !ok || e.Op == zed.Override && len(later) > 0 {
			return later, ok
		}
		out, ok := r(m, x)
		return append(out, later...), ok
	}
}

// imagesOfDifference compiles R ∖ S, where R cannot be built, and R ∩ S, where
// neither can.
func (c *relations) imagesOfDifference(e *zed.Op) images {
	r := c.root.images(e.Args[0])
	if r == nil || e.Op == zed.Intersect && c.root.images(e.Args[1]) == nil {
		return nil
	}
	in := c.root.member(e.Args[1])
	if e.Op == zed.Minus {
		in = opposite(in)
	}
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		pair := func(m *machine, y value.Value) Truth { return in(m, value.OfTuple(x, y)) }
		return filteredImages(r, nil, pair)(m, x)
	}
}

// memberByImage compiles (x, y) ∈ R: y is an image of x.
func memberByImage(r images) membership {
	return func(m *machine, v value.Value) Truth {
		v, ok := m.shell(v, true)
		if !ok {
			return Unknown
		}
		x, ok := m.whole(v.Elem(0), true)
		if !ok {
			return Unknown
		}
		ys, ok := r(m, x)
		if !ok {
			return m.fail
		}
		return m.anyEqual(ys, v.Elem(1))
	}
}

// relatedTo compiles the pairs of what an extent runs through and its images,
// each put together by a function.
func (c *relations) relatedTo(at zed.Expr, over extents, r images, join func(x, y value.Value) value.Value) term {
	return func(m *machine) (value.Value, bool) {
		s, ok := m.build(at, over)
		if !ok {
			return s, false
		}
		var out []value.Value
		for _, x := range s.Members() {
			if !m.step(at) {
				return value.Value{}, false
			}
			ys, ok := r(m, x)
			if !ok {
				return value.Value{}, false
			}
			for _, y := range ys {
				out = append(out, join(x, y))
			}
			if m.pay(len(ys)); len(out) > maxBuilt+len(ys) {
				return value.Value{}, m.tooMany(at, maxBuilt)
			}
		}
		return value.OfSet(out), true
	}
}

// byImages compiles the operators that make a set that can be built of a
// relation that cannot; nil for others.
func (c *relations) byImages(e *zed.Op) term {
	if e.Op == zed.RanRes {
		if r := c.sources(e.Args[0]); r != nil && !c.definitions.endless(e.Args[1]) {
			return c.relatedTo(e, c.root.enumerated(e.Args[1]), r, func(y, x value.Value) value.Value { return value.OfTuple(x, y) })
		}
		return nil
	}
	relation, set := zed.Expr(nil), zed.Expr(nil)
	join := func(x, y value.Value) value.Value { return value.OfTuple(x, y) }
	switch e.Op {
	case zed.Dom:
		if d := c.domain(e); d != e {
			return c.root.setTerm(d)
		}
		return nil
	case zed.Image:
		relation, set = e.Args[0], e.Args[1]
		join = func(_, y value.Value) value.Value { return y }
	case zed.DomRes:
		relation, set = e.Args[1], e.Args[0]
		if c.definitions.endless(set) {
			return nil
		}
	case zed.RelComp:
		relation, set = e.Args[1], e.Args[0]
	case zed.RelCirc:
		relation, set = e.Args[0], e.Args[1]
	default:
		return nil
	}
	r := c.root.images(relation)
	if r == nil {
		return nil
	}
	if e.Op == zed.RelComp || e.Op == zed.RelCirc {
		behind := func(m *machine, p value.Value) ([]value.Value, bool) { return r(m, p.Elem(1)) }
		return c.relatedTo(e, c.root.extent(set), behind, func(p, z value.Value) value.Value { return value.OfTuple(p.Elem(0), z) })
	}
	return c.relatedTo(e, c.root.enumerated(set), r, join)
}
