package host

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// stage says how far a process had come with a case, as its events tell. The
// zero stage is that it has told nothing.
type stage struct {
	known   bool
	running bool // the unit, or a callee, is at work
	phase   wire.Phase
	at      string // as Event.at
}

// after returns the stage that an event begins.
func after(e *wire.Event) stage {
	switch e.Kind {
	case wire.EventKind_STARTED, wire.EventKind_OPENED, wire.EventKind_CLOSED_CALL:
		return stage{known: true, running: true}
	case wire.EventKind_ENDED:
		return stage{known: true, phase: wire.Phase_READING}
	}
	return stage{known: true, phase: e.Phase, at: e.At}
}

// failed says that what stands between the unit and the host failed in this
// stage, which is not that of the unit at work.
func (s stage) failed(unit, why string) string {
	if !s.known {
		return fmt.Sprintf("%s; it did not tell that %s ran", why, unit)
	}
	return fmt.Sprintf("the program's adapter failed: %s: %s", s.phase.Doing(s.at), why)
}

// partTime is how long a process whose connection broke may take to be known to
// have ended. It is waited for in full only where the process lives on.
const partTime = 3 * time.Second

// refused says why a call of the program's service failed, the session apart.
func (p *process) refused(err error) string {
	if said := status.Convert(err); said.Code() != codes.Unavailable && said.Code() != codes.ResourceExhausted {
		return fmt.Sprintf("it answered with the error %s: %s", said.Code(), said.Message())
	}
	p.err = err
	why, _ := p.ended()
	return why
}

// ended says why the stream ended, and whether that is a breach of the protocol:
// it is not where the process ended. The end of a process shows in the stream
// before the process is known to have ended.
func (p *process) ended() (why string, breach bool) {
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
	case said.Code() == codes.Unavailable:
		return "the connection to its process broke: " + text, true
	}
	return fmt.Sprintf("its process closed the session: %s: %s", said.Code(), text), true
}
