// Command figures draws what comes of the case studies of Doong and Frankl as they do in figures 7 and 10, in a folder:
//
//	go -C examples/casestudies/figures run . ../../../docs/figures
//
// It is a module of its own, so that nobody else needs what draws.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/ttf-int/ttf-int/examples/casestudies/study"
)

// pairsOfSet is how many pairs are drawn of each test set.
const pairsOfSet = 10_000

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . FOLDER")
		os.Exit(2)
	}
	for _, s := range study.Studies() {
		if err := drawStudy(s, filepath.Join(os.Args[1], fmt.Sprintf("figure%d.svg", s.Figure))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// drawStudy draws a plot for each ratio, with a line for each length.
func drawStudy(s study.Study, path string) error {
	got := s.Measure(pairsOfSet)
	canvas := vgsvg.New(20*vg.Centimeter, 16*vg.Centimeter)
	dc := draw.New(canvas)
	tiles := draw.Tiles{Rows: 2, Cols: 2, PadX: vg.Centimeter, PadY: vg.Centimeter / 2}
	for i, r := range study.Ratios() {
		p := plot.New()
		p.Title.Text = fmt.Sprintf("%s, r = %d", s.Name, r)
		p.X.Label.Text, p.Y.Label.Text = "p", "% that show the fault"
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		p.Y.Min, p.Y.Max = 0, 60
		p.Legend.Top, p.Legend.Left = true, true
		var lines []any
		for _, l := range study.Lengths() {
			var points plotter.XYs
			for _, x := range study.Ranges() {
				points = append(points, plotter.XY{X: float64(x), Y: got[study.Set{Length: l, Range: x, Ratio: r}]})
			}
			lines = append(lines, fmt.Sprintf("ℓ = %d", l), points)
		}
		if err := plotutil.AddLinePoints(p, lines...); err != nil {
			return err
		}
		p.Draw(tiles.At(dc, i%2, i/2))
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := canvas.WriteTo(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
