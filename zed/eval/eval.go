package eval

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Globals gives the names of a specification their values.
type Globals struct {
	Given  map[string][]value.Value // the elements of each given type
	Free   map[string][]value.Value // the values of each free type
	Consts map[string]value.Value   // the values of axiomatic constants
	// Sizes says of which given types Given has all elements that there are, for this
	// case or this search; of others nothing is known but that they are not empty.
	Sizes value.Sizes
	// Facts are axioms that the sizes of given types may make false.
	Facts []zed.Expr
	// Declared says that constants are in the sets in which they are declared, where
	// the sizes of given types may make that false.
	Declared []zed.Expr
	// Partial says of which free types there are more values than Free has.
	Partial map[string]bool
	// Ctors gives the constructors of free types the sets that their arguments
	// are in.
	Ctors map[string]zed.Expr
	// Makers names the constructors of each free type that take an argument.
	Makers map[string][]string
	// Defined says what axioms define, of constants that Consts has not.
	Defined map[string]*zed.Definition
	// Partly has what the configuration or a program gives of total functions on sets
	// without end: some pairs, which Defined has too. Elsewhere they are open.
	Partly map[string]value.Value
	// Chosen are the constants whose value in Consts is one of several that the
	// axioms allow; nil where there are none. Evaluation takes it as it is.
	Chosen *Chosen
}

// Chosen are constants whose values nobody stated.
type Chosen struct {
	Vars  []zed.Var  // with the sets that they are declared in
	About []zed.Expr // what holds of them whatever their values are
	// Stated says what some of them equal, of which the value follows from others'.
	Stated map[string]zed.Expr
}

// Truth is the outcome of a predicate.
type Truth uint8

// The outcomes. Undefined says that a term has no value, or that a set cannot
// be enumerated; Unknown that a hole would decide.
const (
	False Truth = iota
	True
	Undefined
	Unknown
)

// String returns the outcome in a word.
func (t Truth) String() string {
	return [...]string{"false", "true", "undefined", "unknown"}[t]
}

// Reason says why a term has no value, or which hole it needs.
type Reason struct {
	Hole     int      // the hole that was read first, where Unset
	Unset    bool     // a hole is the reason
	Infinite bool     // a set that cannot be enumerated, or not within the limits, is the reason
	Term     zed.Expr // the term without a value
	Message  string
	Arg      value.Value // the value that the message is about, where there is one
}

// String returns the reason in one line.
func (r *Reason) String() string {
	text := r.Message
	if r.Arg.Kind() != value.Nothing {
		text = fmt.Sprintf(text, r.Arg)
	}
	if r.Term != nil {
		text = zed.Print(r.Term, zed.Unicode) + ": " + text
	}
	return text
}

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

// Session holds evaluations that belong together: they share limits, and what
// one has found of a frame the next need not find again. An evaluation that
// would exceed a limit is undefined, for a reason that is Infinite. The same
// evaluations in the same order use up the same on every machine. A session is
// for one goroutine.
type Session struct {
	// Left is the number of elements that the evaluations may still look at, a
	// quarter of it each.
	Left int
	// Stop, where not nil, is asked now and then whether to give up.
	Stop func() bool
	// Finite is set by an evaluation that leant on values being finite: it took a
	// variable to be no infinite set or function, which Z allows.
	Finite bool

	waited int // elements since Stop was asked, beside those that Left counts
	before int // Left when Stop was asked
	owed   int // elements that were built, and not paid for yet

	// machines has one machine for each compiler, whose programs share what is
	// remembered.
	machines map[*sync.Pool]*machine
	// outcomes remembers calls of functions that axioms define.
	outcomes map[callKey]callOutcome
}

// Close ends the session. What it remembers it forgets: some of that may be for
// want of what was left.
func (s *Session) Close() {
	for pool, m := range s.machines {
		m.used = false
		pool.Put(m)
	}
	s.machines = nil
}

// stopInterval is the number of elements between two looks at Stop: about a
// millisecond of work.
const stopInterval = 4096

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

// elementsPerStep is how many elements of sets are built, copied or compared in the
// time in which an evaluation looks at one.
const elementsPerStep = 16

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

// Spend counts n elements that are built outside of evaluations, and tells whether
// the session allows more.
func (s *Session) Spend(n int) bool {
	if s.owed += n; s.owed >= elementsPerStep {
		s.Left -= s.owed / elementsPerStep
		s.owed %= elementsPerStep
	}
	return s.Left > 0 && !s.Stopped(0)
}

// Stopped counts n elements that Left does not count, and tells whether Stop says
// to give up. It asks whenever a millisecond of work was done since it did so.
func (s *Session) Stopped(n int) bool {
	if s.before == 0 {
		s.before = s.Left
	}
	if s.waited += n; s.waited < stopInterval && s.before-s.Left < stopInterval {
		return false
	}
	s.waited, s.before = 0, s.Left
	return s.stopped()
}

func (s *Session) limit() int {
	if s == nil {
		return MaxSteps
	}
	return min(s.Left/4, MaxSteps)
}

func (s *Session) stopped() bool { return s != nil && s.Stop != nil && s.Stop() }

// end ends an evaluation of p: its session pays for what it looked at.
func (m *machine) end(p *Program) {
	if m.in == nil {
		p.machines.Put(m)
		return
	}
	m.in.Left -= m.steps + 1
}

// whole returns a value that holds no holes, or fails with its first.
func (m *machine) whole(v value.Value, ok bool) (value.Value, bool) {
	if !ok {
		return v, false
	}
	switch v.Kind() {
	case value.Int, value.Atom, value.Str, value.Nothing:
		return v, true
	case value.Set:
		if !v.Open() {
			return v, true
		}
	case value.Hole:
		return m.unset(v)
	}
	for _, x := range v.Items() {
		if _, ok := m.whole(x, true); !ok {
			return value.Value{}, false
		}
	}
	return v, true
}

// Truth evaluates a predicate on the values of its slots. The reason is not
// nil exactly where the outcome is Undefined or Unknown. It panics where the
// program is not a predicate's.
func (p *Program) Truth(frame []value.Value) (Truth, *Reason) {
	return p.truthOn(p.start(frame))
}

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
