package parse

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// others are accepted spellings beside those that the printer writes.
var others = map[string]string{
	"∙": "•", "⦁": "•", "∣": "|", "\\": "∖", "⧵": "∖", "⁀": "⌢", "−": "-", "∗": "*",
	"⟶": "→", "⟼": "↦", "⟹": "⇒", "⟺": "⇔", "〈": "⟨", "〉": "⟩", "《": "⟪", "》": "⟫",
	"◃": "◁", "⊲": "◁", "▹": "▷", "⊳": "▷", "⨟": "⨾", "⨠": "≫", "≜": "≙", "≘": "≙", "µ": "μ",
	"⁀/": "⌢/", "⁕": "⁎", "⩴": "::=", "⩵": "==", "𝔸": "ℤ", "⊢": "⊢?", "↗": "↗", "↙": "↙", "&": "&",
	"‥": "..", "…": "..", "≮": "≥", "≯": "≤", "≰": ">", "≱": "<", "⋀": "∧", "⋁": "∨", "·": "•", "÷": "div",
	"semi": "⨾", "inv": "∼", "^~": "∼",
	"┌": "┌", "├": "├", "└": "└", "│": "│", "╒": "╒", "╔": "╒", "║": "│", "╠": "├", "╚": "└",
}

// spellings maps all that is written to the Unicode symbol that it stands
// for. Some ASCII symbols are told apart by the parser, by what they follow:
// < and > as brackets, << and >> as such, {} as ∅.
var spellings = spell()

func spell() map[string]string {
	m := map[string]string{}
	add := func(unicode, ascii string) {
		m[unicode] = unicode
		if _, taken := m[ascii]; !taken {
			m[ascii] = unicode
		}
	}
	for _, f := range zed.Forms() {
		if f.Fix != zed.FixFunction { // those are names that the toolkit defines
			add(f.Symbol, f.ASCII)
		}
	}
	for u, a := range zed.Punctuation() {
		if u == "⟪" || u == "⟫" || u == "⟨" || u == "⟩" || u == "∅" {
			a = u
		}
		add(u, a)
	}
	for from, to := range others {
		m[from] = to
	}
	return m
}

// maxSymbol is the number of characters of the longest symbol, =^=.
const maxSymbol = 3

// lex returns the tokens of a text in Unicode or ASCII words, which can be
// mixed, with an end token behind them.
func lex(t *source.Text, words map[string]bool) []token {
	l := lexer{in: t.Value, words: words}
	for l.next() {
	}
	l.add(end, "", len(l.in))
	return l.out
}

type lexer struct {
	in    string
	pos   int
	out   []token
	words map[string]bool // of operators that the specification introduces
}

// add appends the token from the current position to stop, and goes there.
func (l *lexer) add(k kind, text string, stop int) {
	l.out = append(l.out, token{k, text, l.pos, stop})
	l.pos = stop
}

// next reads one token or skips one stretch of blank space.
func (l *lexer) next() bool {
	if l.pos >= len(l.in) {
		return false
	}
	r, size := utf8.DecodeRuneInString(l.in[l.pos:])
	switch {
	case l.input():
	case r == utf8.RuneError && size == 1:
		l.add(bad, notText(l.in[l.pos]), l.pos+1)
	case l.ownWord():
	case r == '\n' || r == '\u2028':
		l.newline(size)
	case unicode.IsSpace(r) || r == '─' || r == '━' || r == '═' || r == '\uFEFF':
		l.pos += size
	case r == '%':
		if i := strings.IndexByte(l.in[l.pos:], '\n'); i >= 0 {
			l.pos += i
		} else {
			l.pos = len(l.in)
		}
	case r >= '0' && r <= '9':
		l.add(number, "", l.span(l.pos, func(r rune) bool { return r >= '0' && r <= '9' }))
		l.out[len(l.out)-1].text = l.in[l.out[len(l.out)-1].start:l.pos]
	case r == '"':
		l.quoted()
	case r == '`':
		l.quotedName()
	case r == '↘' || r == '↗':
		l.glued(r, size)
	case '₀' <= r && r <= '₉':
		stop := l.span(l.pos, func(r rune) bool { return '₀' <= r && r <= '₉' })
		l.add(mark, l.in[l.pos:stop], stop)
	case isMark(r):
		stop := l.span(l.pos, isMark)
		l.add(mark, marks(l.in[l.pos:stop]), stop)
	case alone(r):
		stop := l.pos + size
		if r, size := utf8.DecodeRuneInString(l.in[stop:]); r == '₁' {
			stop += size
		}
		l.symbol(stop)
	case unicode.IsLetter(r) || r == '_':
		l.word()
	default:
		l.symbol(l.longest())
	}
	return true
}

func (l *lexer) span(from int, in func(rune) bool) int {
	for i, r := range l.in[from:] {
		if !in(r) {
			return from + i
		}
	}
	return len(l.in)
}

func (l *lexer) newline(size int) {
	if n := len(l.out); n > 0 && l.out[n-1].kind == newline {
		// Only blank space lies between: the line was empty, or a comment.
		if strings.TrimSpace(l.in[l.out[n-1].end:l.pos]) == "" {
			l.out[n-1].text = "\n\n"
		}
		l.pos += size
		l.out[n-1].end = l.pos
		return
	}
	l.add(newline, "\n", l.pos+size)
}

// notText says that a byte is not a part of a text.
func notText(b byte) string { return fmt.Sprintf("the byte 0x%02x is not UTF-8", b) }

// noText returns where the first byte of a part of a text is that is not UTF-8,
// or -1.
func noText(part string) int {
	for i, r := range part {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(part[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// quoted reads a string literal; its text keeps the quotes and escapes.
func (l *lexer) quoted() {
	if stop := stringEnd(l.in, l.pos); stop > 0 {
		if i := noText(l.in[l.pos:stop]); i >= 0 {
			l.pos += i
			l.add(bad, notText(l.in[l.pos]), l.pos+1)
			l.pos = stop
			return
		}
	}
	if stop := stringEnd(l.in, l.pos); stop > 0 {
		l.add(str, l.in[l.pos:stop], stop)
		return
	}
	l.add(bad, "the string does not end on its line", l.pos+1)
}

// quotedName reads a name in backquotes: any characters but blanks.
func (l *lexer) quotedName() {
	line, _, _ := strings.Cut(l.in[l.pos+1:min(len(l.in), l.pos+1+maxQuoted)], "\n")
	if i := noText(line); i >= 0 && i < max(strings.IndexByte(line, '`'), 0) {
		at := l.pos
		l.pos += 1 + i
		l.add(bad, notText(l.in[l.pos]), l.pos+1)
		l.pos = at + 1 + strings.IndexByte(line, '`') + 1
		return
	}
	if i := strings.IndexByte(line, '`'); i > 0 && strings.IndexFunc(line[:i], unicode.IsSpace) < 0 {
		l.add(name, line[:i], l.pos+1+i+1)
		return
	}
	l.add(bad, "expected a name without blanks, and a backquote behind it", l.pos+1)
}

// maxQuoted is the longest name in backquotes.
const maxQuoted = 200

// alone tells whether a letter is a symbol by itself, however close to a name
// it stands: ℙX, θS, λx.
func alone(r rune) bool { return strings.ContainsRune("λμµθℙ𝔽ℤℕ𝕊𝔸", r) }

func isMark(r rune) bool { return strings.ContainsRune("'′″?!", r) }

var straight = strings.NewReplacer("′", "'", "″", "''")

// marks returns decoration with its primes in ASCII.
func marks(s string) string { return straight.Replace(s) }

func inName(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || '₀' <= r && r <= '₉'
}

// word reads a name or a word of the notation. A word with decoration is a
// name: min is the operator, min? a variable.
func (l *lexer) word() {
	stop := l.span(l.pos, inName)
	base := l.in[l.pos:stop]
	if glued, end := scripts(l.in, stop); end > stop {
		l.add(name, base+glued, end)
		l.decorated()
		return
	}
	last := l.span(stop, isMark)
	decoration := marks(l.in[stop:last])
	if s, ok := spellings[base]; ok && decoration == "" {
		l.add(symbol, s, stop)
		return
	}
	switch base {
	case "Delta":
		base = "Δ"
	case "Xi":
		base = "Ξ"
	}
	if (base == "Δ" || base == "Ξ") && decoration == "" {
		l.schemaPrefix(base, stop)
		return
	}
	l.add(name, base+decoration, last)
}

// scripts returns the sub- and superscripts that touch a name: ↘12↖ is ₁₂,
// others stay as they are. A superscript that is not a word is an operator.
func scripts(in string, pos int) (string, int) {
	var b strings.Builder
	for {
		r, size := utf8.DecodeRuneInString(in[pos:])
		closer := map[rune]string{'↘': "↖", '↗': "↙"}[r]
		if closer == "" {
			return b.String(), pos
		}
		content, _, ok := strings.Cut(in[pos+size:min(len(in), pos+size+maxOption)], closer)
		if !ok || content == "" || strings.IndexFunc(content, func(r rune) bool { return !inName(r) }) >= 0 {
			return b.String(), pos
		}
		if r == '↘' && strings.Trim(content, "0123456789") == "" {
			b.WriteString(lowered.Replace(content))
		} else {
			b.WriteString(string(r) + content + closer)
		}
		pos += size + len(content) + len(closer)
	}
}

// decorated adds the decoration that touches the name read last.
func (l *lexer) decorated() {
	last := l.span(l.pos, isMark)
	t := &l.out[len(l.out)-1]
	t.text += marks(l.in[l.pos:last])
	t.end = last
	l.pos = last
}

// glued reads a sub- or superscript that stands behind something else than a
// name: the 1 of ∃↘1↖, a closure R ↗+↙, or an iteration R ↗k↙.
func (l *lexer) glued(r rune, size int) {
	low, stop := scripts(l.in, l.pos)
	if n := len(l.out); r == '↘' && stop > l.pos && n > 0 && l.out[n-1].kind == symbol && l.out[n-1].end == l.pos && spellings[l.out[n-1].text+low] != "" {
		l.out[n-1].text += low
		l.out[n-1].end = stop
		l.pos = stop
		return
	}
	if content, _, ok := strings.Cut(l.in[l.pos+size:min(len(l.in), l.pos+size+maxOption)], "↙"); r == '↗' && ok {
		stop = l.pos + size + len(content) + len("↙")
		switch strings.TrimSpace(content) {
		case "+":
			l.add(symbol, "⁺", stop)
			return
		case "*", "∗":
			l.add(symbol, "⁎", stop)
			return
		case "∼", "~", "-1", "−1":
			l.add(symbol, "∼", stop)
			return
		}
	}
	l.symbol(l.pos + size)
}

// schemaPrefix reads the schema's name behind Δ or Ξ, which ends at stop: both
// are one name.
func (l *lexer) schemaPrefix(prefix string, stop int) {
	from := l.span(stop, func(r rune) bool { return r == ' ' || r == '\t' })
	r, _ := utf8.DecodeRuneInString(l.in[from:])
	if alone(r) || !unicode.IsLetter(r) && r != '_' {
		l.add(bad, "expected the name of a schema behind "+prefix, stop)
		return
	}
	middle := l.span(from, inName)
	glued, last := scripts(l.in, middle)
	l.add(name, prefix+l.in[from:middle]+glued, last)
	l.decorated()
}

// longest returns where the longest symbol at the current position ends, or
// the end of the character there.
func (l *lexer) longest() int {
	_, size := utf8.DecodeRuneInString(l.in[l.pos:])
	best, stop := l.pos+size, l.pos
	for range maxSymbol {
		_, size := utf8.DecodeRuneInString(l.in[stop:])
		stop += size
		if _, ok := spellings[l.in[l.pos:stop]]; ok {
			best = stop
		}
	}
	return best
}

func (l *lexer) symbol(stop int) {
	written := l.in[l.pos:stop]
	if written == "∄" {
		start := l.pos
		l.add(symbol, "¬", stop)
		l.pos = start
		l.add(symbol, "∃", stop)
		return
	}
	if s, ok := spellings[written]; ok {
		l.add(symbol, s, stop)
		return
	}
	l.add(strange, written, stop)
}

// input reads the line that stands for another file, \input{file}.
func (l *lexer) input() bool {
	rest, ok := strings.CutPrefix(l.in[l.pos:], inputWord+"{")
	if !ok || !lineStart(l.in, l.pos) {
		return false
	}
	file, _, ok := strings.Cut(rest[:min(len(rest), maxQuoted)], "}")
	if !ok || strings.Contains(file, "\n") || strings.TrimSpace(file) == "" {
		return false
	}
	l.add(symbol, inputWord, l.pos+len(inputWord))
	l.add(str, strings.TrimSpace(file), l.pos+1+len(file)+1)
	return true
}

// ownWord reads a word of an operator that the specification introduces,
// unless it is made of letters.
func (l *lexer) ownWord() bool {
	best := 0
	for w := range l.words {
		if strings.HasPrefix(l.in[l.pos:], w) && len(w) > best && !isWord(w) {
			best = len(w)
		}
	}
	if stop := l.longest(); spellings[l.in[l.pos:stop]] != "" && stop > l.pos+best {
		return false // ::= where :: is an operator
	}
	if best > 0 {
		l.add(symbol, l.in[l.pos:l.pos+best], l.pos+best)
	}
	return best > 0
}
