package result

import (
	"iter"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/spec"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Verdict is the outcome of a test case.
type Verdict string

// The verdicts.
const (
	Pass      Verdict = "pass"
	Fail      Verdict = "fail"
	Error     Verdict = "error"     // the unit crashed, hung or broke the protocol
	Blocked   Verdict = "blocked"   // it could not be run
	Undecided Verdict = "undecided" // it ran, and the oracle could not decide
	Flaky     Verdict = "flaky"     // it failed, and did not fail, on the same values in one run
)

// LeakFinding begins the findings that say what programs have left behind.
const LeakFinding = "leak: "

// NotRun begins the message of what was blocked since there was no time left.
const NotRun = "not run: "

// Class is the name of an error class; trace.Classes returns all of them.
type Class string

// Decision says what stands in for a callee at an occurrence while its caller
// is tested (Cristiá, Mesuro and Frydman, sections 4 and 6).
type Decision string

// The decisions.
const (
	None        Decision = "none"
	Auto        Decision = "auto"
	Self        Decision = "self"
	ByCall      Decision = "by-call"
	Spec        Decision = "spec"
	Manual      Decision = "manual"
	BlockedStub Decision = "blocked"
)

// Stub says what stood in for a callee in a run.
type Stub struct {
	Callee     string   `json:"callee"`
	Occurrence int      `json:"occurrence"`
	Planned    Decision `json:"planned"`
	Decision   Decision `json:"decision"`
	Leaf       string   `json:"leaf,omitempty"`
	Reason     string   `json:"reason"`
}

// Violation is a conjunct of a specification that was false.
type Violation struct {
	Predicate string `json:"predicate"`
	At        string `json:"at,omitempty"` // file:line:column
}

// Call is one recorded call, with the calls that it made.
type Call struct {
	Unit     string      `json:"unit"`
	Caller   string      `json:"caller"`
	Args     spec.Values `json:"args"`
	Before   spec.Values `json:"before"`
	After    spec.Values `json:"after"`
	Result   spec.Values `json:"result"`
	Decision Decision    `json:"decision"`
	Leaf     string      `json:"leaf,omitempty"`
	// whether the call was inside the callee's precondition; nil: unknown
	Pre *bool `json:"pre"`
	// whether the callee satisfied its specification; nil: unknown, or not evaluated
	Post *bool `json:"post"`
	Open bool  `json:"open,omitempty"` // whether it had not returned
	// Message says which value of the call is not of its type: an error for which there
	// is no constant, or an argument that is not UTF-8.
	Message string `json:"message,omitempty"`
	// Violated are the false conjuncts of the callee's schema: of its precondition
	// where Pre is false, otherwise of the whole.
	Violated []Violation `json:"violated,omitempty"`
	// Moved are the state variables outside the callee's signature that it
	// changed.
	Moved []string `json:"moved,omitempty"`
	// Predicted are the leaves that the stub decision foresaw, set where the call lies
	// in none of them.
	Predicted []string `json:"predicted,omitempty"`
	// Uncertified says that the callee itself answered where it is not certified: in no
	// leaf that it passed, or in one that it failed.
	Uncertified bool `json:"uncertified,omitempty"`
	// LeftOut says that the callee is not certified there only since cases were left out of the run.
	LeftOut bool    `json:"leftOut,omitempty"`
	Calls   []*Call `json:"calls"`
	// Cut is how many of the calls below this one were left out.
	Cut int `json:"cut,omitempty"`
}

// WayStep is an operation on the way to the state in which a case begins.
type WayStep struct {
	Unit   string      `json:"unit"`
	Inputs spec.Values `json:"inputs"`
}

// Result is the outcome of one test case.
type Result struct {
	Case    string  `json:"case"`
	Unit    string  `json:"unit"`
	Leaf    string  `json:"leaf"`
	Verdict Verdict `json:"verdict"`
	// Class is nil where none is known.
	Class     *Class   `json:"class"`
	Blame     []string `json:"blame"`
	Uncertain bool     `json:"uncertain"`
	// whether the input is outside the precondition, where the unit should refuse it
	Rejected bool `json:"rejected,omitempty"`
	// Drawn says how the values came about, for a case that is not in the plan.
	Drawn *Drawn `json:"drawn,omitempty"`
	// whether it was run only because decisions for other cases rest on it; not counted
	Support bool `json:"support,omitempty"`
	// Attempts are those that were made at the case, where several were and not all of them passed.
	Attempts []Attempt `json:"attempts,omitempty"`
	// Quarantine says who has put the case into quarantine, and until when; nil where nobody has.
	Quarantine *Quarantine `json:"quarantine,omitempty"`
	// From is when the run began from which the result was taken over; "" where it is of this run.
	From string `json:"from,omitempty"`
	// Digest identifies the case as it was planned: its condition, values and
	// decisions. A result belongs to the case with the same digest.
	Digest string      `json:"digest,omitempty"`
	Values spec.Values `json:"values"`
	Sizes  value.Sizes `json:"sizes,omitempty"` // the sizes of the given types on which the case rests
	// Way are the operations that were to lead to the state before the unit, on a new object,
	// where it was not set.
	Way []WayStep `json:"way,omitempty"`
	// Instead says that another case of the leaf was run than the plan's, in whose state the
	// program was not.
	Instead bool `json:"instead,omitempty"`
	// Structures says with which structures the case was run, where it begins with some (state: korat).
	Structures *Structures `json:"structures,omitempty"`
	Stubs      []Stub      `json:"stubs"`
	Violated   []Violation `json:"violated"`
	Findings   []string    `json:"findings"`
	Trace      []*Call     `json:"trace"`
	// Tau is the trace τ as text, the unit's own calls with their arguments, where it
	// does not satisfy the grey-box predicate.
	Tau      string      `json:"tau,omitempty"`
	Expected spec.Values `json:"expected"` // the only outcome allowed, or null
	Actual   spec.Values `json:"actual"`
	Message  string      `json:"message"`
	Stdout   string      `json:"stdout"` // what was printed while the case ran
	Stderr   string      `json:"stderr"`
	Replay   string      `json:"replay"`
	Seconds  float64     `json:"seconds"`
	// At is the place in a file at which a pass is kept whose trace is not in memory (Run.Whole); 0: it is.
	At int64 `json:"-"`
}

// Summary counts results, without those of support cases.
type Summary struct {
	Pass      int `json:"pass"`
	Fail      int `json:"fail"`
	Error     int `json:"error"`
	Blocked   int `json:"blocked"`
	Undecided int `json:"undecided"`
	Flaky     int `json:"flaky,omitempty"`
	// Quarantined counts what would count as failed, in error or flaky if it were not in quarantine.
	Quarantined int `json:"quarantined,omitempty"`
}

// Run is a whole run.
type Run struct {
	APIVersion  string       `json:"apiVersion"`
	Kind        string       `json:"kind"`
	Tool        string       `json:"tool"`
	Project     string       `json:"project"`
	Started     string       `json:"started"` // RFC 3339
	Seconds     float64      `json:"seconds"`
	Interrupted bool         `json:"interrupted,omitempty"`
	Inputs      []spec.Input `json:"inputs"`
	Seed        int64        `json:"seed,omitempty"`
	// Programs has the SHA-256 of each program that was started, by the name of its system under test.
	Programs map[string]string `json:"programs,omitempty"`
	// Reads has, by the same names, a hash of what each of them declares to read, of its arguments and its environment.
	// Basis has, by the name of each unit, a hash of all that verdicts on its cases rest on beside the case, the
	// program and the decisions: what its specification says, what those say that it uses, calls or shares state with,
	// and ttf-int itself. Both are there where a program declares what it reads.
	Reads map[string]string `json:"reads,omitempty"`
	// Arguments has, by the same names, a hash of those arguments that are files, as a script is for its interpreter.
	Arguments map[string]string `json:"arguments,omitempty"`
	Basis     map[string]string `json:"basis,omitempty"`
	// Isolation has, by the same names, what was in force of what keeps each of them apart.
	Isolation map[string]Isolation `json:"isolation,omitempty"`
	// Resumes is when the run began that this one goes on with.
	Resumes string `json:"resumes,omitempty"`
	// Retry says how often cases were run; nil: once each.
	Retry *Retry `json:"retry,omitempty"`
	// Flaky are the cases that were flaky in this run, with what earlier runs say of them.
	Flaky []FlakyCase `json:"flaky,omitempty"`
	// Shard says which part of a run this is; nil: all of it.
	Shard *Shard `json:"shard,omitempty"`
	// Selection says by which flags a part of the plan was left out; nil: nothing was, but by Shard.
	Selection *Selection `json:"selection,omitempty"`
	Summary   Summary    `json:"summary"`
	Results   []*Result  `json:"results"`
	// NotObserved lists the pairs "caller -> callee" whose calls the programs do not
	// intercept.
	NotObserved []string `json:"notObserved"`
	// UndecidedLeaves lists those leaves of the units that were run which the solver
	// could neither satisfy nor refute.
	UndecidedLeaves []string `json:"undecidedLeaves"`
	// Untested lists the units that were run and have no test case, although no person
	// ruled out all of their leaves.
	Untested []Untested `json:"untested"`
	// OpenLeaves lists the leaves that have no case with the chosen values of
	// constants, and may have one with other values.
	OpenLeaves []OpenLeaf `json:"openLeaves,omitempty"`
	// More is the result of cases that were drawn at random; nil where that was not
	// asked for.
	More *More `json:"more,omitempty"`
	// Machines are the results of sequences of operations; nil where none were run.
	Machines []*Machine `json:"machines,omitempty"`
	// Laws say what came of properties of programs; nil where none were tested.
	Laws []*Law `json:"properties,omitempty"`
	// Classes say what came of classes; nil where none were tested.
	Classes []*ClassRun `json:"classes,omitempty"`
	// ClassUses say on which classes units rest; nil where no unit uses one.
	ClassUses []*ClassUse `json:"classUses,omitempty"`
	// Methods say what came of units that are specified on structures; nil where none were tested.
	Methods []*Method `json:"methods,omitempty"`
	// Findings are what all cases show together: calls that are declared and never
	// made, rows of manual stubs that no call fits.
	Findings []string `json:"findings"`
	// LeaksFail says that what programs have left behind, which the findings tell, makes the run fail.
	LeaksFail bool `json:"leaksFail,omitempty"`
	// Machinery lists the failures outside the units under test, such as a program that
	// could not be built or started.
	Machinery []string `json:"machinery"`
	// Traces reads the trace of a result that is not in memory; nil where all of them are.
	Traces func(*Result) ([]*Call, error) `json:"-"`
	// Packed returns what is to be in Results at a place where there is nil, since so many are held in short form.
	Packed func(at int) *Result `json:"-"`
}

// All yields the results, those that are held in short form included. Of these each time another one is made.
func (r *Run) All() iter.Seq[*Result] {
	return func(yield func(*Result) bool) {
		for i, of := range r.Results {
			if of == nil {
				of = r.Packed(i)
			}
			if !yield(of) {
				return
			}
		}
	}
}

// ByUnit returns a function that returns the results of the unit of a name, in their order. It keeps no results that
// are held in short form.
func (r *Run) ByUnit() func(unit string) []*Result {
	places, at := map[string][]int32{}, int32(0)
	for of := range r.All() {
		places[of.Unit] = append(places[of.Unit], at)
		at++
	}
	return func(unit string) []*Result {
		var out []*Result
		for _, i := range places[unit] {
			of := r.Results[i]
			if of == nil {
				of = r.Packed(int(i))
			}
			out = append(out, of)
		}
		return out
	}
}

// Whole returns a result of the run with its trace: itself, where it has that.
func (r *Run) Whole(of *Result) (*Result, error) {
	if of.At == 0 || r.Traces == nil {
		return of, nil
	}
	trace, err := r.Traces(of)
	if err != nil {
		return nil, err
	}
	out := *of
	out.Trace, out.At = trace, 0
	return Shorten(&out), nil
}

// Slim returns a copy of a result without its trace, which is kept at a place in a file; the result itself where that
// would save nothing, or where more than its trace is worth looking at.
func (r *Result) Slim(at int64) *Result {
	if at == 0 || r.Verdict != Pass || len(r.Trace) == 0 || len(r.Findings) > 0 || r.At != 0 {
		return r
	}
	out := *r
	out.Trace, out.At = nil, at
	if len(out.Actual) > 0 && (len(out.Expected) == 0 || &out.Actual[0] != &out.Expected[0]) {
		out.Actual = slices.Clone(out.Actual) // it may be a part of a larger block
	}
	return &out
}

// IsWhole tells whether a run left nothing out of its plan, and came to all of it.
func (r *Run) IsWhole() bool {
	return r.Shard == nil && r.Selection == nil && !r.Interrupted && !r.HasNotRun()
}

// HasNotRun tells whether there is a case to which the run did not come.
func (r *Run) HasNotRun() bool {
	for of := range r.All() {
		if of.IsNotRun() {
			return true
		}
	}
	return false
}

// IsNotRun tells whether the run did not come to a case.
func (r *Result) IsNotRun() bool { return r.Verdict == Blocked && strings.HasPrefix(r.Message, NotRun) }

// FailingLeaks returns the findings that say what programs have left behind, where these make the run fail.
func (r *Run) FailingLeaks() []string {
	var out []string
	for _, f := range r.Findings {
		if r.LeaksFail && strings.HasPrefix(f, LeakFinding) {
			out = append(out, f)
		}
	}
	return out
}

// ResultOf returns the result with an id, or nil. Where there are several, one that
// counts precedes one of a support case.
func (r *Run) ResultOf(id string) *Result {
	var out *Result
	for x := range r.All() {
		if x.Case == id && (out == nil || out.Support) {
			out = x
		}
	}
	return out
}

// Selection says what left out a part of the plan.
type Selection struct {
	By []string `json:"by"` // the flags, such as --unit
	// Since is the commit of --since, as it was named, and Reasons say why each unit, machine, property and class
	// is in that a change since then can affect.
	Since   string   `json:"since,omitempty"`
	Reasons []Reason `json:"reasons,omitempty"`
}

// Reason says why something is run.
type Reason struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// Past is what is remembered of an earlier run: when it started (RFC 3339), and the verdicts of its cases
// by their ids, of "machine NAME" and of "property NAME".
type Past struct {
	Started  string
	Verdicts map[string]Verdict
	Digests  map[string]string  // of cases, as they were planned then
	Seconds  map[string]float64 // that cases took
	// Programs has the SHA-256 of each program that was started, by the name of its system under test; the others are
	// as in Run.
	Programs, Reads, Arguments, Basis map[string]string
	// From is when the run began from which the result of a case was taken over, for those that were.
	From map[string]string
	Seed int64
	// Finished says that the run came to its end, interrupted or not; Sound, that moreover nothing outside the units
	// under test went wrong in it, and that no program left anything behind.
	Finished, Sound bool
	// Whole says that the run came to its end and was to run all of the plan.
	Whole bool
	// Leaves are those of which the run has a result, and Stubs what stood in for the callees of cases, by their ids.
	// Both are there only where they were asked for.
	Leaves map[string]bool
	Stubs  map[string][]Stub
}

// Untested is a unit that no test case exercises.
type Untested struct {
	Unit   string `json:"unit"`
	Reason string `json:"reason"` // what became of its leaves
}

// OpenLeaf is a leaf that has no case because of the chosen values of constants.
type OpenLeaf struct {
	Leaf      string   `json:"leaf"`
	Reason    string   `json:"reason"`
	Constants []string `json:"constants"` // the constants with chosen values
}

// Count returns the summary of results.
func Count(results iter.Seq[*Result]) Summary {
	var s Summary
	for r := range results {
		if r.Support {
			continue
		}
		if r.Quarantine.Excuses(r.Verdict) {
			s.Quarantined++
			continue
		}
		switch r.Verdict {
		case Pass:
			s.Pass++
		case Fail:
			s.Fail++
		case Error:
			s.Error++
		case Blocked:
			s.Blocked++
		case Undecided:
			s.Undecided++
		case Flaky:
			s.Flaky++
		}
	}
	return s
}

// CaseOf returns the case in which a result was observed: the result about a callee, or about an
// operation on the way to the state of a case, has the id unit@case.
func CaseOf(id string) string {
	if _, in, ok := strings.Cut(id, "@"); ok {
		return in
	}
	return id
}
