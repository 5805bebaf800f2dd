package affected_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/affected"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/spec"
)

// files are those of a project of four units: twice uses take, log is called by twice, alone is of another program;
// a machine and a property.
func files() map[string]string {
	return map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts:\n  p: {command: [p]}\n" +
			"  q: {command: [q]}\n",
		"spec.zed": "S == [n : ℤ]\nLog == [k? : ℕ | k? < 9]\nTake == [ΔS; k? : ℕ | n' = n - k?]\n" +
			"Twice == Take ∧ [k? : ℕ | k? < 5]\nAlone == [ΔS | n' = n + 1]\nMore == [ΞS | n > 0]\n",
		"units.yaml": "unit: take\nsut: p\nz: spec.zed\nschema: Take\n---\nunit: twice\nsut: p\nz: spec.zed\n" +
			"schema: Twice\nuses: [take]\ncalls: [log]\n---\nunit: log\nsut: p\nz: spec.zed\nschema: Log\n---\n" +
			"unit: alone\nsut: q\nz: spec.zed\nschema: Alone\n---\nmachine: m\nunits: [alone]\n---\n" +
			"property: fair\nsut: q\n",
	}
}

func load(t *testing.T, change func(map[string]string)) *spec.System {
	t.Helper()
	f := files()
	change(f)
	return configtest.Load(t, f)
}

// TestSince: a change of a specification, of a program, or of the project is followed up along uses and calls.
func TestSince(t *testing.T) {
	t.Parallel()
	replace := func(file, old, new string) func(map[string]string) {
		return func(f map[string]string) {
			if f[file] == strings.Replace(f[file], old, new, 1) {
				t.Errorf("%s has no %q", file, old)
			}
			f[file] = strings.Replace(f[file], old, new, 1)
		}
	}
	changed := "its specification has changed"
	for _, test := range []struct {
		name     string
		change   func(map[string]string)
		programs map[string]string
		want     map[string]string
	}{
		{"nothing", func(map[string]string) {}, nil, map[string]string{}},
		{"lines move", replace("spec.zed", "S ==", "\n\nS =="), nil, map[string]string{}},
		{"a callee", replace("spec.zed", "n - k?", "n - k? - 1"), nil,
			map[string]string{"take": changed, "twice": changed}},
		{"a unit that is only called", replace("spec.zed", "k? < 9", "k? < 8"), nil,
			map[string]string{"log": changed, "twice": "it calls log"}},
		{"what only a caller says", replace("spec.zed", "k? < 5", "k? < 6"), nil, map[string]string{"twice": changed}},
		{"a unit of a machine", replace("spec.zed", "n + 1", "n + 2"), nil,
			map[string]string{"alone": changed, "m": "it consists of alone, among others"}},
		{"an own case of a callee", replace("units.yaml", "schema: Take\n", "schema: Take\ncases: [{n: 3, k?: 1}]\n"),
			nil, map[string]string{"take": changed, "twice": "it uses take"}},
		{"the machine", replace("units.yaml", "machine: m\n", "machine: m\nlength: 3\n"), nil,
			map[string]string{"m": changed}},
		{"a program", func(map[string]string) {}, map[string]string{"q": "main.go"},
			map[string]string{"alone": "its program q has changed (main.go)", "m": "it consists of alone, among others",
				"fair": "its program q has changed (main.go)"}},
		{"how a program is started", replace("ttf-int.yaml", "[q]", "[q, -v]"), nil,
			map[string]string{"alone": "what the project says of its program q has changed",
				"m":    "it consists of alone, among others",
				"fair": "what the project says of its program q has changed"}},
		{"a new unit", replace("units.yaml", "machine: m",
			"unit: more\nsut: q\nz: spec.zed\nschema: More\n---\nmachine: m"), nil, map[string]string{"more": "it is new"}},
		{"the scope", replace("ttf-int.yaml", "project: test", "project: test\nscope: {int: [0, 5]}"), nil,
			map[string]string{"take": changed, "twice": changed, "log": changed, "alone": changed,
				"m": "it consists of alone, among others"}},
		{"the options of runs", replace("ttf-int.yaml", "project: test", "project: test\nrun: {calls: 9}"), nil,
			map[string]string{"take": "r", "twice": "r", "log": "r", "alone": "r", "m": "r", "fair": "r"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := affected.Change{Before: load(t, func(map[string]string) {}), Now: load(t, test.change),
				Programs: test.programs}
			got := map[string]string{}
			for _, a := range c.List() {
				if got[a.Name] = a.Why; a.Why == "run: of the project has changed" {
					got[a.Name] = "r"
				}
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}
