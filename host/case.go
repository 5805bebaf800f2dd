package host

import (
	"context"
	"slices"
	"time"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// Case is a test case in the form in which a session sends it.
type Case struct {
	Name    string
	Steps   []Step        // at least one; they must not be moved once the case was sent
	Timeout time.Duration // of each step
	Stubs   Answerer
	// Watched says that the case is expected to end its process, or to hang: it runs alone and with its
	// calls streamed at once, and not in a batch first.
	Watched bool
}

// Again returns a case that is the same as this one, to be sent beside it.
func (c *Case) Again() *Case {
	out := *c
	out.Steps = slices.Clone(c.Steps)
	return &out
}

// Step is a step of a case. State variables without a value stay as they are, and the
// program chooses inputs without a value.
type Step struct {
	*suite.Step
	Binding *Binding
	Routes  *Routes // what stands in for callees; nil: nothing
	// Operations are those of a class, which the step runs in the place of a unit; nil for
	// units. Then there is no Binding, and Step says the object alone.
	Operations *Operations
	// Structure says with which of the structures that have the step's values it begins, where a program's state is
	// made of structures that it was given (GiveStructures): by its place in an order that the program chooses.
	Structure int

	of    *Case
	given []*wire.Value
}

// Answerer answers the calls in a case in the place of callees.
type Answerer interface {
	// Answer answers a call, which has the callee, the caller and the frame. It is
	// called from several goroutines at the same time.
	Answer(ctx context.Context, call *Call) Answer
}

// Answer is the answer to a call: that the callee itself should run, the values of a
// stub, or that there is none.
type Answer struct {
	Real    bool        // whether the callee itself runs
	Values  spec.Values // the values of the after-state and outputs
	Refused string      // why there is no answer; "" where there is one
}

// Status says how a case, or a step of one, ended.
type Status int

// How cases end. Nothing can be judged of a case that is Blocked or Broken, or that
// ended while its unit was not at work.
const (
	Returned Status = iota
	Unmapped        // it returned, and gave something that is not a value of its type
	Panicked
	Refused // a call had no answer
	Blocked // the program cannot hold a value of the case, or does not know its unit
	Broken  // something between the unit and the host failed
	Crashed // the process ended
	Hung    // there was no answer in time
	Strange // the reply has a status that the protocol does not have
)

// Reply is the reply to a case: to its last step, or to the first step that did not
// return and so ended the case.
type Reply struct {
	// Earlier are the replies to the steps before that one, in order. Each of these
	// steps has returned.
	Earlier []Reply
	Status  Status
	Message string // the reason, where Status is not Returned
	Seconds float64
	Stdout  string
	Stderr  string // the standard error, with the stack of a panic
	// CutOutput says that the case printed more than was kept, and CutCalls that it
	// made more calls than were kept.
	CutOutput, CutCalls bool
	// Breach says that a process that did not reply broke the protocol, for which
	// neither its unit nor a callee is to blame.
	Breach bool
	// Unsure says what went wrong with a batch of cases that this one belongs to, where
	// nothing went wrong when the cases ran alone.
	Unsure string
	// OnlySuspect says, where Unsure is not "", that no other case can have been at work then.
	OnlySuspect bool
	// Before are the cases that the same process had run before, in order; the last ones, where they are many. Where
	// the case is the only suspect, it is the process that ended.
	Before []*Case

	result *wire.Result     // nil where the process did not reply
	stage  stage            // where the case ended, if result is nil
	calls  []*wire.Call     // the calls, as far as they are known
	given  []*wire.Value    // the state before the step, where result is nil, as far as it is known
	began  *wire.Structures // the structure before the step, where result is nil and it is known
	culprits
}

// HasAnswer tells whether the process replied.
func (r *Reply) HasAnswer() bool { return r.result != nil }

// Structures says with which structure a step began, and what was left of it.
type Structures struct {
	Fitting       int    // how many of those that the program was given have the values of the step
	Before, After string // lines of a listing; "": not known
}

// Structures returns with which structure the last step began that ran, where it began with one.
func (r *Reply) Structures() (out Structures, known bool) {
	of := r.began
	if r.result != nil {
		of = r.result.Structures
	}
	if of == nil {
		return out, false
	}
	return Structures{int(of.Fitting), of.Before, of.After}, true
}

// HasFailedBeside tells whether the process failed while its unit was not at work.
func (r *Reply) HasFailedBeside() bool { return r.result == nil && (r.Breach || !r.stage.running) }

// Failure describes the failure in a reply for which Beside is true.
func (r *Reply) Failure(unit string) string {
	if r.Breach {
		return r.Message
	}
	return r.stage.failureText(unit, r.Message)
}

// culprits says in which call a process ended or hangs.
type culprits struct {
	located bool // whether this is known
	unclear bool // whether any of several threads may be the cause
	// with unclear: the cause is a thread that a call in among started, and that call
	// may have returned
	apart bool
	// with unclear: the cause may be a thread that none of them has started
	foreign bool
	in      *wire.Call    // nil: in the unit itself
	among   []*wire.Call  // with unclear: the innermost open calls
	showing *wire.Showing // as in the result of a step, where the process has ended instead
}

// Delivery is what a session returns: replies to consecutive cases, in their order, and
// notes. The receiver owns its contents.
type Delivery struct {
	Cases   []*Case
	Replies []Reply
	Notes   []Note
}

// Note is something that a program did besides replying.
type Note struct {
	Kind NoteKind
	Case *Case // the case in which it happened, where that is known
	// Rule is the rule of the protocol that a breach violates. Text says what was seen, and of a late error what was
	// raised.
	Rule, Text string
	// Unit is the name of the callee of a late call, and of the unit that has left behind what raised a late error;
	// "" where that is not known.
	Unit string
}

// NoteKind is the kind of a Note.
type NoteKind int

// The kinds of notes.
const (
	LateCall  NoteKind = iota // a call made after the unit of its case had returned
	LateError                 // an error of what a unit has left behind, which would have ended the process
	Leak                      // a process or goroutine that was left behind
	Breach                    // a breach of the protocol
	Twice                     // a breach: a case was answered twice, and it is not known which reply counts
)

// Observation is what was observed of a step. It is valid until the Observer's next
// observation.
type Observation struct {
	// Frame has the values of the unit's variables, in the order of its operation; of
	// kind Nothing where not observed.
	Frame spec.Frame
	// Objects are the outputs that are objects of the case.
	Objects []suite.Passed
	// Moved names the state variables outside the unit's signature that changed.
	Moved   []string
	Message string // as in Reply; where a call had no answer, the reason
	// Unnamed says, where the status is Unmapped, that the value is an error for which
	// the program's adapter has no constant. Stack says whether a panic had a stack;
	// where it has none, the goroutine ended (runtime.Goexit).
	Unnamed, Stack bool
	Calls          []Call // in the order in which they began
	// Located says that it is known where a case ended that has no reply, or panicked:
	// in the call with number In, counted from 1, or in the unit itself where In is 0.
	// Unclear says that any of several threads may be the cause; Among are the numbers
	// of the innermost open calls then. Apart says that the cause is in none of these,
	// but in a thread that the unit or a call in Among had started, and that call may
	// have returned.
	Located, Unclear, Apart bool
	// Foreign says, with Unclear, that threads were going on which none of them had started.
	Foreign bool
	In      int
	Among   []int
	// Showing says, where what was left could not be shown, what was at work then; nil elsewhere, and where that is
	// not known.
	Showing *Showing
}

// Showing says what was at work when a state could not be shown.
type Showing struct {
	Variable  string   // with its decoration
	Units     []string // those of whose functions one was at work
	Functions []string // the innermost first
}

// Call is an observed call.
type Call struct {
	Caller string // the name of the calling unit; "" where the project does not have it
	Callee *spec.Unit
	Frame  spec.Frame // the frame of the callee, as in Observation
	State  CallState
	// Stubbed says that a stub answered and not the callee itself.
	Stubbed bool
	// Unfit says why an argument or the state before is not a value of its type, and
	// Unmapped why an output or the state after is not; "" where they are.
	Unfit, Unmapped string
	Unnamed         bool     // as in Observation
	Moved           []string // as in Observation
	Parent          int      // the number of the call that made it; 0: the unit made it
	// Until is the number of the last call that began before this one ended, calls
	// below this one excepted; 0: none did.
	Until uint64
}

// CallState says whether and how a call ended.
type CallState int

// How calls end.
const (
	Closed  CallState = iota // it returned
	Open                     // it had not returned when the case ended
	Unwound                  // a panic ended it
)
