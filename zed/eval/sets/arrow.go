package sets

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// memberOfRelation compiles the arrows: which relations are functions, total,
// injective and onto.
func (c *Tests) memberOfRelation(e *zed.Op) machine.Membership {
	kind, _ := toolkit.MembersOf(e.Op)
	to, infinite := c.root.Member(e.Args[1]), c.infiniteIn(e, kind)
	if kind.Total && toolkit.Infinite(e.Args[0]) || kind.Surjective && toolkit.Infinite(e.Args[1]) {
		return func(m *machine.Machine, v value.Value) machine.Truth {
			switch v.Kind() {
			case value.Hole:
				return m.UnsettledBy(v)
			case value.Total:
				return infinite(m, v)
			}
			return m.Finitely(machine.False)
		}
	}
	from := c.root.Member(e.Args[0])
	var source, target machine.Term
	if kind.Total {
		source = c.root.SetTerm(e.Args[0])
	}
	if kind.Surjective {
		target = c.root.SetTerm(e.Args[1])
	}
	a := arrowTest{from: from, to: to, source: source, target: target, function: kind.Function,
		injective: kind.Injective,
		anyFrom:   toolkit.IsAny(e.Args[0]), anyTo: toolkit.IsAny(e.Args[1])}
	return func(m *machine.Machine, v value.Value) machine.Truth {
		if v.Kind() == value.Total {
			return infinite(m, v)
		}
		return a.test(m, v)
	}
}

// infiniteIn compiles the test whether a function that has one image for all numbers of a
// set is in the set that an arrow makes.
func (c *Tests) infiniteIn(e *zed.Op, kind zed.Members) machine.Membership {
	to := c.root.Member(e.Args[1])
	name := ""
	if r, ok := e.Args[0].(*zed.Ref); ok && r.Kind == zed.Builtin {
		name = r.Name
	}
	return func(m *machine.Machine, v value.Value) machine.Truth {
		switch {
		case kind.Injective:
			return machine.False // several numbers have one image
		case kind.Finite:
			return machine.False
		case kind.Surjective || name == "":
			m.Infinite(e, "whether an infinite function is a member is not known")
			return m.Fail
		case kind.Total && name != v.Name(), name == "ℕ" && v.Name() == "ℤ", name == "ℕ₁" && v.Name() != "ℕ₁":
			return machine.False
		}
		return to(m, v.Elem(0))
	}
}

// arrowTest tests whether a value is a relation of some kind.
type arrowTest struct {
	from, to            machine.Membership
	source, target      machine.Term // the whole sets, where the arrow is total or onto
	function, injective bool
	anyFrom, anyTo      bool
}

func (a *arrowTest) test(m *machine.Machine, v value.Value) machine.Truth {
	v, ok := m.Partial(v, true)
	if !ok {
		return m.Fail
	}
	var open machine.Undecided
	for _, test := range []machine.Membership{a.pairs, a.injection, a.testTotal, a.testOnto} {
		t := test(m, v)
		if t == machine.False {
			return machine.False
		}
		open.Add(m, t)
	}
	return open.Else(m, machine.True)
}

// pairs tests the pairs, and that they are a function's. A sequence is one,
// whatever its items.
func (a *arrowTest) pairs(m *machine.Machine, v value.Value) machine.Truth {
	var open machine.Undecided
	for i := range v.Len() {
		if !m.Pass(nil) {
			return machine.Undefined
		}
		var x, y value.Value
		if v.Kind() == value.Seq {
			x, y = value.OfInt(int64(i+1)), v.Elem(i)
		} else {
			x, y = v.Elem(i).Elem(0), v.Elem(i).Elem(1)
			if a.function && i > 0 && v.Elem(i-1).Elem(0).Equal(x) {
				return machine.False
			}
		}
		if !a.anyFrom {
			t := a.from(m, x)
			if t == machine.False {
				return machine.False
			}
			open.Add(m, t)
		}
		if !a.anyTo {
			t := a.to(m, y)
			if t == machine.False {
				return machine.False
			}
			open.Add(m, t)
		}
	}
	return open.Else(m, machine.True)
}

func (a *arrowTest) injection(m *machine.Machine, v value.Value) machine.Truth {
	if !a.injective {
		return machine.True
	}
	m.Pay(v.Len())
	if v.Kind() == value.Seq {
		return m.Distinct(v.Items())
	}
	if v.Open() {
		return m.Distinct(machine.SecondsOf(v.Items()))
	}
	return machine.TruthOf(machine.Column(v, 1).Len() == v.Len())
}

func (a *arrowTest) testTotal(m *machine.Machine, v value.Value) machine.Truth {
	if a.source == nil {
		return machine.True
	}
	s, ok := m.Whole(a.source(m))
	if !ok {
		return m.Fail
	}
	m.Pay(v.Len())
	if v.Kind() == value.Seq {
		return machine.TruthOf(s.Equal(machine.Ints(1, int64(v.Len()))))
	}
	return machine.TruthOf(s.Equal(machine.Column(v, 0)))
}

func (a *arrowTest) testOnto(m *machine.Machine, v value.Value) machine.Truth {
	if a.target == nil {
		return machine.True
	}
	s, ok := m.Whole(a.target(m))
	if !ok {
		return m.Fail
	}
	if v, ok = m.Whole(v, true); !ok {
		return m.Fail
	}
	m.Pay(v.Len())
	return machine.TruthOf(s.Equal(machine.Column(v, 1)))
}
