package config

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/graph"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// method is the document of a unit that is specified on structures, which was read and is not yet resolved.
type method struct {
	*spec.Method
	at        source.Span // of the document
	structure *node       // which structures it is tested on
	uses      []*node
	schema, z *node
	path      string // of the file
}

// isMethod tells whether the document of a unit is one that is specified on structures, which a key of it shows.
func isMethod(n *node) bool {
	return n.isMap() && slices.ContainsFunc(n.fields, func(f field) bool { return f.key.yaml.Value == "structure" }) &&
		!isStructure(n)
}

// isStructure tells whether a YAML document describes a structure, which its first key shows.
func isStructure(n *node) bool {
	return n.isMap() && len(n.fields) > 0 && n.fields[0].key.yaml.Value == "structure"
}

// readMethod reads the YAML document of a unit that is specified on structures.
func readMethod(c *collector, n *node, path string) *method {
	m := &method{Method: &spec.Method{}, at: n.span(), path: path}
	function := func(to *string, what string) func(*node) {
		return func(n *node) { *to = c.nonempty(n, what) }
	}
	exception := func(to *spec.Exception) func(*node) {
		return func(n *node) {
			if !n.isMap() {
				to.When = c.nonempty(n, "the name of a Go function")
				return
			}
			c.readObject(n, "an exceptional behaviour",
				entry{"when", function(&to.When, "the name of a Go function")},
				entry{"ensures", function(&to.Ensures, "the name of a Go function")},
			)
			if to.When == "" {
				missing(c, n.span(), "when", "the name of a Go function")
			}
		}
	}
	c.readObject(n, "a unit that is specified on structures",
		entry{"unit", func(n *node) { m.Name, m.At = c.name(n, "the name of a unit"), n.span() }},
		entry{"structure", func(n *node) {
			if c.nonempty(n, "a package and a type of it, or a type that another document describes") != "" {
				m.structure = n
			}
		}},
		entry{"method", function(&m.Function, "the name of a Go method or function")},
		entry{"requires", function(&m.Requires, "the name of a Go function")},
		entry{"ensures", function(&m.Ensures, "the name of a Go function")},
		entry{"panics", exception(&m.Panics)},
		entry{"errors", exception(&m.Errors)},
		entry{"z", func(n *node) { m.z = n }},
		entry{"schema", func(n *node) {
			if c.nonempty(n, "the name of a schema") != "" {
				m.schema = n
			}
		}},
		entry{"abstraction", func(n *node) { m.Abstraction = readAbstraction(c, n) }},
		entry{"size", func(n *node) { m.Size = int(c.integer(n, "a size", 1, maxSize)) }},
		entry{"bounds", func(n *node) { m.Bounds = readBounds(c, n) }},
		entry{"uses", func(n *node) { m.uses = c.callees(n) }},
		entry{"independent", func(n *node) {
			c.readList(n, "a list of parameters", func(one *node) {
				m.Independent = append(m.Independent, c.nonempty(one, "the name of a parameter"))
			})
		}},
	)
	if !m.At.IsValid() {
		missing(c, m.at, "unit", "the name of the unit")
	}
	if m.Function == "" {
		missing(c, m.at, "method", "the name of a Go method or function")
	}
	m.checkSchema(c)
	return m
}

// methodReader resolves the units that are specified on structures.
type methodReader struct{ loader *loader }

// relateMethods finds the structures of methods, and holds their uses against each other.
func (l methodReader) relateMethods() {
	first := map[string]source.Span{}
	for _, u := range l.loader.units {
		first[u.Name] = u.At
	}
	for _, m := range l.loader.machines {
		first[m.Name] = m.At
	}
	known := map[string]*method{}
	for _, m := range l.loader.methods {
		if before, twice := first[m.Name]; twice && m.Name != "" {
			err := source.Errorf(m.At, "%q is specified twice", m.Name).WithPlace(before, "first specified here")
			l.loader.collector.errs = append(l.loader.collector.errs, err)
			continue
		}
		first[m.Name], known[m.Name] = m.At, m
		if m.Structure = (&spec.Structure{}); m.structure != nil {
			m.Structure = l.structureOf(m.structure)
		}
	}
	uses := map[string][]string{}
	for _, m := range l.loader.methods {
		for _, n := range m.uses {
			if known[n.yaml.Value] == nil {
				l.loader.collector.fail(n.span(), "there is no unit %q that is specified on structures%s", n.yaml.Value,
					source.DidYouMean(n.yaml.Value, slices.Sorted(maps.Keys(known))))
				continue
			}
			m.Uses = append(m.Uses, n.yaml.Value)
		}
		slices.Sort(m.Uses)
		uses[m.Name] = m.Uses
	}
	l.orderMethods(uses, known)
}

// orderMethods sorts the methods into the order in which they are tested: what is used comes first.
func (l methodReader) orderMethods(uses map[string][]string, known map[string]*method) {
	layers, err := graph.New(uses).Layers()
	if cycle := (*graph.CycleError)(nil); errors.As(err, &cycle) {
		var located *source.Error
		for _, e := range cycle.Edges() {
			at := known[e.Unit].At
			for _, n := range known[e.Unit].uses {
				if n.yaml.Value == e.Uses {
					at = n.span()
				}
			}
			if located == nil {
				located = source.Errorf(at, "the uses relation has a cycle: %s", e)
			} else {
				located = located.WithPlace(at, "%s", e)
			}
		}
		l.loader.collector.errs = append(l.loader.collector.errs, located)
		return
	}
	place := map[string]int{}
	for _, name := range slices.Concat(layers...) {
		place[name] = len(place)
	}
	slices.SortStableFunc(l.loader.methods, func(a, b *method) int { return place[a.Name] - place[b.Name] })
}

// structureOf returns the structure that a name stands for: that of a document, or a type with the bounds that hold
// where nobody says others.
func (l methodReader) structureOf(n *node) *spec.Structure {
	text := n.yaml.Value
	var found []*spec.Structure
	var known []string
	for _, s := range l.loader.structures {
		name := s.Type[strings.LastIndexByte(s.Type, '.')+1:]
		known = append(known, name, s.Type)
		if text == s.Type {
			return s
		}
		if text == name {
			found = append(found, s)
		}
	}
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		l.loader.collector.fail(n.span(), "several structures have the name %q: expected a package and a type of it", text)
	case strings.ContainsAny(text, "./"):
		return &spec.Structure{Type: text, At: n.span()}
	default:
		l.loader.collector.fail(n.span(), "there is no structure %q%s: expected one that a document describes, or a package "+
			"and a type of it", text, source.DidYouMean(text, known))
	}
	return &spec.Structure{}
}

// listMethods returns the methods in the form of package spec, in the order in which they are tested.
func (l methodReader) listMethods() []*spec.Method {
	var out []*spec.Method
	for _, m := range l.loader.methods {
		out = append(out, m.Method)
	}
	return out
}
