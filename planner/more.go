package planner

import (
	"context"
	"iter"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxSmaller is how many smaller variants of a case are tried. Each takes the question
// whether it lies in the leaf.
const maxSmaller = 2000

// Draw returns a case of a leaf with values drawn at random, but for those that are bound:
// the same case for the same seed; with seed 0 the smallest. The case is not added to the
// plan, and has no decisions. It is nil where no case was drawn.
func (p *Planned) Draw(ctx context.Context, of *plan.Unit, leaf *plan.Leaf, bound spec.Values,
	seed uint64) *plan.Case {
	u := p.unit(of.Name)
	parts := p.finder.alternatives(u, leaf)
	for i := range parts {
		problem := parts[(seed+uint64(i))%uint64(len(parts))]
		problem.Seed = seed
		if len(bound) > 0 {
			problem.Bound = bound.Map()
		}
		drawn := p.engine.Solver.Solve(ctx, problem)
		if drawn.Outcome == solve.Case {
			return p.finder.makeUnplannedCase(ctx, u, leaf, spec.FromModel(u.Tree.VIS, drawn.Model), drawn.Sizes)
		}
	}
	return nil
}

// alternatives returns problems whose models together are the cases of a leaf. There is
// one for each alternative that the callees leave, in which equations determine
// intermediate states.
func (f finder) alternatives(u *unit, leaf *plan.Leaf) []solve.Problem {
	if leaf.IsRejected() || leaf.Disjunct == 0 {
		return []solve.Problem{f.problem(u, leaf.Condition)}
	}
	parts := f.engine.Oracle.Unit(u.Unit.Unit).Problems(leaf.Disjunct)
	for i := range parts {
		parts[i].Pred = u.below.join(parts[i].Pred, leaf.Condition)
	}
	return parts
}

// makeUnplannedCase returns a case of a leaf that is not added to the plan; nil where its
// expected outcome is not found.
func (f finder) makeUnplannedCase(ctx context.Context, u *unit, leaf *plan.Leaf, values spec.Values,
	sizes value.Sizes) *plan.Case {
	if values == nil {
		values = spec.Values{}
	}
	c := f.newCase(ctx, u, leaf, 1, values, sizes)
	if c.Witness == nil || leaf.IsRejected() && f.isAllowed(ctx, u, c) {
		return nil
	}
	c.Digest = leaf.Cases[0].Digest // its condition is that of the leaf
	return c
}

// FindSmaller yields cases in the leaf of c with smaller values, those that differ most
// from c first. Each was found to lie in the leaf.
func (p *Planned) FindSmaller(ctx context.Context, of *plan.Unit, c *plan.Case) iter.Seq[*plan.Case] {
	u := p.unit(of.Name)
	return func(yield func(*plan.Case) bool) {
		left, seen := maxSmaller, map[string]bool{c.Values().String(): true}
		for values := range suite.FindSmaller(c.Values(), p.finder.system.Globals) {
			key := values.String()
			if seen[key] {
				continue
			}
			if left--; left < 0 || ctx.Err() != nil {
				return
			}
			seen[key] = true
			found := p.finder.evaluateCondition(ctx, u, c.Leaf.Condition, values.Map(), c.Sizes)
			if found.Outcome != solve.Case {
				continue
			}
			if made := p.finder.makeUnplannedCase(ctx, u, c.Leaf, values, found.Sizes); made != nil && !yield(made) {
				return
			}
		}
	}
}
