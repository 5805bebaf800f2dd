package sets

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/relations"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/eval/texts"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Tests compiles the test whether a value is in a set, without building the set
// where its form allows.
type Tests struct {
	root        scope.Expressions
	definitions *scope.Definitions
	texts       *texts.Compiler
	relations   *relations.Compiler
}

// NewTests returns the part of a compiler that tests membership.
func NewTests(root scope.Expressions, d *scope.Definitions, t *texts.Compiler, r *relations.Compiler) *Tests {
	return &Tests{root: root, definitions: d, texts: t, relations: r}
}

func (c *Tests) memberOfForm(e zed.Expr) machine.Membership {
	switch e := e.(type) {
	case *zed.Ref:
		switch e.Kind {
		case zed.Constant:
			if name, ok := scope.Constructor(e); ok {
				return c.memberOfCtor(name)
			}
		case zed.Builtin:
			return builtin(e.Name)
		case zed.GivenSet, zed.FreeType:
			return func(*machine.Machine, value.Value) machine.Truth { return machine.True } // by its type
		}
	case *zed.Op:
		if made := c.memberOfOp(e); made != nil {
			return made
		}
	case *zed.SetExt:
		return c.memberOfExt(e)
	case *zed.Comp:
		if made := c.memberOfComp(e); made != nil {
			return made
		}
	}
	if r := c.root.Images(e); r != nil {
		return relations.MemberByImage(r)
	}
	set := c.root.Term(e)
	return func(m *machine.Machine, v value.Value) machine.Truth {
		s, ok := set(m)
		if ok && s.Kind() == value.Total {
			return inFunction(m, s, v)
		}
		if s, ok = m.Partial(s, ok); !ok {
			return m.Fail
		}
		if s.Len() == 0 {
			return machine.False
		}
		if s.Open() && s.Len() == 1 {
			return m.Equal(s.Member(0), v)
		}
		if s.Kind() == value.Seq || s.Open() {
			return m.PairIn(s, v)
		}
		if v, ok := m.Settled(v, true); ok {
			return machine.TruthOf(s.Contains(v))
		}
		return m.Fail
	}
}

// inFunction tests whether a pair is in an infinite function.
func inFunction(m *machine.Machine, f, pair value.Value) machine.Truth {
	p, ok := m.Partial(pair, true)
	if !ok {
		return m.Fail
	}
	x, ok := m.Partial(p.Elem(0), true)
	switch {
	case !ok:
		return m.Fail
	case !f.IsDefinedAt(x):
		return machine.False
	}
	return m.Equal(f.Elem(0), p.Elem(1))
}

func builtin(name string) machine.Membership {
	least := int64(0)
	switch name {
	case "ℕ":
	case "ℕ₁":
		least = 1
	default:
		return func(*machine.Machine, value.Value) machine.Truth { return machine.True }
	}
	return func(m *machine.Machine, v value.Value) machine.Truth {
		v, ok := m.Shell(v, true)
		if !ok {
			return m.Fail
		}
		if n, small := v.Int(); small {
			return machine.TruthOf(n >= least)
		}
		return machine.TruthOf(v.Big().Sign() > 0)
	}
}

func (c *Tests) memberOfOp(e *zed.Op) machine.Membership {
	switch e.Op {
	case zed.EmptySet:
		return func(*machine.Machine, value.Value) machine.Truth { return machine.False }
	case zed.Ran:
		return c.memberOfRan(e)
	case zed.Dom:
		return c.memberOfDom(e)
	case zed.Range:
		return c.memberOfRange(e)
	case zed.Union, zed.Intersect, zed.Minus:
		a, b := c.root.Member(e.Args[0]), c.root.Member(e.Args[1])
		switch e.Op {
		case zed.Intersect:
			return func(m *machine.Machine, v value.Value) machine.Truth { return m.InBoth(a, b, v) }
		case zed.Minus:
			notB := machine.Opposite(b)
			return func(m *machine.Machine, v value.Value) machine.Truth { return m.InBoth(a, notB, v) }
		}
		notA, notB := machine.Opposite(a), machine.Opposite(b)
		return func(m *machine.Machine, v value.Value) machine.Truth { return machine.Not(m.InBoth(notA, notB, v)) }
	case zed.PowerSet, zed.Finset, zed.PowerSet1, zed.Finset1:
		return c.memberOfPower(e)
	case zed.Cross:
		return c.memberOfCross(e)
	case zed.Identity, zed.ReflClos:
		return c.memberOfReflexive(e)
	case zed.TransClos:
		return c.relations.MemberOfClosure(e)
	case zed.Inverse:
		in := c.root.Member(e.Args[0])
		return func(m *machine.Machine, v value.Value) machine.Truth {
			v, ok := m.Shell(v, true)
			if !ok {
				return m.Fail
			}
			return in(m, value.OfTuple(v.Elem(1), v.Elem(0)))
		}
	case zed.Seq, zed.Seq1, zed.Iseq:
		return c.memberOfSeq(e)
	case zed.Bag:
		positive := &zed.Ref{Info: zed.Info{Type: zed.PowerType{Elem: zed.IntType{}}}, Name: "ℕ₁", Kind: zed.Builtin}
		return c.memberOfRelation(&zed.Op{Info: e.Info, Op: zed.PartialFun, Args: []zed.Expr{e.Args[0], positive}})
	case zed.SymDiff:
		a, b := c.root.Member(e.Args[0]), c.root.Member(e.Args[1])
		notA, notB := machine.Opposite(a), machine.Opposite(b)
		return func(m *machine.Machine, v value.Value) machine.Truth {
			some := func(m *machine.Machine, v value.Value) machine.Truth {
				return machine.Not(m.InBoth(notA, notB,
					v))
			}
			notAll := func(m *machine.Machine, v value.Value) machine.Truth { return machine.Not(m.InBoth(a, b, v)) }
			return m.InBoth(some, notAll, v)
		}
	}
	if toolkit.IsArrow(e.Op) {
		return c.memberOfRelation(e)
	}
	return nil
}

func (c *Tests) memberOfRange(e *zed.Op) machine.Membership {
	lo, hi := c.root.Term(e.Args[0]), c.root.Term(e.Args[1])
	return func(m *machine.Machine, v value.Value) machine.Truth {
		x, ok := m.Shell(v, true)
		if !ok {
			return m.Fail
		}
		a, ok := m.Shell(lo(m))
		if !ok {
			return m.Fail
		}
		b, ok := m.Shell(hi(m))
		if !ok {
			return m.Fail
		}
		return machine.TruthOf(a.Compare(x) <= 0 && x.Compare(b) <= 0)
	}
}

func (c *Tests) memberOfExt(e *zed.SetExt) machine.Membership {
	elems := c.root.Terms(e.Elems)
	return func(m *machine.Machine, v value.Value) machine.Truth {
		var open machine.Undecided
		for _, x := range elems {
			y, ok := x(m)
			t := m.Fail
			if ok {
				t = m.Equal(y, v)
			}
			if t == machine.True {
				return machine.True
			}
			open.Add(m, t)
		}
		return open.Else(m, machine.False)
	}
}

func (c *Tests) memberOfPower(e *zed.Op) machine.Membership {
	if toolkit.IsAny(e) {
		return func(*machine.Machine, value.Value) machine.Truth { return machine.True }
	}
	elem, any := c.root.Member(e.Args[0]), toolkit.IsAny(e.Args[0])
	atLeast := 0
	if toolkit.HasFilledMembers(e.Op) {
		atLeast = 1
	}
	kind, _ := toolkit.MembersOf(e.Op)
	return func(m *machine.Machine, v value.Value) machine.Truth {
		if v.Kind() == value.Total && (any || kind.Finite) {
			return machine.TruthOf(!kind.Finite)
		}
		v, ok := m.Shell(v, true)
		if !ok {
			return m.Fail
		}
		if v.Len() < atLeast {
			return machine.False
		}
		if any {
			return machine.True
		}
		return m.HoldsForAll(v.Members(), elem)
	}
}

func (c *Tests) memberOfCross(e *zed.Op) machine.Membership {
	var parts []machine.Membership
	for _, a := range e.Args {
		parts = append(parts, c.root.Member(a))
	}
	return func(m *machine.Machine, v value.Value) machine.Truth {
		v, ok := m.Shell(v, true)
		if !ok {
			return m.Fail
		}
		var open machine.Undecided
		for i, part := range parts {
			t := part(m, v.Elem(i))
			if t == machine.False {
				return machine.False
			}
			open.Add(m, t)
		}
		return open.Else(m, machine.True)
	}
}

func (c *Tests) memberOfSeq(e *zed.Op) machine.Membership {
	elem := c.root.Member(e.Args[0])
	any := toolkit.IsAny(e.Args[0])
	return func(m *machine.Machine, v value.Value) machine.Truth {
		v, ok := m.Shell(v, true)
		if !ok {
			return m.Fail
		}
		if v.Kind() == value.Set {
			return machine.TruthOf(v.Len() == 0 && e.Op != zed.Seq1)
		}
		var open machine.Undecided
		if e.Op == zed.Iseq {
			distinct := m.Distinct(v.Items())
			if distinct == machine.False {
				return machine.False
			}
			open.Add(m, distinct)
		}
		if !any {
			t := m.HoldsForAll(v.Items(), elem)
			if t == machine.False {
				return machine.False
			}
			open.Add(m, t)
		}
		return open.Else(m, machine.True)
	}
}

// memberOfReflexive compiles v ∈ id S and v ∈ R*, where the type may be
// infinite.
func (c *Tests) memberOfReflexive(e *zed.Op) machine.Membership {
	arg := e.Args[0]
	var in, reached machine.Membership
	if e.Op == zed.Identity {
		in = c.root.Member(arg)
	} else {
		reached = c.relations.MemberOfClosure(e)
	}
	return func(m *machine.Machine, v value.Value) machine.Truth {
		v, ok := m.Shell(v, true)
		if !ok {
			return m.Fail
		}
		same := m.Equal(v.Elem(0), v.Elem(1))
		if in != nil {
			if same != machine.True {
				return same
			}
			return in(m, v.Elem(0))
		}
		if same == machine.True {
			return machine.True
		}
		return reached(m, v)
	}
}

// memberOfClauses compiles the test for members of a set that axioms characterise by
// clauses; nil for others.
func (c *Tests) memberOfClauses(e zed.Expr) machine.Membership {
	d := c.definitions.LookUp(e)
	if d == nil || len(d.Members) == 0 {
		return nil
	}
	f := c.definitions.Register(d, e.(*zed.Ref), true)
	return func(m *machine.Machine, v value.Value) machine.Truth {
		in, ok := f.Call(m, e, v)
		if !ok {
			return m.Fail
		}
		return machine.TruthOf(in.Equal(value.OfInt(1)))
	}
}

// memberOfCtor compiles (x, y) ∈ c: y is what c makes of x.
func (c *Tests) memberOfCtor(name string) machine.Membership {
	return func(m *machine.Machine, v value.Value) machine.Truth {
		v, ok := m.Shell(v, true)
		if !ok {
			return m.Fail
		}
		if t := machine.IsMadeBy(m, v.Elem(1), name); t != machine.True {
			return t
		}
		return m.Equal(v.Elem(0), v.Elem(1).Elem(0))
	}
}

// Membership compiles the test whether a value is in a set.
func (c *Tests) Membership(e zed.Expr) machine.Membership {
	if made := c.memberOfClauses(e); made != nil {
		return made
	}
	if r, ok := e.(*zed.Ref); ok && !c.definitions.IsEntered(r.Name) {
		if x := c.definitions.Resolve(e); x != e {
			defer c.definitions.Enter(r.Name)()
			return c.Membership(x)
		}
	}
	return c.makeStrict(e, c.memberOfForm(e))
}

// memberOfComp compiles v ∈ {x : S; y : T | P • (x, y)} as a test, where the
// value settles the variables, and v ∈ λ D | P • e; nil for others.
func (c *Tests) memberOfComp(e *zed.Comp) machine.Membership {
	if !scope.Simple(e.Text) || e.Op == zed.Mu {
		return nil
	}
	if e.Op == zed.Lambda {
		p, body := c.texts.Pattern(e.Text, scope.TupleOf(e.Text), e.Body)
		return func(m *machine.Machine, v value.Value) machine.Truth {
			v, ok := m.Shell(v, true)
			if !ok {
				return m.Fail
			}
			t := p.Match(m, v.Elem(0))
			if t != machine.True {
				return t
			}
			y, ok := body(m)
			if !ok {
				return m.Fail
			}
			return m.Equal(y, v.Elem(1))
		}
	}
	p, _ := c.texts.Pattern(e.Text, e.Body, nil)
	if p == nil {
		return nil
	}
	return p.Match
}
