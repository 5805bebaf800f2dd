package tactics

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// Basis is what a tactic divides conditions by: the unit whose tree grows, and what
// can be said of its operation over the variables of its valid input space.
type Basis struct {
	system   *spec.System
	unit     *spec.Unit
	tree     *suite.Tree
	visible  []zed.Var // the variables that tactics see
	size     int       // conditions of the tree
	limit    int
	texts    map[zed.Expr]string
	given    map[string]bool // what is possible, as it is printed; nil until it is asked for
	standard *partitions
}

// newBasis returns the basis of a unit, whose tree has no conditions yet.
func newBasis(system *spec.System, unit *spec.Unit) *Basis {
	b := &Basis{system: system, unit: unit, texts: map[zed.Expr]string{}, tree: &suite.Tree{Unit: unit, Completion: map[string]bool{}}}
	b.standard = &partitions{basis: b, filled: map[filled]zed.Expr{}}
	b.tree.VIS = unit.Op.Early.Vars
	for _, v := range b.tree.VIS {
		if unit.Op.Own[v.Name] {
			b.visible = append(b.visible, v)
		} else {
			b.tree.Completion[v.Name] = true
		}
	}
	return b
}

// tooMany says that a tree would have n conditions, which are over the limit.
func (b *Basis) tooMany(span source.Span, n int) error {
	b.size = max(b.size, n)
	return source.Errorf(span, "the testing tree of %s (%s) would have %d conditions or more; the limit is %d",
		b.unit.Name, b.unit.Schema, n, b.limit)
}

// Term parses and checks a term over the variables that tactics see. It
// returns the term as parsed and as checked.
func (b *Basis) Term(text *source.Text) (parsed, checked zed.Expr, err error) {
	parsed, err = b.system.Language.Expr(text)
	if err != nil {
		return nil, nil, err
	}
	checked, err = b.system.Spec.Expr(parsed, b.visible)
	if err != nil {
		for _, v := range b.unit.Op.Vars {
			if !b.Sees(v.Name) && mentions(parsed, v.Name) {
				return nil, nil, source.Errorf(text.All(), "%s is not a variable of the valid input space of %s that a tactic may look at (%s)",
					v.Name, b.unit.Name, b.why(v.Name))
			}
		}
		return nil, nil, err
	}
	if zed.Same(checked.Typ(), zed.BoolType{}) {
		return parsed, b.system.Calculus.Predicate(checked), nil
	}
	return parsed, b.system.Calculus.Term(checked), nil
}

// Sees tells whether tactics see a variable.
func (b *Basis) Sees(name string) bool {
	for _, v := range b.visible {
		if v.Name == name {
			return true
		}
	}
	return false
}

func (b *Basis) why(name string) string {
	switch op := b.unit.Op; {
	case op.After.Has(name):
		return "it belongs to the after-state"
	case op.Output.Has(name):
		return "it is an output"
	}
	return "only a callee's schema has it"
}
