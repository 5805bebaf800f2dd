package tex

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// backslash reads a macro.
func (l *latexLexer) backslash() {
	macro := macroAt(l.in[:l.stop], l.pos)
	stop := l.pos + len(macro)
	if d := l.macros.ownMacro(macro); d != nil {
		l.expand(macro, d, stop)
		return
	}
	switch {
	case plain.BadByte(macro) > 0:
		l.pos++
		l.add(tokens.Bad, plain.BadByteMessage(l.in[l.pos]), stop)
	case l.addKnown(macro, stop):
	case greek[macro] != "":
		l.greek(greek[macro], stop)
	case l.blank(macro, stop):
	case latexFonts.Has(macro):
		l.font(stop, macro == `\mathit`)
	case l.wordHere():
		l.word()
	case l.macros.defined[macro] != nil:
		l.expand(macro, l.macros.defined[macro], stop)
	case latinLetter(macro[len(macro)-1]):
		l.add(tokens.Unknown, macro, stop)
	case len(macro) == 2 && '0' <= macro[1] && macro[1] <= '9':
		l.add(tokens.Bad, "unknown macro "+macro, stop)
	default:
		l.add(tokens.Strange, macro, stop)
	}
}

// addKnown reads a macro for a symbol or a function of the toolkit.
func (l *latexLexer) addKnown(macro string, stop int) bool {
	switch macro {
	case `\exists`, `\exi`, `\zexi`, `\all`, `\forall`:
		// ∃ with the subscript 1 is made when the subscript is read.
	case `\{`, `\}`, `\#`:
		l.add(tokens.Symbol, macro[1:], stop)
		return true
	case `\&`:
		l.add(tokens.Symbol, "&", stop)
		return true
	case `\langle`, `\rangle`:
	case `\bsup`:
		l.add(tokens.Symbol, "↗", stop)
		return true
	case `\esup`:
		l.add(tokens.Symbol, "↙", stop)
		return true
	case `\vdash`, `\thrm`, `\shows`:
		l.add(tokens.Symbol, "⊢?", stop)
		return true
	case `\varg`:
		l.add(tokens.Name, "_", stop)
		return true
	case `\listarg`:
		l.add(tokens.Name, ",,", stop)
		return true
	case `\SECTION`, `\parents`, `\function`, `\relation`, `\generic`, `\leftassoc`, `\rightassoc`:
		l.add(tokens.Name, strings.ToLower(macro[1:]), stop)
		return true
	case `\prime`:
		l.decorate("'", stop)
		return true
	case `\inrel`:
		from, to, end := l.argument(stop)
		if text, ok := l.plainText(from, to); ok && text != "" {
			l.add(tokens.Underlined, text, end)
		} else {
			l.add(tokens.Bad, "expected the name of a relation", end)
		}
		return true
	case `\widehat`:
		from, to, end := l.argument(stop)
		if strings.TrimSpace(l.in[from:to]) != "=" {
			return false
		}
		l.add(tokens.Symbol, "≙", end)
		return true
	case `\mathbb`, `\Bbb`:
		l.addDoubleStruck(stop)
		return true
	case `\begin`, `\end`:
		l.skipEnvironment(stop)
		return true
	case `\not`:
		l.negate(stop)
		return true
	case `\bool`:
		l.add(tokens.Name, doubleStruckNames["B"], stop)
		return true
	case `\nexists`, `\nexi`:
		l.pair("¬", "∃", stop)
		return true
	}
	return l.addSymbol(macro, stop)
}

// addDoubleStruck reads what stands for a set of the toolkit in double-struck letters, or any
// other text in them.
func (l *latexLexer) addDoubleStruck(stop int) {
	from, to, end := l.argument(stop)
	letters := l.in[from:to]
	switch {
	case doubleStruck[letters] != "":
		l.add(tokens.Symbol, doubleStruck[letters], end)
	case doubleStruckNames[letters] != "":
		l.add(tokens.Name, doubleStruckNames[letters], end)
	default:
		l.font(stop, true)
	}
}

// addSymbol reads a macro that only stands for a symbol or a name.
func (l *latexLexer) addSymbol(macro string, stop int) bool {
	s, ok := latexSymbols[macro]
	if !ok {
		return false
	}
	switch {
	case s == `\langle\rangle`:
		l.pair("⟨", "⟩", stop)
	case s == `\lbag\rbag`:
		l.pair("⟦", "⟧", stop)
	case plain.Spellings[s] != "":
		l.add(tokens.Symbol, plain.Spellings[s], stop)
	default:
		l.add(tokens.Name, s, stop)
	}
	return true
}

// negate reads what \not strikes out: a relation whose negation Z has.
func (l *latexLexer) negate(stop int) {
	from := tokens.SkipSpace(l.in[:l.stop], stop)
	if from == l.stop {
		l.add(tokens.Strange, `\not`, stop)
		return
	}
	inner := l.part(from, l.stop)
	inner.readToken()
	s := ""
	if len(inner.out) == 1 && inner.out[0].Kind == tokens.Symbol {
		s = inner.out[0].Text
	}
	switch not := negations[s]; {
	case s == "∃":
		l.pair("¬", s, inner.pos)
	case not != "":
		l.add(tokens.Symbol, not, inner.pos)
	case s == "":
		l.add(tokens.Strange, `\not`, stop)
	default:
		written := strings.TrimSpace(l.in[from:inner.pos])
		if tokens.Openers.Has(s) {
			l.add(tokens.Bad, fmt.Sprintf("in Z, \\not %s is written \\lnot %s", written, written), stop)
			return
		}
		l.add(tokens.Bad, fmt.Sprintf("in Z, a \\not%s b is written \\lnot a %s b", written, written), inner.pos)
	}
}

// negations are the relations that negate others.
var negations = map[string]string{"∈": "∉", "=": "≠", "<": "≥", ">": "≤", "≤": ">", "≥": "<"}

// pair adds the two symbols that one macro stands for: the brackets of something empty, or
// the parts of ¬ ∃.
func (l *latexLexer) pair(open, shut string, stop int) {
	start := l.pos
	l.add(tokens.Symbol, open, stop)
	l.pos = start
	l.add(tokens.Symbol, shut, stop)
}

// greek reads a Greek letter, which is part of a name: the letters that stand
// right behind it belong to the same name, as in \Delta State.
func (l *latexLexer) greek(letter string, stop int) {
	from := stop
	for from < l.stop && strings.IndexByte(" \t\n{}", l.in[from]) >= 0 {
		from++
	}
	schema := letter == "Δ" || letter == "Ξ"
	for schema && from < l.stop && (l.in[from] == '~' || strings.HasPrefix(l.in[from:l.stop], `\ `) ||
		strings.HasPrefix(l.in[from:l.stop], `\,`) || l.in[from] == '\n') {
		from = tokens.SkipSpace(l.in, from+1+strings.Count(l.in[from:from+1], `\`))
	}
	rest, end := "", stop
	if from < l.stop {
		rest, end = l.letters(min(from, l.stop))
	}
	if rest == "" && schema && from < l.stop && l.in[from] == '\\' {
		rest, end = l.macroName(from)
	}
	if rest == "" || rest == "_" || '0' <= rest[0] && rest[0] <= '9' {
		if schema {
			l.add(tokens.Bad, "expected the name of a schema behind "+letter, stop)
			return
		}
		rest, end = "", stop
	}
	if n := len(l.out); n > 0 && l.out[n-1].Kind == tokens.Name && l.depth == 0 && l.out[n-1].End == l.pos {
		l.out[n-1].Text += letter + rest
		l.extend(end)
		return
	}
	l.add(tokens.Name, letter+rest, end)
}

// macroName returns the name that the macro at a place stands for.
func (l *latexLexer) macroName(pos int) (string, int) {
	inner := l.part(pos, l.stop)
	inner.readToken()
	if len(inner.out) == 1 && (inner.out[0].Kind == tokens.Name || inner.out[0].Kind == tokens.Unknown) {
		return strings.TrimPrefix(inner.out[0].Text, `\`), inner.pos
	}
	return "", pos
}

// blank skips a macro that only lays out, or reads a line break.
func (l *latexLexer) blank(macro string, stop int) bool {
	if text := latexBreaks[macro]; text != "" {
		if macro == `\\` {
			stop = l.breakEnd(stop)
		}
		l.newline(text, stop)
		return true
	}
	args, ok := latexBlank[macro]
	if !ok {
		return false
	}
	l.pos = stop
	switch {
	case macro == `\t`:
		l.pos = l.span(func(r rune) bool { return '0' <= r && r <= '9' })
	case strings.HasSuffix(macro, "skip") && macro != `\smallskip` && macro != `\medskip` && macro != `\bigskip`,
		strings.HasSuffix(macro, "penalty"):
		l.pos = l.span(func(r rune) bool { return !unicode.IsSpace(r) })
	}
	for range args {
		if strings.HasPrefix(l.in[l.pos:l.stop], "*") {
			l.pos++
		}
		_, _, l.pos = l.argument(l.pos)
	}
	return true
}

// breakEnd returns where a line break with its space, \\[1ex], ends. Only a
// length is one: a schema text may begin the next line.
func (l *latexLexer) breakEnd(pos int) int {
	if strings.HasPrefix(l.in[pos:l.stop], "*") {
		pos++
	}
	stop := tokens.OptionEnd(l.in[:l.stop], pos)
	if stop <= pos+2 {
		return pos
	}
	length := l.in[pos+1 : stop-1]
	unit := strings.TrimSpace(strings.TrimLeft(length, "-+.0123456789 "))
	switch {
	case strings.HasPrefix(unit, `\`) && !strings.ContainsAny(unit, " ,:|"),
		unit != length && tokens.Set("", "ex", "em", "pt", "cm", "mm", "in", "pc", "sp", "bp").Has(unit):
		return stop
	}
	return pos
}

// newline adds a line end, or lengthens the one before.
func (l *latexLexer) newline(text string, stop int) {
	if n := len(l.out); n > 0 && l.out[n-1].Kind == tokens.Newline {
		if len(text) > len(l.out[n-1].Text) {
			l.out[n-1].Text = text
		}
		l.extend(stop)
		return
	}
	l.add(tokens.Newline, text, stop)
}

// font reads \mathit{name} as a name, and skips the macro before all else. Some
// words in other fonts than \mathit are words of the notation; always says
// that they are names nevertheless.
func (l *latexLexer) font(stop int, always bool) {
	from, to, end := l.argument(stop)
	content := strings.TrimSpace(l.in[from:to])
	for strings.HasPrefix(content, `\`) {
		switched := macroAt(content, 0)
		if args, blank := latexBlank[switched]; !blank || args > 0 {
			break
		}
		content = strings.TrimSpace(content[len(switched):])
	}
	start := strings.Index(l.in[from:to], content) + from
	text, last := l.letters(start)
	if text == "" || last != start+len(content) || '0' <= text[0] && text[0] <= '9' {
		l.pos = stop
		return
	}
	if s := plain.Spellings[text]; s != "" && !always && (latexWords.Has(text) || l.operatorWord(s)) {
		l.add(tokens.Symbol, s, end)
		return
	}
	l.add(tokens.Name, text, end)
}

// operatorWord tells whether a word in a font of its own is an operator that
// stands between operands, as in \mathrel{prefix}.
func (l *latexLexer) operatorWord(s string) bool {
	_, infix := operators.Standard.Infix[s]
	return infix
}

// skipEnvironment skips the begin or end of an environment inside the Z.
func (l *latexLexer) skipEnvironment(stop int) {
	begins := strings.HasPrefix(l.in[l.pos:stop], `\begin`)
	_, to, end := l.argument(stop)
	if begins && strings.HasSuffix(l.in[:to], "array") || begins && strings.HasSuffix(l.in[:to], "tabular") {
		_, _, end = l.argument(end)
	}
	l.pos = end
}

// expand reads what a macro of the document stands for.
func (l *latexLexer) expand(macro string, d *macro, stop int) {
	at := l.at
	if l.depth == 0 {
		at = tokens.Token{Start: l.pos, End: stop}
	}
	body := d.body
	for i := range d.params {
		from, to, end := l.argument(stop)
		body = strings.ReplaceAll(body, "#"+strconv.Itoa(i+1), l.in[from:to])
		stop = end
		if l.depth == 0 {
			at.End = stop
		}
		if len(body) > maxExpanded {
			break
		}
	}
	*l.spent += len(body) + 1
	if l.depth >= maxExpansion || *l.spent > maxExpanded {
		l.add(tokens.Bad, "the macro "+macro+" grows without end", stop)
		return
	}
	inner := &latexLexer{in: body, stop: len(body), macros: l.macros, depth: l.depth + 1, at: at, spent: l.spent,
		braces: &braces{in: body}}
	toks := inner.readAll()
	if !d.directive && !isReadable(toks) && latinLetter(macro[len(macro)-1]) {
		l.add(tokens.Name, macro[1:], stop)
		return
	}
	if l.depth == 0 {
		*l.spent = 0
	}
	if n := len(toks); d.directive && n > 1 && toks[n-1].Is("/") {
		toks = []tokens.Token{joinWord(toks)}
	}
	for _, t := range toks {
		if t.Kind == tokens.Newline {
			l.newline(t.Text, stop)
			continue
		}
		l.out = append(l.out, t)
	}
	l.pos = stop
}

// joinWord makes one token of a word that a directive spells with several
// characters, as ⌢/.
func joinWord(toks []tokens.Token) tokens.Token {
	t := toks[0]
	t.Kind, t.Text = tokens.Name, ""
	for _, part := range toks {
		t.Text += part.Text
	}
	if plain.Spellings[t.Text] != "" {
		t.Kind = tokens.Symbol
	}
	return t
}

// isReadable tells whether a macro stands for something that Z knows.
func isReadable(toks []tokens.Token) bool {
	for _, t := range toks {
		if t.Kind == tokens.Bad || t.Kind == tokens.Unknown || t.Kind == tokens.Strange {
			return false
		}
	}
	return len(toks) > 0
}
