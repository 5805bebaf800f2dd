package value

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// MoreElements is how many elements more than its scope says a given type may have in a
// search, and in a case that a person writes.
const MoreElements = 3

// Sizes has the numbers of elements of given types, by their names. A specification
// does not say them, so that they hold only for one case or one search.
type Sizes map[string]int

// Names returns the given types that have a size, sorted.
func (s Sizes) Names() []string { return slices.Sorted(maps.Keys(s)) }

// String returns the sizes in one line, BOOK: 1, USER: 2; "" where there are none.
func (s Sizes) String() string {
	parts := make([]string, 0, len(s))
	for _, name := range s.Names() {
		parts = append(parts, fmt.Sprintf("%s: %d", name, s[name]))
	}
	return strings.Join(parts, ", ")
}

// Merge returns the sizes in s and more; where both have one, that of more.
func (s Sizes) Merge(more Sizes) Sizes {
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
