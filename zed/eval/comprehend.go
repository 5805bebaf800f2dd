package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// comprehension compiles {D | P • e}, λ D | P • e and μ D | P • e.
func (c *compiler) comprehension(e *zed.Comp) term {
	binders, checks, leave := c.scope(e.Text, flat(e.Text.Pred, map[zed.Expr]bool{}))
	arg := c.characteristic(e.Text)
	body := c.term(e.Body)
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

// names returns the variables of a text in the order of its characteristic
// tuple.
func names(t zed.Text) []string {
	var out []string
	for _, d := range t.Decls {
		for _, n := range d.Names {
			if !slices.Contains(out, n.Name) {
				out = append(out, n.Name)
			}
		}
	}
	return out
}

// characteristic compiles the characteristic tuple of declarations.
func (c *compiler) characteristic(t zed.Text) term {
	var places []int
	for _, n := range names(t) {
		places = append(places, c.names[n])
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
func (c *compiler) pattern(t zed.Text, whole, body zed.Expr) (*pattern, term) {
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
			p.members = append(p.members, c.member(d.Type))
		}
	}
	var leaves []func()
	for _, n := range declared {
		place, leave := c.local(n)
		p.places, leaves = append(p.places, place), append(leaves, leave)
	}
	if t.Pred != nil {
		p.pred = c.predicate(t.Pred)
	}
	for _, o := range others {
		p.rest = append(p.rest, equation{o.path, c.term(o.e)})
	}
	var x term
	if body != nil {
		x = c.term(body)
	}
	for i := len(leaves) - 1; i >= 0; i-- {
		leaves[i]()
	}
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

// simple tells whether a text declares every variable once.
func simple(t zed.Text) bool {
	n := 0
	for _, d := range t.Decls {
		n += len(d.Names)
	}
	return n == len(names(t)) && n > 0
}

// tupleOf returns the characteristic tuple of a simple text.
func tupleOf(t zed.Text) zed.Expr {
	var elems []zed.Expr
	for _, n := range names(t) {
		elems = append(elems, &zed.Ref{Name: n, Kind: zed.Local})
	}
	if len(elems) == 1 {
		return elems[0]
	}
	return &zed.TupleExt{Elems: elems}
}

// memberOfComp compiles v ∈ {x : S; y : T | P • (x, y)} as a test, where the
// value settles the variables, and v ∈ λ D | P • e; nil for others.
func (c *compiler) memberOfComp(e *zed.Comp) membership {
	if !simple(e.Text) || e.Op == zed.Mu {
		return nil
	}
	if e.Op == zed.Lambda {
		p, body := c.pattern(e.Text, tupleOf(e.Text), e.Body)
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
	p, _ := c.pattern(e.Text, e.Body, nil)
	if p == nil {
		return nil
	}
	return p.match
}

// applied compiles (λ D | P • e) x by substitution, so that D may be infinite;
// nil where the declarations are not simple.
func (c *compiler) applied(e *zed.Apply, fn *zed.Comp) term {
	if fn.Op != zed.Lambda || !simple(fn.Text) {
		return nil
	}
	arg := c.term(e.Arg)
	p, body := c.pattern(fn.Text, tupleOf(fn.Text), fn.Body)
	return func(m *machine) (value.Value, bool) {
		x, ok := arg(m)
		if !ok {
			return x, false
		}
		switch t := p.match(m, x); t {
		case True:
			return body(m)
		case False:
			return m.undefined(e, "%s is not in the domain", x)
		default:
			m.fail = t
			return value.Value{}, false
		}
	}
}
