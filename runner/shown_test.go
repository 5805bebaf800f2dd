package runner_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var manyFaults = flag.Bool("many-faults", false, "try all faults of what shows a state")

var shownProgram = sync.OnceValues(func() (string, error) { return buildProgram("shown", "./testdata/shown/sut") })

// TestShown: where units show the state, and one unit is wrong, it is among those that are to blame, whether it is one
// of those that show the state or not, and alone where it is not. Where what is shown of a new object is wrong, nobody
// is to blame.
func TestShown(t *testing.T) {
	t.Parallel()
	p := planProject(t, "testdata/shown", shownProgram, func(*spec.System, *spec.SUT) {})
	faults := []string{"push more 0", "twice forgets-total 1", "items stale 0", "total more 1",
		"pop forgets-items 1", "clear forgets-total 0", "size more 1", "items less 1", "total stale 1",
		"items more 0", "total more 0"}
	if !*manyFaults {
		faults = faults[4:]
	}
	for _, fault := range faults {
		of := strings.Fields(fault)[0]
		for _, s := range p.System.SUTs {
			s.Env = []string{"SHOWN=" + fault}
		}
		r := run(t, p, runner.Options{Machines: &runner.Machines{}})
		isNew := fault == "items more 0" || fault == "total more 0"
		blamed := map[string]bool{}
		for _, x := range ofAll(r) {
			for _, name := range x.Blame {
				blamed[name] = true
			}
			if len(x.Blame) > 0 && (!slices.Contains(x.Blame, of) || isNew) {
				t.Errorf("%s: %s: %s %q", fault, line(x), x.Message, x.Findings)
			}
		}
		shows := of == "items" || of == "total"
		wrong := !shows && len(blamed) != 1 || shows && !isNew && len(blamed) == 0
		if wrong || r.Machines[0].Verdict != result.Fail {
			t.Errorf("%s: %v are to blame, machine: %s\n%s", fault, blamed, r.Machines[0].Verdict, lines(r))
		}
		t.Log(fault, blamed)
	}
}

// ofAll returns the results of cases, and of the sequences that are shown since they failed.
func ofAll(r *result.Run) []*result.Result {
	out := slices.Clone(r.Results)
	for _, f := range r.Machines[0].Failures {
		out = append(out, f.Result)
	}
	return out
}

// TestIgnored: where a unit leaves wrong what is not shown, it is among those that are to blame for each failure.
// Those that forget are found by what others do, which follows from what was so before, and the others by what is
// wrong beside.
// There must be a way to the same state that is right, so push is none of them: most ways go through it.
func TestIgnored(t *testing.T) {
	t.Parallel()
	p := planProject(t, "testdata/shown", shownProgram, func(*spec.System, *spec.SUT) {})
	random := rand.New(rand.NewPCG(1, 3))
	for _, of := range []string{"twice", "pop", "clear"} {
		for _, how := range []string{"forgets-count", "adds-count"} {
			fault := fmt.Sprint(of, " ", how, " ", 1+random.IntN(2))
			for _, s := range p.System.SUTs {
				s.Env = []string{"SHOWN=" + fault}
			}
			stock := &runner.Machines{Names: []string{"stock"}, Sequences: 300, Length: 30}
			r := run(t, p, runner.Options{Machines: stock})
			if len(r.Machines[0].Failures) == 0 {
				t.Errorf("%s: it is not found: %s", fault, r.Machines[0].Verdict)
			}
			for _, f := range r.Machines[0].Failures {
				if x := f.Result; !slices.Contains(x.Blame, of) || !x.Uncertain {
					t.Errorf("%s: %s: %s %q", fault, line(x), x.Message, x.Findings)
				}
			}
		}
	}
}

// TestCannotBeShown: where what shows a state fails behind another unit, both share the blame, whichever of them is
// wrong, and it is said why; where it fails on its own, it is to blame alone. Whoever has neither left the state nor
// shown it is not to blame.
func TestCannotBeShown(t *testing.T) {
	t.Parallel()
	p := planProject(t, "testdata/shown", shownProgram, func(*spec.System, *spec.SUT) {})
	for _, fault := range []string{"items panics 1", "total panics 2", "items recurses 1", "total recurses 2",
		"push spoils-items 0", "twice spoils-total 1", "pop spoils-items 1",
		"clear spoils-total 0", "size spoils-items 1"} {
		t.Run(fault, func(t *testing.T) {
			of := strings.Fields(fault)[0]
			for _, s := range p.System.SUTs {
				s.Env = []string{"SHOWN=" + fault}
			}
			r := run(t, p, runner.Options{Machines: &runner.Machines{}})
			shared := 0
			for _, x := range ofAll(r) {
				if len(x.Blame) == 0 {
					continue
				}
				shows := slices.ContainsFunc(x.Findings, func(s string) bool {
					return strings.Contains(s, "was asked to show ")
				})
				switch {
				case !slices.Contains(x.Blame, of), len(x.Blame) > 2, x.Uncertain != (len(x.Blame) == 2),
					shows != x.Uncertain, x.Verdict != result.Error:
					t.Errorf("%s %s: %q %q", line(x), x.Verdict, x.Message, x.Findings)
				case x.Uncertain:
					shared++
				}
			}
			isBeside := func(x *result.Result) bool { return strings.Contains(x.Message, "adapter") }
			if shared == 0 || slices.ContainsFunc(ofAll(r), isBeside) {
				t.Errorf("%d share the blame\n%s", shared, lines(r))
			}
		})
	}
}
