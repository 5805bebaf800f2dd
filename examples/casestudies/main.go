// Command casestudies repeats the case studies of Doong and Frankl, and writes what comes of them as tables in
// Markdown: docs/case-studies.md has them. The module in the folder figures draws the figures.
//
//	go run ./examples/casestudies study
package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/examples/casestudies/study"
)

// pairsOfSet is how many pairs are drawn of each test set: ten times as many as in the paper.
const pairsOfSet = 10_000

func main() {
	if len(os.Args) != 2 || os.Args[1] != "study" {
		fmt.Fprintln(os.Stderr, "usage: go run ./examples/casestudies study")
		os.Exit(2)
	}
	for _, s := range study.Studies() {
		writeRates(s)
	}
	if err := writeGenerated(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// writeRates writes the percentages of a study.
func writeRates(s study.Study) {
	got := s.Measure(pairsOfSet)
	fmt.Printf("\nThe %s (figure %d), pairs that show the fault, in percent:\n\n| r | ℓ |", s.Name, s.Figure)
	for _, p := range study.Ranges() {
		fmt.Printf(" p = %d |", p)
	}
	fmt.Print("\n|---|---|")
	for range study.Ranges() {
		fmt.Print("---|")
	}
	fmt.Println()
	for _, r := range study.Ratios() {
		for _, l := range study.Lengths() {
			fmt.Printf("| %d | %d |", r, l)
			for _, p := range study.Ranges() {
				fmt.Printf(" %.1f |", got[study.Set{Length: l, Range: p, Ratio: r}])
			}
			fmt.Println()
		}
	}
}

// seeds is with how many seeds the pairs until a fault is found are counted.
const seeds = 101

// writeGenerated writes how many pairs ttf-int makes until each fault is found.
func writeGenerated(ctx context.Context) error {
	fmt.Print("\n| class | ℓ | p | r | drawn | steered to the axioms |\n|---|---|---|---|---|---|\n")
	for _, c := range []struct {
		name, path string
		make       func(string) (*study.Generated, error)
		drawings   []pairs.Drawing
	}{
		{"priority queue", "examples/priorityqueue/specs/queue.lobas", study.Queue,
			[]pairs.Drawing{{Length: 10, Range: 10, Ratio: 3}, {Length: 100, Range: 10, Ratio: 3},
				{Length: 50, Range: 1000, Ratio: 3}}},
		{"sorted list", "examples/sortedlist23/specs/list.lobas", study.List,
			[]pairs.Drawing{{Length: 10, Range: 10, Ratio: 3}, {Length: 100, Range: 100, Ratio: 3},
				{Length: 100, Range: 1000, Ratio: 3}}},
	} {
		text, err := os.ReadFile(c.path)
		if err != nil {
			return err
		}
		g, err := c.make(string(text))
		if err != nil {
			return err
		}
		for _, d := range c.drawings {
			fmt.Printf("| %s | %d | %d | %g |", c.name, d.Length, d.Range, d.Ratio)
			for _, d.Biased = range []bool{false, true} {
				median, err := medianOf(ctx, g, d)
				if err != nil {
					return err
				}
				fmt.Printf(" %s |", median)
			}
			fmt.Println()
		}
	}
	return nil
}

// most is how many pairs are made at most until a fault is found.
const most = 20_000

// medianOf returns the median, over seeds, of how many pairs are made until the fault is found.
func medianOf(ctx context.Context, g *study.Generated, d pairs.Drawing) (string, error) {
	var counts []int
	for seed := range seeds {
		d.Seed = uint64(seed + 1)
		n, err := g.Drawn(ctx, d, most)
		switch {
		case study.IsUnfound(err):
			n = most
		case err != nil:
			return "", err
		}
		counts = append(counts, n)
	}
	slices.Sort(counts)
	if n := counts[seeds/2]; n < most {
		return fmt.Sprint(n), nil
	}
	return fmt.Sprintf("more than %d", most), nil
}
