package tokens

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxOption is the length in bytes of the longest option that is read, its brackets
// included.
const MaxOption = 64

// OptionEnd returns where the option in brackets at a place ends, or 0 where
// there is none.
func OptionEnd(in string, pos int) int {
	window := in[pos:min(len(in), pos+MaxOption)]
	if !strings.HasPrefix(window, "[") {
		return 0
	}
	if i := strings.IndexByte(window, ']'); i > 0 {
		return pos + i + 1
	}
	return 0
}

// Lowered makes subscripts of digits.
var Lowered = strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇", "8",
	"₈", "9", "₉")

// LineStart tells whether only blanks stand before a place on its line.
func LineStart(in string, pos int) bool {
	return strings.TrimSpace(in[strings.LastIndexByte(in[:pos], '\n')+1:pos]) == ""
}

// SkipSpace returns where blank space at a place ends.
func SkipSpace(in string, pos int) int {
	for pos < len(in) && strings.IndexByte(" \t\r\n", in[pos]) >= 0 {
		pos++
	}
	return pos
}

// StringEnd returns where the string literal at a place ends, or 0 where it
// does not end on its line.
func StringEnd(in string, pos int) int {
	for i := pos + 1; i < len(in) && in[i] != '\n'; i++ {
		switch in[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// IsWord tells whether a text begins with a letter, and all its characters may stand in a
// name.
func IsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && unicode.IsLetter(r) && strings.IndexFunc(s, func(r rune) bool { return !InName(r) }) < 0
}

// Letter returns the character that a text begins with, and its size in bytes. The size is 0
// where the character is not a letter.
func Letter(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(r) {
		return r, 0
	}
	return r, size
}

// TitledAt tells whether a conjecture with a name begins at token i: theorem A ⊢ P.
func TitledAt(toks []Token, i int) bool {
	if toks[i].Kind != Name || toks[i].Text != "theorem" || i+2 >= len(toks) {
		return false
	}
	title := toks[i+1].Kind
	return (title == Name || title == Str) && toks[i+2].Is("⊢?")
}

// InName tells whether a character may stand in a name.
func InName(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || '₀' <= r && r <= '₉'
}
