package host

import (
	"context"
	"time"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/suite"
	"github.com/ttf-int/ttf-int/sut/wire"
)

// Case is a test case as a session sends it.
type Case struct {
	Name    string
	Steps   []Step        // one at least; those of a case that was sent stay where they are
	Timeout time.Duration // of each step
	Stubs   Answerer
}

// Step is a step of a case. Of what its values leave out, the state stays as it is,
// and the program chooses the inputs.
type Step struct {
	*suite.Step
	Binding *Binding
	Routes  *Routes // what stands in for callees; nil: nothing does

	of    *Case
	given []*wire.Value
}

// Answerer answers the calls of a case in the place of their callees.
type Answerer interface {
	// Answer answers a call, of which the callee, the caller and the frame are
	// given. It is called from several goroutines at the same time.
	Answer(ctx context.Context, call *Call) Answer
}

// Answer is what is answered in the place of a callee: what the callee itself
// says, values, or that there is no answer.
type Answer struct {
	Real    bool        // the callee itself answers
	Values  spec.Values // of its after-state and outputs
	Refused string      // why there is no answer; "" where there is one
}

// Status says how a case ended.
type Status int

// The statuses. Of a case that is Blocked or Broken, or that ended while its unit
// was not at work, nothing can be judged.
const (
	Returned Status = iota
	Unmapped        // it returned, and gave what is not a value of its type
	Panicked
	Refused // a call had no answer
	Blocked // the program cannot hold a value of the case, or does not know its unit
	Broken  // what stands between the unit and the host failed
	Crashed // the process ended
	Hung    // there was no answer in time
	Strange // the answer has a status that the protocol does not have
)

// Reply is what became of a case: of its last step, or of the first that did not
// return, with which the case has ended.
type Reply struct {
	// Earlier are the replies to the steps before that one, in their order. Each of
	// them has returned.
	Earlier []Reply
	Status  Status
	Message string // why, where Status is not Returned
	Seconds float64
	Stdout  string
	Stderr  string // with the stack of a panic
	// CutOutput and CutCalls say that it printed more, and made more calls, than
	// was kept.
	CutOutput, CutCalls bool
	// Breach says, of a process that gave no answer, that it broke the protocol,
	// which is neither its unit's fault nor any callee's.
	Breach bool
	// Unsure says what went wrong in a batch of cases with this one among them,
	// where it went wrong with none of them when they ran alone.
	Unsure string

	result *wire.Result // nil where the process did not give one
	stage  stage        // where result is nil
	calls  []*wire.Call // as far as known
	culprits
}

// Answered tells whether the process answered.
func (r *Reply) Answered() bool { return r.result != nil }

// Beside tells whether the process failed where its unit was not at work.
func (r *Reply) Beside() bool { return r.result == nil && (r.Breach || !r.stage.running) }

// Failure says what failed of a reply that is Beside the unit.
func (r *Reply) Failure(unit string) string {
	if r.Breach {
		return r.Message
	}
	return r.stage.failed(unit, r.Message)
}

// culprits says in which call a process ended or hangs.
type culprits struct {
	located bool         // it is known
	unclear bool         // any of several threads may be why
	apart   bool         // with unclear: what any of among has started, which may have returned
	in      *wire.Call   // nil: the unit itself
	among   []*wire.Call // with unclear: the innermost calls that were going on
}

// Delivery is what a session gives back: replies to cases that follow each other, in
// their order, and what else a program showed. What is in it is the receiver's own.
type Delivery struct {
	Cases   []*Case
	Replies []Reply
	Notes   []Note
}

// Note is what a program showed beside its replies.
type Note struct {
	Kind NoteKind
	Case *Case // in which it was, where that is known
	// Rule is the rule of the protocol of which a breach is one. Text says what was
	// seen; of a late call, the name of the callee, "" where it is not known.
	Rule, Text string
}

// NoteKind is the kind of a Note.
type NoteKind int

// The kinds of notes.
const (
	LateCall NoteKind = iota // a call made after the unit of its case had returned
	Leak                     // a process or goroutine that was left behind
	Breach                   // of the protocol
	Twice                    // a breach: the case was answered again, and it is not known which answer counts
)

// Observation is what was observed of a step. It lasts until the Observer's next.
type Observation struct {
	// Frame gives the unit's variables their values, in the order of its operation;
	// kind Nothing where not observed.
	Frame spec.Frame
	// Objects are the outputs that are objects of the case.
	Objects []suite.Passed
	// Moved names the state variables outside the unit's signature that changed.
	Moved   []string
	Message string // as in Reply; where a call had no answer, why
	// Unnamed says, where the status is Unmapped, that what is unmapped is an error
	// that the program's adapter has no constant for. Stack tells whether a panic had
	// one: what has none is the end of a goroutine.
	Unnamed, Stack bool
	Calls          []Call // in the order in which they opened
	// Located says that it is known where a case ended that has no answer, or
	// panicked: in the call of number In, counted from 1; 0: in the unit itself. Unclear
	// says that it may be why in any of several threads, and Among are the numbers of
	// the innermost calls that were going on. Apart says that it was in none of them, but
	// in what the unit or one of Among, which may have returned, had started.
	Located, Unclear, Apart bool
	In                      int
	Among                   []int
}

// Call is a call as it was observed.
type Call struct {
	Caller string // its unit's name; "" where the project does not have it
	Callee *spec.Unit
	Frame  spec.Frame // of the callee; as in Observation
	State  CallState
	// Stubbed says that something else answered than the callee itself.
	Stubbed bool
	// Unfit says why an argument or the state before is not a value of its type,
	// and Unmapped why an output or the state after is not; "" where all are.
	Unfit, Unmapped string
	Unnamed         bool     // as in Observation
	Moved           []string // as in Observation
	Parent          int      // the number of the call that made it; 0: the unit
	// Until is the number of the last call that was opened before this one ended;
	// 0: none was, calls that it made itself apart.
	Until uint64
}

// CallState says how far a call came.
type CallState int

// The states of a call.
const (
	Closed  CallState = iota // it returned
	Open                     // it had not returned when the case ended
	Unwound                  // a panic went through it
)
