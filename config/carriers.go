package config

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// carriers returns the values of each given type and free type, and what the axioms
// define. The elements of [NAME] are NAME in lower case followed by 1, 2 and so on, as
// many as the widest scope has.
func carriers(s *types.Spec, elements int) *eval.Globals {
	g := &eval.Globals{
		Given: map[string][]value.Value{}, Free: map[string][]value.Value{}, Partial: map[string]bool{},
		Consts: map[string]value.Value{}, Ctors: map[string]zed.Expr{}, Makers: map[string][]string{},
		Defined: findDefined(s),
	}
	calculus := schema.New(s)
	for _, f := range s.Free {
		for _, c := range f.Ctors {
			g.Ctors[c.Name] = calculus.Term(c.Set)
			g.Makers[f.Name] = append(g.Makers[f.Name], c.Name)
		}
	}
	stems := map[string]int{}
	for _, name := range s.Given {
		stems[strings.ToLower(name)]++
	}
	for _, name := range s.Given {
		stem := strings.ToLower(name)
		if stems[stem] > 1 {
			stem = name + "_"
		}
		g.Given[name] = eval.Elements(stem, elements)
	}
	for _, f := range s.Free {
		g.Free[f.Name] = []value.Value{}
		for _, c := range f.Constants {
			g.Free[f.Name] = append(g.Free[f.Name], value.OfAtom(c))
		}
	}
	return g.WithConstructed()
}

// number tells whether an axiom defines a single element, as opposed to a set or a
// function. Such a definition is treated as a constant with an axiom that says what it
// equals.
func number(d *zed.Definition) bool {
	if len(d.Params) > 0 || d.Value == nil {
		return false
	}
	_, set := d.Value.Typ().(zed.PowerType)
	return !set
}

// findDefined returns the definitions that axioms make, by name, with every schema in them
// expanded.
func findDefined(s *types.Spec) map[string]*zed.Definition {
	calculus := schema.New(s)
	out := map[string]*zed.Definition{}
	for name, d := range s.Defined {
		if number(d) {
			continue // an equation between constants
		}
		out[name] = &zed.Definition{Name: d.Name, Params: d.Params, Set: calculus.Term(d.Set),
			Value: calculus.Term(d.Value), Whole: d.Whole, Said: d.Said,
			Clauses: clauses(calculus, d.Clauses, calculus.Term),
			Members: clauses(calculus, d.Members, calculus.Predicate)}
		if d.Domain != nil {
			out[name].Domain = calculus.Term(d.Domain)
		}
	}
	return out
}

func clauses(calculus *schema.Calculus, of []zed.Clause, value func(zed.Expr) zed.Expr) []zed.Clause {
	var out []zed.Clause
	for _, c := range of {
		n := calculus.Text(c.Text)
		text := zed.Text{Pred: n.Pred}
		for _, v := range n.Vars {
			text.Decls = append(text.Decls, zed.Decl{Names: []zed.Ident{{Name: v.Name, Span: v.Span}}, Type: v.Decl})
		}
		out = append(out, zed.Clause{Text: text, Arg: calculus.Term(c.Arg), Value: value(c.Value)})
	}
	return out
}
