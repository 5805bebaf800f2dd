package zed

// Row is what an operator of the toolkit is: how it is written, and what several stages
// ask of it.
type Row struct {
	Form // how it is written; an operator with a notation of its own has no symbol
	// Operands are in the order in which they are written. Open says that there may be
	// any number of operands, and that their types do not follow from the row.
	Operands []Operand
	Open     bool
	// Result is the type of the value; of a relation it is that of predicates. Formal
	// parameters in it are those of the operands.
	Result Type
	// Makes is what the value is beyond its type.
	Makes Need
	// Members says what the members of the value have in common, where these are sets
	// of the operands' members; nil for all other operators.
	Members *Members
	// Endless says that the value may be infinite where all operands are finite, Either
	// that it is finite where one of them is.
	Endless, Either bool
	// Joins says that the value is a part of the union of the operands, and not always of
	// one of them.
	Joins bool
	// Opposite is the relation that holds exactly where this one has a truth value and
	// does not hold, Mirror the one that means the same with its sides exchanged; ""
	// where there is none.
	Opposite, Mirror Operator
	// Reflexive says that the relation holds between every value and itself.
	Reflexive bool
	// Means is what the operator is in terms of others, in Z, with the operands called as
	// OperandNames has it; "" where it is not defined so. Whoever has nothing of its own to
	// say of the operator takes it for that (zed/meaning).
	Means string
}

// OperandNames are what operands are called in a definition, in the order in which they
// are written.
var OperandNames = [...]string{"x", "y"}

// Operand is what an operator takes.
type Operand struct {
	Type  Type
	Needs Need
	// Lazy says that the operator may have a value where the operand has none: of a set
	// that is only asked whether something is in it, nothing is known where nothing is
	// asked.
	Lazy bool
	// Aside says that the value is finite whatever this operand is, where the others
	// are.
	Aside bool
	// Within says that the value, where there is one, is a part of this operand.
	Within bool
}

// Need is what an operand must be for an operator to have a value.
type Need uint8

// The needs, each of what it is said of.
const (
	IsAnything       Need = iota
	IsNotZero             // a number
	IsNatural             // a number that is not negative
	IsFilled              // a set with an element
	IsFinite              // a set with an end
	IsFunction            // a relation
	IsSequence            // a relation
	IsFilledSequence      // a relation
	IsSequences           // a sequence of sequences
	IsBag                 // a relation
)

// Members is what a set of sets demands of its members, beyond that their elements
// are in the operand, and for two operands pairs of them.
type Members struct {
	Function   bool // no two pairs share their first component
	Total      bool // the first components are all of the first operand
	Injective  bool // no two pairs share their second component
	Surjective bool // the second components are all of the second operand
	Finite     bool
	Filled     bool // not empty
	Sequence   bool // the first components are 1, 2, 3 and so on
	Counted    bool // the second components are numbers from 1 on: a bag
}
