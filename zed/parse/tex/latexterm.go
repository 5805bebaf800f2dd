package tex

import (
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed/parse/pieces"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// IsDocument tells whether a text is LaTeX: its file is a .tex file, or it has an
// environment of Z.
func IsDocument(t *source.Text) bool {
	if strings.HasSuffix(t.File.Name, ".tex") && t.Value == t.File.Data {
		return true
	}
	for rest := t.Value; ; {
		i := strings.Index(rest, `\begin`)
		if i < 0 {
			return false
		}
		rest = rest[i+len(`\begin`):]
		name := rest
		if stop := tokens.OptionEnd(name, 0); stop > 0 {
			name = name[stop:]
		}
		name, _, _ = strings.Cut(strings.TrimPrefix(name[:min(len(name), tokens.MaxOption)], "{"), "}")
		if _, known := environments[name]; known {
			return true
		}
	}
}

func readerOf(t *source.Text, m *Macros) *latexReader {
	return &latexReader{text: t, in: t.Value, macros: m, braces: &braces{in: t.Value}, endless: map[string]bool{}}
}

// ScanMacros takes over what a document says of macros.
func ScanMacros(t *source.Text, m *Macros) { readerOf(t, m).scan() }

// Read takes a document apart. The macros are those of all documents.
func Read(t *source.Text, m *Macros) pieces.Document {
	r := readerOf(t, m)
	r.lexing = true
	r.scan()
	return r.found
}

// InputsOf returns the names of the files that a document reads.
func InputsOf(t *source.Text) []tokens.Token {
	r := readerOf(t, NewMacros())
	r.scan()
	return r.inputs
}

// LexTerm returns the tokens of a text that is one term or schema text.
func LexTerm(t *source.Text) []tokens.Token {
	r := readerOf(t, NewMacros())
	return append(r.lex(0, len(t.Value)), tokens.EndAt(len(t.Value)))
}

// IsTerm tells whether a term is written in LaTeX: it has a macro of it,
// outside string literals.
func IsTerm(text string) bool {
	for i := 0; i < len(text); {
		switch text[i] {
		case '"':
			if stop := tokens.StringEnd(text, i); stop > 0 {
				i = stop
				continue
			}
		case '\\':
			macro := macroAt(text, i)
			_, blank := latexBlank[macro]
			if _, known := latexSymbols[macro]; known || greek[macro] != "" || macro == `\{` &&
				strings.Contains(text, `\}`) || macro == `\_` || blank && len(macro) > 2 {
				return true
			}
			i += len(macro)
			continue
		}
		i++
	}
	return false
}

// KnownMacros returns the macros that have a meaning.
func KnownMacros() []string {
	var out []string
	for m := range latexSymbols {
		out = append(out, m)
	}
	slices.Sort(out)
	return out
}
