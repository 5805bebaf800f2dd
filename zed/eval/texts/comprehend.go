package texts

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/guards"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Comprehension compiles {D | P • e}, λ D | P • e and μ D | P • e.
func (c *Compiler) Comprehension(e *zed.Comp) machine.Term {
	binders, checks, leave := c.scope(e.Text, guards.Flat(e.Text.Pred, map[zed.Expr]bool{}))
	arg := c.characteristic(e.Text)
	body := c.root.Term(e.Body)
	leave()
	return func(m *machine.Machine) (value.Value, bool) {
		var out []value.Value
		failed := false
		r := run{binders: binders, checks: checks, at: e}
		r.visit = func(doubt machine.Undecided) bool {
			if t := doubt.Else(m, machine.True); t != machine.True {
				m.Fail, failed = t, true
				return false
			}
			v, ok := m.Whole(body(m))
			if ok && e.Op == zed.Lambda {
				var x value.Value
				if x, ok = arg(m); ok {
					v = value.OfTuple(x, v)
				}
			}
			if ok && len(out) >= machine.MaxBuilt {
				ok = m.TooMany(e, machine.MaxBuilt)
			}
			failed = !ok
			out = append(out, v)
			return ok
		}
		r.visitAll(m)
		if failed {
			return value.Value{}, false
		}
		if t := r.missing.Else(m, machine.True); t != machine.True {
			m.Fail = t
			return value.Value{}, false
		}
		set := value.OfSet(out)
		if e.Op != zed.Mu {
			return set, true
		}
		if set.Len() != 1 {
			return m.Undefined(e, "there is not exactly one such value, but %s", set)
		}
		return set.Member(0), true
	}
}

// characteristic compiles the characteristic tuple of declarations.
func (c *Compiler) characteristic(t zed.Text) machine.Term {
	var places []int
	for _, n := range scope.Names(t) {
		place, _ := c.places.Find(n)
		places = append(places, place)
	}
	return func(m *machine.Machine) (value.Value, bool) {
		if len(places) == 1 {
			return m.Whole(m.Frame[places[0]], true)
		}
		elems := make([]value.Value, len(places))
		for i, p := range places {
			v, ok := m.Whole(m.Frame[p], true)
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
	paths   [][]guards.Step      // where in the value each variable's is
	members []machine.Membership // that each must be in
	pred    machine.Predicate    // or nil
	rest    []equation           // what else the value must be made of
}

// equation says what a part of a value must be.
type equation struct {
	path []guards.Step
	want machine.Term
}

// Pattern compiles the variables of a text, to be bound to parts of a value;
// whole says how the value is made of them. It returns nil where that does not
// settle each of them. body, where there is one, is compiled in their scope.
func (c *Compiler) Pattern(t zed.Text, whole, body zed.Expr) (*pattern, machine.Term) {
	declared := scope.Names(t)
	p := &pattern{paths: make([][]guards.Step, len(declared))}
	type open struct {
		path []guards.Step
		e    zed.Expr
	}
	var others []open
	var walk func(e zed.Expr, path []guards.Step)
	walk = func(e zed.Expr, path []guards.Step) {
		path = slices.Clip(path)
		if r, ok := e.(*zed.Ref); ok {
			i := slices.Index(declared, r.Name)
			if i >= 0 && r.Kind == zed.Local && p.paths[i] == nil {
				p.paths[i] = append([]guards.Step{}, path...)
				return
			}
		}
		parts := guards.PartsOf(e)
		for _, part := range parts {
			walk(part.Term, append(path, part.Step))
		}
		if len(parts) == 0 {
			others = append(others, open{path, e})
		}
	}
	walk(whole, nil)
	if slices.ContainsFunc(p.paths, func(path []guards.Step) bool { return path == nil }) {
		return nil, nil
	}
	for _, d := range t.Decls {
		for range d.Names {
			p.members = append(p.members, c.root.Member(d.Type))
		}
	}
	var leave func()
	p.places, leave = c.places.Locals(declared)
	if t.Pred != nil {
		p.pred = c.root.Predicate(t.Pred)
	}
	for _, o := range others {
		p.rest = append(p.rest, equation{o.path, c.root.Term(o.e)})
	}
	var x machine.Term
	if body != nil {
		x = c.root.Term(body)
	}
	leave()
	return p, x
}

// Match binds the variables to parts of a value and tells whether it fits.
func (p *pattern) Match(m *machine.Machine, v value.Value) machine.Truth {
	var open machine.Undecided
	for i, place := range p.places {
		x, in := partOf(m, v, p.paths[i])
		if in != machine.True {
			return in
		}
		m.Bind(place, x)
		t := p.members[i](m, x)
		if t == machine.False {
			return machine.False
		}
		open.Add(m, t)
	}
	for _, e := range p.rest {
		x, in := partOf(m, v, e.path)
		if in != machine.True {
			return in
		}
		t := machine.True
		if y, ok := e.want(m); ok {
			t = m.Equal(x, y)
		} else {
			t = m.Fail
		}
		if t == machine.False {
			return machine.False
		}
		open.Add(m, t)
	}
	if p.pred != nil {
		t := p.pred(m)
		if t == machine.False {
			return machine.False
		}
		open.Add(m, t)
	}
	return open.Else(m, machine.True)
}
