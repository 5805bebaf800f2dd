package report

import (
	"fmt"
	"io"
	"strings"
)

// maxDrawn is the largest number of units in the picture of a page. With more of them
// the lines cover each other, and a list is clearer.
const maxDrawn = 400

// maxPlain is the number of edges from which on they are drawn faintly. A reader sees
// the edges of a unit by pointing at it.
const maxPlain = 60

// widePicture is the width from which on a picture is not made smaller on a narrow page than can be read.
const widePicture = 640

// Mark is what the picture shows for a unit besides its name.
type Mark struct {
	Link   string // where a click leads; "": nowhere
	Title  string
	Shares []DecisionCount // the decisions, which are drawn as a bar
	Failed bool
}

// svg returns the picture as an svg element, or "" where it has too many units. Its
// colours are CSS variables of the page around it. A unit without a mark is drawn
// faintly.
func (pic Picture) svg(marks map[string]Mark) string {
	if n := len(pic.written); n == 0 || n > maxDrawn {
		return ""
	}
	at := pic.arrange()
	number := map[string]int{}
	var b strings.Builder
	class := "graph"
	if len(pic.Edges) > maxPlain {
		class = "graph dense"
	}
	if at.w >= widePicture {
		class += " wide"
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="the uses and calls relations, layer by layer">`,
		class, at.w, at.h, at.w, at.h)
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs><style>`)
	for k := range pic.Layers {
		for _, name := range pic.Layers[k] {
			i := len(number)
			number[name] = i
			fmt.Fprintf(&b, `.graph:has(#b%d:is(:hover,:focus-within)) .e%d{opacity:1;stroke:var(--accent);stroke-width:2}`, i, i)
		}
	}
	b.WriteString(`</style>`)
	for k, band := range at.bands {
		fmt.Fprintf(&b, `<rect class="band" x="4" y="%d" width="%d" height="%d" rx="6"/><text class="layer" x="%d" y="%d">layer %d</text>`,
			band.y-10, at.w-8, band.h+20, margin, band.y+band.h/2+5, k)
	}
	for i, e := range pic.Edges {
		fmt.Fprintf(&b, `<path class="edge %s e%d e%d" marker-end="url(#arrow)" d="%s"/>`,
			e.Kind, number[e.From], number[e.To], curve(at.boxes, at.ways[i]))
	}
	for k := range pic.Layers {
		for _, name := range pic.Layers[k] {
			mark, marked := marks[name]
			pic.drawUnit(&b, name, number[name], at.boxes[name], mark, marked)
		}
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// writeSVG writes the picture as a file of SVG.
func (pic Picture) writeSVG(w io.Writer) error {
	marks := map[string]Mark{}
	for name := range pic.written {
		marks[name] = Mark{}
	}
	if n := len(pic.written); n > maxDrawn {
		return fmt.Errorf("a picture has at most %d units, and there are %d: expected --format dot", maxDrawn, n)
	}
	return writeSVGFile(w, pic.svg(marks))
}

// drawUnit draws one unit.
func (pic Picture) drawUnit(b *strings.Builder, name string, number int, at box, mark Mark, marked bool) {
	class := "box"
	if !pic.written[name] {
		class += " unwritten"
	}
	if mark.Failed {
		class += " failed"
	}
	group := "unit"
	if !marked {
		group = "unit aside"
	}
	fmt.Fprintf(b, `<g class="%s" id="b%d">`, group, number)
	if mark.Link != "" {
		fmt.Fprintf(b, `<a href="%s">`, escape(mark.Link))
	}
	if mark.Title != "" {
		fmt.Fprintf(b, `<title>%s</title>`, escape(mark.Title))
	}
	fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="5"/><text class="name" x="%d" y="%d">%s</text>`,
		class, at.x, at.y, at.w, boxHeight, at.x+at.w/2, at.y+22, escape(name))
	drawBar(b, at, mark.Shares)
	if mark.Link != "" {
		b.WriteString(`</a>`)
	}
	b.WriteString(`</g>`)
}

// drawBar draws a bar with the decisions for a unit's callees.
func drawBar(b *strings.Builder, at box, shares []DecisionCount) {
	const inset, height = 6, 5
	total := 0
	for _, s := range shares {
		total += s.Count
	}
	x, done := at.x+inset, 0
	for _, s := range shares {
		done += s.Count
		end := at.x + inset + (at.w-2*inset)*done/total
		fmt.Fprintf(b, `<rect class="bar %s" x="%d" y="%d" width="%d" height="%d"/>`, s.Decision, x,
			at.y+boxHeight-height-5, end-x, height)
		x = end
	}
}

// curve returns the path of an edge from box to box through its bends.
func curve(boxes map[string]box, way []string) string {
	var b strings.Builder
	for i := range way[1:] {
		from, to := boxes[way[i]], boxes[way[i+1]]
		x1, y1, x2, y2 := from.x+from.w/2, from.y+boxHeight, to.x+to.w/2, to.y
		switch {
		case from.y == to.y && from.x < to.x:
			x1, y1, x2, y2 = from.x+from.w, from.y+boxHeight/2, to.x, to.y+boxHeight/2
		case from.y == to.y:
			x1, y1, x2, y2 = from.x, from.y+boxHeight/2, to.x+to.w, to.y+boxHeight/2
		case from.y > to.y:
			y1, y2 = from.y, to.y+boxHeight
		}
		start := "L"
		if i == 0 {
			start = "M"
		}
		middle := (y1 + y2) / 2
		fmt.Fprintf(&b, "%s%d %dC%d %d %d %d %d %d", start, x1, y1, x1, middle, x2, middle, x2, y2)
	}
	return b.String()
}
