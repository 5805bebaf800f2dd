package stubs

import (
	"context"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// leaf is a leaf of a testing tree, prepared for telling whether a point lies
// in it.
type leaf struct {
	id       string
	programs []*eval.Program // its conditions over inputs and before-state
	disjunct int             // 0: any disjunct of the operation
	rest     zed.Expr        // what needs a search: conditions with a precondition in them
}

func (d *Decider) leaf(u *spec.Unit, prepared *unit, c *tactics.Condition, slots []string, late map[string]bool) leaf {
	out := leaf{id: c.ID, disjunct: c.Disjunct}
	var search []zed.Expr
	for _, above := range c.Path() {
		switch above.Tactic {
		case "vis", "dnf":
		case "mf":
			search = append(search, above.Pred)
		default:
			out.programs = append(out.programs, d.program(above.Pred, slots))
		}
	}
	if out.disjunct > 0 {
		out.programs = append(out.programs, prepared.disjuncts[out.disjunct-1].early...)
		search = append(search, prepared.disjuncts[out.disjunct-1].late...)
	} else {
		search = append(search, u.Op.Pred)
	}
	if len(search) > 0 {
		out.rest = schema.Conjoin(search)
	}
	return out
}

// maxRemembered is how many points a unit's leaves are remembered for.
const maxRemembered = 1 << 14

// Confirm returns the ids of the leaves of u's testing tree that a call lies
// in, by its inputs and before-state; the rest of the frame, which is in the
// order of u's variables, is not looked at.
func (d *Decider) Confirm(u *spec.Unit, frame []value.Value) []string {
	prepared := d.unit(u)
	vars := u.Op.Vars
	point := make([]value.Value, 0, len(vars))
	bound := map[string]value.Value{}
	var lateVars []solve.Var
	for i, v := range vars {
		switch schema.RoleOf(vars, v.Name) {
		case schema.Before, schema.Input:
			point = append(point, frame[i])
			bound[v.Name] = frame[i]
		default:
			lateVars = append(lateVars, solve.Var{Var: v})
		}
	}
	key := value.OfTuple(point...).Key()
	prepared.mu.Lock()
	known, ok := prepared.points[key]
	prepared.mu.Unlock()
	if ok {
		return known
	}
	var out []string
	for _, l := range prepared.leaves {
		if !holdsAll(l.programs, frame) {
			continue
		}
		if l.rest != nil {
			answer := d.solver.Solve(context.Background(), solve.Problem{Vars: lateVars, Pred: l.rest, Bound: bound, Scope: u.Scope, Globals: d.system.Globals})
			if answer.Outcome != solve.Case {
				continue
			}
		}
		out = append(out, l.id)
	}
	prepared.mu.Lock()
	if len(prepared.points) < maxRemembered {
		prepared.points[key] = out
	}
	prepared.mu.Unlock()
	return out
}
