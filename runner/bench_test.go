package runner_test

import (
	"fmt"
	"testing"

	"github.com/ttf-int/ttf-int/plan"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/runner"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/stubs"
	"github.com/ttf-int/ttf-int/zed/value"
)

// many replaces the cases of insert by n cases on lists of eight integers that
// each call sort once.
func many(b *testing.B, p *plan.Plan, n int) {
	b.Helper()
	u := p.Unit("insert")
	var model *plan.Case
	for _, c := range u.Cases {
		for _, s := range c.Stubs {
			if s.Callee == "sort" && s.Decision == result.Self {
				model = c
			}
		}
	}
	if model == nil {
		b.Fatal("no case of insert calls sort")
	}
	u.Cases = nil
	for i := range n {
		elems := make([]value.Value, 8)
		for j := range elems {
			elems[j] = value.OfInt(int64((i*7 + j*31) % 1000))
		}
		c := *model
		c.ID = fmt.Sprintf("%s#%d", model.Leaf.ID, i+1)
		c.Values = append(spec.Values{}, model.Values...)
		for k, v := range c.Values {
			switch v.Name {
			case "list":
				c.Values[k].Value = value.OfSeq(elems)
			case "x?":
				c.Values[k].Value = value.OfInt(int64(1000 + i%100))
			}
		}
		c.Expected, c.Witness = nil, nil
		c.Stubs = append([]stubs.Choice{}, model.Stubs...)
		for k := range c.Stubs {
			if c.Stubs[k].Callee == "sort" {
				c.Stubs[k].Witness = c.Values
			}
		}
		u.Cases = append(u.Cases, &c)
	}
}

// BenchmarkRun runs cases with a state of one sequence of eight integers and
// one recorded call of a callee that stands for itself, through one process,
// with the oracle on both and the results kept.
func BenchmarkRun(b *testing.B) {
	p := sortedList(b, "")
	p.System.Run.Parallel = 1
	if r := run(b, p, runner.Options{Keep: false}); r.Summary.Pass == 0 {
		b.Fatal("the program does not run")
	}
	p.System.SUTs["list"].Build = nil
	p.System.Dir = b.TempDir()
	n := b.N
	many(b, p, n)
	b.ResetTimer()
	r := run(b, p, runner.Options{Keep: true, Units: []string{"insert", "sort", "err"}})
	b.StopTimer()
	if r.Summary.Pass < n {
		b.Fatalf("%+v", r.Summary)
	}
	b.ReportMetric(float64(n)/r.Seconds, "cases/s")
}
