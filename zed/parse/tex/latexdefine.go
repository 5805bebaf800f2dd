package tex

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/ttf-int/ttf-int/zed/parse/plain"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// Macros are the macros that the documents of a project define.
type Macros struct {
	defined map[string]*macro
	raised  map[string]bool // names with a superscript that are declared, as name^superscript
}

// macro is a macro that a document defines.
type macro struct {
	body   string
	params int
	// directive says that it was defined by a directive for Z, which goes
	// before the toolkit; definitions for TeX give way to it.
	directive bool
}

// NewMacros returns no macros.
func NewMacros() *Macros {
	return &Macros{defined: map[string]*macro{}, raised: map[string]bool{}}
}

// ownMacro returns the meaning that a directive gives a macro, or nil.
func (m *Macros) ownMacro(name string) *macro {
	if d := m.defined[name]; d != nil && d.directive {
		return d
	}
	return nil
}

// wordDirectives are the directives that make a macro a word or a character.
var wordDirectives = tokens.Set("Zchar", "Zinchar", "Zprechar", "Zpostchar", "Zword", "Zinword", "Zpreword",
	"Zpostword")

// directive takes over a line %%Zword \macro meaning.
func (m *Macros) directive(kind, rest string) {
	if !wordDirectives.Has(kind) {
		return
	}
	rest = strings.TrimSpace(rest)
	if !strings.HasPrefix(rest, `\`) {
		return
	}
	name := macroAt(rest, 0)
	body := strings.TrimSpace(rest[len(name):])
	if strings.HasSuffix(kind, "char") {
		r, ok := codePoint(body)
		if !ok {
			return
		}
		body = string(r)
	}
	if known, ok := latexSymbols[name]; ok && saysKnown(known, body) {
		return
	}
	if greek[name] != "" && body == greek[name] || latexBreaks[name] != "" && latexBreaks[body] != "" {
		return
	}
	if _, blank := latexBlank[name]; blank && strings.Trim(body, "{}") == "" {
		return
	}
	m.defined[name] = &macro{body: body, directive: true}
}

// raise takes over the names with a superscript that a part of a document
// declares: x^{new} stands before a colon or a definition.
func (m *Macros) raise(b *braces, from, to int) {
	for i := from; i < to; i++ {
		if b.in[i] != '^' {
			continue
		}
		start := i
		for start > from && latinLetter(b.in[start-1]) {
			start--
		}
		content, behind := i+1, i+2
		if content < to && b.in[content] == '{' {
			behind = b.end(content)
			content++
		}
		word := strings.TrimSuffix(b.in[min(content, to):min(behind, to)], "}")
		rest := b.in[min(tokens.SkipSpace(b.in, behind), to):to]
		declares := strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "==") || strings.HasPrefix(rest, `\defs`)
		if start < i && tokens.IsWord(word) && declares {
			m.raised[b.in[start:i]+"^"+word] = true
		}
	}
}

// ignore makes a macro mean nothing.
func (m *Macros) ignore(name string) {
	if strings.HasPrefix(name, `\`) {
		m.defined[name] = &macro{directive: true}
	}
}

// saysKnown tells whether a directive says of a symbol what is known.
func saysKnown(known, body string) bool {
	return body == known || plain.Spellings[body] == known || latexSymbols[body] == known ||
		strings.Trim(body, "{}") == known
}

// codePoint reads a character written U+22A2 or U-0001D53D.
func codePoint(s string) (rune, bool) {
	s, _, _ = strings.Cut(s, " ")
	if len(s) < 3 || s[0] != 'U' {
		return 0, false
	}
	n, err := strconv.ParseInt(s[2:], 16, 32)
	if err != nil || n > unicode.MaxRune || n < 0x20 {
		return 0, false
	}
	return rune(n), true
}

// definers are the macros that define macros.
var definers = tokens.Set(`\newcommand`, `\renewcommand`, `\providecommand`, `\def`, `\let`, `\DeclareMathOperator`,
	`\newcommand*`)

// define takes over the definition that stands at a place, and returns where
// it ends.
func (m *Macros) define(b *braces, pos int) int {
	in := b.in
	kind := macroAt(in, pos)
	pos = tokens.SkipSpace(in, pos+len(kind))
	if strings.HasPrefix(in[pos:], "*") {
		pos = tokens.SkipSpace(in, pos+1)
	}
	braced := strings.HasPrefix(in[pos:], "{")
	if braced {
		pos = tokens.SkipSpace(in, pos+1)
	}
	if !strings.HasPrefix(in[pos:], `\`) {
		return pos
	}
	name := macroAt(in, pos)
	pos = tokens.SkipSpace(in, pos+len(name))
	if braced {
		if !strings.HasPrefix(in[pos:], "}") {
			return pos
		}
		pos = tokens.SkipSpace(in, pos+1)
	}
	d := &macro{}
	for strings.HasPrefix(in[pos:], "[") {
		stop := tokens.OptionEnd(in, pos)
		if stop == 0 {
			return pos
		}
		if n, err := strconv.Atoi(in[pos+1 : stop-1]); err == nil {
			d.params = n
		}
		pos = tokens.SkipSpace(in, stop)
	}
	for strings.HasPrefix(in[pos:], "#") && pos+1 < len(in) {
		d.params++
		pos += 2
	}
	if kind == `\let` {
		pos = tokens.SkipSpace(in, pos+len(in[pos:])-len(strings.TrimLeft(in[pos:], "= ")))
		if !strings.HasPrefix(in[pos:], `\`) {
			return pos
		}
		d.body = macroAt(in, pos)
		pos += len(d.body)
	} else {
		if !strings.HasPrefix(in[pos:], "{") {
			return pos
		}
		end := b.end(pos)
		d.body = in[pos+1 : max(pos+1, end-1)]
		pos = end
	}
	if old := m.defined[name]; (old == nil || !old.directive) && d.params <= 9 {
		m.defined[name] = d
	}
	return pos
}
