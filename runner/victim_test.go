package runner_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var leaveProgram = sync.OnceValues(func() (string, error) { return buildProgram("leave", "./testdata/leave/sut") })

// leaving is a fault: a unit leaves something behind on numbers that `each` divides, and another goes wrong, in some
// way, when it has done so some times.
type leaving struct {
	of          string
	each, times int
	who, how    string
}

func (l leaving) String() string {
	return fmt.Sprintf("%s %d %d %s %s", l.of, l.each, l.times, l.who, l.how)
}

// shows tells whether, by the cases of a plan alone, the one unit goes wrong behind the other.
func (l leaving) shows(p *plan.Plan) bool {
	left := 0
	for _, u := range p.Units {
		for _, c := range u.Cases {
			if u.Name == l.who && left >= l.times {
				return true
			}
			x, _ := c.Values().Lookup("x?")
			if n, _ := x.Int(); u.Name == l.of && int(n)%l.each == 0 {
				left++
			}
		}
	}
	return false
}

// runLeaving runs a plan of testdata/leave by a program with a fault.
func runLeaving(t *testing.T, p *plan.Plan, l leaving) *result.Run {
	t.Helper()
	for _, s := range p.System.SUTs {
		s.Env = []string{"LEAVE=" + l.String()}
	}
	return run(t, p, runner.Options{})
}

func planLeaving(t *testing.T) *plan.Plan {
	t.Helper()
	return planProject(t, "testdata/leave", leaveProgram, func(*spec.System, *spec.SUT) {})
}

// TestLeaving: whoever leaves something behind is to blame, and no unit that goes wrong for it, and a case that goes
// wrong behind others only does not fail. Where it takes two cases, more units may be to blame that both run.
func TestLeaving(t *testing.T) {
	t.Parallel()
	units := []string{"a", "b", "c", "d", "e", "f"}
	p, random, shown := planLeaving(t), rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for range 10 {
		l := leaving{of: units[random.IntN(6)], each: 1 + random.IntN(4), times: 1 + random.IntN(2),
			who: units[random.IntN(6)], how: []string{"wrong", "wrong", "panics", "exits"}[random.IntN(4)]}
		r, blamed := runLeaving(t, p, l), false
		for _, x := range r.Results {
			blamed = blamed || len(x.Blame) > 0
			exact := slices.Equal(x.Blame, []string{l.of}) && !x.Uncertain
			if len(x.Blame) > 0 && !exact && (l.times == 1 || !slices.Contains(x.Blame, l.of) || !x.Uncertain) ||
				x.Verdict == result.Flaky || x.Verdict == result.Blocked {
				t.Errorf("%s: %s: %s", l, line(x), x.Message)
			}
		}
		if l.shows(p) {
			shown[l.how]++
			if !blamed {
				t.Errorf("%s: nobody is to blame:\n%s", l, lines(r))
			}
		}
	}
	if len(shown) < 3 {
		t.Errorf("of the faults only these show: %v", shown)
	}
	t.Log(shown)
}

// TestLeavingBrokenAdapter: where what was left behind has the program's adapter fail, no case is blocked for it.
func TestLeavingBrokenAdapter(t *testing.T) {
	t.Parallel()
	r := runLeaving(t, planLeaving(t), leaving{of: "b", each: 1, times: 2, who: "-", how: "adapter"})
	for _, x := range r.Results {
		if len(x.Blame) > 0 && !strings.HasPrefix(x.Case, "b/") {
			t.Errorf("%s: %s", line(x), x.Message)
		}
	}
	if r.Summary.Blocked > 0 || r.Summary.Fail == 0 || len(r.Machinery) > 0 {
		t.Errorf("%+v %q\n%s", r.Summary, r.Machinery, lines(r))
	}
}
