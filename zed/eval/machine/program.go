package machine

import (
	"sync"

	"github.com/ttf-int/ttf-int/zed/value"
)

// Layout says how large a machine must be to evaluate programs.
type Layout struct {
	Slots int
	Size  int // slots and local variables
	Memos int // the number of remembered outcomes
}

// Program is a compiled term. It is safe for concurrent use.
type Program struct {
	layout   Layout
	truth    Predicate
	value    Term
	machines *sync.Pool
}

// NewProgram returns the program of a predicate or of an expression; the other is nil.
// Programs of one compiler share their machines.
func NewProgram(truth Predicate, value Term, l Layout, machines *sync.Pool) *Program {
	return &Program{layout: l, truth: truth, value: value, machines: machines}
}

// Term computes a value. It is false where there is none, for the reason that m then
// has.
type Term func(m *Machine) (value.Value, bool)

// Predicate computes a truth. Where that is Undefined or Unknown, m has the reason.
type Predicate func(m *Machine) Truth

// TruthIn evaluates a predicate as Truth does, within a session.
func (p *Program) TruthIn(s *Session, frame []value.Value) (Truth, *Reason) {
	return p.truthOn(p.startIn(s, frame))
}

func (p *Program) truthOn(m *Machine) (Truth, *Reason) {
	t := p.truth(m)
	var reason *Reason
	if t > True {
		r := m.Reason
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

// ValueIn evaluates an expression as Value does, within a session.
func (p *Program) ValueIn(s *Session, frame []value.Value) (value.Value, *Reason) {
	return p.valueOn(p.startIn(s, frame))
}

func (p *Program) valueOn(m *Machine) (value.Value, *Reason) {
	v, ok := p.value(m)
	var reason *Reason
	if !ok {
		r := m.Reason
		reason, v = &r, value.Value{}
	}
	m.end(p)
	return v, reason
}

func (p *Program) start(frame []value.Value) *Machine {
	m, _ := p.machines.Get().(*Machine)
	if m == nil {
		m = &Machine{}
	}
	m.begin(p, frame)
	m.in, m.pause = nil, maxSteps
	return m
}

// startIn begins an evaluation in a session. The first evaluation of a session forgets
// what the machine remembers of earlier sessions, because it depends on chance which
// machine it gets, and the number of steps must not.
func (p *Program) startIn(s *Session, frame []value.Value) *Machine {
	m := s.last
	if s.lastOf != p.machines {
		m = s.machines[p.machines]
	}
	if m != nil {
		m.begin(p, frame)
	} else {
		m = p.start(frame)
		m.epoch++
		if s.machines == nil {
			s.machines = map[*sync.Pool]*Machine{}
		}
		s.machines[p.machines] = m
	}
	s.last, s.lastOf = m, p.machines
	m.in, m.pause = s, min(stopInterval, s.limit())
	return m
}

// runOn runs part of an evaluation on another frame; its steps count.
func (p *Program) runOn(m *Machine, frame []value.Value, run func(inner *Machine)) {
	inner := p.start(frame)
	if m.in != nil {
		inner.epoch++
	}
	inner.steps, inner.owed, inner.pause, inner.in, inner.calls = m.steps, m.owed, m.pause, m.in, m.calls+1
	run(inner)
	m.steps, m.owed, m.pause, m.Fail, m.Reason = inner.steps, inner.owed, inner.pause, inner.Fail, inner.Reason
	inner.calls = 0
	p.machines.Put(inner)
}

// TruthWithin evaluates a predicate on another frame, as a part of an evaluation.
func (p *Program) TruthWithin(m *Machine, frame []value.Value) (t Truth) {
	p.runOn(m, frame, func(inner *Machine) { t = p.truth(inner) })
	return t
}

// ValueWithin evaluates an expression on another frame, as a part of an evaluation.
func (p *Program) ValueWithin(m *Machine, frame []value.Value) (v value.Value, ok bool) {
	p.runOn(m, frame, func(inner *Machine) { v, ok = p.value(inner) })
	return v, ok
}

// Truth evaluates a predicate on the values of its slots. The reason is not
// nil exactly where the outcome is Undefined or Unknown. It panics where the
// program is not a predicate's.
func (p *Program) Truth(frame []value.Value) (Truth, *Reason) {
	return p.truthOn(p.start(frame))
}
