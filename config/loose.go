package config

import (
	"slices"
	"sort"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Constants is what a specification's axioms say.
type Constants struct {
	Globals *eval.Globals
	Axioms  []zed.Expr // those that are not generic, conjunct by conjunct
	vars    []zed.Var
	said    map[source.Span]bool // where the axioms are that definitions are taken from
}

// ConstantsOf reads the axioms of a specification outside any project: each
// given type has the given number of elements, and constants that an axiom
// c = e defines have their value.
func ConstantsOf(s *types.Spec, elements int) (*Constants, error) {
	var c collector
	g := carriers(s, elements)
	axioms := c.constants(nil, s, g)
	return newConstants(s, g, axioms), c.errs.Err()
}

func newConstants(s *types.Spec, g *eval.Globals, axioms []zed.Expr) *Constants {
	calculus := schema.New(s)
	k := &Constants{Globals: g, Axioms: axioms, vars: s.Globals(), said: map[source.Span]bool{}}
	for _, d := range g.Defined {
		for _, at := range d.Said {
			k.said[at] = true
		}
	}
	for i, v := range k.vars {
		k.vars[i].Decl = calculus.Term(v.Decl)
	}
	return k
}

// Loose returns the constants without a value that a term depends on: those
// that it mentions, and those that what the axioms say of them mentions.
func (k *Constants) Loose(e zed.Expr) []zed.Var {
	var out []zed.Var
	seen := map[string]bool{}
	todo := globals(e)
	for len(todo) > 0 {
		name := todo[0]
		todo = todo[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		if d := k.Globals.Defined[name]; d != nil {
			for _, e := range d.Parts() {
				todo = append(todo, globals(e)...)
			}
			continue
		}
		i := slices.IndexFunc(k.vars, func(v zed.Var) bool { return v.Name == name })
		if _, has := k.Globals.Consts[name]; i < 0 || has {
			continue
		}
		out = append(out, k.vars[i])
		for _, a := range k.Axioms {
			if names := globals(a); slices.Contains(names, name) {
				todo = append(todo, names...)
			}
		}
	}
	return out
}

// About returns what holds of the given constants: that each is in the set that
// it is declared in, and the axioms.
func (k *Constants) About(vars []zed.Var) []zed.Expr {
	var out []zed.Expr
	for _, v := range vars {
		out = append(out, isIn(v, v.Decl))
	}
	for _, a := range k.Axioms {
		if k.definition(a) {
			continue
		}
		if slices.ContainsFunc(globals(a), func(name string) bool {
			return slices.ContainsFunc(vars, func(v zed.Var) bool { return v.Name == name })
		}) {
			out = append(out, a)
		}
	}
	return out
}

// definition tells whether an axiom defines a function or a set: it holds because the
// function or the set is taken to be what it says.
func (k *Constants) definition(e zed.Expr) bool {
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

// loose lists the constants without a value that the units' schemas depend on,
// and what holds of them.
func (l *loader) loose() ([]spec.Loose, []zed.Expr) {
	k := newConstants(l.spec, l.globals, l.axioms)
	if !slices.ContainsFunc(k.vars, func(v zed.Var) bool {
		_, has := l.globals.Consts[v.Name]
		return !has && l.globals.Defined[v.Name] == nil
	}) {
		return nil, nil // spares the walk through large schemas
	}
	var out []spec.Loose
	var vars []zed.Var
	add := func(pred zed.Expr, schema string, at source.Span) {
		for _, v := range k.Loose(pred) {
			if !slices.ContainsFunc(out, func(o spec.Loose) bool { return o.Name == v.Name }) {
				out, vars = append(out, spec.Loose{Var: v, Schema: schema, At: at}), append(vars, v)
			}
		}
	}
	known := slices.Clone(l.properties)
	if l.initial != nil {
		known = append(known, *l.initial)
	}
	for _, u := range l.units {
		if u.Op != nil {
			add(u.Op.Pred, u.Schema, u.schema.at())
		}
		known = append(known, u.Properties...)
	}
	for _, p := range known {
		add(p.Pred, p.Schema, p.At)
	}
	return out, k.About(vars)
}

// known returns the constants that have a value, by name.
func (l *loader) known() []spec.Constant {
	var out []spec.Constant
	for _, v := range l.spec.Globals() {
		x := l.globals.Consts[v.Name]
		if x.Kind() == value.Nothing {
			x = l.globals.Partly[v.Name]
		}
		if x.Kind() == value.Nothing {
			continue
		}
		from := spec.Stated
		for _, f := range l.project.constants {
			if f.key.yaml.Value == v.Name {
				from = spec.Given
			}
		}
		out = append(out, spec.Constant{Item: spec.Item{Name: v.Name, Type: v.Type, Value: x}, From: from})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}
