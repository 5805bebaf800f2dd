package korat

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// copyOthers has the types of other modules, and of the standard library, of which the package makes its own be those
// of copies within the main module, so that what is read in their methods is seen, as in those of container/list.
// Where a package cannot be copied, or its types would be others than a third package wants, it stays as it is.
func (l *loaded) copyOthers(ctx context.Context, c *packages.Config, o Options, found *packages.Package) error {
	byPath := map[string]*packages.Package{}
	packages.Visit([]*packages.Package{found}, nil, func(p *packages.Package) { byPath[p.PkgPath] = p })
	wanted := map[string]*packages.Package{}
	for _, name := range slices.Sorted(maps.Keys(foreign(l.pkg.Types, l.all))) {
		wantCopy(byPath[name], wanted)
	}
	if len(wanted) == 0 {
		return nil
	}
	with := *l
	with.texts = maps.Clone(l.texts)
	module, dir, err := mainModule(ctx, o.Dir)
	if err != nil {
		return nil // there is nothing to copy into
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		folder := filepath.Join(dir, filepath.FromSlash(copyFolder), filepath.FromSlash(name))
		if k, is := known[name]; is {
			with.texts[filepath.Join(folder, knownFile)] = []byte(k.text)
		}
		for _, file := range wanted[name].GoFiles {
			if err := with.put(folder, file, filepath.Base(file)); err != nil {
				return err
			}
		}
	}
	for name, text := range with.texts {
		with.texts[name], _ = importing(text, module, wanted)
	}
	for _, name := range filesOf(l.all) {
		if with.texts[name] != nil {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if changed, is := importing(text, module, wanted); is {
			with.texts[name] = changed
		}
	}
	config := *c
	config.Mode, config.Overlay, config.Fset = listing, with.texts, nil
	again, err := find(&config, found.PkgPath)
	if err == nil {
		err = with.read(&config, again)
	}
	if err == nil {
		*l = with
	}
	return nil
}

// filesOf returns the names of the files of packages.
func filesOf(all []*packages.Package) []string {
	var out []string
	for _, p := range all {
		out = append(out, p.GoFiles...)
	}
	return out
}

// wantCopy adds a package that can be copied, with those of its module that it imports.
func wantCopy(p *packages.Package, wanted map[string]*packages.Package) {
	if p == nil || wanted[p.PkgPath] != nil || p.Module != nil && p.Module.Main || whyNotCopied(p) != "" {
		return
	}
	wanted[p.PkgPath] = p
	for _, name := range slices.Sorted(maps.Keys(p.Imports)) {
		if i := p.Imports[name]; p.Module != nil && i.Module != nil && i.Module.Path == p.Module.Path {
			wantCopy(i, wanted)
		}
	}
}

// foreign returns the paths of packages whose struct types the objects of a package may be made of, those of some
// packages aside.
func foreign(pkg *types.Package, ours []*packages.Package) map[string]bool {
	out := map[string]bool{}
	seen := map[types.Type]bool{}
	var visit func(t types.Type)
	tuple := func(t *types.Tuple) {
		for i := range t.Len() {
			visit(t.At(i).Type())
		}
	}
	visit = func(t types.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		if n, is := types.Unalias(t).(*types.Named); is {
			p := n.Obj().Pkg()
			if p == nil || p.Path() == "sync" {
				return
			}
			_, isStruct := n.Underlying().(*types.Struct)
			if isStruct && !slices.ContainsFunc(ours, func(o *packages.Package) bool { return o.Types == p }) {
				out[p.Path()] = true
			}
			for i := range n.TypeArgs().Len() {
				visit(n.TypeArgs().At(i))
			}
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for i := range u.NumFields() {
				visit(u.Field(i).Type())
			}
		case *types.Pointer:
			visit(u.Elem())
		case *types.Slice:
			visit(u.Elem())
		case *types.Array:
			visit(u.Elem())
		case *types.Map:
			visit(u.Key())
			visit(u.Elem())
		}
	}
	for _, name := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(name).(type) {
		case *types.TypeName:
			visit(o.Type())
			if n, is := types.Unalias(o.Type()).(*types.Named); is {
				for i := range n.NumMethods() {
					tuple(n.Method(i).Signature().Params())
				}
			}
		case *types.Func:
			tuple(o.Signature().Params())
		}
	}
	return out
}

// importing returns a text that imports the copies of some packages in their place, and whether it imports any.
func importing(text []byte, module string, copies map[string]*packages.Package) ([]byte, bool) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return text, false
	}
	var b strings.Builder
	last := 0
	for _, spec := range file.Imports {
		p, is := copies[importPath(spec)]
		if !is {
			continue
		}
		at := set.PositionFor(spec.Path.Pos(), false).Offset
		b.Write(text[last:at])
		if spec.Name == nil {
			b.WriteString(p.Name + " ")
		}
		b.WriteString(strconv.Quote(path.Join(module, copyFolder, p.PkgPath)))
		last = at + len(spec.Path.Value)
	}
	b.Write(text[last:])
	return []byte(b.String()), last > 0
}

// importPath returns what a file imports.
func importPath(spec *ast.ImportSpec) string {
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return name
}
