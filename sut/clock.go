package sut

import (
	"fmt"
	"math"
	"sync"
	"time"
)

// Clock is a clock that stands still until it is told to go on, for programs that are given their clock: what they do
// then depends on nothing but the case. Its zero value shows the beginning of 1970 in UTC. What waits on it, with Sleep
// or After, does not wait: the clock goes on by that time at once, which a real clock could have done too. It may be
// used by several goroutines.
type Clock struct {
	mu      sync.Mutex
	elapsed time.Duration
}

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time { return time.Unix(0, int64(c.Elapsed())).UTC() }

// Elapsed returns how long it has been since the beginning of 1970: Now, as the values of a state variable.
func (c *Clock) Elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.elapsed
}

// Set has the clock show a time, as Elapsed gives it.
func (c *Clock) Set(elapsed time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.elapsed = elapsed
}

// Advance has the clock go on by a time; it does not go back.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d = max(d, 0); c.elapsed > math.MaxInt64-d {
		d = math.MaxInt64 - c.elapsed
	}
	c.elapsed += d
}

// Sleep has the clock go on by a time, and returns at once.
func (c *Clock) Sleep(d time.Duration) { c.Advance(d) }

// After has the clock go on by a time, and returns a channel that holds the time that it shows then.
func (c *Clock) After(d time.Duration) <-chan time.Time {
	c.Advance(d)
	out := make(chan time.Time, 1)
	out <- c.Now()
	return out
}

// Since returns how long it has been since a time.
func (c *Clock) Since(t time.Time) time.Duration { return c.Now().Sub(t) }

// Until returns how long it is until a time.
func (c *Clock) Until(t time.Time) time.Duration { return t.Sub(c.Now()) }

// Times sends a time.Time as an integer, in nanoseconds since the beginning of 1970 in UTC, as Clock counts. The zero
// time.Time, which stands for none, is the least integer of 64 bits. Any other time that cannot be counted so, before
// 1678 or behind 2262, fails the unit that produced it.
func Times() Type {
	out := Codec(
		func(t time.Time) (int64, error) {
			if t.IsZero() {
				return math.MinInt64, nil
			}
			n := t.UnixNano()
			if !time.Unix(0, n).Equal(t) {
				return 0, fmt.Errorf("%v is too far from 1970 to be counted in nanoseconds", t)
			}
			return n, nil
		},
		func(n int64) (time.Time, error) {
			if n == math.MinInt64 {
				return time.Time{}, nil
			}
			return time.Unix(0, n).UTC(), nil
		},
	)
	out.place = callerPlace()
	return out
}
