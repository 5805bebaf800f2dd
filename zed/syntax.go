package zed

import "slices"

// Notation is a way to write Z down. All notations share one syntax.
type Notation int

// The notations.
const (
	Unicode Notation = iota // x? ∉ ran list
	ASCII                   // x? notin ran list
	LaTeX                   // x? \notin \ran list
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
	FixFunction               // before an operand, as a function with a name: rev s i is (rev s) i
	FixSymbol                 // before an operand, as a function with a symbol: ⋃ F x is (⋃ F) x
	FixPostfix                // behind its operand
)

// Level is how tightly an operator binds: higher levels bind tighter.
type Level int

// The levels, loosest first. Function levels are in the order of the toolkit
// of ISO 13568, with room between them.
const (
	LevelBinder        Level = 0 // quantifiers, λ, μ and let extend as far to the right as they can
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

// The precedences that templates of ISO 13568 count with, and the levels that
// they are: precedences between two of them lie between their levels.
var precedences = []struct {
	precedence int
	level      Level
}{{0, LevelIf + 1}, {5, LevelArrow}, {8, LevelCross}, {10, LevelMaplet}, {20, LevelRange}, {30, LevelSum},
	{69, LevelPrefix - 1}}

// LevelOf returns the level of the operators whose template has the given
// precedence.
func LevelOf(precedence int) Level {
	last := precedences[0]
	for _, next := range precedences[1:] {
		if precedence <= next.precedence {
			steps := max(0, precedence-last.precedence) * int(next.level-last.level)
			return last.level + Level(steps/(next.precedence-last.precedence))
		}
		last = next
	}
	return last.level
}

// precedence returns the smallest precedence that makes a level.
func (l Level) precedence() int {
	for n := range int(LevelPrefix) {
		if LevelOf(n) >= l {
			return n
		}
	}
	return int(LevelPrefix) - 1
}

// Form is how an operator is written. Package parse and the printer read the
// same table of forms.
type Form struct {
	Symbol string // in Unicode; unique among the operators of one position
	ASCII  string
	LaTeX  string
	Fix    Fixity
	Level  Level
	Op     Operator // "" where the symbol makes a node other than Op
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

// symbols are those that make other nodes than Op.
var symbols = []Form{
	{SymbolIff, "<=>", "\\iff", FixLeft, LevelIff, ""},
	{SymbolImplies, "=>", "\\implies", FixRight, LevelImplies, ""},
	{SymbolOr, "or", "\\lor", FixMany, LevelOr, ""},
	{SymbolAnd, "and", "\\land", FixMany, LevelAnd, ""},
	{SymbolNot, "not", "\\lnot", FixPrefix, LevelNot, ""},
	{SymbolMaplet, "|->", "\\mapsto", FixLeft, LevelMaplet, ""},
	{SymbolPipe, "pipe", "\\pipe", FixLeft, LevelPipe, ""},
	{SymbolHide, "hide", "\\hide", FixLeft, LevelHide, ""},
	{SymbolProject, "project", "\\project", FixLeft, LevelProject, ""},
	{SymbolPre, "pre", "\\pre", FixPrefix, LevelPrefix, ""},
}

// forms are how all operators are written: the symbols, and the operators of the toolkit
// as their rows say.
var forms = writtenForms()

func writtenForms() []Form {
	out := slices.Clone(symbols)
	for _, r := range rows {
		if r.Symbol != "" {
			out = append(out, r.Form)
		}
	}
	return out
}

// Forms returns a copy of the table of operators.
func Forms() []Form { return append([]Form(nil), forms...) }

// spelling is a symbol or word of the notation that is not an operator.
type spelling struct{ unicode, ascii, latex string }

var punctuation = []spelling{
	{"∀", "forall", "\\forall"}, {"∃", "exists", "\\exists"}, {"∃₁", "exists1", "\\exists_1"},
	{"λ", "lambda", "\\lambda"}, {"μ", "mu", "\\mu"}, {"θ", "theta", "\\theta"},
	{"•", "@", "@"}, {"if", "if", "\\IF"}, {"then", "then", "\\THEN"}, {"else", "else", "\\ELSE"},
	{"let", "let", "\\LET"},
	{"true", "true", "true"}, {"false", "false", "false"}, {"ℤ", "Z", "\\num"}, {"ℕ", "N", "\\nat"},
	{"ℕ₁", "N1", "\\nat_1"}, {"𝕊", "string", "\\strings"},
	{"≙", "=^=", "\\defs"}, {"==", "==", "=="}, {"::=", "::=", "::="}, {":", ":", ":"}, {";", ";", ";"},
	{",", ",", ","}, {"|", "|", "|"}, {".", ".", "."}, {"/", "/", "/"},
	{"(", "(", "("}, {")", ")", ")"}, {"[", "[", "["}, {"]", "]", "]"}, {"{", "{", "\\{"}, {"}", "}", "\\}"},
	{"⟨", "<", "\\langle"}, {"⟩", ">", "\\rangle"},
	{"⟪", "<<", "\\ldata"}, {"⟫", ">>", "\\rdata"}, {"⦇", "(|", "\\limg"}, {"⦈", "|)", "\\rimg"},
	{"⦉", "<|", "\\lblot"}, {"⦊", "|>", "\\rblot"}, {"∅", "{}", "\\emptyset"},
	{"⟦", "lbag", "\\lbag"}, {"⟧", "rbag", "\\rbag"},
	{"⊢?", "|-?", "\\vdash?"}, {"schema", "schema", "schema"}, {"axiom", "axiom", "axiom"},
	{"where", "where", "\\where"}, {"end", "end", "end"},
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

// LaTeXSpellings returns what the symbols and words of the notation, and the
// functions of the toolkit that have a macro, are in Unicode, by their spelling
// in LaTeX.
func LaTeXSpellings() map[string]string {
	m := make(map[string]string, len(forms)+len(punctuation))
	for _, s := range punctuation {
		m[s.latex] = s.unicode
	}
	for _, f := range forms {
		m[f.LaTeX] = f.Symbol
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

// FunctionOf returns the function of the toolkit with the given name. A specification
// may give the name another meaning.
func FunctionOf(name string) (Operator, bool) {
	f, ok := formsByOp[name]
	return f.Op, ok && f.Fix == FixFunction
}

// FormOf returns how an operator is written. ok is false for those that have a notation
// of their own, ∅ and R⦇S⦈.
func FormOf(op Operator) (f Form, ok bool) {
	f, ok = formsByOp[string(op)]
	return f, ok
}

// IsCurried tells whether an operator is a function with a name that takes its operands
// one after the other: iter n R is (iter n) R.
func IsCurried(op Operator) bool { return curried[op] }

var curried = curriedFunctions()

func curriedFunctions() map[Operator]bool {
	out := map[Operator]bool{}
	for _, r := range rows {
		out[r.Op] = r.Fix == FixFunction && len(r.Operands) > 1
	}
	return out
}

// Template returns the template of an operator of the toolkit.
func (f Form) Template() string {
	switch f.Fix {
	case FixPrefix, FixFunction, FixSymbol:
		return f.Symbol + " _"
	case FixPostfix:
		return "_ " + f.Symbol
	}
	return "_ " + f.Symbol + " _"
}

var operatorsByTemplate = templates()

func templates() map[string]Operator {
	m := map[string]Operator{"_ ⦇ _ ⦈": Image, "⟦ ,, ⟧": BagExt}
	for _, f := range forms {
		if f.Op != "" && f.Fix != FixFunction {
			m[f.Template()] = f.Op
		}
	}
	return m
}

// OperatorOf returns the operator of the toolkit that has a template.
func OperatorOf(template string) (Operator, bool) {
	o, ok := operatorsByTemplate[template]
	return o, ok
}
