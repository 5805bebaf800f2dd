package planner

import (
	"encoding/hex"

	"github.com/ttf-int/ttf-int/planner/fingerprint"
	"github.com/ttf-int/ttf-int/spec"
)

// Prints returns hashes of what a project's specifications say, by the names of units, machines, properties, classes
// and units on structures: of what stands there, nothing is planned for it. Units are without their callees but for
// what their schemas consist of. The hash of another project's specification is the same where it says the same,
// wherever it stands in its files; that of a class only where all files are the same.
func Prints(system *spec.System) map[string]string {
	g, out := fingerprint.New(system.Globals), map[string]string{}
	add := func(name string, parts ...any) {
		f := g.Begin()
		f.Add(parts...)
		h := f.Hash()
		out[name] = hex.EncodeToString(h.Content[:])
	}
	for _, u := range system.Units {
		add(u.Name, u, system.Tactics, system.Recipes, system.Conditions, budgetOf(system))
	}
	for _, m := range system.Machines {
		add(m.Name, m, system.Init)
	}
	for _, l := range system.Laws {
		add(l.Name, l)
	}
	for _, c := range system.Classes {
		add(c.Name, system.Inputs) // a change of any file counts
	}
	for _, m := range system.Methods {
		add(m.Name, m, system.Structures)
	}
	return out
}
