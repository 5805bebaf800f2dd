package korat

import (
	"context"
	"errors"
	"fmt"
	"go/build"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/ttf-int/ttf-int/korat/structure"
)

// copyFolder is the folder of the main module in which a package of another module stands. No file of it is
// written there.
const copyFolder = "ttfintkorat/copied"

// loaded is the package of a type, with what is compiled beside the files that there are.
type loaded struct {
	pkg *packages.Package
	// path is that of the package; where pkg is a copy, that of the original
	path string
	all  []*packages.Package // of the main module, that pkg imports, and itself
	// texts are those of files that are not on the disk, by their names: copies of a package of another module, and
	// what a person has named beside the package.
	texts  map[string][]byte
	copied bool // whether the package is a copy, which is in no folder on the disk
}

// load reads the package of a type, and those of the main module that it imports, with their syntax. Of a package
// that is not of the main module it reads a copy within the main module, since only its files can be replaced for a
// build.
func load(ctx context.Context, o Options) (*loaded, error) {
	c := &packages.Config{Context: ctx, Dir: o.Dir, Mode: listing}
	if o.Tags != "" {
		c.BuildFlags = []string{"-tags=" + o.Tags}
	}
	out := &loaded{texts: map[string][]byte{}}
	if len(o.Files) == 0 {
		if alone := readAlone(c, o.Package); alone != nil {
			return alone, nil
		}
	}
	found, err := find(c, o.Package)
	if err != nil {
		return nil, err
	}
	out.path = found.PkgPath
	pattern := o.Package
	folder := ""
	if len(found.GoFiles) > 0 {
		folder = filepath.Dir(found.GoFiles[0])
	}
	if m := found.Module; m == nil || !m.Main {
		if folder, pattern, err = out.copyPackage(ctx, found, o); err != nil {
			return nil, err
		}
	}
	for _, name := range o.Files {
		if err := out.put(folder, filepath.Join(o.Dir, name), "ttfint_"+filepath.Base(name)); err != nil {
			return nil, err
		}
	}
	if c.Overlay = out.texts; len(out.texts) > 0 {
		if found, err = find(c, pattern); err != nil {
			return nil, err
		}
	}
	if err := out.read(c, found); err != nil {
		return nil, err
	}
	return out, out.copyOthers(ctx, c, o, found)
}

// listing is what is asked of packages before their syntax is: which there are, and their files.
const listing = packages.NeedName | packages.NeedModule | packages.NeedImports | packages.NeedDeps | packages.NeedFiles

// syntax is what is asked of packages that are searched.
const syntax = packages.NeedName | packages.NeedFiles | packages.NeedModule | packages.NeedTypes | packages.NeedSyntax |
	packages.NeedTypesInfo | packages.NeedImports | packages.NeedTypesSizes

// readAlone reads a package in a folder of the main module of which nothing else need be known, which is half of the
// work: one that imports no package of its module, and has no field of another's type. It is nil for others, and where
// there is something wrong, which load says.
func readAlone(c *packages.Config, pattern string) *loaded {
	if !build.IsLocalImport(pattern) {
		return nil
	}
	config := *c
	config.Mode, config.Fset = syntax, token.NewFileSet()
	found, err := packages.Load(&config, pattern)
	if err != nil || len(found) != 1 || len(found[0].Errors) > 0 {
		return nil
	}
	p := found[0]
	if p.Module == nil || !p.Module.Main || len(foreign(p.Types, found)) > 0 {
		return nil
	}
	for name := range p.Imports {
		if name == p.Module.Path || strings.HasPrefix(name, p.Module.Path+"/") {
			return nil
		}
	}
	return &loaded{path: p.PkgPath, pkg: p, all: found}
}

// find returns the one package that a pattern names.
func find(c *packages.Config, pattern string) (*packages.Package, error) {
	found, err := packages.Load(c, pattern)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", pattern, err)
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s names %d packages, expected one", pattern, len(found))
	}
	if len(found[0].Errors) > 0 {
		return nil, fmt.Errorf("%s cannot be read: %w", pattern, found[0].Errors[0])
	}
	return found[0], nil
}

// copyPackage puts the files of a package of another module, or of the standard library, into a folder of the main
// module, and returns the folder and the path of the copy.
func (l *loaded) copyPackage(ctx context.Context, p *packages.Package, o Options) (folder, pattern string, err error) {
	module, dir, err := mainModule(ctx, o.Dir)
	if err != nil {
		return "", "", fmt.Errorf("%s is of another module, and %w", p.PkgPath, err)
	}
	why := whyNotCopied(p)
	for _, i := range p.Imports {
		if why == "" && isInternal(i.PkgPath) {
			why = inInternal(i)
		}
	}
	if why != "" {
		return "", "", fmt.Errorf("%s is of another module, and %s, as a search needs it", p.PkgPath, why)
	}
	l.copied = true
	folder = filepath.Join(dir, filepath.FromSlash(copyFolder), filepath.FromSlash(p.PkgPath))
	for _, name := range p.GoFiles {
		if err := l.put(folder, name, filepath.Base(name)); err != nil {
			return "", "", err
		}
	}
	return folder, path.Join(module, copyFolder, p.PkgPath), nil
}

// mainModule returns the path and the folder of the one main module.
func mainModule(ctx context.Context, from string) (module, dir string, err error) {
	text, err := runGo(ctx, from, "list", "-m", "-f", "{{if .Main}}{{.Path}}\t{{.Dir}}{{end}}")
	if err != nil {
		return "", "", err
	}
	module, dir, is := strings.Cut(strings.TrimSpace(text), "\t")
	if !is || strings.Contains(dir, "\n") || dir == "" {
		return "", "", errors.New("there is not one main module, into which it would be copied")
	}
	return module, dir, nil
}

// whyNotCopied says why a package cannot be copied into another module, or "".
func whyNotCopied(p *packages.Package) string {
	if len(p.OtherFiles) > 0 {
		return fmt.Sprintf("has %s, which is not Go: it cannot be copied into the main module", filepath.Base(p.OtherFiles[0]))
	}
	for _, i := range p.Imports {
		if isInternal(i.PkgPath) && (i.Module == nil || p.Module == nil || i.Module.Path != p.Module.Path) {
			return inInternal(i)
		}
	}
	return ""
}

// inInternal says that a package cannot be copied which imports one that only some can.
func inInternal(imported *packages.Package) string {
	return fmt.Sprintf("imports %s: it cannot be copied into the main module", imported.PkgPath)
}

// isInternal tells whether only some packages can import one.
func isInternal(path string) bool { return slices.Contains(strings.Split(path, "/"), "internal") }

// put has a file on the disk be compiled as one of a folder. Its places remain those on the disk.
func (l *loaded) put(folder, file, as string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	l.texts[filepath.Join(folder, as)] = fmt.Appendf(nil, "//line %s:1:1\n%s", file, unconstrained(text))
	return nil
}

// unconstrained returns a text that is compiled whatever the build tags are: whoever names a file wants it.
func unconstrained(text []byte) []byte {
	lines := strings.SplitAfter(string(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "package ") {
			break
		}
		if strings.HasPrefix(line, "//go:build ") || strings.HasPrefix(line, "// +build ") {
			lines[i] = "\n"
		}
	}
	return []byte(strings.Join(lines, ""))
}

// read reads the package with its syntax, and those of the main module that it imports.
func (l *loaded) read(c *packages.Config, found *packages.Package) error {
	root := found.Module
	if root == nil || !root.Main {
		return fmt.Errorf("%s is not a package of the main module", found.PkgPath)
	}
	var paths []string
	packages.Visit([]*packages.Package{found}, nil, func(p *packages.Package) {
		if p.Module != nil && p.Module.Main && p.Module.Path == root.Path {
			paths = append(paths, p.PkgPath)
		}
	})
	slices.Sort(paths)
	c.Fset = token.NewFileSet()
	c.Mode = syntax
	all, err := packages.Load(c, paths...)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", found.PkgPath, err)
	}
	for _, p := range all {
		if len(p.Errors) > 0 {
			return fmt.Errorf("%s cannot be read: %w", p.PkgPath, p.Errors[0])
		}
		if p.PkgPath == found.PkgPath {
			l.pkg = p
		}
	}
	if l.pkg == nil {
		return fmt.Errorf("%s cannot be read", found.PkgPath)
	}
	l.all = all
	return nil
}

// text returns the text of a file, which may not be on the disk.
func (l *loaded) text(file string) ([]byte, error) {
	if text, is := l.texts[file]; is {
		return text, nil
	}
	return os.ReadFile(file)
}

// Path returns the import path of the type's package with the name of the type, as example.com/trees/rbtree.Tree.
func (s *Subject) Path() string { return s.loaded.path + "." + s.Name }

// Itself returns a structure that the predicate accepts as one of the type alone, which is an argument of a predicate
// that is a function. It is an error where the predicate is about more; without a structure that is all that is asked.
func (s *Subject) Itself(found *structure.Structure) (*structure.Structure, error) {
	if s.root == s.typ {
		return found, nil
	}
	fields := s.root.Underlying().(*types.Struct)
	if fields.NumFields() != 1 || !types.Identical(fields.Field(0).Type(), types.NewPointer(s.typ)) {
		return nil, fmt.Errorf("the predicate %s is about more than a %s", s.predicate.Name(), s.Name)
	}
	if found == nil {
		return nil, nil
	}
	return found.Unwrap(fields.Field(0).Name()), nil
}
