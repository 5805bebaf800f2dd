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

// maxMethods is how many methods a type has at most, those of embedded types included:
// what has more is several types that share one name.
const maxMethods = 40

// crowded are the types that have more methods still, and how many. A number goes down
// with its type, and a type leaves the list with its last method too many.
var crowded = map[string]int{
	"calls.asking":       41,
	"calls.before":       44,
	"calls.conflicts":    43,
	"calls.demands":      41,
	"config.deriver":     70,
	"config.loader":      64,
	"config.traceReader": 68,
	"planner.Planned":    47,
	"planner.certifier":  84,
	"planner.work":       75,
	"sut.running":        46,
	"tactics.builder":    50,
	"tactics.partitions": 49,
	"tactics.rejection":  41,
}

func TestTypesHaveFewMethods(t *testing.T) {
	counts := map[string]int{}
	for _, pkg := range typed(t) {
		countMethods(pkg, counts)
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		n, allowed := counts[name], max(maxMethods, crowded[name])
		switch {
		case n > allowed:
			t.Errorf("%s has %d methods, and %d are allowed: find the parts that it consists of", name, n, allowed)
		case crowded[name] > n:
			t.Errorf("%s has %d methods: correct or remove its line in the list of crowded types", name, n)
		}
	}
	for name := range crowded {
		if counts[name] == 0 {
			t.Errorf("there is no type %s with methods: remove its line in the list of crowded types", name)
		}
	}
}

// countMethods adds how many methods each type of a package has, by folder and name.
func countMethods(pkg *types.Package, counts map[string]int) {
	for _, name := range pkg.Scope().Names() {
		if declared, is := pkg.Scope().Lookup(name).(*types.TypeName); is && !declared.IsAlias() {
			t := declared.Type()
			if !types.IsInterface(t) {
				t = types.NewPointer(t)
			}
			counts[strings.TrimPrefix(pkg.Path(), module+"/")+"."+name] = types.NewMethodSet(t).Len()
		}
	}
}

// typed returns the packages of the module, tests left out, with the types that they declare.
// What other modules declare is not known, so that their methods are not counted.
func typed(t *testing.T) []*types.Package {
	t.Helper()
	s := &sources{set: token.NewFileSet(), files: map[string][]*ast.File{}, done: map[string]*types.Package{}}
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

// sources are the parsed packages of the module, each typed when it is first imported.
type sources struct {
	set   *token.FileSet
	files map[string][]*ast.File
	done  map[string]*types.Package
}

func (s *sources) add(path string, file *ast.File) { s.files[path] = append(s.files[path], file) }

// Import types a package of the module; of any other it returns one that declares nothing.
func (s *sources) Import(name string) (*types.Package, error) {
	if pkg := s.done[name]; pkg != nil {
		return pkg, nil
	}
	if s.files[name] == nil {
		empty := types.NewPackage(name, path.Base(name))
		empty.MarkComplete()
		s.done[name] = empty
		return empty, nil
	}
	// The errors that are passed over are all about what other modules declare: the compiler saw these files.
	conf := types.Config{Importer: s, IgnoreFuncBodies: true, Error: func(error) {}}
	pkg, err := conf.Check(name, s.set, s.files[name], nil)
	if pkg == nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s.done[name] = pkg
	return pkg, nil
}

func TestMethodsAreCounted(t *testing.T) {
	const text = `package p

import "strings"

type inner struct{ strings.Builder }

func (inner) one()  {}
func (*inner) two() {}

type outer struct{ inner }

func (*outer) one()   {}
func (*outer) three() {}

type asked interface{ one(); two() }
`
	s := &sources{set: token.NewFileSet(), files: map[string][]*ast.File{}, done: map[string]*types.Package{}}
	file, err := parser.ParseFile(s.set, "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	s.add(module+"/p", file)
	pkg, err := s.Import(module + "/p")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	countMethods(pkg, counts)
	if want := map[string]int{"p.inner": 2, "p.outer": 3, "p.asked": 2}; !maps.Equal(counts, want) {
		t.Errorf("got %v, want %v", counts, want)
	}
}
