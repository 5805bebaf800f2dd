package affected_test

import (
	"slices"
	"testing"

	"github.com/ttf-int/ttf-int/affected"
	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
)

// plan plans three units, of which one uses another, and none the third. Take takes what
// `take` says.
func plan(t *testing.T, take string) *planner.Planned {
	t.Helper()
	system := configtest.Load(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"spec.zed": "S == [n : ℤ]\nAdd == [ΔS; k? : ℕ | n' = n + k?]\n" +
			"Take == [ΔS; k? : ℕ | " + take + "]\nTwice == Take ∧ [k? : ℕ | k? < 5]\n",
		"units.yaml": "unit: add\nz: spec.zed\nschema: Add\n---\nunit: take\nz: spec.zed\nschema: Take\n---\n" +
			"unit: twice\nz: spec.zed\nschema: Twice\nuses: [take]\n",
	})
	pl, err := planner.Make(t.Context(), system, planner.Options{Solver: embedded.New(solve.Options{})})
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

// passing is a run in which the named units fail, and the others pass.
func passing(failing ...string) *result.Run {
	run := &result.Run{}
	for _, name := range []string{"add", "take", "twice"} {
		verdict := result.Pass
		if slices.Contains(failing, name) {
			verdict = result.Fail
		}
		run.Results = append(run.Results, &result.Result{Unit: name, Verdict: verdict})
	}
	return run
}

// TestChoose: after a run, what failed runs again, and what changed, and what uses either.
func TestChoose(t *testing.T) {
	t.Parallel()
	before, after := plan(t, "n' = n - k?"), plan(t, "n' = n - k? - 1")
	all := []string{"add", "take", "twice"}
	files := &config.Files{Path: "/p/ttf-int.yaml", Read: map[string]string{"/p/ttf-int.yaml": "", "/p/spec.zed": ""},
		Patterns: []string{"/p/units/*.yaml"}}
	for _, test := range []struct {
		name    string
		run     *result.Run
		changed string // a file
		next    *planner.Planned
		names   []string
		want    []string
		all     bool
	}{
		{"nothing has run", nil, "", before, nil, all, true},
		{"one of what never ran", nil, "", before, []string{"take"}, []string{"take"}, false},
		{"nothing changed", passing(), "", before, nil, nil, false},
		{"a callee failed", passing("take"), "", before, nil, []string{"take", "twice"}, false},
		{"a caller failed", passing("twice"), "", before, nil, []string{"twice"}, false},
		{"a callee changed", passing(), "/p/spec.zed", after, nil, []string{"take", "twice"}, false},
		{"one that is affected", passing(), "/p/spec.zed", after, []string{"add", "twice"}, []string{"twice"}, false},
		{"a new unit file", passing(), "/p/units/new.yaml", before, nil, nil, false},
		{"the program changed", passing(), "/p/sut/main.go", before, nil, all, true},
		{"the project's file changed", passing(), "/p/ttf-int.yaml", before, nil, all, true},
		{"the program broke", &result.Run{Machinery: []string{"it did not start"}}, "", before, nil, all, true},
	} {
		var p affected.Passed
		if test.run != nil {
			p.Learn(before, test.run, all)
		}
		if test.changed != "" {
			p.Note(files, []string{test.changed})
		}
		got, whole := p.Choose(test.next, test.names)
		if slices.Sort(got); !slices.Equal(got, test.want) || whole != test.all {
			t.Errorf("%s: got %v, all %v; want %v, all %v", test.name, got, whole, test.want, test.all)
		}
	}
}
