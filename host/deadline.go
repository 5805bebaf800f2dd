package host

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

const (
	// talkTime is how much time an event adds to its case. The unit waits until the
	// host has read the event, which takes a while on a busy machine.
	talkTime = time.Millisecond
	// lookTime is the time between two looks at whether a call has returned that was
	// open when the time of its case was over.
	lookTime = 20 * time.Millisecond
	// maxEmpty is how many empty messages a program may send during a case.
	maxEmpty = 1000
)

// deadline measures the time of a step. The results of a step begin the next one. Apart
// from that, a program cannot gain time by what it sends: only the time in which the
// host itself answers and listens does not count, and that has limits of its own.
type deadline struct {
	began    time.Duration // on the clock
	waiting  bool          // whether the host owes answers
	since    time.Duration // since when it does
	answers  time.Duration // how long the host took for the answers that it gave
	told     int           // how many events came
	empty    int           // how many empty messages came
	stage    time.Duration // the time at which the stage of a streamed case began
	over     bool          // whether the time of the case is over
	moved    bool          // whether another stage began since then
	suspects []openCall    // the calls that were open then
	last     time.Duration // the time at which the case ends at the latest, once its time is over
}

// ask records that the program waits for an answer.
func (d *deadline) ask(now time.Duration) {
	if !d.waiting {
		d.waiting, d.since = true, now
	}
}

// noteAnswer records an answer; none says that the host owes no further answer.
func (d *deadline) noteAnswer(now time.Duration, none bool) {
	if d.waiting && none {
		d.answers += now - d.since
		d.waiting = false
	}
}

// noteStage records that another stage began.
func (d *deadline) noteStage(now time.Duration) { d.stage, d.moved = now, d.over }

// remainingTime returns how much time of a timeout the case has left.
func (d *deadline) remainingTime(now, timeout time.Duration) time.Duration {
	answers := d.answers
	if d.waiting {
		answers += now - d.since
	}
	talk := time.Duration(d.told) * talkTime
	return d.began + timeout + flushTime + min(answers, answerTime) + min(talk, timeout) - now
}

// look checks whether the time of the first unanswered case is over. It returns when to
// look again.
func (b *batch) look(ctx context.Context) (time.Duration, *trouble) {
	timeout := b.current().Timeout
	if timeout == 0 {
		return time.Second, nil
	}
	now := b.now()
	if left := b.limit.remainingTime(now, timeout); left > 0 && !b.limit.over {
		return left, nil
	}
	// What has come counts, however late it is read.
	for range len(b.inbox) {
		before := b.answered
		if t := b.take(ctx, <-b.inbox); t != nil || b.answered > before {
			return flushTime, t
		}
	}
	if d := &b.limit; !d.over {
		d.over, d.suspects, d.last = true, append([]openCall(nil), b.calls.open...), now+timeout
		b.calls.later = &laterCalls{}
	}
	return b.findHang(now, timeout)
}

// findHang finds out where a case hangs whose time is over: outside the unit, or in the
// innermost call that was open at that moment and does not end within the time of
// another case. A call that had just begun at that moment is not to blame if it ends;
// the unit that goes on making calls is.
func (b *batch) findHang(now, timeout time.Duration) (time.Duration, *trouble) {
	d := &b.limit
	wait := func(since time.Duration) time.Duration { return min(lookTime, min(since+timeout, d.last)-now) }
	hang := culprits{located: b.stream}
	d.suspects = b.calls.filterOpen(d.suspects)
	elsewhere := b.calls.threads && b.calls.later.made > 0 // in some threads it goes on
	switch beside := b.isBeside(); {
	case beside && !d.moved && !elsewhere:
		if left := wait(d.stage); left > 0 {
			return left, nil
		}
	case len(d.suspects) > 0:
		last := d.suspects[len(d.suspects)-1]
		if left := wait(last.since); left > 0 {
			return left, nil
		}
		switch hang.in = last.call; {
		case elsewhere && d.findSuspect(b.calls.later.in) != nil: // it is that which goes on
			hang.in = d.findSuspect(b.calls.later.in)
		case b.calls.threads:
			hang.in, hang.unclear, hang.among = nil, true, innermostCalls(d.suspects)
		case b.calls.isOthersRunning(last.call): // it may wait for that
			hang.in, hang.unclear, hang.among = nil, true, knownCalls(append(b.calls.starters(), last.call))
		}
		fallthrough
	case beside:
		b.stage = stage{known: true, running: true}
	default: // what was read at this moment for a call that overlaps others is not to blame
		b.stage.running = b.stage.known
	}
	if hang.in == nil && !hang.unclear && !elsewhere {
		hang.in = b.calls.unwindingCall()
	}
	why := fmt.Sprintf("it did not return within %v", timeout)
	switch {
	case elsewhere:
		why += fmt.Sprintf(", and goes on making calls, %d so far", b.calls.count)
	case b.calls.count > keptCalls:
		why += fmt.Sprintf(", in which it made %d calls", b.calls.count)
	}
	if d.empty > 0 && b.stream && !b.stage.running {
		return 0, b.breaks(b.nextID(), "it sent messages that say nothing, and no result within %v", timeout)
	}
	t := b.trouble(Hung, why)
	t.culprits = hang
	return 0, t
}

// findSuspect returns the first of some calls that is a suspect, or nil.
func (d *deadline) findSuspect(calls []*wire.Call) *wire.Call {
	for _, c := range calls {
		if slices.ContainsFunc(d.suspects, func(o openCall) bool { return o.call == c }) {
			return c
		}
	}
	return nil
}

// isBeside tells whether the process is doing something for a streamed case that is not
// the unit's work. It is the unit's work where calls go on in other threads while one
// thread reads the state.
func (b *batch) isBeside() bool {
	if !b.stream || !b.stage.known || b.stage.running {
		return false
	}
	innermost := innermostCalls(b.calls.open)
	return len(innermost) == 0 || b.stage.phase == wire.Phase_OBSERVING && len(innermost) == 1
}
