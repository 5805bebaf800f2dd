package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/config"
	"github.com/ttf-int/ttf-int/config/configtest"
	"github.com/ttf-int/ttf-int/planner"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/solve"
	"github.com/ttf-int/ttf-int/solve/embedded"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// TestKeepFailures: what failed is kept so that it is read again as a case with the same values, in whatever state a
// person has left the file; the same failures are kept once, and are those cases that run first.
func TestKeepFailures(t *testing.T) {
	t.Parallel()
	dir := configtest.Write(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"units.yaml": "unit: add\nz: |\n  S == [n, m : ℤ; s : seq ℤ]\n" +
			"  Add == [ΔS; k? : ℕ | n > 0 ∧ n' = n + k? ∧ m' = m ∧ s' = s]\nschema: Add\n",
	})
	made := func() *planner.Planned {
		t.Helper()
		system, err := config.Load("", dir)
		if err != nil {
			t.Fatal(err)
		}
		pl, err := planner.Make(t.Context(), system, planner.Options{Solver: embedded.New(solve.Options{})})
		if err != nil {
			t.Fatal(err)
		}
		return pl
	}
	stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	said := func() string {
		text, err := os.ReadFile(stderr.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	r := &testRun{app: &app{console: &console{stderr: stderr}}}
	fail := func(pl *planner.Planned, class result.Class) *result.Run {
		run := &result.Run{Started: "2026-11-26T15:00:00Z"}
		c := pl.Units[0].Cases[0]
		run.Results = append(run.Results, &result.Result{Case: c.ID, Unit: "add", Leaf: c.Leaf.ID, Class: &class,
			Verdict: result.Fail, Values: c.Values()})
		return run
	}
	pl := made()
	if n := len(findKept(pl)); n != 0 {
		t.Errorf("before anything failed %d failures are kept", n)
	}
	first := fail(pl, "WFE")
	path := filepath.Join(dir, "failures", "add.yaml")
	for i, change := range []func(){
		func() {},
		func() {}, // the same again: nothing more
		func() { // a person takes the last newline away, and another class is kept
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, bytes.TrimRight(text, "\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			first = fail(pl, "EFE")
		},
	} {
		change()
		if err := keepFailures(r, made().System, first); err != nil {
			t.Fatal(err)
		}
		own := made().System.Unit("add").Cases
		if len(own) != 1 || !own[0].Kept || !covers(first.Results[0].Values, own[0].Values) {
			t.Fatalf("%d: kept are %v of %v", i, own, first.Results[0].Values)
		}
	}
	again := made()
	kept := findKept(again)
	if len(kept) != 1 || !strings.HasPrefix(kept[again.Units[0].Cases[0].ID], "failures/add.yaml:4:5") {
		t.Errorf("kept are %v", kept)
	}
	want := map[string]bool{"x": true, again.Units[0].Cases[0].ID: true}
	if d := cmp.Diff(want, firstOf(map[string]bool{"x": true}, kept)); d != "" {
		t.Error(d)
	}
	if strings.Count(said(), "1 failure kept in failures/add.yaml") != 1 || strings.Count(said(), "kept in") != 1 {
		t.Errorf("it is said: %s", said())
	}
	// What fails in another way where one of the leaf fails, too, is not kept without end.
	all := fail(again, "WFE")
	all.Results = append(all.Results, &result.Result{Case: "add/DNF_1#9", Unit: "add", Leaf: all.Results[0].Leaf,
		Class: all.Results[0].Class, Verdict: result.Fail, Values: pl.Units[0].Cases[0].Values()[:1]})
	all.Results[len(all.Results)-1].Rejected = true
	if err := keepFailures(r, again.System, all); err != nil || len(made().System.Unit("add").Cases) != 1 {
		t.Errorf("another failure of the leaf is kept, or one of a rejected input: %v", err)
	}
	if !strings.Contains(said(), "1 failure not kept: no case of a unit shows it alone") {
		t.Errorf("it is said: %s", said())
	}
	// A document after which a person has written something gets another one.
	text, _ := os.ReadFile(path)
	if err := os.WriteFile(path, append(text, "# mine\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := appendFailures(path, "add", []string{"  - {n: 7, m: 0, s: [1, 2], k?: 3}  # x\n"}); err != nil {
		t.Fatal(err)
	}
	if own := made().System.Unit("add").Cases; len(own) != 2 || !own[1].Kept {
		t.Errorf("after a person has changed the file there are %v", own)
	}
}

// TestKeepFailuresOfSequences: of a sequence the last step is kept, or the call of a callee that is charged: where the
// callee is wrong, a stub stands in its place when the step runs alone.
func TestKeepFailuresOfSequences(t *testing.T) {
	t.Parallel()
	dir := configtest.Write(t, map[string]string{
		"ttf-int.yaml": "apiVersion: ttf-int/v1\nproject: test\nspecs: [units.yaml]\n",
		"units.yaml": "unit: add\nz: |\n  S == [n : ℤ]\n  Add == [ΔS | n' = n + 1]\n  Take == [ΔS | n' = n - 1]\n" +
			"schema: Add\n---\nunit: take\nz: \"\"\nschema: Take\n",
	})
	system, err := config.Load("", dir)
	if err != nil {
		t.Fatal(err)
	}
	number := func(n int64) spec.Values {
		return spec.Values{spec.NewItem("n", zed.IntType{}, value.OfInt(n))}
	}
	class := result.Class("WFE")
	failing := func(id, unit string, keep, of int64) *result.Machine {
		return &result.Machine{Failures: []*result.Sequence{{Steps: []result.SequenceStep{{Unit: "take"}},
			Keep: number(keep), Result: &result.Result{Case: id, Unit: unit, Leaf: id, Class: &class,
				Values: number(of), Verdict: result.Fail}}}}
	}
	run := &result.Run{Started: "2026-11-26T15:00:00Z", Machines: []*result.Machine{failing("add@m~1", "add", 1, 7),
		failing("m~2", "take", 3, 9)}}
	stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	if err := keepFailures(&testRun{app: &app{console: &console{stderr: stderr}}}, system, run); err != nil {
		t.Fatal(err)
	}
	for unit, want := range map[string]string{"add": "- {\"n\": 7}  # 2026-11-26, WFE, add@m~1\n",
		"take": "- {\"n\": 3}  # 2026-11-26, WFE, m~2\n"} {
		text, err := os.ReadFile(filepath.Join(dir, "failures", unit+".yaml"))
		if err != nil || strings.Count(string(text), "\n  - ") != 1 || !strings.HasSuffix(string(text), want) {
			t.Errorf("of %s is kept: %s %v", unit, text, err)
		}
	}
}
