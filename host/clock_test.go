package host

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestClock: time passes on a clock as long as it is looked at, and stands still
// in a gap.
func TestClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Now()
		c := &Clock{last: now}
		var want time.Duration
		for range rapid.IntRange(1, 50).Draw(t, "looks") {
			gap := time.Duration(rapid.OneOf(rapid.Int64Range(0, int64(clockGap)),
				rapid.Int64Range(-int64(time.Hour), int64(24*time.Hour))).Draw(t, "gap"))
			now = now.Add(gap)
			want += min(max(gap, 0), clockGap)
			if got := c.look(now); got != want {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	})
}

// TestDeadline: nothing but a result gives a case more time than a limit of its
// own, whatever is sent in whatever order.
func TestDeadline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const timeout = time.Second
		var now time.Duration
		d := deadline{}
		pending := 0
		for d.remainingTime(now, timeout) > 0 {
			if now > timeout+flushTime+answerTime+timeout {
				t.Fatalf("the case goes on after %v", now)
			}
			now += time.Duration(rapid.Int64Range(1, int64(2*time.Second)).Draw(t, "step"))
			switch rapid.SampledFrom([]string{"ask", "answer", "events", "empty"}).Draw(t, "event") {
			case "ask":
				pending++
				d.ask(now)
			case "answer":
				pending = max(pending-1, 0)
				d.noteAnswer(now, pending == 0)
			case "events":
				d.told += rapid.IntRange(1, 1_000_000).Draw(t, "events")
			case "empty":
				d.empty++
			}
		}
		if now < timeout {
			t.Fatalf("the time of the case was over after %v", now)
		}
	})
}
