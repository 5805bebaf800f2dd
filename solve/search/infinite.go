package search

import (
	"slices"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// endless decides a relation between infinite sets, whose members cannot be run through: it is
// true where its opposite is refuted, and false where it is refuted itself.
type endless struct {
	is, not *Prepared
	certain *certainty // says whether the relation has a truth value
	// apart looks for a value that one set has and another one lacks. Where there is one, the
	// relation is false, or true where it is unequal.
	apart   []*Prepared
	unequal bool
}

// theMember is a value that one of two sets has. No text can declare a variable of that name.
const theMember = "(member)"

// relatesEndless tells whether evaluation may leave a relation open because it would run through
// an infinite set.
func relatesEndless(e *zed.Op) bool {
	switch e.Op {
	case zed.SubsetEq, zed.Subset, zed.In, zed.NotIn:
		return isEndless(e.Args[0])
	case zed.Equal, zed.NotEqual:
		return isEndless(e.Args[0]) && !isVariable(e.Args[1]) || isEndless(e.Args[1]) && !isVariable(e.Args[0])
	}
	return false
}

func isVariable(e zed.Expr) bool {
	r, ok := e.(*zed.Ref)
	return ok && r.Kind == zed.Local
}

// isEndless tells whether a term is made of a set that is infinite by its form.
func isEndless(e zed.Expr) bool {
	if _, ok := e.Typ().(zed.PowerType); !ok {
		return false
	}
	switch e := e.(type) {
	case *zed.Ref:
		return toolkit.Infinite(e)
	case *zed.Comp:
		return slices.ContainsFunc(e.Text.Decls, func(d zed.Decl) bool { return toolkit.Infinite(d.Type) })
	case *zed.Op:
		return toolkit.Infinite(e) || slices.ContainsFunc(e.Args, isEndless)
	}
	return false
}

// endlessOf prepares what decides a relation.
func (c *Cache) endlessOf(e *zed.Op, g *eval.Globals, o solve.Options) *endless {
	not := conjunction(parts(e, true))
	out := &endless{
		is:      prepareLocked(nil, e, g, o, c, maxNesting),
		not:     prepareLocked(nil, not, g, o, c, maxNesting),
		certain: c.certaintyOf(nil, []zed.Expr{not}, g, o, maxNesting),
		unequal: e.Op == zed.NotEqual,
	}
	switch e.Op {
	case zed.Equal, zed.NotEqual:
		out.apart = []*Prepared{c.prepareApart(e.Args[0], e.Args[1], g, o), c.prepareApart(e.Args[1], e.Args[0], g, o)}
	case zed.SubsetEq, zed.Subset:
		out.apart = []*Prepared{c.prepareApart(e.Args[0], e.Args[1], g, o)}
	}
	return out
}

// prepareApart prepares the search for a value that one set has and another one lacks.
func (c *Cache) prepareApart(has, lacks zed.Expr, g *eval.Globals, o solve.Options) *Prepared {
	typ := has.Typ().(zed.PowerType).Elem
	info := zed.Info{Span: has.At(), Type: zed.BoolType{}}
	x := &zed.Ref{Info: zed.Info{Span: has.At(), Type: typ}, Name: theMember, Kind: zed.Local}
	all := &zed.Universe{Info: zed.Info{Span: has.At(), Type: zed.PowerType{Elem: typ}}}
	v := solve.Var{Var: zed.Var{Name: theMember, Type: typ, Decl: all, Span: has.At()}}
	return prepareLocked([]solve.Var{v}, conjunction([]zed.Expr{
		&zed.Op{Info: info, Op: zed.In, Args: []zed.Expr{x, has}},
		&zed.Op{Info: info, Op: zed.NotIn, Args: []zed.Expr{x, lacks}},
	}), g, o, c, maxNesting)
}

// decide returns the truth of the relation for values of its variables; otherwise where that is
// not known.
func (d *endless) decide(s *search, names []string, values []value.Value, otherwise assessment) assessment {
	bound := make(map[string]value.Value, len(values))
	for i, x := range values {
		if h, ok := findHole(x); ok {
			return assessment{truth: eval.Unknown, hole: h}
		}
		bound[names[i]] = x
	}
	switch {
	case d.not.refutes(bound, s.work) && d.certain.isCertain(s, bound):
		return assessment{truth: eval.True}
	case d.is.refutes(bound, s.work) && d.certain.isCertain(s, bound):
		return assessment{truth: eval.False}
	}
	for _, p := range d.apart {
		if p.solveNested(s, bound).Outcome != solve.Case || !d.certain.isCertain(s, bound) {
			continue
		}
		if s.beyond = true; d.unequal {
			return assessment{truth: eval.True}
		}
		return assessment{truth: eval.False}
	}
	return otherwise
}
