package mutation

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
)

// File is a file of a package.
type File struct {
	Path string // where it is, for compilers and for people
	Text []byte
}

// Package is a Go package as it is written: the files that are compiled, tests aside.
type Package struct {
	Path     string // by which it is imported
	Dir      string
	Files    []File
	Importer types.Importer // finds the packages that it imports
	// Version is the version of Go that its module asks for, as "go1.24"; "": any.
	Version string
}

// Mutant is a mistake in a function.
type Mutant struct {
	ID       int    `json:"id"` // from 1, in the order of the text
	Kind     string `json:"kind"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Function string `json:"function"` // "Books.Deposit", or "" outside of all
	Was      string `json:"was"`
	Now      string `json:"now"`
	// Place is the number of the place that a process has to reach for the mutant to differ
	// from the program; 0 where no such place is known.
	Place int `json:"-"`
}

// source is a package that was read and checked.
type source struct {
	pkg   *Package
	set   *token.FileSet
	files []*ast.File
	info  *types.Info
	types *types.Package
}

// readPackage parses and checks a package.
func readPackage(pkg *Package) (*source, error) {
	s := &source{pkg: pkg, set: token.NewFileSet(), info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{},
	}}
	for _, f := range pkg.Files {
		file, err := parser.ParseFile(s.set, f.Path, f.Text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, file)
	}
	conf := types.Config{Importer: pkg.Importer, GoVersion: pkg.Version}
	var err error
	if s.types, err = conf.Check(pkg.Path, s.set, s.files, s.info); err != nil {
		return nil, fmt.Errorf("the package %s is not a correct one: %w", pkg.Path, err)
	}
	return s, nil
}

// function is a function whose body can be one of several: a declared one, or a literal
// that stands in no function.
type function struct {
	file   int    // index
	name   string // "Books.Deposit"
	signs  *ast.FuncType
	body   *ast.BlockStmt
	object types.Object // nil for a literal
}

// functions returns the functions of the package in the order of the text, generated
// files left out.
func (s *source) functions() []function {
	var out []function
	for i, file := range s.files {
		if ast.IsGenerated(file) {
			continue
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Body != nil {
					out = append(out, function{i, nameOf(d), d.Type, d.Body, s.info.Defs[d.Name]})
				}
			case *ast.GenDecl:
				ast.Inspect(d, func(n ast.Node) bool {
					lit, is := n.(*ast.FuncLit)
					if is {
						out = append(out, function{i, "", lit.Type, lit.Body, nil})
					}
					return !is
				})
			}
		}
	}
	return out
}

// nameOf returns the name of a function, with its receiver's type in front.
func nameOf(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	e := d.Recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

// offset returns where a place lies in the text of its file.
func (s *source) offset(p token.Pos) int { return s.set.PositionFor(p, false).Offset }

// text returns what a node was written as.
func (s *source) text(file int, n ast.Node) string {
	return string(s.pkg.Files[file].Text[s.offset(n.Pos()):s.offset(n.End())])
}

// showPath returns a path as people read it: relative to the folder of the package.
func (s *source) showPath(path string) string {
	if rel, err := filepath.Rel(s.pkg.Dir, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return path
}

// sortDistinct returns the distinct ones of a list, sorted.
func sortDistinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
