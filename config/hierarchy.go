package config

import (
	"errors"
	"slices"

	"github.com/ttf-int/ttf-int/graph"
	"github.com/ttf-int/ttf-int/source"
)

// checkRelations checks the relations between units: first that the declared uses are a
// hierarchy and then, if they are, what the schemas say of them.
func (l *loader) checkRelations() {
	if !l.cut && !l.hierarchy(declaredUses) || l.spec == nil || l.misformed {
		return
	}
	l.resolve()
	if l.hierarchy(allUses) {
		classReader{loader: l}.checkMixedCycles()
	}
}

// declaredUses returns the uses that the YAML file of a unit lists.
func declaredUses(u *unit) []string { return sortTexts(u.uses) }

// allUses returns the uses of a unit, those that only its schema shows included.
func allUses(u *unit) []string { return u.Uses }

// hierarchy tells whether a uses relation is a hierarchy. A cycle in it is reported, or
// cut where the project was loaded with LoadCut; then a hierarchy is left.
func (l *loader) hierarchy(uses func(*unit) []string) bool {
	byName, relation := map[string]*unit{}, map[string][]string{}
	for _, u := range l.units {
		byName[u.Name] = u
		relation[u.Name] = nil
	}
	for _, u := range l.units {
		relation[u.Name] = slices.DeleteFunc(slices.Clone(uses(u)),
			func(name string) bool { return byName[name] == nil })
	}
	_, err := graph.New(relation).Layers()
	var cycle *graph.CycleError
	if !errors.As(err, &cycle) {
		return true
	}
	if l.cut {
		for _, e := range cycle.Cut {
			u := byName[e.Unit]
			u.Cut = append(u.Cut, e.Uses)
		}
		return true
	}
	var located *source.Error
	for _, e := range cycle.Edges() {
		at := byName[e.Unit].placeOfUse(e.Uses)
		if located == nil {
			located = source.Errorf(at, "the uses relation has a cycle: %s", e)
			continue
		}
		located = located.WithPlace(at, "%s", e)
	}
	first := cycle.Cut[0]
	l.collector.errs = append(l.collector.errs, located.WithPlace(byName[first.Unit].placeOfUse(first.Uses),
		"%s; plan --break-cycles shows what it costs", cycle.Advice()))
	return false
}

// placeOfUse returns the place where a unit's file says that it uses the named unit, or the
// place of the unit's own name where only its schema says so.
func (u *unit) placeOfUse(name string) source.Span {
	for _, n := range u.uses {
		if n.yaml.Value == name {
			return n.span()
		}
	}
	return u.At
}
