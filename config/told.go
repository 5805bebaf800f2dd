package config

import (
	"fmt"
	"maps"
	"sort"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// AddReported returns the system with the values that programs under test report for its
// constants. An error about a program's answer is one for which the project's files are
// not to blame; a value that breaks an axiom is a source.Errors.
func AddReported(system *spec.System, told []spec.Constant) (*spec.System, error) {
	if len(told) == 0 {
		return system, nil
	}
	out := *system
	globals := *system.Globals
	globals.Consts, globals.Defined, globals.Facts = maps.Clone(system.Globals.Consts),
		maps.Clone(system.Globals.Defined), nil
	globals.Partly = maps.Clone(system.Globals.Partly)
	out.Globals = &globals
	by := map[string]spec.Constant{}
	for _, c := range system.Constants {
		by[c.Name] = c
	}
	for _, c := range told {
		if err := exists(c.Value, c.Type, system.Spec, &globals); err != nil {
			return nil, fmt.Errorf("the system under test %s: the constant %s: %w", c.By, c.Name, err)
		}
		if known, ok := by[c.Name]; ok {
			if known.Value.Equal(c.Value) {
				continue
			}
			return nil, fmt.Errorf("the system under test %s: %w", c.By, known.CheckReport(c))
		}
		by[c.Name], globals.Consts[c.Name] = c, c.Value
	}
	axioms := axiomsOf(system.Spec)
	without, _ := findContradicted(system.Spec, axioms, system.Globals)
	giveStated(system.Spec, axioms, &globals, without)
	makePartial(system.Spec, &globals, func(name string) bool { return by[name].From == spec.Told })
	if err := findBroken(system.Spec, axioms, &globals, func(name string) (source.Span, string) {
		if c := by[name]; c.From == spec.Told {
			return source.Span{}, fmt.Sprintf("the system under test %s says %s = %s", c.By, name, c.Text())
		}
		return source.Span{}, ""
	}); err != nil {
		return nil, err
	}
	out.Constants, out.Loose = nil, nil
	for _, v := range system.Spec.Globals() {
		if c, known := by[v.Name]; known {
			out.Constants = append(out.Constants, c)
		} else if x := globals.Consts[v.Name]; x.Kind() != value.Nothing {
			out.Constants = append(out.Constants, spec.Constant{Item: spec.NewItem(v.Name, v.Type, x),
				From: spec.Stated})
		}
	}
	sort.Slice(out.Constants, func(i, j int) bool { return out.Constants[i].Name < out.Constants[j].Name })
	var vars []zed.Var
	for _, l := range system.Loose {
		if _, has := globals.Consts[l.Name]; !has && globals.Defined[l.Name] == nil {
			out.Loose, vars = append(out.Loose, l), append(vars, l.Var)
		}
	}
	out.About = spec.NewAxioms(system.Spec, &globals, axioms).PredicatesOn(vars)
	return &out, nil
}
