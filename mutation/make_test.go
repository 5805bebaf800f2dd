package mutation

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// text is a package in which every kind of mutant has a place, and labels, literals and
// results stand where bodies are doubled.
const text = `package counter

type Counter struct{ n, most int }

func (c *Counter) Add(by int) bool {
	if by < 0 || c.n+by > c.most {
		return false
	}
	c.n += by
	return true
}

func (c *Counter) Fill(list []int) (added int) {
outer:
	for i, by := range list {
		for j := range i {
			if list[j] == by {
				continue outer
			}
			if !c.fits(list[j], by) {
				break
			}
		}
		if c.Add(by) {
			added++
		}
	}
	return added
}

func (c *Counter) fits(a, b int) bool { return !(a+b > c.most) }

func (c *Counter) Reset() { c.set(0, 9) }

func (c *Counter) set(n, most int) {
	defer c.noted()
	c.n, c.most = n, most
}

func (c *Counter) noted() {}

var double = func(n int) int { return -n * 2 }

func unused(n int) int {
	m := n + 1
	return m
}

func hang() int {
	for {
	}
}
`

func sample() *Package {
	return &Package{Path: "counter", Dir: "/p", Files: []File{{Path: "/p/counter.go", Text: []byte(text)}}}
}

// TestMake: the mutants of a package, each in one line.
func TestMake(t *testing.T) {
	t.Parallel()
	made, err := Make(sample(), 0, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range made.Mutants {
		got = append(got, fmt.Sprintf("%d %s %s: %s -> %s", m.Line, m.Function, m.Kind, m.Was, m.Now))
	}
	for _, want := range []string{
		"6 Counter.Add condition: by < 0 || c.n+by > c.most -> !(by < 0 || c.n+by > c.most)",
		"6 Counter.Add boundary: by < 0 -> by <= 0",
		"6 Counter.Add comparison: c.n+by > c.most -> c.n+by <= c.most",
		"6 Counter.Add connector: by < 0 || c.n+by > c.most -> by < 0 && c.n+by > c.most",
		"6 Counter.Add arithmetic: c.n+by -> c.n-by",
		"6 Counter.Add constant: 0 -> 1",
		"6 Counter.Add constant: 0 -> -1",
		"7 Counter.Add constant: false -> true",
		"9 Counter.Add assignment: c.n += by -> ",
		"9 Counter.Add arithmetic: c.n += by -> c.n -= by",
		"20 Counter.Fill arguments: c.fits(list[j], by) -> c.fits(by, list[j])",
		"21 Counter.Fill branch: break -> continue",
		"25 Counter.Fill arithmetic: added++ -> added--",
		"28 Counter.Fill result: added -> 0",
		"33 Counter.Reset call: c.set(0, 9) -> ",
		"33 Counter.Reset arguments: c.set(0, 9) -> c.set(9, 0)",
		"36 Counter.set call: defer c.noted() -> ",
		"42  arithmetic: -n -> n",
		"42  arithmetic: -n * 2 -> -n / 2",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("there is no mutant %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
	for _, m := range got {
		if strings.Contains(m, " unused result: ") {
			t.Errorf("the compiler refuses %q: m has no use then", m)
		}
	}
	for _, op := range Operators {
		if !slices.ContainsFunc(made.Mutants, func(m Mutant) bool { return m.Kind == op.Name }) {
			t.Errorf("the sample has no mutant of the kind %s", op.Name)
		}
	}
	if made.Places != len(made.Mutants)+made.Refused || made.Refused == 0 {
		t.Errorf("%d places, %d mutants, %d refused", made.Places, len(made.Mutants), made.Refused)
	}
}

// TestOverlay: the compiler takes the package with all mutants in it, and every mutant is
// in it once.
func TestOverlay(t *testing.T) {
	t.Parallel()
	made, err := Make(sample(), 0, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	all := ""
	for path, text := range made.Overlay {
		file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		all += string(text)
	}
	conf := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	if _, err := conf.Check("counter", set, files, nil); err != nil {
		t.Errorf("%v in\n%s", err, all)
	}
	for _, m := range made.Mutants {
		if n := strings.Count(all, fmt.Sprintf("\ncase %d:\n", m.ID)); n != 1 {
			t.Errorf("mutant %d is there %d times", m.ID, n)
		}
		if m.Place == 0 || !strings.Contains(all, fmt.Sprintf("%s(%d)", reachedName, m.Place)) {
			t.Errorf("nothing says that mutant %d is reached", m.ID)
		}
	}
}

// TestDrawn: fewer mutants are drawn under the seed, in the order of the text.
func TestDrawn(t *testing.T) {
	t.Parallel()
	drawn := func(seed uint64) []Mutant {
		made, err := Make(sample(), 8, seed, nil)
		if err != nil || len(made.Mutants) != 8 {
			t.Fatalf("%d mutants, %v", len(made.Mutants), err)
		}
		return made.Mutants
	}
	one := drawn(1)
	if !slices.Equal(one, drawn(1)) {
		t.Error("the same seed gives other mutants")
	}
	if slices.Equal(one, drawn(2)) {
		t.Error("another seed gives the same mutants")
	}
	if !slices.IsSortedFunc(one, func(a, b Mutant) int { return a.Line - b.Line }) {
		t.Errorf("not in the order of the text: %+v", one)
	}
}

// TestWrong: a package that is not a correct one is refused with the place.
func TestWrong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"package p\nfunc f() int { return x }": "/p.go:2:23: undefined: x",
		"package p\nfunc f( {":                 "/p.go:2:9: ",
	} {
		if _, err := Make(&Package{Path: "p", Files: []File{{"/p.go", []byte(text)}}}, 0, 1, nil); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// TestOwners: a function belongs to the units that are bound to it, and what they call to
// them, up to functions of other units.
func TestOwners(t *testing.T) {
	t.Parallel()
	bound := Bindings([]File{{"/sut/main.go", []byte(`package main

import "github.com/ttf-int/ttf-int/sut"

var units = []sut.Unit[T]{
	{Name: "add", Func: func(t *T, n int) bool { return t.c.Add(n) }, Params: sut.Names{"n?"}},
	{Name: "fill", Func: (*Counter).Fill},
	{Name: "reset", Func: reset},
	{Name: "reset", Func: func(t *T) { t.c.Reset() }},
}
`)}, {"/other.go", []byte(`package other

var x = T{Name: "fill", Func: add}
`)}})
	if got, want := fmt.Sprint(bound), "map[add:[Add] fill:[Fill] reset:[Reset reset]]"; got != want {
		t.Errorf("bound: got %s, want %s", got, want)
	}
	made, err := Make(sample(), 0, 1, bound)
	if err != nil {
		t.Fatal(err)
	}
	want := "map[Counter.Add:[add] Counter.Fill:[fill] Counter.Reset:[reset] Counter.fits:[fill] Counter.noted:[reset] Counter.set:[reset]]"
	if got := fmt.Sprint(made.Owners); got != want {
		t.Errorf("owners: got %s, want %s", got, want)
	}
}

// TestDocumented: the page about mutants has a row for every kind of mistake.
func TestDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "docs", "mutants.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range Operators {
		row := fmt.Sprintf("| `%s` | %s |", op.Name, strings.ReplaceAll(op.Doc, "|", `\|`))
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/mutants.md has no row %s", row)
		}
	}
}

// TestPlaces: an operand that need not be evaluated is a place of its own, and so is a
// statement in a branch: mutants of one place share it.
func TestPlaces(t *testing.T) {
	t.Parallel()
	made, err := Make(sample(), 0, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	place := func(line int, was string) int {
		i := slices.IndexFunc(made.Mutants, func(m Mutant) bool { return m.Line == line && m.Was == was })
		if i < 0 {
			t.Fatalf("there is no mutant of %s in line %d", was, line)
		}
		return made.Mutants[i].Place
	}
	whole, operand, branch := place(6, "by < 0"), place(6, "c.n+by > c.most"), place(7, "false")
	if whole == operand || operand == branch || whole == branch || operand != place(6, "c.n+by") {
		t.Errorf("the places are %d, %d and %d, and %d", whole, operand, branch, place(6, "c.n+by"))
	}
}
