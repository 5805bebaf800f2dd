package trace

import (
	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// State says how far a call came.
type State int

// The states.
const (
	Returned State = iota
	Open           // it had not returned when the case ended
	Unwound        // by a panic
)

// Call is a recorded call.
type Call struct {
	Unit   *spec.Unit // the callee
	Caller string
	// Frame gives the callee's variables their values, in the order of its
	// operation; kind Nothing where not observed.
	Frame    spec.Frame
	State    State
	Decision result.Decision // who answered
	// Moved names the state variables outside the callee's signature that the
	// call was seen to change.
	Moved []string
	// Unfit says why an argument or the state before is not a value of its type,
	// and Unmapped why an output or the state after is not; "" where all are.
	Unfit, Unmapped string
	// Unnamed says that what is unmapped is an error that the program's adapter
	// has no constant for, which is nobody's fault.
	Unnamed bool
	Calls   []*Call
	// At is the place of the call among all calls of the case, in the order in
	// which they opened, and Until that of the last that opened before it ended.
	At, Until int
	// Beside are calls that overlap this one, neither having made the other: of
	// each callee and caller one.
	Beside []*Call

	Pre, Post Fulfilment // set by Judge
	Violated  []zed.Expr // the conjuncts that were broken, of either; set by Judge
	Reason    string     // why Pre or Post is Undecided
	// Excuse says of a call that did not return with which other values of chosen
	// constants it is outside the precondition; "" where none are known. Set by Judge.
	Excuse string
	// Charge says of one of the Faults of an Outcome what it is called and who is
	// to blame for it; set by Judge.
	Charge *Ruling
}

// Fulfilment is what is known of a condition on a call.
type Fulfilment int

// The fulfilments. Post stays Unknown where Pre does not hold: what the callee
// then does is not specified.
const (
	Unknown Fulfilment = iota
	Met
	Broken
)

// Ending says how the unit under test ended.
type Ending int

// The endings.
const (
	Finished Ending = iota // it returned
	Unmapped               // it returned, and gave what is not a value of its type
	Panicked
	Crashed // its process ended
	Hung    // it did not return in time
	Refused // a stub had no answer
)

// Case is what a test case left behind.
type Case struct {
	Unit *spec.Unit
	// Rejected says that the inputs are outside the precondition: Unit is then
	// the unit as it is there, its operation what it promises.
	Rejected bool
	// Open says that no outcome is known that the specification allows, so that the inputs
	// may be outside the precondition.
	Open    bool
	Frame   spec.Frame // as in Call
	Moved   []string   // as in Call
	Ending  Ending
	Unnamed bool // as in Call, where the ending is Unmapped
	// Why says more about an ending other than Finished.
	Why   string
	Calls []*Call
	// Innermost is the call in which the unit panicked, crashed or hung; nil:
	// the unit itself.
	Innermost *Call
	// Unclear says that several threads were at work when the unit panicked, crashed
	// or hung. Among are the innermost calls that were going on then: any of them may
	// be why, or the unit itself. Innermost is nil.
	Unclear bool
	Among   []*Call
	// Apart says that it was something which the unit or one of Among had started, and
	// which goes on beside them, so that any of them may have returned.
	Apart bool
	// Unseen says, by unit, of which callees the calls are not intercepted.
	Unseen map[string]Unseen
	// Truncated says that calls were left out because there were too many.
	Truncated bool
	// Expects says of each used callee whether calls of it are expected.
	Expects []Expectation
	// Choices are the stub decisions under which the case ran: their witnesses are
	// calls that were foreseen.
	Choices []result.Choice
	// Schema knows what the unit's schema says of its calls on the case; nil: nothing is
	// known of that.
	Schema *calls.Case

	fit *conflict // nil until it was looked for
}

// Unseen names the callees of a unit whose calls from it are not intercepted.
type Unseen struct {
	Used []string // those that the unit uses
	All  []string // those that it only calls included
}

// unseen returns the used callees whose calls from the unit are not observed.
func (c *Case) unseen() []string { return c.Unseen[c.Unit.Name].Used }

// answered returns what callees answered.
func answered(made []*Call) []calls.Answered {
	var out []calls.Answered
	for _, call := range made {
		out = append(out, call.answered())
	}
	return out
}

// answered returns what the call's callee answered.
func (c *Call) answered() calls.Answered {
	return calls.Answered{Callee: c.Unit.Name, Frame: c.Frame}
}

// inside returns a call as a case of its callee's own.
func (c *Case) inside(call *Call) *Case {
	inner := &Case{Unit: call.Unit, Unseen: c.Unseen, Frame: call.Frame, Calls: call.Calls, Truncated: c.Truncated}
	if c.Schema != nil {
		inner.Schema = c.Schema.Inside(call.Unit, call.Unit.Asked(call.Frame))
	}
	for _, callee := range call.Unit.Uses {
		inner.Expects = append(inner.Expects, Expectation{Callee: callee})
	}
	return inner
}

// Expectation says whether a unit calls a callee on a case, as far as the stub
// decisions tell.
type Expectation struct {
	Callee string
	Times  int // at how many occurrences, in disjuncts that are or may be enabled
	Known  bool
}

// Ruling is the judgement of a case.
type Ruling struct {
	Verdict   result.Verdict
	Class     result.Class // "" where none is known
	Blame     []string
	Uncertain bool
	Violated  []zed.Expr // conjuncts of the unit's specification
	Deviates  bool       // the calls do not satisfy the grey-box predicate
	Findings  []string
	Message   string
	// Faults are the calls whose callee broke its own specification, in a
	// call inside its precondition and with no fault below it, or ended in a
	// panic, crash or hang there.
	Faults []*Call
}
