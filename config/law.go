package config

import (
	"cmp"
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// law is a property document that was read and is not yet resolved.
type law struct {
	*spec.Law
	at  source.Span // of the document
	sut *node       // nil: it was left out
}

// isLaw tells whether a YAML document describes a property, which its first key shows.
func isLaw(n *node) bool {
	return n.isMap() && len(n.fields) > 0 && n.fields[0].key.yaml.Value == "property"
}

// readLaw reads one YAML document of a property.
func readLaw(c *collector, n *node) *law {
	l := &law{Law: &spec.Law{}, at: n.span()}
	c.readObject(n, "a property",
		entry{"property", func(n *node) { l.Name, l.At = c.name(n, "the name of a property"), n.span() }},
		entry{"sut", func(n *node) { l.SUT, l.sut = c.name(n, "the name of a system under test"), n }},
		entry{"tests", func(n *node) { l.Tests = int(c.integer(n, "the number of tests of a property", 1, maxTests)) }},
		entry{"discards", func(n *node) {
			l.Discards = int(c.integer(n, "the number of values that a property discards", 1, maxTests))
		}},
	)
	if !l.At.IsValid() {
		missing(c, l.at, "property", "the name of the property")
	}
	return l
}

// relateLaws finds the systems under test of the properties, whose names are given sorted.
func (l *loader) relateLaws(suts []string) {
	first := map[string]*law{}
	for _, one := range l.laws {
		if before := first[one.Name]; before != nil && one.Name != "" {
			l.collector.errs = append(l.collector.errs,
				source.Errorf(one.At, "the property %q is specified twice", one.Name).WithPlace(before.At,
					"first specified here"))
			continue
		}
		first[one.Name] = one
		one.SUT = l.findSUT(one.SUT, one.sut, one.at, suts, "test a property")
	}
}

// listLaws returns the properties in the form of package spec, sorted by name.
func (l *loader) listLaws() []*spec.Law {
	var out []*spec.Law
	for _, one := range l.laws {
		out = append(out, one.Law)
	}
	slices.SortFunc(out, func(a, b *spec.Law) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
