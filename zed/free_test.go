package zed

import (
	"maps"
	"slices"
	"testing"
)

// TestMergeNames: a merged list holds what either list holds, sorted and once, for all lists of
// few names, and neither list is changed.
func TestMergeNames(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c", "d", "e"}
	choose := func(set int) (out []string) {
		for i, name := range names {
			if set>>i&1 == 1 {
				out = append(out, name)
			}
		}
		return out
	}
	for i := range 1 << len(names) {
		for j := range 1 << len(names) {
			a, b := choose(i), choose(j)
			held := map[string]bool{}
			for _, name := range slices.Concat(a, b) {
				held[name] = true
			}
			if got, want := MergeNames(a, b), slices.Sorted(maps.Keys(held)); !slices.Equal(got, want) {
				t.Errorf("%v and %v: %v, want %v", a, b, got, want)
			}
			if !slices.Equal(a, choose(i)) || !slices.Equal(b, choose(j)) {
				t.Fatalf("%v and %v became %v and %v", choose(i), choose(j), a, b)
			}
		}
	}
}
