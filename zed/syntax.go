package zed

// Notation is a way to write Z down. All notations share one syntax.
type Notation int

// The notations.
const (
	Unicode Notation = iota // x? ∉ ran list
	ASCII                   // x? notin ran list
)

// Fixity says where an operator stands to its operands.
type Fixity int

// The fixities.
const (
	FixLeft     Fixity = iota // infix; a + b + c is (a + b) + c
	FixRight                  // infix; a → b → c is a → (b → c)
	FixMany                   // infix; a × b × c is one node with three arguments
	FixRelation               // infix; a < b < c is a < b ∧ b < c
	FixPrefix                 // before an operand that may be an application: # f x is #(f x)
	FixFunction               // before an operand, as a function: rev s i is (rev s) i
	FixPostfix                // behind its operand
)

// Level is how tightly an operator binds: higher levels bind tighter.
type Level int

// The levels, loosest first. Function levels are in the order of the toolkit
// of ISO 13568, with room between them.
const (
	LevelBinder        Level = 0 // quantifiers, λ, μ and let reach as far right as they can
	LevelIff           Level = 2
	LevelImplies       Level = 3
	LevelOr            Level = 4
	LevelAnd           Level = 5
	LevelNot           Level = 6
	LevelRelation      Level = 7
	LevelIf            Level = 8 // the level of if-then-else and of its last branch
	LevelArrow         Level = 10
	LevelCross         Level = 15
	LevelMaplet        Level = 20
	LevelRange         Level = 25
	LevelSum           Level = 30
	LevelProduct       Level = 40
	LevelPipe          Level = 45
	LevelHide          Level = 46
	LevelProject       Level = 48
	LevelOverride      Level = 50
	LevelRightRestrict Level = 60
	LevelLeftRestrict  Level = 65
	LevelPrefix        Level = 70
	LevelApply         Level = 80
	LevelAtom          Level = 90
)

// Form is how an operator is written. Package parse and the printer read the
// same table of forms.
type Form struct {
	Symbol string // in Unicode; unique among the operators of one position
	ASCII  string
	Fix    Fixity
	Level  Level
	Op     Operator // "" where the symbol makes another node than Op
}

// Symbols that make other nodes than Op, in Unicode.
const (
	SymbolAnd     = "∧"
	SymbolOr      = "∨"
	SymbolImplies = "⇒"
	SymbolIff     = "⇔"
	SymbolNot     = "¬"
	SymbolMaplet  = "↦"
	SymbolPipe    = "≫"
	SymbolProject = "⨡"
	SymbolHide    = "⧹"
	SymbolPre     = "pre"
)

var forms = []Form{
	{SymbolIff, "<=>", FixLeft, LevelIff, ""},
	{SymbolImplies, "=>", FixRight, LevelImplies, ""},
	{SymbolOr, "or", FixMany, LevelOr, ""},
	{SymbolAnd, "and", FixMany, LevelAnd, ""},
	{SymbolNot, "not", FixPrefix, LevelNot, ""},

	{"∈", "in", FixRelation, LevelRelation, In},
	{"∉", "notin", FixRelation, LevelRelation, NotIn},
	{"=", "=", FixRelation, LevelRelation, Equal},
	{"≠", "/=", FixRelation, LevelRelation, NotEqual},
	{"⊂", "subset", FixRelation, LevelRelation, Subset},
	{"⊆", "subseteq", FixRelation, LevelRelation, SubsetEq},
	{"<", "<", FixRelation, LevelRelation, Less},
	{"≤", "<=", FixRelation, LevelRelation, LessEq},
	{">", ">", FixRelation, LevelRelation, Greater},
	{"≥", ">=", FixRelation, LevelRelation, GreaterEq},
	{"prefix", "prefix", FixRelation, LevelRelation, Prefix},
	{"suffix", "suffix", FixRelation, LevelRelation, Suffix},
	{"infix", "infix", FixRelation, LevelRelation, Infix},
	{"partition", "partition", FixRelation, LevelRelation, Partitions},
	{"disjoint", "disjoint", FixPrefix, LevelIf, Disjoint},

	{"↔", "rel", FixRight, LevelArrow, Relation},
	{"⇸", "pfun", FixRight, LevelArrow, PartialFun},
	{"→", "fun", FixRight, LevelArrow, TotalFun},
	{"⤔", "pinj", FixRight, LevelArrow, PartialInj},
	{"↣", "inj", FixRight, LevelArrow, TotalInj},
	{"⤀", "psurj", FixRight, LevelArrow, PartialSurj},
	{"↠", "surj", FixRight, LevelArrow, TotalSurj},
	{"⤖", "bij", FixRight, LevelArrow, Bijection},
	{"⇻", "ffun", FixRight, LevelArrow, FinitePfun},
	{"⤕", "finj", FixRight, LevelArrow, FinitePinj},

	{"×", "cross", FixMany, LevelCross, Cross},
	{SymbolMaplet, "|->", FixLeft, LevelMaplet, ""},
	{"..", "..", FixLeft, LevelRange, Range},

	{"+", "+", FixLeft, LevelSum, Plus},
	{"-", "-", FixLeft, LevelSum, Subtract},
	{"∪", "union", FixLeft, LevelSum, Union},
	{"∖", "setminus", FixLeft, LevelSum, Minus},
	{"⌢", "cat", FixLeft, LevelSum, Cat},

	{"*", "*", FixLeft, LevelProduct, Times},
	{"div", "div", FixLeft, LevelProduct, Div},
	{"mod", "mod", FixLeft, LevelProduct, Mod},
	{"∩", "inter", FixLeft, LevelProduct, Intersect},
	{"⨾", "comp", FixLeft, LevelProduct, RelComp},
	{"∘", "circ", FixLeft, LevelProduct, RelCirc},
	{"↾", "filter", FixLeft, LevelProduct, Filter},
	{"↿", "extract", FixLeft, LevelProduct, Extract},

	{SymbolPipe, "pipe", FixLeft, LevelPipe, ""},
	{SymbolHide, "hide", FixLeft, LevelHide, ""},
	{SymbolProject, "project", FixLeft, LevelProject, ""},
	{"⊕", "oplus", FixLeft, LevelOverride, Override},
	{"▷", "rres", FixLeft, LevelRightRestrict, RanRes},
	{"⩥", "nrres", FixLeft, LevelRightRestrict, RanSub},
	{"◁", "dres", FixRight, LevelLeftRestrict, DomRes},
	{"⩤", "ndres", FixRight, LevelLeftRestrict, DomSub},

	{"-", "-", FixPrefix, LevelPrefix, Negate},
	{"#", "#", FixPrefix, LevelPrefix, Card},
	{"ℙ", "power", FixPrefix, LevelPrefix, PowerSet},
	{"ℙ₁", "power1", FixPrefix, LevelPrefix, PowerSet1},
	{"𝔽", "finset", FixPrefix, LevelPrefix, Finset},
	{"𝔽₁", "finset1", FixPrefix, LevelPrefix, Finset1},
	{"⋃", "bigcup", FixPrefix, LevelPrefix, BigUnion},
	{"⋂", "bigcap", FixPrefix, LevelPrefix, BigInter},
	{"seq", "seq", FixPrefix, LevelPrefix, Seq},
	{"seq₁", "seq1", FixPrefix, LevelPrefix, Seq1},
	{"iseq", "iseq", FixPrefix, LevelPrefix, Iseq},
	{"id", "id", FixPrefix, LevelPrefix, Identity},
	{"⌢/", "dcat", FixPrefix, LevelPrefix, DistCat},
	{SymbolPre, "pre", FixPrefix, LevelPrefix, ""},

	{"dom", "dom", FixFunction, LevelApply, Dom},
	{"ran", "ran", FixFunction, LevelApply, Ran},
	{"min", "min", FixFunction, LevelApply, Min},
	{"max", "max", FixFunction, LevelApply, Max},
	{"succ", "succ", FixFunction, LevelApply, Succ},
	{"rev", "rev", FixFunction, LevelApply, Rev},
	{"head", "head", FixFunction, LevelApply, Head},
	{"last", "last", FixFunction, LevelApply, Last},
	{"tail", "tail", FixFunction, LevelApply, Tail},
	{"front", "front", FixFunction, LevelApply, Front},
	{"squash", "squash", FixFunction, LevelApply, Squash},
	{"first", "first", FixFunction, LevelApply, First},
	{"second", "second", FixFunction, LevelApply, Second},
	{"iter", "iter", FixFunction, LevelApply, Iter},

	{"∼", "~", FixPostfix, LevelAtom, Inverse},
	{"⁺", "^+", FixPostfix, LevelAtom, TransClos},
	{"⁎", "^*", FixPostfix, LevelAtom, ReflClos},
}

// Forms returns a copy of the table of operators.
func Forms() []Form { return append([]Form(nil), forms...) }

// spelling is a symbol or word that is not an operator.
type spelling struct{ unicode, ascii string }

var punctuation = []spelling{
	{"∀", "forall"}, {"∃", "exists"}, {"∃₁", "exists1"}, {"λ", "lambda"}, {"μ", "mu"}, {"θ", "theta"},
	{"•", "@"}, {"if", "if"}, {"then", "then"}, {"else", "else"}, {"let", "let"},
	{"true", "true"}, {"false", "false"}, {"ℤ", "Z"}, {"ℕ", "N"}, {"ℕ₁", "N1"}, {"𝕊", "string"},
	{"≙", "=^="}, {"==", "=="}, {"::=", "::="}, {":", ":"}, {";", ";"}, {",", ","}, {"|", "|"}, {".", "."}, {"/", "/"},
	{"(", "("}, {")", ")"}, {"[", "["}, {"]", "]"}, {"{", "{"}, {"}", "}"}, {"⟨", "<"}, {"⟩", ">"},
	{"⟪", "<<"}, {"⟫", ">>"}, {"⦇", "(|"}, {"⦈", "|)"}, {"⦉", "<|"}, {"⦊", "|>"}, {"∅", "{}"},
	{"⊢?", "|-?"}, {"schema", "schema"}, {"axiom", "axiom"}, {"where", "where"}, {"end", "end"},
}

// Punctuation returns the symbols and words of the notation that are not
// operators, each Unicode spelling with its ASCII one.
func Punctuation() map[string]string {
	m := make(map[string]string, len(punctuation))
	for _, s := range punctuation {
		m[s.unicode] = s.ascii
	}
	return m
}

var (
	formsByOp     = indexForms(func(f Form) string { return string(f.Op) })
	asciiBySymbol = asciiSpellings()
)

func indexForms(key func(Form) string) map[string]Form {
	m := make(map[string]Form, len(forms))
	for _, f := range forms {
		if k := key(f); k != "" {
			m[k] = f
		}
	}
	return m
}

func asciiSpellings() map[string]string {
	m := Punctuation()
	for _, f := range forms {
		m[f.Symbol] = f.ASCII
	}
	return m
}

// FormOf returns how an operator is written; ok is false for those that have
// a notation of their own, ∅ and R⦇S⦈.
func FormOf(op Operator) (f Form, ok bool) {
	f, ok = formsByOp[string(op)]
	return f, ok
}
