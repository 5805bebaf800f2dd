package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/relations"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/eval/sets"
	"github.com/ttf-int/ttf-int/zed/meaning"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// operators compiles the operators that make values.
type operators struct {
	root         *compiler
	relations    *relations.Compiler
	enumerations *sets.Enumerations
}

// operator compiles an operator that makes a value.
func (c *operators) operator(e *zed.Op) machine.Term {
	if image := everywhere(e); image != nil {
		return c.total(e, image)
	}
	if made := c.relations.ByImages(e); made != nil {
		return made
	}
	switch e.Op {
	case zed.EmptySet:
		return machine.Constant(value.OfSet(nil))
	case zed.Card:
		return c.card(e)
	case zed.Dom, zed.Ran:
		return c.column(e)
	case zed.Range:
		return c.interval(e)
	case zed.Cross:
		var factors []machine.Term
		for _, a := range e.Args {
			factors = append(factors, c.root.SetTerm(a))
		}
		return sets.Product(e, factors)
	case zed.Identity:
		return compileUnary(e, c.root, func(s value.Value) value.Value {
			return machine.MapSet(s, func(x value.Value) value.Value { return value.OfTuple(x, x) })
		})
	case zed.Plus, zed.Subtract, zed.Times, zed.Div, zed.Mod, zed.Negate:
		return c.compileArithmetic(e)
	case zed.Min, zed.Max:
		return c.extreme(e)
	case zed.Filter, zed.RanRes, zed.RanSub, zed.DomRes, zed.DomSub, zed.Extract:
		return c.restriction(e)
	case zed.Minus, zed.Intersect:
		return c.compileFilter(e)
	case zed.Override:
		return c.override(e)
	}
	if toolkit.IsSpace(e.Op) {
		return c.enumerations.Space(e)
	}
	if f := bagFunction(e.Op); f != nil {
		return c.compileOnBags(e, f)
	}
	if f := sequenceFunction(e.Op); f != nil {
		return c.sequence(e, f)
	}
	return c.compileOnRelations(e)
}

// compileOnRelations compiles an operator on sets and relations, or one that is only defined by
// others.
func (c *operators) compileOnRelations(e *zed.Op) machine.Term {
	if star, ok := e.Args[0].(*zed.Op); ok && e.Op == zed.Image && star.Op == zed.ReflClos {
		// R* has all of the type in it; only what is reached is wanted here.
		reached := &zed.Op{Info: e.Info, Op: zed.Image,
			Args: []zed.Expr{&zed.Op{Info: star.Info, Op: zed.TransClos, Args: star.Args}, e.Args[1]}}
		return c.root.Term(&zed.Op{Info: e.Info, Op: zed.Union, Args: []zed.Expr{e.Args[1], reached}})
	}
	if e.Op == zed.Image {
		return c.relations.Image(e)
	}
	if f := setFunction(e.Op); f != nil && len(e.Args) == 2 {
		x, y := c.root.Term(e.Args[0]), c.root.Term(e.Args[1])
		return func(m *machine.Machine) (value.Value, bool) {
			a, ok := m.Whole(x(m))
			if !ok {
				return a, false
			}
			b, ok := m.Whole(y(m))
			if !ok {
				return b, false
			}
			return f(a, b), true
		}
	}
	switch e.Op {
	case zed.BigUnion, zed.BigInter:
		return c.compileBig(e)
	case zed.Inverse:
		return compileUnary(e, c.root, func(r value.Value) value.Value {
			return machine.MapSet(r, func(p value.Value) value.Value { return value.OfTuple(p.Elem(1), p.Elem(0)) })
		})
	case zed.TransClos:
		return c.relations.CompileClosure(e)
	case zed.RelComp, zed.RelCirc:
		return c.relations.CompileComposition(e)
	case zed.ReflClos:
		return c.relations.Reflexive(e)
	case zed.Iter:
		return c.relations.Iteration(e)
	case zed.First, zed.Second:
		x, i := c.root.Term(e.Args[0]), 0
		if e.Op == zed.Second {
			i = 1
		}
		return func(m *machine.Machine) (value.Value, bool) {
			p, ok := m.Shell(x(m))
			if !ok {
				return p, false
			}
			return p.Elem(i), true
		}
	}
	if meant, ok := meaning.Expand(e); ok {
		return c.root.Term(meant)
	}
	c.root.fail(e, "the operator cannot be evaluated")
	return machine.Constant(value.Value{})
}

// everywhere returns the term y of ℕ × {y}, and the same of ℤ and ℕ₁; nil for others.
func everywhere(e zed.Expr) zed.Expr {
	o, ok := e.(*zed.Op)
	if !ok || o.Op != zed.Cross || len(o.Args) != 2 || !scope.Number(o.Args[0]) {
		return nil
	}
	if one, ok := o.Args[1].(*zed.SetExt); ok && len(one.Elems) == 1 {
		return one.Elems[0]
	}
	return nil
}

// total compiles the function that has the same image for all numbers of a set.
func (c *operators) total(e *zed.Op, image zed.Expr) machine.Term {
	numbers, x := e.Args[0].(*zed.Ref).Name, c.root.Term(image)
	return func(m *machine.Machine) (value.Value, bool) {
		v, ok := x(m)
		return value.OfTotal(numbers, v), ok
	}
}

// compileUnary compiles a total function of one set.
func compileUnary(e *zed.Op, root scope.Expressions, f func(value.Value) value.Value) machine.Term {
	x := root.Term(e.Args[0])
	return func(m *machine.Machine) (value.Value, bool) {
		v, ok := m.Whole(x(m))
		if !ok {
			return v, false
		}
		return f(v), true
	}
}

// card compiles #S. The length of a sequence is known even if its elements are not.
func (c *operators) card(e *zed.Op) machine.Term {
	x := c.root.SetTerm(e.Args[0])
	return func(m *machine.Machine) (value.Value, bool) {
		s, ok := m.Partial(x(m))
		return value.OfInt(int64(s.Len())), ok
	}
}

func (c *operators) column(e *zed.Op) machine.Term {
	x := c.root.Term(e.Args[0])
	which := 1
	if e.Op == zed.Dom {
		which = 0
	}
	return func(m *machine.Machine) (value.Value, bool) {
		r, ok := m.Partial(x(m))
		if !ok {
			return r, false
		}
		if which == 1 {
			if r, ok = m.Whole(r, true); !ok {
				return r, false
			}
			if r.Kind() == value.Seq {
				return value.OfSet(append([]value.Value(nil), r.Items()...)), true
			}
		}
		if r.Kind() == value.Seq {
			return machine.Ints(1, int64(r.Len())), true
		}
		return machine.Column(r, which), true
	}
}

func (c *operators) interval(e *zed.Op) machine.Term {
	lo, hi := c.root.Term(e.Args[0]), c.root.Term(e.Args[1])
	return func(m *machine.Machine) (value.Value, bool) {
		x, ok := machine.IntegersBetween(m, e, lo, hi)
		if !ok {
			return value.Value{}, false
		}
		if x.Len() > machine.MaxBuilt {
			return value.Value{}, m.TooMany(e, machine.MaxBuilt)
		}
		return machine.Ints(x.Lo, x.Hi), true
	}
}

// compileFilter compiles S ∖ T and S ∩ T by testing the elements of one set, so that the
// other may be infinite.
func (c *operators) compileFilter(e *zed.Op) machine.Term {
	over := c.root.Extent(e)
	return func(m *machine.Machine) (value.Value, bool) { return m.Build(e, over) }
}

// restriction compiles the operators that keep some pairs of a relation, by a
// test on one component.
func (c *operators) restriction(e *zed.Op) machine.Term {
	relation, set := e.Args[0], e.Args[1]
	column, drop := 1, false
	switch e.Op {
	case zed.DomRes, zed.DomSub, zed.Extract:
		relation, set, column = e.Args[1], e.Args[0], 0
	}
	switch e.Op {
	case zed.DomSub, zed.RanSub:
		drop = true
	}
	squashed := e.Op == zed.Filter || e.Op == zed.Extract
	x, member, has := c.root.Term(relation), c.root.Member(set), sets.HaveValues(c.root, set)
	return func(m *machine.Machine) (value.Value, bool) {
		if has != nil {
			if t := has(m); t != machine.True {
				m.Fail = t
				return value.Value{}, false
			}
		}
		r, ok := m.Shell(x(m))
		if !ok {
			return r, false
		}
		if squashed && r.Len() > 0 && r.Kind() != value.Seq {
			return m.Undefined(e, "%s is not a sequence", r)
		}
		var out []value.Value
		for i := range r.Len() {
			if !m.Pass(e) {
				return value.Value{}, false
			}
			tested, kept := value.OfInt(int64(i+1)), value.Value{}
			if r.Kind() == value.Seq {
				kept = r.Elem(i)
				if column == 1 {
					tested = kept
				}
			} else {
				pair := r.Elem(i)
				tested, kept = pair.Elem(column), pair.Elem(1)
			}
			in := member(m, tested)
			if in > machine.True {
				m.Fail = in
				return value.Value{}, false
			}
			if (in == machine.True) == drop {
				continue
			}
			if !squashed {
				kept = r.Member(i)
			}
			out = append(out, kept)
		}
		if squashed {
			return value.OfSeq(out), true
		}
		for _, v := range out {
			if _, ok := m.Whole(v, true); !ok {
				return v, false
			}
		}
		return value.OfSorted(out), true
	}
}

func setFunction(o zed.Operator) func(a, b value.Value) value.Value {
	switch o {
	case zed.Union:
		return machine.Union
	case zed.SymDiff:
		return func(a, b value.Value) value.Value {
			var out []value.Value
			for _, x := range a.Members() {
				if !b.Contains(x) {
					out = append(out, x)
				}
			}
			for _, x := range b.Members() {
				if !a.Contains(x) {
					out = append(out, x)
				}
			}
			return value.OfSet(out)
		}
	}
	return nil
}

// override compiles R ⊕ S. A sequence with replaced items keeps its holes.
func (c *operators) override(e *zed.Op) machine.Term {
	x, y := c.root.Term(e.Args[0]), c.root.Term(e.Args[1])
	return func(m *machine.Machine) (value.Value, bool) {
		a, ok := m.Shell(x(m))
		if !ok {
			return a, false
		}
		b, ok := m.Whole(y(m))
		if !ok {
			return b, false
		}
		if a.Kind() == value.Seq {
			if items, ok := replaceItems(a.Items(), b); ok {
				return value.OfSeq(items), true
			}
		}
		if a, ok = m.Whole(a, true); !ok {
			return a, false
		}
		dom := machine.Column(b, 0)
		out := slices.Clone(b.Members())
		for _, p := range a.Members() {
			if !dom.Contains(p.Elem(0)) {
				out = append(out, p)
			}
		}
		return value.OfSet(out), true
	}
}

// replaceItems returns the items of a sequence after replacement by a function at some
// indices. It is false where the relation has other indices, or is not a function.
func replaceItems(items []value.Value, by value.Value) ([]value.Value, bool) {
	out := slices.Clone(items)
	last := int64(0)
	for _, p := range by.Members() {
		i, small := p.Elem(0).Int()
		if !small || i <= last || i > int64(len(items)) {
			return nil, false
		}
		out[i-1], last = p.Elem(1), i
	}
	return out, true
}

// compileBig compiles ⋃ S and ⋂ S for a set S of sets.
func (c *operators) compileBig(e *zed.Op) machine.Term {
	x := c.root.Term(e.Args[0])
	return func(m *machine.Machine) (value.Value, bool) {
		sets, ok := m.Whole(x(m))
		if !ok {
			return sets, false
		}
		if slices.ContainsFunc(sets.Members(), func(s value.Value) bool { return s.Kind() == value.Total }) {
			return value.Value{}, m.Infinite(e, "a member of it cannot be enumerated")
		}
		if e.Op == zed.BigUnion {
			return uniteAll(m, e, sets.Members())
		}
		if sets.Len() == 0 {
			return value.Value{}, m.Infinite(e, "the intersection of no sets is all of the type")
		}
		var out []value.Value
		for _, v := range sets.Member(0).Members() {
			everywhere := true
			if m.Pay(sets.Len()); !m.Pass(e) {
				return value.Value{}, false
			}
			for _, s := range sets.Members() {
				everywhere = everywhere && s.Contains(v)
			}
			if everywhere {
				out = append(out, v)
			}
		}
		return value.OfSet(out), true
	}
}

// uniteAll returns the union of sets, which may overlap so much that together they have
// many more members than the union.
func uniteAll(m *machine.Machine, at zed.Expr, sets []value.Value) (value.Value, bool) {
	var all []value.Value
	for _, s := range sets {
		if m.Pay(s.Len()); !m.Pass(at) {
			return value.Value{}, false
		}
		if all = append(all, s.Members()...); len(all) > 2*machine.MaxBuilt {
			all = slices.Clone(value.OfSet(all).Members())
			if len(all) > machine.MaxBuilt {
				return value.Value{}, m.TooMany(at, machine.MaxBuilt)
			}
		}
	}
	return value.OfSet(all), true
}
