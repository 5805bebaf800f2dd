package value

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// MoreElements is how many elements more than its scope says a given type is tried
// with, and may have in a case that a person writes.
const MoreElements = 3

// Sizes says how many elements given types have, by the names of the types. A
// specification says nothing of it, so that it holds of one case, or of one search.
type Sizes map[string]int

// Names returns the given types that have a size, in order.
func (s Sizes) Names() []string { return slices.Sorted(maps.Keys(s)) }

// String returns the sizes as one line, and "" where there are none: BOOK: 1, USER: 2.
func (s Sizes) String() string {
	parts := make([]string, 0, len(s))
	for _, name := range s.Names() {
		parts = append(parts, fmt.Sprintf("%s: %d", name, s[name]))
	}
	return strings.Join(parts, ", ")
}

// With returns the sizes of both, those of more where both have one.
func (s Sizes) With(more Sizes) Sizes {
	if len(more) == 0 {
		return s
	}
	out := maps.Clone(more)
	for name, n := range s {
		if _, ok := more[name]; !ok {
			out[name] = n
		}
	}
	return out
}
