package trace

import (
	"github.com/ttf-int/ttf-int/calls"
	"github.com/ttf-int/ttf-int/result"
	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed"
)

// State says whether and how a call ended.
type State int

// How calls end.
const (
	Returned State = iota
	Open           // it had not returned when the case ended
	Unwound        // a panic ended it
)

// Call is a recorded call.
type Call struct {
	Unit   *spec.Unit // the callee
	Caller string
	// Frame has the values of the callee's variables, in the order of its operation; of
	// kind Nothing where not observed.
	Frame    spec.Frame
	State    State
	Decision result.Decision // what answered the call: the callee itself or a kind of stub
	// Moved names the state variables outside the callee's signature that changed
	// during the call.
	Moved []string
	// Unfit says why an argument or the state before is not a value of its type, and
	// Unmapped why an output or the state after is not; "" where they are.
	Unfit, Unmapped string
	// Unnamed says that Unmapped is about an error for which the program's adapter has
	// no constant. Nobody is blamed for that.
	Unnamed bool
	Calls   []*Call
	// At is the place of the call among all calls of the case, in the order in which
	// they began. Until is the place of the last call that began before it ended.
	At, Until int
	// Beside has calls that overlap this one where neither made the other, one for each
	// pair of callee and caller.
	Beside []*Call

	Pre, Post Fulfilment // set by Judge
	Violated  []zed.Expr // the conjuncts of precondition or specification that are false; set by Judge
	Reason    string     // why Pre or Post is Undecided
	// Excuse has, for a call that did not return, the values of chosen constants under
	// which it is outside the precondition; "" where none are known. Set by Judge.
	Excuse string
	// Charge has, for a call among the Faults of a Ruling, its class and who is to
	// blame for it; set by Judge.
	Charge *Ruling
}

// Fulfilment says whether a condition on a call is fulfilled.
type Fulfilment int

// The values of Fulfilment. Post stays Unknown where Pre is Broken, since the
// specification does not say what the callee then does.
const (
	Unknown Fulfilment = iota
	Met
	Broken
)

// Ending says how the unit under test ended.
type Ending int

// How units under test end.
const (
	Finished Ending = iota // it returned
	Unmapped               // it returned, and gave something that is not a value of its type
	Panicked
	Crashed // its process ended
	Hung    // it did not return in time
	Refused // a stub had no answer
)

// Case is what was observed while a test case ran, for Judge.
type Case struct {
	Unit *spec.Unit
	// Rejected says that the inputs are outside the precondition. Unit is then the unit
	// as it is specified for such inputs: its operation is the refusal.
	Rejected bool
	// Open says that no allowed outcome is known, so that the inputs may be outside the
	// precondition.
	Open    bool
	Frame   spec.Frame // as in Call
	Moved   []string   // as in Call
	Ending  Ending
	Unnamed bool // as in Call, where the ending is Unmapped
	// Why explains an ending other than Finished.
	Why   string
	Calls []*Call
	// Innermost is the innermost call that was open when the unit panicked, crashed or
	// hung; nil: none was.
	Innermost *Call
	// Unclear says that several threads were at work when the unit panicked, crashed or
	// hung. Among has the innermost calls that were open then. Each of them may be the
	// cause, and so may the unit itself. Innermost is nil.
	Unclear bool
	Among   []*Call
	// Apart says that the cause is a goroutine or thread that the unit or a call in
	// Among had started and that ran on its own, so that any of them may have returned
	// before.
	Apart bool
	// Foreign says, with Unclear, that threads were going on which neither the unit nor a
	// callee had started.
	Foreign bool
	// Showing says, where the unit, or Innermost, had returned, and the ending is that what it left could not be shown,
	// what was at work then; nil elsewhere, and where that is not known.
	Showing *Showing
	// Unseen has, by unit, the callees whose calls are not intercepted.
	Unseen map[string]Unseen
	// Truncated says that calls were left out because there were too many.
	Truncated bool
	// Expects says for each used callee whether calls of it are expected.
	Expects []Expectation
	// Choices are the stub decisions under which the case ran. Their witnesses are
	// calls that were foreseen.
	Choices []result.Choice
	// Schema answers which calls the unit's schema allows on the case; nil: that is not
	// known.
	Schema *calls.Case

	fit *conflict // nil until it was looked for
}

// Unseen names the callees of a unit whose calls from it are not intercepted.
type Unseen struct {
	Used []string // the ones that the unit uses
	All  []string // all of them, also those that the unit only calls
}

// listUnseen returns the callees that the unit uses and whose calls are not observed.
func (c *Case) listUnseen() []string { return c.Unseen[c.Unit.Name].Used }

// answeredCalls returns the calls in the form of package calls.
func answeredCalls(made []*Call) []calls.Answered {
	var out []calls.Answered
	for _, call := range made {
		out = append(out, call.asAnswered())
	}
	return out
}

// asAnswered returns the call in the form of package calls.
func (c *Call) asAnswered() calls.Answered {
	return calls.Answered{Callee: c.Unit.Name, Frame: c.Frame}
}

// forCallee returns a call as a case of its callee.
func (c *Case) forCallee(call *Call) *Case {
	inner := &Case{Unit: call.Unit, Unseen: c.Unseen, Frame: call.Frame, Calls: call.Calls, Truncated: c.Truncated}
	if c.Schema != nil {
		inner.Schema = c.Schema.ForCallee(call.Unit, call.Unit.CallValues(call.Frame))
	}
	for _, callee := range call.Unit.Uses {
		inner.Expects = append(inner.Expects, Expectation{Callee: callee})
	}
	return inner
}

// Expectation says whether a unit is expected to call a callee on a case, as far as the
// stub decisions tell.
type Expectation struct {
	Callee string
	Times  int // the number of occurrences in disjuncts that are or may be enabled
	Known  bool
}

// Ruling is the judgement on a case: verdict, class, blame, and the evidence.
type Ruling struct {
	Verdict   result.Verdict
	Class     result.Class // "" where none is known
	Blame     []string
	Uncertain bool
	Violated  []zed.Expr // the conjuncts of the unit's specification that are false
	Deviates  bool       // whether the calls violate the grey-box predicate
	Findings  []string
	Message   string
	// Faults are the calls, inside their preconditions and with no fault below them,
	// whose callee violated its own specification, or panicked, crashed or hung.
	Faults []*Call
}
