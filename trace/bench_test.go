package trace

import (
	"fmt"
	"testing"

	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/zed/value"
)

// BenchmarkStrays looks at calls of which the case allows none, so that each is held
// against the state that those before it left. Its time per call is to stay the same.
func BenchmarkStrays(b *testing.B) {
	called := specify(b, "Q == [s, s' : ℤ; n? : ℤ | s' = s + n?]\nP == Q ∧ [s, s' : ℤ]\n")
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprintf("%d calls", n), func(b *testing.B) {
			c := called.newCase(b, "s=0 n?=1", "")
			q := called.system.Unit("q")
			for i := range n { // each goes on from the state that the one before it left
				s := int64(i + 1)
				frame := q.Frame(map[string]value.Value{"s": value.OfInt(s), "s'": value.OfInt(s + 1),
					"n?": value.OfInt(1)})
				c.Calls = append(c.Calls, &Call{Unit: q, Caller: "p", Decision: result.Self, Frame: frame, Pre: Met,
					Post: Met, At: i + 1, Until: i + 1})
			}
			for b.Loop() {
				if c.strays(true).beside == nil {
					b.Fatal("no call strays")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/call")
		})
	}
}
