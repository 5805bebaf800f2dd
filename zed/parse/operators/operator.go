package operators

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// Apply returns what the use of an operator means.
func (f Form) Apply(info zed.Info, args []zed.Expr) zed.Expr {
	ref := &zed.Ref{Info: zed.Info{Span: info.Span}, Name: f.User.Name}
	if f.User.Category == zed.GenericTemplate {
		ref.Args = args
		return ref
	}
	arg := args[0]
	if len(args) > 1 {
		arg = &zed.TupleExt{Info: info, Elems: args}
	}
	if f.User.Category == zed.RelationTemplate {
		return &zed.Op{Info: info, Op: zed.In, Args: []zed.Expr{arg, ref}}
	}
	return &zed.Apply{Info: info, Fn: ref, Arg: arg}
}

// OperatorAt returns how many tokens from i on make up the name of an
// operator, words with places, such as _ ⊞ _; 0 where there is none.
func OperatorAt(toks []tokens.Token, i int) int {
	words, places, n := 0, 0, 0
	word := false // whether a word came last
	for ; i+n < len(toks); n++ {
		t := toks[i+n]
		switch {
		case t.Kind == tokens.Name && Place(t.Text), t.Is(",") && toks[min(i+n+1, len(toks)-1)].Is(","):
			places++
			if t.Is(",") {
				n++
			}
			if places > 1 && !word {
				return 0
			}
			word = false
			continue
		case Word(t) != "" && (t.Kind != tokens.Mark || n > 0):
			if word {
				return 0
			}
			words++
			word = true
			continue
		}
		break
	}
	if words == 0 || places == 0 {
		return 0
	}
	return n
}

// Word returns the word of an operator that a token spells, which is "" where it spells
// none. A macro of LaTeX spells its name, but one for a single character, such as \(, means
// something to TeX.
func Word(t tokens.Token) string {
	w := t.Text
	switch t.Kind {
	case tokens.Strange, tokens.Unknown:
		w = strings.TrimPrefix(w, `\`)
		if r, _ := utf8.DecodeRuneInString(w); w != t.Text && !unicode.IsLetter(r) && r < utf8.RuneSelf {
			return ""
		}
	case tokens.Name, tokens.Symbol, tokens.Mark:
	default:
		return ""
	}
	if Separator.Has(w) || w == "`" || strings.ContainsFunc(w, unicode.IsSpace) {
		return ""
	}
	return w
}

// Separator are the symbols that no operator has as a word.
var Separator = tokens.Set("(", ")", "[", "]", "{", "}", ":", ",", ";", "|", "==", "≙", "::=", "├", "└", "where", "end",
	"•", ".", "/",
	"∀", "∃", "∃₁", "let", "if", "then", "else", "┌", "╒", "│")
