package parse

import "strings"

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
	toks  []token
	out   [][]token
	first int // of the paragraph being read; -1: none
	begun bool
	box   box
	depth int // of open brackets
	// pending is how many binders have no body yet, in the innermost brackets;
	// outer, in those around them.
	pending int
	outer   []int
	ops     *table
	latex   bool // whether indentation means nothing, since an environment or mark begins paragraphs
}

func (s *splitter) all() {
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
	for stop > s.first && s.toks[stop-1].kind == newline {
		stop--
	}
	for s.latex && stop > s.first+1 && s.toks[stop-1].kind == symbol && strings.Contains(".,;", s.toks[stop-1].text) {
		stop-- // a full stop behind a formula
	}
	p := append([]token(nil), s.toks[s.first:stop]...)
	at := s.toks[stop-1].end
	s.out = append(s.out, append(p, token{kind: end, start: at, end: at}))
	s.begun, s.box, s.depth, s.pending, s.outer = false, noBox, 0, 0, nil
}

func (s *splitter) token(i int) {
	t := s.toks[i]
	if t.kind == newline || t.kind == end {
		return
	}
	lineStart := i == 0 || s.toks[i-1].kind == newline
	if s.begun && (lineStart && s.starts(i) || s.latex && s.opens(i)) {
		s.cut(i)
	}
	if s.depth == 0 && s.box == noBox && (t.is("&") || s.latex && t.is(";") && s.pending == 0 && s.defines(i+1)) {
		s.cut(i)
		return
	}
	if !s.begun {
		s.first, s.begun = i, true
		switch {
		case t.is("│"):
			s.box = lineBox
		case t.is("┌"), t.is("╒"), t.is("schema"), t.is("axiom"):
			s.box = frameBox
		}
	}
	switch {
	case t.kind != symbol:
	case openers[t.text]:
		s.depth++
		s.outer = append(s.outer, s.pending)
		s.pending = 0
	case closers[t.text]:
		s.depth = max(0, s.depth-1)
		if n := len(s.outer); n > 0 {
			s.pending, s.outer = s.outer[n-1], s.outer[:n-1]
		}
	case binders[t.text] && t.text != "if":
		s.pending++
	case t.text == "•":
		s.pending = max(0, s.pending-1)
	case (t.text == "└" || t.text == "end") && s.box != noBox:
		s.cut(i + 1)
	}
}

// starts tells whether token i, the first of its line, begins a paragraph
// while another is being read.
func (s *splitter) starts(i int) bool {
	t, before := s.toks[i], s.before(i)
	switch {
	case s.latex && (s.pending > 0 || t.is("⊢?") && s.premise()):
		return false
	case t.kind == symbol && heads[t.text]:
		return true
	case t.is("│"):
		return s.box == noBox || s.box == lineBox && s.toks[i-1].blank()
	case s.latex && s.toks[i-1].blank() && s.defines(i):
		return true
	case s.leads(i) && (s.defines(i) || s.template(i) || s.section(i) || titled(s.toks, i)):
		return true
	case s.ops.expectsMore(before):
		return false
	case s.box != noBox || s.depth > 0 || s.ops.goesOn(t):
		return false
	}
	if s.latex {
		return s.given(i) || s.toks[i-1].blank()
	}
	return s.given(i) || s.column(i) <= s.column(s.first)
}

// opens tells whether a paragraph begins at token i of a LaTeX environment,
// where it is the first on its line of the document.
func (s *splitter) opens(i int) bool {
	if s.depth > 0 || i == 0 || s.box != noBox || s.pending > 0 {
		return false
	}
	before := s.toks[i-1]
	if before.kind == newline || s.ops.expectsMore(before) || s.toks[i].is("⊢?") && (s.premise() || s.given(s.first)) {
		return false
	}
	head := s.toks[i].kind == symbol && heads[s.toks[i].text]
	return (head || s.defines(i) || s.template(i) || before.is("]") && s.given(i)) && lineStart(s.in, s.toks[i].start)
}

// premise tells whether the paragraph being read can be what a conjecture
// assumes: D | P ⊢ Q.
func (s *splitter) premise() bool {
	return s.begun && !s.defines(s.first) && !s.given(s.first) && !s.template(s.first) && !s.toks[s.first].is("⊢?")
}

// template tells whether an operator template begins at token i.
func (s *splitter) template(i int) bool {
	t := s.toks[i]
	return t.kind == name && categories[t.text] != nil && (s.toks[i+1].kind == number || s.toks[i+1].is("("))
}

// section tells whether the head of a section begins at token i.
func (s *splitter) section(i int) bool {
	if t := s.toks[i]; t.kind != name || t.text != "section" || s.toks[i+1].kind != name || s.toks[i+1].text == "parents" {
		return false
	}
	behind := s.toks[i+2]
	return behind.kind == newline || behind.kind == end || behind.kind == name && behind.text == "parents"
}

// before returns the token at the end of the line above that of token i, the
// first of its line.
func (s *splitter) before(i int) token {
	if i > 1 {
		return s.toks[i-2]
	}
	return token{}
}

// leads tells whether token i is the first of its line and the line above
// does not call for an equation, as a let or a binding does.
func (s *splitter) leads(i int) bool {
	if i > 0 && s.toks[i-1].kind != newline {
		return false
	}
	t := s.before(i)
	return !t.is(";") && !t.is(",") && !t.is("let") && !openers[t.text]
}

// defines tells whether a definition begins at token i: name, parameters, ==.
// A word of the notation counts as a name: that it is none is reported there.
func (s *splitter) defines(i int) bool {
	if i >= len(s.toks) {
		return false
	}
	if s.pattern(i) > 0 || s.namesOperator(i) > 0 {
		return true
	}
	if _, size := letter(s.toks[i].text); s.toks[i].kind != name && (s.toks[i].kind != symbol || size == 0) {
		return false
	}
	i++
	if s.toks[i].is("[") {
		i = s.idents(i + 1)
		if !s.toks[i].is("]") {
			return false
		}
		i++
	}
	t := s.toks[i]
	return t.is("==") || t.is("≙") || t.is("::=")
}

// pattern returns how many tokens the definition of a generic operator begins
// with, X ⊞ Y ==; 0 where none begins at token i.
func (s *splitter) pattern(i int) int {
	n := 0
	for n < 4 && i+n < len(s.toks) && !s.toks[i+n].is("==") && !s.toks[i+n].is("≙") {
		n++
	}
	if i+n >= len(s.toks) || n == 4 {
		return 0
	}
	t := s.toks[i : i+n]
	switch {
	case n == 3 && t[0].kind == name && s.operator(t[1]) && t[2].kind == name,
		n == 2 && t[0].kind == name && s.operator(t[1]),
		n == 2 && s.operator(t[0]) && t[1].kind == name:
		return n
	}
	return 0
}

// namesOperator returns how many tokens stand before == where an operator is defined
// by its name, with or without parentheses: (_ ⊞ _)[X] ==; 0 where none is.
func (s *splitter) namesOperator(i int) int {
	start, shut := i, s.toks[i].is("(")
	if shut {
		i++
	}
	n := operatorAt(s.toks, i)
	if constants[s.toks[i].text] && !shut {
		n = 1
	}
	if n == 0 {
		return 0
	}
	i += n
	if shut && !s.toks[i].is(")") {
		return 0
	}
	if shut {
		i++
	}
	if s.toks[i].is("[") {
		if i = s.idents(i + 1); !s.toks[i].is("]") {
			return 0
		}
		i++
	}
	if s.toks[i].is("==") || s.toks[i].is("≙") {
		return i - start
	}
	return 0
}

// operator tells whether a token is the word of an operator.
func (s *splitter) operator(t token) bool {
	if t.kind == strange || t.kind == unknown {
		return true
	}
	return t.kind == symbol && s.ops.has(t.text)
}

// given tells whether token i begins a line that holds [A, B] and no more.
func (s *splitter) given(i int) bool {
	if !s.toks[i].is("[") {
		return false
	}
	i = s.idents(i + 1)
	if !s.toks[i].is("]") {
		return false
	}
	next := s.toks[i+1]
	return next.kind == newline || next.kind == end || s.latex && lineStart(s.in, next.start)
}

// idents returns the index behind a list of names on one line.
func (s *splitter) idents(i int) int {
	for s.toks[i].kind == name && s.toks[i+1].is(",") {
		i += 2
	}
	if s.toks[i].kind == name {
		i++
	}
	return i
}

// column returns how far token i is from the start of its line, in bytes.
func (s *splitter) column(i int) int {
	at := s.toks[i].start
	return at - strings.LastIndexByte(s.in[:at], '\n') - 1
}

// layouter drops the newlines that mean nothing.
type layouter struct {
	ops *table
	// separate says whether newlines outside all brackets mean something;
	// latex, whether those in parentheses and braces do.
	separate, latex bool
}

// layout drops the newlines that mean nothing: inside brackets other than
// those of schemas, and next to a symbol that shows that the term goes on;
// outside all brackets it keeps them only where separate is set. It also
// drops the left margin of boxes, and tells the closure R* from the product.
func (l layouter) layout(toks []token) []token {
	out := make([]token, 0, len(toks))
	var open []string
	pending := []int{0} // binders without a body yet, by bracket
	for i, t := range toks {
		if l.latex && t.kind == symbol {
			switch top := &pending[len(pending)-1]; {
			case binders[t.text] && t.text != "if":
				*top++
			case t.text == "•":
				*top = 0
			case openers[t.text]:
				pending = append(pending, 0)
			case closers[t.text] && len(pending) > 1:
				pending = pending[:len(pending)-1]
			}
		}
		switch {
		case t.kind == newline:
			significant := l.separate || pending[len(pending)-1] > 0
			if n := len(open); n > 0 {
				significant = open[n-1] == "[" || l.latex && (open[n-1] == "(" || open[n-1] == "{")
			}
			before := token{}
			if len(out) > 0 {
				before = out[len(out)-1]
			}
			if !significant || l.ops.expectsMore(before) || l.ops.goesOn(following(toks, i)) {
				continue
			}
		case t.is("│") && (i == 0 || toks[i-1].kind == newline):
			if i > 0 {
				continue
			}
		case t.is("*") && l.closure(toks, i):
			t.text = "⁎"
		case t.kind == symbol && openers[t.text]:
			open = append(open, t.text)
		case t.kind == symbol && closers[t.text] && len(open) > 0:
			open = open[:len(open)-1]
		}
		out = append(out, t)
	}
	return out
}

// following returns the token behind the newline at i and the margin of a box.
func following(toks []token, i int) token {
	i++
	for toks[i].is("│") || toks[i].kind == newline {
		i++
	}
	return toks[i]
}

// closure tells whether * at token i is the closure of a relation: no operand
// follows, or it touches what it stands behind and not what follows.
func (l layouter) closure(toks []token, i int) bool {
	next := toks[i+1]
	touches := i > 0 && toks[i-1].end == toks[i].start && toks[i-1].kind != number
	if l.ops.words["*"] {
		return false
	}
	if next.kind == newline {
		return touches
	}
	if touches && next.start > toks[i].end && next.kind != number {
		return true
	}
	_, prefix := l.ops.prefix[next.text]
	return !(l.ops.startsArgument(next) || next.kind == symbol && (prefix || constants[next.text] || binders[next.text] || next.text == "["))
}
