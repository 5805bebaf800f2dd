package plain

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
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

// Spellings maps all that is written to the Unicode symbol that it stands
// for. Some ASCII symbols are told apart by the parser, by what they follow:
// < and > as brackets, << and >> as such, {} as ∅.
var Spellings = spell()

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

// MaxSymbol is the number of characters of the longest symbol, =^=.
const MaxSymbol = 3

// Lex returns the tokens of a text in Unicode or ASCII words, which can be
// mixed, with an end token behind them.
func Lex(t *source.Text, words map[string]bool) []tokens.Token {
	return append(LexPart(t.Value, 0, len(t.Value), words), tokens.EndAt(len(t.Value)))
}

// LexPart returns the tokens of a part of a text, without an end token.
func LexPart(in string, from, to int, words map[string]bool) []tokens.Token {
	l := lexer{in: in[:to], pos: from, words: words}
	for l.readToken() {
	}
	return l.out
}

type lexer struct {
	in    string
	pos   int
	out   []tokens.Token
	words map[string]bool // of operators that the specification introduces
}

// add appends the token from the current position to stop, and goes there.
func (l *lexer) add(k tokens.Kind, text string, stop int) {
	l.out = append(l.out, tokens.At(k, text, l.pos, stop))
	l.pos = stop
}

// readToken reads one token or skips one stretch of blank space.
func (l *lexer) readToken() bool {
	if l.pos >= len(l.in) {
		return false
	}
	r, size := utf8.DecodeRuneInString(l.in[l.pos:])
	switch {
	case l.input():
	case r == utf8.RuneError && size == 1:
		l.add(tokens.Bad, BadByteMessage(l.in[l.pos]), l.pos+1)
	case l.readOwnWord():
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
		l.add(tokens.Number, "", l.span(l.pos, func(r rune) bool { return r >= '0' && r <= '9' }))
		l.out[len(l.out)-1].Text = l.in[l.out[len(l.out)-1].Start:l.pos]
	case r == '"':
		l.readString()
	case r == '`':
		l.readQuotedName()
	case r == '↘' || r == '↗':
		l.script(r, size)
	case '₀' <= r && r <= '₉':
		stop := l.span(l.pos, func(r rune) bool { return '₀' <= r && r <= '₉' })
		l.add(tokens.Mark, l.in[l.pos:stop], stop)
	case IsMark(r):
		stop := l.span(l.pos, IsMark)
		l.add(tokens.Mark, Marks(l.in[l.pos:stop]), stop)
	case IsAlone(r):
		stop := l.pos + size
		if r, size := utf8.DecodeRuneInString(l.in[stop:]); r == '₁' {
			stop += size
		}
		l.symbol(stop)
	case unicode.IsLetter(r) || r == '_':
		l.word()
	default:
		l.symbol(l.longestSymbol())
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
	if n := len(l.out); n > 0 && l.out[n-1].Kind == tokens.Newline {
		// Only blank space lies between: the line was empty, or a comment.
		if strings.TrimSpace(l.in[l.out[n-1].End:l.pos]) == "" {
			l.out[n-1].Text = "\n\n"
		}
		l.pos += size
		l.out[n-1].End = l.pos
		return
	}
	l.add(tokens.Newline, "\n", l.pos+size)
}

// BadByteMessage returns the message that a byte is not a part of a text.
func BadByteMessage(b byte) string { return fmt.Sprintf("the byte 0x%02x is not UTF-8", b) }

// BadByte returns the place of the first byte in a part of a text that is not UTF-8,
// or -1.
func BadByte(part string) int {
	for i, r := range part {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(part[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// readString reads a string literal; its text keeps the quotes and escapes.
func (l *lexer) readString() {
	if stop := tokens.StringEnd(l.in, l.pos); stop > 0 {
		if i := BadByte(l.in[l.pos:stop]); i >= 0 {
			l.pos += i
			l.add(tokens.Bad, BadByteMessage(l.in[l.pos]), l.pos+1)
			l.pos = stop
			return
		}
	}
	if stop := tokens.StringEnd(l.in, l.pos); stop > 0 {
		l.add(tokens.Str, l.in[l.pos:stop], stop)
		return
	}
	l.add(tokens.Bad, "the string does not end on its line", l.pos+1)
}

// readQuotedName reads a name in backquotes, any characters but blanks, and the decoration that touches it.
func (l *lexer) readQuotedName() {
	line, _, _ := strings.Cut(l.in[l.pos+1:min(len(l.in), l.pos+1+MaxQuoted)], "\n")
	if i := BadByte(line); i >= 0 && i < max(strings.IndexByte(line, '`'), 0) {
		at := l.pos
		l.pos += 1 + i
		l.add(tokens.Bad, BadByteMessage(l.in[l.pos]), l.pos+1)
		l.pos = at + 1 + strings.IndexByte(line, '`') + 1
		return
	}
	if i := strings.IndexByte(line, '`'); i > 0 && strings.IndexFunc(line[:i], unicode.IsSpace) < 0 {
		l.add(tokens.Name, line[:i], l.pos+1+i+1)
		l.decorate()
		return
	}
	l.add(tokens.Bad, "expected a name without blanks, and a backquote behind it", l.pos+1)
}

// MaxQuoted is the longest name in backquotes.
const MaxQuoted = 200

// IsAlone tells whether a letter is a symbol by itself, however close to a name
// it stands: ℙX, θS, λx.
func IsAlone(r rune) bool { return strings.ContainsRune("λμµθℙ𝔽ℤℕ𝕊𝔸", r) }

// IsMark tells whether a character is decoration.
func IsMark(r rune) bool { return strings.ContainsRune("'′″?!", r) }

var straight = strings.NewReplacer("′", "'", "″", "''")

// Marks returns decoration with its primes in ASCII.
func Marks(s string) string { return straight.Replace(s) }

// word reads a name or a word of the notation. A word with decoration is a
// name: min is the operator, min? a variable.
func (l *lexer) word() {
	stop := l.span(l.pos, tokens.InName)
	base := l.in[l.pos:stop]
	if glued, end := Scripts(l.in, stop); end > stop {
		l.add(tokens.Name, base+glued, end)
		l.decorate()
		return
	}
	last := l.span(stop, IsMark)
	decoration := Marks(l.in[stop:last])
	if s, ok := Spellings[base]; ok && decoration == "" {
		l.add(tokens.Symbol, s, stop)
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
	l.add(tokens.Name, base+decoration, last)
}

// Scripts returns the sub- and superscripts that touch a name: ↘12↖ is ₁₂,
// others stay as they are. A superscript that is not a word is an operator.
func Scripts(in string, pos int) (string, int) {
	var b strings.Builder
	for {
		r, size := utf8.DecodeRuneInString(in[pos:])
		closer := map[rune]string{'↘': "↖", '↗': "↙"}[r]
		if closer == "" {
			return b.String(), pos
		}
		content, _, ok := strings.Cut(in[pos+size:min(len(in), pos+size+tokens.MaxOption)], closer)
		if !ok || content == "" || strings.IndexFunc(content, func(r rune) bool { return !tokens.InName(r) }) >= 0 {
			return b.String(), pos
		}
		if r == '↘' && strings.Trim(content, "0123456789") == "" {
			b.WriteString(tokens.Lowered.Replace(content))
		} else {
			b.WriteString(string(r) + content + closer)
		}
		pos += size + len(content) + len(closer)
	}
}

// decorate adds the decoration that touches the name read last.
func (l *lexer) decorate() {
	last := l.span(l.pos, IsMark)
	t := &l.out[len(l.out)-1]
	t.Text += Marks(l.in[l.pos:last])
	t.End = last
	l.pos = last
}

// script reads a sub- or superscript that stands behind something else than a
// name: the 1 of ∃↘1↖, a closure R ↗+↙, or an iteration R ↗k↙.
func (l *lexer) script(r rune, size int) {
	low, stop := Scripts(l.in, l.pos)
	if n := len(l.out); r == '↘' && stop > l.pos && n > 0 && l.out[n-1].Kind == tokens.Symbol &&
		l.out[n-1].End == l.pos && Spellings[l.out[n-1].Text+low] != "" {
		l.out[n-1].Text += low
		l.out[n-1].End = stop
		l.pos = stop
		return
	}
	if content, _, ok := strings.Cut(l.in[l.pos+size:min(len(l.in), l.pos+size+tokens.MaxOption)], "↙"); r == '↗' &&
		ok {
		stop = l.pos + size + len(content) + len("↙")
		switch strings.TrimSpace(content) {
		case "+":
			l.add(tokens.Symbol, "⁺", stop)
			return
		case "*", "∗":
			l.add(tokens.Symbol, "⁎", stop)
			return
		case "∼", "~", "-1", "−1":
			l.add(tokens.Symbol, "∼", stop)
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
	if IsAlone(r) || !unicode.IsLetter(r) && r != '_' {
		l.add(tokens.Bad, "expected the name of a schema behind "+prefix, stop)
		return
	}
	middle := l.span(from, tokens.InName)
	glued, last := Scripts(l.in, middle)
	l.add(tokens.Name, prefix+l.in[from:middle]+glued, last)
	l.decorate()
}

// longestSymbol returns where the longest symbol at the current position ends, or
// the end of the character there.
func (l *lexer) longestSymbol() int {
	_, size := utf8.DecodeRuneInString(l.in[l.pos:])
	best, stop := l.pos+size, l.pos
	for range MaxSymbol {
		_, size := utf8.DecodeRuneInString(l.in[stop:])
		stop += size
		if _, ok := Spellings[l.in[l.pos:stop]]; ok {
			best = stop
		}
	}
	return best
}

func (l *lexer) symbol(stop int) {
	written := l.in[l.pos:stop]
	if written == "∄" {
		start := l.pos
		l.add(tokens.Symbol, "¬", stop)
		l.pos = start
		l.add(tokens.Symbol, "∃", stop)
		return
	}
	if s, ok := Spellings[written]; ok {
		l.add(tokens.Symbol, s, stop)
		return
	}
	l.add(tokens.Strange, written, stop)
}

// input reads the line that stands for another file, \input{file}.
func (l *lexer) input() bool {
	rest, ok := strings.CutPrefix(l.in[l.pos:], tokens.InputWord+"{")
	if !ok || !tokens.LineStart(l.in, l.pos) {
		return false
	}
	file, _, ok := strings.Cut(rest[:min(len(rest), MaxQuoted)], "}")
	if !ok || strings.Contains(file, "\n") || strings.TrimSpace(file) == "" {
		return false
	}
	l.add(tokens.Symbol, tokens.InputWord, l.pos+len(tokens.InputWord))
	l.add(tokens.Str, strings.TrimSpace(file), l.pos+1+len(file)+1)
	return true
}

// readOwnWord reads a word of an operator that the specification introduces,
// unless it is made of letters.
func (l *lexer) readOwnWord() bool {
	best := 0
	for w := range l.words {
		if strings.HasPrefix(l.in[l.pos:], w) && len(w) > best && !tokens.IsWord(w) {
			best = len(w)
		}
	}
	if stop := l.longestSymbol(); Spellings[l.in[l.pos:stop]] != "" && stop > l.pos+best {
		return false // ::= where :: is an operator
	}
	if best > 0 {
		l.add(tokens.Symbol, l.in[l.pos:l.pos+best], l.pos+best)
	}
	return best > 0
}
