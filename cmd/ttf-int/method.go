package main

import (
	"context"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

// findMethod returns the unit on structures with the given name; nil where there is none.
func findMethod(system *spec.System, name string) *spec.Method {
	for _, m := range system.Methods {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// structureIn returns the unit and the structure that the id of a case names, unit~structure.
func structureIn(system *spec.System, id string) (of *spec.Method, structure string, is bool) {
	name, structure, is := strings.Cut(id, "~")
	of = findMethod(system, name)
	return of, structure, is && of != nil
}

// loadMethods reads the Go code of units that are specified on structures, and asks for their tests where the command
// line names nothing else.
func (r *testRun) loadMethods(ctx context.Context, system *spec.System) error {
	m, o := &r.methods, &r.options
	var err error
	if units := unitsOf(o); len(units) > 0 || len(m.Names) == 0 {
		if o.Before, err = runner.LoadBefore(ctx, system, units); err != nil {
			return err
		}
	}
	others := len(o.Units) + len(o.Cases) + len(r.machines.Names) + len(r.laws.Names) + len(r.classes.Names)
	if len(system.Methods) == 0 || len(m.Names) == 0 && others > 0 {
		return nil
	}
	if m.Loaded, err = runner.LoadMethods(ctx, system, m.Names); err != nil {
		return err
	}
	o.Methods = m
	return nil
}

// unitsOf returns the units that the command line names, alone or by cases of theirs; none where it names nothing.
func unitsOf(o *runner.Options) []string {
	out := slices.Clone(o.Units)
	for _, id := range o.Cases {
		unit, _, _ := strings.Cut(id, "/")
		unit, _, _ = strings.Cut(unit, "@")
		out = append(out, unit)
	}
	return out
}
