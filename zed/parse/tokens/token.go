package tokens

// Kind is what a token is.
type Kind int8

const (
	End        Kind = iota // the end of the paragraph or text
	Newline                // one line end or several
	Name                   // a name, with its decoration
	Number                 // a number, in digits
	Str                    // a string literal, with its quotes and escapes
	Symbol                 // a symbol or a word of the notation
	Mark                   // decoration apart from a name: (S)'
	Bad                    // what no token begins with; its text is the message
	Strange                // a character that only the operators of a document can give a meaning
	Unknown                // a LaTeX macro that only the names of a document can give a meaning
	Underlined             // a name used as an infix relation: \inrel{name}
)

// InputWord is the symbol that a paragraph begins with which stands for
// another file.
const InputWord = "\\input"

// EndAt returns the end token of what ends at a place.
func EndAt(pos int) Token { return Token{Kind: End, Start: pos, End: pos} }

// Token is a piece of text. The text of a symbol is its Unicode spelling.
type Token struct {
	Kind       Kind
	Text       string
	Start, End int
}

// At returns a token that begins at the offset start and ends before the offset stop.
func At(k Kind, text string, start, stop int) Token {
	return Token{Kind: k, Text: text, Start: start, End: stop}
}

// Is tells whether the token is the symbol with a spelling.
func (t Token) Is(s string) bool { return t.Kind == Symbol && t.Text == s }

// Blank tells whether a newline token holds an empty line.
func (t Token) Blank() bool { return t.Kind == Newline && t.Text == "\n\n" }

// Words is a set of words. It cannot be changed.
type Words struct{ has map[string]bool }

// Set returns the set of the given words.
func Set(words ...string) Words {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return Words{m}
}

// Has tells whether a word is in the set.
func (w Words) Has(word string) bool { return w.has[word] }

// The classes of symbols.
var (
	// Openers and Closers are brackets.
	Openers = Set("(", "{", "[", "⟨", "⟪", "⦇", "⦉", "⟦", "↗")
	Closers = Set(")", "}", "]", "⟩", "⟫", "⦈", "⦊", "⟧", "↙")
	// Leaders are the symbols, operators apart, that something must follow.
	Leaders = Set(",", ";", "|", ":", "==", "≙", "::=", "•", "/", ".", "├", "where",
		"∀", "∃", "∃₁", "λ", "μ", "θ", "let", "if", "then", "else", "⊢?", "&")
	// Followers are the symbols, operators apart, that something must precede.
	Followers = Set(",", ";", "|", ":", "==", "≙", "::=", "•", "/", ".", "├", "where", "then", "else", "└", "end", "&",
		"⊢?")
	// Heads are the symbols that only a paragraph begins with.
	Heads = Set("┌", "╒", "schema", "axiom", "⊢?", InputWord)
	// Constants are the symbols that are a whole operand.
	Constants = Set("∅", "ℤ", "ℕ", "ℕ₁", "𝕊", "true", "false")
	// Binders are the symbols that a term reaching far right begins with.
	Binders = Set("∀", "∃", "∃₁", "λ", "μ", "let", "if")
	// Atoms are the symbols that an argument of an application begins with.
	Atoms = Set("(", "{", "⟨", "⦉", "⟦", "∅", "θ", "ℤ", "ℕ", "ℕ₁", "𝕊", "true", "false")
)
