package relations

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/eval/texts"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Compiler compiles relations that cannot be built as what is asked for images, and the
// operators that make sets of such relations.
type Compiler struct {
	root        scope.Expressions
	definitions *scope.Definitions
	texts       *texts.Compiler
}

// New returns the part of a compiler that asks relations for images.
func New(root scope.Expressions, d *scope.Definitions, t *texts.Compiler) *Compiler {
	return &Compiler{root: root, definitions: d, texts: t}
}

// ImagesOf compiles a relation that cannot be built, by its form; nil for others.
func (c *Compiler) ImagesOf(e zed.Expr) machine.Images {
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
func (c *Compiler) imagesOfName(e *zed.Ref) machine.Images {
	if name, ok := scope.Constructor(e); ok {
		return c.imagesOfCtor(name)
	}
	if c.definitions.IsEntered(e.Name) {
		return nil
	}
	if x := c.definitions.Resolve(e); x != e {
		defer c.definitions.Enter(e.Name)()
		return c.root.Images(x)
	}
	f := c.definitions.Function(e)
	if f == nil {
		return nil
	}
	var in machine.Membership
	everywhere := false
	if o, ok := f.Def.Set.(*zed.Op); ok && toolkit.IsArrow(o.Op) {
		if !c.definitions.Endless(o.Args[0]) {
			return nil
		}
		in, everywhere = c.root.Member(o.Args[0]), toolkit.HasTotalFunctions(o.Op)
	}
	return func(m *machine.Machine, x value.Value) ([]value.Value, bool) {
		if in != nil {
			if t := in(m, x); t != machine.True {
				return m.NoImages(t)
			}
		}
		y, ok := f.Call(m, e, x)
		switch {
		case ok:
			return []value.Value{y}, true
		case everywhere || m.Fail == machine.Unknown || m.Reason.Infinite || m.Reason.Term != e:
			return nil, false
		}
		return nil, true
	}
}

func (c *Compiler) imagesOfCtor(name string) machine.Images {
	set := c.definitions.Ctors[name]
	if set == nil || !c.definitions.Endless(set) {
		return nil
	}
	in := c.root.Member(set)
	return func(m *machine.Machine, x value.Value) ([]value.Value, bool) {
		if t := in(m, x); t != machine.True {
			return m.NoImages(t)
		}
		return []value.Value{value.OfCtor(name, x)}, true
	}
}

// imagesOfComp compiles λ D | P • e and {D | P • (x, e)} over endless sets.
func (c *Compiler) imagesOfComp(e *zed.Comp) machine.Images {
	if !scope.Simple(e.Text) || e.Op == zed.Mu || !c.definitions.EndlessText(e.Text) {
		return nil
	}
	from, to := scope.TupleOf(e.Text), e.Body
	if e.Op == zed.SetComp {
		pair, ok := e.Body.(*zed.TupleExt)
		if !ok || len(pair.Elems) != 2 {
			return nil
		}
		from, to = pair.Elems[0], pair.Elems[1]
	}
	if p, body := c.texts.Pattern(e.Text, from, to); p != nil {
		return func(m *machine.Machine, x value.Value) ([]value.Value, bool) {
			if t := p.Match(m, x); t != machine.True {
				return m.NoImages(t)
			}
			y, ok := m.Whole(body(m))
			return []value.Value{y}, ok
		}
	}
	return c.imagesOfSearch(e, from, to)
}

// imagesOfSearch compiles {D; E | P • (x, e)}, where x settles D alone: its
// images are {E | P • e}.
func (c *Compiler) imagesOfSearch(e *zed.Comp, from, to zed.Expr) machine.Images {
	settled := zed.NewFreeNames(zed.Local).NamesOf(from)
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
	p, found := c.texts.Pattern(zed.Text{Decls: first}, from, inner)
	if p == nil {
		return nil
	}
	return func(m *machine.Machine, x value.Value) ([]value.Value, bool) {
		if t := p.Match(m, x); t != machine.True {
			return m.NoImages(t)
		}
		s, ok := found(m)
		return s.Members(), ok
	}
}

// imagesOfOp compiles what operators make of relations that cannot be built.
func (c *Compiler) imagesOfOp(e *zed.Op) machine.Images {
	switch e.Op {
	case zed.Identity:
		if !c.definitions.Endless(e.Args[0]) {
			return nil
		}
		return filterImages(func(_ *machine.Machine, x value.Value) ([]value.Value, bool) {
			return []value.Value{x},
				true
		}, c.root.Member(e.Args[0]), nil)
	case zed.Inverse:
		return c.Sources(e.Args[0])
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
		r := c.root.Images(e.Args[1])
		if r == nil || e.Op == zed.DomRes && !c.definitions.Endless(e.Args[0]) {
			return nil
		}
		in := c.root.Member(e.Args[0])
		if e.Op == zed.DomSub {
			in = machine.Opposite(in)
		}
		return filterImages(r, in, nil)
	case zed.RanRes, zed.RanSub:
		r := c.root.Images(e.Args[0])
		if r == nil {
			return nil
		}
		in := c.root.Member(e.Args[1])
		if e.Op == zed.RanSub {
			in = machine.Opposite(in)
		}
		return filterImages(r, nil, in)
	}
	return nil
}

// filterImages keeps the images of values that pass a test, and of those the
// ones that pass another; nil passes all.
func filterImages(r machine.Images, first, second machine.Membership) machine.Images {
	return func(m *machine.Machine, x value.Value) ([]value.Value, bool) {
		if first != nil {
			if t := first(m, x); t != machine.True {
				return m.NoImages(t)
			}
		}
		ys, ok := r(m, x)
		if !ok || second == nil {
			return ys, ok
		}
		var out []value.Value
		for _, y := range ys {
			if !m.Pass(nil) {
				return nil, false
			}
			t := second(m, y)
			if t > machine.True {
				return m.NoImages(t)
			}
			if t == machine.True {
				out = append(out, y)
			}
		}
		return out, true
	}
}

// compileAsked compiles any relation as one that is asked for the images of values:
// one that can be built is.
func (c *Compiler) compileAsked(e zed.Expr) machine.Images {
	if r := c.root.Images(e); r != nil {
		return r
	}
	built := c.root.Term(e)
	return func(m *machine.Machine, x value.Value) ([]value.Value, bool) {
		r, ok := m.Whole(built(m))
		if !ok {
			return nil, false
		}
		return machine.SecondsOf(machine.PairsOf(r.Members(), x)), true
	}
}

// imagesOfComposed compiles R ⨾ S, where R cannot be built.
func (c *Compiler) imagesOfComposed(first, second zed.Expr) machine.Images {
	r := c.root.Images(first)
	if r == nil {
		return nil
	}
	return composeImages(r, c.compileAsked(second))
}

// imagesOfJoined compiles R ⊕ S and R ∪ S, one of which cannot be built.
func (c *Compiler) imagesOfJoined(e *zed.Op) machine.Images {
	if c.root.Images(e.Args[0]) == nil && c.root.Images(e.Args[1]) == nil {
		return nil
	}
	r, s := c.compileAsked(e.Args[0]), c.compileAsked(e.Args[1])
	return func(m *machine.Machine, x value.Value) ([]value.Value, bool) {
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
func (c *Compiler) imagesOfDifference(e *zed.Op) machine.Images {
	r := c.root.Images(e.Args[0])
	if r == nil || e.Op == zed.Intersect && c.root.Images(e.Args[1]) == nil {
		return nil
	}
	in := c.root.Member(e.Args[1])
	if e.Op == zed.Minus {
		in = machine.Opposite(in)
	}
	return func(m *machine.Machine, x value.Value) ([]value.Value, bool) {
		pair := func(m *machine.Machine, y value.Value) machine.Truth { return in(m, value.OfTuple(x, y)) }
		return filterImages(r, nil, pair)(m, x)
	}
}

// MemberByImage compiles (x, y) ∈ R: y is an image of x.
func MemberByImage(r machine.Images) machine.Membership {
	return func(m *machine.Machine, v value.Value) machine.Truth {
		v, ok := m.Shell(v, true)
		if !ok {
			return m.Fail
		}
		x, ok := m.Whole(v.Elem(0), true)
		if !ok {
			return m.Fail
		}
		ys, ok := r(m, x)
		if !ok {
			return m.Fail
		}
		return m.AnyEqual(ys, v.Elem(1))
	}
}

// compileRelated compiles the pairs of what an extent runs through and its images,
// each put together by a function.
func (c *Compiler) compileRelated(at zed.Expr, over machine.Extents, r machine.Images,
	join func(x, y value.Value) value.Value) machine.Term {
	return func(m *machine.Machine) (value.Value, bool) {
		s, ok := m.Build(at, over)
		if !ok {
			return s, false
		}
		var out []value.Value
		for _, x := range s.Members() {
			if !m.Step(at) {
				return value.Value{}, false
			}
			ys, ok := r(m, x)
			if !ok {
				return value.Value{}, false
			}
			for _, y := range ys {
				out = append(out, join(x, y))
			}
			if m.Pay(len(ys)); len(out) > machine.MaxBuilt+len(ys) {
				return value.Value{}, m.TooMany(at, machine.MaxBuilt)
			}
		}
		return value.OfSet(out), true
	}
}

// ByImages compiles the operators that make a set that can be built of a
// relation that cannot; nil for others.
func (c *Compiler) ByImages(e *zed.Op) machine.Term {
	if e.Op == zed.RanRes {
		if r := c.Sources(e.Args[0]); r != nil && !c.definitions.Endless(e.Args[1]) {
			return c.compileRelated(e, c.root.Enumerated(e.Args[1]), r,
				func(y, x value.Value) value.Value { return value.OfTuple(x, y) })
		}
		return nil
	}
	relation, set := zed.Expr(nil), zed.Expr(nil)
	join := func(x, y value.Value) value.Value { return value.OfTuple(x, y) }
	switch e.Op {
	case zed.Dom:
		if d := c.Domain(e); d != e {
			return c.root.SetTerm(d)
		}
		return nil
	case zed.Image:
		relation, set = e.Args[0], e.Args[1]
		join = func(_, y value.Value) value.Value { return y }
	case zed.DomRes:
		relation, set = e.Args[1], e.Args[0]
		if c.definitions.Endless(set) {
			return nil
		}
	case zed.RelComp:
		relation, set = e.Args[1], e.Args[0]
	case zed.RelCirc:
		relation, set = e.Args[0], e.Args[1]
	default:
		return nil
	}
	r := c.root.Images(relation)
	if r == nil {
		return nil
	}
	if e.Op == zed.RelComp || e.Op == zed.RelCirc {
		behind := func(m *machine.Machine, p value.Value) ([]value.Value, bool) { return r(m, p.Elem(1)) }
		return c.compileRelated(e, c.root.Extent(set), behind,
			func(p, z value.Value) value.Value { return value.OfTuple(p.Elem(0), z) })
	}
	return c.compileRelated(e, c.root.Enumerated(set), r, join)
}
