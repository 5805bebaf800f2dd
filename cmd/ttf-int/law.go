package main

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/source"
)

// readLaws checks the flags of properties, and asks for their tests where the command line
// names no case, no unit and no machine.
func (r *testRun) readLaws(tests bool) error {
	l := &r.laws
	if tests && l.Tests < 1 {
		return fmt.Errorf("--tests %d: expected a number of tests", l.Tests)
	}
	if len(l.Names) > 0 || len(r.options.Units)+len(r.options.Cases)+len(r.machines.Names) == 0 {
		r.options.Laws = l
	}
	if len(l.Names) > 0 && len(r.machines.Names) == 0 {
		r.options.Machines = nil
	}
	return nil
}

// checkLaws reports properties that do not exist.
func (r *testRun) checkLaws(pl *planner.Planned) error {
	var known []string
	for _, l := range pl.System.Laws {
		known = append(known, l.Name)
	}
	for _, name := range r.laws.Names {
		if len(known) == 0 {
			return fmt.Errorf("there is no property %q: the project has none", name)
		}
		if !slices.Contains(known, name) {
			return fmt.Errorf("there is no property %q%s", name, source.DidYouMean(name, known))
		}
	}
	return nil
}
