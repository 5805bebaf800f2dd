package rewrite

import (
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

var update = flag.Bool("update", false, "write the golden files")

// before stands before the body of each predicate.
const before = `package p

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

var (
	_ = maps.Copy[map[int]int, map[int]int]
	_ = sort.Ints
	_ sync.WaitGroup
	known = map[int]bool{}
	asked = new(int)
	clock = time.Now
	begun = time.Now()
	tests = []func(*Tree) bool{func(t *Tree) bool { return t.size == 0 }, (*Tree).isOne}

	_ = fmt.Sprint
	_ = os.Getenv
	_ = slices.Max[[]int]
	_ = time.Now
	_ = atomic.LoadInt64
	_ unsafe.Pointer
	calls int
)

type Tree struct {
	base
	root  *node
	size  int
	count int64
	list  []int
	ring  [2]int
	edges map[*node]int
	names map[string]*node
	any   any
	inner point
}

type base struct{ depth int }

type point struct{ x, y int }

func (p point) sum() int { return p.x + p.y }

func (p *point) move() { p.x++ }

type node struct {
	left, right *node
	info        int
}

func (n *node) walk(seen map[*node]bool) bool { return n == nil || seen[n] }

func (t *Tree) isOne() bool { return t.size == 1 }

func (t *Tree) RepOK() bool {
`

// rewriteBody rewrites a predicate with a body. It returns its new body, and what is complained of and slow.
func rewriteBody(set *token.FileSet, from types.Importer, body string, resume bool) (string, *Result, error) {
	text := before + "\t" + strings.ReplaceAll(body, "\n", "\n\t") + "\n}\n"
	file, err := parser.ParseFile(set, "p.go", text, parser.ParseComments)
	if err != nil {
		return "", nil, err
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}}
	c := types.Config{Importer: from}
	pkg, err := c.Check("example.com/p", set, []*ast.File{file}, info)
	if err != nil {
		return "", nil, err
	}
	tree := pkg.Scope().Lookup("Tree").Type()
	predicate, _, _ := types.LookupFieldOrMethod(types.NewPointer(tree), true, pkg, "RepOK")
	in := Input{Hooks: "example.com/hooks", Types: []types.Type{tree}, Roots: []*types.Func{predicate.(*types.Func)},
		Packages: []*packages.Package{{PkgPath: "example.com/p", Fset: set, Syntax: []*ast.File{file}, Types: pkg,
			TypesInfo: info}},
		Resume: resume, Read: func(string) ([]byte, error) { return []byte(text), nil }}
	out, err := Rewrite(in)
	if err != nil {
		return "", nil, err
	}
	_, after, _ := strings.Cut(string(out.Files["p.go"]), "RepOK() bool {\n")
	after, _, _ = strings.Cut(after, "\n}\n")
	return strings.ReplaceAll(strings.TrimPrefix(after, "\t"), "\n\t", "\n"), out, nil
}

// TestRules: each rule of rewriting gives the text that the golden file has, and the same lines are complained of. A
// part of that is a name, a body and what becomes of it; "resume" in the name: in a text for a search that resumes
// runs.
func TestRules(t *testing.T) {
	const golden = "testdata/rules.txt"
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	set := token.NewFileSet()
	from := importer.Default()
	for _, part := range strings.Split(string(data), "#### ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		body, _, _ := strings.Cut(rest, "=>\n")
		body = strings.TrimSpace(body)
		after, out, err := rewriteBody(set, from, body, strings.Contains(name, "resume"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		fmt.Fprintf(&b, "#### %s\n%s\n=>\n%s\n", name, body, after)
		first := strings.Count(before, "\n")
		for _, p := range out.Problems {
			fmt.Fprintf(&b, "complains of line %d: %s\n", p.Place.Line-first, p.Text)
		}
		for _, p := range out.Slow {
			fmt.Fprintf(&b, "slow is line %d: %s\n", p.Place.Line-first, p.Text)
		}
		b.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, want := strings.Split(b.String(), "\n"), strings.Split(string(data), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%s differs in line %d: got %q, expected %q", golden, i+1,
				got[min(i, len(got)):min(i+1, len(got))], want[min(i, len(want)):min(i+1, len(want))])
		}
	}
}

// TestLinesStay: what is rewritten has each statement in the line in which it was.
func TestLinesStay(t *testing.T) {
	body := "for _, v := range t.list {\n\tif v > t.size {\n\t\treturn false\n\t}\n}\nreturn t.root == nil"
	after, _, err := rewriteBody(token.NewFileSet(), importer.Default(), body, false)
	if err != nil || strings.Count(after, "\n") != strings.Count(body, "\n") ||
		!slices.Contains(strings.Split(after, "\n"), "\t\treturn false") {
		t.Errorf("%v:\n%s", err, after)
	}
}
