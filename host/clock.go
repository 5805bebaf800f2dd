package host

import (
	"context"
	"sync"
	"time"
)

// clockTick is how often a clock looks whether this program still runs.
const clockTick = 50 * time.Millisecond

// clockGap is the longest time between two looks that counts. What is longer is
// time in which this program was suspended, or had no processor: a deadline that
// passed meanwhile is not anybody's fault.
const clockGap = 4 * clockTick

// Clock measures the time in which this program ran. Deadlines are counted on
// it, so that suspending the program suspends them.
type Clock struct {
	stop chan struct{}

	mu   sync.Mutex
	last time.Time
	ran  time.Duration
}

// NewClock returns a clock that goes until it is stopped.
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

// look counts the time since the last look; mu is held.
func (c *Clock) look(now time.Time) time.Duration {
	c.ran += min(max(now.Sub(c.last), 0), clockGap)
	c.last = now
	return c.ran
}

// Within returns a context that ends, with the given cause, when the time is
// over. What is returned with it ends it at once, and is to be called.
func (c *Clock) Within(ctx context.Context, limit time.Duration, cause error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	over := c.After(ctx, limit)
	go func() {
		if <-over {
			cancel(cause)
		}
	}()
	return ctx, func() { cancel(context.Canceled) }
}

// After returns a channel that gives true when the time is over, and false where
// the context ends before.
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
