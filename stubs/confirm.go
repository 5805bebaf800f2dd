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

// tested is a unit's testing tree, prepared for telling which of its leaves a
// call lies in.
type tested struct {
	roots  []*condition
	early  []int      // the indices of inputs and before-state
	mu     sync.Mutex // guards points
	points map[string][]string
}

// condition is a condition of a testing tree.
type condition struct {
	program *eval.Program // nil where it is searched for, or the disjunct says it
	search  zed.Expr      // a condition with a precondition in it
	below   []*condition
	// Of a leaf:
	id       string
	disjunct int        // 0: any disjunct of the operation
	searches []zed.Expr // its own and those above it
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
	known := map[*tactics.Condition]*condition{}
	compiler := eval.NewCompiler(slots, d.system.Globals)
	for _, leaf := range d.leaves(u.Name) {
		var above *condition
		var searches []zed.Expr
		for _, c := range leaf.Path() {
			if known[c] == nil {
				known[c] = prepared(c, compiler)
				if above == nil {
					made.roots = append(made.roots, known[c])
				} else {
					above.below = append(above.below, known[c])
				}
			}
			above = known[c]
			if above.search != nil {
				searches = append(searches, above.search)
			}
		}
		above.id, above.disjunct, above.searches = leaf.ID, leaf.Disjunct, searches
	}
	d.units[u.Name] = made
	return made
}

func prepared(c *tactics.Condition, compiler *eval.Compiler) *condition {
	switch c.Tactic {
	case "vis", "dnf":
		return &condition{}
	case "mf":
		return &condition{search: c.Pred}
	}
	p, err := compiler.Compile(c.Pred)
	if err != nil {
		panic(fmt.Sprintf("stubs: a checked predicate does not compile: %v", err))
	}
	return &condition{program: p}
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
	for _, leaf := range evaluated(nil, prepared.roots, frame) {
		if d.inside(u, prepared, leaf, frame) {
			out = append(out, leaf.id)
		}
	}
	prepared.mu.Lock()
	if len(prepared.points) < maxRemembered {
		prepared.points[key] = out
	}
	prepared.mu.Unlock()
	return out
}

// evaluated appends the leaves at and below some conditions of which all that
// can be evaluated holds.
func evaluated(out, conditions []*condition, frame []value.Value) []*condition {
	for _, c := range conditions {
		if c.program != nil {
			if truth, _ := c.program.Truth(frame); truth != eval.True {
				continue
			}
		}
		if c.id != "" {
			out = append(out, c)
		}
		out = evaluated(out, c.below, frame)
	}
	return out
}

// inside tells whether the point is known to lie in a leaf of which all that can
// be evaluated holds. With all inputs and the before-state known, the
// precondition of the disjunct and those in the conditions are closed
// predicates, to be decided one by one.
func (d *Decider) inside(u *spec.Unit, prepared *tested, l *condition, frame []value.Value) bool {
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
