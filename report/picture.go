package report

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/graph"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/spec"
)

// Picture is the uses and calls relations, layer by layer, ready to be drawn.
type Picture struct {
	APIVersion string     `json:"apiVersion"`
	Kind       string     `json:"kind"`
	Project    string     `json:"project"`
	Layers     [][]string `json:"layers"`
	Edges      []Edge     `json:"edges"`
	written    map[string]bool
}

// Edge is a pair of a relation.
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
	Shares Kind = "shares" // uses without calling
)

// PictureOf returns the picture of a plan.
func PictureOf(pl *plan.Plan) Picture { return draw(pl.System, pl.Layers) }

// Relations returns the picture of a system. The error is a *graph.CycleError.
func Relations(system *spec.System) (Picture, error) {
	layers, err := graph.Uses(system).Layers()
	if err != nil {
		return Picture{}, err
	}
	return draw(system, layers), nil
}

func draw(system *spec.System, layers [][]string) Picture {
	pic := Picture{APIVersion: plan.APIVersion, Kind: "Graph", Project: system.Project, Layers: some(layers), Edges: []Edge{}, written: map[string]bool{}}
	for _, u := range system.Units {
		pic.written[u.Name] = u.SUT != ""
		for _, n := range u.Uses {
			pic.Edges = append(pic.Edges, Edge{u.Name, n, Uses})
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

// Text writes the picture as text: the layers from the top down, each unit with
// its edges.
func (pic Picture) Text(w io.Writer, s Style) error {
	p := &printer{w: w}
	out := map[string]map[Kind][]string{}
	for _, e := range pic.Edges {
		if out[e.From] == nil {
			out[e.From] = map[Kind][]string{}
		}
		out[e.From][e.Kind] = append(out[e.From][e.Kind], e.To)
	}
	for k := len(pic.Layers) - 1; k >= 0; k-- {
		p.line(s.paint(bold, "layer "+itoa(k)))
		for _, name := range pic.Layers[k] {
			var parts []string
			for _, kind := range []Kind{Uses, Calls, Shares} {
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
			p.line("  ", name, note)
		}
	}
	return p.err
}

// DOT writes the picture for Graphviz.
func (pic Picture) DOT(w io.Writer) error {
	p := &printer{w: w}
	p.line("digraph ", dotQuote(pic.Project), " {")
	p.line("  rankdir=TB;")
	p.line("  node [shape=box];")
	for k := len(pic.Layers) - 1; k >= 0; k-- {
		p.line("  { rank=same; // layer ", itoa(k))
		for _, name := range pic.Layers[k] {
			style := ""
			if !pic.written[name] {
				style = " [style=dashed]"
			}
			p.line("    ", dotQuote(name), style, ";")
		}
		p.line("  }")
	}
	for _, e := range pic.Edges {
		style := ""
		switch e.Kind {
		case Calls:
			style = ` [style=dashed, label="calls"]`
		case Shares:
			style = ` [style=dotted, label="shares", constraint=false]`
		}
		p.line("  ", dotQuote(e.From), " -> ", dotQuote(e.To), style, ";")
	}
	p.line("}")
	return p.err
}

func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(clean(s, false)) + `"`
}

// Mermaid writes the picture for Mermaid, which Markdown viewers draw.
func (pic Picture) Mermaid(w io.Writer) error {
	p := &printer{w: w}
	ids := map[string]string{}
	p.line("flowchart TD")
	for k := len(pic.Layers) - 1; k >= 0; k-- {
		p.line("  subgraph layer", itoa(k), `["layer `, itoa(k), `"]`)
		for _, name := range pic.Layers[k] {
			ids[name] = "u" + itoa(len(ids))
			p.line("    ", ids[name], `["`, html.EscapeString(clean(name, false)), `"]`)
		}
		p.line("  end")
	}
	for _, e := range pic.Edges {
		arrow := " --> "
		switch e.Kind {
		case Calls:
			arrow = " -. calls .-> "
		case Shares:
			arrow = " -. shares .- "
		}
		p.line("  ", ids[e.From], arrow, ids[e.To])
	}
	return p.err
}

// maxDrawn is the largest number of units that the picture in a page shows:
// beyond it lines cover each other, and a list says more.
const maxDrawn = 120

// Dimensions of the picture in a page, in SVG units.
const (
	boxHeight = 32
	boxGap    = 24
	layerGap  = 72
	margin    = 16
	charWidth = 9
)

// SVG returns the picture as an SVG element, "" where it has too many units to
// be of use. Its colours are the CSS variables of the page around it.
func (pic Picture) SVG() string {
	if n := len(pic.written); n == 0 || n > maxDrawn {
		return ""
	}
	boxes, w, h := pic.place()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="the uses and calls relations, layer by layer">`, w, h, w, h)
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>`)
	for k := range pic.Layers {
		y := layerTop(len(pic.Layers), k)
		fmt.Fprintf(&b, `<text class="layer" x="%d" y="%d">layer %d</text>`, margin, y+boxHeight/2+5, k)
	}
	for _, e := range pic.Edges {
		from, to := boxes[e.From], boxes[e.To]
		x1, y1, x2, y2 := from.x+from.w/2, from.y+boxHeight, to.x+to.w/2, to.y
		switch {
		case from.y == to.y && from.x < to.x:
			x1, y1, x2, y2 = from.x+from.w, from.y+boxHeight/2, to.x, to.y+boxHeight/2
		case from.y == to.y:
			x1, y1, x2, y2 = from.x, from.y+boxHeight/2, to.x+to.w, to.y+boxHeight/2
		case from.y > to.y:
			y1, y2 = from.y, to.y+boxHeight
		}
		bend := (y1 + y2) / 2
		fmt.Fprintf(&b, `<path class="edge %s" marker-end="url(#arrow)" d="M%d %dC%d %d %d %d %d %d"><title>%s %s %s</title></path>`,
			e.Kind, x1, y1, x1, bend, x2, bend, x2, y2, escape(e.From), e.Kind, escape(e.To))
	}
	for k := range pic.Layers {
		for _, name := range pic.Layers[k] {
			box := boxes[name]
			class := "box"
			if !pic.written[name] {
				class = "box unwritten"
			}
			fmt.Fprintf(&b, `<g><rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="5"/><text class="name" x="%d" y="%d">%s</text></g>`,
				class, box.x, box.y, box.w, boxHeight, box.x+box.w/2, box.y+boxHeight/2+5, escape(name))
		}
	}
	b.WriteString(`</svg>`)
	return b.String()
}

type box struct{ x, y, w int }

func layerTop(layers, k int) int { return margin + (layers-1-k)*(boxHeight+layerGap) }

// place lays the units out, a row for each layer, the highest on top, and
// returns the size of the picture.
func (pic Picture) place() (map[string]box, int, int) {
	const left = margin + 8*charWidth
	boxes := map[string]box{}
	widths := make([]int, len(pic.Layers))
	for k, names := range pic.Layers {
		for _, name := range names {
			widths[k] += 2*charWidth + charWidth*width(name) + boxGap
		}
	}
	total := 0
	for _, w := range widths {
		total = max(total, w)
	}
	for k, names := range pic.Layers {
		x := left + (total-widths[k])/2
		for _, name := range names {
			w := 2*charWidth + charWidth*width(name)
			boxes[name] = box{x, layerTop(len(pic.Layers), k), w}
			x += w + boxGap
		}
	}
	return boxes, left + total + margin, layerTop(len(pic.Layers), 0) + boxHeight + margin
}

func escape(s string) string { return html.EscapeString(clean(s, false)) }
