package history

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/result"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	past := []result.Past{
		{Started: "1", Verdicts: map[string]result.Verdict{"u/a": result.Fail, "u/b": result.Pass, "u/c": result.Pass,
			"v/a": result.Pass, "u/d": result.Pass}, Digests: map[string]string{"u/d": "old"},
			Seconds: map[string]float64{"u/b": 0.2, "u/c": 0.001}},
		{Started: "2", Verdicts: map[string]result.Verdict{"u/b": result.Pass},
			Seconds: map[string]float64{"u/b": 0.2}},
		{Started: "3", Verdicts: map[string]result.Verdict{"u/a": result.Pass, "u/b": result.Error,
			"u/c": result.Blocked, "v/a": result.Fail, "u/d": result.Fail, "u/new": result.Fail},
			Seconds: map[string]float64{"u/b": 2, "u/c": 0.05}},
	}
	got := Compare(past, "u")
	if d := cmp.Diff([]Change{{"u/b", result.Pass, result.Error, "2"}, {"u/d", result.Pass, result.Fail, "1"}},
		got.Failing); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Change{{"u/a", result.Fail, result.Pass, "1"}}, got.Passing); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Change{{"u/c", result.Pass, result.Blocked, "1"}}, got.Blocked); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Slower{{"u/b", 0.2, 2}}, got.Slower); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Varied{{"u/a", 1, 2}, {"u/b", 1, 3}}, got.Varied); d != "" {
		t.Error(d)
	}
	if n := len(Compare(past, "").Failing); n != 3 || len(got.Runs) != 3 || got.Runs[2].Fail != 2 {
		t.Errorf("%d fail in all units; runs %v", n, got.Runs)
	}
	if d := cmp.Diff([]StubChange{}, got.StubsGained); d != "" {
		t.Error(d)
	}
	if c := Compare(nil, ""); len(c.Runs) != 0 {
		t.Errorf("a history of nothing: %v", c)
	}
}

// TestCompareDecided: what stands in for callees is compared with the last run that had the case, and leaves are lost
// only by a run of the whole plan, and told once.
func TestCompareDecided(t *testing.T) {
	t.Parallel()
	stubs := func(decisions ...result.Decision) []result.Stub {
		var out []result.Stub
		for i, d := range decisions {
			out = append(out, result.Stub{Callee: "v", Occurrence: i + 1, Decision: d})
		}
		return out
	}
	run := func(started string, whole bool, leaves []string, of map[string][]result.Stub) result.Past {
		p := result.Past{Started: started, Whole: whole, Leaves: map[string]bool{}, Stubs: of,
			Verdicts: map[string]result.Verdict{}}
		for _, l := range leaves {
			p.Leaves[l] = true
		}
		for id := range of {
			p.Verdicts[id] = result.Pass
		}
		return p
	}
	past := []result.Past{
		run("1", true, []string{"u/gone", "u/a", "w/a"}, nil),
		run("2", true, []string{"u/a", "u/b", "w/a"}, map[string][]result.Stub{"u/a": stubs(result.Self, result.Spec),
			"u/b": stubs(result.None), "u/c": stubs(result.Auto)}),
		run("3", false, []string{"u/c"}, map[string][]result.Stub{"u/c": stubs(result.Manual)}),
		run("4", true, []string{"u/a"}, map[string][]result.Stub{"u/a": stubs(result.ByCall, result.Self, result.Spec),
			"u/b": stubs(result.BlockedStub), "u/c": stubs(result.Spec), "u/new": stubs(result.Spec)}),
	}
	got := Compare(past, "")
	gained := []StubChange{{"u/a", "v", result.Self, result.ByCall, "2"},
		{"u/b", "v", result.None, result.BlockedStub, "2"}}
	if d := cmp.Diff(gained, got.StubsGained); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]StubChange{{"u/a", "v #2", result.Spec, result.Self, "2"}}, got.StubsLost); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]LostLeaf{{"u/c", "3"}, {"u/b", "2"}, {"w/a", "2"}}, got.LeavesLost); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]LostLeaf{{"w/a", "2"}}, Compare(past, "w").LeavesLost); d != "" {
		t.Error(d)
	}
	past[3].Whole = false
	if d := cmp.Diff([]LostLeaf{}, Compare(past, "").LeavesLost); d != "" {
		t.Error(d)
	}
}
