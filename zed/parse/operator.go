package parse

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed"
)

// operands reads the words and operands of a specification's operator from
// part i on; args are the operands before.
func (p *parser) operands(f form, args []zed.Expr, i int) []zed.Expr {
	for ; i < len(f.parts) && p.err == nil; i++ {
		last := i == len(f.parts)-1
		switch part := f.parts[i]; {
		case !place(part):
			p.expect(part)
		case part == ",,":
			args = append(args, p.listed(f.parts, i))
		case last:
			least := f.Level + 1
			if f.Fix == zed.FixRight || f.Fix == zed.FixPrefix {
				least = f.Level
			}
			args = append(args, p.parse(least))
		default:
			args = append(args, p.lines())
		}
	}
	p.open = nil
	if len(args) == 0 || p.err != nil {
		args = append(args, p.nothing())
	}
	return args
}

// listed reads terms with commas between them, in the place ",,": what they
// stand for is a sequence.
func (p *parser) listed(parts []string, i int) zed.Expr {
	start := p.peek()
	var elems []zed.Expr
	if i+1 == len(parts) || !p.at(parts[i+1]) {
		for {
			elems = append(elems, p.lines())
			if !p.accept(",") {
				break
			}
		}
	}
	return &zed.SeqExt{Info: p.info(start), Elems: elems}
}

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

// operatorName reads the name of an operator where it is declared or used as a
// value, if one of some symbols stands behind it.
func (p *parser) operatorName(behind ...string) (zed.Ident, bool) {
	n := operatorAt(p.toks, p.i)
	alone := 0
	if n == 0 {
		if !p.aloneAt(p.i) || behind[0] == ")" {
			return zed.Ident{}, false
		}
		n, alone = 1, 1
	}
	next := p.toks[p.i+n]
	found := false
	for _, b := range behind {
		found = found || next.is(b)
	}
	if !found {
		return zed.Ident{}, false
	}
	var parts []string
	start := p.peek()
	for range n {
		parts = append(parts, strings.TrimPrefix(p.next().text, `\`))
	}
	text := strings.ReplaceAll(strings.Join(parts, " "), ", ,", ",,")
	if alone == 1 {
		if _, prefix := p.ops.prefix[text]; prefix {
			text += " _"
		} else {
			text = "_ " + text + " _"
		}
	}
	return zed.Ident{Name: text, Span: p.since(start)}, true
}

// aloneAt tells whether token i is the symbol of an operator that is declared
// without places, as ⋃ is in ISO 13568, and # and - in fuzz.
func (p *parser) aloneAt(i int) bool {
	t := p.toks[i]
	_, prefix := p.ops.prefix[t.text]
	_, infix := p.ops.infix[t.text]
	if _, size := letter(t.text); size > 0 && !p.latex {
		return false
	}
	next := p.toks[min(i+1, len(p.toks)-1)]
	return t.kind == symbol && (prefix || infix) && (next.is(":") || next.is(","))
}

// alone tells whether the prefix operator that is next stands in the place of
// a value, as \dcat may: no operand follows.
func (p *parser) alone(f form) bool {
	next := p.peekAt(1)
	switch f.Op {
	case zed.BigUnion, zed.BigInter, zed.DistCat, zed.Card:
	default:
		return false
	}
	_, prefix := p.ops.prefix[next.text]
	return next.kind == newline || next.kind == end || next.kind == symbol && !prefix && !p.ops.startsArgument(next) && !binders[next.text] && !constants[next.text] && next.text != "["
}

// operatorValue returns an operator in the place of a value.
func (p *parser) operatorValue(info zed.Info, template string) zed.Expr {
	for _, u := range p.ops.forms {
		if u.Name == template {
			return &zed.Ref{Info: info, Name: template}
		}
	}
	if op, ok := zed.OperatorOf(template); ok {
		return &zed.OpRef{Info: info, Op: op}
	}
	if function := strings.TrimSuffix(template, " _"); function != template {
		if _, ok := zed.FunctionOf(function); ok {
			return &zed.Ref{Info: info, Name: function}
		}
	}
	return &zed.Ref{Info: info, Name: template}
}
