package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// sources are the parsed packages of the module, each typed when it is first imported.
type sources struct {
	set   *token.FileSet
	files map[string][]*ast.File
	done  map[string]*types.Package
	info  *types.Info // what names in them mean
}

func newSources() *sources {
	return &sources{
		set: token.NewFileSet(), files: map[string][]*ast.File{}, done: map[string]*types.Package{},
		info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}},
	}
}

// loadTyped returns the packages of the module, tests left out. What other modules declare is
// not known.
func loadTyped(t *testing.T) *sources {
	t.Helper()
	s := newSources()
	for _, f := range goFiles(t) {
		if strings.HasSuffix(f, "_test.go") || strings.Contains(f, "/testdata/") {
			continue
		}
		file, err := parser.ParseFile(s.set, f, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		s.add(path.Join(module, path.Dir(f)), file)
	}
	s.packages(t)
	return s
}

func (s *sources) add(path string, file *ast.File) { s.files[path] = append(s.files[path], file) }

// packages types all packages.
func (s *sources) packages(t *testing.T) []*types.Package {
	t.Helper()
	var out []*types.Package
	for _, p := range slices.Sorted(maps.Keys(s.files)) {
		pkg, err := s.Import(p)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, pkg)
	}
	return out
}

// iterators is what package iter declares: what a loop over one yields is known by it.
const iterators = "package iter; type Seq[V any] func(func(V) bool); type Seq2[K, V any] func(func(K, V) bool)"

// Import types a package of the module; of any other but iter it returns one that declares nothing.
func (s *sources) Import(name string) (*types.Package, error) {
	if pkg := s.done[name]; pkg != nil {
		return pkg, nil
	}
	if name == "iter" && s.files[name] == nil {
		file, err := parser.ParseFile(s.set, "iter.go", iterators, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.add(name, file)
	}
	if s.files[name] == nil {
		empty := types.NewPackage(name, path.Base(name))
		empty.MarkComplete()
		s.done[name] = empty
		return empty, nil
	}
	// The errors that are passed over are all about what other modules declare: the compiler
	// saw these files.
	conf := types.Config{Importer: s, Error: func(error) {}}
	pkg, err := conf.Check(name, s.set, s.files[name], s.info)
	if pkg == nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s.done[name] = pkg
	return pkg, nil
}
