package result

import "github.com/ttf-int/ttf-int/spec"

// Machine is the result of the sequences of operations of a machine.
type Machine struct {
	Machine   string `json:"machine"`
	Seed      int64  `json:"seed"`
	Sequences int    `json:"sequences"` // how many sequences were to be run
	Length    int    `json:"length"`    // how many steps each was to have
	Objects   int    `json:"objects"`
	// Verdict is Fail where a sequence failed or was in error, Blocked where none could
	// be run, and Undecided where none passed and the oracle could not decide some.
	Verdict Verdict `json:"verdict"`
	// why all sequences were blocked, or the first that was blocked or undecided
	Why     string `json:"why,omitempty"`
	Ran     int    `json:"ran"`   // how many sequences were run
	Steps   int    `json:"steps"` // how many steps, in all sequences, are right
	Summary        // of the sequences
	// Ended counts the sequences that ended early because no step was possible in the
	// state that they came to.
	Ended  int `json:"ended,omitempty"`
	States int `json:"states"` // how many different states occurred, MostStates at most
	// Spec is the function that specifies the machine; "" where the schemas of units do. Met
	// is what of it was met.
	Spec     string        `json:"spec,omitempty"`
	Met      *Met          `json:"met,omitempty"`
	Units    []MachineUnit `json:"units"`
	Graph    *StateGraph   `json:"graph,omitempty"`
	Inputs   spec.Inputs   `json:"inputs"`          // how inputs were chosen
	Proof    *Proof        `json:"proof,omitempty"` // where all transitions are tried
	Goals    []*Goal       `json:"goals,omitempty"`
	Failures []*Sequence   `json:"failures"` // the first sequence of each kind of failure, made smaller
	Findings []string      `json:"findings,omitempty"`
	Seconds  float64       `json:"seconds"`
}

// MostStates is how many states of a machine are counted at most.
const MostStates = 1 << 20

// Met says how much of its specification the sequences of a machine have met: of machines
// of units, what lies within the scope.
type Met struct {
	// States and Transitions count those in which the specification was known to be.
	States      Part `json:"states"`
	Transitions Part `json:"transitions"`
	Inputs      Part `json:"inputs"`
	Outputs     Part `json:"outputs"`
	// Never has states that can be reached and were not met, some of them where there
	// are many.
	Never []string `json:"never,omitempty"`
	// NeverTried, NeverInputs and NeverOutputs have the transitions, inputs and outputs that
	// did not occur, some of them where there are many.
	NeverTried   []string `json:"neverTried,omitempty"`
	NeverInputs  []string `json:"neverInputs,omitempty"`
	NeverOutputs []string `json:"neverOutputs,omitempty"`
	Beyond       int      `json:"beyond,omitempty"` // how many states were met outside the scope
	// Bounded says why the inputs that are tried need not be all; "" where they are.
	Bounded string `json:"bounded,omitempty"`
}

// Part says how many there are of something, and how many of these were met. Of is 0
// where it is not known how many there are.
type Part struct {
	Met int `json:"met"`
	Of  int `json:"of,omitempty"`
}

// StateGraph are states of a machine that occurred, MostDrawn at most, those nearest to the
// first, and the right steps between them.
type StateGraph struct {
	Vars   []string     `json:"vars"`   // the variables of the state
	States [][]string   `json:"states"` // their values, as text; objects begin in the first
	Steps  []Transition `json:"steps"`
	Left   int          `json:"left,omitempty"` // how many right steps lead from or to other states
}

// Transition says how often a unit led from one state to another.
type Transition struct {
	From  int    `json:"from"` // the index of the state
	To    int    `json:"to"`
	Unit  string `json:"unit"`
	Times int    `json:"times"`
}

// MostDrawn is how many states of a machine are kept for a picture.
const MostDrawn = 60

// MachineUnit says how often a unit was a judged step.
type MachineUnit struct {
	Unit  string `json:"unit"`
	Steps int    `json:"steps"`
}

// Sequence is a failing sequence of operations.
type Sequence struct {
	Number int `json:"number"` // its number under the machine's seed
	Drawn  int `json:"drawn"`  // the number of steps up to the failure in the sequence as it was drawn
	Tried  int `json:"tried"`  // how many sequences were run to make it smaller
	// Shortest says that no step can be left out and no input made smaller; all of that
	// was tried.
	Shortest bool           `json:"shortest"`
	Steps    []SequenceStep `json:"steps"`
	Result   *Result        `json:"result"` // the result of the last step, which failed
	// Keep is the last step as a test case that fails in the same way. It is nil where
	// there is no such case, and Why says why.
	Keep spec.Values `json:"keep"`
	Why  string      `json:"why,omitempty"`
}

// SequenceStep is a step of a sequence, with what was observed of it.
type SequenceStep struct {
	Unit   string `json:"unit"`
	Object int    `json:"object"` // the number of the object, from 1
	// Made is with what the step makes its object, where it is the first on it and that is said.
	Made   spec.Values `json:"made,omitempty"`
	Inputs spec.Values `json:"inputs"`
	Before spec.Values `json:"before"`
	After  spec.Values `json:"after"`
	Result spec.Values `json:"result"`
}
