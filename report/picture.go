package report

import (
	"html"
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/graph"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
)

// Picture is the uses and calls relations in a form for drawing, layer by layer.
type Picture struct {
	APIVersion string     `json:"apiVersion"`
	Kind       string     `json:"kind"`
	Project    string     `json:"project"`
	Layers     [][]string `json:"layers"`
	Edges      []Edge     `json:"edges"`
	written    map[string]bool
}

// Edge is a pair of units and the relation between them.
type Edge struct {
	From string `json:"from"`
	To   string `json:"to"`
	Kind Kind   `json:"kind"`
}

// Kind names a relation between units.
type Kind string

// The relations.
const (
	Uses   Kind = "uses"   // uses and calls
	Calls  Kind = "calls"  // calls only
	Shares Kind = "shares" // uses without calling (shared state)
	Cut    Kind = "cut"    // uses and calls, but cut to break a cycle
)

// pictureOf returns the picture of a plan.
func pictureOf(pl *plan.Plan) Picture { return draw(pl.System, pl.Layers) }

// Relations returns the picture of a system. The error is a *graph.CycleError.
func Relations(system *spec.System) (Picture, error) {
	layers, err := graph.Uses(system).UnitLayers()
	if err != nil {
		return Picture{}, err
	}
	return withMethods(withClasses(draw(system, layers), system), system), nil
}

// withClasses adds the classes, above what they use. One with the name of a unit is left out.
func withClasses(pic Picture, system *spec.System) Picture {
	uses := graph.Uses(system)
	isDrawn := func(name string) bool { return system.Unit(name) == nil && system.Class(name) != nil }
	for _, c := range system.Classes {
		if !isDrawn(c.Name) {
			continue
		}
		layer := uses.LayerOf(graph.NodeOfClass(c.Name))
		for len(pic.Layers) <= layer {
			pic.Layers = append(pic.Layers, nil)
		}
		pic.Layers[layer] = append(pic.Layers[layer], c.Name)
		pic.written[c.Name] = true
		for _, n := range c.Uses {
			pic.Edges = append(pic.Edges, Edge{c.Name, n, Uses})
		}
	}
	for _, u := range system.Units {
		for _, n := range u.Classes {
			if isDrawn(n) {
				pic.Edges = append(pic.Edges, Edge{u.Name, n, Uses})
			}
		}
	}
	return pic
}

// withMethods adds the units that are specified on structures, of which those that use none are in layer 0.
func withMethods(pic Picture, system *spec.System) Picture {
	layerOf := map[string]int{}
	for _, m := range system.Methods { // what is used comes first
		layer := 0
		for _, n := range m.Uses {
			layer = max(layer, layerOf[n]+1)
			pic.Edges = append(pic.Edges, Edge{m.Name, n, Uses})
		}
		layerOf[m.Name] = layer
		if layer == len(pic.Layers) {
			pic.Layers = append(pic.Layers, nil)
		}
		pic.Layers[layer] = append(pic.Layers[layer], m.Name)
		pic.written[m.Name] = true
	}
	return pic
}

func draw(system *spec.System, layers [][]string) Picture {
	pic := Picture{APIVersion: plan.APIVersion, Kind: "Graph", Project: system.Project, Layers: fillList(layers),
		Edges: []Edge{}, written: map[string]bool{}}
	for _, u := range system.Units {
		pic.written[u.Name] = u.SUT != ""
		for _, n := range u.Uses {
			kind := Uses
			if slices.Contains(u.Cut, n) {
				kind = Cut
			}
			pic.Edges = append(pic.Edges, Edge{u.Name, n, kind})
		}
		for _, n := range u.Calls {
			pic.Edges = append(pic.Edges, Edge{u.Name, n, Calls})
		}
		for _, n := range u.Shares {
			pic.Edges = append(pic.Edges, Edge{u.Name, n, Shares})
		}
	}
	return pic
}

// WriteText writes the picture as text: the layers from the top down, with the edges of each
// unit.
func (pic Picture) WriteText(w io.Writer, s Style) error {
	p := &printer{w: w}
	out := map[string]map[Kind][]string{}
	for _, e := range pic.Edges {
		if out[e.From] == nil {
			out[e.From] = map[Kind][]string{}
		}
		out[e.From][e.Kind] = append(out[e.From][e.Kind], e.To)
	}
	for k := len(pic.Layers) - 1; k >= 0; k-- {
		p.writeLine(s.paint(bold, "layer "+itoa(k)))
		for _, name := range pic.Layers[k] {
			var parts []string
			for _, kind := range []Kind{Uses, Cut, Calls, Shares} {
				if to := out[name][kind]; len(to) > 0 {
					parts = append(parts, string(kind)+" "+strings.Join(to, ", "))
				}
			}
			note := ""
			if !pic.written[name] {
				note = s.paint(faint, " (not written yet)")
			}
			if len(parts) > 0 {
				note += "  " + strings.Join(parts, "; ")
			}
			p.writeLine("  ", name, note)
		}
	}
	return p.err
}

// writeDOT writes the picture for Graphviz.
func (pic Picture) writeDOT(w io.Writer) error {
	p := &printer{w: w}
	p.writeLine("digraph ", dotText(cleanText(pic.Project, false)), " {")
	p.writeLine("  rankdir=TB;")
	p.writeLine("  node [shape=box];")
	for k := len(pic.Layers) - 1; k >= 0; k-- {
		p.writeLine("  { rank=same; // layer ", itoa(k))
		for _, name := range pic.Layers[k] {
			style := ""
			if !pic.written[name] {
				style = " [style=dashed]"
			}
			p.writeLine("    ", dotText(name), style, ";")
		}
		p.writeLine("  }")
	}
	for _, e := range pic.Edges {
		style := ""
		switch e.Kind {
		case Calls:
			style = ` [style=dashed, label="calls"]`
		case Shares:
			style = ` [style=dotted, label="shares", constraint=false]`
		case Cut:
			style = ` [style=dashed, label="uses, cut", constraint=false]`
		}
		p.writeLine("  ", dotText(e.From), " -> ", dotText(e.To), style, ";")
	}
	p.writeLine("}")
	return p.err
}

// writeMermaid writes the picture for Mermaid, which Markdown viewers draw.
func (pic Picture) writeMermaid(w io.Writer) error {
	p := &printer{w: w}
	ids := map[string]string{}
	p.writeLine("flowchart TD")
	for k := len(pic.Layers) - 1; k >= 0; k-- {
		p.writeLine("  subgraph layer", itoa(k), `["layer `, itoa(k), `"]`)
		for _, name := range pic.Layers[k] {
			ids[name] = "u" + itoa(len(ids))
			p.writeLine("    ", ids[name], `["`, escape(name), `"]`)
		}
		p.writeLine("  end")
	}
	for _, e := range pic.Edges {
		arrow := " --> "
		switch e.Kind {
		case Calls:
			arrow = " -. calls .-> "
		case Shares:
			arrow = " -. shares .- "
		case Cut:
			arrow = " -. uses, cut .-> "
		}
		p.writeLine("  ", ids[e.From], arrow, ids[e.To])
	}
	return p.err
}

// escape returns text escaped for HTML.
func escape(s string) string { return html.EscapeString(cleanText(s, false)) }
