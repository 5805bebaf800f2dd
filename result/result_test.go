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

// TestShortForm: a run tells of results that are held in short form what it tells of others.
func TestShortForm(t *testing.T) {
	t.Parallel()
	pass := &Result{Case: "p/DNF_1", Unit: "p", Verdict: Pass}
	blocked := &Result{Case: "q/DNF_1", Unit: "q", Verdict: Blocked, Message: NotRun}
	for _, c := range []struct {
		last  *Result
		whole bool
	}{{pass, true}, {blocked, false}} {
		r := &Run{Results: []*Result{nil, c.last}, Packed: func(int) *Result { return pass }}
		if r.IsWhole() != c.whole || r.HasNotRun() == c.whole || Count(r.All()).Pass == 0 || len(r.ByUnit()("p")) == 0 {
			t.Errorf("behind one in short form, %s: whole %v, not run %v", c.last.Case, r.IsWhole(), r.HasNotRun())
		}
	}
}
