package graph

import (
	"slices"

	"github.com/ttf-int/ttf-int/spec"
)

// Uses returns the graph of the uses of a system's units, without the uses that were
// cut.
func Uses(system *spec.System) *Graph {
	uses := make(map[string][]string, len(system.Units))
	for _, u := range system.Units {
		uses[u.Name] = nil
		for _, name := range u.Uses {
			if !slices.Contains(u.Cut, name) {
				uses[u.Name] = append(uses[u.Name], name)
			}
		}
	}
	return New(uses)
}
