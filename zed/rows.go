package zed

import "slices"

// The types with which rows are written, over three formal parameters.
var (
	alpha, beta, gamma = formal("a"), formal("b"), formal("c")
	truth              = BoolType{}
	num                = IntType{}
	set                = power(alpha)
	rel                = relation(alpha, beta)
	loop               = relation(alpha, alpha)
	list               = sequence(alpha)
	bag                = relation(alpha, num)
	family             = relation(beta, set)
)

func formal(name string) Type { return NamedType{Name: name, Formal: true} }

func power(elem Type) Type { return PowerType{Elem: elem} }

func pair(x, y Type) Type { return ProductType{Elems: []Type{x, y}} }

func relation(from, to Type) Type { return power(pair(from, to)) }

func sequence(elem Type) Type { return SeqOf(elem) }

func takes(operands ...Operand) []Operand { return operands }

// anyOf returns an operand that may be any value of a type.
func anyOf(t Type) Operand { return Operand{Type: t} }

// lazily returns an operand that need not have a value (Lazy).
func lazily(t Type) Operand { return Operand{Type: t, Lazy: true} }

// aside returns an operand that may be infinite where the value is finite (Aside).
func aside(t Type) Operand { return Operand{Type: t, Aside: true} }

// onlyAsked returns an operand that is only asked for membership (Lazy and Aside).
func onlyAsked(t Type) Operand { return Operand{Type: t, Lazy: true, Aside: true} }

// partOf returns an operand of which the value is a part (Within).
func partOf(o Operand) Operand {
	o.Within = true
	return o
}

// The operands of which more is demanded.
var (
	ofSequence  = Operand{Type: list, Needs: IsSequence}
	ofFilled    = Operand{Type: list, Needs: IsFilledSequence}
	ofBag       = Operand{Type: bag, Needs: IsBag}
	ofNumbers   = Operand{Type: power(num), Needs: IsFilled}
	ofDivisor   = Operand{Type: num, Needs: IsNotZero}
	ofFactor    = Operand{Type: num, Needs: IsNatural}
	ofCounted   = Operand{Type: set, Needs: IsFinite}
	ofGaps      = Operand{Type: relation(num, alpha), Needs: IsFunction}
	ofSequences = Operand{Type: sequence(list), Needs: IsSequences}
)

// Rows returns the rows of all operators, in the order in which they are declared. They
// are not to be changed.
func Rows() []Row { return slices.Clone(rows) }

var rows = []Row{
	// Relations.
	{Form: Form{"∈", "in", "\\in", FixRelation, LevelRelation, In},
		Operands: takes(anyOf(alpha), anyOf(set)), Result: truth, Opposite: NotIn},
	{Form: Form{"∉", "notin", "\\notin", FixRelation, LevelRelation, NotIn},
		Operands: takes(anyOf(alpha), anyOf(set)), Result: truth, Opposite: In},
	{Form: Form{"=", "=", "=", FixRelation, LevelRelation, Equal},
		Operands: takes(anyOf(alpha), anyOf(alpha)), Result: truth, Opposite: NotEqual, Mirror: Equal,
		Reflexive: true, Transitive: true},
	{Form: Form{"≠", "/=", "\\neq", FixRelation, LevelRelation, NotEqual},
		Operands: takes(anyOf(alpha), anyOf(alpha)), Result: truth, Opposite: Equal, Mirror: NotEqual},
	{Form: Form{"⊂", "subset", "\\subset", FixRelation, LevelRelation, Subset},
		Operands: takes(anyOf(set), anyOf(set)), Result: truth, Transitive: true},
	{Form: Form{"⊆", "subseteq", "\\subseteq", FixRelation, LevelRelation, SubsetEq},
		Operands: takes(anyOf(set), lazily(set)), Result: truth, Reflexive: true, Transitive: true},
	{Form: Form{"<", "<", "<", FixRelation, LevelRelation, Less},
		Operands: takes(anyOf(num), anyOf(num)), Result: truth, Opposite: GreaterEq, Mirror: Greater, Transitive: true},
	{Form: Form{"≤", "<=", "\\leq", FixRelation, LevelRelation, LessEq},
		Operands: takes(anyOf(num), anyOf(num)), Result: truth, Opposite: Greater, Mirror: GreaterEq,
		Reflexive: true, Transitive: true},
	{Form: Form{">", ">", ">", FixRelation, LevelRelation, Greater},
		Operands: takes(anyOf(num), anyOf(num)), Result: truth, Opposite: LessEq, Mirror: Less, Transitive: true},
	{Form: Form{"≥", ">=", "\\geq", FixRelation, LevelRelation, GreaterEq},
		Operands: takes(anyOf(num), anyOf(num)), Result: truth, Opposite: Less, Mirror: LessEq,
		Reflexive: true, Transitive: true},
	{Form: Form{"prefix", "prefix", "\\prefix", FixRelation, LevelRelation, Prefix},
		Operands: takes(anyOf(list), anyOf(list)), Result: truth, Transitive: true},
	{Form: Form{"suffix", "suffix", "\\suffix", FixRelation, LevelRelation, Suffix},
		Operands: takes(anyOf(list), anyOf(list)), Result: truth, Transitive: true},
	{Form: Form{"infix", "infix", "\\infix", FixRelation, LevelRelation, Infix},
		Operands: takes(anyOf(list), anyOf(list)), Result: truth, Transitive: true},
	{Form: Form{"partition", "partition", "\\partition", FixRelation, LevelRelation, Partitions},
		Operands: takes(anyOf(family), anyOf(set)), Result: truth},
	{Form: Form{"disjoint", "disjoint", "\\disjoint", FixPrefix, LevelIf, Disjoint},
		Operands: takes(anyOf(family)), Result: truth},

	// Sets.
	{Form: Form{Op: EmptySet}, Result: set, Joins: true},
	{Form: Form{"∪", "union", "\\cup", FixLeft, LevelSum, Union},
		Operands: takes(anyOf(set), anyOf(set)), Result: set, Joins: true},
	{Form: Form{"∩", "inter", "\\cap", FixLeft, LevelProduct, Intersect},
		Operands: takes(partOf(lazily(set)), partOf(lazily(set))), Result: set, Either: true},
	{Form: Form{"∖", "setminus", "\\setminus", FixLeft, LevelSum, Minus},
		Operands: takes(partOf(anyOf(set)), onlyAsked(set)), Result: set},
	{Form: Form{"⊖", "symdiff", "\\symdiff", FixLeft, LevelSum, SymDiff},
		Operands: takes(anyOf(set), anyOf(set)), Result: set, Joins: true},
	{Form: Form{"⋃", "bigcup", "\\bigcup", FixSymbol, LevelApply, BigUnion},
		Operands: takes(anyOf(power(set))), Result: set},
	{Form: Form{"⋂", "bigcap", "\\bigcap", FixSymbol, LevelApply, BigInter},
		Operands: takes(anyOf(power(set))), Result: set, Endless: true}, // ⋂ ∅ is all of the type
	{Form: Form{"ℙ", "power", "\\power", FixPrefix, LevelPrefix, PowerSet},
		Operands: takes(anyOf(set)), Result: power(set), Members: &Members{}},
	{Form: Form{"ℙ₁", "power1", "\\power_1", FixPrefix, LevelPrefix, PowerSet1},
		Operands: takes(anyOf(set)), Result: power(set), Members: &Members{Filled: true}},
	{Form: Form{"𝔽", "finset", "\\finset", FixPrefix, LevelPrefix, Finset},
		Operands: takes(anyOf(set)), Result: power(set), Members: &Members{Finite: true}},
	{Form: Form{"𝔽₁", "finset1", "\\finset_1", FixPrefix, LevelPrefix, Finset1},
		Operands: takes(anyOf(set)), Result: power(set), Members: &Members{Finite: true, Filled: true}},
	{Form: Form{"×", "cross", "\\cross", FixMany, LevelCross, Cross},
		Open: true},
	{Form: Form{"#", "#", "\\#", FixPrefix, LevelPrefix, Card},
		Operands: takes(ofCounted), Result: num, Makes: IsNatural},

	// Relations as values.
	{Form: Form{"↔", "rel", "\\rel", FixRight, LevelArrow, Relation},
		Operands: takes(anyOf(set), anyOf(power(beta))), Result: power(rel), Members: &Members{}},
	{Form: Form{"dom", "dom", "\\dom", FixFunction, LevelApply, Dom},
		Operands: takes(anyOf(rel)), Result: set},
	{Form: Form{"ran", "ran", "\\ran", FixFunction, LevelApply, Ran},
		Operands: takes(anyOf(rel)), Result: power(beta)},
	{Form: Form{"id", "id", "\\id", FixPrefix, LevelPrefix, Identity},
		Operands: takes(anyOf(set)), Result: loop},
	{Form: Form{"◁", "dres", "\\dres", FixRight, LevelLeftRestrict, DomRes},
		Operands: takes(onlyAsked(set), partOf(lazily(rel))), Result: rel},
	{Form: Form{"▷", "rres", "\\rres", FixLeft, LevelRightRestrict, RanRes},
		Operands: takes(partOf(anyOf(rel)), onlyAsked(power(beta))), Result: rel},
	{Form: Form{"⩤", "ndres", "\\ndres", FixRight, LevelLeftRestrict, DomSub},
		Operands: takes(onlyAsked(set), partOf(anyOf(rel))), Result: rel},
	{Form: Form{"⩥", "nrres", "\\nrres", FixLeft, LevelRightRestrict, RanSub},
		Operands: takes(partOf(anyOf(rel)), onlyAsked(power(beta))), Result: rel},
	{Form: Form{Op: Image}, Operands: takes(lazily(rel), aside(set)), Result: power(beta)},
	{Form: Form{"∼", "~", "\\inv", FixPostfix, LevelAtom, Inverse},
		Operands: takes(anyOf(rel)), Result: relation(beta, alpha)},
	{Form: Form{"⨾", "comp", "\\comp", FixLeft, LevelProduct, RelComp},
		Operands: takes(anyOf(rel), lazily(relation(beta, gamma))), Result: relation(alpha, gamma)},
	{Form: Form{"∘", "circ", "\\circ", FixLeft, LevelProduct, RelCirc},
		Operands: takes(lazily(relation(beta, gamma)), anyOf(rel)), Result: relation(alpha, gamma)},
	{Form: Form{"⊕", "oplus", "\\oplus", FixLeft, LevelOverride, Override},
		Operands: takes(anyOf(rel), anyOf(rel)), Result: rel, Joins: true},
	{Form: Form{"⁺", "^+", "\\plus", FixPostfix, LevelAtom, TransClos},
		Operands: takes(anyOf(loop)), Result: loop},
	{Form: Form{"⁎", "^*", "\\star", FixPostfix, LevelAtom, ReflClos},
		Operands: takes(anyOf(loop)), Result: loop, Endless: true},
	{Form: Form{"iter", "iter", "iter", FixFunction, LevelApply, Iter},
		Operands: takes(anyOf(num), anyOf(loop)), Result: loop, Endless: true}, // iter 0 R is all of id

	// Function arrows.
	{Form: Form{"⇸", "pfun", "\\pfun", FixRight, LevelArrow, PartialFun},
		Operands: takes(anyOf(set), anyOf(power(beta))), Result: power(rel), Members: &Members{Function: true}},
	{Form: Form{"→", "fun", "\\fun", FixRight, LevelArrow, TotalFun},
		Operands: takes(anyOf(set), anyOf(power(beta))), Result: power(rel), Members: &Members{Function: true,
			Total: true}},
	{Form: Form{"⤔", "pinj", "\\pinj", FixRight, LevelArrow, PartialInj},
		Operands: takes(anyOf(set), anyOf(power(beta))), Result: power(rel),
		Members: &Members{Function: true, Injective: true}},
	{Form: Form{"↣", "inj", "\\inj", FixRight, LevelArrow, TotalInj},
		Operands: takes(anyOf(set), anyOf(power(beta))), Result: power(rel),
		Members: &Members{Function: true, Total: true, Injective: true}},
	{Form: Form{"⤀", "psurj", "\\psurj", FixRight, LevelArrow, PartialSurj},
		Operands: takes(anyOf(set), anyOf(power(beta))), Result: power(rel),
		Members: &Members{Function: true, Surjective: true}},
	{Form: Form{"↠", "surj", "\\surj", FixRight, LevelArrow, TotalSurj},
		Operands: takes(anyOf(set), anyOf(power(beta))), Result: power(rel),
		Members: &Members{Function: true, Total: true, Surjective: true}},
	{Form: Form{"⤖", "bij", "\\bij", FixRight, LevelArrow, Bijection},
		Operands: takes(anyOf(set), anyOf(power(beta))), Result: power(rel),
		Members: &Members{Function: true, Total: true, Injective: true, Surjective: true}},
	{Form: Form{"⇻", "ffun", "\\ffun", FixRight, LevelArrow, FinitePfun},
		Operands: takes(anyOf(set), anyOf(power(beta))), Result: power(rel), Members: &Members{Function: true,
			Finite: true}},
	{Form: Form{"⤕", "finj", "\\finj", FixRight, LevelArrow, FinitePinj},
		Operands: takes(anyOf(set), anyOf(power(beta))), Result: power(rel),
		Members: &Members{Function: true, Injective: true, Finite: true}},

	// Numbers.
	{Form: Form{"+", "+", "+", FixLeft, LevelSum, Plus},
		Operands: takes(anyOf(num), anyOf(num)), Result: num},
	{Form: Form{"-", "-", "-", FixLeft, LevelSum, Subtract},
		Operands: takes(anyOf(num), anyOf(num)), Result: num},
	{Form: Form{"*", "*", "*", FixLeft, LevelProduct, Times},
		Operands: takes(anyOf(num), anyOf(num)), Result: num},
	{Form: Form{"div", "div", "\\div", FixLeft, LevelProduct, Div},
		Operands: takes(anyOf(num), ofDivisor), Result: num},
	{Form: Form{"mod", "mod", "\\mod", FixLeft, LevelProduct, Mod},
		Operands: takes(anyOf(num), ofDivisor), Result: num},
	{Form: Form{"-", "-", "-", FixPrefix, LevelPrefix, Negate},
		Operands: takes(anyOf(num)), Result: num},
	{Form: Form{"..", "..", "\\upto", FixLeft, LevelRange, Range},
		Operands: takes(anyOf(num), anyOf(num)), Result: power(num)},
	{Form: Form{"min", "min", "min", FixFunction, LevelApply, Min},
		Operands: takes(ofNumbers), Result: num},
	{Form: Form{"max", "max", "max", FixFunction, LevelApply, Max},
		Operands: takes(ofNumbers), Result: num},
	{Form: Form{"succ", "succ", "succ", FixFunction, LevelApply, Succ},
		Operands: takes(anyOf(num)), Result: num, Means: "x + 1"},

	// Sequences.
	{Form: Form{"seq", "seq", "\\seq", FixPrefix, LevelPrefix, Seq},
		Operands: takes(anyOf(set)), Result: power(list), Endless: true,
		Members: &Members{Function: true, Finite: true, Sequence: true}},
	{Form: Form{"seq₁", "seq1", "\\seq_1", FixPrefix, LevelPrefix, Seq1},
		Operands: takes(anyOf(set)), Result: power(list), Endless: true,
		Members: &Members{Function: true, Finite: true, Filled: true, Sequence: true}},
	{Form: Form{"iseq", "iseq", "\\iseq", FixPrefix, LevelPrefix, Iseq},
		Operands: takes(anyOf(set)), Result: power(list),
		Members: &Members{Function: true, Injective: true, Finite: true, Sequence: true}},
	{Form: Form{"⌢", "cat", "\\cat", FixLeft, LevelSum, Cat},
		Operands: takes(ofSequence, ofSequence), Result: list, Makes: IsSequence},
	{Form: Form{"rev", "rev", "rev", FixFunction, LevelApply, Rev},
		Operands: takes(ofSequence), Result: list, Makes: IsSequence},
	{Form: Form{"head", "head", "head", FixFunction, LevelApply, Head},
		Operands: takes(ofFilled), Result: alpha},
	{Form: Form{"last", "last", "last", FixFunction, LevelApply, Last},
		Operands: takes(ofFilled), Result: alpha},
	{Form: Form{"tail", "tail", "tail", FixFunction, LevelApply, Tail},
		Operands: takes(ofFilled), Result: list, Makes: IsSequence},
	{Form: Form{"front", "front", "front", FixFunction, LevelApply, Front},
		Operands: takes(partOf(ofFilled)), Result: list, Makes: IsSequence},
	{Form: Form{"squash", "squash", "squash", FixFunction, LevelApply, Squash},
		Operands: takes(ofGaps), Result: list, Makes: IsSequence},
	{Form: Form{"↾", "filter", "\\filter", FixLeft, LevelProduct, Filter},
		Operands: takes(ofSequence, onlyAsked(set)), Result: list, Makes: IsSequence},
	{Form: Form{"↿", "extract", "\\extract", FixLeft, LevelProduct, Extract},
		Operands: takes(onlyAsked(power(num)), ofSequence), Result: list, Makes: IsSequence},
	{Form: Form{"⌢/", "dcat", "\\dcat", FixSymbol, LevelApply, DistCat},
		Operands: takes(ofSequences), Result: list, Makes: IsSequence},
	{Form: Form{"first", "first", "first", FixFunction, LevelApply, First},
		Operands: takes(anyOf(pair(alpha, beta))), Result: alpha},
	{Form: Form{"second", "second", "second", FixFunction, LevelApply, Second},
		Operands: takes(anyOf(pair(alpha, beta))), Result: beta},

	// Bags.
	{Form: Form{"bag", "bag", "\\bag", FixPrefix, LevelPrefix, Bag},
		Operands: takes(anyOf(set)), Result: power(bag), Endless: true, Members: &Members{Function: true,
			Counted: true}},
	{Form: Form{Op: BagExt}, Open: true, Makes: IsBag},
	{Form: Form{"♯", "bcount", "\\bcount", FixLeft, LevelOverride, BagCount},
		Operands: takes(ofBag, anyOf(alpha)), Result: num, Makes: IsNatural},
	{Form: Form{"count", "count", "count", FixFunction, LevelApply, Count},
		Operands: takes(ofBag, anyOf(alpha)), Result: num, Makes: IsNatural, Means: "x ♯ y"},
	{Form: Form{"⊗", "otimes", "\\otimes", FixLeft, LevelProduct, BagScale},
		Operands: takes(ofFactor, ofBag), Result: bag, Makes: IsBag},
	{Form: Form{"⋿", "inbag", "\\inbag", FixRelation, LevelRelation, InBag},
		Operands: takes(anyOf(alpha), anyOf(bag)), Result: truth},
	{Form: Form{"⊑", "subbageq", "\\subbageq", FixRelation, LevelRelation, SubBag},
		Operands: takes(anyOf(bag), anyOf(bag)), Result: truth, Transitive: true},
	{Form: Form{"⊎", "uplus", "\\uplus", FixLeft, LevelSum, BagUnion},
		Operands: takes(ofBag, ofBag), Result: bag, Makes: IsBag},
	{Form: Form{"⩁", "uminus", "\\uminus", FixLeft, LevelSum, BagMinus},
		Operands: takes(ofBag, ofBag), Result: bag, Makes: IsBag},
	{Form: Form{"items", "items", "items", FixFunction, LevelApply, Items},
		Operands: takes(ofSequence), Result: bag, Makes: IsBag},
}
