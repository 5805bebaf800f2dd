package zed

import (
	"strings"
	"unicode/utf8"
)

// pageWidth is the number of columns to which lines of printed paragraphs are broken. A
// longer word stays whole.
const pageWidth = 90

// pieceKind is what a piece of output is.
type pieceKind int8

const (
	textPiece  pieceKind = iota
	gapPiece             // a place where the line may be broken; its text is written if it is not
	openPiece            // the beginning of a group
	closePiece           // the end of a group
)

// groupStyle says how a group is broken that does not fit on the line.
type groupStyle int8

const (
	blockGroup groupStyle = iota // at all its gaps; what follows them is indented
	chainGroup                   // at all its gaps; indented no deeper than a line that the group begins
	fillGroup                    // where necessary; indented as a chainGroup
	innerGroup                   // where necessary; not indented
)

type piece struct {
	kind  pieceKind
	style groupStyle // of the group that begins here
	text  string
}

// flow is text that may be broken at its gaps, by the algorithm of Oppen's pretty
// printer (ACM TOPLAS 2(4), 1980). A group of pieces that fits on the line is not
// broken; a group that is broken inside a broken group is indented one step deeper.
type flow []piece

// formatFlat returns the text on one line.
func (f flow) formatFlat() string {
	var b strings.Builder
	for _, p := range f {
		b.WriteString(p.text)
	}
	return b.String()
}

// blank tells whether the flow ends with a blank.
func (f flow) blank() bool { return len(f) > 0 && strings.HasSuffix(f[len(f)-1].text, " ") }

// measure has the width of a flow on one line, in characters.
type measure struct {
	at []int // before each piece
	// of each opening piece: the index behind its group; of a gap: that of the next gap of
	// its group, or of its end
	stop []int
	next []int // the index of the first gap at or behind each piece
}

func (f flow) measure() measure {
	n := len(f)
	m := measure{at: make([]int, n+1), stop: make([]int, n), next: make([]int, n+1)}
	type pending struct{ open, gap int }
	stack := []pending{{-1, -1}}
	for i, p := range f {
		m.at[i+1] = m.at[i] + utf8.RuneCountInString(p.text)
		top := &stack[len(stack)-1]
		switch p.kind {
		case openPiece:
			stack = append(stack, pending{i, -1})
		case gapPiece, closePiece:
			if top.gap >= 0 {
				m.stop[top.gap] = i
			}
			top.gap = i
			if p.kind == closePiece {
				m.stop[top.open] = i + 1
				stack = stack[:len(stack)-1]
			}
		}
	}
	if gap := stack[0].gap; gap >= 0 {
		m.stop[gap] = n
	}
	m.next[n] = n
	for i := n - 1; i >= 0; i-- {
		m.next[i] = m.next[i+1]
		if f[i].kind == gapPiece {
			m.next[i] = i
		}
	}
	return m
}

// lines returns the text in lines of at most `width` characters where its gaps allow
// that, each with its indentation in steps of `step` characters. The first line is not
// indented.
func (f flow) lines(width, step int) []indented {
	m := f.measure()
	var out []indented
	var b strings.Builder
	var open []opened
	depth, used, at := 0, 0, 0
	fits := func(from, to int) bool { return used+m.at[m.next[to]]-m.at[from] <= width }
	for i, p := range f {
		outer := opened{}
		if n := len(open); n > 0 {
			outer = open[n-1]
		}
		switch p.kind {
		case openPiece:
			g := opened{style: p.style, flat: outer.flat || fits(i, m.stop[i]), depth: depth}
			begins := b.Len() == 0 && depth > 0
			if !g.flat && p.style != innerGroup && (p.style == blockGroup || !begins) {
				depth++
			}
			open = append(open, g)
		case closePiece:
			depth = outer.depth
			open = open[:len(open)-1]
		case gapPiece:
			if !outer.flat && (outer.style <= chainGroup || !fits(i, m.stop[i])) {
				out = append(out, indented{at, b.String()})
				b.Reset()
				at, used = depth, depth*step
				continue
			}
			fallthrough
		default:
			b.WriteString(p.text)
			used += m.at[i+1] - m.at[i]
		}
	}
	return append(out, indented{at, b.String()})
}

// opened is an open group of pieces.
type opened struct {
	style groupStyle
	flat  bool
	depth int // the indentation outside it
}

// indented is a line and the depth of its indentation.
type indented struct {
	depth int
	text  string
}
