package layout

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// TellAngles tells apart what < and > stand for in ASCII: sequence brackets,
// where < stands where an operand may start, or before terms that nothing but a
// sequence holds: f <1, 2>; the brackets of a constructor, c<<E>>, where << stands
// in a free type; the pipe >>; and otherwise relations. It returns the tokens with
// the Unicode symbols for what is meant.
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
		constructs := operand && double && t.Is("<") && branch(out, len(out)-1)
		if operand && t.Is("<") && !constructs {
			operand = !s.applies(i, own)
		}
		switch {
		case t.Kind == tokens.Symbol && (i == 0 || toks[i-1].Kind == tokens.Newline) && tokens.Heads.Has(t.Text),
			top != "" && s.defines(i) && s.isLeading(i):
			// A bracket that was never closed must not reach further.
			open = nil
		case constructs:
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

// applies tells whether the sequence that < at token i begins is what the operand before is
// applied to.
func (s *splitter) applies(i int, own map[string]bool) bool {
	before, behind := s.toks[i-1], s.toks[i+1]
	if _, function := zed.FunctionOf(before.Text); before.Kind == tokens.Name && function && !own[before.Text] &&
		behind.Start == s.toks[i].End {
		return true // no function is less than something
	}
	return s.sequence(i, i+maxAhead) > 0
}

// maxAhead is how many tokens behind < are looked at to tell what it is.
const maxAhead = 100

// sequence returns where the sequence ends that < at token i begins behind an operand, or 0
// where it is a relation. Commas stand in a sequence alone; without one, a < b > c is a chain
// of relations, so that nothing may stand behind > that it could be compared with.
func (s *splitter) sequence(i, most int) int {
	depth, level, commas := 0, 0, false
	for j := i + 1; j < min(most, len(s.toks)-1); j++ {
		t := s.toks[j]
		switch {
		case t.Kind == tokens.Newline, t.Kind == tokens.Bad, t.Kind != tokens.Symbol:
		case tokens.Openers.Has(t.Text):
			depth++
		case tokens.Closers.Has(t.Text):
			if depth--; depth < 0 {
				return 0
			}
		case depth > 0:
		case t.Is(","):
			commas = commas || level == 0
		case t.Is("<") && !s.ops.EndsOperand(s.toks[j-1]):
			level++
		case t.Is("<"):
			if j = s.sequence(j, most); j == 0 {
				return 0
			}
		case level > 0 && t.Is(">"):
			level--
		case t.Is(">"):
			if commas || s.closes(j+1) {
				return j
			}
			return 0
		case t.Is("≥") && t.End == t.Start+len(">="):
			if level == 0 && commas {
				return j
			}
			if level--; level < 0 {
				return 0
			}
		case s.isLoose(t):
			return 0
		}
	}
	return 0
}

// closes tells whether no operand begins at token i, so that > before it compares nothing.
func (s *splitter) closes(i int) bool {
	t := s.toks[i]
	if t.Kind != tokens.Symbol {
		return t.Kind == tokens.Newline || t.Kind == tokens.End
	}
	_, prefix := s.ops.Prefix[t.Text]
	return !prefix && s.ops.GoesOn(t)
}

// isLoose tells whether a symbol binds no tighter than a relation, or separates: no element of
// a sequence holds it outside brackets.
func (s *splitter) isLoose(t tokens.Token) bool {
	f, infix := s.ops.Infix[t.Text]
	return infix && f.Level <= zed.LevelRelation || !infix && (tokens.Followers.Has(t.Text) ||
		tokens.Leaders.Has(t.Text)) && !t.Is(".")
}

// branch tells whether the name at token i is a branch of a free type.
func branch(toks []tokens.Token, i int) bool {
	depth := 0
	for i--; i >= 0; i-- {
		switch t := toks[i]; {
		case t.Is("⟫"):
			depth++
		case t.Is("⟪"):
			depth--
		case depth > 0, t.Kind == tokens.Name, t.Kind == tokens.Newline, t.Is("|"), t.Is("│"):
		default:
			return t.Is("::=")
		}
	}
	return false
}

// ownFunctions returns the names of functions of the toolkit that tokens declare
// for something else.
func ownFunctions(toks []tokens.Token) map[string]bool {
	own := map[string]bool{}
	for i, t := range toks {
		if _, ok := zed.FunctionOf(t.Text); t.Kind == tokens.Name && ok {
			own[t.Text] = own[t.Text] || declares(toks, i)
		}
	}
	return own
}

// declares tells whether the name at token i stands where it is declared or defined.
func declares(toks []tokens.Token, i int) bool {
	j := i + 1
	for j+1 < len(toks) && toks[j].Is(",") && toks[j+1].Kind == tokens.Name {
		j += 2
	}
	next := toks[min(j, len(toks)-1)]
	return next.Is(":") || toks[min(i+1, len(toks)-1)].Is("==") || branch(toks, i)
}

// conjectureParams stands for the bracket of the parameters of a conjecture.
const conjectureParams = "⊢? ["
