package host

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// stage says how far a process had come with a case, according to its events. In the
// zero stage it has not reported anything.
type stage struct {
	known   bool
	running bool // whether the unit, or a callee, is at work
	phase   wire.Phase
	at      string // as Event.at
	doing   string // what is done in the phase; "" where it and at say so
}

// stageAfter returns the stage that begins with an event.
func stageAfter(e *wire.Event) stage {
	switch e.Kind {
	case wire.EventKind_STARTED, wire.EventKind_OPENED, wire.EventKind_CLOSED_CALL:
		return stage{known: true, running: true}
	case wire.EventKind_ENDED:
		return stage{known: true, phase: wire.Phase_READING}
	}
	return stage{known: true, phase: e.Phase, at: e.At}
}

// failureText returns the message that something other than the unit at work failed in this
// stage.
func (s stage) failureText(unit, why string) string {
	if !s.known {
		return fmt.Sprintf("%s; it did not tell that %s ran", why, unit)
	}
	return fmt.Sprintf("the program's adapter failed: %s: %s", s.describe(), why)
}

// describe says what is done in the stage.
func (s stage) describe() string { return cmp.Or(s.doing, s.phase.Doing(s.at)) }

// partTime is how long to wait, after a connection broke, until it is known that the
// process has ended. The whole time passes only where the process goes on.
const partTime = 3 * time.Second

// explainFailedCall returns why a call of the program's service, other than the session, failed.
func explainFailedCall(p *process, err error) string {
	if said := status.Convert(err); said.Code() != codes.Unavailable && said.Code() != codes.ResourceExhausted {
		return fmt.Sprintf("it answered with the error %s: %s", said.Code(), said.Message())
	}
	p.err = err
	why, _ := p.explainEnd()
	return why
}

// explainEnd returns why the stream ended, and whether that is a breach of the protocol. It
// is not one where the process has ended, which is known only some time after the
// stream has.
func (p *process) explainEnd() (why string, breach bool) {
	closed := p.err == nil || errors.Is(p.err, io.EOF)
	said := status.Convert(p.err)
	text := said.Message()
	switch {
	case closed:
	case strings.Contains(text, "larger than max"):
		return fmt.Sprintf("its process sent a message of more than %d bytes", messageLimit), true
	case strings.Contains(text, "unmarshal"):
		return "its process sent a message that cannot be decoded: " + text, true
	}
	patience := partTime
	if closed { // in order, which a process that ends cannot do
		patience = 0
	}
	if p.proc != nil {
		select {
		case <-p.proc.Done():
			return "its process " + p.proc.Exit().String(), false
		case <-time.After(patience):
		}
	}
	switch {
	case closed:
		return "its process closed the session", true
	case said.Code() == codes.Unavailable: // whatever runs in the process can close it, or write to it
		return "the connection to its process broke: " + text, false
	}
	return fmt.Sprintf("its process closed the session: %s: %s", said.Code(), text), true
}
