package runner

import (
	"testing"

	"github.com/ttf-int/ttf-int/host"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/trace"
)

// TestOpenStubs: a callee that a stub stands in for is not at work in a call that is
// open: what ends the process then is its caller's.
func TestOpenStubs(t *testing.T) {
	t.Parallel()
	for planned, want := range map[result.Decision]result.Decision{
		"": result.None, result.Auto: result.Auto, result.Spec: result.Spec, result.Manual: result.Manual,
		result.Self: result.Self, result.ByCall: result.Self,
	} {
		got := decisionOf(planned, &host.Call{State: host.Open})
		if got != want {
			t.Errorf("an open call with the decision %q is answered by %q, want %q", planned, got, want)
		}
		call := &trace.Call{State: trace.Open, Decision: got}
		if at := innermostCall([]*trace.Call{call}); (at == call) != (got == result.None || got == result.Self) {
			t.Errorf("of a call with the decision %q, the innermost is %v", planned, at)
		}
	}
}
