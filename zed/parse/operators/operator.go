package operators

import (
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
		case t.Kind == tokens.Name && !Separator.Has(t.Text), t.Kind == tokens.Strange, t.Kind == tokens.Unknown, t.Kind == tokens.Mark && n > 0, t.Kind == tokens.Symbol && !Separator.Has(t.Text):
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

// Separator are the symbols that no operator has as a word.
var Separator = tokens.Set("(", ")", "[", "]", "{", "}", ":", ",", ";", "|", "==", "≙", "::=", "├", "└", "where", "end", "•", ".", "/",
	"∀", "∃", "∃₁", "let", "if", "then", "else", "┌", "╒", "│")
