package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ttf-int/ttf-int/report"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/store"
)

// readSubjects takes machines, properties and classes that --unit names, and sequences that --case
// names, for what they are: --unit depot asks for the sequences of the machine depot, and
// --case depot~5 for its fifth.
func (r *testRun) readSubjects(system *spec.System) error {
	o := &r.options
	var units, cases []string
	for _, name := range o.Units {
		switch {
		case system.Unit(name) != nil:
			units = append(units, name)
		case findMachine(system, name) != nil:
			r.machines.Names = append(r.machines.Names, name)
		case findLaw(system, name) != nil:
			r.laws.Names = append(r.laws.Names, name)
		case system.Class(name) != nil:
			r.classes.Names = append(r.classes.Names, name)
		case findMethod(system, name) != nil:
			r.methods.Names = append(r.methods.Names, name)
		default:
			units = append(units, name) // which is an error
		}
	}
	for _, id := range o.Cases {
		if r.readPair(system, result.CaseOf(id)) {
			continue
		}
		if m, structure, is := structureIn(system, result.CaseOf(id)); is {
			r.methods.Add(m.Name, structure)
			continue
		}
		of, number, err := sequenceIn(system, result.CaseOf(id))
		switch {
		case err != nil:
			return err
		case of == nil:
			cases = append(cases, id)
			continue
		case r.machines.Numbers == nil:
			r.machines.Numbers = map[string][]int{}
		}
		if !slices.Contains(r.machines.Names, of.Name) {
			r.machines.Names = append(r.machines.Names, of.Name)
		}
		r.machines.Numbers[of.Name] = append(r.machines.Numbers[of.Name], number)
	}
	o.Units, o.Cases = units, cases
	if len(r.machines.Names) > 0 {
		o.Machines = &r.machines
	}
	if len(r.laws.Names) > 0 {
		o.Laws = &r.laws
	}
	if len(r.classes.Names) > 0 {
		o.Classes = &r.classes
	}
	return nil
}

// sequenceIn returns the machine and number that the id of a sequence names, machine~number;
// nil where it names no machine of the project.
func sequenceIn(system *spec.System, id string) (of *spec.Machine, number int, err error) {
	name, text, ok := strings.Cut(id, "~")
	if of = findMachine(system, name); !ok || of == nil {
		return nil, 0, nil
	}
	if number, err = strconv.Atoi(text); err != nil || number < 1 || number > maxSequences {
		return nil, 0, fmt.Errorf("there is no sequence %q: expected a number from 1 to %d after %s~", id, maxSequences,
			name)
	}
	return of, number, nil
}

// findLaw returns the property with the given name; nil where there is none.
func findLaw(system *spec.System, name string) *spec.Law {
	for _, l := range system.Laws {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// explainSubject explains a machine, one of its sequences, or a property. It is false where
// the id names none of these.
func (e *explanation) explainSubject() (found bool, err error) {
	if strings.Contains(e.id, "/") { // it names a case of a unit, or of a callee in one
		return false, nil
	}
	system, err := e.project.load(false)
	if err != nil {
		return true, err
	}
	subject := &report.Subject{System: system, ID: e.id}
	if subject.Sequence, subject.Number, err = sequenceIn(system, result.CaseOf(e.id)); err != nil {
		return true, err
	}
	subject.Machine, subject.Law = findMachine(system, e.id), findLaw(system, e.id)
	if subject.Method = findMethod(system, e.id); subject.Method == nil {
		subject.Method, subject.Structure, _ = structureIn(system, result.CaseOf(e.id))
	}
	if subject.Sequence == nil && subject.Machine == nil && subject.Law == nil && subject.Method == nil {
		return false, nil
	}
	if subject.Run, subject.From, err = e.planning.readKept(system); err != nil {
		return true, err
	}
	return true, e.console.write(func(w io.Writer) error {
		if e.console.json {
			return subject.WriteJSON(w)
		}
		return subject.WriteText(w, style(e.console.stdout))
	})
}

// readKept returns the latest run that was kept, nil where there is none, and what to say of it.
func (p *planning) readKept(system *spec.System) (*result.Run, report.Source, error) {
	from := report.Source{Command: p.project.command()}
	run, info, err := store.ReadLatest(system)
	switch {
	case errors.Is(err, store.ErrNoRun):
		return nil, from, nil
	case err != nil:
		return nil, report.Source{}, blameMachinery(err)
	}
	from.Run, from.Tool = run.Started, run.Tool
	from.Stale, from.Unfinished, from.Unreadable = info.Changed, !info.Finished, info.Unreadable
	return run, from, nil
}
