package host

import (
	"context"
	"sync"
	"time"
)

// clockTick is the time between two looks of a clock.
const clockTick = 50 * time.Millisecond

// clockGap is the longest time between two looks that counts as running. In a longer
// one this program was suspended, or had no processor, and nobody is to blame for a
// deadline that passes meanwhile.
const clockGap = 4 * clockTick

// Clock measures the time in which this program runs. Deadlines are counted on it, so
// that they are suspended together with the program.
type Clock struct {
	stop chan struct{}

	mu   sync.Mutex
	last time.Time
	ran  time.Duration
}

// NewClock returns a clock that runs until it is stopped.
func NewClock() *Clock {
	c := &Clock{stop: make(chan struct{}), last: time.Now()}
	go func() {
		tick := time.NewTicker(clockTick)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				c.Now()
			case <-c.stop:
				return
			}
		}
	}()
	return c
}

// Stop stops the clock, which must not be used again.
func (c *Clock) Stop() { close(c.stop) }

// Now returns how long this program has run since the clock was made.
func (c *Clock) Now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.look(time.Now())
}

// look counts the time since the last look. The caller holds mu.
func (c *Clock) look(now time.Time) time.Duration {
	c.ran += min(max(now.Sub(c.last), 0), clockGap)
	c.last = now
	return c.ran
}

// WithLimit returns a context that ends after the given time on the clock, with the given
// cause. The returned function ends it at once, and must be called.
func (c *Clock) WithLimit(ctx context.Context, limit time.Duration, cause error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	over := c.After(ctx, limit)
	go func() {
		if <-over {
			cancel(cause)
		}
	}()
	return ctx, func() { cancel(context.Canceled) }
}

// After returns a channel that gives true after the given time on the clock, and false
// where the context ends before.
func (c *Clock) After(ctx context.Context, limit time.Duration) <-chan bool {
	out := make(chan bool, 1)
	end := c.Now() + limit
	go func() {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		for {
			select {
			case <-ctx.Done():
				out <- false
				return
			case <-timer.C:
				left := end - c.Now()
				if left <= 0 {
					out <- true
					return
				}
				timer.Reset(left)
			}
		}
	}()
	return out
}
