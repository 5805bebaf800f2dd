package rewrite

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// rejectingText has functions whose names say whether their false is the predicate's: yes or no, with a number.
const rejectingText = `package p

func predicate(n int) bool {
	if !yes1(n) || !(yes2(n)) {
		return false
	}
	if !no1(n) {
		n++
	}
	if no2(n) {
		return false
	}
	all := no3(n)
	if !all && !no4(n) {
		return false
	}
	f := func() bool { return no5(n) }
	if no6(n) || f() {
		return table[0](n)
	}
	return (n == 0 || yes3(n)) && yes4(n)
}

var table = []func(int) bool{no7}

func yes1(n int) bool { return n > 1 }
func yes2(n int) bool { return n > 2 && yes2(n-1) }
func yes3(n int) bool { return n > 3 }
func yes4(n int) bool { return n > 4 }
func no1(n int) bool  { return no8(n) }
func no2(n int) bool  { return n > 2 }
func no3(n int) bool  { return n > 3 }
func no4(n int) bool  { return n > 4 }
func no5(n int) bool  { return n > 5 }
func no6(n int) bool  { return n > 6 }
func no7(n int) bool  { return n > 7 }
func no8(n int) bool  { return n > 8 }
`

// TestRejecting: the false of a function is the predicate's where whoever calls it returns false at once.
func TestRejecting(t *testing.T) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "p.go", rejectingText, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Types: map[ast.Expr]types.TypeAndValue{}}
	pkg, err := (&types.Config{}).Check("p", set, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	all := reach([]*packages.Package{{Fset: set, Syntax: []*ast.File{file}, Types: pkg, TypesInfo: info}},
		[]*types.Func{pkg.Scope().Lookup("predicate").(*types.Func)})
	var got []string
	for f := range findRejecting(all) {
		got = append(got, f.Name())
	}
	slices.Sort(got)
	if want := []string{"predicate", "yes1", "yes2", "yes3", "yes4"}; !slices.Equal(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
}
