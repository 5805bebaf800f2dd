package planner

import (
	"context"
	"iter"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxSmaller is how many smaller values of one case are looked at: whether they lie in
// its leaf is asked of each.
const maxSmaller = 2000

// Draw returns a case of a leaf whose values are drawn at random: the same one under the
// same seed, which is not 0. It is not in the plan, and nothing is decided about its
// callees. It is nil where none was drawn.
func (p *Planned) Draw(ctx context.Context, of *plan.Unit, leaf *plan.Leaf, seed uint64) *plan.Case {
	u := p.unit(of.Name)
	parts := p.finder.alternatives(u, leaf)
	for i := range parts {
		problem := parts[(seed+uint64(i))%uint64(len(parts))]
		problem.Seed = seed
		drawn := p.engine.Solver.Solve(ctx, problem)
		if drawn.Outcome == solve.Case {
			return p.finder.unplanned(ctx, u, leaf, spec.Of(u.Tree.VIS, drawn.Model), drawn.Sizes)
		}
	}
	return nil
}

// alternatives returns the problems that together ask for the cases of a leaf: in each of
// the alternatives that callees leave, equations determine intermediate states.
func (f finder) alternatives(u *unit, leaf *plan.Leaf) []solve.Problem {
	if leaf.Refused() || leaf.Disjunct == 0 {
		return []solve.Problem{f.problem(u, leaf.Condition)}
	}
	parts := f.engine.Oracle.Unit(u.Unit.Unit).Problems(leaf.Disjunct)
	for i := range parts {
		parts[i].Pred = with(parts[i].Pred, refined(leaf.Condition))
	}
	return parts
}

// unplanned returns a case of a leaf that is not in the plan; nil where it is not found
// out what is expected of it.
func (f finder) unplanned(ctx context.Context, u *unit, leaf *plan.Leaf, values spec.Values, sizes value.Sizes) *plan.Case {
	if values == nil {
		values = spec.Values{}
	}
	c := f.newCase(ctx, u, leaf, 1, values, sizes)
	if c.Witness == nil || leaf.Refused() && f.allowed(ctx, u, c) {
		return nil
	}
	c.Digest = leaf.Cases[0].Digest // its condition is that of the leaf
	return c
}

// Smaller yields cases of the leaf of a case with smaller values, those that differ most
// first. Each is found to lie in the leaf.
func (p *Planned) Smaller(ctx context.Context, of *plan.Unit, c *plan.Case) iter.Seq[*plan.Case] {
	u := p.unit(of.Name)
	return func(yield func(*plan.Case) bool) {
		left, seen := maxSmaller, map[string]bool{c.Values().String(): true}
		for values := range p.finder.smaller(c.Values()) {
			key := values.String()
			if seen[key] {
				continue
			}
			if left--; left < 0 || ctx.Err() != nil {
				return
			}
			seen[key] = true
			found := p.finder.holds(ctx, u, c.Leaf.Condition, values.Map(), c.Sizes)
			if found.Outcome != solve.Case {
				continue
			}
			if made := p.finder.unplanned(ctx, u, c.Leaf, values, found.Sizes); made != nil && !yield(made) {
				return
			}
		}
	}
}

// smaller yields smaller values: of one variable, then of a number, a string or an element
// wherever it is.
func (f finder) smaller(values spec.Values) iter.Seq[spec.Values] {
	return func(yield func(spec.Values) bool) {
		for i, item := range values {
			for v := range item.Value.Smaller(f.simpler) {
				out := append(spec.Values{}, values...)
				if out[i].Value = v; !yield(out) {
					return
				}
			}
		}
		for _, old := range repeated(values) {
			for v := range old.Smaller(f.simpler) {
				out := append(spec.Values{}, values...)
				for i := range out {
					out[i].Value = out[i].Value.Replaced(old, v)
				}
				if !yield(out) {
					return
				}
			}
		}
	}
}

// repeated returns the scalars that are more than once in some values, in their order.
func repeated(values spec.Values) []value.Value {
	var out []value.Value
	for _, item := range values {
		item.Value.Scalars(func(v value.Value) { out = append(out, v) })
	}
	slices.SortFunc(out, value.Value.Compare)
	var twice []value.Value
	for i, v := range out {
		if i > 0 && v.Equal(out[i-1]) && (len(twice) == 0 || !v.Equal(twice[len(twice)-1])) {
			twice = append(twice, v)
		}
	}
	return twice
}

// simpler returns what may stand for an element of a given type: the elements before it;
// and for a value of a free type: the constants before it, and what it is made of.
func (f finder) simpler(v value.Value) []value.Value {
	g := f.system.Globals
	if v.Kind() == value.Atom {
		for _, all := range g.Given {
			if i := slices.IndexFunc(all, v.Equal); i >= 0 {
				return all[:i]
			}
		}
	}
	name := f.freeType(v)
	if name == "" {
		return nil
	}
	var out []value.Value
	for _, constant := range g.Free[name] {
		if constant.Kind() == value.Atom {
			if constant.Equal(v) {
				break
			}
			out = append(out, constant)
		}
	}
	if v.Kind() == value.Ctor {
		out = append(out, f.within(v.Elem(0), name)...)
	}
	return out
}

// within returns the values of a free type that a value is made of.
func (f finder) within(v value.Value, name string) []value.Value {
	if v.Kind() == value.Ctor && f.freeType(v) == name {
		return []value.Value{v}
	}
	var out []value.Value
	for _, part := range v.Items() {
		out = append(out, f.within(part, name)...)
	}
	return out
}

// freeType returns the free type of a constant, or of what a constructor makes; "" where
// it is of none.
func (f finder) freeType(v value.Value) string {
	for name, makers := range f.system.Globals.Makers {
		if v.Kind() == value.Ctor && slices.Contains(makers, v.Name()) {
			return name
		}
	}
	for name, all := range f.system.Globals.Free {
		if v.Kind() == value.Atom && slices.ContainsFunc(all, v.Equal) {
			return name
		}
	}
	return ""
}
