package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/hashicorp/go-plugin"

	"github.com/ttf-int/ttf-int/internal/proc"
	"github.com/ttf-int/ttf-int/internal/scratch"
	"github.com/ttf-int/ttf-int/sut"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// startOptions say how a process is started.
type startOptions struct {
	timeout time.Duration
	output  *proc.Capture
	sockets string // the folder in which folders for sockets are made
}

// maxSocketFolder is the longest path of a folder in which go-plugin makes a folder
// with a socket. Operating systems allow some 100 bytes for the path of a socket, and
// go-plugin adds up to 40.
const maxSocketFolder = 60

// SocketFolder returns a folder for sockets: the one for temporary files, unless its
// path is too long or it is not writable.
func SocketFolder() (string, error) {
	for _, folder := range []string{os.TempDir(), os.Getenv("XDG_RUNTIME_DIR"), "/tmp", "/var/tmp", "/dev/shm"} {
		if folder == "" || len(folder) > maxSocketFolder {
			continue
		}
		if tried, err := os.MkdirTemp(folder, "ttf-int"); err == nil {
			return folder, os.Remove(tried)
		}
	}
	return "", fmt.Errorf("there is no folder for its socket: set TMPDIR to one whose name has at most %d bytes",
		maxSocketFolder)
}

// process is a running system under test with its session.
type process struct {
	client  *plugin.Client
	proc    *proc.Process
	service wire.ProgramClient
	output  *proc.Capture // what it prints outside cases
	// temporary is the folder for its temporary files; nil where the project says which, and when it is removed.
	temporary *scratch.Folder

	stream  wire.Program_SessionClient
	cancel  context.CancelFunc
	outbox  chan *wire.HostMessage
	inbox   chan *wire.SutMessage
	broken  chan struct{} // closed when the stream has ended; err says why
	err     error
	defined map[uint32]bool // the route sets that the process knows
	last    uint64          // the id of the last step sent
	sent    []*Step         // the last steps sent
	ran     []*Case         // the last cases that are over
}

// startProcess starts a system under test and connects to it. The folder for its temporary files, where it is not nil,
// is removed when the process has ended.
func startProcess(ctx context.Context, clock *Clock, command proc.Command, temporary *scratch.Folder,
	timeout time.Duration) (*process, error) {
	p := &process{output: proc.NewCapture(outputLimit), temporary: temporary, defined: map[uint32]bool{}}
	sockets, err := SocketFolder()
	if err != nil {
		p.kill()
		return nil, err
	}
	command.Stderr = p.output
	l := &launcher{command: command, line: newLineFinder(p.output)}
	p.client = client(l, startOptions{startLimit, p.output, sockets})
	connected := make(chan error, 1)
	go func() { connected <- p.connect() }()
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	select {
	case err = <-connected:
	case <-ctx.Done():
		err = ctx.Err()
	case over := <-clock.After(waiting, timeout):
		if err = ctx.Err(); over {
			err = lateError(fmt.Sprintf("it could not be connected to within %v", timeout))
		}
	}
	p.proc = l.finish()
	if err != nil {
		err = startError(err, p.proc, l.line)
		p.kill()
		if wrong := readTableError(p); wrong != nil {
			return nil, wrong
		}
		return nil, fmt.Errorf("%w%s", err, quoteOutput(p.output))
	}
	return p, nil
}

// connect starts the process and connects to its service.
func (p *process) connect() error {
	protocol, err := p.client.Client()
	if err != nil {
		return err
	}
	raw, err := protocol.Dispense(sut.PluginName)
	if err != nil {
		return err
	}
	service, ok := raw.(wire.ProgramClient)
	if !ok {
		return errors.New("it does not serve the protocol of ttf-int")
	}
	p.service = service
	return nil
}

// lateError says that a process was not there in the time that it has to start.
type lateError string

func (e lateError) Error() string { return string(e) }

// startError replaces go-plugin's messages by our own.
func startError(err error, p *proc.Process, line *lineFinder) error {
	text := err.Error()
	found, flooded := line.state()
	switch {
	case flooded:
		return fmt.Errorf("it wrote more than %d bytes before the handshake line", handshakeLimit)
	case !found && !errors.Is(err, context.Canceled) && (strings.Contains(text, "within") ||
		strings.Contains(text, "timeout while waiting")):
		return lateError("it wrote no handshake line in time: does main call sut.Serve?")
	case strings.Contains(text, "incompatible API version"):
		_, versions, _ := strings.Cut(text, "Plugin version: ")
		version, _, _ := strings.Cut(versions, ",")
		return fmt.Errorf("it speaks version %s of the protocol, and this is version %d: build it against a matching SDK", version, sut.Handshake().ProtocolVersion)
	case strings.Contains(text, "incompatible core API"):
		return errors.New("it speaks another version of go-plugin's handshake")
	case strings.Contains(text, "Unrecognized remote plugin message"), strings.Contains(text, "exited before"):
		if p != nil {
			select {
			case <-p.Done():
				return fmt.Errorf("it %s before it wrote a handshake line", p.Exit())
			case <-time.After(endTime):
			}
		}
		return errors.New("it wrote no handshake line")
	}
	return err
}

// saidLimit is how many bytes of a process's output a message quotes.
const saidLimit = 4 << 10

// quoteOutput returns the end of a process's output as a quotation.
func quoteOutput(c *proc.Capture) string {
	text := strings.TrimSpace(c.String())
	if text == "" {
		return ""
	}
	if len(text) > saidLimit {
		text = "[...] " + strings.ToValidUTF8(text[len(text)-saidLimit:], "")
	}
	return "; it printed:\n" + text
}

// openSession opens the process's session. A case in it may make at most the given number of
// calls.
func (p *process) openSession(most uint64) error {
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	stream, err := p.service.Session(ctx)
	if err != nil {
		cancel()
		return err
	}
	p.stream = stream
	p.outbox = make(chan *wire.HostMessage, window/chunk+8)
	p.inbox = make(chan *wire.SutMessage, 16)
	p.broken = make(chan struct{})
	p.outbox <- &wire.HostMessage{Limits: &wire.Limits{MostCalls: most}}
	go p.send(ctx)
	go p.receive(ctx)
	return nil
}

// remembered is how many steps are remembered for late calls. It is more than a process
// can have unanswered, and more than it runs while a late call is on its way.
const remembered = 1 << 15

// remember stores the step that is sent next.
func (p *process) remember(s *Step) {
	if len(p.sent) == 2*remembered {
		p.sent = append([]*Step(nil), p.sent[remembered:]...)
	}
	p.sent = append(p.sent, s)
}

// noteRan stores a case that is over. Whoever has a part of the list goes on to have it.
func noteRan(p *process, c *Case) {
	if len(p.ran) == 2*remembered {
		p.ran = append([]*Case(nil), p.ran[remembered:]...)
	}
	p.ran = append(p.ran, c)
}

// findStep returns the step with the given id; nil where it is not remembered any more.
func (p *process) findStep(id uint64) *Step {
	if back := p.last - id; id <= p.last && back < uint64(len(p.sent)) {
		return p.sent[len(p.sent)-1-int(back)]
	}
	return nil
}

// findCase returns the case of the step with the given id; nil where it is not
// remembered any more.
func (p *process) findCase(id uint64) *Case {
	if s := p.findStep(id); s != nil {
		return s.of
	}
	return nil
}

// name returns a name for the step with the given id, for messages.
func (p *process) name(id uint64) string {
	if s := p.findStep(id); s != nil {
		return s.name()
	}
	return fmt.Sprintf("a case of number %d, which it was not sent", id)
}

// send sends the messages in the outbox, and closes the stream when the outbox is
// closed. Errors are reported by receive.
func (p *process) send(ctx context.Context) {
	for {
		select {
		case m, ok := <-p.outbox:
			if !ok {
				p.stream.CloseSend()
				return
			}
			if p.stream.Send(m) != nil {
				return
			}
		case <-ctx.Done():
			return
		case <-p.broken:
			return
		}
	}
}

// receive puts messages that arrive into the inbox.
func (p *process) receive(ctx context.Context) {
	defer close(p.broken)
	for {
		m, err := p.stream.Recv()
		if err != nil {
			p.err = err
			return
		}
		select {
		case p.inbox <- m:
		case <-ctx.Done():
			p.err = ctx.Err()
			return
		}
	}
}

// post sends a message, unless the stream has ended. A process that does not read its
// messages is killed.
func (p *process) post(m *wire.HostMessage) {
	select {
	case p.outbox <- m:
		return
	default:
	}
	select {
	case p.outbox <- m:
	case <-p.broken:
	case <-time.After(postTime):
		p.proc.Kill()
	}
}

// close asks the process to end, and kills what is left of it. The messages that still
// arrive are given to last. It returns the processes that were left behind, and the bound for which the process was
// killed after its last case, as text; "" where it was not.
func (p *process) close(last func(*wire.SutMessage)) (left []string, over string) {
	if p.outbox != nil {
		close(p.outbox)
		p.drain(last)
	}
	if p.part() {
		left, over = p.survivors()
	}
	p.kill()
	return left, over
}

// survivors returns the processes that this process left behind, where it ended by
// itself. The guard takes some time to find them.
func (p *process) survivors() (left []string, over string) {
	if p.proc == nil {
		return nil, ""
	}
	select {
	case <-p.proc.Done():
		exit := p.proc.Exit()
		if exit.Resident > 0 || exit.Processes > 0 {
			over = exit.String()
		}
		return exit.Left, over
	case <-time.After(guardTime):
		return nil, ""
	}
}

// part makes go-plugin end the process, and waits for that at most endTime. It returns
// whether go-plugin is done.
func (p *process) part() bool {
	gone := make(chan struct{})
	go func() {
		p.client.Kill()
		close(gone)
	}()
	select {
	case <-gone:
		return true
	case <-time.After(endTime):
		return false
	}
}

// drain gives the messages that are left to last.
func (p *process) drain(last func(*wire.SutMessage)) {
	limit := time.After(endTime)
	for {
		select {
		case m := <-p.inbox:
			last(m)
			continue
		default:
		}
		select {
		case m := <-p.inbox:
			last(m)
		case <-p.broken:
			for len(p.inbox) > 0 {
				last(<-p.inbox)
			}
			return
		case <-limit:
			return
		}
	}
}

// kill ends the process at once, together with all processes that it started.
func (p *process) kill() {
	if p.proc != nil {
		p.proc.Kill()
	}
	if p.cancel != nil {
		p.cancel()
	}
	// This removes the folder of the socket; with the process dead it has nothing to
	// wait for.
	if p.client != nil {
		p.part()
	}
	if p.temporary != nil {
		p.temporary.Remove() // what cannot be removed is left to the next process
		p.temporary = nil
	}
}
