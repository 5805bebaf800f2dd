package korat_test

import (
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/korat"
)

// TestParallel: several processes find the same structures in the same order, and try as many candidates.
func TestParallel(t *testing.T) {
	t.Parallel()
	for _, w := range []wanted{
		{pkg: "bintree", typ: "Tree", bounds: "node=6; Tree.size=0..6"},
		{pkg: "linkedlist", typ: "List", bounds: "entry=7; object=6; List.size=6"},
		{pkg: "heaparray", typ: "Heap", size: 4},
		{pkg: "graph", typ: "Graph", bounds: "Node=3; Node.color=0..1"}, // which is not divided
		{pkg: "reads", typ: "Shape", size: 1},                           // which has few parts
	} {
		want, one, err := w.enumerate()
		if err != nil {
			t.Error(err)
			continue
		}
		for n := 2; n <= 4; n++ {
			w.search = korat.Search{Parallel: n}
			w.fast = n == 3 && w.pkg != "reads" // one in which something cannot be undone
			got, several, err := w.enumerate()
			if err != nil || !slices.Equal(got, want) || several.Candidates != one.Candidates ||
				several.Found != one.Found || !several.Complete {
				t.Errorf("%s.%s in %d processes: %v, %d structures, %+v, expected %d, %+v", w.pkg, w.typ, n, err, len(got),
					several, len(want), one)
			}
		}
	}
}
