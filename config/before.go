package config

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
)

// before says that the states before the cases of a unit are structures: state: korat, or state: {korat: Tree}.
type before struct {
	at        source.Span
	structure *node // which ones; nil: those of the only document that describes some
	many      int   // how many of them for each case, at most; 0: as by default
}

// fromStructures is the only way to make the states before cases that a unit can name.
const fromStructures = "korat"

// maxStructures is the largest number of structures with which a case may be run: each is run for itself.
const maxStructures = 1 << 20

// readBefore reads how the states before the cases of a unit are made; nil where it does not say so.
func readBefore(c *collector, n *node) *before {
	out := &before{at: n.span()}
	if n.isMap() {
		c.readObject(n, "what makes the states before cases",
			entry{fromStructures, func(n *node) {
				if c.nonempty(n, "a package and a type of it, or a type that another document describes") != "" {
					out.structure = n
				}
			}},
			entry{"structures", func(n *node) {
				out.many = int(c.integer(n, "a number of structures", 1, maxStructures))
			}})
		if !slices.ContainsFunc(n.fields, func(f field) bool { return f.key.yaml.Value != "structures" }) {
			missing(c, n.span(), "korat", "which structures the states are")
		}
		if out.structure == nil {
			return nil
		}
		return out
	}
	switch text := c.nonempty(n, "korat, alone or as {korat: TYPE}"); text {
	case fromStructures:
		return out
	case "":
	default:
		c.fail(n.span(), "unknown state %q%s: expected korat, alone or as {korat: TYPE}", text,
			source.DidYouMean(text, []string{fromStructures}))
	}
	return nil
}

// relateBefore finds the structures that are the states before the cases of units.
func (l methodReader) relateBefore() {
	first := map[string]*spec.Structure{}
	for _, u := range l.loader.units {
		b := u.before
		if b == nil {
			continue
		}
		if u.SUT == "" {
			l.loader.collector.fail(b.at, "%s has no system under test, which would be put into these states", u.Name)
		}
		switch all := l.loader.structures; {
		case b.structure != nil:
			u.Before = l.structureOf(b.structure)
		case len(all) == 1:
			u.Before = all[0]
		case len(all) == 0:
			l.loader.collector.fail(b.at, "no document describes a structure: expected one that begins with structure, or "+
				"state: {korat: TYPE} with a package and a type of it")
		default:
			l.loader.collector.fail(b.at, "several documents describe structures: expected state: {korat: TYPE}, which "+
				"says which of them")
		}
		u.Structures = b.many
		if u.Before == nil {
			continue
		}
		if known := first[u.Before.Type]; known != nil {
			u.Before = known // units of a type that no document describes share what it has
		}
		first[u.Before.Type] = u.Before
	}
}
