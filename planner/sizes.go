package planner

import (
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// conditions returns all predicates that are evaluated for a unit's cases: its
// specification, the conditions of its tree, and what it promises on rejected inputs.
func (u *unit) conditions() []zed.Expr {
	out := []zed.Expr{u.Op.Pred}
	add := func(c *suite.Condition) {
		if c.HasOwnPart() { // preconditions of what is there already
			out = append(out, c.Pred)
		}
	}
	u.Tree.Walk(add)
	for _, c := range u.Tree.RejectedLeaves() {
		for _, above := range c.Path() {
			add(above)
		}
	}
	if u.Tree.Refusal != nil {
		out = append(out, u.Tree.Refusal.Op.Pred)
	}
	return slices.DeleteFunc(out, func(e zed.Expr) bool { return e == nil })
}

// sizes returns the sizes at which a case of a unit is evaluated: those at which it was
// found and, for other given types on whose sizes the unit depends, those of the scope.
func (f finder) sizes(u *unit, found value.Sizes, values spec.Values) value.Sizes {
	out := found
	for _, name := range u.counted.All() {
		if _, ok := found[name]; ok {
			continue
		}
		n := len(f.system.Globals.Given[name])
		if u.Scope.Given > 0 {
			n = min(n, u.Scope.Given)
		}
		for _, item := range values {
			item.Value.Atoms(func(element string) { n = max(n, f.system.Globals.Number(name, element)) })
		}
		out = out.Merge(value.Sizes{name: n})
	}
	return out
}

// withSizes returns the finder for cases that rest on the given sizes.
func (f finder) withSizes(sizes value.Sizes) finder {
	if len(sizes) == 0 {
		return f
	}
	engine := f.engine.WithSizes(sizes)
	return finder{engine.Oracle.System(), engine, f.whys}
}

// sizesOf returns the sizes on which the unit's case of the given id rests.
func sizesOf(u *plan.Unit, id string) value.Sizes {
	for _, c := range u.Cases {
		if c.ID == id {
			return c.Sizes
		}
	}
	return nil
}

// setSizes sets the sizes of a case that was found at the given sizes.
func (f finder) setSizes(u *unit, c *plan.Case, found value.Sizes) {
	c.Sizes = f.sizes(u, found, c.Values())
	c.Rests = f.neededSizes(u, c.Sizes)
}

// neededSizes returns those of the sizes on which a case rests. Sizes of the scope are left
// out for types at which the case would hold with more elements too.
func (f finder) neededSizes(u *unit, sizes value.Sizes) value.Sizes {
	var out value.Sizes
	for name, n := range sizes {
		if slices.Contains(u.counted.Exact, name) || n > len(f.system.Globals.Given[name]) {
			out = out.Merge(value.Sizes{name: n})
		}
	}
	return out
}
