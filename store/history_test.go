package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/result"
)

// The verdicts of earlier runs are read, the oldest first, also of one that was cut off, and of none that
// cannot be read.
func TestReadHistory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keep := func(started string, verdicts ...result.Verdict) {
		run := &result.Run{APIVersion: "v", Kind: "Run", Started: started}
		j, err := NewJournal(dir, run)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.AddProgram(Program{Name: "list", SHA256: "sum of " + run.Started}); err != nil {
			t.Fatal(err)
		}
		for i, v := range verdicts {
			j.Add(&result.Result{Case: string(rune('a' + i)), Unit: `"verdict":`, Verdict: v, Message: "m",
				Digest: "digest of " + string(rune('a'+i)), Seconds: 0.5, Leaf: "leaf of " + string(rune('a'+i)),
				Stubs: []result.Stub{{Callee: "v", Decision: result.Spec}}}, nil, nil)
		}
		run.Machines = []*result.Machine{{Machine: "m", Verdict: result.Fail}}
		run.Laws = []*result.Law{{Property: "p", Verdict: result.Pass}}
		if err := j.Close(run); err != nil {
			t.Fatal(err)
		}
	}
	if got := ReadHistory(dir, "", 5); len(got) != 0 {
		t.Errorf("there is a history of nothing: %v", got)
	}
	keep("1", result.Pass)
	keep("2", result.Pass, result.Fail)
	keep("3", result.Error)
	keep("4", result.Pass)
	names := listRuns(filepath.Join(dir, Folder, runsFolder))
	path := filepath.Join(dir, Folder, runsFolder, names[2])
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second := map[string]result.Verdict{"a": result.Pass, "b": result.Fail, "machine m": result.Fail,
		"property p": result.Pass}
	third := map[string]result.Verdict{"a": result.Error, "machine m": result.Fail, "property p": result.Pass}
	want := []result.Past{{Started: "2", Verdicts: second}, {Started: "3", Verdicts: third}}
	for i := range want {
		want[i].From, want[i].Finished, want[i].Sound, want[i].Whole = map[string]string{}, true, true, true
		want[i].Programs = map[string]string{"list": "sum of " + want[i].Started}
		want[i].Digests, want[i].Seconds = map[string]string{}, map[string]float64{}
		for id := range want[i].Verdicts {
			if len(id) == 1 {
				want[i].Digests[id], want[i].Seconds[id] = "digest of "+id, 0.5
			}
		}
	}
	if d := cmp.Diff(want, ReadHistory(dir, "4", 2)); d != "" {
		t.Error(d)
	}
	// With what stood in for callees, and the leaves, where that is asked for.
	decided := ReadDecided(dir, "4", 1)[0]
	if d := cmp.Diff(map[string]bool{"leaf of a": true}, decided.Leaves); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string][]result.Stub{"a": {{Callee: "v", Decision: result.Spec}}}, decided.Stubs); d != "" {
		t.Error(d)
	}
	// Cut off in its last line, the run has what came before.
	if err := os.WriteFile(path, data[:len(data)-5], 0o600); err != nil {
		t.Fatal(err)
	}
	want[1].Verdicts, want[1].Finished, want[1].Sound = map[string]result.Verdict{"a": result.Error}, false, false
	want[1].Whole = false
	if d := cmp.Diff(want, ReadHistory(dir, "4", 2)); d != "" {
		t.Error(d)
	}
	if err := os.WriteFile(path, []byte("nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want[:1], ReadHistory(dir, "4", 2)); d != "" {
		t.Error(d)
	}
}
