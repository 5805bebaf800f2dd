package tex

import (
	"strings"
)

// braces knows which brace closes which.
type braces struct {
	in   string
	ends []int32 // by the place of the opening brace, from when they are first asked for
}

// end returns the place behind the brace that closes the one at pos, or the
// place behind that one where nothing does.
func (b *braces) end(pos int) int {
	if b.ends == nil {
		b.match()
	}
	if end := int(b.ends[pos]); end > 0 {
		return end
	}
	return pos + 1
}

func (b *braces) match() {
	b.ends = make([]int32, len(b.in))
	b.matchIn(0, len(b.in), true)
}

// matchIn finds the braces of a part of the text. Those of a comment count on
// its line alone.
func (b *braces) matchIn(from, to int, comments bool) {
	var open []int
	for i := from; i < to; i++ {
		switch b.in[i] {
		case '\\':
			i++
		case '%':
			if !comments {
				continue
			}
			stop := to
			if n := strings.IndexByte(b.in[i:to], '\n'); n >= 0 {
				stop = i + n
			}
			b.matchIn(i+1, stop, false)
			i = stop
		case '{':
			open = append(open, i)
		case '}':
			if n := len(open); n > 0 {
				b.ends[open[n-1]] = int32(i + 1)
				open = open[:n-1]
			}
		}
	}
}
