package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// composed compiles R ⨾ S and R ∘ S.
func (c *relations) composed(e *zed.Op) term {
	x, y := c.root.term(e.Args[0]), c.root.term(e.Args[1])
	return func(m *machine) (value.Value, bool) {
		a, b, ok := m.factors(x, y)
		if !ok {
			return value.Value{}, false
		}
		if e.Op == zed.RelCirc {
			a, b = b, a
		}
		return m.compose(e, a, b)
	}
}

// factors evaluates two sets of which nothing is made where one of them is empty:
// both are, then, although the other may have holes.
func (m *machine) factors(x, y term) (a, b value.Value, ok bool) {
	a, ok = m.whole(x(m))
	if !ok && m.fail != Unknown {
		return a, b, false
	}
	reason, known := m.reason, ok
	b, ok = m.whole(y(m))
	switch {
	case known && ok:
		return a, b, true
	case !ok && m.fail != Unknown:
		return a, b, false
	case known && a.Len() == 0:
		return a, a, true
	case ok && b.Len() == 0:
		return b, b, true
	}
	if !known {
		m.fail, m.reason = Unknown, reason
	}
	return a, b, false
}

func (m *machine) compose(at zed.Expr, a, b value.Value) (value.Value, bool) {
	var out []value.Value
	seconds := b.Members()
	for _, p := range a.Members() {
		from, _ := slices.BinarySearchFunc(seconds, p.Elem(1), func(q, x value.Value) int { return q.Elem(0).Compare(x) })
		for _, q := range seconds[from:] {
			if !q.Elem(0).Equal(p.Elem(1)) {
				break
			}
			if len(out) >= maxBuilt {
				return value.Value{}, m.tooMany(at, maxBuilt)
			}
			if !m.pass(at) {
				return value.Value{}, false
			}
			out = append(out, value.OfTuple(p.Elem(0), q.Elem(1)))
		}
		if !m.step(at) {
			return value.Value{}, false
		}
	}
	return value.OfSet(out), true
}

// closure returns the transitive closure of a relation.
func (m *machine) closure(at zed.Expr, r value.Value) (value.Value, bool) {
	for {
		more, ok := m.compose(at, r, r)
		if !ok {
			return more, false
		}
		next := union(r, more)
		if next.Len() == r.Len() {
			return r, true
		}
		r = next
	}
}

// closed compiles R⁺.
func (c *relations) closed(e *zed.Op) term {
	x := c.root.term(e.Args[0])
	return func(m *machine) (value.Value, bool) {
		r, ok := m.whole(x(m))
		if !ok {
			return r, false
		}
		return m.closure(e, r)
	}
}

// reflexive compiles R*, over the carrier of R's type.
func (c *relations) reflexive(e *zed.Op) term {
	x, carrier := c.root.term(e.Args[0]), c.carrier(e)
	return func(m *machine) (value.Value, bool) {
		r, ok := m.whole(x(m))
		if !ok {
			return r, false
		}
		s, ok := carrier(m)
		if !ok {
			return s, false
		}
		id := mapped(s, func(x value.Value) value.Value { return value.OfTuple(x, x) })
		if r, ok = m.closure(e, r); !ok {
			return r, false
		}
		return union(r, id), true
	}
}

// carrier compiles the set of all first components of a relation's type.
func (c *relations) carrier(e *zed.Op) term {
	power, _ := e.Typ().(zed.PowerType)
	pair, _ := power.Elem.(zed.ProductType)
	if len(pair.Elems) == 2 {
		if named, ok := pair.Elems[0].(zed.NamedType); ok {
			kind := zed.GivenSet
			if named.Free {
				kind = zed.FreeType
			}
			return c.root.term(&zed.Ref{Info: zed.Info{Type: zed.PowerType{Elem: named}}, Name: named.Name, Kind: kind})
		}
	}
	return func(m *machine) (value.Value, bool) {
		return value.Value{}, m.infinite(e, "the identity on its type cannot be enumerated")
	}
}

// iteration compiles iter n R.
func (c *relations) iteration(e *zed.Op) term {
	count, x, carrier := c.root.term(e.Args[0]), c.root.term(e.Args[1]), c.carrier(e)
	return func(m *machine) (value.Value, bool) {
		k, ok := m.shell(count(m))
		if !ok {
			return k, false
		}
		r, ok := m.whole(x(m))
		if !ok {
			return r, false
		}
		n, small := k.Int()
		if !small {
			return value.Value{}, m.infinite(e, "there are too many iterations")
		}
		if n < 0 {
			r = mapped(r, func(p value.Value) value.Value { return value.OfTuple(p.Elem(1), p.Elem(0)) })
		}
		if n == 0 {
			s, ok := carrier(m)
			return mapped(s, func(x value.Value) value.Value { return value.OfTuple(x, x) }), ok
		}
		return m.power(e, r, magnitude(n))
	}
}

// imagesOfIteration compiles an iteration of a relation that cannot be built.
func (c *relations) imagesOfIteration(e *zed.Op) images {
	forth := c.root.images(e.Args[1])
	if forth == nil {
		return nil
	}
	count, back := c.root.term(e.Args[0]), c.sources(e.Args[1])
	return func(m *machine, x value.Value) ([]value.Value, bool) {
		k, ok := m.shell(count(m))
		if !ok {
			return nil, false
		}
		n, small := k.Int()
		step := forth
		if n < 0 {
			step = back
		}
		if !small || step == nil {
			return nil, m.infinite(e, "it has too many pairs to enumerate")
		}
		ys := []value.Value{x}
		for left := magnitude(n); left > 0 && len(ys) > 0; left-- {
			var next []value.Value
			for _, y := range ys {
				if !m.step(e) {
					return nil, false
				}
				images, ok := step(m, y)
				if !ok {
					return nil, false
				}
				next = append(next, images...)
			}
			ys = value.OfSet(next).Members()
		}
		return ys, true
	}
}

// magnitude returns the absolute value.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// power returns the relation composed with itself, n of them, by squaring.
func (m *machine) power(at zed.Expr, r value.Value, n uint64) (value.Value, bool) {
	var out value.Value
	started, ok := false, true
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			if !started {
				out, started = r, true
			} else if out, ok = m.compose(at, out, r); !ok {
				return out, false
			}
		}
		if n > 1 {
			if r, ok = m.compose(at, r, r); !ok {
				return r, false
			}
		}
	}
	return out, true
}
