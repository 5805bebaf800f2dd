package tableau

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/meaning"
	"github.com/ttf-int/ttf-int/zed/toolkit"
)

// rule is what an operator means to the tableau. A nil field means that there is
// nothing to derive. What is independent of the tableau, such as whether a value is
// finite, is in package toolkit.
type rule struct {
	// write returns the normal form for an application of the operator; false where
	// that is the operator over its arguments.
	write func(t *reader, typ zed.Type, args []int) (n int, ok bool)
	// literals returns the literals whose conjunction is a relation between two terms,
	// or nil.
	literals func(a, b int, negated bool) []literal
	// assert makes a relation, or its negation, true where it is more than a
	// conjunction of literals.
	assert func(t *branch, e *zed.Op, args []int, negated bool, in *Env, d deps)
	// down derives what x ∈ n, or x ∉ n, means for the arguments of the term n.
	down func(t *branch, m member, n int, d deps)
	// up derives what a membership in the k-th argument of the term u means for u.
	up func(t *branch, m member, u, k int, d deps)
	// grow derives what a term means by itself. It is called again when more is known
	// of the term.
	grow func(t *branch, i int)
	// size derives what i = #n means for the arguments of n.
	size func(t *branch, i, n int, d deps)
	// region returns what a set is made of, given what its two arguments are made of.
	region func(x, y uint32) uint32
	// linear adds a term to a row, where the term is linear.
	linear func(t *arithmetic, r *row, args []int) bool
	// applies tells why a term has a value if its arguments do. Total is for terms that the
	// tableau makes itself where that is always so: of operators the toolkit says it.
	applies func(t *values, n int) (deps, bool)
	total   bool
	asks    asked // what must have a value where membership in a term is known
	// divided is one more than the argument of which each element is known, in the end, to
	// be in the term or not.
	divided int
	again   bool // whether grow is called again when an argument is found to equal a composed term
}

// asked is what must have a value where it is known whether something is in a set.
type asked uint8

const (
	asksItself   asked = iota // the set
	asksArgument              // what is asked in the same way of its argument
	asksNothing
)

// ruleOf returns the rule of an operator. Operators that occur in no specification
// stand for terms that the tableau makes itself.
func ruleOf(op string) rule {
	switch zed.Operator(op) {
	// Sets.
	case "{}":
		return rule{down: downExtension, grow: growExtension, size: sizeOfExtension, total: true, asks: asksNothing}
	case "comprehension":
		return rule{down: downComprehension, grow: growComprehension, asks: asksNothing}
	case zed.Union:
		return rule{down: downUnion, up: upUnion, grow: emptyArguments, asks: asksNothing,
			region: func(x, y uint32) uint32 { return x | y }}
	case zed.Intersect:
		return rule{down: downIntersect, up: upIntersect, region: func(x, y uint32) uint32 { return x & y },
			asks: asksNothing}
	case zed.Minus:
		return rule{divided: 1, down: downMinus, up: upMinus, grow: growMinus,
			region: func(x, y uint32) uint32 { return x &^ y }, asks: asksNothing}
	case zed.SymDiff:
		return rule{down: downSymDiff, region: func(x, y uint32) uint32 { return x ^ y }, asks: asksNothing}
	case zed.BigUnion:
		return rule{down: downBigUnion, up: upFamily, asks: asksArgument}
	case zed.BigInter:
		return rule{down: downBigInter, up: upFamily}
	case zed.PowerSet:
		return rule{write: writeUniverse, down: downPower, grow: growPower, asks: asksNothing}
	case zed.PowerSet1, zed.Finset, zed.Finset1:
		return rule{down: downPower, asks: asksNothing}
	case zed.Cross:
		return rule{write: writeUniverse, down: downCross, up: upCross, size: sizeOfCross, asks: asksNothing}
	case zed.EmptySet:
		return rule{write: func(t *reader, typ zed.Type, _ []int) (int, bool) { return t.terms.none(typ), true }}
	case zed.In:
		return rule{literals: func(a, b int, negated bool) []literal {
			return one(literal{kind: memberOf, a: a, b: b, negated: negated})
		}}
	case zed.NotIn:
		return rule{literals: func(a, b int, negated bool) []literal {
			return one(literal{kind: memberOf, a: a, b: b, negated: !negated})
		}}
	case zed.Subset:
		return rule{literals: literalsOfSubset, assert: assertSubset}
	case zed.Disjoint, zed.Partitions:
		return rule{assert: family}
	case zed.SubsetEq:
		return rule{literals: func(a, b int, negated bool) []literal {
			return one(literal{kind: within, a: a, b: b, negated: negated})
		}, up: upSubset, grow: growSubset}
	case zed.Card:
		return rule{up: upSize, grow: growSize, again: true}

	// Relations.
	case zed.Dom:
		return rule{down: downSide, up: upSide, grow: growSide, size: sizeOfSide, asks: asksArgument}
	case zed.Ran:
		return rule{down: downSide, up: upSide, grow: growSide, size: sizeOfSide, asks: asksArgument,
			again: true}
	case zed.Image:
		return rule{down: downImage, up: upImage, size: sizeOfImage, asks: asksNothing}
	case zed.Inverse:
		return rule{write: writeInverse, down: downInverse, up: upInverse, size: sizeOfInverse, asks: asksArgument}
	case zed.Identity:
		return rule{down: downIdentity, up: upIdentity, asks: asksArgument}
	case zed.DomRes:
		return rule{down: downRestriction, up: upRestriction, size: sizeOfDomRes, asks: asksNothing}
	case zed.DomSub:
		return rule{down: downRestriction, up: upRestriction, divided: 2, size: sizeOfDomSub, asks: asksNothing}
	case zed.RanRes:
		return rule{down: downRestriction, up: upRestriction, size: sizeOfPart, asks: asksNothing}
	case zed.RanSub:
		return rule{down: downRestriction, up: upRestriction, divided: 1, size: sizeOfPart, asks: asksNothing}
	case zed.Override:
		return rule{divided: 1, down: downOverride, up: upOverride, size: sizeOfOverride, asks: asksNothing}
	case zed.RelComp:
		return rule{down: downComposition, up: upComposition, asks: asksNothing}
	case zed.RelCirc:
		return rule{write: writeBackwards}
	case zed.TransClos:
		return rule{write: writeTransClos, down: downTransClos, up: upTransClos, grow: growClosure,
			asks: asksArgument, again: true}
	case zed.ReflClos:
		return rule{write: writeReflClos, down: downReflClos, up: upReflClos, grow: growClosure,
			asks: asksArgument, again: true}

	case zed.Relation:
		return rule{write: writeUniverse, down: downArrow, asks: asksNothing}

	// Functions.
	case "apply":
		return rule{up: upApply, grow: deriveApplied, applies: applyApplies, again: true}
	case "function":
		return rule{up: upFunctional, grow: growFunctional}
	case "injection":
		return rule{up: upFunctional, grow: growFunctional, again: true}

	// Sequences.
	case "⟨⟩":
		return rule{down: downExtension, grow: growWritten, total: true, asks: asksNothing}
	case "sequence":
		return rule{grow: growIsSequence}
	case zed.Seq, zed.Seq1, zed.Iseq:
		return rule{down: downSequences, asks: asksNothing}
	case zed.Cat:
		return rule{write: writeCat, down: downCat, up: upCat, grow: growCat, again: true}
	case zed.Rev:
		return rule{write: writeRev, grow: growRev, applies: revApplies, again: true}
	case zed.Head, zed.Tail:
		return rule{grow: growHead, applies: endApplies}
	case zed.Last, zed.Front:
		return rule{grow: growLast, applies: endApplies}
	case zed.Filter:
		return rule{grow: growPart, again: true}
	case zed.Extract:
		return rule{grow: growPart}
	case zed.Squash:
		return rule{grow: growPart}
	case zed.Prefix, zed.Suffix, zed.Infix:
		return rule{assert: assertPart, grow: growPlace, again: true}

	// Bags.
	case zed.Bag:
		return rule{down: downBags, asks: asksNothing}
	case counted:
		return rule{up: upCounted, grow: growCounted}
	case zed.BagExt:
		return rule{write: writeBag}
	case zed.BagCount:
		return rule{grow: growCount, applies: countApplies, again: true}
	case zed.BagUnion, zed.BagMinus:
		return rule{grow: growSum, applies: sumApplies, again: true}
	case zed.BagScale:
		return rule{grow: growSum, applies: scaleApplies, again: true}
	case zed.Items:
		return rule{grow: growItems, applies: itemsApplies, again: true}
	case total:
		return rule{up: upTotal, grow: growTotal, again: true}
	case zed.InBag:
		return rule{assert: assertInBag}
	case zed.SubBag:
		return rule{assert: assertSubBag, grow: growSubBag, again: true}

	// Integers.
	case zed.Less:
		return rule{literals: func(a, b int, negated bool) []literal { return one(compared(a, b, 1, negated)) }}
	case zed.LessEq:
		return rule{literals: func(a, b int, negated bool) []literal { return one(compared(a, b, 0, negated)) }}
	case zed.Greater:
		return rule{literals: func(a, b int, negated bool) []literal { return one(compared(b, a, 1, negated)) }}
	case zed.GreaterEq:
		return rule{literals: func(a, b int, negated bool) []literal { return one(compared(b, a, 0, negated)) }}
	case zed.Plus:
		return rule{linear: linearPlus}
	case zed.Subtract:
		return rule{linear: linearSubtract}
	case zed.Negate:
		return rule{linear: linearNegate}
	case zed.Times:
		return rule{grow: growTimes, linear: linearTimes}
	case zed.Div, zed.Mod:
		return rule{grow: growDivision, applies: divisionApplies}
	case zed.Range:
		return rule{down: downRange, grow: growRange, size: sizeOfRange, asks: asksNothing}
	case zed.Min, zed.Max:
		return rule{up: upBest, grow: growBest}

	// Terms of any type.
	case zed.Equal:
		return rule{literals: func(a, b int, negated bool) []literal {
			return one(literal{kind: equalTo, a: a, b: b, negated: negated})
		}}
	case zed.NotEqual:
		return rule{literals: func(a, b int, negated bool) []literal {
			return one(literal{kind: equalTo, a: a, b: b, negated: !negated})
		}}
	case zed.First:
		return rule{write: func(t *reader, typ zed.Type, args []int) (int, bool) {
			return writeSide(t, typ, args[0],
				0)
		}}
	case zed.Second:
		return rule{write: func(t *reader, typ zed.Type, args []int) (int, bool) {
			return writeSide(t, typ, args[0],
				1)
		}}
	case "()", "⦉⦊":
		return rule{total: true, asks: asksNothing}
	case "if":
		return rule{grow: growIf}
	}
	switch {
	case strings.HasPrefix(op, "."):
		return rule{grow: growSelector, total: true, asks: asksNothing}
	case strings.HasPrefix(op, constructor):
		return rule{grow: growConstructor, applies: constructorApplies}
	case strings.HasPrefix(op, asRelation):
		return rule{grow: growConstructor}
	case isWitness(op):
		return rule{total: true, asks: asksNothing}
	case toolkit.IsArrow(zed.Operator(op)):
		return rule{down: downArrow, asks: asksNothing}
	}
	return rule{}
}

// isTotal tells whether terms of an operator have a value wherever their arguments
// have.
func isTotal(op string) bool { return toolkit.IsTotal(zed.Operator(op)) || ruleOf(op).total }

// meaningOf returns the definition of an operator in terms of others, where the tableau
// has no rule for it.
func meaningOf(e *zed.Op) (meant zed.Expr, ok bool) {
	if ruleOf(string(e.Op)).isActive() {
		return nil, false
	}
	return meaning.Expand(e)
}

// isActive tells whether a rule does anything besides making a term.
func (r rule) isActive() bool {
	return r.write != nil || r.literals != nil || r.assert != nil || r.down != nil || r.up != nil || r.grow != nil ||
		r.size != nil || r.region != nil || r.linear != nil
}

// isWitness tells whether an operator stands for an element that was made, which has a
// value whatever it was made of.
func isWitness(op string) bool { return strings.HasPrefix(op, "w") }
