package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// membership tells whether a value, which may hold holes, is in a set.
type membership func(m *machine, v value.Value) Truth

// member compiles the test whether a value is in a set, without building the
// set where its form allows.
func (c *compiler) member(e zed.Expr) membership {
	switch e := e.(type) {
	case *zed.Ref:
		switch e.Kind {
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
	set := c.term(e)
	return func(m *machine, v value.Value) Truth {
		s, ok := m.whole(set(m))
		if !ok {
			return m.fail
		}
		if s.Len() == 0 {
			return False
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

func (c *compiler) memberOfOp(e *zed.Op) membership {
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
		a, b := c.member(e.Args[0]), c.member(e.Args[1])
		return func(m *machine, v value.Value) Truth {
			in := func(second bool) predicate {
				return func(m *machine) Truth {
					if !second {
						return a(m, v)
					}
					if e.Op == zed.Minus {
						return not(b(m, v))
					}
					return b(m, v)
				}
			}
			t := in(false)(m)
			deciding := False
			if e.Op == zed.Union {
				deciding = True
			}
			if t == deciding {
				return t
			}
			first := m.reason
			u := in(true)(m)
			if t <= True || u == deciding {
				return u
			}
			if u <= True {
				u = t
			}
			return worse(m, t, first, u)
		}
	case zed.PowerSet, zed.Finset, zed.PowerSet1, zed.Finset1:
		return c.memberOfPower(e)
	case zed.Cross:
		return c.memberOfCross(e)
	case zed.Seq, zed.Seq1, zed.Iseq:
		return c.memberOfSeq(e)
	case zed.Relation:
		return c.memberOfRelation(e, false, false, false, false)
	case zed.PartialFun, zed.FinitePfun:
		return c.memberOfRelation(e, true, false, false, false)
	case zed.TotalFun:
		return c.memberOfRelation(e, true, true, false, false)
	case zed.PartialInj, zed.FinitePinj:
		return c.memberOfRelation(e, true, false, true, false)
	case zed.TotalInj:
		return c.memberOfRelation(e, true, true, true, false)
	case zed.PartialSurj:
		return c.memberOfRelation(e, true, false, false, true)
	case zed.TotalSurj:
		return c.memberOfRelation(e, true, true, false, true)
	case zed.Bijection:
		return c.memberOfRelation(e, true, true, true, true)
	}
	return nil
}

// anyEqual tells whether v is one of the items.
func (m *machine) anyEqual(items []value.Value, v value.Value) Truth {
	out := False
	var first Reason
	for _, x := range items {
		switch m.equal(x, v) {
		case True:
			return True
		case Unknown:
			if out == False {
				out, first = Unknown, m.reason
			}
		}
	}
	if out == Unknown {
		m.reason = first
	}
	return out
}

func (c *compiler) memberOfRan(e *zed.Op) membership {
	x := c.term(e.Args[0])
	return func(m *machine, v value.Value) Truth {
		r, ok := m.shell(x(m))
		if !ok {
			return m.fail
		}
		if r.Kind() == value.Seq {
			return m.anyEqual(r.Items(), v)
		}
		if r.Len() == 0 {
			return False
		}
		if v, ok = m.whole(v, true); !ok {
			return Unknown
		}
		for _, pair := range r.Items() {
			if pair.Elem(1).Equal(v) {
				return True
			}
		}
		return False
	}
}

func (c *compiler) memberOfDom(e *zed.Op) membership {
	x := c.term(e.Args[0])
	return func(m *machine, v value.Value) Truth {
		r, ok := m.shell(x(m))
		if !ok {
			return m.fail
		}
		if r.Len() == 0 {
			return False
		}
		if v, ok = m.whole(v, true); !ok {
			return Unknown
		}
		if r.Kind() == value.Seq {
			i, ok := v.Int()
			return truth(ok && i >= 1 && i <= int64(r.Len()))
		}
		for _, pair := range r.Items() {
			if pair.Elem(0).Equal(v) {
				return True
			}
		}
		return False
	}
}

func (c *compiler) memberOfRange(e *zed.Op) membership {
	lo, hi := c.term(e.Args[0]), c.term(e.Args[1])
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

func (c *compiler) memberOfExt(e *zed.SetExt) membership {
	elems := c.terms(e.Elems)
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
			if t > True && (out == False || out == Undefined && t == Unknown) {
				out, first = t, m.reason
			}
		}
		if out > True {
			m.reason = first
		}
		return out
	}
}

// all tests each element of a set or of a sequence, whose items may be holes.
func (m *machine) all(items []value.Value, test membership) Truth {
	out := True
	var first Reason
	for _, x := range items {
		t := test(m, x)
		if t == False {
			return False
		}
		if t > True && (out == True || out == Undefined && t == Unknown) {
			out, first = t, m.reason
		}
	}
	if out > True {
		m.reason = first
	}
	return out
}

func (c *compiler) memberOfPower(e *zed.Op) membership {
	elem := c.member(e.Args[0])
	atLeast := 0
	if e.Op == zed.PowerSet1 || e.Op == zed.Finset1 {
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
		return m.all(v.Members(), elem)
	}
}

func (c *compiler) memberOfCross(e *zed.Op) membership {
	var parts []membership
	for _, a := range e.Args {
		parts = append(parts, c.member(a))
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
			if t > True && (out == True || out == Undefined && t == Unknown) {
				out, first = t, m.reason
			}
		}
		if out > True {
			m.reason = first
		}
		return out
	}
}

func (c *compiler) memberOfSeq(e *zed.Op) membership {
	elem := c.member(e.Args[0])
	any := full(e.Args[0])
	return func(m *machine, v value.Value) Truth {
		v, ok := m.shell(v, true)
		if !ok {
			return Unknown
		}
		if v.Kind() == value.Set {
			return truth(v.Len() == 0 && e.Op != zed.Seq1)
		}
		if e.Op == zed.Iseq {
			w, ok := m.whole(v, true)
			if !ok {
				return Unknown
			}
			if value.OfSet(append([]value.Value(nil), w.Items()...)).Len() != w.Len() {
				return False
			}
		}
		if any {
			return True
		}
		return m.all(v.Items(), elem)
	}
}

// full tells whether a set is all of its type.
func full(e zed.Expr) bool {
	r, ok := e.(*zed.Ref)
	return ok && (r.Kind == zed.GivenSet || r.Kind == zed.FreeType || r.Kind == zed.Builtin && r.Name != "ℕ" && r.Name != "ℕ₁")
}

// memberOfRelation compiles the arrows: which relations are functions, total,
// injective and onto.
func (c *compiler) memberOfRelation(e *zed.Op, function, total, injective, onto bool) membership {
	if total && infinite(e.Args[0]) || onto && infinite(e.Args[1]) {
		return func(*machine, value.Value) Truth { return False } // values are finite
	}
	from, to := c.member(e.Args[0]), c.member(e.Args[1])
	var source, target term
	if total {
		source = c.term(e.Args[0])
	}
	if onto {
		target = c.term(e.Args[1])
	}
	return func(m *machine, v value.Value) Truth {
		v, ok := m.whole(v, true)
		if !ok {
			return Unknown
		}
		pairs := v.Members()
		var firsts, seconds []value.Value
		for i, p := range pairs {
			if t := from(m, p.Elem(0)); t != True {
				return t
			}
			if t := to(m, p.Elem(1)); t != True {
				return t
			}
			if function && i > 0 && pairs[i-1].Elem(0).Equal(p.Elem(0)) {
				return False
			}
			firsts, seconds = append(firsts, p.Elem(0)), append(seconds, p.Elem(1))
		}
		image := value.OfSet(seconds)
		if injective && image.Len() != len(pairs) {
			return False
		}
		if total {
			s, ok := m.whole(source(m))
			if !ok {
				return m.fail
			}
			if !s.Equal(value.OfSet(firsts)) {
				return False
			}
		}
		if onto {
			s, ok := m.whole(target(m))
			if !ok {
				return m.fail
			}
			return truth(s.Equal(image))
		}
		return True
	}
}
