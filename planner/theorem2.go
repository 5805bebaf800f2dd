package planner

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// checkTheorem2 computes the matrices of Theorem 2 for each unit, one for each callee that
// it uses, in the order of Uses.
func (w *work) checkTheorem2(ctx context.Context) error {
	return w.runParts(ctx, countOne, func(ctx context.Context, u *unit, _ int) error {
		found := w.memory.matrices(w.planned, u)
		if found == nil {
			if found = w.planned.matrices(ctx, u); ctx.Err() != nil {
				return nil
			}
			w.memory.keepMatrices(w.planned, u, found)
		}
		w.add(func() { u.Theorem2 = found })
		return nil
	}, nil)
}

func (p *Planned) matrices(ctx context.Context, u *unit) []plan.Matrix {
	out := []plan.Matrix{}
	for _, name := range u.Uses {
		if q := p.unit(name); q != nil {
			m, _ := p.matrix(ctx, u, q, acceptedCases(u))
			for i := range m.Leaves {
				p.propose(ctx, u, q, &m.Leaves[i])
			}
			out = append(out, m)
		}
	}
	return out
}

// acceptedCases returns the cases of a unit that are not on rejected inputs.
func acceptedCases(u *unit) []*plan.Case {
	return slices.DeleteFunc(slices.Clone(u.Cases), func(c *plan.Case) bool { return c.Leaf.IsRejected() })
}

// matrix compares the leaves of a callee with cases of its caller. It also returns the
// indices of the rows that no case meets.
func (p *Planned) matrix(ctx context.Context, u, q *unit, cases []*plan.Case) (m plan.Matrix, open []int) {
	m = plan.Matrix{Callee: q.Name, Met: plan.MetYes, Leaves: []plan.MatrixRow{}}
	var ids []string
	for _, l := range q.Leaves {
		if l.IsRejected() || l.Kind == suite.Point || l.Kind == suite.Unplaced || l.Status == suite.Unsatisfiable ||
			l.Status == suite.PrunedByHand {
			continue
		}
		ids = append(ids, l.ID)
		m.Leaves = append(m.Leaves, plan.MatrixRow{Leaf: l.ID, Status: l.Status, Possible: []string{},
			Demanded: []string{}})
	}
	for _, c := range cases {
		allowed := p.engine.WithSizes(c.Sizes).Decider.Calls()
		outcomes := allowed.LeafOutcomes(ctx, u.Unit.Unit, q.Unit.Unit, c.Values(), ids)
		called := allowed.FindForeseen(ctx, u.Unit.Unit, q.Unit.Unit, c.Values())
		for j := range m.Leaves {
			row := &m.Leaves[j]
			switch outcomes[j] {
			case solve.Case:
				row.Possible = append(row.Possible, c.ID)
			case solve.Undecided, solve.NoneInScope:
				row.Unknown = append(row.Unknown, c.ID)
			}
			if called[row.Leaf] {
				row.Demanded = append(row.Demanded, c.ID)
			}
		}
	}
	for j, row := range m.Leaves {
		switch {
		case len(row.Possible) > 0:
			continue
		case len(row.Unknown) > 0 || row.Status != suite.HasCase:
			// A leaf without a case may be empty.
			if m.Met == plan.MetYes {
				m.Met = plan.MetUnknown
			}
		default:
			m.Met = plan.MetNo
		}
		open = append(open, j)
	}
	return m, open
}

// propose looks for a case that meets a leaf that no case meets.
func (p *Planned) propose(ctx context.Context, u, q *unit, row *plan.MatrixRow) {
	if len(row.Possible) > 0 {
		return
	}
	found, called := p.engine.Decider.Calls().ReachLeaf(ctx, u.Unit.Unit, q.Unit.Unit, row.Leaf)
	row.Proposal = &plan.Proposal{Status: status(found.Outcome), Reason: found.Reason}
	if found.Outcome == solve.Case {
		row.Proposal = &plan.Proposal{Status: suite.HasCase, Values: spec.FromModel(u.Tree.VIS, found.Model),
			Called: called}
	}
}

// ObserveMatrices returns, for each unit, its matrices with the cases in which a run recorded
// a call in the leaf. The error says that calls of a case cannot be read any more; then there are no matrices, which
// would say that no calls were seen.
func (p *Planned) ObserveMatrices(run *result.Run) (map[string][]plan.Matrix, error) {
	out, byUnit := map[string][]plan.Matrix{}, run.ByUnit()
	for _, u := range p.Units {
		if len(u.Theorem2) == 0 {
			continue
		}
		results := byUnit(u.Name)
		for i, r := range results {
			whole, err := run.Whole(r)
			if err != nil {
				return nil, fmt.Errorf("the calls of the run cannot be read for the matrices of Theorem 2: %w", err)
			}
			results[i] = whole
		}
		out[u.Name] = p.observeMatrices(u, results)
	}
	return out, nil
}

func (p *Planned) observeMatrices(u *plan.Unit, results []*result.Result) []plan.Matrix {
	out := slices.Clone(u.Theorem2)
	for i := range out {
		q := p.unit(out[i].Callee)
		seen := map[string][]string{}
		for _, r := range results {
			for _, c := range r.Trace {
				if c.Unit != q.Name {
					continue
				}
				for _, leaf := range p.engine.WithSizes(sizesOf(u, r.Case)).Decider.Calls().LeavesOf(q.Unit.Unit,
					append(slices.Clone(c.Before), c.Args...)) {
					if !slices.Contains(seen[leaf], r.Case) {
						seen[leaf] = append(seen[leaf], r.Case)
					}
				}
			}
		}
		out[i].Leaves = slices.Clone(out[i].Leaves)
		for j := range out[i].Leaves {
			out[i].Leaves[j].Observed = seen[out[i].Leaves[j].Leaf]
		}
	}
	return out
}

// cover adds cases to units so that each leaf of a callee is met by some case.
func (w *work) cover(ctx context.Context) error {
	w.runParallel(ctx, len(w.planned.units), func(ctx context.Context, i int) {
		u := w.planned.units[i]
		for _, name := range u.Uses {
			if q := w.planned.unit(name); q != nil && ctx.Err() == nil {
				w.coverCallee(ctx, u, q)
			}
		}
	})
	if ctx.Err() != nil {
		return interruption(ctx)
	}
	return nil
}

// coverCallee adds a case for each leaf of a callee that no case meets, as far as the
// solver finds one. A case may meet more leaves than the one for which it was added.
func (w *work) coverCallee(ctx context.Context, u, q *unit) {
	m, open := w.planned.matrix(ctx, u, q, acceptedCases(u))
	met := map[string]bool{}
	for _, j := range open {
		row := &m.Leaves[j]
		if row.Status != suite.HasCase || met[row.Leaf] {
			continue
		}
		w.planned.propose(ctx, u, q, row)
		if row.Proposal.Status != suite.HasCase {
			continue
		}
		c := w.addCoveringCase(ctx, u, row)
		if c == nil {
			continue
		}
		more, _ := w.planned.matrix(ctx, u, q, []*plan.Case{c})
		for _, r := range more.Leaves {
			met[r.Leaf] = met[r.Leaf] || len(r.Possible) > 0
		}
	}
	w.add(func() {
		u.Cases = nil
		u.collect()
	})
}

// addCoveringCase adds the proposed case of a row to the leaf in which it lies, behind the
// cases that the leaf has; it returns nil where the proposal is not a test case.
func (w *work) addCoveringCase(ctx context.Context, u *unit, row *plan.MatrixRow) *plan.Case {
	given := spec.OwnCase{Values: row.Proposal.Values, Span: source.Span{}}
	id, sizes, err := w.planned.finder.leafOf(ctx, u, given, w.planned.finder.newFilter(u))
	if err != nil {
		return nil
	}
	leaf := u.Leaf(id)
	if leaf.Status != suite.HasCase || leaf.IsRejected() {
		return nil
	}
	c := &plan.Case{Case: suite.Case{ID: leaf.ID, Steps: suite.MakeSteps(u.Name, row.Proposal.Values)}, Leaf: leaf,
		Covers: row.Leaf}
	w.planned.finder.setSizes(u, c, sizes)
	c.ID += fmt.Sprintf("#%d", len(leaf.Cases)+1)
	if w.planned.finder.expect(ctx, u, c); c.Witness == nil {
		return nil
	}
	w.add(func() { leaf.Cases = append(leaf.Cases, c) })
	return c
}
