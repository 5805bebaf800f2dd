package config

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// machine is a machine document that was read and is not yet resolved.
type machine struct {
	*spec.Machine
	at    source.Span // of the document
	units []*node     // the names of its units; nil where they were left out
	given bool        // whether the document has the key units
	z     *node       // nil where the document names no Z
	path  string      // of the document's file
	reactive
	ways
}

// isMachine tells whether a YAML document describes a machine, which its first key
// shows.
func isMachine(n *node) bool {
	return n.isMap() && len(n.fields) > 0 && n.fields[0].key.yaml.Value == "machine"
}

// readMachine reads one YAML document of a machine.
func readMachine(c *collector, n *node, path string) *machine {
	m := &machine{Machine: &spec.Machine{Objects: 1}, at: n.span(), path: path}
	c.readObject(n, "a machine", slices.Concat(m.reactive.entries(), m.ways.entries(c, m), []entry{
		{"machine", func(n *node) { m.Name, m.At = c.name(n, "the name of a machine"), n.span() }},
		{"units", func(n *node) {
			m.given, m.units = true, c.callees(n)
			if n.isList() && len(n.items) == 0 {
				c.fail(n.span(),
					"units is empty: expected the names of units, or no units at all for those of the system under test")
			}
		}},
		{"sequences", func(n *node) { m.Sequences = readSequences(c, n) }},
		{"length", func(n *node) { m.Length = readLength(c, n) }},
		{"objects", func(n *node) {
			m.Objects = int(c.integer(n, "the number of objects that a sequence is about", 1, maxObjects))
		}},
		{"z", func(n *node) { m.z = n }},
	})...)
	if !m.At.IsValid() {
		missing(c, m.at, "machine", "the name of the machine")
	}
	m.checkInputs(c)
	return m
}

// readSequences reads the number of sequences that a machine runs.
func readSequences(c *collector, n *node) int {
	return int(c.integer(n, "the number of sequences of a machine", 1, maxSequences))
}

// readLength reads the number of steps of a sequence.
func readLength(c *collector, n *node) int {
	return int(c.integer(n, "the number of steps of a sequence", 1, maxLength))
}

// relateMachines resolves the machines. The units' schemas must have been read before.
func (l *loader) relateMachines(byName map[string]*unit) {
	first := map[string]*machine{}
	for _, m := range l.machines {
		if before := first[m.Name]; before != nil && m.Name != "" {
			l.collector.errs = append(l.collector.errs,
				source.Errorf(m.At, "the machine %q is specified twice", m.Name).WithPlace(before.At,
					"first specified here"))
			continue
		}
		first[m.Name] = m
		if m.reactive.anyEntry() != nil {
			(&reactiveReader{loader: l}).relate(m, byName)
			if m.Reactive != nil {
				l.relateWays(m, byName)
			}
			continue
		}
		if known := len(l.collector.errs); m.given {
			l.setNamedUnits(m, byName)
		} else if l.setAllUnits(m); len(l.collector.errs) > known {
			continue
		}
		l.checkState(m, byName)
		l.relateWays(m, byName)
	}
}

// setNamedUnits sets the units of a machine to those that its document names.
func (l *loader) setNamedUnits(m *machine, byName map[string]*unit) {
	var sut *node
	for _, n := range m.units {
		name := n.yaml.Value
		u := byName[name]
		switch {
		case u == nil:
			l.collector.fail(n.span(), "there is no unit %q%s", name, source.DidYouMean(name, keysOf(byName)))
		case u.SUT == "":
			l.collector.fail(n.span(), "%s is not written yet: a machine runs units of a system under test", name)
		case sut != nil && byName[sut.yaml.Value].SUT != u.SUT:
			l.collector.errs = append(l.collector.errs,
				source.Errorf(n.span(), "%s is of the system under test %s: a machine has the units of one",
					name, u.SUT).WithPlace(sut.span(), "%s is of %s", sut.yaml.Value, byName[sut.yaml.Value].SUT))
		default:
			m.Units = append(m.Units, name)
			if sut == nil {
				sut = n
			}
		}
	}
}

// setAllUnits sets the units of a machine whose document names none: all units with a state of
// the only system under test.
func (l *loader) setAllUnits(m *machine) {
	var suts []string
	for _, u := range l.units {
		if u.SUT == "" || u.Op == nil || len(u.Op.State.Vars) == 0 {
			continue
		}
		if l.project.suts[u.SUT] == nil {
			return // which is reported
		}
		if !slices.Contains(suts, u.SUT) {
			suts = append(suts, u.SUT)
		}
		m.Units = append(m.Units, u.Name)
	}
	if len(suts) > 1 {
		slices.Sort(suts)
		l.collector.fail(m.at,
			"the units of several systems under test have a state (%s): expected units with the names of those of one",
			strings.Join(suts, ", "))
	}
}

// checkState reports a machine without a state, and variables to which two of its units
// give different types.
func (l *loader) checkState(m *machine, byName map[string]*unit) {
	types, owner := map[string]zed.Type{}, map[string]string{}
	complete := true
	for _, name := range m.Units {
		u := byName[name]
		if u == nil || u.Op == nil {
			complete = false
			continue
		}
		for _, v := range u.Op.State.Vars {
			base := zed.BaseName(v.Name)
			switch before, known := types[base]; {
			case !known:
				types[base], owner[base] = v.Type, name
			case !zed.SameType(before, v.Type):
				l.collector.fail(m.At, "%s has %s of type %s, and %s has it of type %s: they share no state",
					owner[base], base, before, name, v.Type)
			}
		}
	}
	if len(types) == 0 && complete && len(l.collector.errs) == 0 {
		l.collector.fail(m.At, "no unit of the machine %s has a state", m.Name)
	}
}

// listMachines returns the machines in the form of package spec, sorted by name.
func (l *loader) listMachines() []*spec.Machine {
	var out []*spec.Machine
	for _, m := range l.machines {
		out = append(out, m.Machine)
	}
	slices.SortFunc(out, func(a, b *spec.Machine) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// keysOf returns the names of units, sorted.
func keysOf[T any](named map[string]T) []string {
	var out []string
	for name := range named {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
