package machine

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Machine is the state of one evaluation.
type Machine struct {
	Frame  []value.Value
	stamps []uint64 // when each local variable was bound last
	clock  uint64
	used   bool
	memo   []memo
	epoch  uint64
	steps  int
	owed   int      // elements that steps do not count yet: see Pay
	pause  int      // the step at which the limits are looked at
	in     *Session // nil: an evaluation of its own, within maxSteps
	calls  int      // how many functions that axioms define are being called
	Fail   Truth    // Undefined or Unknown, where a term had no value
	Reason Reason
}

// Bind gives a local variable its value.
func (m *Machine) Bind(place int, v value.Value) {
	m.Frame[place] = v
	m.clock++
	m.stamps[place] = m.clock
}

// maxSteps bounds the elements that one evaluation looks at: seconds of work,
// and far more than any set within a sensible scope has.
const maxSteps = 20_000_000

// Undefined records that a term has no value; the message may have a place for arg.
func (m *Machine) Undefined(at zed.Expr, message string, arg value.Value) (value.Value, bool) {
	m.Fail = Undefined
	m.Reason = Reason{Term: at, Message: message, Arg: arg}
	return value.Value{}, false
}

// Infinite records that a set cannot be enumerated. It is false.
func (m *Machine) Infinite(at zed.Expr, message string) bool {
	m.Fail = Undefined
	m.Reason = Reason{Term: at, Message: message, Infinite: true}
	return false
}

// Finitely records that a truth holds because values are finite.
func (m *Machine) Finitely(t Truth) Truth {
	if m.in != nil {
		m.in.Finite = true
	}
	return t
}

// TooMany records that a set has more elements than a limit allows. It is false.
func (m *Machine) TooMany(at zed.Expr, limit int) bool {
	return m.Infinite(at, fmt.Sprintf("it has more elements than the limit of %d", limit))
}

// Unset records that a hole was read.
func (m *Machine) Unset(v value.Value) (value.Value, bool) {
	m.Fail = Unknown
	m.Reason = Reason{Hole: v.Hole(), Unset: true, Message: "its value is not chosen yet"}
	return value.Value{}, false
}

// Step counts an element looked at.
func (m *Machine) Step(at zed.Expr) bool {
	m.steps++
	return m.steps <= m.pause || m.goOn(at)
}

// goOn tells whether the session allows what comes after the pause.
func (m *Machine) goOn(at zed.Expr) bool {
	limit := m.in.limit()
	if m.steps > limit || m.in.stopped() {
		m.pause = 0 // what follows in this evaluation fails too
		return m.TooMany(at, limit)
	}
	m.pause = min(m.steps+stopInterval, limit)
	return true
}

// Count counts n elements looked at; what comes next sees whether that was too much.
func (m *Machine) Count(n int) { m.steps += n }

// Pay counts n elements that were built, copied or compared at once. What comes
// next sees whether that was too much.
func (m *Machine) Pay(n int) {
	m.owed += n
	m.steps += m.owed / elementsPerStep
	m.owed %= elementsPerStep
}

// Pass counts an element of a set that is gone through where a step would be too
// much for it.
func (m *Machine) Pass(at zed.Expr) bool {
	m.Pay(1)
	return m.steps <= m.pause || m.goOn(at)
}

// end ends an evaluation of p: its session pays for what it looked at.
func (m *Machine) end(p *Program) {
	if m.in == nil {
		p.machines.Put(m)
		return
	}
	m.in.Left -= m.steps + 1
}

// holds tells whether there is a machine that is large enough for p.
func (m *Machine) holds(p *Program) bool {
	return m != nil && len(m.Frame) >= p.layout.Size && len(m.memo) >= p.layout.Memos
}

// begin puts the frame in. What was remembered of the same frame still holds:
// terms of one compiler are often evaluated on it one after the other.
func (m *Machine) begin(p *Program, frame []value.Value) {
	if !m.used || !slices.Equal(m.Frame[:p.layout.Slots], frame[:p.layout.Slots]) {
		copy(m.Frame, frame[:p.layout.Slots])
		m.epoch++
		m.used = true
	}
	m.steps, m.owed = 0, 0
}
