package driver

import (
	"context"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Reaches returns which of some functions another function calls, itself or by way of functions of the main module,
// sorted. A function is named by its place in Go source, as "/folder/heap.go:12"; others has names for the places of
// those that are looked for. A function without a name counts as called where all that it calls itself is. The error
// says what cannot be read.
func Reaches(ctx context.Context, from string, others map[string]string) ([]string, error) {
	loaded, err := loadPlaces(ctx, from, others)
	if err != nil {
		return nil, err
	}
	start := functionAt(loaded, from)
	if start.called == nil {
		return nil, fmt.Errorf("there is no function at %s", from)
	}
	return reachedFrom(loaded, callGraphOf(loaded), start, others), nil
}

// Calls returns which of some functions each of them calls, as Reaches does; those that are not found call nothing that
// is known, and are left out. The error says what cannot be read.
func Calls(ctx context.Context, places map[string]string) (map[string][]string, error) {
	if len(places) == 0 {
		return nil, nil
	}
	names := slices.Sorted(maps.Keys(places))
	loaded, err := loadPlaces(ctx, places[names[0]], places)
	if err != nil {
		return nil, err
	}
	g, out := callGraphOf(loaded), map[string][]string{}
	for _, name := range names {
		if start := functionAt(loaded, places[name]); start.called != nil {
			out[name] = reachedFrom(loaded, g, start, places)
		}
	}
	return out, nil
}

// loadPlaces loads the packages of a place and of others.
func loadPlaces(ctx context.Context, from string, others map[string]string) ([]*packages.Package, error) {
	files := []string{fileOf(from)}
	for _, place := range others {
		if f := fileOf(place); filepath.IsAbs(f) && !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	return loadModule(ctx, files)
}

// reachedFrom returns which of some functions another one calls, sorted.
func reachedFrom(loaded []*packages.Package, g *callGraph, start function, others map[string]string) []string {
	known := map[*types.Func]bool{}
	for _, f := range start.called {
		known[f] = true
		for _, further := range g.behind(f) {
			known[further] = true
		}
	}
	var out []string
	for name, place := range others {
		one := functionAt(loaded, place)
		switch {
		case one.named != nil:
			if known[one.named] {
				out = append(out, name)
			}
		case len(one.called) > 0 && !slices.ContainsFunc(one.called, func(f *types.Func) bool { return !known[f] }):
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// fileOf returns the file of a place.
func fileOf(place string) string {
	if i := strings.LastIndexByte(place, ':'); i >= 0 {
		return filepath.FromSlash(place[:i])
	}
	return place
}

// loadModule loads the packages of files, and those of the main module that they import; all others as the compiler
// has left them.
func loadModule(ctx context.Context, files []string) ([]*packages.Package, error) {
	queries := make([]string, len(files))
	for i, f := range files {
		queries[i] = "file=" + f
	}
	config := &packages.Config{Context: ctx, Dir: filepath.Dir(files[0]), BuildFlags: []string{"-tags=" + tag},
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedModule | packages.NeedImports | packages.NeedDeps}
	found, err := packages.Load(config, queries...)
	if err != nil {
		return nil, err
	}
	var paths []string
	packages.Visit(found, nil, func(p *packages.Package) {
		if p.Module != nil && p.Module.Main {
			paths = append(paths, p.PkgPath)
		}
	})
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s is in no package of the main module", files[0])
	}
	config.Mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo | packages.NeedImports
	return packages.Load(config, paths...)
}

// function is a function of Go source.
type function struct {
	named  *types.Func   // nil where it has no name
	called []*types.Func // what its own text names, in packages that were loaded; not nil where there is the function
}

// functionAt returns the function that begins at a place, or the innermost one around it: the first instruction of a
// function without a frame is of its first statement.
func functionAt(loaded []*packages.Package, place string) function {
	file := fileOf(place)
	line, err := strconv.Atoi(place[strings.LastIndexByte(place, ':')+1:])
	if err != nil {
		return function{}
	}
	var out function
	for _, p := range loaded {
		for _, syntax := range p.Syntax {
			if p.Fset.Position(syntax.Package).Filename != file {
				continue
			}
			begins := 0
			ast.Inspect(syntax, func(n ast.Node) bool {
				if n == nil || p.Fset.Position(n.Pos()).Line > line || p.Fset.Position(n.End()).Line < line {
					return n == syntax
				}
				at, body, named := 0, (*ast.BlockStmt)(nil), (*types.Func)(nil)
				switch n := n.(type) {
				case *ast.FuncDecl:
					at, body = p.Fset.Position(n.Type.Func).Line, n.Body
					named, _ = p.TypesInfo.Defs[n.Name].(*types.Func)
				case *ast.FuncLit:
					at, body = p.Fset.Position(n.Pos()).Line, n.Body
				}
				if body != nil && at > begins {
					begins, out = at, function{named, namedIn(loaded, p.TypesInfo, body)}
				}
				return true
			})
		}
	}
	return out
}

// namedIn returns the functions of loaded packages that a body names.
func namedIn(loaded []*packages.Package, info *types.Info, body *ast.BlockStmt) []*types.Func {
	out := []*types.Func{}
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if f, ok := info.Uses[id].(*types.Func); ok {
				isOurs := func(p *packages.Package) bool { return p.Types == f.Pkg() }
				if f = f.Origin(); slices.ContainsFunc(loaded, isOurs) && !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
		return true
	})
	return out
}
