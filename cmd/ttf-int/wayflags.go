package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// waysFlags are the flags that say how the inputs of machines are chosen, and what is to be
// reached.
type waysFlags struct {
	inputs   string
	extra    int
	hasExtra bool
	goals    []string
}

// listInputs lists the ways to choose inputs.
func listInputs() string {
	var all []string
	for _, one := range spec.AllInputs {
		all = append(all, string(one))
	}
	return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}

// read checks the flags as far as that takes no machine.
func (f *waysFlags) read(inputs, extra, length bool) error {
	f.hasExtra = extra
	if way := spec.Inputs(f.inputs); inputs && !slices.Contains(spec.AllInputs, way) {
		var all []string
		for _, one := range spec.AllInputs {
			all = append(all, string(one))
		}
		return fmt.Errorf("--inputs %q: expected %s%s", f.inputs, listInputs(), source.DidYouMean(f.inputs, all))
	}
	if extra && (f.extra < 0 || f.extra > config.MaxExtra) {
		return fmt.Errorf("--extra %d: expected a number of states from 0 to %d", f.extra, config.MaxExtra)
	}
	if length && f.inputs == string(spec.Transitions) {
		return fmt.Errorf("--length: --inputs transitions says how long sequences are")
	}
	for _, goal := range f.goals {
		if strings.TrimSpace(goal) == "" {
			return fmt.Errorf("--goal %q: expected a predicate on the state or the outputs of a machine", goal)
		}
	}
	return nil
}

// given returns the first of the flags that is given; "" where none is.
func (f *waysFlags) given() string {
	switch {
	case f.inputs != "":
		return "--inputs"
	case f.hasExtra:
		return "--extra"
	case len(f.goals) > 0:
		return "--goal"
	}
	return ""
}

// text returns the flags as they are written on a command line.
func (f *waysFlags) text() string {
	var out []string
	if f.inputs != "" {
		out = append(out, "--inputs "+f.inputs)
	}
	if f.hasExtra {
		out = append(out, "--extra "+strconv.Itoa(f.extra))
	}
	for _, goal := range f.goals {
		out = append(out, "--goal "+shellWord(goal))
	}
	return strings.Join(out, " ")
}

// changeMachines sets how the machines that are run choose their inputs and what they are to
// reach, as the flags say. The error names what does not fit a machine.
func (r *testRun) changeMachines(system *spec.System) error {
	if r.ways.given() == "" {
		return nil
	}
	changed := map[string]*spec.Machine{}
	for _, m := range system.Machines {
		if len(m.Units) == 0 || len(r.machines.Names) > 0 && !slices.Contains(r.machines.Names, m.Name) {
			continue
		}
		one, err := r.ways.change(system, m)
		if err != nil {
			return err
		}
		changed[m.Name] = one
	}
	if len(changed) == 0 {
		return fmt.Errorf("%s is about machines, and the project has none", r.ways.given())
	}
	r.machines.Changed, r.machines.Flags = changed, r.ways.text()
	return nil
}

// change returns a machine as the flags have it.
func (f *waysFlags) change(system *spec.System, m *spec.Machine) (*spec.Machine, error) {
	out := *m
	if f.inputs != "" {
		out.Inputs = spec.Inputs(f.inputs)
	}
	switch proves := out.Inputs == spec.Transitions; {
	case proves && m.Objects > 1:
		return nil, fmt.Errorf("--inputs transitions is about one object, and the machine %s has %d: --machine names others",
			m.Name, m.Objects)
	case proves && f.inputs != "":
		out.Sequences, out.Length = 0, 0
	case f.hasExtra && !proves:
		return nil, fmt.Errorf("--extra is about proofs, and the inputs of the machine %s are %s: expected --inputs transitions",
			m.Name, out.Inputs)
	case !proves:
		out.Extra = 0
	}
	if f.hasExtra {
		out.Extra = f.extra
	}
	if len(f.goals) > 0 {
		out.Goals = nil
	}
	for _, text := range f.goals {
		goal, err := config.Goal(system, m, source.NewFile("--goal of "+m.Name, text).Whole())
		if err != nil {
			return nil, err
		}
		out.Goals = append(out.Goals, goal)
	}
	return &out, nil
}
