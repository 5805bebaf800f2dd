package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Dimensions of the picture in a page, in SVG units.
const (
	boxHeight = 40
	boxGap    = 20
	rowGap    = 18 // between the rows of one layer
	layerGap  = 64
	margin    = 16
	charWidth = 9
	rowWidth  = 1060 // the width from which on a layer is broken into rows
)

// box is the place of a unit in the picture; its height is boxHeight.
type box struct{ x, y, w int }

// band is the place of a layer in the picture.
type band struct{ y, h int }

// arrangement has the places of all that is drawn in a picture.
type arrangement struct {
	boxes map[string]box
	bands []band     // by layer
	ways  [][]string // for each edge: the names of the units and bends that its line passes
	w, h  int
}

// arrange computes where the units stand, the highest layer on top. Within a layer,
// units stand near those with which they are connected. A layer that is too wide for
// one row is broken into several, column by column, so that neighbours stay near each
// other.
func (pic Picture) arrange() arrangement {
	const left = margin + 8*charWidth
	rows := make([][][]string, len(pic.Layers))
	total := 0
	layers, ways := pic.bendEdges()
	for k, names := range orderLayers(layers, ways) {
		rows[k] = breakLayer(names)
		for _, row := range rows[k] {
			total = max(total, widthOf(row, len(rows[k]) > 1, names))
		}
	}
	out := arrangement{boxes: map[string]box{}, bands: make([]band, len(rows)), ways: ways, w: left + total + margin}
	y := margin
	for k := len(rows) - 1; k >= 0; k-- {
		top := y
		var all []string
		for _, row := range rows[k] {
			all = append(all, row...)
		}
		for i, row := range rows[k] {
			if i > 0 {
				y += rowGap
			}
			column := 0
			if len(rows[k]) > 1 {
				column = findWidest(all)
			}
			x := left + (total-widthOf(rows[k][0], column > 0, all))/2
			for _, name := range row {
				w := cmp.Or(column, boxWidth(name))
				out.boxes[name] = box{x, y, w}
				x += w + boxGap
			}
			y += boxHeight
		}
		out.bands[k] = band{top, y - top}
		y += layerGap
	}
	out.h = y - layerGap + margin
	return out
}

// bend is the prefix of the names of bends. No unit has such a name.
const bend = "\x00"

func boxWidth(name string) int {
	if strings.HasPrefix(name, bend) {
		return charWidth
	}
	return 2*charWidth + charWidth*width(name)
}

// bendEdges returns the layers with a bend in each layer that an edge crosses, so that its
// line passes between the boxes there, and the way of each edge. A picture with many
// edges has no bends, because they would take more room than the boxes.
func (pic Picture) bendEdges() (layers, ways [][]string) {
	at := map[string]int{}
	for k, names := range pic.Layers {
		layers = append(layers, slices.Clone(names))
		for _, name := range names {
			at[name] = k
		}
	}
	for i, e := range pic.Edges {
		way := []string{e.From}
		for k := at[e.From] - 1; k > at[e.To] && len(pic.Edges) <= maxPlain; k-- {
			name := fmt.Sprint(bend, i, "/", k)
			layers[k], way = append(layers[k], name), append(way, name)
		}
		ways = append(ways, append(way, e.To))
	}
	return layers, ways
}

func findWidest(names []string) int {
	w := 0
	for _, n := range names {
		w = max(w, boxWidth(n))
	}
	return w
}

// widthOf returns the width of a row: of columns of equal width, or of boxes each as
// wide as its name.
func widthOf(row []string, columns bool, layer []string) int {
	if columns {
		return len(row)*(findWidest(layer)+boxGap) - boxGap
	}
	w := -boxGap
	for _, n := range row {
		w += boxWidth(n) + boxGap
	}
	return max(w, 0)
}

// breakLayer breaks a layer into rows of limited width, which are filled column by column.
func breakLayer(names []string) [][]string {
	if widthOf(names, false, names) <= rowWidth {
		return [][]string{names}
	}
	columns := max(1, (rowWidth+boxGap)/(findWidest(names)+boxGap))
	n := (len(names) + columns - 1) / columns
	rows := make([][]string, n)
	for i, name := range names {
		rows[i%n] = append(rows[i%n], name)
	}
	return rows
}

// sweeps is how often the layers are sorted. More sweeps change little.
const sweeps = 6

// orderLayers sorts the layers in place: each unit comes near the middle of the units with
// which it is connected, so that few lines cross (Sugiyama's method).
func orderLayers(layers, ways [][]string) [][]string {
	near := map[string][]string{}
	for _, way := range ways {
		for i := range way[1:] {
			from, to := way[i], way[i+1]
			near[from], near[to] = append(near[from], to), append(near[to], from)
		}
	}
	layer, place := map[string]int{}, map[string]float64{}
	put := func(names []string) {
		for i, name := range names {
			place[name] = (float64(i) + 0.5) / float64(len(names))
		}
	}
	for k, names := range layers {
		for _, name := range names {
			layer[name] = k
		}
		put(names)
	}
	for s := range sweeps {
		for i := range layers {
			k := i
			if s%2 == 1 {
				k = len(layers) - 1 - i
			}
			middle := map[string]float64{}
			for _, name := range layers[k] {
				sum, n := place[name]/4, 0.25
				for _, other := range near[name] {
					if below := layer[other] < k; layer[other] != k && below == (s%2 == 0) {
						sum, n = sum+place[other], n+1
					}
				}
				middle[name] = sum / n
			}
			slices.SortStableFunc(layers[k], func(a, b string) int { return cmp.Compare(middle[a], middle[b]) })
			put(layers[k])
		}
	}
	return layers
}
