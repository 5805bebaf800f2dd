package config

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// carriers returns the elements of each given type, the values of each free
// type and what the axioms define. The elements of [NAME] are name1, name2 and
// so on, as many as the widest scope has.
func carriers(s *types.Spec, elements int) *eval.Globals {
	g := &eval.Globals{
		Given: map[string][]value.Value{}, Free: map[string][]value.Value{}, Partial: map[string]bool{},
		Consts: map[string]value.Value{}, Ctors: map[string]zed.Expr{}, Makers: map[string][]string{}, Defined: defined(s),
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
		for i := range elements {
			g.Given[name] = append(g.Given[name], value.OfAtom(fmt.Sprint(stem, i+1)))
		}
	}
	for _, f := range s.Free {
		g.Free[f.Name] = []value.Value{}
		for _, c := range f.Constants {
			g.Free[f.Name] = append(g.Free[f.Name], value.OfAtom(c))
		}
	}
	constructed(s, g)
	return g
}

// defined returns what the axioms define, every schema in it expanded.
func defined(s *types.Spec) map[string]*zed.Definition {
	calculus := schema.New(s)
	out := map[string]*zed.Definition{}
	for name, d := range s.Defined {
		made := &zed.Definition{Name: d.Name, Params: d.Params, Set: calculus.Term(d.Set), Value: calculus.Term(d.Value)}
		for _, c := range d.Clauses {
			n := calculus.Text(c.Text)
			text := zed.Text{Pred: n.Pred}
			for _, v := range n.Vars {
				text.Decls = append(text.Decls, zed.Decl{Names: []zed.Ident{{Name: v.Name, Span: v.Span}}, Type: v.Decl})
			}
			made.Clauses = append(made.Clauses, zed.Clause{Text: text, Arg: calculus.Term(c.Arg), Value: calculus.Term(c.Value)})
		}
		out[name] = made
	}
	return out
}

// The bounds of the values of free types whose constructors take arguments.
const (
	maxRounds = 3   // how deeply constructors nest
	maxValues = 200 // of one type: enough to find witnesses, few enough to try
	maxParts  = 12  // values of an argument's part that are combined with others
)

// constructed adds the values that constructors make, smaller ones first. Where
// there are more than are kept, the type is marked as partial.
func constructed(s *types.Spec, g *eval.Globals) {
	for range maxRounds {
		for _, f := range s.Free {
			if len(f.Ctors) > 0 {
				extend(f, g)
			}
		}
	}
	for _, f := range s.Free {
		if len(f.Ctors) > 0 && extend(f, g) {
			g.Partial[f.Name] = true
		}
	}
}

// extend adds values one constructor deeper, and tells whether there are more.
func extend(f types.Free, g *eval.Globals) bool {
	seen := map[string]bool{}
	for _, v := range g.Free[f.Name] {
		seen[v.Key()] = true
	}
	more := false
	for _, c := range f.Ctors {
		args, whole := sample(c.Arg, g)
		more = more || !whole
		member, err := membership(c, g)
		for _, a := range args {
			if err == nil {
				if in, _ := member.Truth([]value.Value{a}); in != eval.True {
					continue
				}
			}
			v := value.OfCtor(c.Name, a)
			switch {
			case seen[v.Key()]:
			case len(g.Free[f.Name]) >= maxValues:
				return true
			default:
				seen[v.Key()] = true
				g.Free[f.Name] = append(g.Free[f.Name], v)
				more = true
			}
		}
	}
	return more
}

// membership compiles the test whether a value is in a constructor's domain.
func membership(c types.Ctor, g *eval.Globals) (*eval.Program, error) {
	x := &zed.Ref{Info: zed.Info{Type: c.Arg}, Name: "x", Kind: zed.Local}
	in := &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{x, g.Ctors[c.Name]}}
	return eval.Compile(in, []string{"x"}, g)
}

// sample returns some values of a type, and whether these are all.
func sample(t zed.Type, g *eval.Globals) ([]value.Value, bool) {
	switch t := t.(type) {
	case zed.IntType:
		var out []value.Value
		for _, n := range []int64{0, 1, 2, -1} {
			out = append(out, value.OfInt(n))
		}
		return out, false
	case zed.StrType:
		return []value.Value{value.OfStr(""), value.OfStr("a")}, false
	case zed.NamedType:
		if t.Free {
			return g.Free[t.Name], !g.Partial[t.Name]
		}
		return g.Given[t.Name], true
	case zed.ProductType:
		return tuples(t.Elems, g, func(parts []value.Value) value.Value { return value.OfTuple(parts...) })
	case zed.SchemaType:
		var names []string
		var elems []zed.Type
		for _, f := range t.Fields {
			names, elems = append(names, f.Name), append(elems, f.Type)
		}
		return tuples(elems, g, func(parts []value.Value) value.Value { return value.OfBinding(names, parts) })
	case zed.PowerType:
		return sets(t, g)
	}
	return nil, false
}

// tuples combines values of several types.
func tuples(elems []zed.Type, g *eval.Globals, build func([]value.Value) value.Value) ([]value.Value, bool) {
	rows, whole := [][]value.Value{nil}, true
	for _, e := range elems {
		parts, all := sample(e, g)
		if len(parts) > maxParts {
			parts, all = parts[:maxParts], false
		}
		whole = whole && all
		var next [][]value.Value
		for _, row := range rows {
			for _, p := range parts {
				if len(next) < maxValues {
					next = append(next, append(row[:len(row):len(row)], p))
				} else {
					whole = false
				}
			}
		}
		rows = next
	}
	var out []value.Value
	for _, row := range rows {
		out = append(out, build(row))
	}
	return out, whole
}

// sets returns small sets, or small sequences where the type was declared so.
func sets(t zed.PowerType, g *eval.Globals) ([]value.Value, bool) {
	elem := t.Elem
	if t.List {
		elem = elem.(zed.ProductType).Elems[1]
	}
	parts, _ := sample(elem, g)
	if len(parts) > maxParts {
		parts = parts[:maxParts]
	}
	out := []value.Value{value.OfSet(nil)}
	for _, p := range parts {
		if t.List {
			out = append(out, value.OfSeq([]value.Value{p}))
		} else {
			out = append(out, value.OfSet([]value.Value{p}))
		}
	}
	for _, p := range parts {
		for _, q := range parts {
			switch {
			case t.List:
				out = append(out, value.OfSeq([]value.Value{p, q}))
			case p.Compare(q) < 0:
				out = append(out, value.OfSet([]value.Value{p, q}))
			}
		}
	}
	return out, false
}
