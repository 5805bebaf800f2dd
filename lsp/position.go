package lsp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/ttf-int/ttf-int/source"
)

// endLine returns where the line at an offset of a text ends, and where the next one begins; -1 where
// it is the last. Lines end as the protocol says: with \n, \r\n or \r.
func endLine(text string, offset int) (end, next int) {
	i := strings.IndexAny(text[offset:], "\r\n")
	switch {
	case i < 0:
		return len(text), -1
	case strings.HasPrefix(text[offset+i:], "\r\n"):
		return offset + i, offset + i + 2
	}
	return offset + i, offset + i + 1
}

// positionOf returns the position of a byte offset in a text: lines count from 0, and characters
// of a line in units of UTF-16. What lies within the end of a line is at its end.
func positionOf(text string, offset int) protocol.Position {
	offset = max(0, min(offset, len(text)))
	line, start := 0, 0
	for {
		end, next := endLine(text, start)
		if next < 0 || next > offset {
			return protocol.Position{Line: uint32(line), Character: units(text[start:min(offset, end)])}
		}
		line, start = line+1, next
	}
}

// offsetOf returns the byte offset of a position in a text. A position behind the end of a line, or
// of the text, is that end.
func offsetOf(text string, at protocol.Position) int {
	offset := 0
	for range at.Line {
		_, next := endLine(text, offset)
		if next < 0 {
			return len(text)
		}
		offset = next
	}
	end, _ := endLine(text, offset)
	for left := int64(at.Character); left > 0 && offset < end; {
		c, size := utf8.DecodeRuneInString(text[offset:])
		left -= int64(max(1, utf16.RuneLen(c)))
		offset += size
	}
	return offset
}

// units returns the length of a text in units of UTF-16.
func units(text string) uint32 {
	n := 0
	for _, c := range text {
		n += max(1, utf16.RuneLen(c))
	}
	return uint32(n)
}

// edit returns a text with what is between two positions replaced.
func edit(text string, at protocol.Range, by string) string {
	start := offsetOf(text, at.Start)
	return text[:start] + by + text[max(start, offsetOf(text, at.End)):]
}

// offsetIn returns the byte offset of a place in its file.
func offsetIn(at source.Pos) int {
	text, offset := at.File.Data, 0
	for range at.Line - 1 {
		next := strings.IndexByte(text[offset:], '\n')
		if next < 0 {
			return len(text)
		}
		offset += next + 1
	}
	for range at.Column - 1 {
		_, size := utf8.DecodeRuneInString(text[offset:])
		if size == 0 {
			break
		}
		offset += size
	}
	return offset
}

// rangeOf returns the range between two places of one file.
func rangeOf(from, to source.Pos) protocol.Range {
	start := positionOf(from.File.Data, offsetIn(from))
	if to.IsValid() && to.File == from.File {
		return protocol.Range{Start: start, End: positionOf(to.File.Data, offsetIn(to))}
	}
	return protocol.Range{Start: start, End: start}
}

// spanRange returns the range of a span.
func spanRange(s source.Span) protocol.Range { return rangeOf(s.Pos(), s.EndPos()) }
