package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// How long functions and files are at most, so that each can be read at once.
const (
	maxFunction = 70
	maxFile     = 500
)

// TestPartsAreShort: functions and files have few lines. A function that mostly is a switch, as
// long as there are kinds of what it is about, is read as a table, and may be longer.
func TestPartsAreShort(t *testing.T) {
	for _, f := range listWritten(t) {
		if n := strings.Count(string(f.data), "\n"); n > maxFile {
			t.Errorf("%s has %d lines, which is more than %d", f.path, n, maxFile)
		}
		for _, fn := range findLong(f.set, f.ast) {
			t.Errorf("%s: %s has more than %d lines", f.placeOf(fn), fn.Name.Name, maxFunction)
		}
	}
}

// findLong returns the functions of a file that have too many lines.
func findLong(set *token.FileSet, file *ast.File) []*ast.FuncDecl {
	const beside = 20 // lines beside the switches of a function that is read as a table
	linesOf := func(n ast.Node) int { return set.Position(n.End()).Line - set.Position(n.Pos()).Line + 1 }
	var out []*ast.FuncDecl
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || linesOf(fn) <= maxFunction {
			continue
		}
		rest := linesOf(fn)
		for _, s := range fn.Body.List {
			switch s.(type) {
			case *ast.SwitchStmt, *ast.TypeSwitchStmt:
				rest -= linesOf(s)
			}
		}
		if rest > beside {
			out = append(out, fn)
		}
	}
	return out
}

func TestLongFunctionsAreFound(t *testing.T) {
	many := strings.Repeat("\t_ = 1\n", maxFunction)
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "q.go", "package p\n\nfunc Short() {\n}\n\nfunc Long() {\n"+many+
		"}\n\nfunc Table() {\n\tswitch {\n\tcase true:\n"+many+"\t}\n}\n", parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if long := findLong(set, file); len(long) != 1 || long[0].Name.Name != "Long" {
		t.Errorf("functions that are too long: got %d, want Long", len(long))
	}
}
