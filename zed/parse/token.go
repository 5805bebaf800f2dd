package parse

// kind is what a token is.
type kind int8

const (
	end     kind = iota // the end of the paragraph or text
	newline             // one line end or several
	name
	number
	str
	symbol     // a symbol or a word of the notation
	mark       // decoration apart from a name: (S)'
	bad        // what no token begins with; its text is the message
	strange    // a character that only the operators of a document can give a meaning
	unknown    // a LaTeX macro that only the names of a document can give a meaning
	underlined // a name used as an infix relation: \inrel{name}
)

// inputWord is the symbol that a paragraph begins with which stands for
// another file.
const inputWord = "\\input"

func endAt(pos int) token { return token{kind: end, start: pos, end: pos} }

// token is a piece of text. The text of a symbol is its Unicode spelling.
type token struct {
	kind       kind
	text       string
	start, end int
}

func (t token) is(s string) bool { return t.kind == symbol && t.text == s }

// blank tells whether a newline token holds an empty line.
func (t token) blank() bool { return t.kind == newline && t.text == "\n\n" }

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

var (
	openers = set("(", "{", "[", "⟨", "⟪", "⦇", "⦉", "⟦", "↗")
	closers = set(")", "}", "]", "⟩", "⟫", "⦈", "⦊", "⟧", "↙")
	// leaders are the symbols, operators apart, that something must follow.
	leaders = set(",", ";", "|", ":", "==", "≙", "::=", "•", "/", ".", "├", "where",
		"∀", "∃", "∃₁", "λ", "μ", "θ", "let", "if", "then", "else", "⊢?", "&")
	// followers are the symbols, operators apart, that something must precede.
	followers = set(",", ";", "|", ":", "==", "≙", "::=", "•", "/", ".", "├", "where", "then", "else", "└", "end", "&", "⊢?")
	// heads are the symbols that only a paragraph begins with.
	heads = set("┌", "╒", "schema", "axiom", "⊢?", inputWord)
	// constants are the symbols that are a whole operand.
	constants = set("∅", "ℤ", "ℕ", "ℕ₁", "𝕊", "true", "false")
	// binders are the symbols that a term reaching far right begins with.
	binders = set("∀", "∃", "∃₁", "λ", "μ", "let", "if")
	// atoms are the symbols that an argument of an application begins with.
	atoms = set("(", "{", "⟨", "⦉", "⟦", "∅", "θ", "ℤ", "ℕ", "ℕ₁", "𝕊")
)
