package parse

import "github.com/ttf-int/ttf-int/zed"

// kind is what a token is.
type kind int8

const (
	end     kind = iota // the end of the paragraph or text
	newline             // one line end or several
	name
	number
	str
	symbol // a symbol or a word of the notation
	mark   // decoration apart from a name: (S)'
	bad    // what no token begins with; its text is the message
)

// token is a piece of text. The text of a symbol is its Unicode spelling.
type token struct {
	kind       kind
	text       string
	start, end int
}

func (t token) is(s string) bool { return t.kind == symbol && t.text == s }

// blank tells whether a newline token holds an empty line.
func (t token) blank() bool { return t.kind == newline && t.text == "\n\n" }

// table is the operators by symbol and position.
type table struct {
	infix, prefix, postfix map[string]zed.Form
}

var operators = tabulate(zed.Forms())

func tabulate(forms []zed.Form) table {
	t := table{map[string]zed.Form{}, map[string]zed.Form{}, map[string]zed.Form{}}
	for _, f := range forms {
		switch f.Fix {
		case zed.FixFunction:
		case zed.FixPrefix:
			t.prefix[f.Symbol] = f
		case zed.FixPostfix:
			t.postfix[f.Symbol] = f
		default:
			t.infix[f.Symbol] = f
		}
	}
	return t
}

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

var (
	openers = set("(", "{", "[", "⟨", "⟪", "⦇", "⦉", "⟦")
	closers = set(")", "}", "]", "⟩", "⟫", "⦈", "⦊", "⟧")
	// leaders are the symbols, operators apart, that something must follow.
	leaders = set(",", ";", "|", ":", "==", "≙", "::=", "•", "/", ".", "├", "where",
		"∀", "∃", "∃₁", "λ", "μ", "θ", "let", "if", "then", "else", "⊢?")
	// followers are the symbols, operators apart, that something must precede.
	followers = set(",", ";", "|", ":", "==", "≙", "::=", "•", "/", ".", "├", "where", "then", "else", "└", "end")
	// heads are the symbols that only a paragraph begins with.
	heads = set("┌", "╒", "schema", "axiom", "⊢?")
	// constants are the symbols that are a whole operand.
	constants = set("∅", "ℤ", "ℕ", "ℕ₁", "𝕊", "true", "false")
	// binders are the symbols that a term reaching far right begins with.
	binders = set("∀", "∃", "∃₁", "λ", "μ", "let", "if")
	// atoms are the symbols that an argument of an application begins with.
	atoms = set("(", "{", "⟨", "⦉", "⟦", "∅", "θ", "ℤ", "ℕ", "ℕ₁", "𝕊")
)

// expectsMore tells whether a term cannot end with the token, so that a
// newline behind it means nothing.
func expectsMore(t token) bool {
	if t.kind != symbol {
		return false
	}
	_, infix := operators.infix[t.text]
	_, prefix := operators.prefix[t.text]
	return infix || prefix || openers[t.text] || leaders[t.text]
}

// goesOn tells whether a term cannot begin with the token, so that a newline
// before it means nothing.
func goesOn(t token) bool {
	if t.kind != symbol {
		return false
	}
	_, infix := operators.infix[t.text]
	_, postfix := operators.postfix[t.text]
	return infix || postfix || closers[t.text] || followers[t.text]
}

// startsArgument tells whether an argument of an application may begin with
// the token.
func startsArgument(t token) bool {
	switch t.kind {
	case name, number, str:
		return true
	case symbol:
		return atoms[t.text]
	}
	return false
}
