package structure

import (
	"fmt"
	"strings"
)

// DOT writes the structure as a graph for Graphviz: a node for each object, with its values in it, and an
// arrow for each pointer.
func (s *Structure) DOT(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %q {\n  node [shape=box];\n", name)
	for _, o := range s.Objects {
		fmt.Fprintf(&b, "  %s [label=%q];\n", nodeName(o), strings.Join(linesOf(o), "\n"))
	}
	for _, o := range s.Objects {
		for _, a := range arrowsOf(o) {
			fmt.Fprintf(&b, "  %s -> %s [label=%q];\n", nodeName(o), nodeName(a.to), a.label)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

func nodeName(o *Object) string { return fmt.Sprintf("%q", o.Name()) }

// arrow is a pointer from one object to another.
type arrow struct {
	label string
	to    *Object
}

// linesOf returns what stands in the picture of an object: its name, and its fields that are not pointers.
func linesOf(o *Object) []string {
	out := []string{o.Name()}
	addLines(&out, "", &o.Value)
	return out
}

func addLines(out *[]string, path string, v *Value) {
	switch v.Kind {
	case Basic:
		*out = append(*out, path+" = "+v.Text)
	case Sequence:
		if isPlain(v) {
			var parts []string
			for i := range v.Parts {
				parts = append(parts, v.Parts[i].Value.Text)
			}
			*out = append(*out, path+" = ["+strings.Join(parts, " ")+"]")
			return
		}
		if len(v.Parts) == 0 {
			*out = append(*out, path+" = []")
		}
	case Map:
		if len(v.Parts) == 0 {
			*out = append(*out, path+" = map[]")
		}
	}
	for i := range v.Parts {
		addLines(out, pathOf(path, i, &v.Parts[i]), &v.Parts[i].Value)
	}
}

// isPlain tells whether a sequence has nothing but literals in it.
func isPlain(v *Value) bool {
	for i := range v.Parts {
		if v.Parts[i].Value.Kind != Basic {
			return false
		}
	}
	return len(v.Parts) > 0
}

// pathOf returns the name of a part of what has a name.
func pathOf(path string, i int, p *Part) string {
	switch {
	case p.Key != nil && p.Key.Kind == Pointer:
		return path + "[" + p.Key.Object.Name() + "]"
	case p.Key != nil:
		return path + "[" + p.Key.Text + "]"
	case p.Name == "":
		return fmt.Sprintf("%s[%d]", path, i)
	case path == "":
		return p.Name
	}
	return path + "." + p.Name
}

// arrowsOf returns the pointers of an object, those in its slices and maps included.
func arrowsOf(o *Object) []arrow {
	var out []arrow
	addArrows(&out, "", &o.Value)
	return out
}

func addArrows(out *[]arrow, path string, v *Value) {
	if v.Kind == Pointer {
		*out = append(*out, arrow{path, v.Object})
	}
	for i := range v.Parts {
		p := &v.Parts[i]
		if p.Key != nil && p.Key.Kind == Pointer && p.Value.Kind != Pointer {
			*out = append(*out, arrow{path + " key", p.Key.Object})
		}
		addArrows(out, pathOf(path, i, p), &p.Value)
	}
}
