package language

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/source"
)

type tokenKind int

const (
	endOfText tokenKind = iota
	identifier
	keyword
	number
	text
	symbol
)

type token struct {
	kind tokenKind
	text string
	span source.Span
}

// Keywords returns the words of LOBAS and the functional notation that are not names.
func Keywords() []string {
	return append(sectionWords(), "if", "then", "else", "and", "or", "not", "true", "false", "error")
}

func isKeyword(word string) bool { return slices.Contains(Keywords(), word) }

// spellings are the symbols, longest first, with what each is taken for.
func spellings() [][2]string {
	return [][2]string{{"->", "->"}, {"/=", "≠"}, {"<>", "≠"}, {"<=", "≤"}, {">=", "≥"}, {"→", "->"}, {"≠", "≠"},
		{"≤", "≤"}, {"≥", "≥"}, {"×", "×"}, {"∞", "∞"}, {"−", "-"}, {"-", "-"}, {"+", "+"}, {"*", "*"}, {"=", "="},
		{"<", "<"}, {">", ">"}, {"(", "("}, {")", ")"}, {",", ","}, {";", ";"}, {":", ":"}, {".", "."}}
}

// lex cuts a text into tokens; the last one is the end of the text.
func lex(t *source.Text, errs *source.Errors) []token { return lexPart(t, 0, len(t.Value), errs) }

// lexPart does what lex does for a part of a text.
func lexPart(t *source.Text, from, to int, errs *source.Errors) []token {
	out := make([]token, 0, (to-from)/3)
	s := t.Value[:to]
	for i := from; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		n, kind, written := size, symbol, ""
		switch {
		case unicode.IsSpace(r):
			i += size
			continue
		case strings.HasPrefix(s[i:], "--"):
			n = strings.IndexByte(s[i:]+"\n", '\n')
			i += n
			continue
		case isLetter(r):
			n, kind = measure(s[i:], func(r rune) bool { return isLetter(r) || unicode.IsDigit(r) }), identifier
			if written = s[i : i+n]; isKeyword(written) {
				kind = keyword
			}
		case r >= '0' && r <= '9':
			n, kind = measure(s[i:], func(r rune) bool { return r >= '0' && r <= '9' }), number
			if written = strings.TrimLeft(s[i:i+n], "0"); written == "" {
				written = "0"
			}
		case r == '"':
			kind = text
			end := strings.IndexAny(s[i+1:], "\"\n")
			if end < 0 || s[i+1+end] == '\n' {
				errs.Add(source.Errorf(t.Span(i, i+1), "the string does not end on its line"))
				i += size
				continue
			}
			n = end + 2
			written = s[i : i+n]
		case strings.ContainsRune("().,;:", r): // the most frequent ones, which are spelt in one way
			written = s[i : i+n]
		default:
			for _, p := range spellings() {
				if strings.HasPrefix(s[i:], p[0]) {
					n, written = len(p[0]), p[1]
					break
				}
			}
			if written == "" {
				errs.Add(source.Errorf(t.Span(i, i+size), "%q is not a symbol of LOBAS", r))
				i += size
				continue
			}
		}
		out = append(out, token{kind, written, t.Span(i, i+n)})
		i += n
	}
	return append(out, token{span: t.Span(len(s), len(s))})
}

func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func measure(s string, in func(rune) bool) int {
	if i := strings.IndexFunc(s, func(r rune) bool { return !in(r) }); i >= 0 {
		return i
	}
	return len(s)
}
