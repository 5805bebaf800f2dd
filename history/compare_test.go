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
	if c := Compare(nil, ""); len(c.Runs) != 0 {
		t.Errorf("a history of nothing: %v", c)
	}
}
