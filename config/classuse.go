package config

import (
	"errors"
	"slices"

	"github.com/ttf-int/ttf-int/graph"
	"github.com/ttf-int/ttf-int/source"
)

// takeClasses takes the classes out of what units say that they use: their specifications are not schemas, so that
// nothing of what the paper asks of a callee is asked of them. A unit that has the name of a class is what is meant.
func (l *loader) takeClasses() {
	isUnit := func(name string) bool {
		return slices.ContainsFunc(l.units, func(u *unit) bool { return u.Name == name })
	}
	for _, u := range l.units {
		isClass := func(n *node) bool {
			return !isUnit(n.yaml.Value) && slices.ContainsFunc(l.classes, func(k *class) bool {
				return k.Name == n.yaml.Value
			})
		}
		for _, n := range u.uses {
			if isClass(n) {
				u.ofClasses = append(u.ofClasses, n)
			}
		}
		if len(u.ofClasses) == 0 {
			continue
		}
		u.uses = slices.DeleteFunc(slices.Clone(u.uses), isClass)
		u.declared = len(u.uses) > 0 // which units it uses, it does not say then
		u.Classes = sortTexts(u.ofClasses)
	}
}

// checkMixedCycles reports a cycle of the uses relation that goes through units and classes. Cycles of units alone, or
// of classes alone, are reported elsewhere.
func (l *loader) checkMixedCycles() {
	relation, place := map[string][]string{}, map[graph.Edge]source.Span{}
	for _, u := range l.units {
		for _, name := range u.Uses {
			relation[u.Name] = append(relation[u.Name], name)
		}
		for _, n := range u.ofClasses {
			to := graph.NodeOfClass(n.yaml.Value)
			relation[u.Name] = append(relation[u.Name], to)
			place[graph.Edge{Unit: u.Name, Uses: to}] = n.span()
		}
	}
	if len(place) == 0 {
		return
	}
	for _, k := range l.classes {
		from := graph.NodeOfClass(k.Name)
		for _, name := range k.Uses {
			to := name
			if slices.ContainsFunc(l.classes, func(o *class) bool { return o.Name == name }) {
				to = graph.NodeOfClass(name)
			}
			relation[from] = append(relation[from], to)
		}
	}
	_, err := graph.New(relation).Layers()
	var cycle *graph.CycleError
	if !errors.As(err, &cycle) {
		return
	}
	var located *source.Error
	for _, e := range cycle.Edges() {
		at, is := place[e]
		switch {
		case !is:
		case located == nil:
			located = source.Errorf(at, "the uses relation has a cycle: %s", err)
		default:
			located = located.WithPlace(at, "%s", e)
		}
	}
	if located != nil {
		l.collector.errs = append(l.collector.errs, located)
	}
}
