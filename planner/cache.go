package planner

import (
	"encoding/hex"
	"strings"
	"sync/atomic"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/planner/fingerprint"
	"github.com/ttf-int/ttf-int/spec"
)

// Cache keeps the results of planning by a hash of all that they depend on, the program
// itself excepted. It may forget anything, but returns only what was kept under the
// same hash. It is safe for concurrent use.
type Cache interface {
	// Find returns the data that was kept under the key, or nil.
	Find(key string) []byte
	// Keep keeps data, which must not be changed afterwards.
	Keep(key string, data []byte)
}

// memory reads and writes what earlier plans found of units. A nil memory has nothing
// and keeps nothing.
type memory struct {
	cache    Cache
	system   *spec.System
	options  Options
	glossary *fingerprint.Glossary
	// closed says that nothing more is kept: a search ended for want of memory, and
	// later results may depend on that.
	closed atomic.Bool
}

func newMemory(system *spec.System, o Options) *memory {
	if o.Cache == nil {
		return nil
	}
	return &memory{cache: o.Cache, system: system, options: o, glossary: fingerprint.New(system.Globals)}
}

// keys are the keys under which the results about a unit are kept.
type keys struct {
	leaves string // a hash of all that the cases of its leaves depend on
	places string // a hash of the places of that in the files
}

// keysOf hashes all that the cases of a unit's leaves depend on: the unit with its
// callees unfolded, its testing tree, all that these name, and the limits of the
// search.
func (m *memory) keysOf(u *unit) keys {
	f := m.glossary.Begin()
	f.Add(m.options.Steps, budgetOf(m.system), m.options.Backend, m.system.Run.Cases, u.Unit.Unit, u.Tree)
	if u.Rejects != nil {
		f.Add(u.Rejects.FullSpan().Pos().String()) // reasons name it
	}
	h := f.Hash()
	return keys{hex.EncodeToString(h.Content[:]), hex.EncodeToString(h.Places[:])}
}

// choicesKey hashes all that the decisions for a unit's cases depend on: the unit and
// its callees with their cases, and the places of forced decisions.
func (m *memory) choicesKey(p *Planned, u *unit) string {
	f := m.glossary.Begin()
	f.Add(u.keys.leaves)
	for _, s := range u.Stubs {
		f.Add(s.Span.Pos().String())
	}
	for _, name := range u.Uses {
		if q := p.unit(name); q != nil {
			f.Add(name, q.keys.leaves)
		}
	}
	f.Add(u.listCoveringCases())
	h := f.Hash()
	return hex.EncodeToString(h.Content[:])
}

// listCoveringCases returns the ids of the cases that were added to meet leaves of callees.
func (u *unit) listCoveringCases() []string {
	var out []string
	for _, c := range u.Cases {
		if c.Covers != "" {
			out = append(out, c.ID+" "+c.Values().String())
		}
	}
	return out
}

// coverageKey returns a text that identifies all that the coverage of a unit depends
// on: its leaves, their places in the files, and the leaves that strengthening added.
func (u *unit) coverageKey() string {
	return strings.Join(append(u.appendPoints([]string{u.keys.leaves + u.keys.places}), u.listCoveringCases()...), " ")
}

// Fingerprints returns, by the name of each unit, a hash of all that its specification says: its schema with
// those of its callees unfolded, its testing tree, and all that these name; and by the names of machines
// and properties hashes of what they say, their units aside. Of what is unchanged it is the same in any
// plan of the same program.
func (p *Planned) Fingerprints() map[string]string {
	m := &memory{system: p.System, glossary: fingerprint.New(p.System.Globals)}
	out := map[string]string{}
	for _, u := range p.units {
		out[u.Name] = m.keysOf(u).leaves
	}
	add := func(name string, parts ...any) {
		f := m.glossary.Begin()
		f.Add(parts...)
		h := f.Hash()
		out[name] = hex.EncodeToString(h.Content[:])
	}
	for _, one := range p.System.Machines {
		add(one.Name, one, p.System.Init, p.System.Run)
	}
	for _, one := range p.System.Laws {
		add(one.Name, one)
	}
	for _, one := range p.Plan.Classes {
		add(one.Name, plan.FileClassOf(one), one.SUT)
	}
	for _, one := range p.System.Methods {
		add(one.Name, one)
	}
	return out
}
