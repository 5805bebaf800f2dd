package stubs

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Theorem says what Theorem 1 of Cristiá, Mesuro and Frydman, as it is
// published, has to say of a decision. Its conclusion is that the callee may
// stand for itself.
type Theorem struct {
	// Applies says that its hypotheses hold: the caller makes one state change,
	// the callee failed no leaf, and B_j^A(a) is not empty for a leaf B_j.
	Applies bool   `json:"applies"`
	Leaf    string `json:"leaf,omitempty"` // that B_j
	// Agrees says that the decision is the theorem's: self where it applies.
	Agrees bool   `json:"agrees"`
	Why    string `json:"why"` // one sentence
}

// theoremSteps is the solver's budget for one leaf: what the theorem says is
// shown beside the decision, which does not rest on it.
const theoremSteps = 500

// theorem compares a decision with Theorem 1.
func (d *Decider) theorem(ctx context.Context, u *spec.Unit, p *place, c *Choice, bound map[string]value.Value, certs Certificates) *Theorem {
	q := p.callee
	if why := d.moreChanges(u.Schema); why != "" {
		return &Theorem{Why: "Theorem 1 does not apply: " + why}
	}
	if !p.kept {
		return &Theorem{Why: fmt.Sprintf("Theorem 1 does not apply: %s renames variables of %s", u.Schema, q.Schema)}
	}
	if leaf := certs.Failure(q.Name); leaf != "" {
		return &Theorem{Why: fmt.Sprintf("Theorem 1 does not apply: %s failed in %s", q.Name, leaf)}
	}
	t := &Theorem{Leaf: c.Leaf}
	if c.Decision != result.Self {
		t.Leaf = d.met(ctx, p, c, bound, certs)
	}
	switch {
	case t.Leaf == "":
		t.Why = fmt.Sprintf("Theorem 1 does not apply: no tested leaf of %s is found to be met by what the case gives", q.Name)
	case c.Decision == result.Self:
		t.Applies, t.Agrees = true, true
		t.Why = "Theorem 1 applies as published, and agrees"
	default:
		t.Applies = true
		t.Why = "Theorem 1 as published would let " + q.Name + " stand for itself; not every call that is possible here is known to lie where it was tested"
	}
	return t
}

// met returns a tested leaf B_j of the callee with B_j^A(a) ≠ ∅, "" where none is
// found.
func (d *Decider) met(ctx context.Context, p *place, c *Choice, bound map[string]value.Value, certs Certificates) string {
	for _, leaf := range c.Possible {
		if c.By == Evaluation && certs.Leaf(p.callee.Name, leaf) == Passed {
			return leaf
		}
	}
	if c.By == Evaluation {
		return ""
	}
	for _, leaf := range d.leaves(p.callee.Name) {
		if certs.Leaf(p.callee.Name, leaf.ID) == Passed && d.meets(ctx, p.callee, leaf.ID, c.Substitution) == solve.Case {
			return leaf.ID
		}
	}
	return ""
}

// moreChanges says why an operation makes more than one state change; "" where it
// makes one.
func (d *Decider) moreChanges(name string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	known, ok := d.changes[name]
	if !ok {
		if at := d.composition(name); at != nil {
			known = fmt.Sprintf("%s makes more than one state change: %s", name, zed.Print(at, zed.Unicode))
		}
		d.changes[name] = known
	}
	return known
}

// composition returns a ⨾ in the definition of a schema, at any depth through
// schemas that specify no unit, or nil.
func (d *Decider) composition(name string) zed.Expr {
	seen, names := map[zed.Expr]bool{}, map[string]bool{}
	var walk func(e zed.Expr) zed.Expr
	walk = func(e zed.Expr) zed.Expr {
		if e == nil || seen[e] {
			return nil
		}
		seen[e] = true
		children := zed.Children(e)
		switch x := e.(type) {
		case *zed.Combine:
			if x.Op == zed.Compose {
				return e
			}
		case *zed.Ref:
			if _, body, ok := d.system.Spec.Definition(x.Name); ok && !names[x.Name] && !d.specified[x.Name] {
				names[x.Name] = true
				children = append([]zed.Expr{body}, children...)
			}
		}
		for _, c := range children {
			if at := walk(c); at != nil {
				return at
			}
		}
		return nil
	}
	_, body, _ := d.system.Spec.Definition(name)
	return walk(body)
}

// meets tells whether B_j^A(a) is empty for the leaf of q with the given id, where
// the substitution gives some of q's inputs and before-state: a Case says that it
// is not.
func (d *Decider) meets(ctx context.Context, q *spec.Unit, leaf string, substitution spec.Values) solve.Outcome {
	bound := substitution.Map()
	problem := d.oracle.Unit(q).Problem(0)
	for _, c := range d.leaves(q.Name) {
		if c.ID != leaf {
			continue
		}
		problem = d.oracle.Unit(q).Problem(c.Disjunct)
		conjuncts := []zed.Expr{problem.Pred}
		for _, above := range c.Path() {
			if above.Tactic != "vis" && above.Tactic != "dnf" {
				conjuncts = append(conjuncts, above.Pred)
			}
		}
		problem.Pred = schema.Conjoin(conjuncts)
	}
	problem.Bound = bound
	return solve.Embedded(solve.Options{Steps: theoremSteps}).Solve(ctx, problem).Outcome
}
