package planner

import (
	"encoding/hex"
	"strings"
	"sync/atomic"

	"github.com/ttf-int/ttf-int/spec"
)

// Cache keeps what planning found, by a hash of all that it depends on but the
// program itself. It may forget anything; what it finds is what was kept. It is
// safe for concurrent use.
type Cache interface {
	// Find returns what was kept under the key, or nil.
	Find(key string) []byte
	// Keep keeps data, which is not changed any more.
	Keep(key string, data []byte)
}

// memory is what is known of units from earlier plans. A nil one knows nothing.
type memory struct {
	cache    Cache
	system   *spec.System
	options  Options
	glossary *glossary
	// closed says that nothing more is kept: something was given up for want of
	// memory, and what is found from then on may depend on that.
	closed atomic.Bool
}

func newMemory(system *spec.System, o Options) *memory {
	if o.Cache == nil {
		return nil
	}
	return &memory{cache: o.Cache, system: system, options: o, glossary: newGlossary(system.Globals)}
}

// keys are the keys of what is kept of a unit.
type keys struct {
	leaves string // what the cases of its leaves depend on
	places string // where in the files that stands
}

// keysOf hashes all that the leaves' cases depend on: the unit, callees unfolded
// in it, its testing tree, what they name, and the limits of the search.
func (m *memory) keysOf(u *unit) keys {
	f := m.glossary.fingerprint()
	f.add(m.options.Steps, budgetOf(m.system), m.options.Backend, m.system.Run.Cases, u.Unit.Unit, u.Tree)
	if u.Rejects != nil {
		f.add(u.Rejects.All().Pos().String()) // reasons name it
	}
	h := f.hashes()
	return keys{hex.EncodeToString(h.content[:]), hex.EncodeToString(h.places[:])}
}

// choicesKey hashes all that decisions depend on: the unit and its callees, each
// with its cases, and where a decision was forced.
func (m *memory) choicesKey(p *Planned, u *unit) string {
	f := m.glossary.fingerprint()
	f.add(u.keys.leaves)
	for _, s := range u.Stubs {
		f.add(s.Span.Pos().String())
	}
	for _, name := range u.Uses {
		if q := p.unit(name); q != nil {
			f.add(name, q.keys.leaves)
		}
	}
	f.add(u.covering())
	h := f.hashes()
	return hex.EncodeToString(h.content[:])
}

// covering names the cases that were added for leaves of callees.
func (u *unit) covering() []string {
	var out []string
	for _, c := range u.Cases {
		if c.Covers != "" {
			out = append(out, c.ID+" "+c.Values().String())
		}
	}
	return out
}

// coverageKey names all that the coverage of a unit depends on: its leaves, where
// they stand in the files, and what strengthening added, which is named after
// what it is.
func (u *unit) coverageKey() string {
	return strings.Join(append(u.added([]string{u.keys.leaves + u.keys.places}), u.covering()...), " ")
}
