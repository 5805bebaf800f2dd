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
	for _, change := range []func(*result.Past, map[string]string){
		func(p *result.Past, to map[string]string) { p.Programs = to },
		func(p *result.Past, to map[string]string) { p.Reads = to },
		func(p *result.Past, to map[string]string) { p.Arguments = to },
	} {
		one, other := past("1", result.Fail, "d"), past("2", result.Pass, "d")
		change(&one, map[string]string{"list": "1"})
		change(&other, map[string]string{"list": "2"})
		if c := Compare([]result.Past{one, other}, ""); len(c.Varied) > 0 {
			t.Errorf("programs are other ones, and %v varies", c.Varied)
		}
	}
	c := Compare([]result.Past{past("1", result.Pass, "d"), past("2", result.Flaky, "d")}, "")
	if d := cmp.Diff([]Change{{"u/a", result.Pass, result.Flaky, "1"}}, c.Flaky); d != "" || len(c.Failing) > 0 {
		t.Error(d, c.Failing)
	}
	if d := cmp.Diff([]Varied{{"u/a", 1, 2}}, c.Varied); d != "" {
		t.Error(d)
	}
}

// TestListFlakyBeside: what is not a case of the plan is counted as a whole, in runs of the same seed.
func TestListFlakyBeside(t *testing.T) {
	t.Parallel()
	tries := []result.Attempt{{Verdict: result.Fail}, {Verdict: result.Pass}}
	of := func(started string, seed int64, v result.Verdict) *result.Run {
		run := &result.Run{Started: started, Seed: seed,
			Machines: []*result.Machine{{Machine: "m", Verdict: v, Summary: result.Summary{Flaky: 1},
				Failures: []*result.Sequence{{Result: &result.Result{Case: "m~3", Verdict: v, Attempts: tries}}}}},
			Laws: []*result.Law{{Property: "p", Verdict: v, Attempts: tries}},
			Classes: []*result.ClassRun{{Class: "c", Verdict: v,
				Failures: []*result.PairFailure{{Verdict: v, Attempts: tries}}}},
			Methods: []*result.Method{{Unit: "s", Verdict: v,
				Failures: []*result.StructureCase{{Verdict: v, Attempts: tries}}}},
			More: &result.More{Leaves: []*result.MoreLeaf{{Leaf: "u/l"}}}}
		leaf := run.More.Leaves[0]
		switch v {
		case result.Flaky:
			leaf.Flaky = 1
			run.Results = []*result.Result{{Case: "u/l~2", Leaf: "u/l", Verdict: v, Attempts: tries,
				Drawn: &result.Drawn{}}}
		case result.Pass:
			leaf.Pass, run.Machines[0].Flaky = 1, 0
		}
		return run
	}
	var past []result.Past
	for _, run := range []*result.Run{of("1", 0, result.Pass), of("2", 0, result.Flaky), of("3", 7, result.Flaky)} {
		p := result.Past{Started: run.Started, Seed: run.Seed, Verdicts: map[string]result.Verdict{}}
		for _, r := range run.Results {
			p.Verdicts[r.Case] = r.Verdict
		}
		for name, one := range run.Beside() {
			p.Verdicts[name] = one.Verdict
		}
		past = append(past, p)
	}
	var want []result.FlakyCase
	for _, name := range []string{"machine m", "class c", "property p", "structures s", "drawn in u/l"} {
		want = append(want, result.FlakyCase{Case: name, Failed: 1, Attempts: 2, Before: 2, Unsteady: 1})
	}
	want[3].Before, want[3].Unsteady = 3, 2 // all structures are tried, whatever the seed
	if d := cmp.Diff(want, ListFlaky(of("4", 0, result.Flaky), past)); d != "" {
		t.Error(d)
	}
	if got := ListFlaky(of("4", 0, result.Pass), past); got != nil {
		t.Error(got)
	}
	c := Compare(past[:2], "")
	var names []string
	for _, v := range c.Varied {
		if names = append(names, v.Name); v.Failed != 1 || v.Of != 2 {
			t.Errorf("%+v", v)
		}
	}
	if d := cmp.Diff([]string{"class c", "drawn in u/l", "machine m", "property p", "structures s"}, names); d != "" {
		t.Error(d)
	}
	if c = Compare(past[:2], "u"); len(c.Varied) != 1 || c.Runs[1].Flaky != 1 {
		t.Errorf("of u: %+v", c)
	}
}
