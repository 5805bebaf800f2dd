package host

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// locate says in which call the process of a batch has ended, as far as that is known. The
// stack is that of the goroutine whose panic has ended it, "" where none has. It sets the
// stage: of what the unit or a call has started it is known that it was not the adapter.
func locate(b *batch, stack string) culprits {
	log, by := &b.calls, starterOf(stack)
	observing := !b.stage.running && b.stage.phase == wire.Phase_OBSERVING
	if phase := startedByAdapter(stack); by != "" && phase != "" && b.stream {
		b.stage = stage{known: true, doing: phase}
		return culprits{}
	}
	if showing := showingIn(b, stack); showing != nil {
		b.stage.running = true
		return culprits{located: true, showing: showing}
	}
	call, known := starter(stack, b.nextID())
	known = known && by != "" && log.unwindingCall() == nil
	// The panic of a callee that the unit has left behind may end the process while the
	// adapter is at work.
	elsewhere := by != "" && !strings.Contains(stack, watching) && log.doomed != nil && log.unwindingCall() != nil
	if !b.isBeside() || log.threads && observing || elsewhere || known {
		b.stage.running = b.stage.known
	}
	switch {
	case log.unwindingCall() != nil:
		return culprits{located: true, in: log.unwindingCall()}
	case known && call == 0:
		return culprits{located: true}
	case known && log.callOf(call) != nil:
		return culprits{located: true, in: log.callOf(call)}
	case by != "" && b.stream && b.stage.running && !log.threads:
		return culprits{located: true, unclear: true, apart: true, among: log.list()}
	case log.threads && (log.doomed != nil || len(log.open) > 0 || observing):
		out := culprits{located: true, unclear: true, among: innermostCalls(log.open), foreign: log.foreign}
		if log.doomed != nil {
			out.among = append(out.among, log.doomed)
		}
		return out
	case stack == "" && b.stage.running:
		return log.anyCulprit()
	case stack == "" && b.stage.known && len(log.others) > 0:
		b.stage = stage{known: true, running: true}
		return log.leftBehind()
	}
	return culprits{}
}

// leftBehind returns who may have ended a process while the adapter was at work: the unit or the calls that have
// started threads which go on.
func (l *callLog) leftBehind() culprits {
	by := l.starters()
	out := culprits{located: true, unclear: l.foreign || len(by) > 1, foreign: l.foreign}
	if out.unclear {
		out.among = knownCalls(by)
	} else {
		out.in = by[0]
	}
	return out
}

// anyCulprit returns who may have ended a process that says no more than that it ended: the
// innermost call that is open, or the unit, and what has started threads beside it.
func (l *callLog) anyCulprit() culprits {
	var in *wire.Call
	if n := len(l.open); n > 0 {
		in = l.open[n-1].call
	}
	if !l.foreign && !l.isOthersRunning(in) {
		return culprits{}
	}
	return culprits{located: true, unclear: true, foreign: l.foreign, among: knownCalls(append(l.starters(), in))}
}

// isOthersRunning tells whether another call than this one, nil for the unit, has started threads
// that go on.
func (l *callLog) isOthersRunning(in *wire.Call) bool {
	return slices.ContainsFunc(l.starters(), func(c *wire.Call) bool { return c != in })
}

// knownCalls returns the calls of a list that are not nil, each once.
func knownCalls(calls []*wire.Call) []*wire.Call {
	var out []*wire.Call
	for _, c := range calls {
		if c != nil && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}
