package config

import (
	"slices"
	"sort"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// ConstantsOf returns the axioms of a specification that belongs to no project. Each
// given type has the given number of elements; constants that an axiom c = e defines
// have their value.
func ConstantsOf(s *types.Spec, elements int) (*spec.Axioms, error) {
	var c collector
	g := carriers(s, elements)
	axioms := c.constants(nil, s, g)
	return spec.NewAxioms(s, g, axioms), append(c.errs, c.broken...).Err()
}

// findLoose returns the constants without a value that the units' schemas depend on, and
// the axioms about them.
func (l *loader) findLoose() ([]spec.Loose, []zed.Expr) {
	k := spec.NewAxioms(l.spec, l.globals, l.axioms)
	if !slices.ContainsFunc(k.Vars, func(v zed.Var) bool {
		_, has := l.globals.Consts[v.Name]
		return !has && l.globals.Defined[v.Name] == nil
	}) {
		return nil, nil // spares the walk through large schemas
	}
	var out []spec.Loose
	var vars []zed.Var
	add := func(pred zed.Expr, schema string, at source.Span) {
		for _, v := range k.FindLoose(pred) {
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
			add(u.Op.Pred, u.Schema, u.schema.span())
		}
		known = append(known, u.Properties...)
	}
	for _, p := range known {
		add(p.Pred, p.Schema, p.At)
	}
	return out, k.PredicatesOn(vars)
}

// listConstants returns the constants that have a value, sorted by name.
func (l *loader) listConstants() []spec.Constant {
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
		out = append(out, spec.Constant{Item: spec.NewItem(v.Name, v.Type, x), From: from})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}
