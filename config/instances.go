package config

import (
	"math/big"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// The limits on how an axiom about infinite sets is tried: the number of samples of one
// type, and the number of instances of one axiom.
const (
	mostSamples   = 24
	mostInstances = 4000
)

// samples are values to try for the quantified variables of an axiom, by type: the
// parts of the constants that were given, and the numbers next to those.
type samples struct {
	values map[string][]value.Value // by type
	args   map[string]zed.Type      // the types of the arguments of constructors of free types, by constructor
}

// samplesOf returns the samples that the given constants provide.
func samplesOf(s *types.Spec, g *eval.Globals, given func(name string) bool) samples {
	out := samples{map[string][]value.Value{}, map[string]zed.Type{}}
	for _, f := range s.Free {
		for _, ctor := range f.Ctors {
			out.args[ctor.Name] = ctor.Arg
		}
	}
	for _, v := range s.Globals() {
		if !given(v.Name) {
			continue
		}
		for _, x := range []value.Value{g.Consts[v.Name], g.Partly[v.Name]} {
			if x.Kind() != value.Nothing {
				out.add(x, v.Type)
			}
		}
	}
	if len(out.values) > 0 {
		out.addNeighbours()
	}
	return out
}

// add adds a value and the values that it consists of.
func (s samples) add(v value.Value, t zed.Type) {
	key := t.String()
	if len(s.values[key]) >= mostSamples || slices.ContainsFunc(s.values[key], v.Equal) {
		return
	}
	s.values[key] = append(s.values[key], v)
	switch t := t.(type) {
	case zed.PowerType:
		for _, m := range v.Members() {
			s.add(m, t.Elem)
		}
	case zed.ProductType:
		for i, e := range t.Elems {
			s.add(v.Elem(i), e)
		}
	case zed.SchemaType:
		for _, f := range t.Fields {
			if x, ok := v.Field(f.Name); ok {
				s.add(x, f.Type)
			}
		}
	case zed.NamedType:
		if arg := s.args[v.Name()]; v.Kind() == value.Ctor && arg != nil {
			s.add(v.Elem(0), arg)
		}
	}
}

// addNeighbours adds 0, 1 and, for each number among the samples, the numbers one less and
// one more.
func (s samples) addNeighbours() {
	key := zed.IntType{}.String()
	one := big.NewInt(1)
	for _, v := range slices.Clone(s.values[key]) {
		s.add(value.OfBig(new(big.Int).Sub(v.Big(), one)), zed.IntType{})
		s.add(value.OfBig(new(big.Int).Add(v.Big(), one)), zed.IntType{})
	}
	s.add(value.OfInt(0), zed.IntType{})
	s.add(value.OfInt(1), zed.IntType{})
}

// refutes tells whether an axiom that evaluation does not find true is false. It is
// where its quantified statement is false for some of the samples, or where it says
// that a constant is a function and the pairs given for it are not among the pairs of
// that function.
func (s samples) refutes(axiom zed.Expr, g *eval.Globals) bool {
	if x, ok := axiom.(*zed.Op); ok && x.Op == zed.Equal && len(x.Args) == 2 {
		return lacks(x.Args[0], x.Args[1], g) || lacks(x.Args[1], x.Args[0], g)
	}
	vars, body := splitUniversal(axiom)
	if len(vars) == 0 {
		return false
	}
	names, choices, all := make([]string, len(vars)), make([][]value.Value, len(vars)), 1
	for i, v := range vars {
		names[i], choices[i] = v.Name, s.values[v.Type.String()]
		all *= max(len(choices[i]), 1)
		if len(choices[i]) == 0 || slices.Contains(names[:i], v.Name) || all > mostInstances {
			return false
		}
	}
	program, err := eval.Compile(body, names, g)
	if err != nil {
		return false
	}
	frame := make([]value.Value, len(vars))
	for n := range all {
		for i, list := range choices {
			frame[i], n = list[n%len(list)], n/len(list)
		}
		if truth, _ := program.Truth(frame); truth == eval.False {
			return true
		}
	}
	return false
}

// splitUniversal returns the variables of the universal quantifiers in front of a predicate,
// and the predicate below them, with the condition that the variables lie in their
// sets.
func splitUniversal(e zed.Expr) ([]zed.Var, zed.Expr) {
	q, ok := e.(*zed.Quant)
	if !ok || q.Q != zed.Forall {
		return nil, e
	}
	var vars []zed.Var
	var given []zed.Expr
	for _, d := range q.Text.Decls {
		set, ok := d.Type.Typ().(zed.PowerType)
		if !ok || len(d.Names) == 0 {
			return nil, e
		}
		for _, n := range d.Names {
			x := &zed.Ref{Info: zed.Info{Span: n.Span, Type: set.Elem}, Name: n.Name, Kind: zed.Local}
			vars = append(vars, zed.Var{Name: n.Name, Type: set.Elem})
			given = append(given, &zed.Op{Info: zed.Info{Span: n.Span, Type: zed.BoolType{}}, Op: zed.In,
				Args: []zed.Expr{x, d.Type}})
		}
	}
	if q.Text.Pred != nil {
		given = append(given, q.Text.Pred)
	}
	inner, body := splitUniversal(q.Body)
	implies := &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.Implies, Args: []zed.Expr{schema.Conjoin(given),
		body}}
	return append(vars, inner...), implies
}

// lacks tells whether one of two terms is a constant of which pairs were given, and the
// other a set that lacks one of these pairs.
func lacks(constant, e zed.Expr, g *eval.Globals) bool {
	ref, ok := constant.(*zed.Ref)
	if !ok || ref.Kind != zed.Global {
		return false
	}
	for _, pair := range g.Partly[ref.Name].Members() {
		elem := ref.Typ().(zed.PowerType).Elem
		in := &zed.Op{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{value.Literal(pair, elem), e}}
		program, err := eval.Compile(in, nil, g)
		if err != nil {
			return false
		}
		if truth, _ := program.Truth(nil); truth == eval.False {
			return true
		}
	}
	return false
}
