package lsp

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Offsets and positions stand for the same places, whatever symbols of Z are before them, and a
// place of a message is where its position is.
func TestPositions(t *testing.T) {
	t.Parallel()
	pieces := []string{"\n", "a", " ", "𝕊", "𝔽", "é", "\t"}
	for _, f := range zed.Forms() {
		pieces = append(pieces, f.Symbol)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, p := range rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces") {
			text += p
		}
		file := source.NewFile("a.zed", text)
		for offset := range text + "." {
			at := positionOf(text, offset)
			if back := offsetOf(text, at); back != offset {
				t.Fatalf("%q: the offset %d is %+v, which is the offset %d", text, offset, at, back)
			}
			if r := rangeOf(file.Pos(offset), source.Pos{}); r.Start != at {
				t.Fatalf("%q: the offset %d is %+v, and as a place %+v", text, offset, at, r.Start)
			}
		}
	})
}
