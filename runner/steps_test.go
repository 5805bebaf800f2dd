package runner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/suite"
)

// TestSteps: of a case of several steps the last one is judged; one that ends on the way
// there has no verdict, and blames nobody.
func TestSteps(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		first   suite.Step
		verdict result.Verdict
		message string
	}{
		"passes": {suite.Step{Unit: "push"}, result.Pass, ""},
		"others": {suite.Step{Unit: "limit", Object: 3}, result.Pass, ""},
		"unknown": {suite.Step{Unit: "pop"}, result.Blocked,
			"step 1 runs pop, which the system under test does not serve"},
		"ends": {suite.Step{Unit: "push", Passed: []suite.Passed{{Name: "x?", Object: 7}}}, result.Blocked,
			"step 1 of 2, which runs push, has ended the case: x?: an object was sent, and the program takes a value"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := planPush(t, "")
			for _, c := range p.Unit("push").Cases {
				c.Steps = append([]suite.Step{row.first}, c.Steps...)
			}
			judged := 0
			for _, r := range run(t, p, runner.Options{}).Results {
				if r.Unit != "push" {
					continue
				}
				judged++
				if r.Verdict != row.verdict || r.Message != row.message || len(r.Blame) > 0 {
					t.Errorf("%s %q", line(r), r.Message)
				}
			}
			if judged == 0 {
				t.Error("no case of push was run")
			}
		})
	}
}
