package oracle

import (
	"context"
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// sizing says how a unit's specification depends on the sizes of given types.
type sizing struct {
	counts  eval.Counts
	numbers []int // the numbers that may be a size
	// given are the conditions on inputs and before-state that are taken for granted.
	given []*eval.Program
	// fixed are, by disjunct, the conjuncts whose truth does not depend on a size.
	fixed [][]*eval.Program
}

// maxNamed is the largest number in a specification that is tried as the size of a
// given type, where a verdict may depend on the size.
const maxNamed = 24

// counts tells whether the truth of a predicate depends on the size of a given type
// whose size is not fixed, so that another size than the scope's may be the right one.
func (o *Oracle) counts(e zed.Expr) bool {
	g := o.system.Globals
	return slices.ContainsFunc(g.CountsOf(e).All(), func(t string) bool {
		_, settled := g.Sizes[t]
		return !settled
	})
}

func (u *Unit) sizing() *sizing {
	u.size.Do(func() {
		g := u.oracle.system.Globals
		if len(g.Given) == 0 {
			return
		}
		// The precondition counts where some outcome is looked for among all elements.
		late := u.spec.Op.Late.Vars
		all := []zed.Expr{u.spec.Op.Pred, u.oracle.system.Calculus.Exists(late, u.spec.Op.Pred)}
		if u.spec.Greybox != nil {
			all = append(all, u.spec.Greybox.Pred)
		}
		u.sizes.counts = g.CountsOf(all...)
		if len(u.sizes.counts.All()) == 0 {
			return
		}
		zed.EachPart(all, func(e zed.Expr) bool {
			if n, ok := e.(*zed.Num); ok && n.Value.IsInt64() && n.Value.Int64() > 0 && n.Value.Int64() <= maxNamed {
				u.sizes.numbers = append(u.sizes.numbers, int(n.Value.Int64()))
			}
			return true
		})
		for _, e := range u.grantedConditions() {
			if p, err := eval.Compile(e, u.slots, g); err == nil {
				u.sizes.given = append(u.sizes.given, p)
			}
		}
		for _, d := range u.spec.Op.Disjuncts {
			var fixed []*eval.Program
			for _, c := range schema.Conjuncts(schema.Conjoin(d.Conjuncts)) {
				if len(g.CountsOf(c).All()) == 0 {
					fixed = append(fixed, u.oracle.program(c, u.slots))
				}
			}
			u.sizes.fixed = append(u.sizes.fixed, fixed)
		}
	})
	return &u.sizes
}

// grantedConditions returns the conditions on inputs and before-state that are taken for granted:
// that they lie in the sets in which they are declared, and that the invariants of the
// state hold.
func (u *Unit) grantedConditions() []zed.Expr {
	out := u.oracle.invariants(u.spec)
	for _, i := range u.spec.Op.Early.At {
		v := u.Vars[i]
		if v.Decl == nil || toolkit.Full(v.Decl) {
			continue
		}
		name := &zed.Ref{Info: zed.Info{Span: v.Span, Type: v.Type}, Name: v.Name, Kind: zed.Local}
		out = append(out, &zed.Op{Info: zed.Info{Span: v.Span, Type: zed.BoolType{}}, Op: zed.In,
			Args: []zed.Expr{name, v.Decl}})
	}
	return out
}

// CountedTypes returns the given types on whose sizes the unit's specification depends, in
// order.
func (u *Unit) CountedTypes() []string { return u.sizing().counts.All() }

// Numbers returns the numbers in the specification that may be the size of a given
// type.
func (u *Unit) Numbers() []int { return u.sizing().numbers }

// Grants tells whether the inputs and before-state of a frame satisfy what is taken for
// granted of them: they lie in the sets in which they are declared, and the invariants
// of the state hold. A condition without a truth value counts as satisfied.
func (u *Unit) Grants(frame spec.Frame) bool {
	return !slices.ContainsFunc(u.sizing().given, func(p *eval.Program) bool {
		truth, _ := p.Truth(frame)
		return truth == eval.False
	})
}

// Excludes tells whether the specification is false for a frame whatever the sizes of
// given types are.
func (u *Unit) Excludes(frame spec.Frame) bool {
	for _, fixed := range u.sizing().fixed {
		if !slices.ContainsFunc(fixed, func(p *eval.Program) bool {
			truth, _ := p.Truth(frame)
			return truth == eval.False
		}) {
			return false
		}
	}
	return len(u.sizing().fixed) > 0
}

// EachElement calls f with each element of a given type in a frame, as often as it occurs.
func (u *Unit) EachElement(frame spec.Frame, f func(given, element string)) {
	for i, v := range u.Vars {
		if frame[i].Kind() != value.Nothing {
			u.oracle.system.Globals.EachElement(frame[i], v.Type, f)
		}
	}
}

// ReplaceOutcome returns a frame in which the outcome is replaced.
func (u *Unit) ReplaceOutcome(frame spec.Frame, outcome spec.Values) []value.Value {
	out := slices.Clone(frame)
	for _, i := range u.spec.Op.Late.At {
		out[i], _ = outcome.Lookup(u.Vars[i].Name)
	}
	return out
}

// AllowsSizes tells whether the axioms allow the sizes that the system's given types have,
// possibly under other values of constants than the chosen ones. It returns true where
// that is not decided.
func (o *Oracle) AllowsSizes(ctx context.Context) bool {
	g := o.system.Globals
	if !g.AreConsistent() {
		return false
	}
	if g.Chosen == nil {
		return true
	}
	p := solve.Problem{Pred: schema.Conjoin(g.Chosen.About), Scope: o.system.Scope, Globals: g}
	program, err := eval.Compile(p.Pred, nil, g)
	if err != nil {
		return true
	}
	if truth, _ := program.Truth(nil); truth != eval.False {
		return true
	}
	open, vars := o.choices.OpenChosen(p)
	if len(vars) == 0 {
		return true
	}
	found := o.outcomes.Solve(ctx, open).Outcome
	return found == solve.Case || found == solve.Undecided
}
