package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ttf-int/ttf-int/sut/wire"
)

// session is one session with the counter.
type session struct {
	*program
	stream wire.Program_SessionClient
	cancel context.CancelFunc
	asks   []*wire.Ask
	events []*wire.Event
	lates  []*wire.Late
	leaks  []*wire.Leak
	answer *wire.Answer  // to each ask
	delay  time.Duration // before each answer
	next   uint64        // the id of the next step
}

// open opens a session.
func (p *program) open(ctx context.Context) (*session, error) {
	ctx, cancel := context.WithTimeout(ctx, p.kit.patience())
	stream, err := p.client.Session(ctx)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("opening a session: %w", err)
	}
	return &session{program: p, stream: stream, cancel: cancel, next: 1}, nil
}

// send sends a message.
func (s *session) send(m *wire.HostMessage) error {
	if err := s.stream.Send(m); err != nil {
		return fmt.Errorf("the session takes no message: %w", err)
	}
	return nil
}

// receive returns the next message. It acknowledges events, and answers asks.
func (s *session) receive() (*wire.SutMessage, error) {
	m, err := s.stream.Recv()
	if err != nil {
		return nil, fmt.Errorf("no message comes: %w", err)
	}
	if s.kit.spoil != nil {
		s.kit.spoil(m)
	}
	s.take(m)
	for _, e := range m.Events {
		if err := s.send(&wire.HostMessage{Acks: []uint64{e.Seq}}); err != nil {
			return nil, err
		}
	}
	for _, a := range m.Asks {
		if s.answer == nil {
			return nil, fmt.Errorf("an answer is asked for, which no route says")
		}
		time.Sleep(s.delay)
		answer := &wire.Answer{Seq: a.Seq, Kind: s.answer.Kind, Got: s.answer.Got, Reason: s.answer.Reason}
		if err := s.send(&wire.HostMessage{Answers: []*wire.Answer{answer}}); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// take keeps what a message has beside results.
func (s *session) take(m *wire.SutMessage) {
	s.asks, s.events = append(s.asks, m.Asks...), append(s.events, m.Events...)
	s.lates, s.leaks = append(s.lates, m.Lates...), append(s.leaks, m.Leaks...)
}

// finish closes the host's side, and expects that the program closes its own.
func (s *session) finish() error {
	if err := s.stream.CloseSend(); err != nil {
		return err
	}
	for {
		m, err := s.stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the program does not close the session that the host has ended: %w", err)
		}
		if s.kit.spoil != nil {
			s.kit.spoil(m)
		}
		s.take(m)
		if len(m.Results) > 0 {
			return fmt.Errorf("a result comes for no step: %v", m.Results[0])
		}
	}
}

// given has values by the names of variables.
type given map[string]*wire.Value

// find returns the number of a unit, and its description.
func (p *program) find(name string) (uint32, *wire.Unit, error) {
	for i, u := range p.desc.Units {
		if u.Name == name {
			return uint32(i), u, nil
		}
	}
	return 0, nil, fmt.Errorf("there is no unit %s", name)
}

// step returns a step of a unit, with values by the names of its variables; others are left open.
func (s *session) step(unit string, of given) (*wire.Step, error) {
	n, u, err := s.find(unit)
	if err != nil {
		return nil, err
	}
	out := &wire.Step{Id: s.next, Unit: n}
	s.next++
	used := 0
	for _, v := range u.Given {
		w, ok := of[v.Name]
		if !ok {
			w = &wire.Value{}
		} else {
			used++
		}
		out.Given = append(out.Given, w)
	}
	if used != len(of) {
		return nil, fmt.Errorf("the unit %s does not have all of the variables that it is given: %v", unit, of)
	}
	return out, nil
}

// run sends steps in one message, and returns their results.
func (s *session) run(steps ...*wire.Step) ([]*wire.Result, error) {
	if err := s.send(&wire.HostMessage{Steps: steps}); err != nil {
		return nil, err
	}
	return s.collect(steps)
}

// collect receives the results of steps that were sent.
func (s *session) collect(steps []*wire.Step) ([]*wire.Result, error) {
	var out []*wire.Result
	for len(out) < len(steps) {
		m, err := s.receive()
		if err != nil {
			return nil, err
		}
		for _, r := range m.Results {
			if len(out) == len(steps) || r.Id != steps[len(out)].Id {
				return nil, fmt.Errorf("a result comes for step %d out of order, or twice", r.Id)
			}
			out = append(out, r)
		}
	}
	return out, nil
}

// one runs a step that is a case of its own.
func (s *session) one(unit string, of given, change ...func(*wire.Step)) (*wire.Result, error) {
	step, err := s.step(unit, of)
	if err != nil {
		return nil, err
	}
	for _, f := range change {
		f(step)
	}
	all, err := s.run(step)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", unit, err)
	}
	return all[0], nil
}

// got returns what a result has for a variable; NONE for nothing.
func (s *session) got(unit, name string, values []*wire.Value) *wire.Value {
	_, u, err := s.find(unit)
	if err != nil {
		return &wire.Value{}
	}
	for i, v := range u.Got {
		if v.Name == name && i < len(values) {
			return values[i]
		}
	}
	return &wire.Value{}
}

// expect runs a step as a case of its own, and compares its status and what it gives.
func (s *session) expect(unit string, of given, status wire.Status, want given, change ...func(*wire.Step)) (
	*wire.Result, error) {
	r, err := s.one(unit, of, change...)
	if err != nil {
		return nil, err
	}
	return r, s.compare(unit, r, status, want)
}

// compare compares a result with what is expected.
func (s *session) compare(unit string, r *wire.Result, status wire.Status, want given) error {
	if r.Status != status {
		return fmt.Errorf("%s: it ends as %v (%s), and %v was expected", unit, r.Status, r.Message, status)
	}
	for name, w := range want {
		if is := s.got(unit, name, r.Got); show(is) != show(w) {
			return fmt.Errorf("%s: %s is %s, and %s was expected", unit, name, show(is), show(w))
		}
	}
	return nil
}

// values of the protocol.
func integer(n int64) *wire.Value { return &wire.Value{Kind: wire.Kind_INT, Int: n} }
func text(s string) *wire.Value   { return &wire.Value{Kind: wire.Kind_STRING, Text: s} }
func atom(s string) *wire.Value   { return &wire.Value{Kind: wire.Kind_ATOM, Text: s} }
func object(n int64) *wire.Value  { return &wire.Value{Kind: wire.Kind_OBJECT, Int: n} }
func none() *wire.Value           { return &wire.Value{} }
func sequence(ns ...int64) *wire.Value {
	return &wire.Value{Kind: wire.Kind_SEQ, Ints: ns}
}

// show returns a value as text, the same for values that are equal: a sequence of integers is the same however its
// elements are sent, and of sets the order of the elements is not looked at.
func show(v *wire.Value) string {
	var parts []string
	for _, n := range v.Ints {
		parts = append(parts, fmt.Sprint(n))
	}
	for _, e := range v.Elems {
		parts = append(parts, show(e))
	}
	switch v.Kind {
	case wire.Kind_NONE:
		return "nothing"
	case wire.Kind_INT:
		return fmt.Sprint(v.Int)
	case wire.Kind_OBJECT:
		return fmt.Sprintf("object %d", v.Int)
	case wire.Kind_SEQ:
		return "<" + strings.Join(parts, ", ") + ">"
	case wire.Kind_SET:
		return showSet(parts)
	case wire.Kind_TUPLE:
		return "(" + strings.Join(parts, ", ") + ")"
	case wire.Kind_STRING:
		return fmt.Sprintf("%q", v.Text)
	}
	return v.Text
}

// showSet returns a set, in one order.
func showSet(parts []string) string {
	slices.Sort(parts)
	return "{" + strings.Join(parts, ", ") + "}"
}
