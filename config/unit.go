package config

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// unit is a unit specification, read but not resolved.
type unit struct {
	*spec.Unit
	schema   *node
	sut      *node
	z        *node
	uses     []*node // the names, as they are written
	calls    []*node
	shares   []*node
	declared bool // uses was given
	cases    []*node
	stubs    []field
	path     string // of the file
}

// unit reads one YAML document of a unit specification. It returns nil where
// the document is not even a map.
func (c *collector) unit(n *node, path string, scope value.Scope) *unit {
	u := &unit{Unit: &spec.Unit{Scope: scope}, path: path}
	if !n.isMap() {
		c.fail(n.at(), "expected a unit specification, found %s", n.kind())
		return nil
	}
	name := false
	c.object(n, "a unit specification",
		entry{"unit", func(n *node) {
			name = true
			u.Name, u.At = c.name(n, "the name of a unit"), n.at()
		}},
		entry{"sut", func(n *node) {
			if u.SUT = c.name(n, "the name of a system under test"); u.SUT != "" {
				u.sut = n
			}
		}},
		entry{"z", func(n *node) { u.z = n }},
		entry{"schema", func(n *node) {
			u.schema = n
			u.Schema = c.str(n, "the name of a schema")
		}},
		entry{"uses", func(n *node) { u.declared, u.uses = true, c.callees(n) }},
		entry{"calls", func(n *node) { u.calls = c.callees(n) }},
		entry{"shares", func(n *node) { u.shares = c.callees(n) }},
		entry{"tactics", func(n *node) { c.tactics(u, n) }},
		entry{"prune", func(n *node) {
			c.list(n, "a list of conditions", func(m *node) {
				if c.str(m, "the id of a condition") != "" {
					u.Prune = append(u.Prune, m.text())
				}
			})
		}},
		entry{"cases", func(n *node) {
			c.list(n, "a list of test cases", func(m *node) { u.cases = append(u.cases, m) })
		}},
		entry{"stubs", func(n *node) {
			if !n.isMap() {
				c.fail(n.at(), "expected a map of callees to decisions, found %s", n.kind())
			}
			u.stubs = n.fields
		}},
		entry{"rejects", func(n *node) { c.later(n, "rejects", "the refusals of partial operations") }},
		entry{"greybox", func(n *node) { c.later(n, "greybox", "grey-box conditions") }},
		entry{"calls-exact", func(n *node) { u.CallsExact = c.boolean(n) }},
		entry{"scope", func(n *node) { c.scope(n, &u.Scope) }},
	)
	if !name {
		c.fail(n.at(), "unit is missing: expected the name of the unit")
	}
	if u.schema == nil {
		c.fail(n.at(), "schema is missing: expected the name of the schema that specifies the unit")
	}
	return u
}

// later refuses what this version would otherwise ignore.
func (c *collector) later(n *node, key, what string) {
	if !n.isScalar() {
		c.fail(n.at(), "expected text, found %s", n.kind())
		return
	}
	if n.yaml.Value != "" {
		c.fail(n.at(), "%s is not supported by this version: it does not evaluate %s yet", key, what)
	}
}

// callees reads a list of unit names, and reports those that are there twice.
func (c *collector) callees(n *node) []*node {
	var out []*node
	c.list(n, "a list of names", func(m *node) {
		name := c.name(m, "the name of a unit")
		if name == "" {
			return
		}
		if i := slices.IndexFunc(out, func(o *node) bool { return o.yaml.Value == name }); i >= 0 {
			c.errs = append(c.errs, source.Errorf(m.at(), "%q is in the list twice", name).With(out[i].at(), "first here"))
			return
		}
		out = append(out, m)
	})
	return out
}

func (c *collector) tactics(u *unit, n *node) {
	if n.isScalar() {
		c.fail(n.at(), "expected a list of tactics, found %s; recipes are not supported by this version", n.kind())
		return
	}
	c.list(n, "a list of tactics", func(m *node) {
		switch {
		case m.isScalar() && !m.isNull():
			u.Tactics = append(u.Tactics, spec.Tactic{Name: m.yaml.Value, Span: m.at()})
		case m.isMap():
			c.tactic(u, m)
		default:
			c.fail(m.at(), `expected the name of a tactic, or its name with an argument, such as {sp: "x? ∈ ran list"}, found %s`, m.kind())
		}
	})
}

// tactic reads {sp: "x? ∈ ran list", at: insert/DNF_1}.
func (c *collector) tactic(u *unit, n *node) {
	var t spec.Tactic
	for _, f := range n.fields {
		switch {
		case f.key.yaml.Value == "at":
			if c.str(f.value, "the id of a condition") != "" {
				t.At = f.value.text()
			}
		case t.Name != "":
			c.fail(f.key.at(), "expected one tactic, found %q beside %q: each is an item of its own", f.key.yaml.Value, t.Name)
		default:
			t.Name, t.Span, t.Arg = f.key.yaml.Value, f.key.at(), argument(f.value)
		}
	}
	if t.Name == "" {
		c.fail(n.at(), `expected a tactic with an argument, such as {sp: "x? ∈ ran list"}`)
		return
	}
	u.Tactics = append(u.Tactics, t)
}

// argument returns what is written as a tactic's argument; nil for nothing.
func argument(n *node) *spec.Argument {
	if n.isNull() {
		return nil
	}
	a := &spec.Argument{Span: n.at()}
	switch {
	case n.isScalar():
		a.Scalar = n.text()
	case n.isList():
		a.List = []*spec.Argument{}
		for _, m := range n.items {
			if x := argument(m); x != nil {
				a.List = append(a.List, x)
			}
		}
	default:
		a.Fields = []spec.ArgumentField{}
		for _, f := range n.fields {
			if x := argument(f.value); x != nil {
				a.Fields = append(a.Fields, spec.ArgumentField{Name: f.key.yaml.Value, Span: f.key.at(), Value: x})
			}
		}
	}
	return a
}
