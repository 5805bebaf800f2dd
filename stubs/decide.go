package stubs

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/ttf-int/ttf-int/oracle"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/tactics"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Decider makes stub decisions for the units of one system. It is safe for
// concurrent use.
type Decider struct {
	system *spec.System
	oracle *oracle.Oracle
	solver solve.Solver
	leaves func(unit string) []*tactics.Condition
	mu     sync.Mutex
	units  map[string]*tested
}

// New returns a decider. leaves gives the leaves of a unit's testing tree.
func New(system *spec.System, o *oracle.Oracle, solver solve.Solver, leaves func(unit string) []*tactics.Condition) *Decider {
	return &Decider{system: system, oracle: o, solver: solver, leaves: leaves, units: map[string]*tested{}}
}

// Decide returns what stands in for each callee of u while it runs on the
// given inputs and before-state: one choice per occurrence of each used
// callee, in the order of the occurrences, then one per callee that is only
// called (occurrence 0), by name. It is the same function for a plan, where
// every certificate is assumed, and for a run, which knows what passed.
func (d *Decider) Decide(ctx context.Context, u *spec.Unit, values spec.Values, certs Certificates) []Choice {
	var out []Choice
	bound := values.Map()
	var enabled []oracle.Standing
	if len(u.Op.Occurrences) > 0 {
		enabled = d.oracle.Unit(u).Enabled(ctx, frameOf(u.Op.Vars, bound))
	}
	for _, o := range u.Op.Occurrences {
		callee := d.callee(u, o)
		if callee == nil {
			continue
		}
		c := d.used(ctx, u, callee, o, bound, enabled, certs)
		c.Callee, c.Occurrence = callee.Name, o.Index
		out = append(out, c)
	}
	for _, name := range Hooks(d.system, u) {
		c := d.hook(u, name)
		c.Callee, c.Occurrence = name, 1
		out = append(out, c)
	}
	for _, name := range u.Calls {
		c := d.called(u, name)
		c.Callee = name
		out = append(out, c)
	}
	return out
}

// callee returns the unit that an occurrence stands for.
func (d *Decider) callee(u *spec.Unit, o *zed.Occur) *spec.Unit {
	for _, name := range u.Uses {
		if q := d.system.Unit(name); q != nil && q.Schema == o.Schema {
			return q
		}
	}
	return nil
}

// called decides for a callee that u does not use: any stub of its signature
// will do (seed 004, section 4).
func (d *Decider) called(u *spec.Unit, name string) Choice {
	if f := forced(u, name); f != nil {
		return Choice{Decision: result.Decision(f.Decision), Reason: force(u, f)}
	}
	return Choice{
		Decision: result.Auto,
		Reason:   fmt.Sprintf("%s only calls %s: its correctness does not depend on it, so any answer of the right types will do", u.Name, name),
	}
}

func forced(u *spec.Unit, callee string) *spec.Forced {
	for i, f := range u.Stubs {
		if f.Callee == callee {
			return &u.Stubs[i]
		}
	}
	return nil
}

func force(u *spec.Unit, f *spec.Forced) string {
	return fmt.Sprintf("forced by the specification of %s, at %s", u.Name, f.Span.Pos())
}

// used decides for one occurrence of a used callee, in the order of the rules
// of the stub decision.
func (d *Decider) used(ctx context.Context, u, q *spec.Unit, o *zed.Occur, bound map[string]value.Value, enabled []oracle.Standing, certs Certificates) Choice {
	f := forced(u, q.Name)
	if f != nil && f.Decision != string(result.Self) {
		return Choice{Decision: result.Decision(f.Decision), Reason: force(u, f)}
	}
	holding, unknown := holds(u, o, enabled)
	if len(holding) == 0 && !unknown {
		what := q.Name + " must not be called"
		if d.elsewhere(u, o, enabled) {
			what = "none of its calls is made at this place"
		}
		return Choice{Decision: result.None, Reason: fmt.Sprintf("no disjunct of %s that is enabled on this case holds %s: %s", u.Schema, o.Schema, what)}
	}
	points := d.reach(ctx, u, o, bound, holding)
	if len(points.list) == 0 && points.complete {
		return Choice{Decision: result.None, Reason: fmt.Sprintf("no call of %s is possible on this case: %s must not be called", q.Name, q.Name)}
	}
	c := d.settle(ctx, u, q, points, certs)
	switch {
	case f != nil && c.Decision != result.Self:
		return Choice{Decision: result.BlockedStub, Reason: force(u, f) + ", but it cannot be had: " + c.Reason}
	case f != nil:
		c.Reason = force(u, f) + "; " + c.Reason
		c.Otherwise = result.BlockedStub
	}
	return c
}

// elsewhere tells whether another occurrence of the same schema may be called.
func (d *Decider) elsewhere(u *spec.Unit, o *zed.Occur, enabled []oracle.Standing) bool {
	for _, other := range u.Op.Occurrences {
		if other.Schema == o.Schema && other.Index != o.Index {
			if holding, _ := holds(u, other, enabled); len(holding) > 0 {
				return true
			}
		}
	}
	return false
}

// settle decides between self, by-call and spec from the points of reach(a).
func (d *Decider) settle(ctx context.Context, u, q *spec.Unit, points reach, certs Certificates) Choice {
	var c Choice
	seen := map[string]bool{}
	var trouble []string
	trusted := false
	for _, p := range points.list {
		inside := d.Confirm(q, p)
		passed := 0
		for _, leaf := range inside {
			if !seen[leaf] {
				seen[leaf] = true
				c.Possible = append(c.Possible, leaf)
			}
			switch certs.Leaf(q.Name, leaf) {
			case Passed:
				passed++
				if c.Leaf == "" {
					c.Leaf, c.Witness = leaf, d.witness(q, p)
				}
			case Failed:
				trouble = append(trouble, fmt.Sprintf("%s failed in %s", q.Name, leaf))
			case NoCase:
				trouble = append(trouble, fmt.Sprintf("%s was not tested in %s", q.Name, leaf))
			}
		}
		trusted = trusted || passed > 0 && passed == len(inside)
		if passed == 0 && len(inside) == 0 {
			trouble = append(trouble, fmt.Sprintf("no leaf of %s holds the call on %s", q.Name, d.witness(q, p)))
		}
	}
	sort.Strings(c.Possible)
	if !points.complete {
		trouble = append(trouble, points.reason)
	}
	switch {
	case q.SUT == "":
		trouble = append([]string{q.Name + " is not written yet"}, trouble...)
	case q.SUT != u.SUT:
		trouble = append([]string{fmt.Sprintf("%s is served by %s and %s by another system under test", u.Name, u.SUT, q.Name)}, trouble...)
	}
	if len(trouble) == 0 {
		c.Decision, c.Otherwise = result.Self, result.Spec
		c.Reason = fmt.Sprintf("every call of %s that %s can make here lies in a leaf that %s passed", q.Name, u.Name, q.Name)
		return c
	}
	c.Decision, c.Leaf, c.Witness = result.Spec, "", nil
	if (trusted || !points.complete) && q.SUT != "" && q.SUT == u.SUT {
		// What the callee's own callees are then depends on where the call
		// lies: every leaf that it may lie in counts.
		if !points.complete {
			c.Possible = d.all(q)
		}
		c.Decision, c.Otherwise = result.ByCall, result.Spec
		c.Reason = strings.Join(unique(trouble), "; ")
		return c
	}
	if len(points.list) > 0 {
		c.Witness = d.witness(q, points.list[0])
		if answer, why := d.oracle.Unit(q).Outcome(ctx, points.list[0], 0); answer == nil {
			c.Decision = result.BlockedStub
			trouble = append(trouble, "and its specification gives no answer: "+why)
		}
	}
	c.Reason = strings.Join(unique(trouble), "; ")
	return c
}

// all returns the leaves of a unit, in the order of Possible.
func (d *Decider) all(q *spec.Unit) []string {
	var out []string
	for _, leaf := range d.leaves(q.Name) {
		out = append(out, leaf.ID)
	}
	sort.Strings(out)
	return out
}

func unique(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// witness returns the inputs and before-state of a frame of q.
func (d *Decider) witness(q *spec.Unit, frame []value.Value) spec.Values {
	out := spec.Values{}
	for i, v := range q.Op.Vars {
		switch schema.RoleOf(q.Op.Vars, v.Name) {
		case schema.Before, schema.Input:
			out = append(out, spec.Item{Name: v.Name, Type: v.Type, Value: frame[i]})
		}
	}
	return out
}
