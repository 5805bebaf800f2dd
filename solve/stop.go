package solve

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
)

// ErrMemory is the cause of a context that ended at its memory limit.
var ErrMemory = errors.New("memory limit")

// ErrTime is the cause of a context that ended when the time of one part of the work was
// over, and not that of the whole.
var ErrTime = errors.New("the time of the unit was over: the search was given up")

// LimitMemory returns a context that also ends when more than the given bytes are in use,
// with ErrMemory as its cause; with a limit of 0 it is ctx itself. The memory is looked
// at when the context is asked for its error, so that work must ask this context and
// not one derived from it. The function stop releases what the context holds.
func LimitMemory(ctx context.Context, bytes int64) (limited context.Context, stop func()) {
	if bytes <= 0 {
		return ctx, func() {}
	}
	inner, cancel := context.WithCancelCause(ctx)
	return &memoryContext{inner, cancel, uint64(bytes)}, func() { cancel(nil) }
}

type memoryContext struct {
	context.Context
	cancel context.CancelCauseFunc
	limit  uint64
}

// Err is documented at context.Context.
func (c *memoryContext) Err() error {
	if err := c.Context.Err(); err != nil {
		return err
	}
	if isMemoryShort(c.limit) {
		c.cancel(fmt.Errorf("%w: more than the %d MB that may be used were needed", ErrMemory, c.limit>>20))
	}
	return c.Context.Err()
}

// What the heap's objects take up, those included that nobody needs any more, and
// what those took up that were needed when the collector last looked.
const (
	objectsMetric = "/memory/classes/heap/objects:bytes"
	liveMetric    = "/gc/heap/live:bytes"
)

// isMemoryShort tells whether live objects take more than three quarters of the limit.
// The heap of a program that makes garbage is larger than its live objects.
func isMemoryShort(limit uint64) bool {
	most := limit / 4 * 3
	objects, live := heap()
	if objects > limit {
		runtime.GC() // its target is above the limit
		_, live = heap()
	}
	return objects > most && live > most
}

// IsExceeded tells whether live objects take more than the limit. It is for code that has
// no context; a context from Limited ends before that.
func IsExceeded(limit int64) bool {
	objects, live := heap()
	if objects <= uint64(limit) {
		return false
	}
	if live <= uint64(limit) {
		runtime.GC()
		_, live = heap()
	}
	return live > uint64(limit)
}

func heap() (objects, live uint64) {
	samples := []metrics.Sample{{Name: objectsMetric}, {Name: liveMetric}}
	metrics.Read(samples)
	size := func(v metrics.Value) uint64 {
		if v.Kind() != metrics.KindUint64 {
			return 0
		}
		return v.Uint64()
	}
	return size(samples[0].Value), size(samples[1].Value)
}

// ExplainInterruption returns why a context has ended, in a phrase that explains why something
// is not known; "" while the context has not ended.
func ExplainInterruption(ctx context.Context) string {
	if ctx.Err() == nil {
		return ""
	}
	cause := context.Cause(ctx)
	if cause == nil {
		cause = ctx.Err()
	}
	switch {
	case errors.Is(cause, context.DeadlineExceeded):
		return "time limit: the search was given up"
	case errors.Is(cause, context.Canceled):
		return "the search was cancelled"
	}
	return cause.Error()
}
