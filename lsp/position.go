package lsp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/ttf-int/ttf-int/source"
)

// positionOf returns the position of a byte offset in a text: lines count from 0, and characters
// of a line in units of UTF-16.
func positionOf(text string, offset int) protocol.Position {
	offset = max(0, min(offset, len(text)))
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	return protocol.Position{Line: uint32(strings.Count(text[:offset], "\n")), Character: units(text[start:offset])}
}

// offsetOf returns the byte offset of a position in a text. A position behind the end of a line, or
// of the text, is that end.
func offsetOf(text string, at protocol.Position) int {
	offset := 0
	for range at.Line {
		next := strings.IndexByte(text[offset:], '\n')
		if next < 0 {
			return len(text)
		}
		offset += next + 1
	}
	var left = int(at.Character)
	for left > 0 && offset < len(text) && text[offset] != '\n' {
		c, size := utf8.DecodeRuneInString(text[offset:])
		left -= max(1, utf16.RuneLen(c))
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

// rangeOf returns the range between two places of one file.
func rangeOf(from, to source.Pos) protocol.Range {
	at := func(p source.Pos) protocol.Position {
		line := p.File.Line(p.Line)
		column := 0
		for i := range line {
			if column++; column == p.Column {
				return protocol.Position{Line: uint32(p.Line - 1), Character: units(line[:i])}
			}
		}
		return protocol.Position{Line: uint32(p.Line - 1), Character: units(line)}
	}
	out := protocol.Range{Start: at(from), End: at(from)}
	if to.IsValid() && to.File == from.File {
		out.End = at(to)
	}
	return out
}

// spanRange returns the range of a span.
func spanRange(s source.Span) protocol.Range { return rangeOf(s.Pos(), s.EndPos()) }
