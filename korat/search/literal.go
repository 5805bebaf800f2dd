package search

import "strings"

// FieldText is a field in the literal of a struct, with its own literal.
type FieldText struct{ Name, Text string }

// Fields returns the fields of the literal of a struct, as {x: 1, at: {y: "a, b"}}; none where it is not one.
func Fields(text string) []FieldText {
	if !strings.HasPrefix(text, "{") || !strings.HasSuffix(text, "}") {
		return nil
	}
	var out []FieldText
	for rest := text[1 : len(text)-1]; rest != ""; {
		name, behind, _ := strings.Cut(rest, ": ")
		end := endOfLiteral(behind)
		out = append(out, FieldText{name, behind[:end]})
		rest = strings.TrimPrefix(behind[end:], ", ")
	}
	return out
}

// endOfLiteral returns where the comma behind a literal is, or where the text ends: not in a string, nor in braces.
func endOfLiteral(text string) int {
	depth, quote := 0, byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == '\\' && quote != '`' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '`' || c == '\'':
			quote = c
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ',' && depth == 0:
			return i
		}
	}
	return len(text)
}
