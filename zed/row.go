package zed

// Row describes an operator of the toolkit: how it is written, and all that several
// stages ask about it.
type Row struct {
	Form // how it is written; an operator with a notation of its own has no symbol
	// Operands are in the order in which they are written. Open says that there may be
	// any number of them, and that their types do not follow from the row.
	Operands []Operand
	Open     bool
	// Result is the type of the value; of a relation it is that of predicates. Formal
	// parameters in it are those of the operands.
	Result Type
	// Makes is a property that the value has besides its type.
	Makes Need
	// Members describes the members of the value, where these are sets of the operands'
	// members; nil for other operators.
	Members *Members
	// Endless says that the value may be infinite even where all operands are finite.
	// Either says that the value is finite where one operand is.
	Endless, Either bool
	// Joins says that the value is a part of the union of the operands, and need not be
	// a part of one of them.
	Joins bool
	// Opposite is the relation that is true exactly where this one is false; Mirror is
	// the relation with the same meaning and exchanged sides. They are "" where there
	// is none.
	Opposite, Mirror Operator
	// Reflexive says that the relation holds between every value and itself.
	Reflexive bool
	// Transitive says that the relation holds between x and z wherever it holds between
	// x and y and between y and z.
	Transitive bool
	// Means defines the operator in terms of others, in Z, where the operands are
	// called by OperandNames; "" where there is no definition. Stages that do not treat
	// the operator themselves use the definition (zed/meaning).
	Means string
}

// OperandNames are the names of operands in definitions, in the order in which they are
// written.
var OperandNames = [...]string{"x", "y"}

// Operand describes an operand of an operator.
type Operand struct {
	Type  Type
	Needs Need
	// Lazy says that the operator may have a value where the operand has none. For
	// example, a set that is only asked for membership needs no value where it is not
	// asked.
	Lazy bool
	// Aside says that the value is finite whatever this operand is, where the other
	// operands are finite.
	Aside bool
	// Within says that the value is a part of this operand.
	Within bool
}

// Need is a condition on an operand without which an operator has no value.
type Need uint8

// The needs, each of what it is said of.
const (
	IsAnything       Need = iota
	IsNotZero             // a number
	IsNatural             // a number, which must not be negative
	IsFilled              // a set, which must not be empty
	IsFinite              // a set
	IsFunction            // a relation
	IsSequence            // a relation
	IsFilledSequence      // a relation
	IsSequences           // a sequence of sequences
	IsBag                 // a relation
)

// Members describes the members of a set of sets, whose elements are in the operand or,
// for two operands, pairs of members of these.
type Members struct {
	Function   bool // no two pairs share their first component
	Total      bool // the first components are all members of the first operand
	Injective  bool // no two pairs share their second component
	Surjective bool // the second components are all members of the second operand
	Finite     bool
	Filled     bool // not empty
	Sequence   bool // the first components are 1, 2, 3 and so on
	Counted    bool // the second components are numbers from 1 on, as in a bag
}
