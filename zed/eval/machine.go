package eval

import (
	"fmt"
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// machine is the state of one evaluation.
type machine struct {
	frame  []value.Value
	stamps []uint64 // when each local variable was bound last
	clock  uint64
	used   bool
	memo   []memo
	epoch  uint64
	steps  int
	owed   int      // elements that steps do not count yet: see pay
	pause  int      // the step at which the limits are looked at
	in     *Session // nil: an evaluation of its own, within MaxSteps
	calls  int      // how many functions that axioms define are being called
	fail   Truth    // Undefined or Unknown, where a term had no value
	reason Reason
}

// bind gives a local variable its value.
func (m *machine) bind(place int, v value.Value) {
	m.frame[place] = v
	m.clock++
	m.stamps[place] = m.clock
}

// memo is a remembered outcome of a predicate or a term; a term that has a
// value is True.
type memo struct {
	epoch, stamp uint64
	truth        Truth
	value        value.Value
	reason       Reason
}

// MaxSteps bounds the elements that one evaluation looks at: seconds of work,
// and far more than any set within a sensible scope has.
const MaxSteps = 20_000_000

func (m *machine) undefined(at zed.Expr, message string, arg value.Value) (value.Value, bool) {
	m.fail = Undefined
	m.reason = Reason{Term: at, Message: message, Arg: arg}
	return value.Value{}, false
}

func (m *machine) infinite(at zed.Expr, message string) bool {
	m.fail = Undefined
	m.reason = Reason{Term: at, Message: message, Infinite: true}
	return false
}

// finitely records that a truth holds because values are finite.
func (m *machine) finitely(t Truth) Truth {
	if m.in != nil {
		m.in.Finite = true
	}
	return t
}

func (m *machine) tooMany(at zed.Expr, limit int) bool {
	return m.infinite(at, fmt.Sprintf("it has more elements than the limit of %d", limit))
}

// unset records that a hole was read.
func (m *machine) unset(v value.Value) (value.Value, bool) {
	m.fail = Unknown
	m.reason = Reason{Hole: v.Hole(), Unset: true, Message: "its value is not chosen yet"}
	return value.Value{}, false
}

// step counts an element looked at.
func (m *machine) step(at zed.Expr) bool {
	m.steps++
	return m.steps <= m.pause || m.goOn(at)
}

// goOn tells whether the session allows what comes after the pause.
func (m *machine) goOn(at zed.Expr) bool {
	limit := m.in.limit()
	if m.steps > limit || m.in.stopped() {
		m.pause = 0 // what follows in this evaluation fails too
		return m.tooMany(at, limit)
	}
	m.pause = min(m.steps+stopInterval, limit)
	return true
}

// pay counts n elements that were built, copied or compared at once. What comes
// next sees whether that was too much.
func (m *machine) pay(n int) {
	m.owed += n
	m.steps += m.owed / elementsPerStep
	m.owed %= elementsPerStep
}

// pass counts an element of a set that is gone through where a step would be too
// much for it.
func (m *machine) pass(at zed.Expr) bool {
	m.pay(1)
	return m.steps <= m.pause || m.goOn(at)
}

// end ends an evaluation of p: its session pays for what it looked at.
func (m *machine) end(p *Program) {
	if m.in == nil {
		p.machines.Put(m)
		return
	}
	m.in.Left -= m.steps + 1
}

// holds tells whether there is a machine that is large enough for p.
func (m *machine) holds(p *Program) bool {
	return m != nil && len(m.frame) >= p.size && len(m.memo) >= p.memos
}

// begin puts the frame in. What was remembered of the same frame still holds:
// terms of one compiler are often evaluated on it one after the other.
func (m *machine) begin(p *Program, frame []value.Value) {
	if !m.used || !slices.Equal(m.frame[:p.slots], frame[:p.slots]) {
		copy(m.frame, frame[:p.slots])
		m.epoch++
		m.used = true
	}
	m.steps, m.owed = 0, 0
}
