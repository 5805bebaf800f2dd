package driver

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// example returns a value of a Go type, as a term of Go, with which an object can be
// made to be tried.
func (r *reader) example(t types.Type) string {
	name := r.types.show(t)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		named, ok := types.Unalias(t).(*types.Named)
		if ok && named.Obj().Pkg() != nil && !isNamed(t, "time", "Duration") { // the constants of which are units
			if constants := r.types.enumeration(named); len(constants) > 1 {
				return r.types.nameIn(named.Obj().Pkg(), constants[0])
			}
		}
		switch {
		case u.Info()&types.IsNumeric != 0:
			return "3"
		case u.Info()&types.IsString != 0:
			return `"a"`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
	case *types.Signature:
		return r.exampleFunction(u)
	case *types.Struct:
		if made := r.exampleMade(t); made != "" {
			return made
		}
		var fields []string
		for f := range u.Fields() {
			_, basic := f.Type().Underlying().(*types.Basic)
			_, inner := f.Type().Underlying().(*types.Struct)
			if (basic || inner) && r.reaches(f) {
				fields = append(fields, f.Name()+": "+r.example(f.Type()))
			}
		}
		return name + "{" + strings.Join(fields, ", ") + "}"
	case *types.Array, *types.Map:
		return name + "{}"
	case *types.Interface:
		if isReader(t) {
			return r.types.imported("strings", "NewReader") + `("a")`
		}
		return exampleOf(r, t)
	}
	return "nil"
}

// isReader tells whether a type is an interface of package io that a strings.Reader implements.
func isReader(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "io" {
		return false
	}
	has := []string{"Read", "ReadAt", "ReadByte", "ReadRune", "Seek", "UnreadByte", "UnreadRune", "WriteTo"}
	for m := range named.Underlying().(*types.Interface).Methods() {
		if !slices.Contains(has, m.Name()) {
			return false
		}
	}
	return true
}

// maxTexts is how many texts are tried with which a function may be called: those that a README shows are seldom wrong,
// and a test that gives wrong ones soon gives others.
const maxTexts = 5

// textsGiven returns texts that a function can be called with, each by the number of its parameter: those of its calls
// with literals in the README, the examples and the tests of its package, of whose form nothing else may be known.
func textsGiven(r *reader, f *types.Func) []map[int]string {
	isText := func(v *types.Var) bool { return types.Identical(v.Type(), types.Typ[types.String]) }
	if !slices.ContainsFunc(slices.Collect(f.Signature().Params().Variables()), isText) {
		return nil
	}
	dir := dirOf(r.from[0].Fset.Position(f.Pos()).Filename)
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil
	}
	slices.SortStableFunc(tests, func(a, b string) int { // examples before other tests
		return cmp.Compare(strings.Count(baseOf(b), "example"), strings.Count(baseOf(a), "example"))
	})
	call := regexp.MustCompile(`\b` + f.Name() + `\(`)
	var out []map[int]string
	for _, path := range append([]string{filepath.Join(dir, "README.md")}, tests...) {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		for _, at := range call.FindAllIndex(text, -1) {
			given := textsIn(string(text[at[0]:]), f.Signature())
			if given != nil && len(out) < maxTexts && !slices.ContainsFunc(out, func(o map[int]string) bool {
				return maps.Equal(o, given)
			}) {
				out = append(out, given)
			}
		}
	}
	return out
}

// textsIn returns the literals of strings, by their places, among the arguments of the call with which a text begins,
// of a function with a signature; nil where there are none, or another number of arguments.
func textsIn(text string, sig *types.Signature) map[int]string {
	arguments := sig.Params().Len()
	end := strings.IndexByte(text, '\n')
	if end < 0 {
		end = len(text)
	}
	for i := range end {
		if text[i] != ')' {
			continue
		}
		e, err := parser.ParseExpr(text[:i+1])
		call, ok := e.(*ast.CallExpr)
		if err != nil || !ok || len(call.Args) != arguments && (!sig.Variadic() || len(call.Args) < arguments-1) {
			continue
		}
		var out map[int]string
		for k, arg := range call.Args {
			if lit, ok := arg.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if out == nil {
					out = map[int]string{}
				}
				out[k] = lit.Value
			}
		}
		return out
	}
	return nil
}

// exampleOf returns a value of an interface: a constant or variable that the package of the interface exports, before
// others one that is named after the type that `any` holds, as Int; "nil" where there is none.
func exampleOf(r *reader, t types.Type) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Underlying().(*types.Interface).Empty() {
		return "nil"
	}
	scope := named.Obj().Pkg().Scope()
	var all []types.Object
	for _, name := range scope.Names() {
		o := scope.Lookup(name)
		switch o.(type) {
		case *types.Const, *types.Var:
			if o.Exported() && types.AssignableTo(o.Type(), t) {
				all = append(all, o)
			}
		}
	}
	if len(all) == 0 {
		return "nil"
	}
	sortByPlace(all)
	best := all[0]
	for _, o := range all {
		if strings.EqualFold(o.Name(), r.types.held) {
			best = o
		}
	}
	return r.types.nameIn(named.Obj().Pkg(), best.Name())
}

// exampleMade returns a value of a struct that hides its fields: what a function of its package gives for values of
// basic types, such as PerSecond(3). It is "" where there is no such function.
func (r *reader) exampleMade(t types.Type) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	for f := range named.Underlying().(*types.Struct).Fields() {
		if r.reaches(f) {
			return ""
		}
	}
	scope := named.Obj().Pkg().Scope()
	var all []*types.Func
	for _, name := range scope.Names() {
		if f, ok := scope.Lookup(name).(*types.Func); ok && r.reaches(f) {
			all = append(all, f)
		}
	}
	sortByPlace(all)
	for _, f := range all {
		sig := f.Signature()
		if sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), t) || sig.Params().Len() == 0 ||
			sig.Variadic() {
			continue
		}
		var args []string
		for p := range sig.Params().Variables() {
			if _, basic := p.Type().Underlying().(*types.Basic); basic {
				args = append(args, r.example(p.Type()))
			}
		}
		if len(args) == sig.Params().Len() {
			return fmt.Sprintf("%s(%s)", r.types.nameIn(named.Obj().Pkg(), f.Name()), strings.Join(args, ", "))
		}
	}
	return ""
}

// exampleFunction returns a function: one that compares, where its type is that of a
// comparison, and otherwise one that gives zero values.
func (r *reader) exampleFunction(f *types.Signature) string {
	params, results := f.Params(), f.Results()
	typ := r.types.show(f)
	if params.Len() == 2 && results.Len() == 1 && types.Identical(params.At(0).Type(), params.At(1).Type()) {
		elem, ok := params.At(0).Type().Underlying().(*types.Basic)
		of, basic := results.At(0).Type().Underlying().(*types.Basic)
		ordered := ok && elem.Info()&types.IsOrdered != 0
		name := r.types.show(params.At(0).Type())
		if ordered && basic && of.Kind() == types.Bool {
			return fmt.Sprintf("func(a, b %s) bool { return a < b }", name)
		}
		if ordered && basic && of.Kind() == types.Int {
			return "cmp.Compare[" + name + "]"
		}
	}
	if results.Len() == 0 {
		return typ + " {}"
	}
	var named []string
	for i := range results.Len() {
		named = append(named, fmt.Sprintf("_ %s", r.types.show(results.At(i).Type())))
	}
	var given []string
	for i := range params.Len() {
		given = append(given, r.types.show(params.At(i).Type()))
	}
	return fmt.Sprintf("func(%s) (%s) { return }", strings.Join(given, ", "), strings.Join(named, ", "))
}
