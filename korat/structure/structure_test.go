package structure

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"go/parser"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/korat/search"
)

var update = flag.Bool("update", false, "write the golden files")

// layout is that of a root object with a value of each kind, and of two nodes that point to each other.
func layout() *search.Layout {
	value := func(text string) search.Choice { return search.Choice{Object: -1, Text: text} }
	object := func(n int) search.Choice { return search.Choice{Object: n, Text: fmt.Sprint("node#", n-1)} }
	none := search.Choice{Object: -1, Text: "nil", Nil: true}
	fixed := func(kind, typ string, c search.Choice) search.Node {
		return search.Node{Kind: kind, Type: typ, Cell: -1, Value: &c}
	}
	cell := func(typ string, n int) search.Node { return search.Node{Kind: "value", Type: typ, Cell: n} }
	list := search.Node{Kind: "slice", Type: "[]int", Cell: 3, Parts: []search.Node{cell("int", 4),
		fixed("value", "int", value("7"))}}
	names := search.Node{Kind: "map", Type: "map[string]*p.node", Cell: -1,
		Value: &search.Choice{Object: -1, Text: "map"}, Keys: []search.Choice{value(`"<a>"`), value(`"b"`)},
		There: []int{5, 6},
		Parts: []search.Node{cell("*p.node", 1), fixed("value", "*p.node", none)}}
	inner := search.Node{Kind: "struct", Type: "p.point", Cell: -1, Names: []string{"x", "f"}, Parts: []search.Node{
		fixed("value", "int", value("-1")), {Kind: "zero", Type: "func()", Cell: -1}}}
	root := search.Node{Kind: "struct", Type: "Tree", Cell: -1,
		Names: []string{"root", "list", "names", "inner", "empty"},
		Parts: []search.Node{cell("*p.node", 0), list,
			names, inner, fixed("slice", "[]*p.node", none)}}
	node := func(next, back int) search.Node {
		return search.Node{Kind: "struct", Type: "node", Cell: -1, Names: []string{"next", "home"},
			Parts: []search.Node{cell("*p.node", next), cell("*p.point", back)}}
	}
	home := search.Choice{Object: -1, Text: "Tree.inner", Inner: true}
	l := &search.Layout{Objects: []search.Node{root, node(7, 8), node(7, 8)}}
	for _, values := range [][]search.Choice{{none, object(1), object(2)}, {none, object(1), object(2)}, nil,
		{none, value("1"), value("2")}, {value("0"), value("5")}, {value("absent"), value("there")},
		{value("absent"), value("there")}, {none, object(1), object(2)}, {none, home}} {
		l.Cells = append(l.Cells, search.CellLayout{Values: values})
	}
	return l
}

// vectors are candidates of that layout.
var vectors = [][]int32{{0, 0, 0, 0, 0, 0, 0, 0, 0}, {2, 1, 0, 2, 1, 1, 1, 2, 1}, {1, 2, 0, 1, 0, 1, 0, 1, 0}}

// TestWriters: what is written of structures is as in the golden file, and can be read by those for whom it is.
func TestWriters(t *testing.T) {
	t.Parallel()
	const golden = "testdata/written.txt"
	var b strings.Builder
	for i, v := range vectors {
		s := Decode(layout(), v)
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "#### text\n%s\n#### JSON\n%s\n#### Go\n%s\n#### DOT\n%s#### SVG\n%s\n", s, data, s.Go(),
			s.DOT(fmt.Sprint(i)), s.SVG())
		if back, err := Parse(string(data)); err != nil || !isWritten(back, data) {
			t.Errorf("%s is read as %v, %v", data, back, err)
		}
		if _, err := parser.ParseExpr(s.Go()); err != nil {
			t.Errorf("%s is not Go: %v", s.Go(), err)
		}
		for d := xml.NewDecoder(strings.NewReader(s.SVG())); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s is not XML: %v", s.SVG(), err)
			}
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("expected %s to be\n%s", golden, b.String())
	}
}

// isWritten tells whether a structure is written as a text of JSON is.
func isWritten(s *Structure, as []byte) bool {
	data, err := json.Marshal(s)
	return err == nil && string(data) == string(as)
}

// TestParseErrors: what is not a structure is not read as one.
func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"", "{}", `{"objects":[]}`, `{"objects":[{"name":"a0","type":"b","fields":{}}]}`,
		`{"objects":[{"name":"a0","type":"a","fields":[]}]}`,
		`{"objects":[{"name":"a0","type":"a","fields":{"x":{"ref":"a1"}}}]}`,
		`{"objects":[{"name":"a0","type":"a","fields":{}},{"name":"a0","type":"a","fields":{}}]}`} {
		if s, err := Parse(line); err == nil {
			t.Errorf("%s is read as %v", line, s)
		}
	}
}

// TestNumbers: objects are numbered as they are reached, whichever of their class they are.
func TestNumbers(t *testing.T) {
	t.Parallel()
	for _, v := range [][]int32{{1, 0, 0, 0, 0, 0, 0, 0, 0}, {2, 0, 0, 0, 0, 0, 0, 0, 0}} {
		const want = "root: node0{next: nil, home: nil}"
		if got := Decode(layout(), v).String(); !strings.Contains(got, want) {
			t.Errorf("%v is %s, expected %s in it", v, got, want)
		}
	}
}
