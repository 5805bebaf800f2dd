package runner

import (
	"runtime/debug"
	"testing"
)

// A run has memory collected seldom, and sets back what was; one beside others leaves it.
func TestCollectSeldom(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	defer debug.SetGCPercent(debug.SetGCPercent(77))
	during := func(o Options) (percent int, limited bool) {
		limit := debug.SetMemoryLimit(-1)
		back := o.collectSeldom()
		percent, limited = debug.SetGCPercent(-1), debug.SetMemoryLimit(-1) != limit
		debug.SetGCPercent(percent)
		back()
		if now := debug.SetGCPercent(77); now != 77 || debug.SetMemoryLimit(-1) != limit {
			t.Errorf("%+v: the target is %d then", o, now)
		}
		return percent, limited
	}
	if percent, limited := during(Options{}); percent != gcPercent || !limited {
		t.Errorf("a run has the target %d", percent)
	}
	if percent, limited := during(Options{Beside: true}); percent != 77 || limited {
		t.Errorf("a run beside others has the target %d", percent)
	}
}
