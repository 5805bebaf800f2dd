package language

import (
	"slices"

	"github.com/ttf-int/ttf-int/source"
)

// maxDepth is how deep terms may be nested, so that whoever walks them need not count.
const maxDepth = 200

// levelOf returns how tightly a binary operator binds; 0: it is not one.
func levelOf(op string) int {
	switch op {
	case "or":
		return 1
	case "and":
		return 2
	case "=", "≠", "<", "≤", ">", "≥":
		return levelCompare
	case "+", "-":
		return 5
	case "*":
		return 6
	}
	return 0
}

const (
	levelNot     = 3
	levelCompare = 4
	levelPrimary = 7
)

// readTerm reads a term.
func (p *parser) readTerm() Term {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("terms are nested at most %d deep", maxDepth)
	}
	if !p.at("if") {
		return p.readBinary(1)
	}
	start := p.next().span
	c := p.readTerm()
	p.expect("then")
	a := p.readTerm()
	p.expect("else")
	b := p.readTerm()
	return &If{c, a, b, start.ExtendTo(b.At())}
}

// readBinary reads a term whose operators bind at least this tightly.
func (p *parser) readBinary(level int) Term {
	var left Term
	if p.at("not") && level <= levelNot {
		start := p.next().span
		arg := p.nested(levelNot)
		left = &Operator{"not", []Term{arg}, start.ExtendTo(arg.At())}
	} else {
		left = p.readPostfix()
	}
	for length := 0; ; length++ {
		op := p.peek().text
		l := levelOf(op)
		if p.peek().kind != symbol && p.peek().kind != keyword || l < level || l == 0 {
			return left
		}
		if length > maxDepth {
			p.fail("terms are nested at most %d deep", maxDepth)
		}
		p.next()
		var right Term
		if p.at("if") {
			right = p.readTerm()
		} else {
			right = p.nested(l + 1)
		}
		left = &Operator{op, []Term{left, right}, left.At().ExtendTo(right.At())}
		if l == levelCompare {
			if levelOf(p.peek().text) == levelCompare {
				p.fail("comparisons are not chained: expected and, or, or the end of the term")
			}
		}
	}
}

func (p *parser) nested(level int) Term {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("terms are nested at most %d deep", maxDepth)
	}
	return p.readBinary(level)
}

// readPostfix reads a term and the operations that are sent to it.
func (p *parser) readPostfix() Term { return p.readOperations(p.readPrimary()) }

// readOperations reads the operations that are sent to a term.
func (p *parser) readOperations(t Term) Term {
	for length := 0; p.at("."); length++ {
		p.next()
		name := p.readName("an operation")
		if length > maxSequence {
			p.fail("a sequence has at most %d operations", maxSequence)
		}
		if v, ok := t.(*Variable); ok && name.Text == Create {
			args, end := p.readArguments(name.Span)
			t = &Apply{Op: Create, Class: v.Name, Args: args, Span: v.Span.ExtendTo(end),
				Name: name.Span}
			continue
		}
		args, end := p.readArguments(name.Span)
		t = &Apply{Op: name.Text, Args: append([]Term{t}, args...), Span: t.At().ExtendTo(end),
			Name: name.Span}
	}
	return t
}

// maxSequence is how many operations a sequence has at most.
const maxSequence = 5000

func (p *parser) readArguments(end source.Span) ([]Term, source.Span) {
	if !p.at("(") || p.cases && p.atCase() {
		return nil, end
	}
	p.next()
	var args []Term
	for !p.at(")") {
		args = append(args, p.readTerm())
		if !p.at(",") {
			break
		}
		p.next()
	}
	return args, p.expect(")").span
}

func (p *parser) readPrimary() Term {
	t := p.peek()
	switch {
	case t.kind == number:
		p.next()
		return &Literal{t.text, Integer, t.span}
	case t.kind == text:
		p.next()
		return &Literal{t.text, String, t.span}
	case p.at("true"), p.at("false"):
		p.next()
		return &Literal{t.text, Boolean, t.span}
	case p.at("error"):
		p.next()
		return &Literal{t.text, "", t.span}
	case p.at("∞"):
		p.next()
		return &Literal{"∞", Integer, t.span}
	case p.at("-"):
		p.next()
		n := p.peek()
		if n.kind != number && !p.at("∞") {
			p.fail("expected a number or ∞ after the sign")
		}
		p.next()
		written := "-" + n.text
		if n.text == "0" {
			written = "0"
		}
		return &Literal{written, Integer, t.span.ExtendTo(n.span)}
	case p.at("("):
		p.next()
		inner := p.readTerm()
		p.expect(")")
		return inner
	case t.kind == identifier:
		p.next()
		if p.at("(") || t.text == Create {
			args, end := p.readArguments(t.span)
			return &Apply{Op: t.text, Args: args, Span: t.span.ExtendTo(end), Name: t.span}
		}
		return &Variable{Name: t.text, Span: t.span}
	}
	p.fail("expected a term, not %s", t.describe())
	return nil
}

// Chain returns the operations of a sequence in their order, create first; nil where it does not begin with that.
func Chain(t Term) (out []*Apply) {
	for {
		a, is := t.(*Apply)
		if !is {
			return nil
		}
		if out = append(out, a); a.Op == Create {
			slices.Reverse(out)
			return out
		}
		if len(a.Args) == 0 {
			return nil
		}
		t = a.Args[0]
	}
}

// Link returns the sequence of operations, each of which is sent to what those before it make.
func Link(chain []*Apply) (out Term) {
	for i, a := range chain {
		one := *a
		if i > 0 {
			one.Args = append([]Term{out}, a.Args[1:]...)
		}
		out = &one
	}
	return out
}
