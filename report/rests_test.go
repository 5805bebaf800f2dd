package report

import (
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// A run of some units says nothing of the leaves of others.
func TestConcerned(t *testing.T) {
	t.Parallel()
	unit := func(name string, cases int) *plan.Unit {
		return &plan.Unit{Unit: &spec.Unit{Name: name}, Cases: make([]*plan.Case, cases)}
	}
	pl := &plan.Plan{Units: []*plan.Unit{unit("ran", 2), unit("left", 1), unit("empty", 0)}}
	run := &result.Run{Results: []*result.Result{{Unit: "ran"}}}
	got := ""
	for _, u := range listConcerned(run, pl) {
		got += u.Name + " "
	}
	if got != "ran empty " {
		t.Errorf("got %s", got)
	}
}
