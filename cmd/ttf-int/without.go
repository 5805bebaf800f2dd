package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/spec"
)

// leaveOut has the machines of a run make no step of the units that --without names. It returns an error where such a
// unit does not exist, or is asked for too, as a machine is of which no unit is left.
func leaveOut(r *testRun, pl *planner.Planned) error {
	without := r.options.Without
	if err := findUnits(pl, without); err != nil {
		return err
	}
	for _, name := range without {
		if slices.Contains(r.options.Units, name) {
			return fmt.Errorf("--without %s and --unit %s: expected one of them", name, name)
		}
	}
	if r.options.Machines == nil || len(without) == 0 {
		return nil
	}
	changed := maps.Clone(r.options.Machines.Changed)
	if changed == nil {
		changed = map[string]*spec.Machine{}
	}
	for _, m := range pl.System.Machines {
		if of := changed[m.Name]; of != nil {
			m = of
		}
		fewer := *m
		isLeftOut := func(name string) bool { return slices.Contains(without, name) }
		fewer.Units = slices.DeleteFunc(slices.Clone(m.Units), isLeftOut)
		switch {
		case len(fewer.Units) == len(m.Units):
			continue
		case len(fewer.Units) == 0 && slices.Contains(r.machines.Names, m.Name):
			return fmt.Errorf("--machine %s: nothing of it is run without %s", m.Name, strings.Join(m.Units, ", "))
		}
		changed[m.Name] = &fewer
	}
	r.options.Machines.Changed = changed
	return nil
}
