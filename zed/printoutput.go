package zed

import (
	"strconv"
	"strings"
)

// output collects printed pieces in one notation, and knows how the last one ends.
type output struct {
	notation Notation
	flow     flow
	macro    bool // the last piece is a LaTeX macro, to which a letter would be added
	greek    bool // that macro is a Greek letter, to whose name letters after a blank belong
}

// write adds text at which the line is not broken.
func (w *output) write(s string) {
	if s == "" {
		return
	}
	if w.macro && latin(rune(s[0])) {
		s = " " + s
	}
	m := ""
	if w.notation == LaTeX {
		m = lastMacro(s)
	}
	w.macro, w.greek = m != "", isGreek[m]
	if n := len(w.flow); n > 0 && w.flow[n-1].kind == textPiece {
		w.flow[n-1].text += s
		return
	}
	w.flow = append(w.flow, piece{kind: textPiece, text: s})
}

// gap adds a place where the line may be broken; s is written if it is not.
func (w *output) gap(s string) {
	w.flow = append(w.flow, piece{kind: gapPiece, text: s})
	w.macro, w.greek = w.macro && s == "", w.greek && s == ""
}

// group adds what a function writes as a group of pieces.
func (w *output) group(style groupStyle, write func()) {
	w.flow = append(w.flow, piece{kind: openPiece, style: style})
	write()
	w.flow = append(w.flow, piece{kind: closePiece})
}

// symbol writes a symbol, given in Unicode, in the printer's notation.
func (w *output) symbol(s string) { w.write(spell(s, w.notation)) }

// writeSpaced writes a symbol with a blank on both sides.
func (w *output) writeSpaced(s string) {
	w.write(" ")
	w.symbol(s)
	w.write(" ")
}

// writeLeading writes a symbol before which the line may be broken.
func (w *output) writeLeading(s string) {
	w.gap(" ")
	w.symbol(s)
	w.write(" ")
}

// writeTrailing writes a symbol after which the line may be broken.
func (w *output) writeTrailing(s string) {
	w.write(" ")
	w.symbol(s)
	w.gap(" ")
}

// comma separates the parts of a list.
func (w *output) comma(i int) {
	if i > 0 {
		w.write(",")
		w.gap(" ")
	}
}

// semicolon separates declarations and equations.
func (w *output) semicolon(i int) {
	if i > 0 {
		w.write(";")
		w.gap(" ")
	}
}

// str writes a string literal. In LaTeX it is escaped so that it neither ends its
// environment nor begins a comment.
func (w *output) str(s string) {
	quoted := strconv.Quote(s)
	switch {
	case w.notation != LaTeX:
	case strings.ContainsAny(quoted, `%{}\`):
		quoted = strings.NewReplacer("%", `\x25`, "{", `\x7b`, "}", `\x7d`, "_", `\x5f`).Replace(quoted)
	default:
		quoted = strings.ReplaceAll(quoted, "_", `\_`)
	}
	w.write(quoted)
}

// writeOpening writes an opening bracket. One that is a word is followed by a blank.
func (w *output) writeOpening(bracket string) {
	s := spell(bracket, w.notation)
	w.write(s)
	if latin(rune(s[len(s)-1])) {
		w.write(" ")
	}
}

func (w *output) close(bracket string) {
	s := spell(bracket, w.notation)
	if (latin(rune(s[0])) || lastMacro(s) != "") && !w.flow.blank() {
		w.write(" ")
	}
	w.write(s)
}

// keyword writes a word with which paragraphs begin; in LaTeX it is a macro.
func (w *output) keyword(word, macro string) {
	if w.notation == LaTeX {
		word = macro
	}
	w.write(word)
}

// blank writes the blank between a function and its argument. In LaTeX plain blanks
// have no effect; after its own operators LaTeX sets blanks itself.
func (w *output) blank() {
	if w.notation == LaTeX && (!w.macro || w.greek) {
		w.write("~")
		return
	}
	w.write(" ")
}

// mark writes a decoration.
func (w *output) mark(s string) {
	if w.notation == LaTeX {
		s = latexName(s)
	}
	w.write(s)
}

// blankWithin returns the blank between the words of an operator and its operands.
// Letters after a Greek letter, an underscore or a plain blank would become part of its
// name.
func (w *output) blankWithin() string {
	last := len(w.flow) - 1
	if w.greek || w.notation == LaTeX && last >= 0 && strings.HasSuffix(w.flow[last].text, `\_`) {
		return "~"
	}
	return " "
}
