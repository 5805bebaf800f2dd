package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// images computes what a relation relates a value without holes to.
type images func(m *machine, x value.Value) ([]value.Value, bool)

// images compiles a relation that cannot be built, by its form, as one that is
// asked for the images of values; nil for others.
func (c *compiler) images(e zed.Expr) images {
	u := c.use(e)
	if known, ok := c.related[u]; ok {
		return known
	}
	var made images
	switch e := e.(type) {
	case *zed.Ref:
		made = c.imagesOfName(e)
	case *zed.Comp:
		made = c.imagesOfComp(e)
	case *zed.Op:
		made = c.imagesOfOp(e)
	}
	c.related[u] = made
	return made
}

// endless tells whether a set may have no end, as far as its form says.
func (c *compiler) endless(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Ref:
		if x := c.resolved(e); x != e && !c.resolving[e.Name] {
			c.resolving[e.Name] = true
			defer delete(c.resolving, e.Name)
			return c.endless(x)
		}
		return e.Kind == zed.Builtin || e.Kind == zed.FreeType && c.globals.Partial[e.Name]
	case *zed.Comp:
		return e.Op == zed.SetComp && e.Text.Pred == nil && c.endlessText(e.Text)
	case *zed.Op:
		switch e.Op {
		case zed.Seq, zed.Seq1, zed.Bag:
			return true
		case zed.Minus:
			return c.endless(e.Args[0])
		case zed.Intersect:
			return c.endless(e.Args[0]) && c.endless(e.Args[1])
		case zed.Cross, zed.Union:
			return slices.ContainsFunc(e.Args, c.endless)
		}
		return toolkit.IsSpace(e.Op) && slices.ContainsFunc(e.Args, c.endless)
	}
	return false
}

func (c *compiler) endlessText(t zed.Text) bool {
	return slices.ContainsFunc(t.Decls, func(d zed.Decl) bool { return c.endless(d.Type) })
}

// imagesOfName compiles constructors, and the functions that axioms define.
func (c *compiler) imagesOfName(e *zed.Ref) images {
	if name, ok := constructor(e); ok {
		return c.imagesOfCtor(name)
	}
	if c.resolving[e.Name] {
		return nil
	}
	if x := c.resolved(e); x != e {
		c.resolving[e.Name] = true
		defer delete(c.resolving, e.Name)
		return c.images(x)
	}
	f := c.function(e)
	if f == nil {
		return nil
	}
	var in membership
	everywhere := false
	if o, ok := f.def.Set.(*zed.Op); ok && toolkit.IsArrow(o.Op) {
		if !c.endless(o.Args[0]) {
			return nil
		}
		in, everywhere = c.member(o.Args[0]), toolkit.HasTotalFunctions(o.Op)
	}
	g, shared := c.globals, c.registry
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		if in != nil {
			if t := in(m, x); t != True {
				return m.none(t)
			}
		}
		y, ok := f.call(m, e, f.compiled(g, shared), x)
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

func (c *compiler) imagesOfCtor(name string) images {
	set := c.globals.Ctors[name]
	if set == nil || !c.endless(set) {
		return nil
	}
	in := c.member(set)
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		if t := in(m, x); t != True {
			return m.none(t)
		}
		return []value.Value{value.OfCtor(name, x)}, true
	}
}

// imagesOfComp compiles λ D | P • e and {D | P • (x, e)} over endless sets.
func (c *compiler) imagesOfComp(e *zed.Comp) images {
	if !simple(e.Text) || e.Op == zed.Mu || !c.endlessText(e.Text) {
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
	if p, body := c.pattern(e.Text, from, to); p != nil {
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
func (c *compiler) imagesOfSearch(e *zed.Comp, from, to zed.Expr) images {
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
	p, found := c.pattern(zed.Text{Decls: first}, from, inner)
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
func (c *compiler) imagesOfOp(e *zed.Op) images {
	switch e.Op {
	case zed.Identity:
		if !c.endless(e.Args[0]) {
			return nil
		}
		return filteredImages(func(_ *machine, x value.Value) ([]value.Value, bool) { return []value.Value{x}, true }, c.member(e.Args[0]), nil)
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
		r := c.images(e.Args[1])
		if r == nil || e.Op == zed.DomRes && !c.endless(e.Args[0]) {
			return nil
		}
		in := c.member(e.Args[0])
		if e.Op == zed.DomSub {
			in = opposite(in)
		}
		return filteredImages(r, in, nil)
	case zed.RanRes, zed.RanSub:
		r := c.images(e.Args[0])
		if r == nil {
			return nil
		}
		in := c.member(e.Args[1])
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
func (c *compiler) asked(e zed.Expr) images {
	if r := c.images(e); r != nil {
		return r
	}
	built := c.term(e)
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
func (c *compiler) imagesOfComposed(first, second zed.Expr) images {
	r := c.images(first)
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
func (c *compiler) imagesOfJoined(e *zed.Op) images {
	if c.images(e.Args[0]) == nil && c.images(e.Args[1]) == nil {
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
func (c *compiler) imagesOfDifference(e *zed.Op) images {
	r := c.images(e.Args[0])
	if r == nil || e.Op == zed.Intersect && c.images(e.Args[1]) == nil {
		return nil
	}
	in := c.member(e.Args[1])
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

// appliedByImage compiles R x, which has a value where x has one image.
func (c *compiler) appliedByImage(e *zed.Apply, r images) term {
	arg := c.term(e.Arg)
	return func(m *machine) (value.Value, bool) {
		x, ok := m.whole(arg(m))
		if !ok {
			return x, false
		}
		ys, ok := r(m, x)
		if !ok {
			return value.Value{}, false
		}
		for _, y := range ys {
			if !y.Equal(ys[0]) {
				return m.undefined(e, "%s has more than one image", x)
			}
		}
		if len(ys) == 0 {
			return m.undefined(e, "%s is not in the domain", x)
		}
		return ys[0], true
	}
}

// relatedTo compiles the pairs of what an extent runs through and its images,
// each put together by a function.
func (c *compiler) relatedTo(at zed.Expr, over extents, r images, join func(x, y value.Value) value.Value) term {
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
func (c *compiler) byImages(e *zed.Op) term {
	if e.Op == zed.RanRes {
		if r := c.sources(e.Args[0]); r != nil && !c.endless(e.Args[1]) {
			return c.relatedTo(e, c.enumerated(e.Args[1]), r, func(y, x value.Value) value.Value { return value.OfTuple(x, y) })
		}
		return nil
	}
	relation, set := zed.Expr(nil), zed.Expr(nil)
	join := func(x, y value.Value) value.Value { return value.OfTuple(x, y) }
	switch e.Op {
	case zed.Dom:
		if d := c.domain(e); d != e {
			return c.setTerm(d)
		}
		return nil
	case zed.Image:
		relation, set = e.Args[0], e.Args[1]
		join = func(_, y value.Value) value.Value { return y }
	case zed.DomRes:
		relation, set = e.Args[1], e.Args[0]
		if c.endless(set) {
			return nil
		}
	case zed.RelComp:
		relation, set = e.Args[1], e.Args[0]
	case zed.RelCirc:
		relation, set = e.Args[0], e.Args[1]
	default:
		return nil
	}
	r := c.images(relation)
	if r == nil {
		return nil
	}
	if e.Op == zed.RelComp || e.Op == zed.RelCirc {
		behind := func(m *machine, p value.Value) ([]value.Value, bool) { return r(m, p.Elem(1)) }
		return c.relatedTo(e, c.extent(set), behind, func(p, z value.Value) value.Value { return value.OfTuple(p.Elem(0), z) })
	}
	return c.relatedTo(e, c.enumerated(set), r, join)
}
