package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/source"
)

// The characters that paragraphs begin and end with in ISO 13568 and in the
// tools that follow it. What stands between paragraphs is prose.
const (
	zedStarts = "\u2028─┍" // horizontal paragraphs
	axStart   = '╷'        // an axiomatic description
	schStart  = '┌'
	genMark   = '═' // behind the start of a generic box
	isoEnds   = "\u2029└┕"
)

// isDelimited tells whether a text in Unicode marks where its paragraphs begin
// and end, the horizontal ones too.
func isDelimited(text string) bool {
	if strings.ContainsRune(text, '\u2029') || strings.ContainsRune(text, axStart) {
		return true
	}
	for rest := text; ; {
		i := strings.IndexRune(rest, '─')
		if i < 0 {
			return false
		}
		before := rest[strings.LastIndexByte(rest[:i], '\n')+1 : i]
		rest = strings.TrimLeft(rest[i:], "─")
		line, _, _ := strings.Cut(rest, "\n")
		if strings.Trim(before, " \t\uFEFF") == "" && (strings.TrimSpace(line) != "" || strings.ContainsRune(rest, '└')) {
			return true
		}
	}
}

// isoReader takes a delimited text apart.
type isoReader struct {
	text  *source.Text
	in    string
	words map[string]bool
	found document
}

// scan reads all paragraphs.
func (r *isoReader) scan() {
	starts := zedStarts + string(axStart) + string(schStart) + "├"
	for pos := 0; pos < len(r.in); {
		i := strings.IndexAny(r.in[pos:], starts)
		if i < 0 {
			r.prose(pos, len(r.in))
			return
		}
		from := pos + i
		r.prose(pos, from)
		opener, size := utf8.DecodeRuneInString(r.in[from:])
		inside := from + size
		stop := strings.IndexAny(r.in[inside:], isoEnds)
		if stop < 0 {
			at := token{bad, "expected the end of the paragraph, └, found the end of the text", from, inside}
			toks := append([]token{at}, r.lex(inside, len(r.in))...)
			r.found.chunks = append(r.found.chunks, chunk{toks: append(toks, endAt(len(r.in))), marked: true})
			return
		}
		stop += inside
		_, size = utf8.DecodeRuneInString(r.in[stop:])
		r.paragraph(opener, from, inside, stop, stop+size)
		pos = stop + size
	}
}

// prose counts the lines between paragraphs.
func (r *isoReader) prose(from, to int) {
	if n := linesOf(r.in[from:to]); n > 0 {
		r.found.leave("prose", n)
	}
}

// paragraph reads what stands between the start of a paragraph and its end.
func (r *isoReader) paragraph(opener rune, from, inside, stop, last int) {
	toks := r.lex(inside, stop)
	if len(toks) == 0 {
		return
	}
	start := token{start: from, end: inside}
	switch {
	case opener == '├':
		r.skip(start, "proof")
	case toks[0].kind == name && toks[0].text == "theorem" && !titled(toks, 0):
		r.skip(start, "theorem")
	case opener == axStart || opener == schStart:
		start.kind, start.text = symbol, "╒"
		if opener == schStart {
			start.text = "┌"
		}
		toks = append([]token{start}, toks...)
		toks = append(toks, token{symbol, "└", stop, last}, endAt(last))
		r.found.chunks = append(r.found.chunks, chunk{toks: toks, marked: true})
	default:
		r.found.chunks = append(r.found.chunks, chunk{toks: append(toks, endAt(stop)), several: true, marked: true})
	}
}

func (r *isoReader) skip(at token, kind string) {
	r.found.skips = append(r.found.skips, skip{at: r.text.Span(at.start, at.end), kind: kind, text: "a " + kind + " is skipped"})
}

// lex returns the tokens of a paragraph, without the newlines at its ends and
// the labels of a prover.
func (r *isoReader) lex(from, to int) []token {
	l := lexer{in: r.in[:to], pos: from, words: r.words}
	for l.next() {
	}
	toks := l.out
	for len(toks) > 0 && toks[len(toks)-1].kind == newline {
		toks = toks[:len(toks)-1]
	}
	for len(toks) > 0 && (toks[0].kind == newline || toks[0].kind == strange && strings.Contains("☒☓☑", toks[0].text)) {
		toks = toks[1:]
	}
	var out []token
	for i := 0; i < len(toks); i++ {
		if label(toks, i) {
			for i < len(toks) && !toks[i].is("⟫") {
				i++
			}
			continue
		}
		out = append(out, toks[i])
	}
	return out
}

// label tells whether a label such as 《 disabled rule name 》 begins at token
// i.
func label(toks []token, i int) bool {
	if !toks[i].is("⟪") || i+1 >= len(toks) || toks[i+1].kind != name && !toks[i+1].is("axiom") {
		return false
	}
	switch toks[i+1].text {
	case "disabled", "rule", "grule", "frule", "axiom":
		return i == 0 || toks[i-1].kind == newline || toks[i-1].is("|") || toks[i-1].is("├") || toks[i-1].is(";")
	}
	return false
}
