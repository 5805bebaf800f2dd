package history

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ttf-int/ttf-int/result"
)

// TestListFlaky: only runs that had the case on the same values, with a verdict, and before this one are counted.
func TestListFlaky(t *testing.T) {
	t.Parallel()
	past := func(started string, v result.Verdict, digest string) result.Past {
		return result.Past{Started: started, Verdicts: map[string]result.Verdict{"u/a": v},
			Digests: map[string]string{"u/a": digest}}
	}
	other := past("7", result.Fail, "d")
	other.Programs = map[string]string{"list": "0"}
	run := &result.Run{Started: "9", Programs: map[string]string{"list": "1", "new": "2"}, Results: []*result.Result{
		{Case: "u/a", Digest: "d", Verdict: result.Flaky, Attempts: []result.Attempt{{Verdict: result.Error},
			{Verdict: result.Fail}, {Verdict: result.Pass}}},
		{Case: "u/b", Verdict: result.Fail},
	}}
	got := ListFlaky(run, []result.Past{past("1", result.Pass, "d"), past("2", result.Flaky, "d"),
		past("3", result.Fail, "other"), past("4", result.Blocked, "d"), past("5", result.Error, "d"), {Started: "6"},
		other, past("9", result.Flaky, "d")})
	want := []result.FlakyCase{{Case: "u/a", Failed: 2, Attempts: 3, Before: 3, Unsteady: 2}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	c := Compare([]result.Past{past("1", result.Pass, "d"), past("2", result.Flaky, "d")}, "")
	if d := cmp.Diff([]Change{{"u/a", result.Pass, result.Flaky, "1"}}, c.Flaky); d != "" || len(c.Failing) > 0 {
		t.Error(d, c.Failing)
	}
	if d := cmp.Diff([]Varied{{"u/a", 1, 2}}, c.Varied); d != "" {
		t.Error(d)
	}
}
