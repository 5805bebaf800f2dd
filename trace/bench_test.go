package trace

import (
	"fmt"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/schema"
	"github.com/ttf-int/ttf-int/zed/value"
)

// BenchmarkStrays looks at calls of which the case allows none, so that each is held
// against the state that those before it left. Its time per call is to stay the same.
func BenchmarkStrays(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprintf("%d calls", n), func(b *testing.B) {
			c := stray(n)
			for b.Loop() {
				if c.strays(true).beside == nil {
					b.Fatal("no call strays")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/call")
		})
	}
}

// stray returns a case with n calls of another order than the case allows, each of
// which goes on from the state that the one before it left.
func stray(n int) *Case {
	var vars []zed.Var
	for _, name := range []string{"s", "s'", "n?"} {
		vars = append(vars, zed.Var{Name: name, Type: zed.IntType{}})
	}
	frame := func(s int) []value.Value {
		return []value.Value{value.OfInt(int64(s)), value.OfInt(int64(s + 1)), value.OfInt(1)}
	}
	op := &schema.Operation{Vars: vars}
	q := &spec.Unit{Name: "q", Op: op}
	c := &Case{Unit: &spec.Unit{Name: "p", Schema: "P", Uses: []string{"q"}, Op: op}, Frame: frame(0)}
	for i := range n {
		c.Calls = append(c.Calls, &Call{Unit: q, Caller: "p", Frame: frame(i), Pre: Met, Post: Met, At: i + 1, Until: i + 1})
	}
	c.Schema = said{place: func([]value.Value, int) result.Place { return result.Beside }}
	return c
}
