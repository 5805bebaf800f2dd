package eval

import (
	"sync"

	"github.com/ttf-int/ttf-int/zed/value"
)

// Program is a compiled term. It is safe for concurrent use.
type Program struct {
	truth    predicate
	value    term
	slots    int
	size     int // slots and local variables
	memos    int
	machines *sync.Pool
}

// term computes a value; false says that there is none, for m's reason.
type term func(m *machine) (value.Value, bool)

// predicate computes a truth; Undefined and Unknown leave m's reason.
type predicate func(m *machine) Truth

// TruthIn is Truth in a session.
func (p *Program) TruthIn(s *Session, frame []value.Value) (Truth, *Reason) {
	return p.truthOn(p.startIn(s, frame))
}

func (p *Program) truthOn(m *machine) (Truth, *Reason) {
	t := p.truth(m)
	var reason *Reason
	if t > True {
		r := m.reason
		reason = &r
	}
	m.end(p)
	return t, reason
}

// Value evaluates an expression on the values of its slots. Where it has no
// value, the reason is not nil.
func (p *Program) Value(frame []value.Value) (value.Value, *Reason) {
	return p.valueOn(p.start(frame))
}

// ValueIn is Value in a session.
func (p *Program) ValueIn(s *Session, frame []value.Value) (value.Value, *Reason) {
	return p.valueOn(p.startIn(s, frame))
}

func (p *Program) valueOn(m *machine) (value.Value, *Reason) {
	v, ok := p.value(m)
	var reason *Reason
	if !ok {
		r := m.reason
		reason, v = &r, value.Value{}
	}
	m.end(p)
	return v, reason
}

func (p *Program) start(frame []value.Value) *machine {
	m, _ := p.machines.Get().(*machine)
	if !m.holds(p) {
		m = &machine{frame: make([]value.Value, p.size), stamps: make([]uint64, p.size+1), memo: make([]memo, p.memos)}
	}
	m.begin(p, frame)
	m.in, m.pause = nil, MaxSteps
	return m
}

// startIn begins an evaluation of a session. The session's first forgets what
// its machine remembers of others: which machine that is is a matter of
// chance, and what an evaluation costs must not be.
func (p *Program) startIn(s *Session, frame []value.Value) *machine {
	m := s.machines[p.machines]
	if m.holds(p) {
		m.begin(p, frame)
	} else {
		m = p.start(frame)
		m.epoch++
		if s.machines == nil {
			s.machines = map[*sync.Pool]*machine{}
		}
		s.machines[p.machines] = m
	}
	m.in, m.pause = s, min(stopInterval, s.limit())
	return m
}

// within runs part of an evaluation on another frame; its steps count.
func (p *Program) within(m *machine, frame []value.Value, run func(inner *machine)) {
	inner := p.start(frame)
	if m.in != nil {
		inner.epoch++
	}
	inner.steps, inner.owed, inner.pause, inner.in, inner.calls = m.steps, m.owed, m.pause, m.in, m.calls+1
	run(inner)
	m.steps, m.owed, m.pause, m.fail, m.reason = inner.steps, inner.owed, inner.pause, inner.fail, inner.reason
	inner.calls = 0
	p.machines.Put(inner)
}

func (p *Program) truthWithin(m *machine, frame []value.Value) (t Truth) {
	p.within(m, frame, func(inner *machine) { t = p.truth(inner) })
	return t
}

func (p *Program) valueWithin(m *machine, frame []value.Value) (v value.Value, ok bool) {
	p.within(m, frame, func(inner *machine) { v, ok = p.value(inner) })
	return v, ok
}

// Truth evaluates a predicate on the values of its slots. The reason is not
// nil exactly where the outcome is Undefined or Unknown. It panics where the
// program is not a predicate's.
func (p *Program) Truth(frame []value.Value) (Truth, *Reason) {
	return p.truthOn(p.start(frame))
}
