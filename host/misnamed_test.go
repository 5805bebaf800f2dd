package host

import (
	"errors"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
)

// TestMisnamed: each name of a correct table, misspelt in each of its letters, is a mistake that names the one that was
// meant; what the schema of another unit has is none.
func TestMisnamed(t *testing.T) {
	t.Parallel()
	unit := func(name string, names ...string) *spec.Unit {
		var vars []zed.Var
		for _, n := range names {
			vars = append(vars, zed.Var{Name: n, Type: zed.IntType{}})
		}
		return &spec.Unit{Name: name, Schema: "Take", Op: &schema.Operation{Signature: schema.NewSignature(vars)}}
	}
	u, other := unit("take", "balance", "amount?", "balance'", "result!"), unit("close", "balanced")
	try := func(names map[string]string) []string {
		is := func(name string) *wire.Variable {
			if to, ok := names[name]; ok {
				name = to
			}
			return &wire.Variable{Name: name, Place: "/p/sut/main.go:7"}
		}
		p := &Program{spec: &spec.SUT{Name: "bank"}, system: &spec.System{Dir: "/p", Units: []*spec.Unit{u, other}}}
		b := bindUnit(u, &wire.Unit{Given: []*wire.Variable{is("balance"), is("amount?")},
			Got: []*wire.Variable{is("balance'"), is("result!")}}, "/p")
		(&trial{program: p, told: map[string]bool{}}).findMisnamed(&plan.Unit{}, b)
		return p.mistakes
	}
	if got := try(nil); len(got) > 0 {
		t.Errorf("nothing is wrong, and it says %q", got)
	}
	for _, name := range []string{"balance", "amount?", "result!"} {
		for i := range len(name) - 1 {
			wrong := name[:i] + "q" + name[i+1:]
			got := strings.Join(try(map[string]string{name: wrong, name + "'": wrong + "'"}), "\n")
			if !strings.Contains(got, "binds "+wrong+" of take wrongly") || name != "result!" &&
				!strings.Contains(got, "sut/main.go:7") || !strings.HasSuffix(got, `did you mean "`+name+`"?`) {
				t.Errorf("%s in the place of %s: %q", wrong, name, got)
			}
		}
	}
	if got := try(map[string]string{"balance": "balanced", "balance'": "balanced'"}); len(got) > 0 {
		t.Errorf("what the schema of another unit has is no mistake, and it says %q", got)
	}
	got := strings.Join(try(map[string]string{"balance": "worth", "balance'": "worth'"}), "\n")
	if !strings.HasSuffix(got, "no schema has worth, and the program does not bind balance: one of the two names is wrong") {
		t.Errorf("no schema has worth, and it says %q", got)
	}
}

// TestConfiguredPlace: that a program is missing is said with the place of its system under test.
func TestConfiguredPlace(t *testing.T) {
	t.Parallel()
	file := &source.File{Name: "ttf-int.yaml", Data: "suts: {bank: {}}"}
	at := source.Span{Text: file.Whole(), Start: 7, End: 11}
	missing := errors.New("the program bin/bank does not exist")
	got := placeConfigured(at, missing)
	if want := "the program bin/bank does not exist (it is configured at ttf-int.yaml:1:8)"; got.Error() != want {
		t.Errorf("%v, expected %s", got, want)
	}
	if got := placeConfigured(source.Span{}, missing); got.Error() != missing.Error() {
		t.Errorf("no place is known, and it is %v", got)
	}
}
