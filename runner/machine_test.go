package runner_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

var machineProgram = sync.OnceValues(func() (string,
	error) {
	return buildProgram("machine", "./testdata/machine/sut")
})

// planStack plans the stack with a program that has the given fault.
func planStack(t testing.TB, fault string) *plan.Plan {
	t.Helper()
	return planProject(t, "testdata/machine", machineProgram, func(_ *spec.System, s *spec.SUT) {
		s.Env = []string{"MACHINE_FAULT=" + fault}
	})
}

// sequences runs a machine alone.
func sequences(t testing.TB, p *plan.Plan, name string, seed int64) (*result.Machine, *result.Run) {
	t.Helper()
	r := run(t, p, runner.Options{Seed: seed, Machines: &runner.Machines{Names: []string{name}}})
	if len(r.Machines) != 1 || len(r.Results) != 0 {
		t.Fatalf("%d machines, %d results", len(r.Machines), len(r.Results))
	}
	return r.Machines[0], r
}

// writeCalls writes the calls of a sequence.
func writeCalls(f *result.Sequence) string {
	var out []string
	for _, s := range f.Steps {
		out = append(out, fmt.Sprintf("%d.%s(%s)", s.Object, s.Unit, s.Inputs))
	}
	return strings.Join(out, " ")
}

// TestMachineRight: sequences of a program that is right pass, also where its specification
// leaves open what it does, and its state can only be read.
func TestMachineRight(t *testing.T) {
	t.Parallel()
	for _, fault := range []string{"", "fixed"} {
		for _, name := range []string{"stack", "two"} {
			m, r := sequences(t, planStack(t, fault), name, 1)
			if m.Verdict != result.Pass || m.Pass != 30 || m.Ran != 30 || m.Steps < 500 || len(r.Machinery) > 0 {
				t.Errorf("%s of %q: %+v, machinery %q", name, fault, m, r.Machinery)
			}
			for _, u := range m.Units {
				if u.Steps == 0 {
					t.Errorf("%s: %s was never a step", name, u.Unit)
				}
			}
		}
	}
}

// TestMachineFaults: what only a history shows is found, made as short as can be, and charged
// to the unit that is wrong.
func TestMachineFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault, machine string
		verdict        result.Verdict
		blame          string
		length         int  // of the shortest sequence
		keep           bool // its last step fails alone
	}{
		{"third", "stack", result.Fail, "push", 3, false},
		{"panics", "stack", result.Error, "push", 3, false},
		{"exits", "stack", result.Error, "push", 3, false},
		{"pops", "stack", result.Fail, "pop", 3, false},
		{"aliased", "two", result.Fail, "push", 3, false},
		{"begins", "stack", result.Fail, "", 1, false},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			m, r := sequences(t, planStack(t, c.fault), c.machine, 3)
			if len(m.Failures) == 0 || len(r.Machinery) > 0 {
				t.Fatalf("nothing was found: %+v, machinery %q", m, r.Machinery)
			}
			f := m.Failures[0]
			t.Log(writeCalls(f), f.Result.Message, f.Why)
			if m.Verdict != c.verdict || f.Result.Verdict != c.verdict || strings.Join(f.Result.Blame, " ") != c.blame {
				t.Errorf("%s, %s, blame %q, want %s %s", m.Verdict, f.Result.Verdict, f.Result.Blame, c.verdict,
					c.blame)
			}
			if len(f.Steps) != c.length || !f.Shortest || (f.Keep != nil) != c.keep {
				t.Errorf("%d steps (%v), kept as %s", len(f.Steps), f.Shortest, f.Keep)
			}
			for _, s := range f.Steps {
				for _, in := range s.Inputs {
					if n, _ := in.Value.Int(); n != 0 && c.fault != "aliased" {
						t.Errorf("%s of %s may be smaller", in.Text(), s.Unit)
					}
				}
			}
			// The same seed finds the same. How many steps were answered is not compared where
			// processes end.
			again, _ := sequences(t, planStack(t, c.fault), c.machine, 3)
			if writeCalls(again.Failures[0]) != writeCalls(f) || again.Steps != m.Steps && c.fault != "exits" {
				t.Errorf("then: %s, %d steps; first %d", writeCalls(again.Failures[0]), again.Steps, m.Steps)
			}
		})
	}
}

// TestMachineRecurses: a unit that calls itself without end ends its process long before the memory
// of the machine is used up.
func TestMachineRecurses(t *testing.T) {
	t.Parallel()
	p := planStack(t, "recurses")
	p.System.Run.Sequences = 1
	m, r := sequences(t, p, "stack", 3)
	if len(m.Failures) == 0 || len(r.Machinery) > 0 {
		t.Fatalf("nothing was found: %+v, machinery %q", m, r.Machinery)
	}
	f := m.Failures[0]
	if said := f.Result.Stderr; f.Result.Verdict != result.Error || len(f.Steps) != 3 ||
		!slices.Equal(f.Result.Blame, []string{"push"}) || !strings.Contains(said, "exceeds 67108864-byte limit") {
		t.Errorf("%s %s: %s\n%s", f.Result.Verdict, f.Result.Blame, writeCalls(f), said)
	}
}

// TestMachineHangs: a unit that hangs in a later step is found and named.
func TestMachineHangs(t *testing.T) {
	t.Parallel()
	p := planStack(t, "hangs")
	p.System.Run.Sequences, p.System.Run.Length, p.System.Run.Timeout = 1, 6, 2*time.Second
	for seed := int64(1); ; seed++ {
		m, _ := sequences(t, p, "stack", seed)
		if len(m.Failures) == 0 && seed < 20 {
			continue
		}
		f := m.Failures[0]
		if f.Result.Verdict != result.Error || !slices.Equal(f.Result.Blame, []string{"push"}) ||
			f.Steps[len(f.Steps)-1].Unit != "push" || !strings.Contains(f.Result.Message, "within 2s") {
			t.Errorf("%s %s: %s: %s", f.Result.Verdict, f.Result.Blame, f.Result.Message, writeCalls(f))
		}
		return
	}
}

// TestMachineInterrupted: of an interrupted run there is what was found until then.
func TestMachineInterrupted(t *testing.T) {
	t.Parallel()
	p := planStack(t, "third")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	r, err := runner.Run(ctx, p, runner.Options{
		Guard: guard, Engine: engineOf(p), Machines: &runner.Machines{Names: []string{"stack", "two"}, Sequences: 1000},
		Sink: func(*result.Result) { interrupt() },
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Machines) != 1 || !r.Interrupted {
		t.Fatalf("%d machines, interrupted: %v", len(r.Machines), r.Interrupted)
	}
	if m := r.Machines[0]; m.Verdict != result.Fail || len(m.Failures) != 1 || m.Ran == 0 || m.Ran >= 1000 ||
		m.Pass+m.Fail != m.Ran {
		t.Errorf("%+v", m)
	}
}

// TestMachineChooses: a program that decides by chance what its specification leaves open is
// followed, also where its state is not shown, and what is wrong with it is found.
func TestMachineChooses(t *testing.T) {
	t.Parallel()
	for _, inputs := range []spec.Inputs{spec.Generic, spec.Allowed, spec.OnTheFly} {
		for _, fault := range []string{"random", "random-unseen", "third-random", "third-random-unseen"} {
			t.Run(string(inputs)+" "+fault, func(t *testing.T) {
				t.Parallel()
				p := planStack(t, fault)
				for _, m := range p.System.Machines {
					m.Inputs = inputs
				}
				m, r := sequences(t, p, "stack", 2)
				t.Logf("%s: %d steps, %d passed, %d undecided, %d ended: %s", m.Verdict, m.Steps, m.Pass, m.Undecided,
					m.Ended, m.Why)
				want := result.Pass
				if strings.HasPrefix(fault, "third") {
					want = result.Fail
				}
				if m.Verdict != want || m.Undecided+m.Blocked > 0 || len(r.Machinery) > 0 {
					t.Errorf("%s, %d undecided: %s, machinery %q", m.Verdict, m.Undecided, m.Why, r.Machinery)
				}
				for _, f := range m.Failures {
					t.Log(writeCalls(f), f.Result.Message, f.Result.Blame)
					if !slices.Contains(f.Result.Blame, "push") {
						t.Errorf("%q is blamed: %s", f.Result.Blame, writeCalls(f))
					}
				}
			})
		}
	}
}

// TestMachineCutOff: where the time of the run is over before all sequences were run, nothing passes.
func TestMachineCutOff(t *testing.T) {
	t.Parallel()
	r := run(t, planStack(t, ""), runner.Options{RunTimeout: time.Second,
		Machines: &runner.Machines{Names: []string{"stack", "two"}, Sequences: 1_000_000}})
	if len(r.Machines) != 2 || r.Machines[0].Verdict == result.Pass || r.Machines[1].Verdict != result.Blocked ||
		r.Machines[1].Why != "not run: the time of the run, 1s, was over" {
		t.Fatalf("%d machines: %+v", len(r.Machines), r.Machines)
	}
	if m := r.Machines[0]; m.Ran > 0 && (m.Verdict != result.Undecided || !strings.Contains(m.Why, fmt.Sprintf(
		"1s, was over: of 1000000 sequences the first %d were run", m.Ran))) {
		t.Errorf("%s: %s", m.Verdict, m.Why)
	}
}

// BenchmarkMachine runs steps of sequences of 50 through the session, with the oracle on each.
func BenchmarkMachine(b *testing.B) {
	p := planStack(b, "")
	p.System.Run.Sequences, p.System.Run.Length = max(1, b.N/50), 50
	b.ResetTimer()
	m, _ := sequences(b, p, "two", 1)
	b.ReportMetric(float64(m.Steps)/m.Seconds, "steps/s")
	b.ReportMetric(0, "ns/op")
}

// TestMachineOfOtherData: where the units of a machine do not work on the same data, it is
// blocked, and nobody is blamed.
func TestMachineOfOtherData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ example, why string }{
		{"eater", "may be bound to different data, at sut/main.go:"},
		{"filestore", "as a parameter: no object holds it from one step to the next"},
	} {
		t.Run(c.example, func(t *testing.T) {
			t.Parallel()
			program := func() (string, error) {
				return buildProgram(c.example+"-matrix", "../examples/"+c.example+"/sut", "-tags", "underTest")
			}
			p := planProject(t, "../examples/"+c.example, program, func(s *spec.System, _ *spec.SUT) {
				all := &spec.Machine{Name: "all", Objects: 1, Sequences: 40, Length: 25}
				for _, u := range s.Units {
					if len(u.Op.State.Vars) > 0 {
						all.Units = append(all.Units, u.Name)
					}
				}
				s.Machines = append(s.Machines, all)
			})
			m, _ := sequences(t, p, "all", 0)
			if m.Verdict != result.Blocked || !strings.Contains(m.Why, c.why) || len(m.Failures) > 0 {
				t.Errorf("%s, %d failures: %s", m.Verdict, len(m.Failures), m.Why)
			}
		})
	}
}
