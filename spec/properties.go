package spec

import "slices"

// ListProperties returns the properties of the project and of all units, each of them
// once.
func (s *System) ListProperties() []Property {
	out := slices.Clone(s.Properties)
	for _, u := range s.Units {
		for _, p := range u.Properties {
			if !p.IsIn(out) {
				out = append(out, p)
			}
		}
	}
	return out
}

// IsIn tells whether the property is in a list.
func (p Property) IsIn(list []Property) bool {
	return slices.ContainsFunc(list, func(q Property) bool { return q.Schema == p.Schema })
}
