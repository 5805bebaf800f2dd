package result

import (
	"slices"
	"testing"
)

func TestCount(t *testing.T) {
	t.Parallel()
	got := Count(slices.Values([]*Result{
		{Verdict: Pass}, {Verdict: Pass}, {Verdict: Fail}, {Verdict: Error}, {Verdict: Blocked}, {Verdict: Undecided},
		{Verdict: Fail, Support: true}, // what others rest on is not counted
	}))
	if want := (Summary{Pass: 2, Fail: 1, Error: 1, Blocked: 1, Undecided: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if Count(slices.Values([]*Result(nil))) != (Summary{}) {
		t.Error("no results are counted")
	}
}
