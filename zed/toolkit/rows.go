package toolkit

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
)

// The types with which rows are written, over three formal parameters.
var (
	alpha, beta, gamma = formal("a"), formal("b"), formal("c")
	truth              = zed.BoolType{}
	num                = zed.IntType{}
	set                = power(alpha)
	rel                = relation(alpha, beta)
	loop               = relation(alpha, alpha)
	list               = sequence(alpha)
	bag                = relation(alpha, num)
	family             = relation(beta, set)
)

func formal(name string) zed.Type { return zed.NamedType{Name: name, Formal: true} }

func power(elem zed.Type) zed.Type { return zed.PowerType{Elem: elem} }

func pair(x, y zed.Type) zed.Type { return zed.ProductType{Elems: []zed.Type{x, y}} }

func relation(from, to zed.Type) zed.Type { return power(pair(from, to)) }

func sequence(elem zed.Type) zed.Type { return zed.SeqOf(elem) }

func takes(operands ...Operand) []Operand { return operands }

// of is an operand that may be any value of a type.
func of(t zed.Type) Operand { return Operand{Type: t} }

// lazily is an operand without which there may be a value.
func lazily(t zed.Type) Operand { return Operand{Type: t, Lazy: true} }

// aside is an operand that may be infinite where the value is finite.
func aside(t zed.Type) Operand { return Operand{Type: t, Aside: true} }

// asked is both: it is only asked whether something is in the operand.
func asked(t zed.Type) Operand { return Operand{Type: t, Lazy: true, Aside: true} }

// The operands of which more is demanded.
var (
	ofSequence  = Operand{Type: list, Needs: Sequence}
	ofFilled    = Operand{Type: list, Needs: FilledSequence}
	ofBag       = Operand{Type: bag, Needs: Bag}
	ofNumbers   = Operand{Type: power(num), Needs: Filled}
	ofDivisor   = Operand{Type: num, Needs: NotZero}
	ofFactor    = Operand{Type: num, Needs: Natural}
	ofCounted   = Operand{Type: set, Needs: Finite}
	ofGaps      = Operand{Type: relation(num, alpha), Needs: Function}
	ofSequences = Operand{Type: sequence(list), Needs: Sequences}
)

// Rows returns the rows of all operators, in the order in which package zed declares
// them. They are not to be changed.
func Rows() []Row { return slices.Clone(rows) }

var rows = []Row{
	// Relations.
	{Op: zed.In, Operands: takes(of(alpha), of(set)), Result: truth, Opposite: zed.NotIn},
	{Op: zed.NotIn, Operands: takes(of(alpha), of(set)), Result: truth, Opposite: zed.In},
	{Op: zed.Equal, Operands: takes(of(alpha), of(alpha)), Result: truth, Opposite: zed.NotEqual, Mirror: zed.Equal},
	{Op: zed.NotEqual, Operands: takes(of(alpha), of(alpha)), Result: truth, Opposite: zed.Equal, Mirror: zed.NotEqual},
	{Op: zed.Subset, Operands: takes(of(set), of(set)), Result: truth},
	{Op: zed.SubsetEq, Operands: takes(of(set), lazily(set)), Result: truth},
	{Op: zed.Less, Operands: takes(of(num), of(num)), Result: truth, Opposite: zed.GreaterEq, Mirror: zed.Greater},
	{Op: zed.LessEq, Operands: takes(of(num), of(num)), Result: truth, Opposite: zed.Greater, Mirror: zed.GreaterEq},
	{Op: zed.Greater, Operands: takes(of(num), of(num)), Result: truth, Opposite: zed.LessEq, Mirror: zed.Less},
	{Op: zed.GreaterEq, Operands: takes(of(num), of(num)), Result: truth, Opposite: zed.Less, Mirror: zed.LessEq},
	{Op: zed.Prefix, Operands: takes(of(list), of(list)), Result: truth},
	{Op: zed.Suffix, Operands: takes(of(list), of(list)), Result: truth},
	{Op: zed.Infix, Operands: takes(of(list), of(list)), Result: truth},
	{Op: zed.Partitions, Operands: takes(of(family), of(set)), Result: truth},
	{Op: zed.Disjoint, Operands: takes(of(family)), Result: truth},

	// Sets.
	{Op: zed.EmptySet, Result: set},
	{Op: zed.Union, Operands: takes(of(set), of(set)), Result: set},
	{Op: zed.Intersect, Operands: takes(lazily(set), lazily(set)), Result: set, Either: true},
	{Op: zed.Minus, Operands: takes(of(set), asked(set)), Result: set},
	{Op: zed.SymDiff, Operands: takes(of(set), of(set)), Result: set},
	{Op: zed.BigUnion, Operands: takes(of(power(set))), Result: set},
	{Op: zed.BigInter, Operands: takes(of(power(set))), Result: set, Endless: true}, // ⋂ ∅ is all of the type
	{Op: zed.PowerSet, Operands: takes(of(set)), Result: power(set), Members: &Members{}},
	{Op: zed.PowerSet1, Operands: takes(of(set)), Result: power(set), Members: &Members{Filled: true}},
	{Op: zed.Finset, Operands: takes(of(set)), Result: power(set), Members: &Members{Finite: true}},
	{Op: zed.Finset1, Operands: takes(of(set)), Result: power(set), Members: &Members{Finite: true, Filled: true}},
	{Op: zed.Cross, Open: true},
	{Op: zed.Card, Operands: takes(ofCounted), Result: num, Makes: Natural},

	// Relations as values.
	{Op: zed.Relation, Operands: takes(of(set), of(power(beta))), Result: power(rel), Members: &Members{}},
	{Op: zed.Dom, Operands: takes(of(rel)), Result: set},
	{Op: zed.Ran, Operands: takes(of(rel)), Result: power(beta)},
	{Op: zed.Identity, Operands: takes(of(set)), Result: loop},
	{Op: zed.DomRes, Operands: takes(asked(set), lazily(rel)), Result: rel},
	{Op: zed.RanRes, Operands: takes(of(rel), asked(power(beta))), Result: rel},
	{Op: zed.DomSub, Operands: takes(asked(set), of(rel)), Result: rel},
	{Op: zed.RanSub, Operands: takes(of(rel), asked(power(beta))), Result: rel},
	{Op: zed.Image, Operands: takes(lazily(rel), aside(set)), Result: power(beta)},
	{Op: zed.Inverse, Operands: takes(of(rel)), Result: relation(beta, alpha)},
	{Op: zed.RelComp, Operands: takes(of(rel), lazily(relation(beta, gamma))), Result: relation(alpha, gamma)},
	{Op: zed.RelCirc, Operands: takes(lazily(relation(beta, gamma)), of(rel)), Result: relation(alpha, gamma)},
	{Op: zed.Override, Operands: takes(of(rel), of(rel)), Result: rel},
	{Op: zed.TransClos, Operands: takes(of(loop)), Result: loop},
	{Op: zed.ReflClos, Operands: takes(of(loop)), Result: loop, Endless: true},
	{Op: zed.Iter, Operands: takes(of(num), of(loop)), Result: loop, Endless: true}, // iter 0 R is all of id

	// Function arrows.
	{Op: zed.PartialFun, Operands: takes(of(set), of(power(beta))), Result: power(rel), Members: &Members{Function: true}},
	{Op: zed.TotalFun, Operands: takes(of(set), of(power(beta))), Result: power(rel), Members: &Members{Function: true, Total: true}},
	{Op: zed.PartialInj, Operands: takes(of(set), of(power(beta))), Result: power(rel), Members: &Members{Function: true, Injective: true}},
	{Op: zed.TotalInj, Operands: takes(of(set), of(power(beta))), Result: power(rel),
		Members: &Members{Function: true, Total: true, Injective: true}},
	{Op: zed.PartialSurj, Operands: takes(of(set), of(power(beta))), Result: power(rel), Members: &Members{Function: true, Surjective: true}},
	{Op: zed.TotalSurj, Operands: takes(of(set), of(power(beta))), Result: power(rel),
		Members: &Members{Function: true, Total: true, Surjective: true}},
	{Op: zed.Bijection, Operands: takes(of(set), of(power(beta))), Result: power(rel),
		Members: &Members{Function: true, Total: true, Injective: true, Surjective: true}},
	{Op: zed.FinitePfun, Operands: takes(of(set), of(power(beta))), Result: power(rel), Members: &Members{Function: true, Finite: true}},
	{Op: zed.FinitePinj, Operands: takes(of(set), of(power(beta))), Result: power(rel),
		Members: &Members{Function: true, Injective: true, Finite: true}},

	// Numbers.
	{Op: zed.Plus, Operands: takes(of(num), of(num)), Result: num},
	{Op: zed.Subtract, Operands: takes(of(num), of(num)), Result: num},
	{Op: zed.Times, Operands: takes(of(num), of(num)), Result: num},
	{Op: zed.Div, Operands: takes(of(num), ofDivisor), Result: num},
	{Op: zed.Mod, Operands: takes(of(num), ofDivisor), Result: num},
	{Op: zed.Negate, Operands: takes(of(num)), Result: num},
	{Op: zed.Range, Operands: takes(of(num), of(num)), Result: power(num)},
	{Op: zed.Min, Operands: takes(ofNumbers), Result: num},
	{Op: zed.Max, Operands: takes(ofNumbers), Result: num},
	{Op: zed.Succ, Operands: takes(of(num)), Result: num, Means: "x + 1"},

	// Sequences.
	{Op: zed.Seq, Operands: takes(of(set)), Result: power(list), Endless: true,
		Members: &Members{Function: true, Finite: true, Sequence: true}},
	{Op: zed.Seq1, Operands: takes(of(set)), Result: power(list), Endless: true,
		Members: &Members{Function: true, Finite: true, Filled: true, Sequence: true}},
	{Op: zed.Iseq, Operands: takes(of(set)), Result: power(list),
		Members: &Members{Function: true, Injective: true, Finite: true, Sequence: true}},
	{Op: zed.Cat, Operands: takes(ofSequence, ofSequence), Result: list, Makes: Sequence},
	{Op: zed.Rev, Operands: takes(ofSequence), Result: list, Makes: Sequence},
	{Op: zed.Head, Operands: takes(ofFilled), Result: alpha},
	{Op: zed.Last, Operands: takes(ofFilled), Result: alpha},
	{Op: zed.Tail, Operands: takes(ofFilled), Result: list, Makes: Sequence},
	{Op: zed.Front, Operands: takes(ofFilled), Result: list, Makes: Sequence},
	{Op: zed.Squash, Operands: takes(ofGaps), Result: list, Makes: Sequence},
	{Op: zed.Filter, Operands: takes(ofSequence, asked(set)), Result: list, Makes: Sequence},
	{Op: zed.Extract, Operands: takes(asked(power(num)), ofSequence), Result: list, Makes: Sequence},
	{Op: zed.DistCat, Operands: takes(ofSequences), Result: list, Makes: Sequence},
	{Op: zed.First, Operands: takes(of(pair(alpha, beta))), Result: alpha},
	{Op: zed.Second, Operands: takes(of(pair(alpha, beta))), Result: beta},

	// Bags.
	{Op: zed.Bag, Operands: takes(of(set)), Result: power(bag), Endless: true, Members: &Members{Function: true, Counted: true}},
	{Op: zed.BagExt, Open: true, Makes: Bag},
	{Op: zed.BagCount, Operands: takes(ofBag, of(alpha)), Result: num, Makes: Natural},
	{Op: zed.Count, Operands: takes(ofBag, of(alpha)), Result: num, Makes: Natural, Means: "x ♯ y"},
	{Op: zed.BagScale, Operands: takes(ofFactor, ofBag), Result: bag, Makes: Bag},
	{Op: zed.InBag, Operands: takes(of(alpha), of(bag)), Result: truth},
	{Op: zed.SubBag, Operands: takes(of(bag), of(bag)), Result: truth},
	{Op: zed.BagUnion, Operands: takes(ofBag, ofBag), Result: bag, Makes: Bag},
	{Op: zed.BagMinus, Operands: takes(ofBag, ofBag), Result: bag, Makes: Bag},
	{Op: zed.Items, Operands: takes(ofSequence), Result: bag, Makes: Bag},
}
