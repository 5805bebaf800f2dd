package plan

import (
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// conditions returns what is evaluated of a unit's cases: its specification, the
// conditions of its tree, and what it promises on rejected inputs.
func (u *Unit) conditions() []zed.Expr {
	out := []zed.Expr{u.Op.Pred}
	add := func(c *suite.Condition) {
		if c.Own() { // preconditions of what is there already
			out = append(out, c.Pred)
		}
	}
	u.Tree.Walk(add)
	for _, c := range u.Tree.Refused() {
		for _, above := range c.Path() {
			add(above)
		}
	}
	if u.Tree.Refusal != nil {
		out = append(out, u.Tree.Refusal.Op.Pred)
	}
	return slices.DeleteFunc(out, func(e zed.Expr) bool { return e == nil })
}

// sizes returns the sizes with which a case of a unit is evaluated: those with which it
// was found, and of the other given types that the unit counts those of the scope.
func (p *Plan) sizes(u *Unit, found value.Sizes, values spec.Values) value.Sizes {
	out := found
	for _, name := range u.counted.All() {
		if _, ok := found[name]; ok {
			continue
		}
		n := len(p.System.Globals.Given[name])
		if u.Scope.Given > 0 {
			n = min(n, u.Scope.Given)
		}
		for _, item := range values {
			item.Value.Atoms(func(element string) { n = max(n, p.System.Globals.Number(name, element)) })
		}
		out = out.With(value.Sizes{name: n})
	}
	return out
}

// having returns the plan as it is for cases that rest on the given sizes.
func (p *Plan) having(sizes value.Sizes) *Plan {
	if len(sizes) == 0 {
		return p
	}
	engine := p.engine.At(sizes)
	return &Plan{System: engine.Oracle.System(), byName: p.byName, engine: engine}
}

// sizesOf returns the sizes that one of the unit's cases rests on.
func (u *Unit) sizesOf(id string) value.Sizes {
	for _, c := range u.Cases {
		if c.ID == id {
			return c.Sizes
		}
	}
	return nil
}

// sized gives a case the sizes with which it was found.
func (p *Plan) sized(u *Unit, c *Case, found value.Sizes) {
	c.Sizes = p.sizes(u, found, c.Values)
	c.Rests = u.resting(c.Sizes)
}

// resting returns the sizes on which a case rests that has the given ones: left out are
// those that the scope gives to types with more elements of which it is one too.
func (u *Unit) resting(sizes value.Sizes) value.Sizes {
	var out value.Sizes
	for name, n := range sizes {
		if slices.Contains(u.counted.Exact, name) || n > len(u.globals.Given[name]) {
			out = out.With(value.Sizes{name: n})
		}
	}
	return out
}

// Carriers returns the given types on whose sizes a case rests, by name, each with all
// of its elements.
func (u *Unit) Carriers(c *Case) spec.Values {
	var out spec.Values
	sized := u.globals.Sized(c.Sizes)
	for _, name := range c.Rests.Names() {
		out = append(out, spec.Item{Name: name, Type: zed.PowerType{Elem: zed.NamedType{Name: name}}, Value: value.OfSet(slices.Clone(sized.Given[name]))})
	}
	return out
}
