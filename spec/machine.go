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

// The names of the variables in the terms of a reactive system. No user can write them.
const (
	StateName = "(state)"
	InputName = "(input)"
)
