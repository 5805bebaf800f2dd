package house

import (
	"go/parser"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

// maxMethods is how many methods a type has at most, those of embedded types included:
// what has more is several types that share one name.
const maxMethods = 40

func TestTypesHaveFewMethods(t *testing.T) {
	counts := map[string]int{}
	s := loadTyped(t)
	for _, pkg := range s.packages(t) {
		countMethods(pkg, counts)
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[name]; n > maxMethods {
			t.Errorf("%s has %d methods, and %d are allowed: find the parts that it consists of", name, n, maxMethods)
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
	s := newSources()
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
