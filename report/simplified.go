package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/rewriting"
)

// Simplified is what became of a sequence of operations: its normal forms.
type Simplified struct {
	Sequence string           `json:"sequence"`
	Paths    []SimplifiedPath `json:"paths"`
	// Count is the number of paths of the tree, those included that were refuted.
	Count string `json:"count"`
	// Complete says that all paths are shown which were not refuted.
	Complete bool `json:"complete"`
	// Nodes is the number of nodes of the tree, whose equal parts are one.
	Nodes int `json:"nodes"`

	Tree *rewriting.Tree `json:"-"`
}

// SimplifiedPath is one path: under these conditions the sequence is equal to the normal form.
type SimplifiedPath struct {
	Conditions []string          `json:"conditions"`
	Normal     string            `json:"normal"`
	Outcome    string            `json:"outcome"` // of the question for values
	Values     map[string]string `json:"values,omitempty"`
}

// AddPath adds a path, and values of parameters with which it is taken.
func (s *Simplified) AddPath(p rewriting.Path, values map[string]string, outcome string) {
	s.Paths = append(s.Paths, SimplifiedPath{formatConditions(p.Conditions), p.Leaf.String(), outcome, values})
}

func formatConditions(conds []rewriting.Condition) []string {
	out := []string{}
	for _, c := range conds {
		out = append(out, c.String())
	}
	return out
}

// FormatPath returns a path on a line.
func FormatPath(conds []rewriting.Condition, leaf *rewriting.Term) string {
	out := "= " + leaf.String()
	if len(conds) > 0 {
		out += "  if " + strings.Join(formatConditions(conds), " and ")
	}
	return out + "\n"
}

// Write writes the paths for a person.
func (s *Simplified) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString(s.Sequence + "\n")
	for _, p := range s.Paths {
		b.WriteString("  = " + p.Normal)
		if len(p.Conditions) > 0 {
			b.WriteString("  if " + strings.Join(p.Conditions, " and "))
		}
		var values []string
		for name, v := range p.Values {
			values = append(values, name+" = "+v)
		}
		slices.Sort(values)
		switch {
		case len(values) > 0:
			b.WriteString("  (" + strings.Join(values, ", ") + ")")
		case len(p.Conditions) > 0:
			b.WriteString("  (" + p.Outcome + ")")
		}
		b.WriteString("\n")
	}
	shown := strconv.Itoa(len(s.Paths))
	switch {
	case s.Count == "1" && shown == "1":
		b.WriteString("1 path")
	case s.Count == shown:
		fmt.Fprintf(&b, "%s paths in %d nodes", s.Count, s.Nodes)
	case s.Complete:
		fmt.Fprintf(&b, "%s paths in %d nodes, %s shown; the conditions of all others contradict each other", s.Count, s.Nodes, shown)
	default:
		fmt.Fprintf(&b, "%s paths in %d nodes, %s shown, which are a sample of all", s.Count, s.Nodes, shown)
	}
	_, err := io.WriteString(w, b.String()+"\n")
	return err
}

// WriteDOT writes the tree as a graph for Graphviz, in which equal parts are one.
func (s *Simplified) WriteDOT(w io.Writer) error {
	var b strings.Builder
	b.WriteString("digraph simplified {\n")
	numbers := map[*rewriting.Tree]int{}
	var visit func(*rewriting.Tree) int
	visit = func(t *rewriting.Tree) int {
		if n, ok := numbers[t]; ok {
			return n
		}
		n := len(numbers)
		numbers[t] = n
		if t.Leaf != nil {
			fmt.Fprintf(&b, "  n%d [shape=box, label=%q];\n", n, t.Leaf.String())
			return n
		}
		fmt.Fprintf(&b, "  n%d [label=%q];\n", n, rewriting.Condition{Term: t.Cond, Holds: true}.String())
		yes := visit(t.Yes)
		no := visit(t.No)
		fmt.Fprintf(&b, "  n%d -> n%d [label=yes];\n  n%d -> n%d [label=no];\n", n, yes, n, no)
		return n
	}
	visit(s.Tree)
	_, err := io.WriteString(w, b.String()+"}\n")
	return err
}
