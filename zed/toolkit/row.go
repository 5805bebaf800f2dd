package toolkit

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// Row is what an operator is.
type Row struct {
	Op zed.Operator
	// Operands are in the order in which they are written. Open says that there may be
	// any number of operands, and that their types do not follow from the row.
	Operands []Operand
	Open     bool
	// Result is the type of the value; of a relation it is that of predicates. Formal
	// parameters in it are those of the operands.
	Result zed.Type
	// Makes is what the value is beyond its type.
	Makes Need
	// Members says what the members of the value have in common, where these are sets
	// of the operands' members; nil for all other operators.
	Members *Members
	// Endless says that the value may be infinite where all operands are finite, Either
	// that it is finite where one of them is.
	Endless, Either bool
	// Opposite is the relation that holds exactly where this one has a truth value and
	// does not hold, Mirror the one that means the same with its sides exchanged; ""
	// where there is none.
	Opposite, Mirror zed.Operator
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
	Type  zed.Type
	Needs Need
	// Lazy says that the operator may have a value where the operand has none: of a set
	// that is only asked whether something is in it, nothing is known where nothing is
	// asked.
	Lazy bool
	// Aside says that the value is finite whatever this operand is, where the others
	// are.
	Aside bool
}

// Need is what an operand must be for an operator to have a value.
type Need uint8

// The needs, each of what it is said of.
const (
	Anything       Need = iota
	NotZero             // a number
	Natural             // a number that is not negative
	Filled              // a set with an element
	Finite              // a set with an end
	Function            // a relation
	Sequence            // a relation
	FilledSequence      // a relation
	Sequences           // a sequence of sequences
	Bag                 // a relation
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

// Of returns the row of an operator; ok is false where there is none.
func Of(o zed.Operator) (r Row, ok bool) {
	r, ok = byOperator[o]
	return r, ok
}

var byOperator = indexed()

func indexed() map[zed.Operator]Row {
	out := make(map[zed.Operator]Row, len(rows))
	for _, r := range rows {
		out[r.Op] = r
	}
	return out
}

// IsRelation tells whether an operator makes a predicate.
func IsRelation(o zed.Operator) bool {
	_, ok := byOperator[o].Result.(zed.BoolType)
	return ok
}

// IsTotal tells whether an operator has a value, or a truth value, whatever values its
// operands have.
func IsTotal(o zed.Operator) bool {
	r, ok := byOperator[o]
	return ok && !slices.ContainsFunc(r.Operands, func(a Operand) bool { return a.Needs != Anything })
}

// FiniteWhere tells whether an operator's value is finite, where it has one, of operands
// of which it is known which sets among them are finite.
func FiniteWhere(o zed.Operator, operands int, finite func(i int) bool) bool {
	r, ok := byOperator[o]
	if !ok || r.Endless {
		return false
	}
	known := func(i int) bool { return !r.Open && r.Operands[i].Type == num || finite(i) }
	for i := range operands {
		if aside := !r.Open && r.Operands[i].Aside; !aside && known(i) == r.Either {
			return r.Either
		}
	}
	return !r.Either
}

// Makes returns what the value of an operator is beyond its type.
func Makes(o zed.Operator) Need { return byOperator[o].Makes }

// Opposite returns the relation that holds exactly where another one has a truth value
// and does not hold.
func Opposite(o zed.Operator) (to zed.Operator, ok bool) {
	to = byOperator[o].Opposite
	return to, to != ""
}

// Mirror returns the relation that means what another one means, with its sides
// exchanged.
func Mirror(o zed.Operator) (to zed.Operator, ok bool) {
	to = byOperator[o].Mirror
	return to, to != ""
}

// MembersOf returns what the members of the sets have in common that an operator
// makes: of power sets, sets of relations and functions, of sequences and of bags; ok
// is false for all other operators.
func MembersOf(o zed.Operator) (m Members, ok bool) {
	if p := byOperator[o].Members; p != nil {
		return *p, true
	}
	return Members{}, false
}

// IsSpace tells whether an operator makes a set of sets of its operands' members.
func IsSpace(o zed.Operator) bool { return byOperator[o].Members != nil }

// IsPower tells whether an operator makes a set of subsets of its operand: ℙ, ℙ₁, 𝔽
// and 𝔽₁.
func IsPower(o zed.Operator) bool {
	m, ok := MembersOf(o)
	return ok && len(byOperator[o].Operands) == 1 && !m.Function
}

// IsSequences tells whether an operator makes a set of sequences.
func IsSequences(o zed.Operator) bool {
	return membersAre(o, func(m Members) bool { return m.Sequence })
}

// IsArrow tells whether an operator stands between two sets and makes a set of
// relations: ↔ and the arrows of functions.
func IsArrow(o zed.Operator) bool { return IsSpace(o) && len(byOperator[o].Operands) == 2 }

// IsFunctionArrow tells whether an operator stands between two sets and makes a set of
// functions.
func IsFunctionArrow(o zed.Operator) bool { return IsArrow(o) && HasFunctions(o) }

// HasFunctions tells whether all members of the sets that an operator makes are
// functions: of arrows but ↔, of sets of sequences and of bags.
func HasFunctions(o zed.Operator) bool {
	return membersAre(o, func(m Members) bool { return m.Function })
}

// HasTotalFunctions tells whether an operator makes a set of functions that are total
// on its first operand.
func HasTotalFunctions(o zed.Operator) bool {
	return membersAre(o, func(m Members) bool { return m.Total })
}

// HasFiniteMembers tells whether all members of the sets that an operator makes are
// finite by what it means.
func HasFiniteMembers(o zed.Operator) bool {
	return membersAre(o, func(m Members) bool { return m.Finite })
}

// HasFilledMembers tells whether no set that an operator makes has the empty set in it
// by what it means.
func HasFilledMembers(o zed.Operator) bool {
	return membersAre(o, func(m Members) bool { return m.Filled })
}

func membersAre(o zed.Operator, is func(Members) bool) bool {
	m, ok := MembersOf(o)
	return ok && is(m)
}

// Partial returns the arrow of partial functions with the other properties of an arrow of
// total ones; "" for other operators, and for arrows on to a set.
func Partial(arrow zed.Operator) zed.Operator {
	want, ok := MembersOf(arrow)
	if !ok || !want.Total || want.Surjective {
		return ""
	}
	want.Total = false
	for _, r := range rows {
		if IsArrow(r.Op) && *r.Members == want {
			return r.Op
		}
	}
	return ""
}
