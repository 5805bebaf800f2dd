package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// completion is what a shell can complete: the names of a kind of things in the project.
type completion func(*spec.System) []string

// completeWith returns the function that cobra asks for completions. Where the project cannot be read
// there are none: a shell shows no messages.
func (p *project) completeWith(list completion) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		if p.dir != "" && os.Chdir(p.dir) != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		system, err := p.load(false)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var out []string
		for _, name := range list(system) {
			if strings.HasPrefix(name, begun) {
				out = append(out, name)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeFirst is completeWith for a command's only argument.
func (p *project) completeFirst(list completion) cobra.CompletionFunc {
	complete := p.completeWith(list)
	return func(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(c, args, begun)
	}
}

// listUnits lists the units.
func listUnits(system *spec.System) []string {
	var out []string
	for _, u := range system.Units {
		out = append(out, u.Name)
	}
	return out
}

// listMachines lists the machines.
func listMachines(system *spec.System) []string {
	var out []string
	for _, m := range system.Machines {
		out = append(out, m.Name)
	}
	return out
}

// listSubjects lists what can be run by its name: units, machines, properties and classes.
func listSubjects(system *spec.System) []string {
	out := append(listUnits(system), listMachines(system)...)
	for _, l := range system.Laws {
		out = append(out, l.Name)
	}
	for _, c := range system.Classes {
		out = append(out, c.Name)
	}
	for _, m := range system.Methods {
		out = append(out, m.Name)
	}
	return out
}

// listCases lists the cases of the last run that is kept, and what has no cases of its own but can be
// shown: making a plan would take too long while somebody waits for a key.
func listCases(system *spec.System) []string {
	var out []string
	if run, _, err := store.ReadLatest(system); err == nil && run != nil {
		for r := range run.All() {
			out = append(out, r.Case)
		}
	}
	return append(out, listSubjects(system)...)
}

// addCompletions has shells complete the names of the project where commands and their flags want
// them.
func (a *app) addCompletions(root *cobra.Command) {
	arguments := map[string]completion{"tree": listUnits, "cases": listUnits, "explain": listCases,
		"why": listUnits}
	flags := map[string]map[string]completion{
		"run":   {"unit": listSubjects, "case": listCases, "machine": listMachines},
		"graph": {"machine": listMachines},
	}
	for _, c := range root.Commands() {
		if list := arguments[c.Name()]; list != nil {
			c.ValidArgsFunction = a.project.completeFirst(list)
		}
		if c.Name() == "watch" { // it takes any number of names
			c.ValidArgsFunction = a.project.completeWith(listSubjects)
		}
		for name, list := range flags[c.Name()] {
			// It fails only where the flag does not exist, which TestCompletions would see.
			_ = c.RegisterFlagCompletionFunc(name, a.project.completeWith(list))
		}
	}
}
