package language

import (
	"slices"
	"strconv"
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
			var wrong string
			if n, written, wrong = readString(s[i:]); wrong != "" {
				errs.Add(source.Errorf(t.Span(i, i+n), "%s", wrong))
				i += n
				continue
			}
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

// readString returns how long the string is with which s begins, and the string in the one way in which it is written
// by programs too; what is wrong with it is not empty where it has no end, or an escape that is not known.
func readString(s string) (size int, written, wrong string) {
	end := 1
	for end < len(s) && s[end] != '"' && s[end] != '\n' {
		if s[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(s) || s[end] == '\n' {
		return min(end, len(s)), "", "the string does not end on its line"
	}
	end++
	value, err := strconv.Unquote(s[:end])
	if err != nil {
		return end, "", "the string has an escape that is not known"
	}
	return end, strconv.Quote(value), ""
}

func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func measure(s string, in func(rune) bool) int {
	if i := strings.IndexFunc(s, func(r rune) bool { return !in(r) }); i >= 0 {
		return i
	}
	return len(s)
}
