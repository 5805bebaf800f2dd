package study

import (
	"math"
	"os"
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/algebra/pairs"
)

// pairsOfTest is how many pairs of each test set the tests draw; the tables have ten times as many.
const pairsOfTest = 1000

// noise is how far a percentage of so many pairs may be off: three standard deviations of 50 %.
const noise = 4.75

// TestClaims checks what Doong and Frankl say of their figures, sections 5.1 to 5.3, on ours.
func TestClaims(t *testing.T) {
	t.Parallel()
	for _, s := range Studies() {
		got := s.Measure(pairsOfTest)
		for _, r := range []int{3, 6, 9} {
			long := func(p int) float64 { return got[Set{100, p, r}] }
			if long(1000) < got[Set{10, 1000, r}]+noise {
				t.Errorf("%s, r = %d: for large p long sequences are not better: %.1f and %.1f", s.Name, r, long(1000),
					got[Set{10, 1000, r}])
			}
			if long(1000) < long(10)+noise {
				t.Errorf("%s, r = %d: a larger range is not better: %.1f and %.1f", s.Name, r, long(10), long(1000))
			}
			ranges := Ranges()
			for i, p := range ranges[1:] {
				if long(p) < long(ranges[i])-noise {
					t.Errorf("%s, r = %d: cases get worse from p = %d to %d: %.1f and %.1f", s.Name, r, ranges[i], p,
						long(ranges[i]), long(p))
				}
			}
			if d := long(1000) - long(500); math.Abs(d) > noise+2 {
				t.Errorf("%s, r = %d: there is no threshold in p: %.1f at 500, %.1f at 1000", s.Name, r, long(500),
					long(1000))
			}
			if s.Figure != 7 {
				continue
			}
			worst := math.Inf(1)
			for set, rate := range got {
				if set.Ratio == r {
					worst = min(worst, rate)
				}
			}
			if long(10) > worst+2 {
				t.Errorf("%s, r = %d: R(100, 10, %d) is not the worst: %.1f, and there is %.1f", s.Name, r, r, long(10),
					worst)
			}
		}
		if small, large := got[Set{100, 1000, 1}], got[Set{100, 1000, 3}]; small >= large {
			t.Errorf("%s: with r = 1 objects stay small, and that is not worse: %.1f and %.1f", s.Name, small, large)
		}
		if got[Set{10, 1000, 3}] > got[Set{20, 1000, 3}] || got[Set{100, 10, 3}] > got[Set{100, 50, 3}] {
			t.Errorf("%s: objects of few different elements show the fault more often", s.Name)
		}
		var byRatio []float64
		for _, r := range Ratios() {
			byRatio = append(byRatio, got[Set{100, 1000, r}])
		}
		if slices.Max(byRatio)-slices.Min(byRatio) < noise {
			t.Errorf("%s: the ratio does not matter: %.1f", s.Name, byRatio)
		}
	}
}

// TestGenerated: pairs of ttf-int's own find both faults, the first within a few dozen pairs.
func TestGenerated(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		make  func(string) (*Generated, error)
		path  string
		drawn pairs.Drawing
		most  int
	}{
		{Queue, "../../priorityqueue/specs/queue.lobas",
			pairs.Drawing{Length: 50, Range: 1000, Ratio: 3, Biased: true}, 40},
		{List, "../../sortedlist23/specs/list.lobas",
			pairs.Drawing{Length: 100, Range: 100, Ratio: 3, Biased: true}, 400},
	} {
		text, err := os.ReadFile(c.path)
		if err != nil {
			t.Fatal(err)
		}
		g, err := c.make(string(text))
		if err != nil {
			t.Fatal(err)
		}
		var counts []int
		for seed := range 25 {
			c.drawn.Seed = uint64(seed + 1)
			n, err := g.Drawn(t.Context(), c.drawn, 10000)
			if err != nil {
				t.Fatal(err)
			}
			counts = append(counts, n)
		}
		slices.Sort(counts)
		t.Logf("%s: median %d, most %d", c.path, counts[12], counts[24])
		if counts[12] > c.most {
			t.Errorf("%s: half of the seeds need more than %d pairs: %v", c.path, c.most, counts)
		}
	}
	text, err := os.ReadFile("../../priorityqueue/specs/queue.lobas")
	if err != nil {
		t.Fatal(err)
	}
	g, err := Queue(string(text))
	if err != nil {
		t.Fatal(err)
	}
	n, err := g.Solved(t.Context(), "create.add(a).add(b).add(c).add(d).delete")
	t.Log("solved", n, err)
	if err != nil || n > 100 {
		t.Errorf("solved: %d pairs, %v", n, err)
	}
}
