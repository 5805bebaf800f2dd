package planner

import (
	"context"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// listPlanned returns the unit's cases, each with the outcome that is its witness.
func listPlanned(u *unit) []plan.Exercise {
	out := make([]plan.Exercise, 0, len(u.Cases))
	for _, c := range u.Cases {
		if !c.Open {
			out = append(out, plan.Exercise{Case: c, After: c.Witness})
		}
	}
	return out
}

// Cover returns the parts of the unit's specification that the exercises exercise. The
// schemas of callees are opaque in it, since they are covered by the callees' own
// cases.
func (p *Planned) Cover(ctx context.Context, u *plan.Unit, done []plan.Exercise) *plan.Coverage {
	return p.cover(ctx, p.unit(u.Name), done)
}

// MeasureCoverage returns the coverage that a run reached, for each unit that ran a case.
func MeasureCoverage(ctx context.Context, p *Planned, run *result.Run) map[string]*plan.Coverage {
	out, byUnit := map[string]*plan.Coverage{}, run.ByUnit()
	for _, u := range p.Units {
		if done := plan.ListExercises(u, byUnit(u.Name)); len(done) > 0 {
			out[u.Name] = p.Cover(ctx, u, done)
		}
	}
	return out
}

func (p *Planned) cover(ctx context.Context, u *unit, done []plan.Exercise) *plan.Coverage {
	done, refused := splitExercises(done)
	out := &plan.Coverage{Cases: len(done), Missing: []plan.Gap{}}
	p.coverDisjuncts(ctx, u, done, out)
	p.coverConjuncts(ctx, u, done, out)
	coverRows(u, done, out)
	coverRefused(u, refused, out)
	return out
}

// coverDisjuncts finds the disjuncts of the operation that no case enables. A case
// enables the disjunct of its leaf. Whether it enables others is evaluated only while
// some disjunct is not enabled yet.
func (p *Planned) coverDisjuncts(ctx context.Context, u *unit, done []plan.Exercise, out *plan.Coverage) {
	enabled := make([]bool, len(u.Op.Disjuncts))
	for _, x := range done {
		if d := x.Case.Leaf.Disjunct; d > 0 {
			enabled[d-1] = true
		}
	}
	by := make([][]*suite.Condition, len(enabled))
	u.Tree.Walk(func(c *suite.Condition) {
		if c.Kind == suite.Enabled && c.Parent != nil {
			by[c.Disjunct-1] = append(by[c.Disjunct-1], c)
		}
	})
	open := false
	for i := range enabled {
		open = open || !enabled[i] && u.statusOf(by[i]) != suite.Unsatisfiable
	}
	for k := 0; open && k < len(done); k++ {
		judge := p.engine.WithSizes(done[k].Case.Sizes).Oracle.Unit(u.Unit.Unit)
		for i, standing := range judge.Enablings(ctx, u.Frame(done[k].Case.Values().Map())) {
			enabled[i] = enabled[i] || standing == oracle.Enabled
		}
	}
	out.Disjuncts.Of = len(enabled)
	for i, is := range enabled {
		if is {
			out.Disjuncts.Exercised++
			continue
		}
		gap := plan.Gap{Kind: plan.DisjunctGap, Never: plan.NeverEnabled, Status: u.statusOf(by[i]),
			At: u.At.Pos().String()}
		if len(by[i]) > 0 {
			gap.ID, gap.Predicate, gap.At = by[i][0].ID, by[i][0].Shown, by[i][0].Span.Pos().String()
		} else {
			gap.Predicate = zed.Print(schema.Conjoin(u.Op.Disjuncts[i].Conjuncts), zed.Unicode)
		}
		out.AddGap(gap)
	}
}

// statusOf returns the most hopeful status of the leaves at and below some conditions;
// "" where there are none.
func (u *unit) statusOf(cs []*suite.Condition) suite.Status {
	found := map[suite.Status]bool{}
	for _, c := range cs {
		(&suite.Tree{Root: c}).Walk(func(d *suite.Condition) {
			if l := u.Leaf(d.ID); l != nil {
				found[l.Status] = true
			}
		})
	}
	for _, s := range []suite.Status{suite.HasCase, suite.Undecided, suite.NoneInScope, suite.PrunedByHand,
		suite.Unsatisfiable} {
		if found[s] {
			return s
		}
	}
	return ""
}

// coverRows finds the rows of standard partitions that no case meets. A row that
// divides several leaves counts once.
func coverRows(u *unit, done []plan.Exercise, out *plan.Coverage) {
	type row struct {
		at    source.Span
		shown string
	}
	rows := map[row][]*suite.Condition{}
	var order []row
	u.Tree.Walk(func(c *suite.Condition) {
		if c.Row {
			r := row{c.Span, c.Shown}
			if rows[r] == nil {
				order = append(order, r)
			}
			rows[r] = append(rows[r], c)
		}
	})
	met := map[row]bool{}
	for _, x := range done {
		for _, c := range x.Case.Leaf.Path() {
			met[row{c.Span, c.Shown}] = true
		}
	}
	out.Rows.Of = len(order)
	for _, r := range order {
		if met[r] {
			out.Rows.Exercised++
			continue
		}
		out.AddGap(plan.Gap{Kind: plan.RowGap, ID: rows[r][0].ID, Predicate: r.shown, At: r.at.Pos().String(),
			Never: plan.NeverMet, Status: u.statusOf(rows[r])})
	}
}
