package suite

import "github.com/ttf-int/ttf-int/spec"

// Case is a test case: steps on objects of a program under test, and what is
// expected of the last of them. Of the steps before it nothing is expected: they
// lead to where it begins. A case of one step sets a state and runs one unit.
type Case struct {
	ID    string
	Steps []Step // one at least
	Expect
}

// Step is a step of a case: a unit that is run on an object.
type Step struct {
	Unit string // the name of the unit
	// Object is the number of the object that the unit is run on. One that no step
	// before has named is a new instance of the program, in its initial state.
	Object int
	// Values are inputs, and state variables that the object is given before the unit
	// runs. State that is left out stays as it is.
	Values spec.Values
	// Passed are the inputs that are objects.
	Passed []Passed
	// Keep is the number that a new object has from then on which the unit gives; 0
	// where none is kept.
	Keep int
}

// Passed is an input that is an object.
type Passed struct {
	Name   string // of the input
	Object int    // its number
}

// Expect is what a specification allows as the outcome of a case.
type Expect struct {
	// Expected is the only after-state and outputs allowed; nil where there
	// are several, or where it is not known that there are not.
	Expected spec.Values
	// Witness is one allowed outcome; Several says that there are others.
	Witness spec.Values
	Several bool
	// Open says that no outcome was found that is allowed, nor that there is none: the
	// case is run, and judged by what the unit does.
	Open bool
}

// One returns the steps of a case that sets a state and runs one unit.
func One(unit string, values spec.Values) []Step { return []Step{{Unit: unit, Values: values}} }

// Scripted tells whether there is more to say of steps than the values of one that runs
// on the first object, as those of most cases do.
func Scripted(steps []Step) bool {
	return len(steps) != 1 || steps[0].Object != 0 || len(steps[0].Passed) > 0 || steps[0].Keep != 0
}

// Last returns the step of which something is expected.
func (c *Case) Last() *Step { return &c.Steps[len(c.Steps)-1] }

// Values returns the inputs and the before-state of the last step, as far as it gives
// them, completions included.
func (c *Case) Values() spec.Values { return c.Last().Values }
