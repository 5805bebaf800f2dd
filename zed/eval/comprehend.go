package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// comprehension compiles {D | P • e}, λ D | P • e and μ D | P • e.
func (c *texts) comprehension(e *zed.Comp) term {
	binders, checks, leave := c.scope(e.Text, flat(e.Text.Pred, map[zed.Expr]bool{}))
	arg := c.characteristic(e.Text)
	body := c.root.term(e.Body)
	leave()
	return func(m *machine) (value.Value, bool) {
		var out []value.Value
		failed := false
		r := run{binders: binders, checks: checks, at: e}
		r.visit = func(certain Truth) bool {
			if certain > True {
				m.fail, failed = certain, true
				return false
			}
			v, ok := m.whole(body(m))
			if ok && e.Op == zed.Lambda {
				var x value.Value
				if x, ok = arg(m); ok {
					v = value.OfTuple(x, v)
				}
			}
			if ok && len(out) >= maxBuilt {
				ok = m.tooMany(e, maxBuilt)
			}
			failed = !ok
			out = append(out, v)
			return ok
		}
		r.through(m)
		if failed {
			return value.Value{}, false
		}
		if r.truth != True {
			m.fail, m.reason = r.truth, r.why
			return value.Value{}, false
		}
		set := value.OfSet(out)
		if e.Op != zed.Mu {
			return set, true
		}
		if set.Len() != 1 {
			return m.undefined(e, "there is not exactly one such value, but %s", set)
		}
		return set.Member(0), true
	}
}

// characteristic compiles the characteristic tuple of declarations.
func (c *texts) characteristic(t zed.Text) term {
	var places []int
	for _, n := range names(t) {
		places = append(places, c.places.names[n])
	}
	return func(m *machine) (value.Value, bool) {
		if len(places) == 1 {
			return m.whole(m.frame[places[0]], true)
		}
		elems := make([]value.Value, len(places))
		for i, p := range places {
			v, ok := m.whole(m.frame[p], true)
			if !ok {
				return v, false
			}
			elems[i] = v
		}
		return value.OfTuple(elems...), true
	}
}

// pattern is a value taken apart into the variables of a text.
type pattern struct {
	places  []int
	paths   [][]int      // where in the value each variable's is
	members []membership // that each must be in
	pred    predicate    // or nil
	rest    []equation   // what else the value must be made of
}

// equation says what a part of a value must be.
type equation struct {
	path []int
	want term
}

// pattern compiles the variables of a text, to be bound to parts of a value;
// whole says how the value is made of them. It returns nil where that does not
// settle each of them. body, where there is one, is compiled in their scope.
func (c *texts) pattern(t zed.Text, whole, body zed.Expr) (*pattern, term) {
	declared := names(t)
	p := &pattern{paths: make([][]int, len(declared))}
	type open struct {
		path []int
		e    zed.Expr
	}
	var others []open
	var walk func(e zed.Expr, path []int)
	walk = func(e zed.Expr, path []int) {
		path = slices.Clip(path)
		switch e := e.(type) {
		case *zed.Ref:
			if i := slices.Index(declared, e.Name); i >= 0 && e.Kind == zed.Local && p.paths[i] == nil {
				p.paths[i] = append([]int{}, path...)
				return
			}
		case *zed.TupleExt:
			for i, x := range e.Elems {
				walk(x, append(path, i))
			}
			return
		case *zed.Binding:
			for i, x := range e.Values {
				walk(x, append(path, i))
			}
			return
		}
		others = append(others, open{path, e})
	}
	walk(whole, nil)
	if slices.ContainsFunc(p.paths, func(path []int) bool { return path == nil }) {
		return nil, nil
	}
	for _, d := range t.Decls {
		for range d.Names {
			p.members = append(p.members, c.root.member(d.Type))
		}
	}
	var leave func()
	p.places, leave = c.places.locals(declared)
	if t.Pred != nil {
		p.pred = c.root.predicate(t.Pred)
	}
	for _, o := range others {
		p.rest = append(p.rest, equation{o.path, c.root.term(o.e)})
	}
	var x term
	if body != nil {
		x = c.root.term(body)
	}
	leave()
	return p, x
}

// at returns a part of a value; false where it is behind a hole.
func (m *machine) at(v value.Value, path []int) (value.Value, bool) {
	for _, i := range path {
		if v.Kind() == value.Hole {
			return m.unset(v)
		}
		v = v.Elem(i)
	}
	return v, true
}

// match binds the variables to parts of a value and tells whether it fits.
func (p *pattern) match(m *machine, v value.Value) Truth {
	out := True
	var first Reason
	note := func(t Truth) {
		if t > True && graver(out, &first, t, &m.reason) {
			out, first = t, m.reason
		}
	}
	for i, place := range p.places {
		x, ok := m.at(v, p.paths[i])
		if !ok {
			return Unknown
		}
		m.bind(place, x)
		t := p.members[i](m, x)
		if t == False {
			return False
		}
		note(t)
	}
	for _, e := range p.rest {
		x, ok := m.at(v, e.path)
		if !ok {
			return Unknown
		}
		t := True
		if y, ok := e.want(m); ok {
			t = m.equal(x, y)
		} else {
			t = m.fail
		}
		if t == False {
			return False
		}
		note(t)
	}
	if p.pred == nil {
		if out > True {
			m.reason = first
		}
		return out
	}
	t := p.pred(m)
	if t == False || out == True {
		return t
	}
	if t == True {
		t, m.reason = out, first
	}
	return worse(m, out, first, t)
}

// memberOfComp compiles v ∈ {x : S; y : T | P • (x, y)} as a test, where the
// value settles the variables, and v ∈ λ D | P • e; nil for others.
func (c *memberTests) memberOfComp(e *zed.Comp) membership {
	if !simple(e.Text) || e.Op == zed.Mu {
		return nil
	}
	if e.Op == zed.Lambda {
		p, body := c.texts.pattern(e.Text, tupleOf(e.Text), e.Body)
		return func(m *machine, v value.Value) Truth {
			v, ok := m.shell(v, true)
			if !ok {
				return Unknown
			}
			t := p.match(m, v.Elem(0))
			if t != True {
				return t
			}
			y, ok := body(m)
			if !ok {
				return m.fail
			}
			return m.equal(y, v.Elem(1))
		}
	}
	p, _ := c.texts.pattern(e.Text, e.Body, nil)
	if p == nil {
		return nil
	}
	return p.match
}
