package plan

import (
	"context"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// Coverage says what of a unit's specification its cases exercise.
type Coverage struct {
	Cases     int   `json:"cases"`     // how many it was computed from, without those on rejected inputs
	Disjuncts Count `json:"disjuncts"` // enabled by some case
	// Conjuncts counts truths: each part of a disjunction, an implication, an
	// equivalence or a negation is wanted true once and false once.
	Conjuncts Count `json:"conjuncts"`
	Rows      Count `json:"rows"`     // of standard partitions, where sp was applied
	Rejected  Count `json:"rejected"` // conditions on rejected inputs
	Missing   []Gap `json:"missing"`
}

// Count says how many of something are exercised.
type Count struct {
	Exercised int `json:"exercised"`
	Of        int `json:"of"`
}

// Gap is a part of a specification that no case exercises.
type Gap struct {
	Kind      GapKind `json:"kind"`
	ID        string  `json:"id,omitempty"` // the condition that is about it, where there is one
	Predicate string  `json:"predicate"`
	At        string  `json:"at"`
	Never     Never   `json:"never"`
	// Status is what the solver made of the leaves that would exercise it, or
	// of the search for a case that would. HasCase of a disjunct or a row says
	// that there are such cases, and that none of them was run. It is "" where
	// nothing was looked for: a unit whose schema holds callees' is not searched.
	Status Status `json:"status,omitempty"`
	// Values are those of a case that would exercise a conjunct, where one was
	// found.
	Values spec.Values `json:"values,omitempty"`
}

// GapKind says what kind of part is not exercised.
type GapKind string

// The kinds of gaps.
const (
	DisjunctGap GapKind = "disjunct"
	ConjunctGap GapKind = "conjunct"
	RowGap      GapKind = "row"
	RejectedGap GapKind = "rejected" // a condition on rejected inputs
)

// Never says what no case makes of a part.
type Never string

// What no case makes of a part.
const (
	NeverEnabled Never = "enabled" // of a disjunct
	NeverTrue    Never = "true"
	NeverFalse   Never = "false"
	NeverRanged  Never = "ranged" // of a universal quantification: in every case its domain is empty
	NeverMet     Never = "met"    // of a row or of a condition on rejected inputs
)

// Exercise is a case as coverage counts it.
type Exercise struct {
	Case *Case
	// After is the after-state and outputs, as far as they are known.
	After spec.Values
}

// planned returns the unit's cases, each with the outcome that it witnesses.
func planned(u *Unit) []Exercise {
	out := make([]Exercise, len(u.Cases))
	for i, c := range u.Cases {
		out[i] = Exercise{c, c.Witness}
	}
	return out
}

// Ran returns the unit's cases that a run executed, each with what the unit
// did.
func Ran(u *Unit, run *result.Run) []Exercise {
	results := map[string]*result.Result{}
	for _, r := range run.Results {
		if r.Verdict != result.Blocked {
			results[r.Case] = r
		}
	}
	var out []Exercise
	for _, c := range u.Cases {
		if r := results[c.ID]; r != nil {
			out = append(out, Exercise{c, r.Actual})
		}
	}
	return out
}

// Cover returns what of the unit's specification the exercises exercise. The
// schemas of callees are opaque in it: they are the callees' own to cover.
func (p *Plan) Cover(ctx context.Context, u *Unit, done []Exercise) *Coverage {
	done, refused := apart(done)
	out := &Coverage{Cases: len(done), Missing: []Gap{}}
	p.coverDisjuncts(ctx, u, done, out)
	p.coverConjuncts(ctx, u, done, out)
	coverRows(u, done, out)
	coverRefused(u, refused, out)
	return out
}

// missed notes a gap.
func (c *Coverage) missed(g Gap) { c.Missing = append(c.Missing, g) }

// coverDisjuncts finds the disjuncts of the operation that no case enables. A
// case enables the disjunct of its leaf; whether it enables others is asked
// only where a disjunct is left that may be.
func (p *Plan) coverDisjuncts(ctx context.Context, u *Unit, done []Exercise, out *Coverage) {
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
		open = open || !enabled[i] && u.statusOf(by[i]) != Unsatisfiable
	}
	for k := 0; open && k < len(done); k++ {
		judge := p.engine.At(done[k].Case.Sizes).Oracle.Unit(u.Unit)
		for i, standing := range judge.Enabled(ctx, u.Frame(done[k].Case.Values.Map())) {
			enabled[i] = enabled[i] || standing == oracle.Enabled
		}
	}
	out.Disjuncts.Of = len(enabled)
	for i, is := range enabled {
		if is {
			out.Disjuncts.Exercised++
			continue
		}
		gap := Gap{Kind: DisjunctGap, Never: NeverEnabled, Status: u.statusOf(by[i]), At: u.At.Pos().String()}
		if len(by[i]) > 0 {
			gap.ID, gap.Predicate, gap.At = by[i][0].ID, by[i][0].Shown, by[i][0].Span.Pos().String()
		} else {
			gap.Predicate = zed.Print(schema.Conjoin(u.Op.Disjuncts[i].Conjuncts), zed.Unicode)
		}
		out.missed(gap)
	}
}

// statusOf returns what the solver made of the leaves at and below some
// conditions, the most hopeful first; "" where there are none.
func (u *Unit) statusOf(cs []*suite.Condition) Status {
	found := map[Status]bool{}
	for _, c := range cs {
		(&suite.Tree{Root: c}).Walk(func(d *suite.Condition) {
			if l := u.Leaf(d.ID); l != nil {
				found[l.Status] = true
			}
		})
	}
	for _, s := range []Status{HasCase, Undecided, NoneInScope, PrunedByHand, Unsatisfiable} {
		if found[s] {
			return s
		}
	}
	return ""
}

// coverRows finds the rows of standard partitions that no case meets. A row
// that divides several leaves is one.
func coverRows(u *Unit, done []Exercise, out *Coverage) {
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
		out.missed(Gap{Kind: RowGap, ID: rows[r][0].ID, Predicate: r.shown, At: r.at.Pos().String(), Never: NeverMet, Status: u.statusOf(rows[r])})
	}
}
