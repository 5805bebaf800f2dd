package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// memberTests compile the test whether a value is in a set, without building the set
// where its form allows.
type memberTests struct {
	root        expressions
	definitions *definitions
	texts       *texts
	relations   *relations
}

func (c *memberTests) memberOfForm(e zed.Expr) membership {
	switch e := e.(type) {
	case *zed.Ref:
		switch e.Kind {
		case zed.Constant:
			if name, ok := constructor(e); ok {
				return c.memberOfCtor(name)
			}
		case zed.Builtin:
			return builtin(e.Name)
		case zed.GivenSet, zed.FreeType:
			return func(*machine, value.Value) Truth { return True } // by its type
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
	if r := c.root.images(e); r != nil {
		return memberByImage(r)
	}
	set := c.root.term(e)
	return func(m *machine, v value.Value) Truth {
		s, ok := m.partial(set(m))
		if !ok {
			return m.fail
		}
		if s.Len() == 0 {
			return False
		}
		if s.Kind() == value.Seq || s.Open() {
			return m.pairIn(s, v)
		}
		if v, ok := m.whole(v, true); ok {
			return truth(s.Contains(v))
		}
		return Unknown
	}
}

func builtin(name string) membership {
	least := int64(0)
	switch name {
	case "ℕ":
	case "ℕ₁":
		least = 1
	default:
		return func(*machine, value.Value) Truth { return True }
	}
	return func(m *machine, v value.Value) Truth {
		v, ok := m.shell(v, true)
		if !ok {
			return Unknown
		}
		if n, small := v.Int(); small {
			return truth(n >= least)
		}
		return truth(v.Big().Sign() > 0)
	}
}

func (c *memberTests) memberOfOp(e *zed.Op) membership {
	switch e.Op {
	case zed.EmptySet:
		return func(*machine, value.Value) Truth { return False }
	case zed.Ran:
		return c.memberOfRan(e)
	case zed.Dom:
		return c.memberOfDom(e)
	case zed.Range:
		return c.memberOfRange(e)
	case zed.Union, zed.Intersect, zed.Minus:
		a, b := c.root.member(e.Args[0]), c.root.member(e.Args[1])
		switch e.Op {
		case zed.Intersect:
			return func(m *machine, v value.Value) Truth { return m.both(a, b, v) }
		case zed.Minus:
			notB := opposite(b)
			return func(m *machine, v value.Value) Truth { return m.both(a, notB, v) }
		}
		notA, notB := opposite(a), opposite(b)
		return func(m *machine, v value.Value) Truth { return not(m.both(notA, notB, v)) }
	case zed.PowerSet, zed.Finset, zed.PowerSet1, zed.Finset1:
		return c.memberOfPower(e)
	case zed.Cross:
		return c.memberOfCross(e)
	case zed.Identity, zed.ReflClos:
		return c.memberOfReflexive(e)
	case zed.TransClos:
		return c.relations.memberOfClosure(e)
	case zed.Inverse:
		in := c.root.member(e.Args[0])
		return func(m *machine, v value.Value) Truth {
			v, ok := m.shell(v, true)
			if !ok {
				return Unknown
			}
			return in(m, value.OfTuple(v.Elem(1), v.Elem(0)))
		}
	case zed.Seq, zed.Seq1, zed.Iseq:
		return c.memberOfSeq(e)
	case zed.Bag:
		positive := &zed.Ref{Info: zed.Info{Type: zed.PowerType{Elem: zed.IntType{}}}, Name: "ℕ₁", Kind: zed.Builtin}
		return c.memberOfRelation(&zed.Op{Info: e.Info, Op: zed.PartialFun, Args: []zed.Expr{e.Args[0], positive}})
	case zed.SymDiff:
		a, b := c.root.member(e.Args[0]), c.root.member(e.Args[1])
		notA, notB := opposite(a), opposite(b)
		return func(m *machine, v value.Value) Truth {
			some := not(m.both(notA, notB, v))
			if some == False {
				return False
			}
			first := m.reason
			t := not(m.both(a, b, v))
			if some == True || t == False {
				return t
			}
			if t == True {
				t, m.reason = some, first
			}
			return worse(m, some, first, t)
		}
	}
	if toolkit.IsArrow(e.Op) {
		return c.memberOfRelation(e)
	}
	return nil
}

func (c *memberTests) memberOfRange(e *zed.Op) membership {
	lo, hi := c.root.term(e.Args[0]), c.root.term(e.Args[1])
	return func(m *machine, v value.Value) Truth {
		x, ok := m.shell(v, true)
		if !ok {
			return Unknown
		}
		a, ok := m.shell(lo(m))
		if !ok {
			return m.fail
		}
		b, ok := m.shell(hi(m))
		if !ok {
			return m.fail
		}
		return truth(a.Compare(x) <= 0 && x.Compare(b) <= 0)
	}
}

func (c *memberTests) memberOfExt(e *zed.SetExt) membership {
	elems := c.root.terms(e.Elems)
	return func(m *machine, v value.Value) Truth {
		out := False
		var first Reason
		for _, x := range elems {
			y, ok := x(m)
			t := m.fail
			if ok {
				t = m.equal(y, v)
			}
			if t == True {
				return True
			}
			if t > True && graver(out, &first, t, &m.reason) {
				out, first = t, m.reason
			}
		}
		if out > True {
			m.reason = first
		}
		return out
	}
}

func (c *memberTests) memberOfPower(e *zed.Op) membership {
	if toolkit.FullOfFinite(e) {
		return func(*machine, value.Value) Truth { return True }
	}
	elem, any := c.root.member(e.Args[0]), toolkit.FullOfFinite(e.Args[0])
	atLeast := 0
	if toolkit.HasFilledMembers(e.Op) {
		atLeast = 1
	}
	return func(m *machine, v value.Value) Truth {
		v, ok := m.shell(v, true)
		if !ok {
			return Unknown
		}
		if v.Len() < atLeast {
			return False
		}
		if any {
			return True
		}
		return m.all(v.Members(), elem)
	}
}

func (c *memberTests) memberOfCross(e *zed.Op) membership {
	var parts []membership
	for _, a := range e.Args {
		parts = append(parts, c.root.member(a))
	}
	return func(m *machine, v value.Value) Truth {
		v, ok := m.shell(v, true)
		if !ok {
			return Unknown
		}
		out := True
		var first Reason
		for i, part := range parts {
			t := part(m, v.Elem(i))
			if t == False {
				return False
			}
			if t > True && graver(out, &first, t, &m.reason) {
				out, first = t, m.reason
			}
		}
		if out > True {
			m.reason = first
		}
		return out
	}
}

func (c *memberTests) memberOfSeq(e *zed.Op) membership {
	elem := c.root.member(e.Args[0])
	any := toolkit.FullOfFinite(e.Args[0])
	return func(m *machine, v value.Value) Truth {
		v, ok := m.shell(v, true)
		if !ok {
			return Unknown
		}
		if v.Kind() == value.Set {
			return truth(v.Len() == 0 && e.Op != zed.Seq1)
		}
		distinct := True
		var first Reason
		if e.Op == zed.Iseq {
			if distinct = m.distinct(v.Items()); distinct == False {
				return False
			}
			first = m.reason
		}
		if any {
			return distinct
		}
		t := m.all(v.Items(), elem)
		if t == False || distinct == True {
			return t
		}
		if t == True {
			t, m.reason = distinct, first
		}
		return worse(m, distinct, first, t)
	}
}

// memberOfReflexive compiles v ∈ id S and v ∈ R*, where the type may be
// infinite.
func (c *memberTests) memberOfReflexive(e *zed.Op) membership {
	arg := e.Args[0]
	var in, reached membership
	if e.Op == zed.Identity {
		in = c.root.member(arg)
	} else {
		reached = c.relations.memberOfClosure(e)
	}
	return func(m *machine, v value.Value) Truth {
		v, ok := m.shell(v, true)
		if !ok {
			return Unknown
		}
		same := m.equal(v.Elem(0), v.Elem(1))
		if in != nil {
			if same != True {
				return same
			}
			return in(m, v.Elem(0))
		}
		if same == True {
			return True
		}
		return reached(m, v)
	}
}
