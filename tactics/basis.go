package tactics

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed"
)

// Basis is what a tactic has for dividing conditions: the unit whose tree is built, and
// what can be said about its operation over the variables of its valid input space. The
// exported fields and methods are all that a tactic in another package needs.
type Basis struct {
	System   *spec.System // the project, with the language of its terms
	Unit     *spec.Unit
	Visible  []zed.Var // the variables that tactics see
	tree     *suite.Tree
	size     int // the number of conditions of the tree
	limit    int
	texts    map[zed.Expr]string
	given    map[string]bool // the conditions that are possible, as printed; nil until needed
	standard *partitions
}

// newBasis returns the basis for a unit whose tree has no conditions yet.
func newBasis(system *spec.System, unit *spec.Unit) *Basis {
	b := &Basis{System: system, Unit: unit, texts: map[zed.Expr]string{},
		tree: &suite.Tree{Unit: unit, Completion: map[string]bool{}}}
	b.standard = &partitions{basis: b, filled: map[filled]zed.Expr{}}
	b.tree.VIS = unit.Op.Early.Vars
	for _, v := range b.tree.VIS {
		if unit.Op.Own[v.Name] {
			b.Visible = append(b.Visible, v)
		} else {
			b.tree.Completion[v.Name] = true
		}
	}
	return b
}

// newTooMany returns the error that a tree would have n conditions, more than the limit.
func (b *Basis) newTooMany(span source.Span, n int) error {
	b.size = max(b.size, n)
	return source.Errorf(span, "the testing tree of %s (%s) would have %d conditions or more; the limit is %d",
		b.Unit.Name, b.Unit.Schema, n, b.limit)
}

// Room returns an error where the tree may not get `more` further conditions.
func (b *Basis) Room(at source.Span, more int) error {
	if n := b.size + more; n > b.limit {
		return b.newTooMany(at, n)
	}
	return nil
}

// Term parses and type-checks a term over the variables that tactics see. It returns
// the term before and after checking.
func (b *Basis) Term(text *source.Text) (parsed, checked zed.Expr, err error) {
	parsed, err = b.System.Language.Expr(text)
	if err != nil {
		return nil, nil, err
	}
	checked, err = b.System.Spec.Expr(parsed, b.Visible)
	if err != nil {
		for _, v := range b.Unit.Op.Vars {
			if !b.Sees(v.Name) && mentions(parsed, v.Name) {
				return nil, nil, source.Errorf(text.FullSpan(),
					"%s is not a variable of the valid input space of %s that a tactic may look at (%s)",
					v.Name, b.Unit.Name, b.explain(v.Name))
			}
		}
		return nil, nil, err
	}
	if zed.SameType(checked.Typ(), zed.BoolType{}) {
		return parsed, b.System.Calculus.Predicate(checked), nil
	}
	return parsed, b.System.Calculus.Term(checked), nil
}

// Sees tells whether tactics see a variable.
func (b *Basis) Sees(name string) bool {
	for _, v := range b.Visible {
		if v.Name == name {
			return true
		}
	}
	return false
}

func (b *Basis) explain(name string) string {
	switch op := b.Unit.Op; {
	case op.After.Has(name):
		return "it belongs to the after-state"
	case op.Output.Has(name):
		return "it is an output"
	}
	return "only a callee's schema has it"
}
