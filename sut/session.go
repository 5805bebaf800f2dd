package sut

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// The limits of the protocol, and when results are sent.
const (
	maxUnanswered = 16384                 // steps; bounds the memory of a session
	maxMessage    = 16 << 20              // bytes
	flushAfter    = 10 * time.Millisecond // the longest time that a result waits for others
	flushResults  = 256                   // the number of results that makes the cost of a message small
	flushBytes    = 1 << 20               // bytes of results in one message
	messageRest   = 64 << 10              // bytes of a message for what is not a result
	defaultOutput = 64 << 10              // bytes per case and stream
	maxOutput     = 4 << 20               // bytes, so that a result fits into a message
	defaultCalls  = 10000                 // calls that are recorded per case
	defaultMost   = 100000                // calls that a case may make; it may never end otherwise
	maxLates      = 100                   // late calls that are reported per case
)

// server serves a table.
type server struct {
	wire.UnimplementedProgramServer
	table   *table
	capture *capture
	busy    atomic.Bool
	at      string // the place of the call of Serve
	placing sync.Once
}

// Describe implements the protocol.
func (s *server) Describe(context.Context, *wire.DescribeRequest) (*wire.Description, error) {
	s.placing.Do(func() { placeUnits(s.table.desc, s.at) })
	return s.table.desc, nil
}

// Session implements the protocol.
func (s *server) Session(stream wire.Program_SessionServer) error {
	if !s.busy.CompareAndSwap(false, true) {
		return status.Error(codes.FailedPrecondition, "this process serves a session already")
	}
	defer s.busy.Store(false)
	s.capture.begin()
	return newSession(s.table, s.capture, stream).serve()
}

type limits struct {
	output int
	calls  uint64 // recorded
	most   uint64 // made
}

// session is one session with a host.
type session struct {
	table   *table
	stream  wire.Program_SessionServer
	capture *capture
	mark    []byte // as openMark returns it

	mu         sync.Mutex
	limit      *limits // never changed
	sets       map[uint32]*routes
	waiting    map[uint64]chan *wire.Answer // asks and events without an answer, by seq
	seq        uint64
	unanswered int

	queue    chan []*wire.Step
	batch    []*wire.Step // the rest of a batch; used by the worker
	script   *script      // the case whose next step is expected; used by the worker
	finished chan struct{}

	outMu   sync.Mutex
	out     *wire.SutMessage
	outSize int
	timer   *time.Timer
	sendMu  sync.Mutex
	sendErr error

	sigMu      sync.Mutex
	signatures map[signatureKey]*signature
	hooks      []hookedValue     // by seam
	labels     []context.Context // by unit
	own        context.Context   // the labels of what runs no unit
}

func newSession(t *table, c *capture, stream wire.Program_SessionServer) *session {
	s := &session{table: t, stream: stream, capture: c, mark: openMark(),
		limit: &limits{defaultOutput, defaultCalls, defaultMost}, sets: map[uint32]*routes{0: {}},
		waiting: map[uint64]chan *wire.Answer{},
		queue:   make(chan []*wire.Step, maxUnanswered), finished: make(chan struct{}),
		out: &wire.SutMessage{}, signatures: map[signatureKey]*signature{}, hooks: make([]hookedValue, len(t.seams)),
		labels: labels(len(t.units)), own: sdkLabels()}
	s.timer = time.AfterFunc(time.Hour, s.flush)
	s.timer.Stop()
	return s
}

// serve handles messages until the host closes its side, and then waits for the answers
// to what it sent.
func (s *session) serve() error {
	defer s.timer.Stop()
	go s.work()
	for {
		m, err := s.stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			close(s.queue)
			return err
		}
		if err := s.receive(m); err != nil {
			close(s.queue)
			return err
		}
	}
	close(s.queue)
	select {
	case <-s.finished:
	case <-s.stream.Context().Done():
		return s.stream.Context().Err()
	}
	s.flush()
	if list := leaks(); len(list) > 0 {
		s.sendMu.Lock()
		s.send(&wire.SutMessage{Leaks: list})
		s.sendMu.Unlock()
	}
	s.sendMu.Lock() // a call that comes late is sent by whoever makes it
	defer s.sendMu.Unlock()
	return s.sendErr
}

func (s *session) receive(m *wire.HostMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := m.Limits; l != nil {
		limit := limits{defaultOutput, defaultCalls, defaultMost}
		if l.OutputBytes > 0 {
			limit.output = int(min(l.OutputBytes, maxOutput))
		}
		if l.Calls > 0 {
			limit.calls = l.Calls
		}
		if l.MostCalls > 0 {
			limit.most = l.MostCalls
		}
		// The call that is one too many is not reported, which would be too much.
		limit.calls = min(limit.calls, limit.most)
		s.limit = &limit
		s.capture.limit(limit.output)
	}
	for _, set := range m.Routes {
		compiled, err := newRoutes(s.table, set)
		if err != nil {
			return status.Errorf(codes.InvalidArgument, "routes %d: %v", set.Id, err)
		}
		s.sets[set.Id] = compiled
	}
	for _, seq := range m.Acks {
		s.answer(&wire.Answer{Seq: seq})
	}
	for _, a := range m.Answers {
		s.answer(a)
	}
	if len(m.Steps) == 0 {
		return nil
	}
	if s.unanswered += len(m.Steps); s.unanswered > maxUnanswered {
		return status.Errorf(codes.ResourceExhausted, "more than %d steps are unanswered", maxUnanswered)
	}
	s.queue <- m.Steps
	return nil
}

// answer passes an answer on to the goroutine that waits for it, if there is one.
func (s *session) answer(a *wire.Answer) {
	if ch := s.waiting[a.Seq]; ch != nil {
		delete(s.waiting, a.Seq)
		ch <- a
	}
}

// work runs cases until there are no more. It also ends where a case was settled from
// elsewhere, since another worker was started then.
func (s *session) work() {
	s.unlabel() // of the goroutine that started this one
	worker := goroutine()
	for {
		for len(s.batch) > 0 {
			w := s.batch[0]
			s.batch = s.batch[1:]
			if !s.runStep(w, worker) {
				return
			}
		}
		batch, ok := s.next()
		if !ok {
			s.finish()
			return
		}
		s.batch = batch
	}
}

// next returns the next steps. Before it waits for them it sends the pending results.
func (s *session) next() ([]*wire.Step, bool) {
	select {
	case batch, ok := <-s.queue:
		return batch, ok
	default:
	}
	s.flush()
	batch, ok := <-s.queue
	return batch, ok
}

// settings returns what holds for a step: its routes, nil where they are not defined,
// and its limits.
func (s *session) settings(set uint32) (*routes, *limits) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sets[set], s.limit
}

// newTooLarge returns the result of a step in which something has more bytes than fit into
// a message; nil where it fits.
func newTooLarge(what string, size int) *wire.Result {
	if size <= maxMessage-flushBytes-messageRest {
		return nil
	}
	return &wire.Result{Status: wire.Status_BROKEN,
		Message: fmt.Sprintf("%s takes %d bytes, and a message has at most %d", what, size, maxMessage)}
}

// addDone adds the result of a step to the pending ones.
func (s *session) addDone(r *wire.Result) {
	size := weigh(r)
	if size > flushBytes {
		size = r.SizeVT()
	}
	if large := newTooLarge("its result", size); large != nil && r.Status == wire.Status_RETURNED {
		// What the unit gave is too much, unless it is the calls.
		r.Status, r.Message = wire.Status_UNMAPPED, newTooLarge("what it gave", size).Message
		r.Got = nones(len(r.Got))
		size = r.SizeVT()
	}
	if large := newTooLarge("its result", size); large != nil {
		large.Id = r.Id
		r, size = large, large.SizeVT()
	}
	s.mu.Lock()
	s.unanswered--
	s.mu.Unlock()
	s.outMu.Lock()
	s.out.Results = append(s.out.Results, r)
	s.outSize += size
	n := len(s.out.Results)
	full := n >= flushResults || s.outSize > flushBytes
	if n == 1 && !full {
		s.timer.Reset(flushAfter)
	}
	s.outMu.Unlock()
	if full {
		s.flush()
	}
}

func (s *session) sendLate(l *wire.Late) {
	s.outMu.Lock()
	s.out.Lates = append(s.out.Lates, l)
	s.timer.Reset(flushAfter)
	s.outMu.Unlock()
}

// flush sends the pending results.
func (s *session) flush() {
	s.sendMu.Lock()
	defer s.sendMu.Unlock()
	s.outMu.Lock()
	m := s.out
	if len(m.Results) == 0 && len(m.Lates) == 0 {
		s.outMu.Unlock()
		return
	}
	s.out, s.outSize = &wire.SutMessage{Results: make([]*wire.Result, 0, min(flushResults, 2*len(m.Results)))}, 0
	s.outMu.Unlock()
	s.send(m)
}

// send sends a message. The caller holds sendMu.
func (s *session) send(m *wire.SutMessage) {
	if err := s.stream.Send(m); err != nil && s.sendErr == nil {
		s.sendErr = err
	}
}

// ask sends an ask and returns its answer; nil where the host has ended the session.
func (s *session) ask(id uint64, w *wire.Call) *wire.Answer {
	return s.await(func(seq uint64) *wire.SutMessage {
		return &wire.SutMessage{Asks: []*wire.Ask{{Seq: seq, Step: id, Call: w}}}
	})
}

// event sends an event and waits until the host has acknowledged it.
func (s *session) event(e *wire.Event) {
	s.await(func(seq uint64) *wire.SutMessage {
		e.Seq = seq
		return &wire.SutMessage{Events: []*wire.Event{e}}
	})
}

func (s *session) await(message func(seq uint64) *wire.SutMessage) *wire.Answer {
	ch := make(chan *wire.Answer, 1)
	s.mu.Lock()
	s.seq++
	seq := s.seq
	s.waiting[seq] = ch
	s.mu.Unlock()
	s.flush() // results of earlier cases come first
	s.sendMu.Lock()
	s.send(message(seq))
	s.sendMu.Unlock()
	select {
	case a := <-ch:
		return a
	case <-s.stream.Context().Done():
		return nil
	}
}
