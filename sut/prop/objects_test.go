package prop

import (
	"strings"
	"testing"
)

// graph has each kind of value that a structure may have.
type graph struct {
	home   vertex
	first  *vertex
	peers  map[*vertex]int
	named  map[string]bool
	any    any
	list   []*vertex
	number *int
	weight float64
	run    func()
	note   string
}

type vertex struct {
	next *vertex
	back *graph
	tag  string
}

const graphLine = `{"objects":[{"name":"graph0","type":"graph","fields":{"home":{"next":{"ref":"vertex0"},"back":null,` +
	`"tag":""},"first":{"ref":"vertex0"},"peers":[{"key":{"ref":"vertex0"},"value":1},{"key":{"ref":"vertex1"},"value":2}],` +
	`"named":[{"key":"a","value":true}],"any":{"ref":"vertex1"},"list":[{"ref":"vertex1"},null],"weight":0.5}},` +
	`{"name":"vertex0","type":"vertex","fields":{"next":{"ref":"graph0","field":"home"},"back":{"ref":"graph0"},"tag":"x"}},` +
	`{"name":"vertex1","type":"vertex","fields":{"next":{"ref":"vertex0"},"back":null,"tag":"y\"<"}}]}`

// TestObjects: what was built of a line is written as one from which the same is built; objects keep their names, new
// ones get names that nothing has had, and what is no longer reached is left out.
func TestObjects(t *testing.T) {
	t.Parallel()
	made := graph{note: "beside"}
	objects, err := Build(&made, graphLine)
	if err != nil {
		t.Fatal(err)
	}
	line, err := objects.Line()
	if err != nil {
		t.Fatal(err)
	}
	var again graph
	others, err := Build(&again, line)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := others.Line(); err != nil || back != line || again.note != "beside" {
		t.Errorf("%v: written as\n%s\nand then as\n%s", err, line, back)
	}
	made.named, made.weight, made.run = nil, 2, func() {}
	made.first = &vertex{back: &made, tag: "new"}
	clear(made.peers)
	made.any, made.list, made.number = 7, nil, new(int)
	made.home.next = made.first
	after, err := objects.Line()
	if err != nil {
		t.Fatal(err)
	}
	for text, is := range map[string]bool{`"name":"vertex2","type":"vertex"`: true, `"name":"vertex0"`: false,
		`"name":"vertex1"`: false, `"peers":[]`: true, `"any":7`: true, `"list":null`: true, `"number":0`: true,
		`"run"`: false} {
		if strings.Contains(after, text) != is {
			t.Errorf("%s: %s is in it: %v, expected %v", after, text, !is, is)
		}
	}
	made.note = strings.Repeat("x", maxLine)
	if line, err := objects.Line(); err == nil {
		t.Errorf("a structure of %d bytes is written", len(line))
	}
}
