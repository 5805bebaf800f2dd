package plan

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
)

// Matrix holds the leaves of a callee against the cases of a unit that uses it
// (Cristiá, Mesuro and Frydman, Theorem 2): where each leaf is met by some
// case, extra functions that the unit calls come to light.
type Matrix struct {
	Callee string `json:"callee"`
	// Met says whether the theorem's hypothesis holds: "yes", "no", or "unknown"
	// where it was not decided of every leaf.
	Met    Met         `json:"met"`
	Leaves []MatrixRow `json:"leaves"`
}

// Met says whether the hypothesis of Theorem 2 is met.
type Met string

// Whether it is.
const (
	MetYes     Met = "yes"
	MetNo      Met = "no"
	MetUnknown Met = "unknown"
)

// MatrixRow is a leaf of the callee with the cases of the caller, by id.
type MatrixRow struct {
	Leaf   string `json:"leaf"`
	Status Status `json:"status"`
	// Possible are the cases a with B_j^A(a) ≠ ∅, whatever the disjunct is;
	// Unknown those of which that was not decided; Demanded those on which the
	// specification has the caller call in the leaf; Observed those in which a run
	// saw it do so.
	Possible []string `json:"possible"`
	Unknown  []string `json:"unknown,omitempty"`
	Demanded []string `json:"demanded"`
	Observed []string `json:"observed,omitempty"`
	// Proposal is what the solver found where no case meets the leaf.
	Proposal *Proposal `json:"proposal,omitempty"`
}

// Proposal is a case of the caller that would meet a leaf of the callee.
type Proposal struct {
	Status Status      `json:"status"`
	Values spec.Values `json:"values,omitempty"`
	// Called says that the caller is to call in the leaf; otherwise it only may,
	// where it calls what it should not.
	Called bool   `json:"called,omitempty"`
	Reason string `json:"reason,omitempty"` // why there is none
}

// Theorem2 returns the matrices of a unit, one for each callee that it uses, in the
// order of Uses. They are found when they are first asked for, but for a plan that was
// not finished, which has those that it has.
func (p *Plan) Theorem2(ctx context.Context, u *Unit) []Matrix {
	p.mu.Lock()
	known := u.matrices
	p.mu.Unlock()
	if known != nil || p.Unfinished != nil {
		return known
	}
	out := []Matrix{}
	for _, name := range u.Uses {
		if q := p.Unit(name); q != nil {
			m, _ := p.matrix(ctx, u, q, accepted(u))
			for i := range m.Leaves {
				p.propose(ctx, u, q, &m.Leaves[i])
			}
			out = append(out, m)
		}
	}
	if ctx.Err() == nil {
		p.remember(u, out)
	}
	return out
}

func (p *Plan) remember(u *Unit, found []Matrix) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u.matrices = found
}

// theorem2 finds the matrices of all units beforehand.
func (w *work) theorem2(ctx context.Context) error {
	return w.each(ctx, one, func(ctx context.Context, u *Unit, _ int) error {
		if found := w.memory.matrices(w.Plan, u); found != nil {
			w.remember(u, found)
			return nil
		}
		found := w.Theorem2(ctx, u)
		if ctx.Err() == nil {
			w.memory.keepMatrices(w.Plan, u, found)
		}
		return nil
	}, nil)
}

// accepted returns the cases that are not on rejected inputs.
func accepted(u *Unit) []*Case {
	return slices.DeleteFunc(slices.Clone(u.Cases), func(c *Case) bool { return c.Leaf.Refused() })
}

// matrix holds the leaves of a callee against cases. It also returns the indices of
// the rows that no case meets.
func (p *Plan) matrix(ctx context.Context, u, q *Unit, cases []*Case) (m Matrix, open []int) {
	m = Matrix{Callee: q.Name, Met: MetYes, Leaves: []MatrixRow{}}
	var ids []string
	for _, l := range q.Leaves {
		if l.Refused() || l.Kind == suite.Point || l.Status == Unsatisfiable || l.Status == PrunedByHand {
			continue
		}
		ids = append(ids, l.ID)
		m.Leaves = append(m.Leaves, MatrixRow{Leaf: l.ID, Status: l.Status, Possible: []string{}, Demanded: []string{}})
	}
	for _, c := range cases {
		allowed := p.engine.At(c.Sizes).Decider.Calls()
		outcomes := allowed.Possible(ctx, u.Unit, q.Unit, c.Values, ids)
		called := allowed.Met(ctx, u.Unit, q.Unit, c.Values)
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
		case len(row.Unknown) > 0 || row.Status != HasCase:
			// A leaf without a case may be empty.
			if m.Met == MetYes {
				m.Met = MetUnknown
			}
		default:
			m.Met = MetNo
		}
		open = append(open, j)
	}
	return m, open
}

// propose looks for a case that meets a leaf that none does.
func (p *Plan) propose(ctx context.Context, u, q *Unit, row *MatrixRow) {
	if len(row.Possible) > 0 {
		return
	}
	found, called := p.engine.Decider.Calls().Reaching(ctx, u.Unit, q.Unit, row.Leaf)
	row.Proposal = &Proposal{Status: status(found.Outcome), Reason: found.Reason}
	if found.Outcome == solve.Case {
		row.Proposal = &Proposal{Status: HasCase, Values: spec.Of(u.Tree.VIS, found.Model), Called: called}
	}
}

// Observed returns the matrices of a unit with the cases in which a run saw the
// callee called in a leaf.
func (p *Plan) Observed(ctx context.Context, u *Unit, run *result.Run) []Matrix {
	out := slices.Clone(p.Theorem2(ctx, u))
	for i := range out {
		q := p.Unit(out[i].Callee)
		seen := map[string][]string{}
		for _, r := range run.Results {
			if r.Unit != u.Name {
				continue
			}
			for _, c := range r.Trace {
				if c.Unit != q.Name {
					continue
				}
				for _, leaf := range p.engine.At(u.sizesOf(r.Case)).Decider.Calls().Lies(q.Unit, append(slices.Clone(c.Before), c.Args...)) {
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

// cover gives units the cases that meet the leaves of their callees that no other
// case meets.
func (w *work) cover(ctx context.Context) error {
	w.parallel(ctx, len(w.Units), func(ctx context.Context, i int) {
		u := w.Units[i]
		for _, name := range u.Uses {
			if q := w.Unit(name); q != nil && ctx.Err() == nil {
				w.coverCallee(ctx, u, q)
			}
		}
	})
	if ctx.Err() != nil {
		return interruption(ctx)
	}
	return nil
}

// coverCallee adds a case for each leaf of a callee that none meets, as far as the
// solver finds one. A case may meet more leaves than it was added for.
func (w *work) coverCallee(ctx context.Context, u, q *Unit) {
	m, open := w.matrix(ctx, u, q, accepted(u))
	met := map[string]bool{}
	for _, j := range open {
		row := &m.Leaves[j]
		if row.Status != HasCase || met[row.Leaf] {
			continue
		}
		w.propose(ctx, u, q, row)
		if row.Proposal.Status != HasCase {
			continue
		}
		c := w.covering(ctx, u, row)
		if c == nil {
			continue
		}
		more, _ := w.matrix(ctx, u, q, []*Case{c})
		for _, r := range more.Leaves {
			met[r.Leaf] = met[r.Leaf] || len(r.Possible) > 0
		}
	}
	w.add(func() {
		u.Cases = nil
		u.collect()
	})
}

// covering adds the case that is proposed to the leaf that it lies in, beside the
// cases that this has; nil where it is not a test case there.
func (w *work) covering(ctx context.Context, u *Unit, row *MatrixRow) *Case {
	given := spec.OwnCase{Values: row.Proposal.Values, Span: source.Span{}}
	id, sizes, err := w.leafOf(ctx, u, given, w.sieve(u))
	if err != nil {
		return nil
	}
	leaf := u.Leaf(id)
	if leaf.Status != HasCase || leaf.Refused() {
		return nil
	}
	c := &Case{ID: leaf.ID, Leaf: leaf, Values: row.Proposal.Values, Covers: row.Leaf}
	w.sized(u, c, sizes)
	c.ID += fmt.Sprintf("#%d", len(leaf.cases)+1)
	if w.Plan.expect(ctx, u, c); c.Witness == nil {
		return nil
	}
	w.add(func() { leaf.cases = append(leaf.cases, c) })
	return c
}
