package affected

import (
	"path/filepath"
	"slices"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// Passed has what passed in earlier runs. The zero value says that nothing did.
type Passed struct {
	prints map[string]string // the fingerprints of what passed, by its name
}

// Note notes which files have changed. Where one of them is the project's own file, or none
// from which its specifications are read, as the files of a program are, nothing is known to
// pass any more.
func (p *Passed) Note(files *config.Files, changed []string) {
	for _, path := range changed {
		if path == files.Path || !isSpecification(files, path) {
			p.prints = nil
		}
	}
}

// isSpecification tells whether a file is one of those that were read, or would be.
func isSpecification(files *config.Files, path string) bool {
	_, read := files.Read[path]
	return read || slices.ContainsFunc(files.Patterns, func(pattern string) bool {
		is, _ := filepath.Match(pattern, path)
		return is
	})
}

// Choose returns what is to run of the named units, machines and properties, or of all where
// none is named. all is true where none is named and everything is to run.
func (p *Passed) Choose(pl *planner.Planned, names []string) (chosen []string, all bool) {
	stale := p.findStale(pl)
	all = len(names) == 0
	for _, name := range listSubjects(pl.System) {
		switch {
		case stale[name] && (len(names) == 0 || slices.Contains(names, name)):
			chosen = append(chosen, name)
		default:
			all = false
		}
	}
	return chosen, all
}

// findStale returns the units, machines and properties that are not known to pass as they
// are now planned, with all that they use, call or consist of.
func (p *Passed) findStale(pl *planner.Planned) map[string]bool {
	prints, stale := pl.Fingerprints(), map[string]bool{}
	for _, name := range listSubjects(pl.System) {
		before, passed := p.prints[name]
		stale[name] = !passed || before != prints[name]
	}
	isStale := func(name string) bool { return stale[name] }
	for again := true; again; { // until no unit that is not stale uses or calls one that is
		again = false
		for _, u := range pl.Units {
			if !stale[u.Name] && slices.ContainsFunc(slices.Concat(u.Uses, u.Calls, u.Classes), isStale) {
				stale[u.Name], again = true, true
			}
		}
	}
	for _, m := range pl.System.Machines {
		stale[m.Name] = stale[m.Name] || slices.ContainsFunc(m.Units, isStale)
	}
	return stale
}

// Learn notes what passed of the given names in a run of the plan.
func (p *Passed) Learn(pl *planner.Planned, run *result.Run, names []string) {
	if p.prints == nil {
		p.prints = map[string]string{}
	}
	prints, failed := pl.Fingerprints(), map[string]bool{}
	for r := range run.All() {
		if r.Verdict != result.Pass {
			failed[r.Unit] = true
		}
	}
	for _, m := range run.Machines {
		failed[m.Machine] = m.Verdict != result.Pass
	}
	for _, l := range run.Laws {
		failed[l.Property] = l.Verdict != result.Pass
	}
	for _, c := range run.Classes {
		failed[c.Class] = c.Verdict != result.Pass
	}
	for _, m := range run.Methods {
		failed[m.Unit] = m.Verdict != result.Pass
	}
	for _, name := range names {
		if delete(p.prints, name); !failed[name] && len(run.Machinery) == 0 {
			p.prints[name] = prints[name]
		}
	}
}

// listSubjects lists what runs by its name: units, those on structures included, machines, but for those that have
// no units and are only compared with others, properties, and classes.
func listSubjects(system *spec.System) []string {
	var out []string
	for _, u := range system.Units {
		out = append(out, u.Name)
	}
	for _, m := range system.Machines {
		if len(m.Units) > 0 {
			out = append(out, m.Name)
		}
	}
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
