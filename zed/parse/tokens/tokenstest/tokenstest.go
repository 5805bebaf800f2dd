package tokenstest

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// prefixes say of which kind tokens are, apart from symbols.
var prefixes = map[tokens.Kind]string{
	tokens.Name: "n:", tokens.Number: "#", tokens.Str: "s:", tokens.Mark: "m:", tokens.Bad: "bad:",
	tokens.Strange: "strange:",
	tokens.Unknown: "unknown:", tokens.Underlined: "under:",
}

// Shown returns tokens in one line: symbols as they are, others behind their kind, ↵ for a
// newline and ¶ for one that holds an empty line. The end token is not shown.
func Shown(toks []tokens.Token) string {
	var parts []string
	for _, t := range toks {
		switch {
		case t.Kind == tokens.End:
		case t.Blank():
			parts = append(parts, "¶")
		case t.Kind == tokens.Newline:
			parts = append(parts, "↵")
		default:
			parts = append(parts, prefixes[t.Kind]+t.Text)
		}
	}
	return strings.Join(parts, " ")
}

// Misplaced returns the first token that does not lie in a text of some length behind those
// before it, or nil. Tokens that a macro of LaTeX stands for share a place.
func Misplaced(toks []tokens.Token, length int) *tokens.Token {
	last := 0
	for i, t := range toks {
		if t.Start < last || t.End < t.Start || t.End > length {
			return &toks[i]
		}
		last = t.Start
	}
	return nil
}
