package structure

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// The measures of a picture, in pixels.
const (
	letter  = 7.2 // the width of a letter
	line    = 16
	padding = 8
	gapX    = 28
	gapY    = 44
	margin  = 12
)

// box is the picture of an object.
type box struct {
	object     *Object
	lines      []string
	x, y, w, h float64
	wish       float64 // where it would like its middle to be
}

// SVG writes the structure as a picture: a box for each object, in rows by how many pointers lead to it from the
// root, and an arrow for each pointer.
func (s *Structure) SVG() string {
	rows, boxes := layOut(s)
	width, height := 0.0, 0.0
	for _, row := range rows {
		last := row[len(row)-1]
		width, height = max(width, last.x+last.w+margin), max(height, last.y+last.h+margin)
	}
	width += 2 * gapX // for arrows that lead back
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" `+
		`font-family="monospace" font-size="12">`+"\n", width, height, width, height)
	b.WriteString(`<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">` +
		`<path d="M0 0L8 4L0 8z"/></marker></defs>` + "\n")
	for _, row := range rows {
		for _, x := range row {
			x.write(&b)
		}
	}
	for _, row := range rows {
		for _, x := range row {
			for i, a := range arrowsOf(x.object) {
				writeArrow(&b, x, boxes[a.to], a.label, i)
			}
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// layOut gives each object its box.
func layOut(s *Structure) ([][]*box, map[*Object]*box) {
	boxes := map[*Object]*box{}
	depth := map[*Object]int{}
	queue := []*Object{s.Objects[0]}
	depth[s.Objects[0]] = 0
	var rows [][]*box
	for len(queue) > 0 {
		o := queue[0]
		queue = queue[1:]
		x := &box{object: o, lines: linesOf(o)}
		for _, l := range x.lines {
			x.w = max(x.w, letter*float64(utf8.RuneCountInString(l))+2*padding)
		}
		x.h = line*float64(len(x.lines)) + padding
		boxes[o] = x
		if depth[o] == len(rows) {
			rows = append(rows, nil)
		}
		rows[depth[o]] = append(rows[depth[o]], x)
		for _, a := range arrowsOf(o) {
			if _, known := depth[a.to]; !known {
				depth[a.to] = depth[o] + 1
				queue = append(queue, a.to)
			}
		}
	}
	y := float64(margin)
	for i, row := range rows {
		height := 0.0
		x := float64(margin)
		if i > 0 {
			slices.SortStableFunc(row, func(a, b *box) int { return cmp.Compare(a.wish, b.wish) })
		}
		for _, r := range row {
			r.x, r.y = max(x, r.wish-r.w/2), y
			x = r.x + r.w + gapX
			height = max(height, r.h)
			wishes(r, boxes, depth)
		}
		y += height + gapY
	}
	return rows, boxes
}

// wishes tells the objects that are pointed to first from here where they would like to be.
func wishes(x *box, boxes map[*Object]*box, depth map[*Object]int) {
	arrows := arrowsOf(x.object)
	for i, a := range arrows {
		to := boxes[a.to]
		if depth[a.to] == depth[x.object]+1 && to.wish == 0 {
			to.wish = x.x + x.w/2 + (float64(i)-float64(len(arrows)-1)/2)*(to.w+gapX)
		}
	}
}

func (x *box) write(b *strings.Builder) {
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="4" fill="#f4f6fb" stroke="#345"/>`+"\n", x.x, x.y,
		x.w, x.h)
	for i, l := range x.lines {
		weight := ""
		if i == 0 {
			weight = ` font-weight="bold"`
		}
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f"%s>%s</text>`+"\n", x.x+padding, x.y+line*float64(i+1)-2, weight,
			html.EscapeString(l))
	}
}

// writeArrow writes the arrow of a pointer, curved where it leads up or along its row.
func writeArrow(b *strings.Builder, from, to *box, label string, i int) {
	n := float64(len(arrowsOf(from.object)))
	x1, y1 := from.x+from.w*(float64(i)+1)/(n+1), from.y+from.h
	x2, y2 := to.x+to.w/2, to.y
	cx, cy := (x1+x2)/2, (y1+y2)/2
	switch {
	case from == to:
		x1, y1 = from.x+from.w, from.y+from.h*0.7
		x2, y2 = from.x+from.w, from.y+from.h*0.3
		cx, cy = from.x+from.w+gapX*1.5, from.y+from.h/2
	case to.y <= from.y:
		side := 1.0
		if to.x+to.w/2 < from.x+from.w/2 {
			side = -1
		}
		y1 = from.y + from.h/2
		x1 = from.x + from.w*(1+side)/2
		x2, y2 = to.x+to.w*(1-side)/2, to.y+to.h/2
		if to.y < from.y {
			x2, y2 = to.x+to.w/2, to.y+to.h
		}
		cx = (x1+x2)/2 + side*float64(gapX)/2
		cy = (y1+y2)/2 - math.Abs(x2-x1)/6 - float64(8*i)
	}
	fmt.Fprintf(b, `<path d="M%.1f %.1fQ%.1f %.1f %.1f %.1f" fill="none" stroke="#345" marker-end="url(#tip)"/>`+"\n", x1, y1,
		cx, cy, x2, y2)
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-size="10" fill="#567">%s</text>`+"\n", (x1+2*cx+x2)/4+3, (y1+2*cy+y2)/4,
		html.EscapeString(label))
}
