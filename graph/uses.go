package graph

import "github.com/ttf-int/ttf-int/spec"

// Uses returns the graph of what the units of a system use and call.
func Uses(system *spec.System) *Graph {
	uses := make(map[string][]string, len(system.Units))
	for _, u := range system.Units {
		uses[u.Name] = u.Uses
	}
	return New(uses)
}
