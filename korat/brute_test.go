package korat_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/korat"
)

// brute are the types that testdata/brute.py counts, with the same bounds.
var brute = []wanted{
	{pkg: "sentinel", typ: "List", bounds: "Element=2; List.len=0..2; Element.Value=0..1"},
	{pkg: "trie", typ: "Trie", bounds: "node=3; node.children.keys=97..98"},
	{pkg: "skiplist", typ: "List", bounds: "node=2; node.key=1..2; List.level=0..2"},
	{pkg: "btree", typ: "Tree", bounds: "node=4; node.keys.len=0..2; node.keys[]=1..3; node.children.len=0..3"},
	{pkg: "graph", typ: "Graph", bounds: "Node=4; Node.color=0..1"},
	{pkg: "lru", typ: "Cache", bounds: "entry=3; Cache.items.keys=1..3; entry.key=1..3; entry.value=0; " +
		"Cache.capacity=1..3"},
	{pkg: "listcache", typ: "Cache", bounds: "list.Element=3; entry=3; Cache.items.keys=1..3; entry.key=1..3; " +
		"entry.value=0; Cache.capacity=1..3; list.Element.Value=entry; list.List.len=0..3"},
	{pkg: "listcache", typ: "Queue", bounds: "list.Element=3; entry=3; Queue.items.keys=1..3; entry.key=1..3; " +
		"entry.value=0; list.Element.Value=entry; list.List.len=0..3"},
}

// TestBrute: a program in another language that tries everything counts as many structures.
func TestBrute(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3, in which the other program is written")
	}
	out, err := exec.Command(python, "testdata/brute.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	counts := strings.Fields(string(out))
	if len(counts) != 2*len(brute) {
		t.Fatalf("the other program counts %q", counts)
	}
	for i, w := range brute {
		w.search = korat.Search{Count: true}
		_, outcome, err := w.enumerate()
		if err != nil {
			t.Errorf("%s: %v", w.pkg, err)
		} else if counts[2*i] != w.pkg || counts[2*i+1] != fmt.Sprint(outcome.Found) {
			t.Errorf("%s: the search finds %d structures, the other program says %q", w.pkg, outcome.Found, counts[2*i:2*i+2])
		}
	}
}
