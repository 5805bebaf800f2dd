package config

import (
	"slices"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// makePartial handles a constant that is declared as a total function on an infinite set and
// for which the project gives a finite function. The pairs of that function become
// clauses of the constant's definition; for other arguments the axioms say what its
// value is, or nothing does and it is open. The function `given` tells which constants
// the project gives.
func makePartial(s *types.Spec, g *eval.Globals, given func(name string) bool) {
	calculus := schema.New(s)
	for _, v := range s.Globals() {
		x, has := g.Consts[v.Name]
		set, arrow := calculus.Term(v.Decl).(*zed.Op)
		if !has || !given(v.Name) || !arrow || toolkit.Partial(set.Op) == "" || !isInfiniteSet(set.Args[0], s) {
			continue
		}
		wider := *set
		wider.Op = toolkit.Partial(set.Op)
		if program, err := eval.Compile(spec.IsIn(v, &wider), nil, g); err != nil {
			continue
		} else if truth, _ := program.Truth(nil); truth != eval.True {
			continue // an error about the value
		}
		pair := v.Type.(zed.PowerType).Elem.(zed.ProductType)
		d := &zed.Definition{Name: v.Name, Set: set}
		said := g.Defined[v.Name]
		for _, p := range x.Members() {
			d.Clauses = append(d.Clauses, zed.Clause{Arg: value.Literal(p.Elem(0), pair.Elems[0]),
				Value: value.Literal(p.Elem(1), pair.Elems[1])})
		}
		if said != nil && said.Value == nil {
			d.Clauses, d.Domain, d.Said = append(d.Clauses, said.Clauses...), said.Domain, said.Said
		}
		delete(g.Consts, v.Name)
		g.Defined[v.Name] = d
		if g.Partly == nil {
			g.Partly = map[string]value.Value{}
		}
		g.Partly[v.Name] = x
	}
}

// isInfiniteSet tells whether the form of a set shows that it is infinite: the
// toolkit's row for it says so, or it is a free type whose values nest.
func isInfiniteSet(set zed.Expr, s *types.Spec) bool {
	ref, ok := set.(*zed.Ref)
	return toolkit.Infinite(set) || ok && ref.Kind == zed.FreeType && nests(ref.Name, s, nil)
}

// nests tells whether a free type has infinitely many values: a constructor of it takes
// an infinite set, or values of a type that contains values of the free type again.
func nests(name string, s *types.Spec, within []string) bool {
	if slices.Contains(within, name) {
		return true
	}
	within = append(within[:len(within):len(within)], name)
	at := slices.IndexFunc(s.Free, func(f types.Free) bool { return f.Name == name })
	return at >= 0 && slices.ContainsFunc(s.Free[at].Ctors, func(c types.Ctor) bool {
		nested := false
		zed.EachPart([]zed.Expr{c.Set}, func(e zed.Expr) bool {
			ref, ok := e.(*zed.Ref)
			nested = nested || ok && ref.Kind == zed.FreeType && nests(ref.Name, s, within)
			return !nested
		})
		return nested || toolkit.Infinite(c.Set)
	})
}
