package planner_test

import (
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestDigest: a digest is another one where anything is that a verdict belongs to,
// and the same where nothing is.
func TestDigest(t *testing.T) {
	p := makePlan(t, sortProject(t), planner.Options{})
	u := p.Unit("insert")
	c := u.Cases[len(u.Cases)-1]
	if len(c.Values()) == 0 || len(c.Stubs) == 0 {
		t.Fatalf("%s has the values %v and the decisions %v", c.ID, c.Values(), c.Stubs)
	}
	last := len(u.Cases) - 1
	digest := func(c *plan.Case) string {
		u.Cases[last] = c
		p.Complete()
		return c.Digest
	}
	seen := map[string]string{c.Digest: "the case"}
	for what, change := range map[string]func(c *plan.Case){
		"sizes":    func(c *plan.Case) { c.Sizes = value.Sizes{"T": 2} },
		"size":     func(c *plan.Case) { c.Sizes = value.Sizes{"T": 3} },
		"value":    func(c *plan.Case) { c.Values()[0].Value = value.OfInt(77) },
		"step":     func(c *plan.Case) { c.Steps = append(suite.MakeSteps("u", nil), c.Steps...) },
		"unit":     func(c *plan.Case) { c.Steps = append(suite.MakeSteps("v", nil), c.Steps...) },
		"state":    func(c *plan.Case) { c.Steps = append(suite.MakeSteps("u", c.Values()), c.Steps...) },
		"object":   func(c *plan.Case) { c.LastStep().Object = 1 },
		"passed":   func(c *plan.Case) { c.LastStep().Passed = []suite.Passed{{Name: "x?", Object: 1}} },
		"other":    func(c *plan.Case) { c.LastStep().Passed = []suite.Passed{{Name: "x?", Object: 2}} },
		"kept":     func(c *plan.Case) { c.LastStep().Keep = 1 },
		"expected": func(c *plan.Case) { c.Expected = append(c.Expected[:0:0], c.Values()...) },
		"decision": func(c *plan.Case) { c.Stubs[0].Decision = result.Manual },
		"leaf":     func(c *plan.Case) { c.Stubs[0].Leaf += "x" },
		"possible": func(c *plan.Case) { c.Stubs[0].Possible = append(c.Stubs[0].Possible, "x") },
		"condition": func(c *plan.Case) {
			for _, l := range u.Leaves {
				if l.Predicate() != c.Leaf.Predicate() {
					c.Leaf = l
					return
				}
			}
		},
	} {
		other := *c
		other.Steps = suite.MakeSteps("u", slices.Clone(c.Values()))
		other.Stubs = append([]result.Choice{}, c.Stubs...)
		if digest(&other) != c.Digest {
			t.Errorf("%s: a copy has another digest", what)
		}
		change(&other)
		d := digest(&other)
		if before := seen[d]; before != "" {
			t.Errorf("%s: the digest is that of %s", what, before)
		}
		seen[d] = what
	}
}
