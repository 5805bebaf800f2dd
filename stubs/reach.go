package stubs

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

// maxPoints is how many points of a reach are looked at before it counts as
// unknown: where a case leaves a callee more freedom than this, the call
// itself has to decide.
const maxPoints = 64

// standing is what is known of a disjunct on a case.
type standing int

const (
	disabled standing = iota // proved
	enabled
	unsettled
)

// reach is the set of inputs and before-states with which a callee may be
// called at an occurrence.
type reach struct {
	list     [][]value.Value // frames of the callee; only inputs and before-state are set
	complete bool            // the list holds all of them
	reason   string          // why it does not
}

// enabled tells of each disjunct of u's operation whether its precondition
// holds on the case.
func (d *Decider) enabled(ctx context.Context, u *spec.Unit, bound map[string]value.Value) []standing {
	out := make([]standing, len(u.Op.Disjuncts))
	frame := frameOf(u.Op.Vars, bound)
	for i, c := range d.unit(u).disjuncts {
		if refuted(c.early, frame) {
			continue
		}
		if c.lateVars == nil && holdsAll(c.early, frame) && len(c.late) == 0 {
			out[i] = enabled
			continue
		}
		answer := d.solver.Solve(ctx, solve.Problem{Vars: c.lateVars, Pred: c.pred, Bound: bound, Scope: u.Scope, Globals: d.system.Globals})
		switch answer.Outcome {
		case solve.Case:
			out[i] = enabled
		case solve.Unsatisfiable:
		default:
			out[i] = unsettled
		}
	}
	return out
}

// holds returns the disjuncts that hold the occurrence and are enabled or may
// be, and whether any of them is not settled.
func holds(u *spec.Unit, o *zed.Occur, standings []standing) (indices []int, unknown bool) {
	for i, dis := range u.Op.Disjuncts {
		if standings[i] == disabled {
			continue
		}
		for _, c := range dis.Conjuncts {
			if within(c, o) {
				indices = append(indices, i)
				unknown = unknown || standings[i] == unsettled
				break
			}
		}
	}
	return indices, unknown
}

// within tells whether the occurrence stands in e.
func within(e zed.Expr, o *zed.Occur) bool {
	if other, ok := e.(*zed.Occur); ok {
		return other.Schema == o.Schema && other.Index == o.Index
	}
	for _, c := range zed.Children(e) {
		if within(c, o) {
			return true
		}
	}
	return false
}

// reach returns the inputs and before-states with which the callee may be
// called at the occurrence, in the given disjuncts, where u runs on the bound
// values: every variable that the case binds is replaced by its value, all
// others are quantified.
func (d *Decider) reach(ctx context.Context, u *spec.Unit, o *zed.Occur, bound map[string]value.Value, disjuncts []int) reach {
	out := reach{complete: true}
	seen := map[string]bool{}
	add := func(values map[string]value.Value) bool {
		frame := make([]value.Value, len(o.Vars))
		for i, v := range o.Vars {
			switch schema.RoleOf(o.Vars, v.Name) {
			case schema.Before, schema.Input:
				x, ok := values[v.Name]
				if !ok {
					return false
				}
				frame[i] = x
			}
		}
		key := value.OfTuple(frame...).Key()
		if !seen[key] {
			seen[key] = true
			out.list = append(out.list, frame)
		}
		return true
	}
	if add(bound) {
		return out
	}
	for _, i := range disjuncts {
		c := d.unit(u).disjuncts[i]
		vars, pred, ok := opened(c.pred, c.lateVars, o)
		if !ok {
			return reach{reason: fmt.Sprintf("%s is called under a quantifier: only the call itself can tell with what", o.Schema)}
		}
		for answer := range d.solver.All(ctx, solve.Problem{Vars: vars, Pred: pred, Bound: bound, Scope: u.Scope, Globals: d.system.Globals}) {
			if answer.Outcome != solve.Case {
				if answer.Outcome != solve.Unsatisfiable {
					out.complete, out.reason = false, "not every call can be foreseen: "+answer.Reason
				}
				break
			}
			for name, x := range bound {
				answer.Model[name] = x
			}
			add(answer.Model)
			if len(out.list) >= maxPoints {
				return reach{list: out.list, reason: fmt.Sprintf("more than %d different calls of %s are possible here", maxPoints, o.Schema)}
			}
		}
	}
	return out
}

// opened makes the variables of the existential quantifiers around an
// occurrence free, so that a model gives their values. It fails where the
// occurrence stands under another quantifier.
func opened(pred zed.Expr, vars []solve.Var, o *zed.Occur) ([]solve.Var, zed.Expr, bool) {
	var rest []zed.Expr
	for _, c := range schema.Conjuncts(pred) {
		if _, direct := c.(*zed.Occur); direct || !within(c, o) {
			rest = append(rest, c)
			continue
		}
		q, ok := c.(*zed.Quant)
		if !ok || q.Q != zed.Exists {
			return nil, nil, false
		}
		body, declared := schema.Open(q)
		for _, v := range declared {
			vars = append(vars, solve.Var{Var: v})
		}
		var inner zed.Expr
		if vars, inner, ok = opened(body, vars, o); !ok {
			return nil, nil, false
		}
		rest = append(rest, inner)
	}
	return vars, schema.Conjoin(rest), true
}

// unit is a unit's operation, prepared for deciding.
type unit struct {
	disjuncts []disjunct
	leaves    []leaf
	mu        sync.Mutex // guards points
	points    map[string][]string
}

type disjunct struct {
	pred     zed.Expr
	early    []*eval.Program // conjuncts over inputs and before-state
	late     []zed.Expr
	lateVars []solve.Var
}

func (d *Decider) unit(u *spec.Unit) *unit {
	d.mu.Lock()
	defer d.mu.Unlock()
	if known, ok := d.units[u.Name]; ok {
		return known
	}
	made := &unit{points: map[string][]string{}}
	slots := make([]string, len(u.Op.Vars))
	late := map[string]bool{}
	var lateVars []solve.Var
	for i, v := range u.Op.Vars {
		slots[i] = v.Name
		switch schema.RoleOf(u.Op.Vars, v.Name) {
		case schema.After, schema.Output:
			late[v.Name] = true
			lateVars = append(lateVars, solve.Var{Var: v})
		}
	}
	for _, dis := range u.Op.Disjuncts {
		c := disjunct{pred: schema.Conjoin(dis.Conjuncts), lateVars: lateVars}
		for _, e := range dis.Conjuncts {
			if mentions(e, late) {
				c.late = append(c.late, e)
			} else {
				c.early = append(c.early, d.program(e, slots))
			}
		}
		made.disjuncts = append(made.disjuncts, c)
	}
	if d.leaves != nil {
		for _, l := range d.leaves(u.Name) {
			made.leaves = append(made.leaves, d.leaf(u, made, l, slots, late))
		}
	}
	d.units[u.Name] = made
	return made
}

func (d *Decider) program(e zed.Expr, slots []string) *eval.Program {
	p, err := eval.Compile(e, slots, d.system.Globals)
	if err != nil {
		panic(fmt.Sprintf("stubs: a checked predicate does not compile: %v", err))
	}
	return p
}

func mentions(e zed.Expr, names map[string]bool) bool {
	for _, v := range schema.FreeVars(e) {
		if names[v] {
			return true
		}
	}
	return false
}

func frameOf(vars []zed.Var, values map[string]value.Value) []value.Value {
	frame := make([]value.Value, len(vars))
	for i, v := range vars {
		frame[i] = values[v.Name]
	}
	return frame
}

func refuted(programs []*eval.Program, frame []value.Value) bool {
	for _, p := range programs {
		if truth, _ := p.Truth(frame); truth == eval.False {
			return true
		}
	}
	return false
}

func holdsAll(programs []*eval.Program, frame []value.Value) bool {
	for _, p := range programs {
		if truth, _ := p.Truth(frame); truth != eval.True {
			return false
		}
	}
	return true
}
