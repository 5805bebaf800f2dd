package planner

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// makePartial returns the group with partial functions in the place of total functions on
// infinite sets, of which some pairs are then chosen, since no finite value is such a
// function. A predicate in which the function is only applied and that is true of some
// pairs is true of every function that has them. ok is false where the group has no
// such function, or uses it in another way than by application.
func (g *group) makePartial() (out *group, ok bool) {
	open := map[string]bool{}
	var about, said []zed.Expr
	for _, e := range g.about {
		name, set := g.readTotal(e)
		if set == nil {
			about, said = append(about, e), append(said, e)
			continue
		}
		open[name.Name] = true
		wider := *set
		wider.Op = toolkit.Partial(set.Op)
		about = append(about, &zed.Op{Info: zed.Info{Span: e.At(), Type: zed.BoolType{}}, Op: zed.In,
			Args: []zed.Expr{name, &wider}})
		said = append(said, set.Args...)
	}
	if len(open) == 0 {
		return nil, false
	}
	for _, u := range g.units {
		said = append(said, u.Op.Pred)
	}
	if g.system.Init != nil {
		said = append(said, g.system.Init.Pred)
	}
	for _, p := range g.system.ListProperties() {
		said = append(said, p.Pred)
	}
	for _, d := range g.system.Globals.Defined {
		said = append(said, d.Parts()...)
	}
	if !isOnlyApplied(schema.Conjoin(said), open, map[zed.Expr]bool{}) {
		return nil, false
	}
	part := *g
	part.about = about
	return &part, true
}

// readTotal returns the constant that a predicate says is a total function, and the term
// for the set of such functions; nil for other predicates.
func (g *group) readTotal(e zed.Expr) (*zed.Ref, *zed.Op) {
	in, ok := e.(*zed.Op)
	if !ok || in.Op != zed.In {
		return nil, nil
	}
	name, named := in.Args[0].(*zed.Ref)
	set, arrow := in.Args[1].(*zed.Op)
	if !named || !arrow || toolkit.Partial(set.Op) == "" || position(g.system, name.Name) < 0 {
		return nil, nil
	}
	return name, set
}

// isOnlyApplied tells whether the named constants occur in a term only where they are
// applied to an argument.
func isOnlyApplied(e zed.Expr, names map[string]bool, seen map[zed.Expr]bool) bool {
	if e == nil || seen[e] {
		return true
	}
	seen[e] = true
	constant := func(e zed.Expr) bool {
		r, ok := e.(*zed.Ref)
		return ok && r.Kind == zed.Global && names[r.Name]
	}
	if constant(e) {
		return false
	}
	for _, c := range zed.Children(e) {
		if a, ok := e.(*zed.Apply); ok && c == a.Fn && constant(c) {
			continue
		}
		if !isOnlyApplied(c, names, seen) {
			return false
		}
	}
	return true
}
