package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// memberOfRelation compiles the arrows: which relations are functions, total,
// injective and onto.
func (c *memberTests) memberOfRelation(e *zed.Op) membership {
	kind, _ := toolkit.MembersOf(e.Op)
	if kind.Total && toolkit.Infinite(e.Args[0]) || kind.Surjective && toolkit.Infinite(e.Args[1]) {
		return func(m *machine, _ value.Value) Truth { return m.finitely(False) }
	}
	from, to := c.root.member(e.Args[0]), c.root.member(e.Args[1])
	var source, target term
	if kind.Total {
		source = c.root.setTerm(e.Args[0])
	}
	if kind.Surjective {
		target = c.root.setTerm(e.Args[1])
	}
	a := arrowTest{from: from, to: to, source: source, target: target, function: kind.Function, injective: kind.Injective,
		anyFrom: toolkit.FullOfFinite(e.Args[0]), anyTo: toolkit.FullOfFinite(e.Args[1])}
	return a.holds
}

// arrowTest tests whether a value is a relation of some kind.
type arrowTest struct {
	from, to            membership
	source, target      term // the whole sets, where the arrow is total or onto
	function, injective bool
	anyFrom, anyTo      bool
}

func (a *arrowTest) holds(m *machine, v value.Value) Truth {
	v, ok := m.partial(v, true)
	if !ok {
		return Unknown
	}
	t := a.pairs(m, v)
	if t == False {
		return False
	}
	first := m.reason
	for _, test := range []func(*machine, value.Value) Truth{a.injection, a.total, a.onto} {
		u := test(m, v)
		if u == False {
			return False
		}
		if t == True {
			t, first = u, m.reason
		} else if u > True {
			t, first = worse(m, t, first, u), m.reason
		}
	}
	m.reason = first
	return t
}

// pairs tests the pairs, and that they are a function's. A sequence is one,
// whatever its items.
func (a *arrowTest) pairs(m *machine, v value.Value) Truth {
	out := True
	var first Reason
	for i := range v.Len() {
		if !m.pass(nil) {
			return Undefined
		}
		var x, y value.Value
		if v.Kind() == value.Seq {
			x, y = value.OfInt(int64(i+1)), v.Elem(i)
		} else {
			x, y = v.Elem(i).Elem(0), v.Elem(i).Elem(1)
			if a.function && i > 0 && v.Elem(i-1).Elem(0).Equal(x) {
				return False
			}
		}
		t, u := True, True
		if !a.anyFrom {
			t = a.from(m, x)
		}
		why := m.reason
		if !a.anyTo && t != False {
			u = a.to(m, y)
		}
		if t == False || u == False {
			return False
		}
		if u > True && t != Unknown {
			t, why = u, m.reason
		}
		if t > True && graver(out, &first, t, &why) {
			out, first = t, why
		}
	}
	if out > True {
		m.reason = first
	}
	return out
}

func (a *arrowTest) injection(m *machine, v value.Value) Truth {
	if !a.injective {
		return True
	}
	m.pay(v.Len())
	if v.Kind() == value.Seq {
		return m.distinct(v.Items())
	}
	if v.Open() {
		return m.distinct(secondsOf(v))
	}
	return truth(column(v, 1).Len() == v.Len())
}

// secondsOf returns the second components of a set of pairs, in its order.
func secondsOf(r value.Value) []value.Value {
	out := make([]value.Value, r.Len())
	for i := range out {
		out[i] = r.Elem(i).Elem(1)
	}
	return out
}

func (a *arrowTest) total(m *machine, v value.Value) Truth {
	if a.source == nil {
		return True
	}
	s, ok := m.whole(a.source(m))
	if !ok {
		return m.fail
	}
	m.pay(v.Len())
	if v.Kind() == value.Seq {
		return truth(s.Equal(ints(1, int64(v.Len()))))
	}
	return truth(s.Equal(column(v, 0)))
}

func (a *arrowTest) onto(m *machine, v value.Value) Truth {
	if a.target == nil {
		return True
	}
	s, ok := m.whole(a.target(m))
	if !ok {
		return m.fail
	}
	if v, ok = m.whole(v, true); !ok {
		return Unknown
	}
	m.pay(v.Len())
	return truth(s.Equal(column(v, 1)))
}
