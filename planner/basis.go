package planner

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
)

// Bases returns, by the name of each unit, a hash of all that verdicts on its cases rest on beside the case, the
// program and the decisions: what its specification says, what those of the units say that it uses, calls or shares
// state with, directly or through others, and the tool that judges. Where units stand in a cycle of calls, all of
// them rest on all.
func (p *Planned) Bases(tool string) map[string]string {
	prints, out := p.Fingerprints(), map[string]string{}
	for _, u := range p.units {
		h := sha256.New()
		fmt.Fprintf(h, "%d:%s%s", len(tool), tool, prints[u.Name])
		for _, name := range p.Below(u.Name) {
			fmt.Fprintf(h, " %s=%s", name, prints[name])
		}
		out[u.Name] = hex.EncodeToString(h.Sum(nil)[:16])
	}
	return out
}

// Below returns the names, sorted, of the units that a unit uses, calls or shares state with, directly or through
// others, without itself.
func (p *Planned) Below(unit string) []string {
	seen := map[string]bool{unit: true}
	for todo := []string{unit}; len(todo) > 0; {
		u := p.Unit(todo[0])
		todo = todo[1:]
		if u == nil {
			continue
		}
		for _, name := range slices.Concat(u.Uses, u.Calls, u.Shares) {
			if !seen[name] {
				seen[name] = true
				todo = append(todo, name)
			}
		}
	}
	delete(seen, unit)
	return slices.Sorted(maps.Keys(seen))
}
