package planner_test

import (
	"testing"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner"
)

// TestLoadPart: a part of a plan that was written and read has the cases and decisions of the whole one, and its units
// say what they say there.
func TestLoadPart(t *testing.T) {
	t.Parallel()
	const file = "../examples/bank/ttf-int.yaml"
	system, err := config.Load(file, "")
	if err != nil {
		t.Fatal(err)
	}
	whole := makePlan(t, system, planner.Options{})
	units := append(whole.Below("transfer"), "transfer")
	if len(units) < 2 || len(units) == len(whole.Units) {
		t.Fatalf("transfer and what is below it are %v", units)
	}
	data, err := plan.Part(whole.Plan, units).JSON()
	if err != nil {
		t.Fatal(err)
	}
	kept, err := plan.Read("part", data)
	if err != nil {
		t.Fatal(err)
	}
	part, err := config.LoadPart(file, "", units)
	if err != nil {
		t.Fatal(err)
	}
	got, err := planner.LoadPart(t.Context(), kept, part, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, some := planner.Prints(system), planner.Prints(part)
	for _, name := range units {
		u, of := whole.Unit(name), got.Unit(name)
		if of == nil || len(of.Cases) != len(u.Cases) || len(of.Leaves) != len(u.Leaves) || all[name] != some[name] {
			t.Errorf("%s is not what it is in the whole plan", name)
			continue
		}
		for i, c := range u.Cases {
			if k := of.Cases[i]; k.ID != c.ID || k.Digest != c.Digest || !k.Values().Equal(c.Values()) {
				t.Errorf("the case %s is %s with %s, and was with %s", c.ID, k.ID, k.Values(), c.Values())
			}
		}
	}
}
