package iso

import (
	"strings"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
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

// IsDelimited tells whether a text in Unicode marks where its paragraphs begin
// and end, the horizontal ones too.
func IsDelimited(text string) bool {
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
		if strings.Trim(before, " \t\uFEFF") == "" && (strings.TrimSpace(line) != "" ||
			strings.ContainsRune(rest, '└')) {
			return true
		}
	}
}

// isoReader takes a delimited text apart.
type isoReader struct {
	text  *source.Text
	in    string
	words map[string]bool
	found pieces.Document
}

// Read takes a delimited text apart; words are those of operators that documents
// introduce.
func Read(t *source.Text, words map[string]bool) pieces.Document {
	r := isoReader{text: t, in: t.Value, words: words}
	r.scan()
	return r.found
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
			at := tokens.At(tokens.Bad, "expected the end of the paragraph, └, found the end of the text", from, inside)
			toks := append([]tokens.Token{at}, r.lex(inside, len(r.in))...)
			r.found.Chunks = append(r.found.Chunks, pieces.Chunk{Toks: append(toks, tokens.EndAt(len(r.in))),
				Marked: true})
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
	if n := pieces.LinesOf(r.in[from:to]); n > 0 {
		r.found.Leave("prose", n)
	}
}

// paragraph reads what stands between the start of a paragraph and its end.
func (r *isoReader) paragraph(opener rune, from, inside, stop, last int) {
	toks := r.lex(inside, stop)
	if len(toks) == 0 {
		return
	}
	start := tokens.Token{Start: from, End: inside}
	switch {
	case opener == '├':
		r.skip(start, "proof")
	case toks[0].Kind == tokens.Name && toks[0].Text == "theorem" && !tokens.TitledAt(toks, 0):
		r.skip(start, "theorem")
	case opener == axStart || opener == schStart:
		start.Kind, start.Text = tokens.Symbol, "╒"
		if opener == schStart {
			start.Text = "┌"
		}
		toks = append([]tokens.Token{start}, toks...)
		toks = append(toks, tokens.At(tokens.Symbol, "└", stop, last), tokens.EndAt(last))
		r.found.Chunks = append(r.found.Chunks, pieces.Chunk{Toks: toks, Marked: true})
	default:
		r.found.Chunks = append(r.found.Chunks, pieces.Chunk{Toks: append(toks, tokens.EndAt(stop)), Several: true,
			Marked: true})
	}
}

func (r *isoReader) skip(at tokens.Token, kind string) {
	r.found.Skips = append(r.found.Skips, pieces.Skip{At: r.text.Span(at.Start, at.End), Kind: kind,
		Text: "a " + kind + " is skipped"})
}

// lex returns the tokens of a paragraph, without the newlines at its ends and
// the labels of a prover.
func (r *isoReader) lex(from, to int) []tokens.Token {
	toks := plain.LexPart(r.in, from, to, r.words)
	for len(toks) > 0 && toks[len(toks)-1].Kind == tokens.Newline {
		toks = toks[:len(toks)-1]
	}
	for len(toks) > 0 && (toks[0].Kind == tokens.Newline || toks[0].Kind == tokens.Strange &&
		strings.Contains("☒☓☑", toks[0].Text)) {
		toks = toks[1:]
	}
	var out []tokens.Token
	for i := 0; i < len(toks); i++ {
		if label(toks, i) {
			for i < len(toks) && !toks[i].Is("⟫") {
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
func label(toks []tokens.Token, i int) bool {
	if !toks[i].Is("⟪") || i+1 >= len(toks) || toks[i+1].Kind != tokens.Name && !toks[i+1].Is("axiom") {
		return false
	}
	switch toks[i+1].Text {
	case "disabled", "rule", "grule", "frule", "axiom":
		return i == 0 || toks[i-1].Kind == tokens.Newline || toks[i-1].Is("|") || toks[i-1].Is("├") || toks[i-1].Is(";")
	}
	return false
}
