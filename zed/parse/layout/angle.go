package layout

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// TellAngles tells apart what < and > stand for in ASCII: sequence brackets,
// where < stands where an operand may start; the brackets of a constructor,
// c<<E>>, where << touches what it stands behind; the pipe >>; and otherwise
// relations. It returns the tokens with the Unicode symbols for what is meant.
func TellAngles(toks []tokens.Token, ops *operators.Table) []tokens.Token {
	out := make([]tokens.Token, 0, len(toks))
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
		double := t.Kind == tokens.Symbol && toks[min(i+1, len(toks)-1)].Is(t.Text) && toks[i+1].Start == t.End
		operand := len(out) > 0 && params != len(out) && ops.EndsOperand(out[len(out)-1])
		if operand && t.Is("<") && toks[i+1].Start == t.End {
			// No function is less than something: head <1, 2> applies it.
			before := out[len(out)-1]
			_, function := zed.FunctionOf(before.Text)
			operand = before.Kind != tokens.Name || !function || own[before.Text]
		}
		switch {
		case t.Kind == tokens.Symbol && (i == 0 || toks[i-1].Kind == tokens.Newline) && tokens.Heads.Has(t.Text), top != "" && s.defines(i) && s.leads(i):
			// A bracket that was never closed must not reach further.
			open = nil
		case t.Is("<") && operand && double:
			t = tokens.At(tokens.Symbol, "⟪", t.Start, toks[i+1].End)
			i++
		case t.Is("<") && !operand:
			t.Text = "⟨"
		case t.Is(">") && top == "⟪" && double:
			t = tokens.At(tokens.Symbol, "⟫", t.Start, toks[i+1].End)
			i++
		case t.Is(">") && top == "⟨":
			t.Text = "⟩"
		case t.Is("≥") && top == "⟨" && t.End == t.Start+len(">="):
			// <1>=<2>: the sequence ends, and is compared.
			out = append(out, tokens.At(tokens.Symbol, "⟩", t.Start, t.Start+1))
			open = open[:len(open)-1]
			t = tokens.At(tokens.Symbol, "=", t.Start+1, t.End)
		case t.Is(">") && double:
			t = tokens.At(tokens.Symbol, "≫", t.Start, toks[i+1].End)
			i++
		}
		switch {
		case t.Kind == tokens.Symbol && tokens.Openers.Has(t.Text):
			open = append(open, t.Text)
			if n := len(out); t.Is("[") && n > 0 && out[n-1].Is("⊢?") {
				open[len(open)-1] = conjectureParams
			}
		case t.Kind == tokens.Symbol && tokens.Closers.Has(t.Text) && len(open) > 0:
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
func ownFunctions(toks []tokens.Token) map[string]bool {
	own := map[string]bool{}
	for i, t := range toks {
		if _, ok := zed.FunctionOf(t.Text); t.Kind != tokens.Name || !ok {
			continue
		}
		next, before := toks[min(i+1, len(toks)-1)], toks[max(i-1, 0)]
		own[t.Text] = own[t.Text] || next.Is(":") || next.Is("==") || next.Is(",") || next.Is("|") || before.Is(",") || before.Is("|") || before.Is("::=")
	}
	return own
}

// conjectureParams stands for the bracket of the parameters of a conjecture.
const conjectureParams = "⊢? ["
