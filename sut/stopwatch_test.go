package sut

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestStopwatch: whatever comes in whatever order, the time of a unit is never
// more than what has passed, and it is what a count of every step would say.
func TestStopwatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s stopwatch
		start := time.Unix(1000, 0)
		now, begun, waiting := start, false, 0
		var want time.Duration
		for range rapid.IntRange(0, 40).Draw(t, "events") {
			step := time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "step"))
			if begun && waiting == 0 {
				want += step
			}
			now = now.Add(step)
			switch rapid.SampledFrom([]string{"begin", "wait", "wait", "resume", "resume", "read"}).Draw(t, "event") {
			case "begin":
				begun = true
				s.begin(now)
			case "wait":
				waiting++
				s.wait(now)
			case "resume":
				waiting = max(waiting-1, 0)
				s.resume(now)
			}
			got := s.nanoseconds(now)
			if got != uint64(want) || got > uint64(now.Sub(start)) {
				t.Fatalf("%v, want %v of %v", time.Duration(got), want, now.Sub(start))
			}
		}
		if got := s.nanoseconds(start); got != uint64(want) {
			t.Fatalf("%v after the clock was set back, want %v", time.Duration(got), want)
		}
	})
}
