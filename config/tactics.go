package config

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// tactics reads a list of tactics and recipes, or a single name.
func (c *collector) tactics(n *node) []spec.Tactic {
	var out []spec.Tactic
	if n.isScalar() && !n.isNull() {
		if c.str(n, "a list of tactics, or the name of a recipe") == "" {
			return nil
		}
		return []spec.Tactic{{Name: n.yaml.Value, Span: n.span()}}
	}
	c.readList(n, "a list of tactics, or the name of a recipe", func(m *node) {
		switch {
		case m.isScalar() && !m.isNull():
			out = append(out, spec.Tactic{Name: m.yaml.Value, Span: m.span()})
		case m.isMap():
			if t, ok := c.readTactic(m); ok {
				out = append(out, t)
			}
		default:
			c.fail(m.span(), `expected the name of a tactic, or its name with an argument, such as {sp: "x? ∈ ran list"}, found %s`, m.kind())
		}
	})
	return out
}

// readTactic reads one tactic, such as {sp: "x? ∈ ran list", at: insert/DNF_1}.
func (c *collector) readTactic(n *node) (t spec.Tactic, ok bool) {
	for _, f := range n.fields {
		switch {
		case f.key.yaml.Value == "at":
			if c.str(f.value, "the id of a condition") != "" {
				t.At = f.value.text()
			}
		case t.Name != "":
			c.fail(f.key.span(), "expected one tactic, found %q beside %q: each is an item of its own", f.key.yaml.Value,
				t.Name)
		default:
			t.Name, t.Span, t.Arg = f.key.yaml.Value, f.key.span(), argument(f.value)
		}
	}
	if t.Name == "" {
		c.fail(n.span(), `expected a tactic with an argument, such as {sp: "x? ∈ ran list"}`)
	}
	return t, t.Name != ""
}

// argument returns the argument of a tactic as it is written; nil where there is none.
func argument(n *node) *spec.Argument {
	if n.isNull() {
		return nil
	}
	a := &spec.Argument{Span: n.span()}
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
				a.Fields = append(a.Fields, spec.ArgumentField{Name: f.key.yaml.Value, Span: f.key.span(), Value: x})
			}
		}
	}
	return a
}

// readOwnTactics reads the tactics that a project defines, by name.
func (c *collector) readOwnTactics(n *node) []spec.OwnTactic {
	if !n.isMap() {
		c.fail(n.span(), "expected a map of names to tactics, found %s", n.kind())
		return nil
	}
	var out []spec.OwnTactic
	for _, f := range n.fields {
		if name := c.name(f.key, "the name of a tactic"); name != "" {
			out = append(out, c.readOwnTactic(name, f))
		}
	}
	return out
}

func (c *collector) readOwnTactic(name string, f field) spec.OwnTactic {
	t := spec.OwnTactic{Name: name, Span: f.key.span()}
	known := len(c.errs)
	c.readObject(f.value, "a tactic",
		entry{"params", func(n *node) { t.Params = c.formula(n, `declarations such as "x, y : ℤ"`) }},
		entry{"of", func(n *node) { t.Of = c.formula(n, "a term over the parameters") }},
		entry{"given", func(n *node) { t.Given = c.formula(n, "a predicate over the parameters") }},
		entry{"rows", func(n *node) { t.Rows = c.formulas(n) }},
		entry{"otherwise", func(n *node) { t.Negation = c.formulas(n) }},
		entry{"covers", func(n *node) { t.Partial = !c.boolean(n) }},
		entry{"disjoint", func(n *node) { t.Overlaps = !c.boolean(n) }},
	)
	if len(c.errs) > known {
		return t
	}
	switch {
	case t.Params == nil:
		c.fail(t.Span, `the tactic %s has no params: expected declarations such as "x, y : ℤ"`, name)
	case len(t.Rows) == 0:
		c.fail(t.Span, "the tactic %s has no rows: expected a list of predicates", name)
	case t.Of != nil && (t.Partial || t.Overlaps):
		c.fail(t.Span, "the tactic %s has a term (of) that sp divides by its rows: they must cover it and not overlap",
			name)
	}
	return t
}

// formula reads a text in Z, without parsing it.
func (c *collector) formula(n *node, what string) spec.Located {
	if c.nonempty(n, what) == "" {
		return nil
	}
	return n.text()
}

func (c *collector) formulas(n *node) []spec.Located {
	var out []spec.Located
	c.readList(n, "a list of predicates", func(m *node) {
		if t := c.formula(m, "a predicate over the parameters"); t != nil {
			out = append(out, t)
		}
	})
	return out
}

// recipes reads the recipes that a project defines, by name.
func (c *collector) recipes(n *node) []spec.Recipe {
	if !n.isMap() {
		c.fail(n.span(), "expected a map of names to lists of tactics, found %s", n.kind())
		return nil
	}
	var out []spec.Recipe
	for _, f := range n.fields {
		name := c.name(f.key, "the name of a recipe")
		if name == "" {
			continue
		}
		r := spec.Recipe{Name: name, Span: f.key.span(), Tactics: c.tactics(f.value)}
		if i := slices.IndexFunc(r.Tactics, func(t spec.Tactic) bool { return t.Name == name }); i >= 0 {
			c.errs = append(c.errs, source.Errorf(r.Tactics[i].Span, "the recipe %s contains itself", name))
			continue
		}
		out = append(out, r)
	}
	return out
}
