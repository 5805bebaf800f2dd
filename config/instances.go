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

// The limits of what is tried of an axiom that speaks of sets without end: so many
// values of a type, and so many instances of one axiom.
const (
	mostSamples   = 24
	mostInstances = 4000
)

// samples are values that are put in the place of the variables of an axiom, by type:
// those that the given constants consist of, and the numbers beside them.
type samples struct {
	values map[string][]value.Value // by type
	args   map[string]zed.Type      // of constructors of free types
}

// samplesOf returns the samples of the constants that were given.
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
		out.neighbours()
	}
	return out
}

// add adds a value and all its parts.
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

// neighbours adds the numbers next to those that there are, 0 and 1.
func (s samples) neighbours() {
	key := zed.IntType{}.String()
	one := big.NewInt(1)
	for _, v := range slices.Clone(s.values[key]) {
		s.add(value.OfBig(new(big.Int).Sub(v.Big(), one)), zed.IntType{})
		s.add(value.OfBig(new(big.Int).Add(v.Big(), one)), zed.IntType{})
	}
	s.add(value.OfInt(0), zed.IntType{})
	s.add(value.OfInt(1), zed.IntType{})
}

// refutes tells whether an axiom that is not known to be true is false: because what
// it says of all values is false for some of the samples, or because it says that a
// constant of which pairs are given is a function without one of them.
func (s samples) refutes(axiom zed.Expr, g *eval.Globals) bool {
	if x, ok := axiom.(*zed.Op); ok && x.Op == zed.Equal && len(x.Args) == 2 {
		return lacks(x.Args[0], x.Args[1], g) || lacks(x.Args[1], x.Args[0], g)
	}
	vars, body := universal(axiom)
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

// universal returns the variables of the universal quantifiers at the front of a
// predicate, and what is said of them, the sets that they range over included.
func universal(e zed.Expr) ([]zed.Var, zed.Expr) {
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
	inner, body := universal(q.Body)
	implies := &zed.Logic{Info: zed.Info{Type: zed.BoolType{}}, Op: zed.Implies, Args: []zed.Expr{schema.Conjoin(given),
		body}}
	return append(vars, inner...), implies
}

// lacks tells whether a term is a constant of which pairs are given, and another one
// a set that does not have one of these.
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
