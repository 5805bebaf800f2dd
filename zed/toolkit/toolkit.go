package toolkit

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// RowOf returns the row of an operator; ok is false where there is none.
func RowOf(o zed.Operator) (r zed.Row, ok bool) {
	r, ok = byOperator[o]
	return r, ok
}

var byOperator = indexRows()

func indexRows() map[zed.Operator]zed.Row {
	out := make(map[zed.Operator]zed.Row, len(zed.Rows()))
	for _, r := range zed.Rows() {
		out[r.Op] = r
	}
	return out
}

// IsRelation tells whether an operator makes a predicate.
func IsRelation(o zed.Operator) bool {
	_, ok := byOperator[o].Result.(zed.BoolType)
	return ok
}

// IsReflexive tells whether an operator is a relation that holds between every value and
// itself.
func IsReflexive(o zed.Operator) bool { return byOperator[o].Reflexive }

// IsTransitive tells whether an operator is a relation that holds between x and z wherever
// it holds between x and y and between y and z.
func IsTransitive(o zed.Operator) bool { return byOperator[o].Transitive }

// IsTotal tells whether an operator has a value, or a truth value, whatever values its
// operands have.
func IsTotal(o zed.Operator) bool {
	r, ok := byOperator[o]
	return ok && !slices.ContainsFunc(r.Operands, func(a zed.Operand) bool { return a.Needs != zed.IsAnything })
}

// FiniteWhere tells whether an operator's value is finite, given which of its operands
// are finite sets.
func FiniteWhere(o zed.Operator, operands int, finite func(i int) bool) bool {
	r, ok := byOperator[o]
	if !ok || r.Endless {
		return false
	}
	known := func(i int) bool { return !r.Open && r.Operands[i].Type == (zed.IntType{}) || finite(i) }
	for i := range operands {
		if aside := !r.Open && r.Operands[i].Aside; !aside && known(i) == r.Either {
			return r.Either
		}
	}
	return !r.Either
}

// Makes returns the property that an operator's value has besides its type.
func Makes(o zed.Operator) zed.Need { return byOperator[o].Makes }

// Wholes returns the operands of which an operator's value is a part: for S ∖ T it is
// S.
func Wholes(e *zed.Op) []zed.Expr {
	var out []zed.Expr
	for i, o := range byOperator[e.Op].Operands {
		if o.Within {
			out = append(out, e.Args[i])
		}
	}
	return out
}

// Joins tells whether an operator's value is a part of the union of its operands, but
// need not be a part of one of them.
func Joins(o zed.Operator) bool { return byOperator[o].Joins }

// Opposite returns the relation that is true exactly where the given one is false.
func Opposite(o zed.Operator) (to zed.Operator, ok bool) {
	to = byOperator[o].Opposite
	return to, to != ""
}

// Mirror returns the relation that has the same meaning with exchanged sides.
func Mirror(o zed.Operator) (to zed.Operator, ok bool) {
	to = byOperator[o].Mirror
	return to, to != ""
}

// MembersOf returns what is common to the members of the sets that an operator makes:
// power sets, sets of relations and functions, of sequences and of bags. ok is false
// for all other operators.
func MembersOf(o zed.Operator) (m zed.Members, ok bool) {
	if p := byOperator[o].Members; p != nil {
		return *p, true
	}
	return zed.Members{}, false
}

// IsSpace tells whether an operator makes a set of sets over its operands' members.
func IsSpace(o zed.Operator) bool { return byOperator[o].Members != nil }

// IsPower tells whether an operator makes a set of subsets of its operand: ℙ, ℙ₁, 𝔽
// and 𝔽₁.
func IsPower(o zed.Operator) bool {
	m, ok := MembersOf(o)
	return ok && len(byOperator[o].Operands) == 1 && !m.Function
}

// HasAllSubsets tells whether the set that an operator makes has all finite subsets of
// its operand, as that of ℙ and 𝔽 does.
func HasAllSubsets(o zed.Operator) bool { return IsPower(o) && !HasFilledMembers(o) }

// IsSequences tells whether an operator makes a set of sequences.
func IsSequences(o zed.Operator) bool {
	return membersAre(o, func(m zed.Members) bool { return m.Sequence })
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
	return membersAre(o, func(m zed.Members) bool { return m.Function })
}

// HasTotalFunctions tells whether an operator makes a set of functions that are total
// on its first operand.
func HasTotalFunctions(o zed.Operator) bool {
	return membersAre(o, func(m zed.Members) bool { return m.Total })
}

// HasInjections tells whether all members of the sets that an operator makes are
// injections: of some arrows, and of sets of sequences without repetition.
func HasInjections(o zed.Operator) bool {
	return membersAre(o, func(m zed.Members) bool { return m.Injective })
}

// HasFiniteMembers tells whether all members of the sets that an operator makes are
// finite, by its meaning.
func HasFiniteMembers(o zed.Operator) bool {
	return membersAre(o, func(m zed.Members) bool { return m.Finite })
}

// HasFilledMembers tells whether no set that an operator makes has the empty set as a
// member, by its meaning.
func HasFilledMembers(o zed.Operator) bool {
	return membersAre(o, func(m zed.Members) bool { return m.Filled })
}

func membersAre(o zed.Operator, is func(zed.Members) bool) bool {
	m, ok := MembersOf(o)
	return ok && is(m)
}

// Partial returns the arrow of partial functions that otherwise has the properties of
// an arrow of total functions; "" for other operators, and for arrows of surjections.
func Partial(arrow zed.Operator) zed.Operator {
	want, ok := MembersOf(arrow)
	if !ok || !want.Total || want.Surjective {
		return ""
	}
	want.Total = false
	for _, r := range zed.Rows() {
		if IsArrow(r.Op) && *r.Members == want {
			return r.Op
		}
	}
	return ""
}
