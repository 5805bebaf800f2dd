package spec

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// Machine is a state machine that sequences of steps are run against. Some units form
// it: their common state is its state, and each of them is a transition. Or it has a
// specification of its own, and one unit takes all of its inputs.
type Machine struct {
	Name  string
	At    source.Span // the place of its name in the YAML file
	Units []string    // in the order of the file; all of one system under test
	// Sequences is how many sequences of operations a run makes, and Length how many
	// steps each has. Where they are 0, the options of the run say it.
	Sequences, Length int
	Objects           int // the number of instances of the program that a sequence has; at least 1
	// Reactive is the specification of a machine that has its own; nil where the schemas
	// of units are the machine. Units is then the unit that takes the inputs, or empty:
	// such a machine is only held against others.
	Reactive *Reactive
	// Inputs says how the inputs of sequences are chosen, and Extra how many states more
	// than the machine a program may have of which Transitions proves something.
	Inputs Inputs
	Extra  int
	Goals  []Goal // what sequences are to reach
}

// Inputs is a way to choose the inputs of sequences.
type Inputs string

// The ways to choose inputs.
const (
	// Generic draws them from their types, whatever the state is: a sequence ends where
	// nothing is specified of them.
	Generic Inputs = "generic"
	// Allowed draws those that the specification allows in the state that it foretells.
	Allowed Inputs = "allowed"
	// OnTheFly draws those that it allows in the state that the program is in.
	OnTheFly Inputs = "on-the-fly"
	// Transitions tries every transition within the scope, and what follows it.
	Transitions Inputs = "transitions"
)

// AllInputs are the ways to choose inputs, in the order in which they are documented.
var AllInputs = []Inputs{Generic, Allowed, OnTheFly, Transitions}

// Goal is a predicate on a state of a machine, and on the outputs of the step that led to
// it, which some sequence is to make true.
type Goal struct {
	Text Located
	// Vars are the state variables, undecorated, and the outputs of units; for a machine with a
	// specification of its own also GoalState and GoalOutput.
	Vars []zed.Var
	Pred zed.Expr
}

// Reactive is a specification of a reactive system: a function
// State × Input → ℙ (State × seq Output) of Z (Koopman and Plasmeijer, section 3). It is
// partial, in that nothing is specified of an input outside the function's domain, and
// of one for which it gives the empty set.
type Reactive struct {
	Text   Located // the function, as it is written
	State  zed.Type
	Input  zed.Type
	Output zed.Type // of the sequence of outputs of one step
	// Outcomes is the term for the set of outcomes, and Specified the predicate that the
	// function has one, both over the variables StateName and InputName.
	Outcomes, Specified zed.Expr
	// Init is the state in which the machine begins, or the set of those in which it may.
	Init    zed.Expr
	InitSet bool     // whether Init is a set of states
	InitAt  Located  // the text of Init
	Inputs  zed.Expr // the set of the inputs that are tried; nil: those of the type
	InputAt Located  // the text of Inputs
}

// The names by which goals speak of the state of a machine with a specification of its own, and
// of the outputs of the last step.
const (
	GoalState  = "state"
	GoalOutput = "output"
)

// The names of the variables in the terms of a reactive system. No user can write them.
const (
	StateName = "(state)"
	InputName = "(input)"
)
