package spec

import (
	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
)

// Class is a class of a program under test that is tested by sequences of its operations.
type Class struct {
	Name string
	At   source.Span // its name in the YAML file
	SUT  string
	// Algebra is its specification, and Classes are all that the specification has.
	Algebra *language.Class
	Classes []*language.Class
	// Uses are the classes that its operations take or give, and the units that it names, sorted.
	Uses []string
	// Equal says by what two objects are compared; at least one.
	Equal []Equality
	// Depth is how many operations there are before the observer in what Observations sends to
	// two objects.
	Depth     int
	Originals Originals
	Own       []language.Case // pairs that a person has written
	// Operations are the units that operations are, in the order of the operations' names: what a sequence does is
	// judged by their schemas too.
	Operations []OperationUnit
}

// OperationUnit says that an operation of a class is a unit. Inputs are the unit's inputs that the parameters of the
// operation stand for, in their order.
type OperationUnit struct {
	Operation, Unit string
	Inputs          []string
}

// Equality is a way to compare two objects.
type Equality string

// The ways to compare objects.
const (
	// ByEqn asks the operation eqn of the class.
	ByEqn Equality = "eqn"
	// ByObservations sends what ends in an observer to both.
	ByObservations Equality = "observations"
	// ByStructure compares the states, as the program shows them.
	ByStructure Equality = "structure"
)

// EqnCalls returns the operations that the axioms of eqn name, in the order of the specification: an eqn that is
// written as its axioms are calls them, and may not see what is wrong with them.
func (c *Class) EqnCalls() []string {
	named := map[string]bool{}
	var visit func(t language.Term)
	visit = func(t language.Term) {
		if a, is := t.(*language.Apply); is && a.Decl != nil && a.Decl.Class == c.Name {
			named[a.Op] = true
		}
		for _, part := range language.Children(t) {
			visit(part)
		}
	}
	for _, a := range c.Algebra.Axioms {
		if left, is := a.Left.(*language.Apply); is && left.Op == Eqn {
			visit(a.Right)
		}
	}
	var out []string
	for _, o := range c.Algebra.Operations {
		if named[o.Name.Text] && o.Name.Text != Eqn && o.Name.Text != language.Create {
			out = append(out, o.Name.Text)
		}
	}
	return out
}

// AllEqualities are the ways to compare objects, in the order in which they are documented.
var AllEqualities = []Equality{ByEqn, ByObservations, ByStructure}

// Eqn is the operation that compares two objects.
const Eqn = "eqn"

// Originals are the sequences of which pairs are made.
type Originals struct {
	Given  []Sequence
	Length int // all sequences of up to so many operations after create
	Random []RandomOriginals
	Paths  int // how many paths of a sequence are used at most
	Values int // with how many values of the parameters each path is used
	Depth  int // how many operations an experiment has before the observer at most
}

// Sequence is a sequence of operations as it is written, with parameters.
type Sequence struct {
	Text Located
	Term language.Term
}

// RandomOriginals are sequences that are drawn.
type RandomOriginals struct {
	Count  int
	Length int     // operations after create
	Range  int64   // integers are from 1 to Range
	Ratio  float64 // how many constructors there are for each transformer
	// Biased says that each sequence is steered to a branch of the axioms, and Differs that there are
	// also pairs that are not equivalent.
	Biased, Differs bool
	// Mutants says that those are used that tell a mutant of the axioms apart.
	Mutants bool
}

// DefaultLength is up to which length there are all sequences of a class of which nothing is said.
const DefaultLength = 3

// DefaultRandom returns how sequences are drawn for a class of which nothing is said: some as any program may make
// them, and such as are steered to the branches of the axioms.
func DefaultRandom() []RandomOriginals {
	return []RandomOriginals{
		{Count: 100, Length: 20, Range: 100, Ratio: 3},
		{Count: 300, Length: 20, Range: 130, Ratio: 3, Biased: true, Differs: true},
		{Count: 2000, Length: 20, Range: 130, Ratio: 3, Biased: true, Mutants: true},
	}
}

// Class returns the class of the given name, or nil.
func (s *System) Class(name string) *Class {
	for _, c := range s.Classes {
		if c.Name == name {
			return c
		}
	}
	return nil
}
