//go:build !race

package runner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
)

// declaredFaults returns the faults that a program declares, and only some of them where not all are
// asked for, or where they take the time of a case.
func declaredFaults(t *testing.T, file string) (out []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range constantFault.FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1])
	}
	for _, m := range listedFault.FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1]+"-"+m[2])
	}
	if *writeMatrix {
		return out
	}
	var some []string
	for i, fault := range out {
		if !strings.HasSuffix(fault, "-hangs") && (len(out) < matrixStep || i%6 == 0) {
			some = append(some, fault)
		}
	}
	return some
}

// TestShortest replays every failing sequence of the machines of the examples, with each of their
// faults, without each of its steps and with smaller values: none of these fails in the same way.
func TestShortest(t *testing.T) {
	t.Parallel()
	for _, s := range []struct {
		name, folder, variable string
		build                  []string
		faults                 []string
	}{
		{"machine", "testdata/machine", "MACHINE_FAULT", nil,
			[]string{"third", "panics", "exits", "pops", "sevens", "aliased", "begins", "heads", "popped"}},
		{"sortedlist", "../examples/sortedlist", "SORTEDLIST_FAULT", nil,
			declaredFaults(t, "../examples/sortedlist/list/list.go")},
		{"bank", "../examples/bank", "BANK_FAULT", []string{"-tags", "underTest"},
			declaredFaults(t, "../examples/bank/bank/bank.go")},
		{"depot", "../examples/depot", "DEPOT_FAULT", []string{"-tags", "underTest"},
			declaredFaults(t, "../examples/depot/depot/fault.go")},
	} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			program := func() (string, error) {
				pkg := "./" + filepath.ToSlash(filepath.Join(s.folder, "sut"))
				return buildProgram(s.name+"-shortest", pkg, s.build...)
			}
			p := planProject(t, s.folder, program, func(system *spec.System, _ *spec.SUT) {
				system.Run.Timeout = 2 * time.Second
			})
			found := &runner.Shortness{}
			for i, fault := range s.faults {
				runFault(t, p, found, s.variable+"="+fault, int64(i))
			}
			t.Logf("%d sequences, %d smaller ones tried", found.Sequences, found.Tried)
			if found.Sequences*2 < len(s.faults) {
				t.Errorf("%d faults, and %d sequences that are as small as can be", len(s.faults), found.Sequences)
			}
			if len(found.Wrong) > 0 {
				t.Error(strings.Join(found.Wrong, "\n"))
			}
		})
	}
}

func runFault(t *testing.T, p *plan.Plan, found *runner.Shortness, env string, seed int64) {
	t.Helper()
	for _, one := range p.System.SUTs {
		one.Env = []string{env}
	}
	o := runner.Options{Seed: seed, Machines: &runner.Machines{}}
	for _, m := range p.System.Machines {
		o.Machines.Names = append(o.Machines.Names, m.Name)
	}
	found.Check(&o)
	r := run(t, p, o)
	for _, m := range r.Machines {
		for _, f := range m.Failures {
			if !f.Shortest {
				t.Logf("%s: %s ended before it was as small as can be: %s", env, f.Result.Case, writeCalls(f))
			}
		}
		if m.Verdict == result.Pass || m.Verdict == result.Blocked {
			t.Logf("%s: %s %s %s", env, m.Machine, m.Verdict, m.Why)
		}
	}
}
