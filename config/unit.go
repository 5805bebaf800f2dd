package config

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// unit is a unit specification that was read and is not yet resolved.
type unit struct {
	*spec.Unit
	schema    *node
	sut       *node
	z         *node
	ofClasses []*node // the classes that it uses
	uses      []*node // the names as they are written, like those of calls and shares
	calls     []*node
	shares    []*node
	declared  bool // whether the file has the key uses
	misnamed  bool // whether it names a callee that no unit is, or one that has no schema
	cases     []*node
	kept      []*node // cases that have failed, in files of their own
	stubs     []field
	greybox   spec.Located
	refines   *node   // the unit that this one stands in for
	enriches  *node   // the unit whose calls this one makes
	hooks     []field // the callees of the unit that it enriches, with the units that take their place
	props     []*node
	before    *before // how the states before its cases are made, where it says so
	path      string  // the path of the unit's file
}

// unit reads one YAML document that specifies a unit. It returns nil where the document
// is not a map.
func (c *collector) unit(n *node, path string, scope value.Scope) *unit {
	u := &unit{Unit: &spec.Unit{Scope: scope}, path: path}
	if !n.isMap() {
		c.fail(n.span(), "expected a unit specification, found %s", n.kind())
		return nil
	}
	name := false
	c.readObject(n, "a unit specification",
		entry{"unit", func(n *node) {
			name = true
			u.Name, u.At = c.name(n, "the name of a unit"), n.span()
		}},
		entry{"sut", func(n *node) {
			if u.SUT = c.name(n, "the name of a system under test"); u.SUT != "" {
				u.sut = n
			}
		}},
		entry{"z", func(n *node) { u.z = n }},
		entry{"schema", func(n *node) {
			u.schema = n
			u.Schema = c.nonempty(n, "the name of a schema")
		}},
		entry{"uses", func(n *node) { u.declared, u.uses = true, c.callees(n) }},
		entry{"calls", func(n *node) { u.calls = c.callees(n) }},
		entry{"shares", func(n *node) { u.shares = c.callees(n) }},
		entry{"tactics", func(n *node) { u.Tactics = c.tactics(n) }},
		entry{"prune", func(n *node) { u.Prune = c.readPruned(n) }},
		entry{"cases", func(n *node) {
			c.readList(n, "a list of test cases", func(m *node) { u.cases = append(u.cases, m) })
		}},
		entry{"stubs", func(n *node) {
			if !n.isMap() {
				c.fail(n.span(), "expected a map of callees to decisions, found %s", n.kind())
			}
			u.stubs = n.fields
		}},
		entry{"rejects", func(n *node) { u.Rejects = c.formula(n, "a predicate over the outputs") }},
		entry{"greybox", func(n *node) { u.greybox = c.formula(n, "a predicate over the trace τ") }},
		entry{"refines", func(n *node) {
			if c.name(n, "the name of a unit") != "" {
				u.refines = n
			}
		}},
		entry{"enriches", func(n *node) {
			if c.name(n, "the name of a unit") != "" {
				u.enriches = n
			}
		}},
		entry{"hooks", func(n *node) {
			if !n.isMap() {
				c.fail(n.span(), "expected a map of callees to the units called instead, found %s", n.kind())
			}
			u.hooks = n.fields
		}},
		entry{"properties", func(n *node) { u.props = c.schemas(n) }},
		entry{"calls-exact", func(n *node) { u.CallsExact = c.boolean(n) }},
		entry{"scope", func(n *node) { c.readScope(n, &u.Scope) }},
		entry{"state", func(n *node) { u.before = readBefore(c, n) }},
	)
	if !name {
		missing(c, n.span(), "unit", "the name of the unit")
	}
	if u.schema == nil {
		missing(c, n.span(), "schema", "the name of the schema that specifies the unit")
	}
	return u
}

// readPruned reads the conditions that a person rules out (prune).
func (c *collector) readPruned(n *node) []spec.Located {
	var out []spec.Located
	c.readList(n, "a list of conditions", func(m *node) {
		if c.str(m, "the id of a condition") != "" {
			out = append(out, m.text())
		}
	})
	return out
}

// callees reads a list of names of units, and reports names that occur twice.
func (c *collector) callees(n *node) []*node {
	var out []*node
	c.readList(n, "a list of names", func(m *node) {
		name := c.name(m, "the name of a unit")
		if name == "" {
			return
		}
		if i := slices.IndexFunc(out, func(o *node) bool { return o.yaml.Value == name }); i >= 0 {
			c.errs = append(c.errs, source.Errorf(m.span(), "%q is in the list twice", name).WithPlace(out[i].span(),
				"first here"))
			return
		}
		out = append(out, m)
	})
	return out
}
