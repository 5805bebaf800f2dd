package runner_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

// A leaf that strengthening added is run before the caller that asked for it, and
// certifies what it is when it passes; when it fails, a stub stands in there and
// nobody but the callee is blamed.
func TestStrengthened(t *testing.T) {
	t.Parallel()
	z, err := os.ReadFile("../examples/sortedlist/specs/list.zed")
	if err != nil {
		t.Fatal(err)
	}
	dir := configtest.Write(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\nsuts:\n  list: {command: [list]}\n",
		"list.zed":     string(z),
		// The leaf of sort with a large x? has no case.
		"units.yaml": `unit: sort
sut: list
z: list.zed
schema: Sort1
tactics: [dnf, {mts: ["max {0, x? * x? * x? − 10 * 10 * 10 * 10 * 10}", "{0}"]}]
---
unit: err
sut: list
schema: Err
tactics: [dnf]
---
unit: insert
sut: list
schema: InsertAndSort1
uses: [sort]
calls: [err]
tactics: [dnf]
cases: [{list: [1, 2, 3, 4, 5, 6], x?: 900}]
`,
	})
	for _, test := range []struct {
		fault   string
		verdict result.Verdict
		stub    result.Decision
	}{
		{"", result.Pass, result.Self},
		{"sort-nonempty", result.Fail, result.Spec},
	} {
		p := planProject(t, dir, listProgram,
			func(_ *spec.System, s *spec.SUT) { s.Env = []string{"SORTEDLIST_FAULT=" + test.fault} })
		// That of the caller alone: what it rests on is run with it.
		r := run(t, p, runner.Options{Cases: []string{"insert/DNF_1"}})
		i := slices.IndexFunc(r.Results, func(x *result.Result) bool { return strings.HasPrefix(x.Case, "sort/ST_") })
		j := slices.IndexFunc(r.Results, func(x *result.Result) bool { return x.Case == "insert/DNF_1" })
		if i < 0 || j < i {
			t.Fatalf("%q: the leaf is not tested first:\n%s", test.fault, lines(r))
		}
		added, caller := r.Results[i], r.Results[j]
		if added.Verdict != test.verdict || !added.Support {
			t.Errorf("%q: %s: %s", test.fault, line(added), added.Message)
		}
		if caller.Verdict != result.Pass || caller.Stubs[0].Decision != test.stub ||
			caller.Stubs[0].Planned != result.Self || len(caller.Blame) > 0 {
			t.Errorf("%q: %s: %s", test.fault, line(caller), caller.Message)
		}
	}
}
