package stubs

import (
	"context"
	"fmt"
	"sync"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// tested is the leaves of a unit's testing tree, prepared for telling which of
// them a call lies in.
type tested struct {
	leaves []leaf
	early  []int      // the indices of inputs and before-state
	mu     sync.Mutex // guards points
	points map[string][]string
}

// leaf is a leaf of a testing tree.
type leaf struct {
	id       string
	programs []*eval.Program // the conditions that can be evaluated
	searches []zed.Expr      // those with a precondition in them
	disjunct int             // 0: any disjunct of the operation
}

func (d *Decider) tested(u *spec.Unit) *tested {
	d.mu.Lock()
	defer d.mu.Unlock()
	if known, ok := d.units[u.Name]; ok {
		return known
	}
	made := &tested{points: map[string][]string{}}
	slots := make([]string, len(u.Op.Vars))
	for i, v := range u.Op.Vars {
		slots[i] = v.Name
		switch schema.RoleOf(u.Op.Vars, v.Name) {
		case schema.Before, schema.Input:
			made.early = append(made.early, i)
		}
	}
	for _, c := range d.leaves(u.Name) {
		made.leaves = append(made.leaves, d.leaf(c, slots))
	}
	d.units[u.Name] = made
	return made
}

func (d *Decider) leaf(c *tactics.Condition, slots []string) leaf {
	out := leaf{id: c.ID, disjunct: c.Disjunct}
	for _, above := range c.Path() {
		switch above.Tactic {
		case "vis", "dnf":
		case "mf":
			out.searches = append(out.searches, above.Pred)
		default:
			p, err := eval.Compile(above.Pred, slots, d.system.Globals)
			if err != nil {
				panic(fmt.Sprintf("stubs: a checked predicate does not compile: %v", err))
			}
			out.programs = append(out.programs, p)
		}
	}
	return out
}

// maxRemembered is how many points a unit's leaves are remembered for.
const maxRemembered = 1 << 14

// Confirm returns the ids of the leaves of u's testing tree that a call lies
// in, by its inputs and before-state; the rest of the frame, which is in the
// order of u's variables, is not looked at.
func (d *Decider) Confirm(u *spec.Unit, frame []value.Value) []string {
	prepared := d.tested(u)
	var b []byte
	for _, i := range prepared.early {
		b = frame[i].AppendKey(b)
	}
	key := string(b)
	prepared.mu.Lock()
	known, ok := prepared.points[key]
	prepared.mu.Unlock()
	if ok {
		return known
	}
	var out []string
	for _, l := range prepared.leaves {
		if d.inside(u, prepared, l, frame) {
			out = append(out, l.id)
		}
	}
	prepared.mu.Lock()
	if len(prepared.points) < maxRemembered {
		prepared.points[key] = out
	}
	prepared.mu.Unlock()
	return out
}

// inside tells whether the point is known to lie in the leaf. With all inputs
// and the before-state known, the precondition of the disjunct and those in
// the conditions are closed predicates, to be decided one by one.
func (d *Decider) inside(u *spec.Unit, prepared *tested, l leaf, frame []value.Value) bool {
	for _, p := range l.programs {
		if truth, _ := p.Truth(frame); truth != eval.True {
			return false
		}
	}
	ctx := context.Background()
	standings := d.oracle.Unit(u).Enabled(ctx, frame)
	enabled := false
	for i, s := range standings {
		if l.disjunct == 0 || l.disjunct == i+1 {
			enabled = enabled || s == oracle.Enabled
		}
	}
	if !enabled {
		return false
	}
	for _, e := range l.searches {
		bound := map[string]value.Value{}
		for _, i := range prepared.early {
			bound[u.Op.Vars[i].Name] = frame[i]
		}
		answer := d.solver.Solve(ctx, solve.Problem{Pred: e, Bound: bound, Scope: u.Scope, Globals: d.system.Globals})
		if answer.Outcome != solve.Case {
			return false
		}
	}
	return true
}
