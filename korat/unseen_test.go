package korat_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/korat"
)

// others are types of all kinds, with bounds that are small enough for every candidate to be tried.
var others = []wanted{
	{pkg: "bintree", typ: "Tree", size: 2},
	{pkg: "heaparray", typ: "Heap", size: 3},
	{pkg: "linkedlist", typ: "List", size: 2},
	{pkg: "searchtree", typ: "Tree", size: 2},
	{pkg: "treemap", typ: "Map", size: 1, bounds: "Entry=2; Entry.value=nil"},
	{pkg: "disjset", typ: "Set", size: 2, bounds: "Set.elements[]=record"},
	{pkg: "fibheap", typ: "Heap", size: 1},
	{pkg: "sentinel", typ: "List", bounds: "Element=2; List.len=0..2; Element.Value=0..1"},
	{pkg: "trie", typ: "Trie", size: 2, bounds: "node.children.keys=97..98"},
	{pkg: "skiplist", typ: "List", bounds: "node=2; node.key=1..2; List.level=0..2"},
	{pkg: "btree", typ: "Tree", bounds: "node=2; node.keys.len=0..1; node.keys[]=1..2; node.children.len=0,2"},
	{pkg: "graph", typ: "Graph", bounds: "Node=2; Node.color=0..1"},
	{pkg: "graph", typ: "Numbered", bounds: "Numbered.edges.keys=1..3; Numbered.edges[].len=0..2; Numbered.edges[][]=1..3"},
	{pkg: "lru", typ: "Cache", bounds: "entry=2; Cache.items.keys=1..2; entry.key=1..2; entry.value=0; Cache.capacity=1..2"},
	{pkg: "reads", typ: "Wide", size: 1, bounds: "Wide.flag=true; Wide.small=0; Wide.real=1"},
	{pkg: "reads", typ: "Wide", predicate: "RepOK2", size: 1,
		bounds: "Wide.flag=true; Wide.small=0; Wide.real=1; Wide.text=\"\"; part.deep.z=false"},
	{pkg: "reads", typ: "Boxed", size: 1, bounds: "Boxed.any=nil, 1, \"a\", Leaf; Leaf=2"},
	{pkg: "reads", typ: "Pair", predicate: "IsPair", args: "int", size: 2},
	{pkg: "reads", typ: "Wide", predicate: "Follows", size: 2},
	{pkg: "reads", typ: "Shape", size: 1},
	{pkg: "reads", typ: "Sliced", predicate: "Slices", size: 1},
	{pkg: "reads", typ: "Sliced", predicate: "Converts", size: 1, bounds: "Sliced.list.len=0..2"},
	{pkg: "reads", typ: "Grid", size: 1, bounds: `Grid.cells.keys.name="a", "{b, c}"`},
	{pkg: "reads", typ: "Word", size: 1, bounds: "Word.r='a'..'e', 'i'"},
	{pkg: "reads", typ: "Flags", size: 2},
	{pkg: "reads", typ: "Visits", size: 2, bounds: "hop.n=0..1"},
}

// slow says of some predicates why a search cannot go on from snapshots.
var slow = map[string]string{
	"reads.Wide RepOK2":   "reads.go:86: what sort.Strings writes cannot be undone",
	"reads.Sliced Slices": "slices.go:18: what (*sync.Mutex).Lock writes cannot be undone",
	"reads.Pair IsPair":   "reads.go:150: what a range statement assigns to x cannot be undone",
	"reads.Shape ":        "reads.go:187: what a range statement assigns to variables of its function cannot be undone",
	"reads.Visits ":       "visits.go:42: what delete takes from a map cannot be undone",
}

// TestEvery: trying every candidate gives the same structures, none of them isomorphic to another. A search that goes
// on from snapshots finds the same ones in the same order, after as many candidates; or it says what it cannot undo.
func TestEvery(t *testing.T) {
	t.Parallel()
	for _, w := range others {
		name := w.pkg + "." + w.typ + " " + w.predicate
		found, faithful, err := w.enumerate()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkFast(t, name, w, found, faithful)
		w.search = korat.Search{Every: true}
		every, outcome, err := w.enumerate()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		slices.Sort(found)
		slices.Sort(every)
		if len(every) == 0 || !slices.Equal(found, every) {
			t.Errorf("%s: the search gives %d structures, all %d candidates %d", name, len(found), outcome.Candidates,
				len(every))
		}
	}
}

// checkFast holds a search that goes on from snapshots against one that does not.
func checkFast(t *testing.T, name string, w wanted, want []string, faithful *korat.Outcome) {
	t.Helper()
	w.fast = true
	got, fast, err := w.enumerate()
	switch why := slow[name]; {
	case why != "":
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: got %v, expected %s", name, err, why)
		}
	case err != nil:
		t.Errorf("%s: %v", name, err)
	case !slices.Equal(got, want) || fast.Candidates != faithful.Candidates || fast.Found != faithful.Found ||
		fast.Panics != faithful.Panics || !fast.Complete:
		t.Errorf("%s: %d structures, %+v, expected %d, %+v", name, len(got), fast, len(want), faithful)
	}
}
