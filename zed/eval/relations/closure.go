package relations

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/value"
)

// CompileComposition compiles R ⨾ S and R ∘ S.
func (c *Compiler) CompileComposition(e *zed.Op) machine.Term {
	x, y := c.root.Term(e.Args[0]), c.root.Term(e.Args[1])
	return func(m *machine.Machine) (value.Value, bool) {
		a, b, ok := factors(m, x, y)
		if !ok {
			return value.Value{}, false
		}
		if e.Op == zed.RelCirc {
			a, b = b, a
		}
		return compose(m, e, a, b)
	}
}

// factors evaluates two sets from which nothing can be made where one of them is empty:
// then it returns both as empty, although the other may have holes. A set of which a hole
// leaves open whether it has a value at all is not such a one.
func factors(m *machine.Machine, x, y machine.Term) (a, b value.Value, ok bool) {
	a, okA := x(m)
	if !okA && m.Fail != machine.Unknown {
		return a, b, false
	}
	reason := m.Reason
	if b, ok = y(m); !ok {
		return a, b, false
	}
	if !okA {
		m.Fail, m.Reason = machine.Unknown, reason
		return a, b, false
	}
	_, wholeA := m.Whole(a, true)
	reason = m.Reason
	_, wholeB := m.Whole(b, true)
	switch {
	case wholeA && wholeB:
		return a, b, true
	case wholeA && a.Len() == 0:
		return a, a, true
	case wholeB && b.Len() == 0:
		return b, b, true
	case !wholeA:
		m.Reason = reason
	}
	m.Fail = machine.Unknown
	return a, b, false
}

func compose(m *machine.Machine, at zed.Expr, a, b value.Value) (value.Value, bool) {
	var out []value.Value
	seconds := b.Members()
	for _, p := range a.Members() {
		for _, q := range machine.PairsOf(seconds, p.Elem(1)) {
			if len(out) >= machine.MaxBuilt {
				return value.Value{}, m.TooMany(at, machine.MaxBuilt)
			}
			if !m.Pass(at) {
				return value.Value{}, false
			}
			out = append(out, value.OfTuple(p.Elem(0), q.Elem(1)))
		}
		if !m.Step(at) {
			return value.Value{}, false
		}
	}
	return value.OfSet(out), true
}

// closure returns the transitive closure of a relation.
func closure(m *machine.Machine, at zed.Expr, r value.Value) (value.Value, bool) {
	for {
		more, ok := compose(m, at, r, r)
		if !ok {
			return more, false
		}
		next := machine.Union(r, more)
		if next.Len() == r.Len() {
			return r, true
		}
		r = next
	}
}

// CompileClosure compiles R⁺.
func (c *Compiler) CompileClosure(e *zed.Op) machine.Term {
	x := c.root.Term(e.Args[0])
	return func(m *machine.Machine) (value.Value, bool) {
		r, ok := m.Whole(x(m))
		if !ok {
			return r, false
		}
		return closure(m, e, r)
	}
}

// Reflexive compiles R*, over the carrier of R's type.
func (c *Compiler) Reflexive(e *zed.Op) machine.Term {
	x, carrier := c.root.Term(e.Args[0]), c.carrier(e)
	return func(m *machine.Machine) (value.Value, bool) {
		r, ok := m.Whole(x(m))
		if !ok {
			return r, false
		}
		s, ok := carrier(m)
		if !ok {
			return s, false
		}
		id := machine.MapSet(s, func(x value.Value) value.Value { return value.OfTuple(x, x) })
		if r, ok = closure(m, e, r); !ok {
			return r, false
		}
		return machine.Union(r, id), true
	}
}

// carrier compiles the set of all first components of a relation's type.
func (c *Compiler) carrier(e *zed.Op) machine.Term {
	power, _ := e.Typ().(zed.PowerType)
	pair, _ := power.Elem.(zed.ProductType)
	if len(pair.Elems) == 2 {
		if named, ok := pair.Elems[0].(zed.NamedType); ok {
			kind := zed.GivenSet
			if named.Free {
				kind = zed.FreeType
			}
			return c.root.Term(&zed.Ref{Info: zed.Info{Type: zed.PowerType{Elem: named}}, Name: named.Name, Kind: kind})
		}
	}
	return func(m *machine.Machine) (value.Value, bool) {
		return value.Value{}, m.Infinite(e, "the identity on its type cannot be enumerated")
	}
}

// Iteration compiles iter n R.
func (c *Compiler) Iteration(e *zed.Op) machine.Term {
	count, x, carrier := c.root.Term(e.Args[0]), c.root.Term(e.Args[1]), c.carrier(e)
	return func(m *machine.Machine) (value.Value, bool) {
		k, ok := m.Shell(count(m))
		if !ok {
			return k, false
		}
		r, ok := m.Whole(x(m))
		if !ok {
			return r, false
		}
		n, small := k.Int()
		if !small {
			return value.Value{}, m.Infinite(e, "there are too many iterations")
		}
		if n < 0 {
			r = machine.MapSet(r, func(p value.Value) value.Value { return value.OfTuple(p.Elem(1), p.Elem(0)) })
		}
		if n == 0 {
			s, ok := carrier(m)
			return machine.MapSet(s, func(x value.Value) value.Value { return value.OfTuple(x, x) }), ok
		}
		return power(m, e, r, magnitude(n))
	}
}

// imagesOfIteration compiles an iteration of a relation that cannot be built.
func (c *Compiler) imagesOfIteration(e *zed.Op) machine.Images {
	forth := c.root.Images(e.Args[1])
	if forth == nil {
		return nil
	}
	count, back := c.root.Term(e.Args[0]), c.Sources(e.Args[1])
	return func(m *machine.Machine, x value.Value) ([]value.Value, bool) {
		k, ok := m.Shell(count(m))
		if !ok {
			return nil, false
		}
		n, small := k.Int()
		step := forth
		if n < 0 {
			step = back
		}
		if !small || step == nil {
			return nil, m.Infinite(e, "it has too many pairs to enumerate")
		}
		ys := []value.Value{x}
		for left := magnitude(n); left > 0 && len(ys) > 0; left-- {
			var next []value.Value
			for _, y := range ys {
				if !m.Step(e) {
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

// power returns the composition of n copies of a relation, by squaring.
func power(m *machine.Machine, at zed.Expr, r value.Value, n uint64) (value.Value, bool) {
	var out value.Value
	started, ok := false, true
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			if !started {
				out, started = r, true
			} else if out, ok = compose(m, at, out, r); !ok {
				return out, false
			}
		}
		if n > 1 {
			if r, ok = compose(m, at, r, r); !ok {
				return r, false
			}
		}
	}
	return out, true
}
