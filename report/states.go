package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
)

// Drawing is a picture that is written in several formats: the relations between units, or
// the states of a machine.
type Drawing interface {
	WriteText(w io.Writer, s Style) error
	writeDOT(w io.Writer) error
	writeMermaid(w io.Writer) error
	writeSVG(w io.Writer) error // as a file of SVG
}

// States is the picture of the states of a machine and the steps between them: those that a
// run has met.
type States struct {
	APIVersion string              `json:"apiVersion"`
	Kind       string              `json:"kind"`
	Project    string              `json:"project"`
	Machine    string              `json:"machine"`
	Vars       []string            `json:"vars"`
	States     [][]string          `json:"states"` // the values of the variables; objects begin in the first
	Steps      []result.Transition `json:"steps"`
	// Note says what the picture leaves out, and which units are on no step.
	Note string `json:"note"`

	prefix string // of the ids in the picture, where a page has several
}

// StatesOf returns the picture of what a run has met of a machine.
func StatesOf(project string, m *result.Machine) States {
	pic := States{APIVersion: plan.APIVersion, Kind: "States", Project: project, Machine: m.Machine, Vars: []string{},
		States: [][]string{}, Steps: []result.Transition{}}
	if m.Graph == nil {
		pic.Note = "no step was right"
		return pic
	}
	pic.Vars, pic.States, pic.Steps = m.Graph.Vars, m.Graph.States, m.Graph.Steps
	pic.Note = fmt.Sprintf(
		"%s of %d that occurred, under seed %d",
		formatCount(len(pic.States), "state"),
		m.States,
		m.Seed,
	)
	if len(pic.States) >= m.States {
		pic.Note = fmt.Sprintf("%s, all that occurred under seed %d", formatCount(len(pic.States), "state"), m.Seed)
	}
	if m.Graph.Left > 0 {
		pic.Note += fmt.Sprintf("; %s from or to the others are left out", formatCount(m.Graph.Left, "step"))
	}
	var never []string
	for _, u := range m.Units {
		if u.Steps == 0 {
			never = append(never, u.Unit)
		}
	}
	if len(never) > 0 {
		pic.Note += "; never right: " + capNames(never)
	}
	pic.Note += "; a state is the values of " + joinNames(pic.Vars)
	return pic
}

// texts returns each state as text.
func (pic States) texts() []string {
	out := make([]string, len(pic.States))
	for i, values := range pic.States {
		parts := make([]string, len(values))
		for k, v := range values {
			parts[k] = pic.Vars[k] + " = " + v
		}
		out[i] = cleanText(strings.Join(parts, ", "), false)
	}
	return out
}

// arc are all steps between two states.
type arc struct {
	from, to int
	units    []string
	times    int
}

// arcs returns the arcs of the picture, in order.
func (pic States) arcs() []arc {
	var out []arc
	for _, s := range pic.Steps {
		if n := len(out); n == 0 || out[n-1].from != s.From || out[n-1].to != s.To {
			out = append(out, arc{from: s.From, to: s.To})
		}
		last := &out[len(out)-1]
		last.units, last.times = append(last.units, s.Unit), last.times+s.Times
	}
	return out
}

// depths returns of each state how many steps lead there from the first one; states to which
// no step of the picture leads are as deep as the first.
func (pic States) depths() []int {
	out := make([]int, len(pic.States))
	for i := range out {
		out[i] = -1
	}
	for next := []int{0}; len(next) > 0 && len(out) > 0; next = next[1:] {
		out[next[0]] = max(out[next[0]], 0)
		for _, s := range pic.Steps {
			if s.From == next[0] && out[s.To] < 0 {
				out[s.To] = out[s.From] + 1
				next = append(next, s.To)
			}
		}
	}
	for i := range out {
		out[i] = max(out[i], 0)
	}
	return out
}

// WriteText writes each state with the steps that lead on from it.
func (pic States) WriteText(w io.Writer, s Style) error {
	p := &printer{w: w}
	p.writeLine(s.paint(bold, "machine "+cleanText(pic.Machine, false)), "  ", cleanText(pic.Note, false))
	arcs := pic.arcs()
	for i, state := range pic.texts() {
		p.writeLine(s.paint(blue, itoa(i+1)), "  ", state)
		for _, a := range arcs {
			if a.from == i {
				p.writeLine("     → ", itoa(a.to+1), "  ", cleanText(strings.Join(a.units, ", "), false), "  ",
					s.paint(faint, formatCount(a.times, "time")))
			}
		}
	}
	return p.err
}

// writeDOT writes the picture for Graphviz.
func (pic States) writeDOT(w io.Writer) error {
	p := &printer{w: w}
	p.writeLine("digraph ", dotText(cleanText(pic.Machine, false)), " {")
	p.writeLine("  label=", dotText(cleanText(pic.Note, false)), ";")
	p.writeLine("  node [shape=box, style=rounded];")
	for i, state := range pic.texts() {
		style := ""
		if i == 0 {
			style = ", penwidth=2"
		}
		p.writeLine("  s", itoa(i+1), " [label=", dotText(state), style, "];")
	}
	for _, a := range pic.arcs() {
		p.writeLine("  s", itoa(a.from+1), " -> s", itoa(a.to+1), " [label=",
			dotText(cleanText(strings.Join(a.units, "\n"), true)), ", tooltip=", dotText(formatCount(a.times,
				"time")), "];")
	}
	p.writeLine("}")
	return p.err
}

// writeMermaid writes the picture for Mermaid.
func (pic States) writeMermaid(w io.Writer) error {
	p := &printer{w: w}
	p.writeLine("flowchart TD")
	for i, state := range pic.texts() {
		p.writeLine("  s", itoa(i+1), `["`, escape(state), `"]`)
	}
	for _, a := range pic.arcs() {
		p.writeLine("  s", itoa(a.from+1), ` -- "`, escape(strings.Join(a.units, ", ")), `" --> s`, itoa(a.to+1))
	}
	return p.err
}

// writeSVG writes the picture as a file of SVG.
func (pic States) writeSVG(w io.Writer) error { return writeSVGFile(w, pic.svg(1)) }

// maxStateName is how many characters of a state are in its box; the whole is shown where one
// points at it.
const maxStateName = 26

// fitText returns text in one line of at most n characters.
func fitText(text string, n int) string {
	runes := []rune(cleanText(text, false))
	if len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return string(runes)
}

// names returns the text in the box of each state: the values of its variables. Each begins
// with its number, so that no two are the same.
func (pic States) names() []string {
	out := make([]string, len(pic.States))
	for i, values := range pic.States {
		out[i] = strings.TrimSpace(fmt.Sprintf("%d: %s", i+1, fitText(strings.Join(values, "  "), maxStateName)))
	}
	return out
}

// svg returns the picture as an svg element, the one with a number of its page: the first state on top, each
// other one in the row that says how many steps lead there.
func (pic States) svg(number int) string {
	if number > 1 {
		pic.prefix = "m" + itoa(number) + "-"
	}
	if len(pic.States) == 0 {
		return ""
	}
	names, texts, depths := pic.names(), pic.texts(), pic.depths()
	layers := Picture{Layers: make([][]string, slices.Max(depths)+1)}
	for i, d := range depths {
		k := len(layers.Layers) - 1 - d
		layers.Layers[k] = append(layers.Layers[k], names[i])
	}
	var drawn []arc
	loops := map[int]arc{}
	for _, a := range pic.arcs() {
		if a.from == a.to {
			loops[a.from] = a
			continue
		}
		drawn = append(drawn, a)
		e := Edge{From: names[a.from], To: names[a.to]}
		if depths[a.from] > depths[a.to] { // it goes round the boxes between, as one downwards does
			e.From, e.To = e.To, e.From
		}
		layers.Edges = append(layers.Edges, e)
	}
	at := layers.arrange()
	var b strings.Builder
	pic.drawFrame(&b, len(drawn) > maxPlain, at)
	pic.drawArcs(&b, drawn, depths, at)
	for i, name := range names {
		pic.drawState(&b, i, name, texts[i], at.boxes[name], loops[i])
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// drawFrame draws what stands behind the states, and begins the element; dense says that there
// are many arcs.
func (pic States) drawFrame(b *strings.Builder, dense bool, at arrangement) {
	class := "graph states"
	if dense {
		class += " dense"
	}
	if at.w >= widePicture {
		class += " wide"
	}
	fmt.Fprintf(
		b,
		`<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="the states of the machine %s">`,
		class,
		at.w,
		at.h,
		at.w,
		at.h,
		escape(pic.Machine),
	)
	b.WriteString(
		`<defs><marker id="` + pic.prefix + `step" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs><style>`,
	)
	for i := range pic.States {
		fmt.Fprintf(b, `.states:has(#%ss%d:hover) .f%d{opacity:1;stroke:var(--accent);stroke-width:2}`, pic.prefix, i, i)
	}
	b.WriteString(`</style>`)
	for k, band := range at.bands {
		fmt.Fprintf(
			b,
			`<rect class="band" x="4" y="%d" width="%d" height="%d" rx="6"/><text class="layer" x="%d" y="%d">%s</text>`,
			band.y-10,
			at.w-8,
			band.h+20,
			margin,
			band.y+band.h/2+5,
			formatCount(len(at.bands)-1-k, "step"),
		)
	}
}

// aside is how far the line of a step back is beside that of a step there.
const aside = 14

// drawArcs draws the lines between states, and, where they are few, what they are.
func (pic States) drawArcs(b *strings.Builder, arcs []arc, depths []int, at arrangement) {
	for i, a := range arcs {
		way, shift := slices.Clone(at.ways[i]), 0
		if depths[a.from] > depths[a.to] {
			slices.Reverse(way)
			shift = aside
		}
		from, to := at.boxes[way[0]], at.boxes[way[len(way)-1]]
		path, x, y := curve(at.boxes, way), (from.x+from.w/2+to.x+to.w/2)/2, (from.y+to.y+boxHeight)/2
		if len(way) > 2 {
			x, y = at.boxes[way[1]].x, at.boxes[way[1]].y+boxHeight/2
		}
		if from.y == to.y {
			path, y = arch(from, to), from.y-boxHeight/2
		}
		fmt.Fprintf(
			b,
			`<g transform="translate(%d 0)"><path class="edge f%d" marker-end="url(#%sstep)" d="%s"><title>%s</title></path>`,
			shift,
			a.from,
			pic.prefix,
			path,
			escape(strings.Join(a.units, ", ")+": "+formatCount(a.times, "time")),
		)
		if len(arcs) <= maxPlain {
			fmt.Fprintf(
				b,
				`<text class="step" x="%d" y="%d">%s</text>`,
				x,
				y,
				escape(fitText(strings.Join(a.units, ", "), maxStateName)),
			)
		}
		b.WriteString(`</g>`)
	}
}

// arch returns the path of a line between two states of one row, above those between.
func arch(from, to box) string {
	x1, x2 := from.x+from.w/2, to.x+to.w/2
	high := from.y - min(layerGap/2, 14+max(x1-x2, x2-x1)/20)
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, from.y, x1, high, x2, high, x2, to.y)
}

// drawState draws a state, with the steps that leave it as it is.
func (pic States) drawState(b *strings.Builder, i int, name, title string, at box, loop arc) {
	class := "box"
	if i == 0 {
		class += " first"
	}
	middle := at.y + 24
	if len(loop.units) > 0 {
		middle -= 5
		title += "; left as it is by " + strings.Join(loop.units, ", ") + ": " + formatCount(loop.times, "time")
	}
	fmt.Fprintf(
		b,
		`<g class="unit" id="%ss%d"><title>%s</title><rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="12"/><text class="name" x="%d" y="%d">%s</text>`,
		pic.prefix,
		i,
		escape(title),
		class,
		at.x,
		at.y,
		at.w,
		boxHeight,
		at.x+at.w/2,
		middle,
		escape(name),
	)
	if len(loop.units) > 0 {
		fits := max(4, at.w/7)
		fmt.Fprintf(b, `<text class="loop" x="%d" y="%d">↻ %s</text>`, at.x+at.w/2, at.y+34,
			escape(fitText(strings.Join(loop.units, ", "), fits)))
	}
	b.WriteString(`</g>`)
}
