package runner_test

import (
	"strings"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
)

// planTransitions plans the stack with a fault, where all transitions of one machine with some of
// its units are tried, for stacks of up to two of the numbers 0 and 1.
func planTransitions(t testing.TB, fault string, extra int, units ...string) *plan.Plan {
	t.Helper()
	p := planStack(t, fault)
	p.System.Scope.IntMin, p.System.Scope.IntMax, p.System.Scope.Seq = 0, 1, 2
	for _, m := range p.System.Machines {
		if m.Name == "stack" {
			m.Units, m.Inputs, m.Extra = units, spec.Transitions, extra
		}
	}
	return p
}

// TestTransitions: a machine is proved, a fault is found, and what cannot be proved is said
// with its reason.
func TestTransitions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault, units    string
		extra           int
		verdict         result.Verdict
		states, moves   int // of the proof; 0: there is none
		leaving, length int // length: of the shortest failing sequence
		why             string
	}{
		{"", "push pop size", 0, result.Pass, 7, 19, 8, 0, ""},
		{"", "push pop size", 1, result.Pass, 7, 19, 8, 0, ""},
		{"fixed", "push pop size", 0, result.Pass, 7, 19, 8, 0, ""},
		{"third", "push pop size", 1, result.Fail, 7, 19, 8, 3, "sequences are not right"},
		{"popped", "push pop size", 1, result.Fail, 7, 19, 8, 3, "sequences are not right"},
		{"panics", "push pop size", 1, result.Error, 7, 19, 8, 3, "sequences are not right"},
		{"begins", "push pop size", 0, result.Fail, 7, 19, 8, 1, ""},
		// What only the third push shows is beyond programs with as many states as the machine.
		{"third", "push pop size", 0, result.Pass, 7, 19, 8, 0, ""},
		// The specification allows two outcomes of pick. The program always takes the head
		// under the fault heads, and otherwise chooses by what was pushed.
		{"heads", "push pick", 0, result.Pass, 7, 12, 8, 0, ""},
		{"", "push pick", 2, result.Undecided, 0, 0, 0, 0, "not always do the same after pick() in the state s ="},
	} {
		t.Run(c.fault+" "+c.units, func(t *testing.T) {
			t.Parallel()
			p := planTransitions(t, c.fault, c.extra, strings.Fields(c.units)...)
			m, r := sequences(t, p, "stack", 1)
			if m.Verdict != c.verdict || m.Proof == nil || m.Proof.Proved != (c.verdict == result.Pass) ||
				len(r.Machinery) > 0 {
				t.Fatalf("%s: %q, %+v", m.Verdict, m.Why, m.Proof)
			}
			f := m.Proof
			if c.states > 0 && c.fault != "begins" && (f.States != c.states || f.Transitions != c.moves ||
				f.Leaving != c.leaving || f.Most != c.states+c.extra) {
				t.Errorf("%+v", f)
			}
			if c.length > 0 && (len(m.Failures) == 0 || len(m.Failures[0].Steps) != c.length) {
				t.Errorf("failures: %+v", m.Failures)
			}
			if !strings.Contains(f.Why, c.why) || f.Proved && f.Why != "" {
				t.Errorf("%q, want %q", f.Why, c.why)
			}
		})
	}
}

// TestTransitionsRefused: a machine with too many states is not tried in part.
func TestTransitionsRefused(t *testing.T) {
	t.Parallel()
	p := planTransitions(t, "", 0, "push", "pop")
	p.System.Scope.IntMax, p.System.Scope.Seq = 30, 3
	m, _ := sequences(t, p, "stack", 1)
	if m.Verdict != result.Blocked ||
		m.Why != "not all transitions can be tried: there are more than 10000 states within the scope" {
		t.Errorf("%s: %s", m.Verdict, m.Why)
	}
}

// TestCovered: what was met of a machine and what was not make up all that there is within
// the scope.
func TestCovered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		inputs spec.Inputs
		length int
	}{{spec.Transitions, 0}, {spec.OnTheFly, 1}, {spec.Allowed, 3}, {spec.Generic, 6}} {
		t.Run(string(c.inputs), func(t *testing.T) {
			t.Parallel()
			p := planTransitions(t, "", 0, "push", "pop", "size")
			p.System.Run.Sequences, p.System.Run.Length = 2, c.length
			for _, m := range p.System.Machines {
				m.Inputs = c.inputs
			}
			m, _ := sequences(t, p, "stack", 1)
			met := m.Met
			if met == nil || m.Verdict != result.Pass {
				t.Fatalf("%s %s: %+v", m.Verdict, m.Why, met)
			}
			for k, x := range []struct {
				part  result.Part
				of    int
				never []string
			}{{met.States, 7, met.Never}, {met.Transitions, 19, met.NeverTried}, {met.Inputs, 4, met.NeverInputs},
				{met.Outputs, 6, met.NeverOutputs}} {
				if x.part.Of != x.of || x.part.Met+len(x.never) != x.of || x.part.Met == 0 {
					t.Errorf("%d: %+v of %d, never %q", k, x.part, x.of, x.never)
				}
				if all := x.part.Met == x.of; all != (c.inputs == spec.Transitions) && k == 1 {
					t.Errorf("%d: %+v", k, x.part)
				}
			}
		})
	}
}
