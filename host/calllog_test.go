package host

import (
	"testing"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// TestCallsBeyondTheKeptOnes: calls of several threads are told apart however many there
// were before, and those that return do not leave an older one open.
func TestCallsBeyondTheKeptOnes(t *testing.T) {
	t.Parallel()
	l := callLog{count: keptCalls}
	for id := keptCalls + uint64(1); id <= keptCalls+3; id++ {
		l.noteOpen(&wire.Call{Id: id, Aside: true}, 0)
	}
	suspects := append([]openCall(nil), l.open...)
	l.close(&wire.Call{Id: keptCalls + 1, State: wire.CallState_CLOSED})
	l.close(&wire.Call{Id: keptCalls + 2, State: wire.CallState_CLOSED})
	l.noteOpen(&wire.Call{Id: keptCalls + 4, Aside: true}, 0)
	if left := l.filterOpen(suspects); len(left) != 1 || left[0].call.Id != keptCalls+3 {
		t.Errorf("open of the first three: %v", left)
	}
}

// TestThreads: calls beyond the kept ones that make each other are not taken for those of
// several threads, though the program names another parent for them.
func TestThreads(t *testing.T) {
	t.Parallel()
	for _, first := range []uint64{1, keptCalls} {
		l := callLog{}
		l.noteOpen(&wire.Call{Id: first}, 0)
		l.noteOpen(&wire.Call{Id: first + 1, Parent: first}, 0)
		l.noteOpen(&wire.Call{Id: first + 2, Parent: first}, 0)
		if want := first+2 <= keptCalls; l.threads != want {
			t.Errorf("from call %d on: several threads: %v, want %v", first, l.threads, want)
		}
	}
}
