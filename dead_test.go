package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNoDeadExports looks for exported names that nothing but tests refers to. The SDK is
// exempt, whose users are elsewhere, and so are packages for tests.
func TestNoDeadExports(t *testing.T) {
	s := loadTyped(t)
	used := findReferred(s)
	var dead []string
	for id, o := range s.info.Defs {
		if o == nil || !o.Exported() || isExempt(o) {
			continue
		}
		folder := strings.TrimPrefix(o.Pkg().Path(), module+"/")
		name := folder + "." + o.Name()
		if !used[o] {
			dead = append(dead, fmt.Sprintf("%s: nothing uses %s", s.set.Position(id.Pos()), name))
		}
	}
	slices.Sort(dead)
	for _, d := range dead {
		t.Error(d)
	}
}

// findReferred returns what names refer to, by what was declared: an instance of something
// generic is that. A method that an interface asks for counts where the interface's does.
func findReferred(s *sources) map[types.Object]bool {
	out := map[types.Object]bool{}
	asked := map[string]bool{}
	for _, o := range s.info.Uses {
		if f, is := o.(*types.Func); is {
			o = f.Origin()
			if r := f.Signature().Recv(); r != nil && types.IsInterface(r.Type()) {
				asked[f.Name()] = true
			}
		}
		out[o] = true
	}
	for _, o := range s.info.Defs {
		if f, is := o.(*types.Func); is && f.Signature().Recv() != nil && asked[f.Name()] {
			out[o] = true
		}
	}
	return out
}

// isExempt tells whether an object may be exported without a use: what is not declared for a
// package, what an interface of the standard library asks for, and what others use.
func isExempt(o types.Object) bool {
	folder := strings.TrimPrefix(o.Pkg().Path(), module+"/")
	if o.Pkg().Name() == "main" || isWithin(folder, "sut") || isWithin(folder, "examples") ||
		folder == "korat/search" || // which is compiled into the modules of users
		strings.HasSuffix(folder, "test") {
		return true
	}
	if f, is := o.(*types.Func); is {
		r := f.Signature().Recv()
		if r == nil {
			return false
		}
		typ := r.Type()
		if p, is := typ.(*types.Pointer); is {
			typ = p.Elem()
		}
		named, is := typ.(*types.Named)
		return !is || !named.Obj().Exported() || slices.Contains(contracts, o.Name())
	}
	return o.Parent() != o.Pkg().Scope() || path.Base(folder) == "."
}

// TestExportsAreForOthers looks for exported functions and methods that only their own
// package and its own tests name. The SDK is exempt, whose users are elsewhere, and so are
// packages for tests, and tactics, which is what a tactic of another package is written in.
// Tests of other packages count as others, and so do templates, which find methods as the
// program runs.
func TestExportsAreForOthers(t *testing.T) {
	s := loadTyped(t)
	others := map[types.Object]bool{}
	asked := map[string]bool{} // by interfaces
	for _, o := range s.info.Defs {
		if f, is := o.(*types.Func); is && f.Signature().Recv() != nil &&
			types.IsInterface(f.Signature().Recv().Type()) {
			asked[f.Name()] = true
		}
	}
	for id, o := range s.info.Uses {
		if f, is := o.(*types.Func); is {
			o = f.Origin()
		}
		if o.Pkg() != nil && path.Join(module, path.Dir(s.set.Position(id.Pos()).Filename)) != o.Pkg().Path() {
			others[o] = true
		}
	}
	tested, templates := findNamedByTests(t), map[string]bool{}
	for _, f := range files(t, ".tmpl") {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\.([A-Z]\w*)`).FindAllStringSubmatch(string(text), -1) {
			templates[m[1]] = true
		}
	}
	for id, o := range s.info.Defs {
		f, is := o.(*types.Func)
		if !is || !o.Exported() || isExempt(o) || others[o] || f.Signature().Recv() != nil && asked[f.Name()] {
			continue
		}
		folder := strings.TrimPrefix(o.Pkg().Path(), module+"/")
		if isWithin(folder, "tactics") || f.Signature().Recv() != nil && templates[o.Name()] {
			continue
		}
		if !slices.ContainsFunc(tested[o.Name()], func(of string) bool { return of != folder }) {
			t.Errorf("%s: only its own package uses %s.%s", s.set.Position(id.Pos()), folder, o.Name())
		}
	}
}

// findNamedByTests returns, by what is selected of something in tests, the folders of these
// tests. A test in a package of its own beside the one that it tests has no folder.
func findNamedByTests(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, f := range goFiles(t) {
		if !strings.HasSuffix(f, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		folder := path.Dir(f)
		if strings.HasSuffix(file.Name.Name, "_test") {
			folder = ""
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if e, is := n.(*ast.SelectorExpr); is && !slices.Contains(out[e.Sel.Name], folder) {
				out[e.Sel.Name] = append(out[e.Sel.Name], folder)
			}
			return true
		})
	}
	return out
}
