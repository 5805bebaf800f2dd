//go:build unix

package runner_test

import (
	"fmt"
	"slices"
	"sync"
	"syscall"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/zed/value"
)

// repeatCases replaces the cases of a unit by n cases on a sequence of eight integers
// that each call the callee once.
func repeatCases(b *testing.B, p *plan.Plan, unit, callee, state string, n int) {
	b.Helper()
	u := p.Unit(unit)
	var model *plan.Case
	for _, c := range u.Cases {
		for _, s := range c.Stubs {
			if s.Callee == callee && s.Decision == result.Self {
				model = c
			}
		}
	}
	if model == nil {
		b.Fatalf("no case of %s calls %s", unit, callee)
	}
	u.Cases = nil
	for i := range n {
		elems := make([]value.Value, 8)
		for j := range elems {
			elems[j] = value.OfInt(int64((i*7 + j*31) % 1000))
		}
		c := *model
		c.ID = fmt.Sprintf("%s#%d", model.Leaf.ID, i+1)
		c.Steps = suite.MakeSteps(unit, slices.Clone(model.Values()))
		for k, v := range c.Values() {
			switch v.Name {
			case state:
				c.Values()[k].Value = value.OfSeq(elems)
			case "x?":
				c.Values()[k].Value = value.OfInt(int64(1000 + i%100))
			}
		}
		c.Expected, c.Witness = nil, nil
		c.Stubs = append([]result.Choice{}, model.Stubs...)
		for k := range c.Stubs {
			if c.Stubs[k].Callee == callee {
				c.Stubs[k].Witness = c.Values()
			}
		}
		u.Cases = append(u.Cases, &c)
	}
}

// benchmarkUnit runs b.N cases of a unit through one process, with the oracle on the
// unit and on its callee, and the results kept.
func benchmarkUnit(b *testing.B, p *plan.Plan, sut, unit, callee, state string) {
	p.System.Run.Parallel = 1
	if r := run(b, p, runner.Options{}); r.Summary.Pass == 0 {
		b.Fatal("the program does not run")
	}
	p.System.SUTs[sut].Build = nil
	p.System.Dir = b.TempDir()
	n := b.N
	repeatCases(b, p, unit, callee, state, n)
	own, children := processorTime(b, syscall.RUSAGE_SELF), processorTime(b, syscall.RUSAGE_CHILDREN)
	b.ResetTimer()
	r := run(b, p, runner.Options{Keep: true})
	b.StopTimer()
	if r.Summary.Pass < n {
		b.Fatalf("%+v", r.Summary)
	}
	b.ReportMetric(float64(n)/r.Seconds, "cases/s")
	b.ReportMetric((processorTime(b, syscall.RUSAGE_SELF)-own)/float64(n), "host-µs/case")
	b.ReportMetric((processorTime(b, syscall.RUSAGE_CHILDREN)-children)/float64(n), "sut-µs/case")
}

// processorTime returns the processor time of this process or of its children, in µs: a
// busy machine distorts it less than the time on the wall.
func processorTime(b *testing.B, who int) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e3
}

// BenchmarkSortedList has a specification that takes long to evaluate.
func BenchmarkSortedList(b *testing.B) {
	benchmarkUnit(b, planSortedList(b, ""), "list", "insert", "sort", "list")
}

// BenchmarkPush has a plain specification: what is left is the path.
func BenchmarkPush(b *testing.B) {
	benchmarkUnit(b, planPush(b, ""), "push", "put", "push", "s")
}

var queueProgram = sync.OnceValues(func() (string, error) {
	return buildProgram("queue", "../examples/priorityqueue/sut")
})

// BenchmarkPairs draws b.N pairs of length 100 of the priority queue and has them executed and checked by two
// processes. Of 100,000, both are to take less than 10 s on two processors.
func BenchmarkPairs(b *testing.B) {
	own, children := processorTime(b, syscall.RUSAGE_SELF), processorTime(b, syscall.RUSAGE_CHILDREN)
	p := planProject(b, "../examples/priorityqueue", queueProgram, func(system *spec.System, _ *spec.SUT) {
		c := system.Classes[0]
		c.Originals.Given, c.Originals.Length, c.Own = nil, 0, nil
		c.Originals.Random = []spec.RandomOriginals{{Count: b.N, Length: 100, Range: 1000, Ratio: 3}}
		own = processorTime(b, syscall.RUSAGE_SELF)
	})
	drawn := processorTime(b, syscall.RUSAGE_SELF)
	p.System.Run.Parallel = 2
	b.ResetTimer()
	r := run(b, p, runner.Options{Classes: &runner.Classes{}})
	b.StopTimer()
	if c := r.Classes[0]; c.Verdict != result.Pass || c.Pairs < b.N/2 {
		b.Fatalf("%s: %d pairs", c.Verdict, c.Pairs)
	}
	n := float64(b.N)
	b.ReportMetric((drawn-own)/n, "drawing-µs/pair")
	b.ReportMetric((processorTime(b, syscall.RUSAGE_SELF)-drawn)/n, "host-µs/pair")
	b.ReportMetric((processorTime(b, syscall.RUSAGE_CHILDREN)-children)/n, "sut-µs/pair")
}
