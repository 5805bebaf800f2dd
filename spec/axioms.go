package spec

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Axioms are the axioms of a specification, with what they say about its constants.
type Axioms struct {
	Globals *eval.Globals
	Preds   []zed.Expr // the axioms that are not generic, one conjunct each
	// Vars are all constants, with the sets in which they are declared.
	Vars []zed.Var
	said map[source.Span]bool // the places of the axioms from which definitions were taken
}

// NewAxioms returns the given axioms of a specification, in which names have the values
// of g.
func NewAxioms(s *types.Spec, g *eval.Globals, preds []zed.Expr) *Axioms {
	calculus := schema.New(s)
	k := &Axioms{Globals: g, Preds: preds, Vars: s.Globals(), said: map[source.Span]bool{}}
	for _, d := range g.Defined {
		for _, at := range d.Said {
			k.said[at] = true
		}
	}
	for i, v := range k.Vars {
		k.Vars[i].Decl = calculus.Term(v.Decl)
	}
	return k
}

// WithBound returns the same axioms for given types of n elements each. That is a bound
// for searches: the axioms do not say that there are no more.
func (k *Axioms) WithBound(n int) *Axioms {
	sizes := value.Sizes{}
	for name := range k.Globals.Given {
		sizes[name] = n
	}
	out := *k
	out.Globals = k.Globals.WithSizes(sizes)
	out.Globals.Sizes = k.Globals.Sizes
	return &out
}

// FindLoose returns the constants without a value that a term depends on: those that the
// term mentions, those that axioms about these mention, and so on.
func (k *Axioms) FindLoose(e zed.Expr) []zed.Var {
	var out []zed.Var
	seen := map[string]bool{}
	todo := ConstantsIn(e)
	for len(todo) > 0 {
		name := todo[0]
		todo = todo[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		if d := k.Globals.Defined[name]; d != nil {
			for _, e := range d.Parts() {
				todo = append(todo, ConstantsIn(e)...)
			}
			continue
		}
		i := slices.IndexFunc(k.Vars, func(v zed.Var) bool { return v.Name == name })
		if _, has := k.Globals.Consts[name]; i < 0 || has {
			continue
		}
		out = append(out, k.Vars[i])
		for _, a := range k.Preds {
			if names := ConstantsIn(a); slices.Contains(names, name) {
				todo = append(todo, names...)
			}
		}
	}
	return out
}

// PredicatesOn returns the predicates that hold of the given constants: the axioms that
// mention them, and that each constant is an element of the set in which it is
// declared.
func (k *Axioms) PredicatesOn(vars []zed.Var) []zed.Expr {
	var out []zed.Expr
	for _, v := range vars {
		out = append(out, IsIn(v, v.Decl))
	}
	for _, a := range k.Preds {
		if k.definition(a) {
			continue
		}
		if slices.ContainsFunc(ConstantsIn(a), func(name string) bool {
			return slices.ContainsFunc(vars, func(v zed.Var) bool { return v.Name == name })
		}) {
			out = append(out, a)
		}
	}
	return out
}

// definition tells whether an axiom defines a function or a set. Such an axiom holds by
// itself, because the function or the set is taken to be what the axiom says.
func (k *Axioms) definition(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Quant:
		return e.Q == zed.Forall && k.definition(e.Body)
	case *zed.Logic:
		switch e.Op {
		case zed.Implies:
			return k.definition(e.Args[1])
		case zed.And:
			return !slices.ContainsFunc(e.Args, func(a zed.Expr) bool { return !k.definition(a) })
		}
	}
	return k.said[e.At()]
}

// IsIn returns the predicate that the constant v is an element of a set.
func IsIn(v zed.Var, set zed.Expr) zed.Expr {
	name := &zed.Ref{Info: zed.Info{Span: v.Span, Type: v.Type}, Name: v.Name, Kind: zed.Global}
	return &zed.Op{Info: zed.Info{Span: v.Span, Type: zed.BoolType{}}, Op: zed.In, Args: []zed.Expr{name, set}}
}

// ConstantsIn returns the names of the axiomatic constants that a term mentions, in the
// order of their first occurrences.
func ConstantsIn(e zed.Expr) []string {
	var out []string
	zed.EachPart([]zed.Expr{e}, func(e zed.Expr) bool {
		if ref, ok := e.(*zed.Ref); ok && ref.Kind == zed.Global && !slices.Contains(out, ref.Name) {
			out = append(out, ref.Name)
		}
		return true
	})
	return out
}
