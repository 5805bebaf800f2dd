package mutation

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// Bindings returns what the adapters among some Go files bind units to: for each unit the
// names of the functions and methods that stand where a sut.Unit has its Func. A file that
// cannot be read says nothing.
func Bindings(files []File) map[string][]string {
	out := map[string][]string{}
	for _, f := range files {
		file, err := parser.ParseFile(token.NewFileSet(), f.Path, f.Text, parser.SkipObjectResolution)
		if err != nil || !adapts(file) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, is := n.(*ast.CompositeLit); is {
				if unit, fn := unitAndFunction(lit); unit != "" && fn != nil {
					out[unit] = sortDistinct(append(out[unit], functionNames(fn)...))
				}
			}
			return true
		})
	}
	return out
}

// adapts tells whether a file imports the SDK for programs under test.
func adapts(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool {
		return strings.HasSuffix(i.Path.Value, `/ttf-int/sut"`)
	})
}

// unitAndFunction returns the unit and the function of a composite literal that has both.
func unitAndFunction(lit *ast.CompositeLit) (unit string, fn ast.Expr) {
	for _, e := range lit.Elts {
		kv, is := e.(*ast.KeyValueExpr)
		if !is {
			return "", nil
		}
		switch key, _ := kv.Key.(*ast.Ident); {
		case key == nil:
		case key.Name == "Name":
			if text, is := kv.Value.(*ast.BasicLit); is {
				unit, _ = strconv.Unquote(text.Value)
			}
		case key.Name == "Func":
			fn = kv.Value
		}
	}
	return unit, fn
}

// functionNames returns the names of the functions that an expression is, or calls where it is a
// function literal.
func functionNames(fn ast.Expr) []string {
	switch fn := fn.(type) {
	case *ast.SelectorExpr:
		return []string{fn.Sel.Name}
	case *ast.Ident:
		return []string{fn.Name}
	}
	var out []string
	ast.Inspect(fn, func(n ast.Node) bool {
		if call, is := n.(*ast.CallExpr); is {
			switch f := call.Fun.(type) {
			case *ast.SelectorExpr:
				out = append(out, f.Sel.Name)
			case *ast.Ident:
				out = append(out, f.Name)
			}
		}
		return true
	})
	return out
}

// owners returns, by function, the units that it belongs to: those that are bound to it,
// and of a function that is bound to none those whose functions call it, be it through
// others.
func (s *source) owners(fns []function, bound map[string][]string) map[string][]string {
	byObject, calls := map[types.Object]int{}, make([][]int, len(fns))
	for i, fn := range fns {
		if fn.object != nil {
			byObject[fn.object] = i
		}
	}
	for i, fn := range fns {
		ast.Inspect(fn.body, func(n ast.Node) bool {
			if id, is := n.(*ast.Ident); is {
				if callee, ours := byObject[s.origin(id)]; ours && callee != i {
					calls[i] = append(calls[i], callee)
				}
			}
			return true
		})
	}
	own := make([][]string, len(fns))
	for i, fn := range fns {
		name := fn.name[strings.LastIndex(fn.name, ".")+1:]
		for unit, names := range bound {
			if fn.object != nil && slices.Contains(names, name) {
				own[i] = append(own[i], unit)
			}
		}
	}
	reached := make([][]string, len(fns))
	for i := range fns {
		for _, unit := range own[i] {
			seen := map[int]bool{}
			var walk func(k int)
			walk = func(k int) {
				if seen[k] || k != i && len(own[k]) > 0 {
					return
				}
				seen[k] = true
				reached[k] = append(reached[k], unit)
				for _, next := range calls[k] {
					walk(next)
				}
			}
			walk(i)
		}
	}
	out := map[string][]string{}
	for i, fn := range fns {
		if len(reached[i]) > 0 {
			out[fn.name] = sortDistinct(append(out[fn.name], reached[i]...))
		}
	}
	return out
}

// origin returns the function that a name stands for, of one with type parameters the one
// that was declared; nil where it is not a function.
func (s *source) origin(id *ast.Ident) types.Object {
	if fn, is := s.info.Uses[id].(*types.Func); is {
		return fn.Origin()
	}
	return nil
}
