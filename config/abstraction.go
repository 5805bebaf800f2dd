package config

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// readAbstraction reads what the variables of a schema are in Go.
func readAbstraction(c *collector, n *node) []spec.Abstraction {
	if !n.isMap() {
		c.fail(n.span(), "expected a map of variables to Go functions, found %s", n.kind())
		return nil
	}
	var out []spec.Abstraction
	for _, f := range n.fields {
		is := c.nonempty(f.value, "the name of a Go function, a parameter or a result")
		out = append(out, spec.Abstraction{Variable: f.key.yaml.Value, Is: is, At: f.key.span()})
	}
	return out
}

// checkSchema looks whether a unit on structures is specified in one way.
func (m *method) checkSchema(c *collector) {
	switch {
	case m.schema != nil && (m.Requires != "" || m.Ensures != ""):
		c.fail(m.schema.span(), "a schema says all of what %s does when it returns as usual: expected it without requires "+
			"and ensures", m.Name)
	case m.schema == nil && c.wrong[m.at.Pos()]["schema"]:
	case m.schema == nil && m.z != nil:
		missing(c, m.z.span(), "schema", "the name of the schema that specifies the unit")
	case m.schema == nil && m.Abstraction != nil:
		missing(c, m.at, "schema", "the name of the schema whose variables abstraction is about")
	}
}

// relateSchemas finds the schemas of units on structures.
func (l methodReader) relateSchemas(units schema.Units) {
	for _, m := range l.loader.methods {
		if m.schema == nil {
			continue
		}
		s := l.loader.schemaNamed(m.schema)
		if s == nil {
			continue
		}
		if len(s.Params) > 0 {
			l.loader.collector.fail(m.schema.span(),
				"the schema %s is generic: expected an instance of it with a name of its own", s.Name)
			continue
		}
		u := &unit{schema: m.schema,
			Unit: &spec.Unit{Name: m.Name, At: m.At, Schema: s.Name, Scope: l.loader.project.scope}}
		op, err := l.loader.calculus.Operation(s.Name, units)
		if err != nil {
			l.loader.reportOperationError(u, err)
			continue
		}
		u.Op = op
		m.Z = u.Unit
		for _, a := range m.Abstraction {
			if !slices.ContainsFunc(op.Vars, func(v zed.Var) bool { return v.Name == a.Variable }) {
				var known []string
				for _, v := range op.Vars {
					if schema.RoleOf(v.Name) != schema.After {
						known = append(known, v.Name)
					}
				}
				l.loader.collector.fail(a.At, "%s has no variable %q%s", s.Name, a.Variable,
					source.DidYouMean(a.Variable, known))
			}
		}
	}
}
