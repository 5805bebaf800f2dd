package layout

import (
	"strings"

	"github.com/ttf-int/ttf-int/zed/parse/operators"
	"github.com/ttf-int/ttf-int/zed/parse/tokens"
)

// box is the kind of box that a token is in.
type box int

const (
	noBox    box = iota
	lineBox      // opened by │; it may end without └
	frameBox     // opened by ┌, ╒, schema or axiom
)

// splitter cuts tokens into paragraphs, each with its own end token and without
// the newlines around it, so that what is wrong with one paragraph cannot
// reach the next. A paragraph begins on a line of its own with what only a
// paragraph begins with, or behind a closed box, or where a line is indented
// no more than the one that the paragraph before began on.
type splitter struct {
	in    string
	toks  []tokens.Token
	out   [][]tokens.Token
	first int // of the paragraph being read; -1: none
	begun bool
	box   box
	depth int // of open brackets
	// pending is how many binders have no body yet, in the innermost brackets;
	// outer, in those around them.
	pending int
	outer   []int
	ops     *operators.Table
	latex   bool // whether indentation means nothing, since an environment or mark begins paragraphs
}

// Split cuts tokens into paragraphs; latex says that indentation means nothing.
func Split(in string, toks []tokens.Token, ops *operators.Table, latex bool) [][]tokens.Token {
	s := splitter{in: in, toks: toks, ops: ops, latex: latex}
	s.splitAll()
	return s.out
}

// DefinesAt tells whether a definition begins at token i.
func DefinesAt(toks []tokens.Token, ops *operators.Table, i int) bool {
	return (&splitter{toks: toks, ops: ops}).defines(i)
}

// PatternAt returns how many tokens the definition of a generic operator begins with at
// token i, X ⊞ Y ==; 0 where none does.
func PatternAt(toks []tokens.Token, ops *operators.Table, i int) int {
	return (&splitter{toks: toks, ops: ops}).pattern(i)
}

// OperatorNameAt returns how many tokens stand before == where an operator is defined by
// its name at token i; 0 where none is.
func OperatorNameAt(toks []tokens.Token, ops *operators.Table, i int) int {
	return (&splitter{toks: toks, ops: ops}).namesOperator(i)
}

func (s *splitter) splitAll() {
	for i := range s.toks {
		s.token(i)
	}
	s.cut(len(s.toks) - 1)
}

// cut ends the paragraph being read before token i.
func (s *splitter) cut(i int) {
	if !s.begun {
		return
	}
	stop := i
	for stop > s.first && s.toks[stop-1].Kind == tokens.Newline {
		stop--
	}
	for s.latex && stop > s.first+1 && s.toks[stop-1].Kind == tokens.Symbol &&
		strings.Contains(".,;", s.toks[stop-1].Text) {
		stop-- // a full stop behind a formula
	}
	p := append([]tokens.Token(nil), s.toks[s.first:stop]...)
	at := s.toks[stop-1].End
	s.out = append(s.out, append(p, tokens.Token{Kind: tokens.End, Start: at, End: at}))
	s.begun, s.box, s.depth, s.pending, s.outer = false, noBox, 0, 0, nil
}

func (s *splitter) token(i int) {
	t := s.toks[i]
	if t.Kind == tokens.Newline || t.Kind == tokens.End {
		return
	}
	lineStart := i == 0 || s.toks[i-1].Kind == tokens.Newline
	if s.begun && (lineStart && s.starts(i) || s.latex && s.opens(i)) {
		s.cut(i)
	}
	if s.depth == 0 && s.box == noBox && (t.Is("&") && !s.ops.Words["&"] || s.latex && t.Is(";") && s.pending == 0 &&
		s.defines(i+1)) {
		s.cut(i)
		return
	}
	if !s.begun {
		s.first, s.begun = i, true
		switch {
		case t.Is("│"):
			s.box = lineBox
		case t.Is("┌"), t.Is("╒"), t.Is("schema"), t.Is("axiom"):
			s.box = frameBox
		}
	}
	switch {
	case t.Kind != tokens.Symbol:
	case tokens.Openers.Has(t.Text):
		s.depth++
		s.outer = append(s.outer, s.pending)
		s.pending = 0
	case tokens.Closers.Has(t.Text):
		s.depth = max(0, s.depth-1)
		if n := len(s.outer); n > 0 {
			s.pending, s.outer = s.outer[n-1], s.outer[:n-1]
		}
	case tokens.Binders.Has(t.Text) && t.Text != "if":
		s.pending++
	case t.Text == "•":
		s.pending = max(0, s.pending-1)
	case (t.Text == "└" || t.Text == "end") && s.box != noBox:
		s.cut(i + 1)
	}
}

// starts tells whether token i, the first of its line, begins a paragraph
// while another is being read.
func (s *splitter) starts(i int) bool {
	t, before := s.toks[i], s.lineBefore(i)
	switch {
	case s.latex && (s.pending > 0 || t.Is("⊢?") && s.premise()):
		return false
	case t.Kind == tokens.Symbol && tokens.Heads.Has(t.Text):
		return true
	case t.Is("│"):
		return s.box == noBox || s.box == lineBox && s.toks[i-1].Blank()
	case s.latex && s.toks[i-1].Blank() && s.defines(i):
		return true
	case s.isLeading(i) && (s.defines(i) || s.template(i) || s.section(i) || tokens.TitledAt(s.toks, i)):
		return true
	case s.ops.ExpectsMore(before):
		return false
	case s.box != noBox || s.depth > 0 || s.ops.GoesOn(t):
		return false
	}
	if s.latex {
		return s.beginsGivenTypes(i) || s.toks[i-1].Blank()
	}
	return s.beginsGivenTypes(i) || s.column(i) <= s.column(s.first)
}

// opens tells whether a paragraph begins at token i of a LaTeX environment,
// where it is the first on its line of the document.
func (s *splitter) opens(i int) bool {
	if s.depth > 0 || i == 0 || s.box != noBox || s.pending > 0 {
		return false
	}
	before := s.toks[i-1]
	if before.Kind == tokens.Newline || s.ops.ExpectsMore(before) || s.toks[i].Is("⊢?") &&
		(s.premise() || s.beginsGivenTypes(s.first)) {
		return false
	}
	head := s.toks[i].Kind == tokens.Symbol && tokens.Heads.Has(s.toks[i].Text)
	return (head || s.defines(i) || s.template(i) || before.Is("]") && s.beginsGivenTypes(i)) &&
		tokens.LineStart(s.in, s.toks[i].Start)
}

// premise tells whether the paragraph being read can be what a conjecture
// assumes: D | P ⊢ Q.
func (s *splitter) premise() bool {
	return s.begun && !s.defines(s.first) && !s.beginsGivenTypes(s.first) && !s.template(s.first) &&
		!s.toks[s.first].Is("⊢?")
}

// template tells whether an operator template begins at token i.
func (s *splitter) template(i int) bool {
	t := s.toks[i]
	return t.Kind == tokens.Name && operators.Categories[t.Text] != nil && (s.toks[i+1].Kind == tokens.Number ||
		s.toks[i+1].Is("("))
}

// section tells whether the head of a section begins at token i.
func (s *splitter) section(i int) bool {
	if t := s.toks[i]; t.Kind != tokens.Name || t.Text != "section" || s.toks[i+1].Kind != tokens.Name ||
		s.toks[i+1].Text == "parents" {
		return false
	}
	behind := s.toks[i+2]
	return behind.Kind == tokens.Newline || behind.Kind == tokens.End || behind.Kind == tokens.Name &&
		behind.Text == "parents"
}

// lineBefore returns the token at the end of the line above that of token i, the
// first of its line.
func (s *splitter) lineBefore(i int) tokens.Token {
	if i > 1 {
		return s.toks[i-2]
	}
	return tokens.Token{}
}

// isLeading tells whether token i is the first of its line and the line above
// does not call for an equation, as a let or a binding does.
func (s *splitter) isLeading(i int) bool {
	if i > 0 && s.toks[i-1].Kind != tokens.Newline {
		return false
	}
	t := s.lineBefore(i)
	return !t.Is(";") && !t.Is(",") && !t.Is("let") && !tokens.Openers.Has(t.Text)
}

// defines tells whether a definition begins at token i: name, parameters, ==.
// A word of the notation counts as a name: whoever reads the definition reports it.
func (s *splitter) defines(i int) bool {
	if i >= len(s.toks) {
		return false
	}
	if s.pattern(i) > 0 || s.namesOperator(i) > 0 {
		return true
	}
	if _, size := tokens.Letter(s.toks[i].Text); s.toks[i].Kind != tokens.Name && (s.toks[i].Kind != tokens.Symbol ||
		size == 0) {
		return false
	}
	i++
	if s.toks[i].Is("[") {
		i = s.idents(i + 1)
		if !s.toks[i].Is("]") {
			return false
		}
		i++
	}
	t := s.toks[i]
	return t.Is("==") || t.Is("≙") || t.Is("::=")
}

// pattern returns how many tokens the definition of a generic operator begins
// with, X ⊞ Y ==; 0 where none begins at token i.
func (s *splitter) pattern(i int) int {
	n := 0
	for n < 4 && i+n < len(s.toks) && !s.toks[i+n].Is("==") && !s.toks[i+n].Is("≙") {
		n++
	}
	if i+n >= len(s.toks) || n == 4 {
		return 0
	}
	t := s.toks[i : i+n]
	switch {
	case n == 3 && t[0].Kind == tokens.Name && s.operator(t[1]) && t[2].Kind == tokens.Name,
		n == 2 && t[0].Kind == tokens.Name && s.operator(t[1]),
		n == 2 && s.operator(t[0]) && t[1].Kind == tokens.Name:
		return n
	}
	return 0
}

// namesOperator returns how many tokens stand before == where an operator is defined
// by its name, with or without parentheses: (_ ⊞ _)[X] ==; 0 where none is.
func (s *splitter) namesOperator(i int) int {
	start, shut := i, s.toks[i].Is("(")
	if shut {
		i++
	}
	n := operators.OperatorAt(s.toks, i)
	if tokens.Constants.Has(s.toks[i].Text) && !shut {
		n = 1
	}
	if n == 0 {
		return 0
	}
	i += n
	if shut && !s.toks[i].Is(")") {
		return 0
	}
	if shut {
		i++
	}
	if s.toks[i].Is("[") {
		if i = s.idents(i + 1); !s.toks[i].Is("]") {
			return 0
		}
		i++
	}
	if s.toks[i].Is("==") || s.toks[i].Is("≙") {
		return i - start
	}
	return 0
}

// operator tells whether a token is the word of an operator.
func (s *splitter) operator(t tokens.Token) bool {
	if t.Kind == tokens.Strange || t.Kind == tokens.Unknown {
		return true
	}
	return t.Kind == tokens.Symbol && s.ops.Has(t.Text)
}

// beginsGivenTypes tells whether token i begins a line that holds [A, B] and no more.
func (s *splitter) beginsGivenTypes(i int) bool {
	if !s.toks[i].Is("[") {
		return false
	}
	i = s.idents(i + 1)
	if !s.toks[i].Is("]") {
		return false
	}
	next := s.toks[i+1]
	return next.Kind == tokens.Newline || next.Kind == tokens.End || s.latex && tokens.LineStart(s.in, next.Start)
}

// idents returns the index behind a list of names on one line.
func (s *splitter) idents(i int) int {
	for s.toks[i].Kind == tokens.Name && s.toks[i+1].Is(",") {
		i += 2
	}
	if s.toks[i].Kind == tokens.Name {
		i++
	}
	return i
}

// column returns how far token i is from the start of its line, in bytes.
func (s *splitter) column(i int) int {
	at := s.toks[i].Start
	return at - strings.LastIndexByte(s.in[:at], '\n') - 1
}

// layouter drops the newlines that mean nothing.
type layouter struct {
	ops *operators.Table
	// separate says whether newlines outside all brackets mean something;
	// latex, whether those in parentheses and braces do.
	separate, latex bool
}

// DropNewlines drops the newlines that mean nothing: where separate is not set, those outside
// all brackets too. latex says that those in parentheses and braces mean something.
func DropNewlines(toks []tokens.Token, ops *operators.Table, separate, latex bool) []tokens.Token {
	return layouter{ops: ops, separate: separate, latex: latex}.layout(toks)
}

// layout drops the newlines that mean nothing: inside brackets other than
// those of schemas, and next to a symbol that shows that the term goes on;
// outside all brackets it keeps them only where separate is set. It also
// drops the left margin of boxes, and tells the closure R* from the product.
func (l layouter) layout(toks []tokens.Token) []tokens.Token {
	out := make([]tokens.Token, 0, len(toks))
	var open []string
	pending := []int{0} // binders without a body yet, by bracket
	for i, t := range toks {
		if l.latex && t.Kind == tokens.Symbol {
			switch top := &pending[len(pending)-1]; {
			case tokens.Binders.Has(t.Text) && t.Text != "if":
				*top++
			case t.Text == "•":
				*top = 0
			case tokens.Openers.Has(t.Text):
				pending = append(pending, 0)
			case tokens.Closers.Has(t.Text) && len(pending) > 1:
				pending = pending[:len(pending)-1]
			}
		}
		switch {
		case t.Kind == tokens.Newline:
			significant := l.separate || pending[len(pending)-1] > 0
			if n := len(open); n > 0 {
				significant = open[n-1] == "[" || l.latex && (open[n-1] == "(" || open[n-1] == "{")
			}
			before := tokens.Token{}
			if len(out) > 0 {
				before = out[len(out)-1]
			}
			if !significant || l.ops.ExpectsMore(before) || l.ops.GoesOn(tokenBehind(toks, i)) {
				continue
			}
		case t.Is("│") && (i == 0 || toks[i-1].Kind == tokens.Newline):
			if i > 0 {
				continue
			}
		case t.Is("*") && l.closure(toks, i):
			t.Text = "⁎"
		case t.Kind == tokens.Symbol && tokens.Openers.Has(t.Text):
			open = append(open, t.Text)
		case t.Kind == tokens.Symbol && tokens.Closers.Has(t.Text) && len(open) > 0:
			open = open[:len(open)-1]
		}
		out = append(out, t)
	}
	return out
}

// tokenBehind returns the token behind the newline at i and the margin of a box.
func tokenBehind(toks []tokens.Token, i int) tokens.Token {
	i++
	for toks[i].Is("│") || toks[i].Kind == tokens.Newline {
		i++
	}
	return toks[i]
}

// closure tells whether * at token i is the closure of a relation: no operand
// follows, or it touches what it stands behind and not what follows.
func (l layouter) closure(toks []tokens.Token, i int) bool {
	next := toks[i+1]
	touches := i > 0 && toks[i-1].End == toks[i].Start && toks[i-1].Kind != tokens.Number
	if l.ops.Words["*"] {
		return false
	}
	if next.Kind == tokens.Newline {
		return touches
	}
	if touches && next.Start > toks[i].End && next.Kind != tokens.Number {
		return true
	}
	_, prefix := l.ops.Prefix[next.Text]
	return !(l.ops.StartsArgument(next) || next.Kind == tokens.Symbol && (prefix || tokens.Constants.Has(next.Text) ||
		tokens.Binders.Has(next.Text) || next.Text == "["))
}
