package config

import (
	"fmt"
	"strings"

	"github.com/ttf-int/ttf-int/spec"
)

// maxSize is the largest size of structures that a file may ask for.
const maxSize = 1 << 16

// LoadStructure reads a file with one YAML document that describes a structure: its bounds and, where they are not
// said elsewhere, its type and predicate. The error has places in the file.
func LoadStructure(path string) (*spec.Structure, error) {
	file, err := newReader("").readFile(path)
	if err != nil {
		return nil, err
	}
	roots, _, err := read(file)
	if err != nil {
		return nil, err
	}
	if len(roots) != 1 {
		return nil, fmt.Errorf("%s has %d YAML documents, expected one with bounds", file.Name, len(roots))
	}
	c := &collector{}
	out := readStructure(c, roots[0])
	return out, c.errs.Err()
}

// readStructure reads the YAML document of a structure.
func readStructure(c *collector, n *node) *spec.Structure {
	out := &spec.Structure{}
	c.readObject(n, "a structure",
		entry{"structure", func(n *node) { out.Type, out.At = c.nonempty(n, "a package and a type of it"), n.span() }},
		entry{"predicate", func(n *node) { out.Predicate = c.nonempty(n, "the name of a method or function") }},
		entry{"size", func(n *node) { out.Size = int(c.integer(n, "a size", 1, maxSize)) }},
		entry{"bounds", func(n *node) { out.Bounds = readBounds(c, n) }},
		entry{"tags", func(n *node) {
			out.Tags = strings.Join(c.strs(n, "a list of build tags", "a build tag"), ",")
		}},
		entry{"files", func(n *node) { out.Files = c.strs(n, "a list of Go files", "a Go file") }},
		entry{"env", func(n *node) {
			c.readList(n, "a list of environment variables", func(n *node) { out.Env = append(out.Env, c.variable(n)) })
		}},
	)
	return out
}

// readBounds reads bounds by their names.
func readBounds(c *collector, n *node) []spec.Bound {
	if !n.isMap() {
		c.fail(n.span(), "expected bounds by their names, found %s", n.kind())
		return nil
	}
	var out []spec.Bound
	for _, f := range n.fields {
		text := c.nonempty(f.value, "the values of a bound")
		out = append(out, spec.Bound{Name: f.key.yaml.Value, Text: text, At: f.value.span()})
	}
	return out
}
