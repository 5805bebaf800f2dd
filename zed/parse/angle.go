package parse

import "github.com/ttf-int/ttf-int/zed"

// angles tells apart what < and > stand for in ASCII: sequence brackets,
// where < stands where an operand may start; the brackets of a constructor,
// c<<E>>, where << touches what it stands behind; the pipe >>; and otherwise
// relations. It returns the tokens with the Unicode symbols for what is meant.
func angles(toks []token, ops *table) []token {
	out := make([]token, 0, len(toks))
	var open []string
	params := -1 // where the parameters of a conjecture end, behind which a term begins
	s := splitter{toks: toks, ops: ops}
	own := ownFunctions(toks)
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		top := ""
		if len(open) > 0 {
			top = open[len(open)-1]
		}
		double := t.kind == symbol && toks[min(i+1, len(toks)-1)].is(t.text) && toks[i+1].start == t.end
		operand := len(out) > 0 && params != len(out) && ops.endsOperand(out[len(out)-1])
		if operand && t.is("<") && toks[i+1].start == t.end {
			// No function is less than something: head <1, 2> applies it.
			before := out[len(out)-1]
			_, function := zed.FunctionOf(before.text)
			operand = before.kind != name || !function || own[before.text]
		}
		switch {
		case t.kind == symbol && (i == 0 || toks[i-1].kind == newline) && heads[t.text], top != "" && s.defines(i) && s.leads(i):
			// A bracket that was never closed must not reach further.
			open = nil
		case t.is("<") && operand && double:
			t = token{symbol, "⟪", t.start, toks[i+1].end}
			i++
		case t.is("<") && !operand:
			t.text = "⟨"
		case t.is(">") && top == "⟪" && double:
			t = token{symbol, "⟫", t.start, toks[i+1].end}
			i++
		case t.is(">") && top == "⟨":
			t.text = "⟩"
		case t.is("≥") && top == "⟨" && t.end == t.start+len(">="):
			// <1>=<2>: the sequence ends, and is compared.
			out = append(out, token{symbol, "⟩", t.start, t.start + 1})
			open = open[:len(open)-1]
			t = token{symbol, "=", t.start + 1, t.end}
		case t.is(">") && double:
			t = token{symbol, "≫", t.start, toks[i+1].end}
			i++
		}
		switch {
		case t.kind == symbol && openers[t.text]:
			open = append(open, t.text)
			if n := len(out); t.is("[") && n > 0 && out[n-1].is("⊢?") {
				open[len(open)-1] = conjectureParams
			}
		case t.kind == symbol && closers[t.text] && len(open) > 0:
			if open[len(open)-1] == conjectureParams {
				params = len(out) + 1
			}
			open = open[:len(open)-1]
		}
		out = append(out, t)
	}
	return out
}

// ownFunctions returns the names of functions of the toolkit that tokens declare
// for something else.
func ownFunctions(toks []token) map[string]bool {
	own := map[string]bool{}
	for i, t := range toks {
		if _, ok := zed.FunctionOf(t.text); t.kind != name || !ok {
			continue
		}
		next, before := toks[min(i+1, len(toks)-1)], toks[max(i-1, 0)]
		own[t.text] = own[t.text] || next.is(":") || next.is("==") || next.is(",") || next.is("|") || before.is(",") || before.is("|") || before.is("::=")
	}
	return own
}

// conjectureParams stands for the bracket of the parameters of a conjecture.
const conjectureParams = "⊢? ["

// endsOperand tells whether an operand may end with the token.
func (o *table) endsOperand(t token) bool {
	switch t.kind {
	case name, number, str, mark:
		return true
	case symbol:
		f, postfix := o.postfix[t.text]
		return postfix && f.user == nil || o.closing[t.text] || closers[t.text] || constants[t.text]
	}
	return false
}
