package main

import (
	"context"
	"fmt"

	"github.com/ttf-int/ttf-int/machine"
	"github.com/ttf-int/ttf-int/machine/reactive"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

const (
	// maxSequences and maxLength are the largest values of --sequences and --length,
	// the same as in the YAML files.
	maxSequences = 1_000_000
	maxLength    = 10_000
)

// readMachines checks the flags of machines, and asks for sequences where the command
// line names no case and no unit.
func (r *testRun) readMachines(sequences, length bool) error {
	m := &r.machines
	if sequences && (m.Sequences < 1 || m.Sequences > maxSequences) {
		return fmt.Errorf("--sequences %d: expected a number from 1 to %d", m.Sequences, maxSequences)
	}
	if length && (m.Length < 1 || m.Length > maxLength) {
		return fmt.Errorf("--length %d: expected a number of steps from 1 to %d", m.Length, maxLength)
	}
	if len(m.Names) > 0 || len(r.options.Units)+len(r.options.Cases) == 0 {
		r.options.Machines = m
	}
	return nil
}

// checkMachines reports machines that do not exist, and machines that have no state in
// which a sequence can begin.
func (r *testRun) checkMachines(ctx context.Context, pl *planner.Planned) error {
	var known []string
	for _, m := range pl.System.Machines {
		known = append(known, m.Name)
	}
	for _, name := range r.machines.Names {
		if len(known) == 0 {
			return fmt.Errorf("there is no machine %q: the project has none", name)
		}
		of := findMachine(pl.System, name)
		if of == nil {
			return fmt.Errorf("there is no machine %q%s", name, source.DidYouMean(name, known))
		}
		if len(of.Units) == 0 {
			return fmt.Errorf("the machine %s has no apply, so that nothing runs: `ttf-int conform` holds machines against "+
				"each other", name)
		}
	}
	if r.options.Machines == nil {
		if flag := r.ways.given(); flag != "" {
			return fmt.Errorf("%s is about machines, and none is run", flag)
		}
		return nil
	}
	if err := r.changeMachines(pl.System); err != nil {
		return err
	}
	var errs source.Errors
	for _, of := range pl.System.Machines {
		if of.Reactive != nil {
			if _, err := reactive.New(of.Name, of.Reactive, pl.System); err != nil {
				errs = append(errs, source.Errorf(of.At, "%v", err))
			}
			continue
		}
		e := pl.Engine()
		if _, err := machine.New(of, e.Oracle, e.Solver).FindInitial(ctx); err != nil {
			errs = append(errs, source.Errorf(of.At, "the machine %s has no state to begin in: %v", of.Name, err))
		}
	}
	return errs.Err()
}

// findMachine returns the machine with the given name; nil where there is none.
func findMachine(system *spec.System, name string) *spec.Machine {
	for _, m := range system.Machines {
		if m.Name == name {
			return m
		}
	}
	return nil
}
