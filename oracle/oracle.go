package oracle

import (
	"context"
	"fmt"
	"sync"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Verdict says whether a specification holds.
type Verdict int

// The verdicts.
const (
	Undecided Verdict = iota // a term has no value, or the search gave up
	Holds
	Violated
)

// Judgement is a verdict with its evidence.
type Judgement struct {
	Verdict   Verdict
	Conjuncts []zed.Expr // those that are violated
	Reason    string     // why it is undecided
}

// Oracle judges the units of a system. It is safe for concurrent use.
type Oracle struct {
	system *spec.System
	solver solve.Solver
	mu     sync.Mutex
	units  map[string]*Unit
}

// New returns the oracle of a system.
func New(system *spec.System, solver solve.Solver) *Oracle {
	return &Oracle{system: system, solver: solver, units: map[string]*Unit{}}
}

// Unit judges one unit. A frame gives its variables their values, in the order
// of Vars; a variable that was not observed is of kind Nothing.
type Unit struct {
	Vars   []zed.Var
	spec   *spec.Unit
	oracle *Oracle

	full      *eval.Program
	disjuncts []disjunct
	early     []int // the indices in Vars of inputs and before-state
	late      []int // of after-state and outputs
	unknown   []solve.Var
}

// disjunct is a disjunct of a unit's operation, compiled.
type disjunct struct {
	pred  zed.Expr
	early []conjunct // what speaks of inputs and before-state alone
	late  []conjunct
}

type conjunct struct {
	expr    zed.Expr
	program *eval.Program
}

// Unit returns the judge of a unit. It panics where the unit's specification
// was not checked.
func (o *Oracle) Unit(u *spec.Unit) *Unit {
	o.mu.Lock()
	defer o.mu.Unlock()
	if known, ok := o.units[u.Name]; ok {
		return known
	}
	made := o.compile(u)
	o.units[u.Name] = made
	return made
}

func (o *Oracle) compile(u *spec.Unit) *Unit {
	j := &Unit{Vars: u.Op.Vars, spec: u, oracle: o}
	slots := make([]string, len(j.Vars))
	late := map[string]bool{}
	for i, v := range j.Vars {
		slots[i] = v.Name
		switch schema.RoleOf(j.Vars, v.Name) {
		case schema.After, schema.Output:
			late[v.Name] = true
			j.late = append(j.late, i)
			j.unknown = append(j.unknown, solve.Var{Var: v})
		default:
			j.early = append(j.early, i)
		}
	}
	j.full = o.program(u.Op.Pred, slots)
	for _, d := range u.Op.Disjuncts {
		c := disjunct{pred: schema.Conjoin(d.Conjuncts)}
		for _, e := range d.Conjuncts {
			compiled := conjunct{e, o.program(e, slots)}
			if mentions(e, late) {
				c.late = append(c.late, compiled)
			} else {
				c.early = append(c.early, compiled)
			}
		}
		j.disjuncts = append(j.disjuncts, c)
	}
	return j
}

func mentions(e zed.Expr, names map[string]bool) bool {
	for _, v := range schema.FreeVars(e) {
		if names[v] {
			return true
		}
	}
	return false
}

func (o *Oracle) program(e zed.Expr, slots []string) *eval.Program {
	p, err := eval.Compile(e, slots, o.system.Globals)
	if err != nil {
		panic(fmt.Sprintf("oracle: a checked predicate does not compile: %v", err))
	}
	return p
}

// Judge tells whether the unit's specification, callees unfolded, holds of a
// frame.
func (u *Unit) Judge(frame []value.Value) Judgement {
	truth, reason := u.full.Truth(frame)
	switch truth {
	case eval.True:
		return Judgement{Verdict: Holds}
	case eval.False:
		return Judgement{Verdict: Violated, Conjuncts: u.violated(frame)}
	}
	return Judgement{Verdict: Undecided, Reason: explain(reason)}
}

func explain(r *eval.Reason) string {
	if r == nil {
		return "the specification has no value here"
	}
	return r.String()
}

// violated returns the false conjuncts of the enabled disjunct that comes
// nearest to holding; where none is enabled, those that keep the nearest from
// being so.
func (u *Unit) violated(frame []value.Value) []zed.Expr {
	var best []zed.Expr
	enabled := false
	for _, d := range u.disjuncts {
		missing := refuted(d.early, frame)
		if len(missing) > 0 && enabled {
			continue
		}
		if len(missing) == 0 {
			missing = u.unfold(refuted(d.late, frame), frame)
			if !enabled {
				enabled, best = true, nil
			}
		}
		if best == nil || len(missing) < len(best) {
			best = missing
		}
	}
	return best
}

func refuted(cs []conjunct, frame []value.Value) []zed.Expr {
	var out []zed.Expr
	for _, c := range cs {
		if truth, _ := c.program.Truth(frame); truth == eval.False {
			out = append(out, c.expr)
		}
	}
	return out
}

// unfold puts the false conjuncts of a callee's schema in the place of the
// schema.
func (u *Unit) unfold(es []zed.Expr, frame []value.Value) []zed.Expr {
	slots := make([]string, len(u.Vars))
	for i, v := range u.Vars {
		slots[i] = v.Name
	}
	var out []zed.Expr
	for _, e := range es {
		o, ok := e.(*zed.Occur)
		if !ok {
			out = append(out, e)
			continue
		}
		for _, c := range schema.Conjuncts(o.Body) {
			if truth, _ := u.oracle.program(c, slots).Truth(frame); truth == eval.False {
				out = append(out, c)
			}
		}
	}
	return out
}

// Pre tells whether the frame's inputs and before-state satisfy the unit's
// precondition: whether some after-state and outputs are allowed. The rest of
// the frame is not looked at.
func (u *Unit) Pre(ctx context.Context, frame []value.Value) Judgement {
	possible := false
	var missing []zed.Expr
	for _, d := range u.disjuncts {
		m := refuted(d.early, frame)
		if len(m) == 0 {
			possible = true
			break
		}
		if missing == nil || len(m) < len(missing) {
			missing = m
		}
	}
	if !possible {
		return Judgement{Verdict: Violated, Conjuncts: missing}
	}
	answer := u.oracle.solver.Solve(ctx, u.problem(frame))
	switch answer.Outcome {
	case solve.Case:
		return Judgement{Verdict: Holds}
	case solve.Unsatisfiable:
		return Judgement{Verdict: Violated, Conjuncts: answer.Conflict}
	}
	return Judgement{Verdict: Undecided, Reason: answer.Reason}
}

// problem asks for an allowed outcome of a frame.
func (u *Unit) problem(frame []value.Value) solve.Problem {
	return solve.Problem{Vars: u.unknown, Pred: u.spec.Op.Pred, Bound: u.bound(frame), Scope: u.spec.Scope, Globals: u.oracle.system.Globals}
}

// bound returns the inputs and before-state of a frame by name.
func (u *Unit) bound(frame []value.Value) map[string]value.Value {
	bound := make(map[string]value.Value, len(u.early))
	for _, i := range u.early {
		bound[u.Vars[i].Name] = frame[i]
	}
	return bound
}

// Outcomes returns up to limit of the after-states and outputs that the
// specification allows for the frame's inputs and before-state, smallest
// first within a disjunct. complete says that the search found them all;
// reason, where there is none, says why.
func (u *Unit) Outcomes(ctx context.Context, frame []value.Value, limit int) (all []spec.Values, complete bool, reason string) {
	seen := map[string]bool{}
	complete = true
	for _, d := range u.disjuncts {
		if len(refuted(d.early, frame)) > 0 {
			continue
		}
		p := u.problem(frame)
		p.Pred = d.pred
		for answer := range u.oracle.solver.All(ctx, p) {
			if answer.Outcome != solve.Case {
				complete = complete && answer.Outcome != solve.Undecided
				reason = answer.Reason
				break
			}
			after := u.after(answer.Model)
			if seen[after.String()] {
				continue
			}
			if len(all) == limit {
				return all, false, ""
			}
			seen[after.String()] = true
			all = append(all, after)
		}
	}
	return all, complete, reason
}

// Outcome returns an allowed after-state with outputs for the frame's inputs
// and before-state, another one for another seed where there are several. It
// is nil where none was found, for the reason given.
func (u *Unit) Outcome(ctx context.Context, frame []value.Value, seed int64) (after spec.Values, reason string) {
	if seed == 0 {
		answer := u.oracle.solver.Solve(ctx, u.problem(frame))
		if answer.Outcome != solve.Case {
			return nil, answer.Reason
		}
		return u.after(answer.Model), ""
	}
	all, _, reason := u.Outcomes(ctx, frame, maxChoice)
	if len(all) == 0 {
		return nil, reason
	}
	return all[int(uint64(seed)%uint64(len(all)))], ""
}

// maxChoice is how many outcomes a seed chooses among: enough to see that a
// caller relies on one of them.
const maxChoice = 8

// after returns the after-state and outputs of a model.
func (u *Unit) after(model map[string]value.Value) spec.Values {
	out := spec.Values{}
	for _, i := range u.late {
		v := u.Vars[i]
		out = append(out, spec.Item{Name: v.Name, Type: v.Type, Value: model[v.Name]})
	}
	return out
}
