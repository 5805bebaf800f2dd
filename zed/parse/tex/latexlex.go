package tex

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// maxExpansion is how deeply macros of a document may stand in one another.
const maxExpansion = 16

// maxExpanded is how many bytes the macros of a document may stand for in one
// place, those inside them included: macros that double one another grow
// without end.
const maxExpanded = 10000

// latexLexer reads what stands in one environment of a LaTeX document, or the
// text that a macro of the document stands for.
type latexLexer struct {
	in        string
	pos, stop int
	out       []tokens.Token
	macros    *Macros
	depth     int          // of the expansion that is being read
	at        tokens.Token // where the macro stands that is being read, where depth is not 0
	spent     *int         // how much the macro stands for so far
	braces    *braces
	nested    int  // of sub- and superscripts
	hidden    bool // whether each line stands behind %%
	fuzz      bool // whether lines behind %% are Z, as fuzz has it
}

// part returns a lexer for a part of what l reads.
func (l *latexLexer) part(from, to int) *latexLexer {
	if l.nested == maxScripts {
		to = from
	}
	return &latexLexer{in: l.in, pos: from, stop: to, macros: l.macros, depth: l.depth, at: l.at, spent: l.spent,
		braces: l.braces, nested: l.nested + 1}
}

// add appends a token that ends at stop, and goes there. What a macro stands
// for lies where the macro does.
func (l *latexLexer) add(k tokens.Kind, text string, stop int) {
	t := tokens.At(k, text, l.pos, stop)
	if l.depth > 0 {
		t.Start, t.End = l.at.Start, l.at.End
	}
	l.out = append(l.out, t)
	l.pos = stop
}

// readAll reads everything.
func (l *latexLexer) readAll() []tokens.Token {
	for l.pos < l.stop {
		l.readToken()
	}
	return l.out
}

// readToken reads one token, or skips what is not a token.
func (l *latexLexer) readToken() {
	r, size := utf8.DecodeRuneInString(l.in[l.pos:l.stop])
	switch {
	case unicode.IsSpace(r) || strings.ContainsRune("~&{}$", r):
		l.pos += size
	case r == '%':
		l.comment()
	case r == utf8.RuneError && size == 1:
		l.add(tokens.Bad, plain.BadByteMessage(l.in[l.pos]), l.pos+1)
	case r == '\\':
		l.backslash()
	case r == '_':
		l.subscript()
	case r == '^':
		l.readSuperscript()
	case plain.IsMark(r):
		l.marks()
	case '0' <= r && r <= '9':
		stop := l.span(func(r rune) bool { return '0' <= r && r <= '9' })
		l.add(tokens.Number, l.in[l.pos:stop], stop)
	case r == '"':
		l.readString()
	case r == '`':
		l.readQuotedName()
	case r == '@':
		l.add(tokens.Symbol, "•", l.pos+1)
	case l.wordHere():
		l.word()
	default:
		l.character()
	}
}

// span returns where the characters from here that are in a set end.
func (l *latexLexer) span(in func(rune) bool) int {
	for i, r := range l.in[l.pos:l.stop] {
		if !in(r) {
			return l.pos + i
		}
	}
	return l.stop
}

// comment skips a comment. What stands right behind %% and is not a word is Z
// that fuzz reads and LaTeX does not print.
func (l *latexLexer) comment() {
	if behind, ok := strings.CutPrefix(l.in[l.pos:l.stop], "%%"); ok && l.depth == 0 {
		first := l.pos == 0 || l.in[l.pos-1] == '\n'
		if first && l.fuzz && !directs(behind) || (l.hidden || isHiddenZ(l.in[l.pos:l.stop])) &&
			tokens.LineStart(l.in, l.pos) {
			l.pos += 2
			return
		}
	}
	if i := strings.IndexByte(l.in[l.pos:l.stop], '\n'); i >= 0 {
		l.pos += i
	} else {
		l.pos = l.stop
	}
}

// isHiddenZ tells whether a comment begins with a line of Z that fuzz reads:
// behind %% stands a macro, @, or a single word that is not a directive.
func isHiddenZ(text string) bool {
	if !strings.HasPrefix(text, "%%") || len(text) < 3 {
		return false
	}
	line, _, _ := strings.Cut(text[2:], "\n")
	line = strings.TrimSpace(line)
	switch {
	case text[2] == '\\' || text[2] == '@':
		return true
	case !latinLetter(text[2]) || directives.Has(line) || wordDirectives.Has(line):
		return false
	}
	return strings.Trim(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// directs tells whether a comment is a directive.
func directs(text string) bool {
	word := text[:len(text)-len(strings.TrimLeftFunc(text, isLatin))]
	return directives.Has(word) || wordDirectives.Has(word)
}

// directives are those of fuzz.
var directives = tokens.Set("unchecked", "ignore", "type", "tame", "line", "inop", "preop", "postop", "inrel", "prerel",
	"ingen", "pregen", "postgen", "abbrev", "pname", "token", "debug")

// readString reads a string literal.
func (l *latexLexer) readString() {
	if stop := tokens.StringEnd(l.in[:l.stop], l.pos); stop > 0 {
		if i := plain.BadByte(l.in[l.pos:stop]); i >= 0 {
			l.pos += i
			l.add(tokens.Bad, plain.BadByteMessage(l.in[l.pos]), l.pos+1)
			l.pos = stop
			return
		}
		l.add(tokens.Str, strings.ReplaceAll(l.in[l.pos:stop], `\_`, "_"), stop)
		return
	}
	l.add(tokens.Bad, "the string does not end on its line", l.pos+1)
}

// readQuotedName reads a name in backquotes, in which a backslash stands before what LaTeX gives
// a meaning. A backquote that begins none is a character like others.
func (l *latexLexer) readQuotedName() {
	var b strings.Builder
	escaped := false
	for i, r := range l.in[l.pos+1 : min(l.stop, l.pos+1+plain.MaxQuoted)] {
		switch {
		case unicode.IsSpace(r) || r == utf8.RuneError:
			l.character()
			return
		case !escaped && r == '`' && b.Len() > 0:
			l.add(tokens.Name, b.String(), l.pos+1+i+1)
			return
		case !escaped && r == '\\':
			escaped = true
			continue
		}
		b.WriteRune(r)
		escaped = false
	}
	l.character()
}

// character reads a symbol that is not a macro. Unicode symbols are read as in
// Unicode; single characters that are nothing are for the operators of the
// document.
func (l *latexLexer) character() {
	best, size := 0, 0
	for range plain.MaxSymbol {
		_, n := utf8.DecodeRuneInString(l.in[l.pos+size : l.stop])
		if size += n; n == 0 {
			break
		}
		if _, ok := latexCharacters[l.in[l.pos:l.pos+size]]; ok {
			best = size
		}
	}
	if best < len(doubleColon)+1 && strings.HasPrefix(l.in[l.pos:l.stop], doubleColon) {
		l.add(tokens.Strange, doubleColon, l.pos+len(doubleColon))
		return
	}
	if best > 0 {
		l.add(tokens.Symbol, latexCharacters[l.in[l.pos:l.pos+best]], l.pos+best)
		return
	}
	_, size = utf8.DecodeRuneInString(l.in[l.pos:l.stop])
	l.add(tokens.Strange, l.in[l.pos:l.pos+size], l.pos+size)
}

// doubleColon is a word that means nothing by itself: a document may have it
// as an operator.
const doubleColon = "::"

// latexCharacters are the symbols of LaTeX that are not macros, and those of
// Unicode.
var latexCharacters = characters()

func characters() map[string]string {
	m := map[string]string{}
	for from, to := range plain.Spellings {
		if r, _ := utf8.DecodeRuneInString(from); r >= utf8.RuneSelf && !unicode.IsLetter(r) ||
			strings.ContainsRune("λμθℙ𝔽ℤℕ𝕊", r) {
			m[from] = to
		}
	}
	m["#"] = "#"
	for _, s := range []string{"=", "<", ">", "+", "-", "*", "..", "==", "::=", ":", ";", ",", "|", ".", "/", "(", ")",
		"[", "]", "⊢?"} {
		m[s] = s
	}
	m["@"] = "•"
	return m
}

// word reads a name, or a word that needs no backslash.
func (l *latexLexer) word() {
	text, stop := l.letters(l.pos)
	if glued, end := plain.Scripts(l.in[:l.stop], stop); end > stop {
		l.add(tokens.Name, text+glued, end)
		return
	}
	if s, known := plain.Spellings[text]; known && latexWords.Has(text) && !l.isMarked(stop) {
		l.add(tokens.Symbol, s, stop)
		return
	}
	l.add(tokens.Name, text, stop)
}

// isMarked tells whether decoration stands at a place.
func (l *latexLexer) isMarked(pos int) bool {
	r, _ := utf8.DecodeRuneInString(l.in[pos:l.stop])
	return plain.IsMark(r)
}

// wordHere tells whether a name begins here.
func (l *latexLexer) wordHere() bool {
	_, stop := l.letters(l.pos)
	return stop > l.pos
}

// letters returns the letters, digits, underscores and letters with accents
// from a place on, and where they end.
func (l *latexLexer) letters(pos int) (string, int) {
	var b strings.Builder
	for pos < l.stop {
		r, size := utf8.DecodeRuneInString(l.in[pos:l.stop])
		switch {
		case r == '\\':
			s, stop := l.accent(pos)
			if s == "" && b.Len() > 0 && strings.HasPrefix(l.in[pos:l.stop], `\$`) {
				s, stop = "$", pos+2 // applies\$to, of Z/EVES
			}
			if s == "" {
				return b.String(), pos
			}
			b.WriteString(s)
			pos = stop
			if s == "_" && b.Len() > 1 && stop+1 < l.stop && l.in[stop] == ' ' && (latinLetter(l.in[stop+1]) ||
				'0' <= l.in[stop+1] && l.in[stop+1] <= '9') {
				pos++ // a\_ b, as tools write it
			}
			continue
		case r == '{' && pos+1 < l.stop && l.in[pos+1] == '\\' && b.Len() > 0:
			s, stop := l.accent(pos + 1)
			if s == "" || s == "_" || !strings.HasPrefix(l.in[stop:l.stop], "}") {
				return b.String(), pos
			}
			b.WriteString(s)
			pos = stop + 1
			continue
		case r == '_' || plain.IsAlone(r) || r != utf8.RuneError && !tokens.InName(r):
			return b.String(), pos
		case r == utf8.RuneError && size <= 1:
			return b.String(), pos
		}
		b.WriteRune(r)
		pos += size
	}
	return b.String(), pos
}

// accent returns the letter that a macro for an accent or a letter, or an
// escaped underscore, stands for, and where it ends.
func (l *latexLexer) accent(pos int) (string, int) {
	macro := macroAt(l.in[:l.stop], pos)
	stop := pos + len(macro)
	if macro == `\_` {
		return "_", stop
	}
	if s, ok := accents[macro]; ok && l.macros.ownMacro(macro) == nil {
		return s, l.skipBlank(stop)
	}
	rest := strings.TrimLeft(l.in[stop:l.stop], "{")
	r, size := utf8.DecodeRuneInString(rest)
	if strings.HasPrefix(rest, `\i`) && macroAt(rest, 0) == `\i` {
		r, size = 'i', len(`\i`)
	}
	s, ok := accents[strings.TrimPrefix(macro, `\`)+string(r)]
	if !ok || l.macros.ownMacro(macro) != nil {
		return "", pos
	}
	braces := len(l.in[stop:l.stop]) - len(rest)
	stop += braces + size
	for ; braces > 0 && strings.HasPrefix(l.in[stop:l.stop], "}"); braces-- {
		stop++
	}
	return s, stop
}

// skipBlank returns where one blank at a place ends, which TeX drops behind a
// macro.
func (l *latexLexer) skipBlank(pos int) int {
	if pos < l.stop && l.in[pos] == ' ' {
		return pos + 1
	}
	return pos
}

// macroAt returns the macro at a place: a backslash with letters, or with one
// other character.
func macroAt(in string, pos int) string {
	stop := pos + 1
	for stop < len(in) && latinLetter(in[stop]) {
		stop++
	}
	if stop == pos+1 && stop < len(in) {
		_, size := utf8.DecodeRuneInString(in[stop:])
		stop += size
	}
	return in[pos:stop]
}

func latinLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
