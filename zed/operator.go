package zed

// Operator is an operator of the toolkit. Its value is its Unicode spelling,
// so that trees read well in tests and dumps.
type Operator string

// The operators. Arguments are in the order in which they are written.
const (
	// Relations.
	In         Operator = "∈"
	NotIn      Operator = "∉"
	Equal      Operator = "="
	NotEqual   Operator = "≠"
	Subset     Operator = "⊂"
	SubsetEq   Operator = "⊆"
	Less       Operator = "<"
	LessEq     Operator = "≤"
	Greater    Operator = ">"
	GreaterEq  Operator = "≥"
	Prefix     Operator = "prefix"
	Suffix     Operator = "suffix"
	Infix      Operator = "infix"
	Partitions Operator = "partition" // S partition T
	Disjoint   Operator = "disjoint"  // one argument

	// Sets.
	EmptySet  Operator = "∅" // no argument
	Union     Operator = "∪"
	Intersect Operator = "∩"
	Minus     Operator = "∖"
	SymDiff   Operator = "⊖"
	BigUnion  Operator = "⋃"
	BigInter  Operator = "⋂"
	PowerSet  Operator = "ℙ"
	PowerSet1 Operator = "ℙ₁"
	Finset    Operator = "𝔽"
	Finset1   Operator = "𝔽₁"
	Cross     Operator = "×" // two arguments or more
	Card      Operator = "#"

	// Relations as values.
	Relation  Operator = "↔"
	Dom       Operator = "dom"
	Ran       Operator = "ran"
	Identity  Operator = "id"
	DomRes    Operator = "◁"
	RanRes    Operator = "▷"
	DomSub    Operator = "⩤"
	RanSub    Operator = "⩥"
	Image     Operator = "⦇⦈"
	Inverse   Operator = "∼"
	RelComp   Operator = "⨾" // composition of relations; for schemas see Combine
	RelCirc   Operator = "∘"
	Override  Operator = "⊕"
	TransClos Operator = "⁺" // transitive closure
	ReflClos  Operator = "*" // reflexive transitive closure; * on numbers is Times
	Iter      Operator = "iter"

	// Function arrows.
	PartialFun  Operator = "⇸"
	TotalFun    Operator = "→"
	PartialInj  Operator = "⤔"
	TotalInj    Operator = "↣"
	PartialSurj Operator = "⤀"
	TotalSurj   Operator = "↠"
	Bijection   Operator = "⤖"
	FinitePfun  Operator = "⇻"
	FinitePinj  Operator = "⤕"

	// Numbers.
	Plus     Operator = "+"
	Subtract Operator = "-"
	Times    Operator = "×num"
	Div      Operator = "div"
	Mod      Operator = "mod"
	Negate   Operator = "neg"
	Range    Operator = ".."
	Min      Operator = "min"
	Max      Operator = "max"
	Succ     Operator = "succ"

	// Sequences.
	Seq     Operator = "seq"
	Seq1    Operator = "seq₁"
	Iseq    Operator = "iseq"
	Cat     Operator = "⌢"
	Rev     Operator = "rev"
	Head    Operator = "head"
	Last    Operator = "last"
	Tail    Operator = "tail"
	Front   Operator = "front"
	Squash  Operator = "squash"
	Filter  Operator = "↾" // s ↾ V: the elements of s that are in V
	Extract Operator = "↿" // U ↿ s: the elements of s at the indices U
	DistCat Operator = "⌢/"
	First   Operator = "first"
	Second  Operator = "second"

	// Bags, which are functions from elements to how often they occur.
	Bag      Operator = "bag"
	BagExt   Operator = "⟦⟧" // ⟦a, b, a⟧, any number of arguments
	BagCount Operator = "♯"  // b ♯ x: how often x occurs in b
	Count    Operator = "count"
	BagScale Operator = "⊗" // n ⊗ b
	InBag    Operator = "⋿" // x ⋿ b
	SubBag   Operator = "⊑"
	BagUnion Operator = "⊎"
	BagMinus Operator = "⩁"
	Items    Operator = "items"
)
