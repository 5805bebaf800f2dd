package config

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// schemas reads a list of names of schemas, and reports names that occur twice.
func (c *collector) schemas(n *node) []*node {
	var out []*node
	c.readList(n, "a list of names of schemas", func(m *node) {
		if c.str(m, "the name of a schema") == "" {
			return
		}
		if i := slices.IndexFunc(out, func(o *node) bool { return o.yaml.Value == m.yaml.Value }); i >= 0 {
			c.errs = append(c.errs, source.Errorf(m.span(), "%q is in the list twice",
				m.yaml.Value).WithPlace(out[i].span(),
				"first here"))
			return
		}
		out = append(out, m)
	})
	return out
}

// resolvePreserved resolves the names of properties. They are those that the unit u must
// preserve or, where u is nil, those that every unit must preserve that changes one of
// their variables.
func (l *loader) resolvePreserved(names []*node, u *spec.Unit) []spec.Property {
	var out []spec.Property
	for _, n := range names {
		p, ok := l.property(n)
		if !ok {
			continue
		}
		common := false
		for _, v := range p.Vars {
			if v.Name != zed.BaseName(v.Name) {
				l.collector.fail(n.span(),
					"the schema %s has the variable %s: expected a property of a state, whose variables are undecorated", p.Schema, v.Name)
				ok = false
				break
			}
			for _, unit := range l.units {
				if unit.Op != nil && (u == nil || unit.Unit == u) {
					common = l.hasVariable(n, p, v, unit.Unit) || common
				}
			}
		}
		switch {
		case !ok:
		case common:
			out = append(out, p)
		case u != nil:
			l.collector.fail(n.span(), "the property %s has no variable of the state of %s", p.Schema, u.Name)
		default:
			l.collector.fail(n.span(), "the property %s has no variable of the state of any unit", p.Schema)
		}
	}
	return out
}

// hasVariable tells whether a unit has a variable of a property, and reports one that
// has another type there.
func (l *loader) hasVariable(n *node, p spec.Property, v zed.Var, u *spec.Unit) bool {
	for _, w := range u.Op.State.Vars {
		if zed.BaseName(w.Name) != v.Name {
			continue
		}
		if !zed.SameType(v.Type, w.Type) {
			l.collector.fail(n.span(), "the property %s has %s of type %s, and %s has it of type %s", p.Schema, v.Name,
				v.Type, u.Name, w.Type)
		}
		return true
	}
	return false
}

// resolveInitial resolves the schema of the initial state (init). Where its variables are
// after-states, as in Init == [State' | …], they are read without the dash.
func (l *loader) resolveInitial(n *node) *spec.Property {
	p, ok := l.property(n)
	if !ok {
		return nil
	}
	names, vars := map[string]string{}, slices.Clone(p.Vars)
	for i, v := range vars {
		switch schema.RoleOf(v.Name) {
		case schema.Before:
		case schema.After:
			vars[i].Name = zed.BaseName(v.Name)
			names[v.Name] = vars[i].Name
		default:
			l.collector.fail(n.span(),
				"the schema %s has the variable %s: expected the state at first, whose variables are undecorated, or all after-states", p.Schema, v.Name)
			return nil
		}
	}
	if len(names) > 0 && len(names) < len(vars) {
		l.collector.fail(n.span(), "the schema %s has states before and after: expected the state at first", p.Schema)
		return nil
	}
	p.Vars, p.Pred = vars, schema.Rename(p.Pred, names)
	return &p
}

// property returns the meaning of the schema that a node names, and reports one that
// does not exist or has parameters.
func (l *loader) property(n *node) (spec.Property, bool) {
	s := l.schemaNamed(n)
	if s == nil {
		return spec.Property{}, false
	}
	normal, err := l.calculus.Unfold(s.Name)
	if err != nil {
		l.collector.fail(n.span(), "%v", err)
		return spec.Property{}, false
	}
	return spec.Property{Schema: s.Name, At: n.span(), Vars: normal.Vars, Pred: normal.Pred}, true
}
