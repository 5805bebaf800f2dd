package suite

import "github.com/ttf-int/ttf-int/spec"

// Case is a test case: steps on objects of a program under test, and what is expected
// of the last step. Of the earlier steps nothing is expected: they produce the state in
// which the last one begins. A case of one step sets the state and runs one unit.
type Case struct {
	ID    string
	Steps []Step // at least one
	Expect
}

// Step is one step of a case: a unit is run on an object.
type Step struct {
	Unit string // the name of the unit
	// Object is the number of the object on which the unit is run. A number that no
	// earlier step has stands for a new instance of the program, in its initial state.
	Object int
	// Values are the inputs, and those state variables that are set before the unit
	// runs. State that is left out stays as it is.
	Values spec.Values
	// Passed are the inputs that are objects.
	Passed []Passed
	// Keep is the number that an object gets which the unit returns, if it is new to
	// the case; 0: the object gets no number.
	Keep int
}

// Passed is an input that is an object and not a value.
type Passed struct {
	Name   string // the name of the input
	Object int    // the number of the object
}

// Expect is what a specification allows as the outcome of a case.
type Expect struct {
	// Expected is the after-state and the outputs where only one combination of them is
	// allowed. It is nil where several are, or where that is not known.
	Expected spec.Values
	// Witness is one allowed outcome; Several says that there are others.
	Witness spec.Values
	Several bool
	// Open says that neither an allowed outcome was found nor that there is none. The
	// case is run, and judged by what the unit does.
	Open bool
}

// MakeSteps returns the steps of a case that sets a state and runs one unit.
func MakeSteps(unit string, values spec.Values) []Step { return []Step{{Unit: unit, Values: values}} }

// IsScript tells whether the steps are more than one step that runs a unit on given
// values, on a new object. Most cases are not scripted.
func IsScript(steps []Step) bool {
	return len(steps) != 1 || steps[0].Object != 0 || len(steps[0].Passed) > 0 || steps[0].Keep != 0
}

// LastStep returns the last step, which is the one that is judged.
func (c *Case) LastStep() *Step { return &c.Steps[len(c.Steps)-1] }

// Values returns the inputs and the before-state that the last step sets, completions
// included.
func (c *Case) Values() spec.Values { return c.LastStep().Values }
