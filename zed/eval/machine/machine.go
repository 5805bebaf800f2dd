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
	memo   []*page
	epoch  uint64
	steps  int
	owed   int      // the elements that are not yet counted as steps (see Pay)
	pause  int      // the step at which the limits are checked next
	in     *Session // nil: a separate evaluation, within maxSteps
	calls  int      // the number of active calls of functions that axioms define
	Fail   Truth    // Undefined or Unknown, where a term had no value
	Reason Reason
}

// Bind sets the value of a local variable.
func (m *Machine) Bind(place int, v value.Value) {
	m.Frame[place] = v
	m.clock++
	m.stamps[place] = m.clock
}

// maxSteps is the largest number of elements that one evaluation may enumerate. That
// takes seconds, and is far more than any set within a sensible scope has.
const maxSteps = 20_000_000

// Undefined records that a term has no value; the message is formatted with arg.
func (m *Machine) Undefined(at zed.Expr, message string, arg value.Value) (value.Value, bool) {
	m.Fail = Undefined
	m.Reason = Reason{Term: at, Message: message, Arg: arg}
	return value.Value{}, false
}

// Infinite records that a set cannot be enumerated, and returns false.
func (m *Machine) Infinite(at zed.Expr, message string) bool {
	m.Fail = Undefined
	m.Reason = Reason{Term: at, Message: message, Infinite: true}
	return false
}

// Finitely records that a truth holds only because values are finite, and returns it.
func (m *Machine) Finitely(t Truth) Truth {
	if m.in != nil {
		m.in.Finite = true
	}
	return t
}

// TooMany records that a set has more elements than a limit, and returns false.
func (m *Machine) TooMany(at zed.Expr, limit int) bool {
	return m.Infinite(at, fmt.Sprintf("it has more elements than the limit of %d", limit))
}

// Unset records that a hole was read.
func (m *Machine) Unset(v value.Value) (value.Value, bool) {
	m.Fail = Unknown
	m.Reason = Reason{Hole: v.Hole(), Unset: true, Message: "its value is not chosen yet"}
	return value.Value{}, false
}

// Step counts one enumerated element, and returns false where a limit is reached.
func (m *Machine) Step(at zed.Expr) bool {
	m.steps++
	return m.steps <= m.pause || m.goOn(at)
}

// goOn tells whether the session allows further steps.
func (m *Machine) goOn(at zed.Expr) bool {
	limit := m.in.limit()
	if m.steps > limit || m.in.isStopped() {
		m.pause = 0 // what follows in this evaluation fails too
		return m.TooMany(at, limit)
	}
	m.pause = min(m.steps+stopInterval, limit)
	return true
}

// Count counts n enumerated elements. The next Step returns false if these were too
// many.
func (m *Machine) Count(n int) { m.steps += n }

// Pay counts n elements that were built, copied or compared at once. The next Step
// returns false if these were too many.
func (m *Machine) Pay(n int) {
	m.owed += n
	m.steps += m.owed / elementsPerStep
	m.owed %= elementsPerStep
}

// Pass counts an element of a set where the work for it is less than a step.
func (m *Machine) Pass(at zed.Expr) bool {
	m.Pay(1)
	return m.steps <= m.pause || m.goOn(at)
}

// end ends an evaluation of p, and charges its steps to the session.
func (m *Machine) end(p *Program) {
	if m.in == nil {
		p.machines.Put(m)
		return
	}
	m.in.Left -= m.steps + 1
}

// grow makes the machine large enough for p. What it remembers stays valid: programs that were
// compiled later have further local variables and further outcomes.
func (m *Machine) grow(p *Program) {
	if more := p.layout.Size - len(m.Frame); more > 0 {
		m.Frame = append(m.Frame, make([]value.Value, more)...)
	}
	if more := p.layout.Size + 1 - len(m.stamps); more > 0 {
		m.stamps = append(m.stamps, make([]uint64, more)...)
	}
	if more := (p.layout.Memos+pageSize-1)/pageSize - len(m.memo); more > 0 {
		m.memo = append(m.memo, make([]*page, more)...)
	}
}

// begin sets the frame. Results that were remembered for the same frame stay valid,
// since terms of one compiler are often evaluated on a frame one after the other.
func (m *Machine) begin(p *Program, frame []value.Value) {
	m.grow(p)
	if !m.used || !slices.Equal(m.Frame[:p.layout.Slots], frame[:p.layout.Slots]) {
		copy(m.Frame, frame[:p.layout.Slots])
		m.epoch++
		m.used = true
	}
	m.steps, m.owed = 0, 0
}
