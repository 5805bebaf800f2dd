package history

import (
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// world is a plan of two units, v below u, one run of it, and what is asked of the cache.
type world struct {
	past    result.Past
	run     *result.Run
	basis   map[string]string
	wanted  Wanted
	nowOfV  result.Verdict
	earlier []result.Past
}

// find asks the cache of a world for its case.
func (w *world) find() *result.Result {
	unit := func(name string) *plan.Unit {
		c := &plan.Case{Digest: "digest of " + name}
		c.ID = name + "/a"
		return &plan.Unit{Unit: &spec.Unit{Name: name}, Cases: []*plan.Case{c}}
	}
	pl := &plan.Plan{Units: []*plan.Unit{unit("v"), unit("u")}}
	below := func(name string) []string { return map[string][]string{"u": {"v"}}[name] }
	c := NewCache(pl, append(w.earlier, w.past), w.basis, below, func(string) *result.Run { return w.run })
	w.wanted.Case = pl.Units[1].Cases[0]
	w.wanted.Verdict = func(string) result.Verdict { return w.nowOfV }
	return c.Find(w.wanted)
}

// newWorld returns a world in which the pass of u/a stands for it.
func newWorld() *world {
	past := result.Past{Started: "1", Finished: true, Sound: true,
		Verdicts: map[string]result.Verdict{"u/a": result.Pass, "v/a": result.Pass},
		Digests:  map[string]string{"u/a": "digest of u", "v/a": "digest of v"},
		Programs: map[string]string{"p": "hash"}, Reads: map[string]string{"p": "files"},
		Basis: map[string]string{"u": "specification"}}
	return &world{past: past, basis: map[string]string{"u": "specification"}, nowOfV: result.Pass,
		wanted: Wanted{Unit: "u", SUT: "p", SHA256: "hash", Reads: "files"},
		run: &result.Run{Started: "1", Results: []*result.Result{{Case: "v/a", Unit: "v", Verdict: result.Pass},
			{Case: "u/a", Unit: "u", Verdict: result.Pass,
				Stubs: []result.Stub{{Callee: "v", Decision: result.Self}}}}}}
}

// TestCacheGrounds: a pass stands for a case, and with any one of its grounds another than then it does not.
func TestCacheGrounds(t *testing.T) {
	t.Parallel()
	if r := newWorld().find(); r == nil || r.From != "1" {
		t.Fatalf("with nothing changed there is %v", r)
	}
	other := func(v result.Verdict, change func(*result.Past)) result.Past {
		p := newWorld().past
		p.Started, p.Verdicts = "0", map[string]result.Verdict{"u/a": v}
		change(&p)
		return p
	}
	unchanged := func(*result.Past) {}
	for name, change := range map[string]func(*world){
		"the case":            func(w *world) { w.past.Digests["u/a"] = "another" },
		"the program":         func(w *world) { w.wanted.SHA256 = "another" },
		"what it reads":       func(w *world) { w.wanted.Reads = "others" },
		"nothing is declared": func(w *world) { w.wanted.Reads, w.past.Reads = "", nil },
		"the specification":   func(w *world) { w.basis["u"] = "another" },
		"no basis":            func(w *world) { w.basis["u"], w.past.Basis = "", nil },
		"the verdict":         func(w *world) { w.past.Verdicts["u/a"] = result.Undecided },
		"a failure before":    func(w *world) { w.earlier = append(w.earlier, other(result.Fail, unchanged)) },
		"flaky before":        func(w *world) { w.earlier = append(w.earlier, other(result.Flaky, unchanged)) },
		"in error before":     func(w *world) { w.earlier = append(w.earlier, other(result.Error, unchanged)) },
		"several attempts": func(w *world) {
			w.run.Results[1].Attempts = []result.Attempt{{Verdict: result.Fail}}
		},
		"the run":                   func(w *world) { w.past.Sound = false },
		"the run cannot be read":    func(w *world) { w.run = nil },
		"the callee's verdict now":  func(w *world) { w.nowOfV = result.Fail },
		"the callee's verdict then": func(w *world) { w.past.Verdicts["v/a"] = result.Flaky },
		"the callee's case":         func(w *world) { w.past.Digests["v/a"] = "another" },
		"a charge of the callee": func(w *world) {
			w.run.Results = append(w.run.Results, &result.Result{Case: "v@w/a", Unit: "v", Verdict: result.Fail})
		},
		"a charge in the case": func(w *world) {
			w.run.Results = append(w.run.Results, &result.Result{Case: "x@u/a", Unit: "x", Verdict: result.Fail})
		},
		"the seed of a stub": func(w *world) {
			w.run.Results[1].Stubs[0].Decision, w.wanted.Seed = result.Spec, 7
		},
	} {
		w := newWorld()
		if change(w); w.find() != nil {
			t.Errorf("%s has changed, and the pass still stands", name)
		}
	}
	for name, change := range map[string]func(*world){
		"a failure of another program": func(w *world) {
			w.earlier = append(w.earlier, other(result.Fail, func(p *result.Past) { p.Programs = nil }))
		},
		"a seed that chose nothing":  func(w *world) { w.wanted.Seed = 7 },
		"the callee was not run now": func(w *world) { w.nowOfV = "" },
		"a failure of another callee": func(w *world) {
			w.run.Results = append(w.run.Results, &result.Result{Case: "x@w/a", Unit: "x", Verdict: result.Fail})
		},
	} {
		w := newWorld()
		if change(w); w.find() == nil {
			t.Errorf("%s: the pass does not stand any more", name)
		}
	}
}

// TestCachedAreNoAttempts: what was taken over does not say how often a case passed.
func TestCachedAreNoAttempts(t *testing.T) {
	t.Parallel()
	past := func(started string, v result.Verdict, from string) result.Past {
		p := newWorld().past
		p.Started, p.Verdicts, p.From = started, map[string]result.Verdict{"u/a": v}, map[string]string{}
		if from != "" {
			p.From["u/a"] = from
		}
		return p
	}
	c := Compare([]result.Past{past("1", result.Fail, ""), past("2", result.Pass, ""), past("3", result.Pass, "2")}, "")
	if len(c.Varied) != 1 || c.Varied[0] != (Varied{"u/a", 1, 2}) {
		t.Errorf("one of two failed: %v", c.Varied)
	}
	run := &result.Run{Started: "4", Programs: map[string]string{"p": "hash"}, Results: []*result.Result{{Case: "u/a",
		Digest: "digest of u", Verdict: result.Flaky}}}
	got := ListFlaky(run, []result.Past{past("2", result.Pass, ""), past("3", result.Pass, "2")})
	if len(got) != 1 || got[0].Before != 1 {
		t.Errorf("one run had it before: %v", got)
	}
}
