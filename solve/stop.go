package solve

import (
	"context"
	"fmt"
	"runtime"
	"runtime/metrics"
)

// heapMetric is what objects take up, those included that nobody needs any more
// and that were not collected yet.
const heapMetric = "/memory/classes/heap/objects:bytes"

// stop returns what tells whether to give up: the context has ended, or the heap
// has grown past the limit and stays so when what nobody needs is collected. It is
// cheap, and everything that takes long asks it now and then.
func stop(ctx context.Context, memory int64) func() bool {
	if memory <= 0 {
		return func() bool { return ctx.Err() != nil }
	}
	over := false // for good: nothing of the search is let go before it ends
	return func() bool {
		if !over && heap() > uint64(memory) {
			runtime.GC()
			over = heap() > uint64(memory)
		}
		return over || ctx.Err() != nil
	}
}

func heap() uint64 {
	sample := []metrics.Sample{{Name: heapMetric}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}

func inMegabytes(n int64) string { return fmt.Sprintf("%d MB", n>>20) }
