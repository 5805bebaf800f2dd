package solve_test

import (
	"maps"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestUnexplained: where no reason is asked for, outcomes and models are the same, and no
// work goes into making a contradiction minimal.
func TestUnexplained(t *testing.T) {
	t.Parallel()
	larger := 0
	for _, f := range families(t) {
		for i, k := range f.problems {
			if i%5 != 1 {
				continue // a sample: the families are solved as a whole elsewhere
			}
			p, err := f.read(k.text)
			if err != nil {
				t.Fatal(err)
			}
			s := embedded.New(solve.Options{Steps: 1000})
			explained := s.Solve(t.Context(), p)
			r := solve.WithoutExplanations(s).Solve(t.Context(), p)
			if r.Outcome != explained.Outcome || !maps.EqualFunc(r.Model, explained.Model, value.Value.Equal) {
				t.Errorf("%s.txt:%d: %s, and was %s: %s", f.name, k.line, show(r), show(explained), k.text)
			}
			if len(r.Conflict) > len(explained.Conflict) {
				larger++
			}
		}
	}
	if larger == 0 {
		t.Error("every contradiction was made minimal")
	}
}
