package stubs

import (
	"context"
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// theoremSteps is the solver's budget for one leaf. It is small because no decision
// depends on what the theorem says, which is only shown.
const theoremSteps = 500

// theorem says beside a decision whether Theorem 1 of Cristiá, Mesuro and Frydman
// applies, and whether it agrees.
func (d *Decider) theorem(ctx context.Context, u *spec.Unit, p *calls.Occurrence, c *result.Choice,
	bound map[string]value.Value, certs Certificates) *result.Theorem {
	q := p.Callee
	if why := d.explainChanges(u.Schema); why != "" {
		return &result.Theorem{Why: "Theorem 1 does not apply: " + why}
	}
	if !p.Kept {
		return &result.Theorem{Why: fmt.Sprintf("Theorem 1 does not apply: %s renames variables of %s", u.Schema,
			q.Schema)}
	}
	if slices.Contains(u.Cut, q.Name) {
		return &result.Theorem{Why: "Theorem 1 does not apply: " + cutReason(u, q.Name)}
	}
	if leaf := certs.Failure(q.Name); leaf != "" {
		return &result.Theorem{Why: fmt.Sprintf("Theorem 1 does not apply: %s failed in %s", q.Name, leaf)}
	}
	t := &result.Theorem{Leaf: c.Leaf}
	if c.Decision != result.Self {
		t.Leaf = d.findTestedLeaf(ctx, p, c, bound, certs)
	}
	switch {
	case t.Leaf == "":
		t.Why = fmt.Sprintf("Theorem 1 does not apply: no tested leaf of %s is found to be met by what the case gives",
			q.Name)
	case c.Decision == result.Self:
		t.Applies, t.Agrees = true, true
		t.Why = "Theorem 1 applies as published, and agrees"
	default:
		t.Applies = true
		t.Why = "Theorem 1 as published would let " + q.Name +
			" stand for itself; not every call that is possible here is known to lie where it was tested"
	}
	return t
}

// findTestedLeaf returns a tested leaf B_j of the callee with B_j^A(a) ≠ ∅, or "" where none is
// found.
func (d *Decider) findTestedLeaf(ctx context.Context, p *calls.Occurrence, c *result.Choice,
	bound map[string]value.Value,
	certs Certificates) string {
	for _, leaf := range c.Possible {
		if c.By == result.Evaluation && certs.Leaf(p.Callee.Name, leaf) == Passed {
			return leaf
		}
	}
	if c.By == result.Evaluation {
		return ""
	}
	for _, leaf := range d.trees.Leaves(p.Callee.Name) {
		if certs.Leaf(p.Callee.Name, leaf.ID) == Passed && d.calls.Meets(ctx, p.Callee, leaf.ID,
			c.Substitution) == solve.Case {
			return leaf.ID
		}
	}
	return ""
}

// explainChanges returns why an operation makes more than one state change, or "" where it
// makes one, as Theorem 1 assumes.
func (d *Decider) explainChanges(name string) string {
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

// composition returns a ⨾ in the definition of a schema, or nil. It also looks into
// schemas that specify no unit.
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
