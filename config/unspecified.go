package config

import (
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// markUnspecified finds the units of which nothing is specified yet. That must be written down, as skeletons have it:
// their schema has true for its predicate. A schema of declarations alone is a specification. So is all by which a unit
// is judged beside its schema: the relation of a reactive system, a grey-box specification, refusals, properties, and
// what it stands in for.
func markUnspecified(system *spec.System) {
	judged := map[string]bool{}
	for _, m := range system.Machines {
		if m.Reactive == nil {
			continue
		}
		for _, u := range m.Units {
			judged[u] = true
		}
	}
	for _, u := range system.Units {
		_, body, _ := system.Spec.Definition(u.Schema)
		u.Unspecified = statesTrue(body) && u.Op.IsBlank() && !judged[u.Name] && u.Greybox == nil && u.Rejects == nil &&
			len(u.Refines) == 0 && len(u.Properties) == 0
	}
}

// statesTrue tells whether a schema is written with the predicate true.
func statesTrue(body zed.Expr) bool {
	s, ok := body.(*zed.Schema)
	if !ok {
		return false
	}
	truth, ok := s.Text.Pred.(*zed.Truth)
	return ok && truth.Value
}
