package config

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// partly takes a finite function that was given for a constant which is declared as a
// total one, on a set without end, for some of its pairs: what the constant is elsewhere
// is open, as where axioms say these pairs. Given tells which constants were given.
func partly(s *types.Spec, g *eval.Globals, given func(name string) bool) {
	calculus := schema.New(s)
	for _, v := range s.Globals() {
		x, has := g.Consts[v.Name]
		set, arrow := calculus.Term(v.Decl).(*zed.Op)
		if !has || !given(v.Name) || !arrow || toolkit.Partial(set.Op) == "" || !toolkit.Infinite(set.Args[0]) {
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
		for _, p := range x.Members() {
			d.Clauses = append(d.Clauses, zed.Clause{Arg: value.Literal(p.Elem(0), pair.Elems[0]), Value: value.Literal(p.Elem(1), pair.Elems[1])})
		}
		delete(g.Consts, v.Name)
		g.Defined[v.Name] = d
		if g.Partly == nil {
			g.Partly = map[string]value.Value{}
		}
		g.Partly[v.Name] = x
	}
}
