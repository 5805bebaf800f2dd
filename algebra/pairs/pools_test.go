package pairs_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/algebra/algebratest"
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
)

// TestKeysRepeat: nearly all sequences that are steered do something with one key twice, also where another class of
// the file compares integers by order.
func TestKeysRepeat(t *testing.T) {
	t.Parallel()
	classes := algebratest.Read(t, "map.lobas")
	ordered := algebratest.Read(t, "sorted.lobas")
	all := append([]*language.Class{classes[0]}, ordered...)
	maker := pairs.New(all, classes[0], nil, pairs.Options{Depth: 2, Steps: 10_000})
	d := pairs.Drawing{Length: 20, Range: 130, Ratio: 3, Biased: true, Seed: 1}
	drawn, err := maker.Draw(t.Context(), d, 0, 300)
	if err != nil {
		t.Fatal(err)
	}
	long, repeated := 0, 0
	for _, p := range drawn.Pairs {
		chain := language.Chain(p.Open().First)
		if len(chain) < 6 {
			continue
		}
		long++
		seen, isRepeated := map[string]bool{}, false
		for _, a := range chain[1:] {
			if len(a.Args) < 2 {
				continue
			}
			key := language.FormatTerm(a.Args[1], language.LOBAS)
			isRepeated = isRepeated || seen[key]
			seen[key] = true
		}
		if isRepeated {
			repeated++
		}
	}
	if long < 50 || repeated < long*95/100 {
		t.Errorf("of %d sequences %d have a key twice", long, repeated)
	}
}
