package tex

import (
	"strings"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// maxScripts is how deeply sub- and superscripts may stand in one another.
const maxScripts = 8

// attachedToken returns the token that a sub- or superscript or decoration at the
// current place belongs to: the last one, if only braces stand between.
func (l *latexLexer) attachedToken() *tokens.Token {
	if len(l.out) == 0 {
		return nil
	}
	last := &l.out[len(l.out)-1]
	if l.depth > 0 {
		return last
	}
	if last.End > l.pos || strings.Trim(strings.ReplaceAll(l.in[last.End:l.pos], `\!`, ""), "{} \t") != "" {
		return nil
	}
	return last
}

// extend lengthens the last token up to a place.
func (l *latexLexer) extend(stop int) {
	if l.depth == 0 {
		l.out[len(l.out)-1].End = stop
	}
	l.pos = stop
}

// marks reads decoration, which belongs to a name that it touches.
func (l *latexLexer) marks() {
	stop := l.span(plain.IsMark)
	l.decorate(plain.Marks(l.in[l.pos:stop]), stop)
}

func (l *latexLexer) decorate(decoration string, stop int) {
	t := l.attachedToken()
	touches := t != nil && (l.depth > 0 || strings.Trim(l.in[t.End:l.pos], "{}") == "")
	if touches && (t.Kind == tokens.Name || t.Kind == tokens.Unknown) {
		t.Text += decoration
		l.extend(stop)
		return
	}
	if t != nil && t.Is("⊢?") && decoration == "?" {
		l.extend(stop)
		return
	}
	l.add(tokens.Mark, decoration, stop)
}

// argument returns what stands in the braces from a place on, or the one
// character or macro there, and where it ends.
func (l *latexLexer) argument(pos int) (from, to, stop int) {
	for pos < l.stop && (l.in[pos] == ' ' || l.in[pos] == '\t' || l.in[pos] == '\n') {
		pos++
	}
	if pos >= l.stop {
		return pos, pos, pos
	}
	switch l.in[pos] {
	case '{':
		end := min(l.braces.end(pos), l.stop)
		return pos + 1, max(pos+1, end-1), end
	case '\\':
		end := pos + len(macroAt(l.in[:l.stop], pos))
		return pos, end, end
	}
	_, size := utf8.DecodeRuneInString(l.in[pos:l.stop])
	return pos, pos + size, pos + size
}

// subscript reads a subscript, which belongs to the name or symbol before it.
func (l *latexLexer) subscript() {
	from, to, stop := l.argument(l.pos + 1)
	content, ok := l.plainText(from, to)
	if !ok {
		l.add(tokens.Bad, "expected letters or digits as a subscript", stop)
		return
	}
	t := l.attachedToken()
	digits := content != "" && strings.Trim(content, "0123456789") == ""
	switch {
	case digits && (t == nil || t.Kind == tokens.Symbol && tokens.Closers.Has(t.Text) || t.Kind == tokens.Mark):
		l.add(tokens.Mark, tokens.Lowered.Replace(content), stop) // decoration of a schema
		return
	case t == nil || t.Kind != tokens.Name && t.Kind != tokens.Symbol:
		l.add(tokens.Strange, "_", l.pos+1)
		return
	}
	if word, end := l.letters(l.pos + 1); t.Kind == tokens.Name && t.End == l.pos && l.depth == 0 &&
		utf8.RuneCountInString(word) > 1 && !digits {
		t.Text += "_" + word // an underscore without its backslash
		l.extend(end)
		return
	}
	if rest := strings.TrimRight(content, "'?!"); rest != content {
		defer l.appendDecoration(content[len(rest):])
		content = rest
	}
	if content == "" {
		l.pos = stop
		return
	}
	low := tokens.Lowered.Replace(content)
	if !digits {
		low = "↘" + content + "↖"
	}
	if _, known := plain.Spellings[t.Text+low]; t.Kind == tokens.Symbol && !known {
		t.Kind = tokens.Name
	}
	t.Text += low
	l.extend(stop)
}

// appendDecoration appends decoration that stood inside a subscript.
func (l *latexLexer) appendDecoration(decoration string) {
	if last := len(l.out) - 1; last >= 0 && l.out[last].Kind == tokens.Name {
		l.out[last].Text += decoration
	}
}

// plainText returns the letters and digits of a sub- or superscript, if it
// holds nothing else.
func (l *latexLexer) plainText(from, to int) (text string, ok bool) {
	var b strings.Builder
	for _, t := range l.part(from, to).readAll() {
		switch t.Kind {
		case tokens.Name, tokens.Number, tokens.Mark:
			b.WriteString(t.Text)
		case tokens.Unknown:
			b.WriteString(t.Text[1:])
		default:
			return "", false
		}
	}
	return b.String(), true
}

// readSuperscript reads a closure, an inverse, decoration or an iteration.
func (l *latexLexer) readSuperscript() {
	from, to, stop := l.argument(l.pos + 1)
	switch content := strings.TrimSpace(l.in[from:to]); content {
	case "+", `\plus`:
		l.add(tokens.Symbol, "⁺", stop)
		return
	case "*", `\star`, `\ast`:
		l.add(tokens.Symbol, "⁎", stop)
		return
	case "-1", "-", `\sim`, `\inv`, "~":
		l.add(tokens.Symbol, "∼", stop)
		return
	case `\prime`, "'", `{'}`:
		l.decorate("'", stop)
		return
	case `\prime\prime`, "''":
		l.decorate("''", stop)
		return
	}
	if t := l.attachedToken(); t != nil && t.Kind == tokens.Name && l.macros.raised[t.Text+"^"+l.in[from:to]] {
		content, _ := l.plainText(from, to)
		t.Text += "↗" + content + "↙"
		l.extend(stop)
		return
	}
	l.add(tokens.Symbol, "↗", from)
	l.out = append(l.out, l.part(from, to).readAll()...)
	l.pos = to
	l.add(tokens.Symbol, "↙", stop)
}
