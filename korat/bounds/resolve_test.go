package bounds

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"
)

const typesText = `package p

type Tree struct {
	root  *node
	size  uint8
	tags  []string
	edges map[*node]bool
	names map[string]int
	live  bool
	rate  float64
	any   any
	wait  chan int
	inner point
	grid  [2]int
}

type node struct {
	left *node
	home *point
	self *Tree
}

type point struct{ x, y int }
`

// resolve resolves bounds for Tree, as name=text with semicolons between them.
func resolve(t *testing.T, text string, size int) (*Bounds, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "p.go", typesText, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{}).Check("p", set, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var settings []Setting
	for _, s := range strings.Split(text, ";") {
		if name, value, is := strings.Cut(s, "="); is {
			settings = append(settings, Setting{Name: strings.TrimSpace(name), Text: value, Flag: "--bound " + s})
		}
	}
	return Resolve(pkg.Scope().Lookup("Tree").Type().(*types.Named), nil, settings, size)
}

// linesOf returns bounds as a person would write them.
func linesOf(b *Bounds) string {
	var out strings.Builder
	for _, l := range b.Lines {
		out.WriteString(l.Name + ": " + l.Text + "\n")
	}
	return out.String() + "zero: " + strings.Join(b.Zero, ", ")
}

// TestResolve: what nobody sets has its default, what somebody sets is so, and what is wrong is said.
func TestResolve(t *testing.T) {
	t.Parallel()
	b, err := resolve(t, "", 2)
	const want = `Tree.root: nil, node
Tree.size: 0..2
Tree.tags.len: 0..2
Tree.tags[]: "", "a"
Tree.edges.keys: node
Tree.edges[]: false, true
Tree.names.keys: "", "a"
Tree.names[]: 0..2
Tree.live: false, true
Tree.rate: 0..1
point.x: 0..2
point.y: 0..2
Tree.grid[]: 0..2
node: 2
node.left: nil, node
node.home: nil, Tree.inner, point
node.self: nil, Tree
point: 2
Tree: 1
zero: Tree.any, Tree.wait`
	if err != nil {
		t.Fatal(err)
	}
	if got := linesOf(b); got != want {
		t.Errorf("%s\nexpected\n%s", got, want)
	}
	var written []string
	for _, l := range b.Lines {
		written = append(written, l.Name+"="+l.Text)
	}
	again, err := resolve(t, strings.Join(written, ";"), 7)
	if err != nil || !reflect.DeepEqual(again.Space.Fields, b.Space.Fields) {
		t.Errorf("what is written is read as %v, %s", err, linesOf(again))
	}
	for _, c := range []struct{ text, wants string }{
		{"node=5; Tree.root=node", "Tree.root: node\n"},
		{"node=5", "node: 5\n"},
		{"Tree.size=3, 5..6", "Tree.size: 3, 5..6\n"},
		{"Tree.tags.len=nil, 0..1", "Tree.tags.len: nil, 0..1\n"},
		{`Tree.tags[]="x, y", "z"`, `Tree.tags[]: "x, y", "z"` + "\n"},
		{"Tree.any=nil, 1, node", "Tree.any: nil, node, 1\n"},
		{"Tree.edges=nil, map", "Tree.edges: nil, map\n"},
		{"node.home=Tree.inner", "node.home: Tree.inner\n"},
		{"Tree.inner.x=7; point.x=1", "Tree.rate: 0..1\npoint.x: 1\npoint.y: 0..1\nTree.inner.x: 7\n"},
	} {
		if b, err := resolve(t, c.text, 1); err != nil || !strings.Contains(linesOf(b), c.wants) {
			t.Errorf("%s: %v, expected %q", c.text, err, c.wants)
		}
	}
}

// TestWrong: each setting that is wrong is said with its name.
func TestWrong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, wants string }{
		{"nod=2", `there is no bound "nod"`},
		{"node=x", "expected how many objects there are"},
		{"Tree.size=300", "300"},
		{"Tree.inner.z=1", `there is no bound "Tree.inner.z"`},
		{"Tree.size=a", "a"},
		{"Tree.root=point", "point"},
		{"Tree.tags.len=-1", "a length is not negative"},
		{"Tree.edges=map, nil", "expected map, or nil, map"},
		{"Tree.live=maybe", "maybe"},
		{"Tree.tags[]=x", "x"},
	} {
		if _, err := resolve(t, c.text, 1); err == nil || !strings.Contains(err.Error(), c.wants) {
			t.Errorf("%s: got %v, expected %q", c.text, err, c.wants)
		}
	}
}
