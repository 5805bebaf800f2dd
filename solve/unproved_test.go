package solve_test

import (
	"maps"
	"testing"

	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestUnproved: without a proof, the models and the steps to them are the same, and nothing is said of
// problems that have none.
func TestUnproved(t *testing.T) {
	t.Parallel()
	for _, f := range families(t) {
		for i, k := range f.problems {
			if i%5 != 0 {
				continue // a sample: the families are solved as a whole elsewhere
			}
			p, err := f.read(k.text)
			if err != nil {
				t.Fatal(err)
			}
			s := embedded.New(solve.Options{Steps: 1000})
			proved := s.Solve(t.Context(), p)
			p.Unproved = true
			r := s.Solve(t.Context(), p)
			switch {
			case proved.Outcome != solve.Case && r.Outcome != solve.Undecided:
				t.Errorf("%s.txt:%d: %s, and was %s: %s", f.name, k.line, r.Outcome, proved.Outcome, k.text)
			case proved.Outcome != solve.Case && r.Reason == "":
				t.Errorf("%s.txt:%d: no reason", f.name, k.line)
			case proved.Outcome == solve.Case && (r.Outcome != solve.Case || r.Steps != proved.Steps ||
				!maps.EqualFunc(r.Model, proved.Model, value.Value.Equal)):
				t.Errorf("%s.txt:%d: %s, and was %s: %s", f.name, k.line, show(r), show(proved), k.text)
			}
		}
	}
}
