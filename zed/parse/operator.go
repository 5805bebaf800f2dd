package parse

import (
	"github.com/ttf-int/ttf-int/zed"
)

// apply returns what the use of an operator means.
func (f form) apply(info zed.Info, args []zed.Expr) zed.Expr {
	ref := &zed.Ref{Info: zed.Info{Span: info.Span}, Name: f.user.Name}
	if f.user.Category == zed.GenericTemplate {
		ref.Args = args
		return ref
	}
	arg := args[0]
	if len(args) > 1 {
		arg = &zed.TupleExt{Info: info, Elems: args}
	}
	if f.user.Category == zed.RelationTemplate {
		return &zed.Op{Info: info, Op: zed.In, Args: []zed.Expr{arg, ref}}
	}
	return &zed.Apply{Info: info, Fn: ref, Arg: arg}
}

// operatorAt returns how many tokens from i on make up the name of an
// operator, words with places, such as _ ⊞ _; 0 where there is none.
func operatorAt(toks []token, i int) int {
	words, places, n := 0, 0, 0
	word := false // whether a word came last
	for ; i+n < len(toks); n++ {
		t := toks[i+n]
		switch {
		case t.kind == name && place(t.text), t.is(",") && toks[min(i+n+1, len(toks)-1)].is(","):
			places++
			if t.is(",") {
				n++
			}
			if places > 1 && !word {
				return 0
			}
			word = false
			continue
		case t.kind == name && !separator[t.text], t.kind == strange, t.kind == unknown, t.kind == mark && n > 0, t.kind == symbol && !separator[t.text]:
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

// separator are the symbols that no operator has as a word.
var separator = set("(", ")", "[", "]", "{", "}", ":", ",", ";", "|", "==", "≙", "::=", "├", "└", "where", "end", "•", ".", "/",
	"∀", "∃", "∃₁", "let", "if", "then", "else", "┌", "╒", "│")
