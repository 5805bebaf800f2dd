package language

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/source"
)

// IsAlgebraic tells whether a text begins as a specification in LOBAS or in functional notation, or its file has the
// name of one, *.lobas.
func IsAlgebraic(t *source.Text) bool {
	if strings.HasSuffix(t.File.Name, ".lobas") {
		return true
	}
	var errs source.Errors
	tokens := lex(source.NewFile("", firstLines(t.Value)).Whole(), &errs)
	return len(tokens) > 1 && tokens[1].kind == identifier &&
		tokens[0].kind == keyword && (tokens[0].text == "class" || tokens[0].text == "type")
}

// firstLines returns the beginning of a text, up to the first line that has a token.
func firstLines(s string) string {
	end := 0
	for line := range strings.Lines(s) {
		end += len(line)
		if l := strings.TrimSpace(line); l != "" && !strings.HasPrefix(l, "--") {
			break
		}
	}
	return s[:end]
}

// Parse returns the classes that texts specify, which know each other, and all errors in them
// (source.Errors). What was read in spite of errors is returned with them.
func Parse(texts ...*source.Text) ([]*Class, error) {
	var out []*Class
	var errs source.Errors
	unread := map[*Class]bool{}
	for _, t := range texts {
		p := &parser{}
		p.tokens = lex(t, &p.errs)
		before := len(out)
		for p.peek().kind != endOfText {
			at := p.i
			if c := p.readClass(); c != nil {
				out = append(out, c)
				unread[c] = p.unread
			}
			if p.i == at {
				p.next()
			}
		}
		if len(out) == before && len(p.errs) == 0 {
			p.errs.Add(source.Errorf(t.FullSpan(), "there is no class here: expected class or type"))
		}
		errs = append(errs, p.errs...)
	}
	resolve(out, unread, &errs)
	return out, errs.Err()
}

// ParseSequence returns the term that a text is, as a sequence of operations of a class. Names
// that are not operations are parameters, of the sort that their place asks for.
func ParseSequence(t *source.Text, classes []*Class, class *Class) (Term, error) {
	p := &parser{}
	p.tokens = lex(t, &p.errs)
	p.free(sectionWords()...)
	var out Term
	p.recover(func() {
		out = p.readTerm()
		if p.peek().kind != endOfText {
			p.fail("expected the end of the sequence, not %s", p.peek().describe())
		}
	})
	if out != nil && len(p.errs) == 0 {
		r := &resolver{classes: classes, class: class, vars: map[string]string{}, open: true, errs: &p.errs}
		out, _ = r.term(out, "")
	}
	return out, p.errs.Err()
}

type parser struct {
	tokens []token
	i      int
	depth  int
	cases  bool // a parenthesis at the beginning of a line begins a case
	unread bool // a declaration of the class that was read last could not be read
	errs   source.Errors
}

// stop is the panic by which a part that cannot be read is left; recover catches it.
type stop struct{}

func (p *parser) peek() token { return p.tokens[p.i] }

func (p *parser) next() token {
	t := p.tokens[p.i]
	if t.kind != endOfText {
		p.i++
	}
	return t
}

// at tells whether the next token is this symbol or keyword.
func (p *parser) at(s string) bool {
	t := p.peek()
	return (t.kind == symbol || t.kind == keyword) && t.text == s
}

func (t token) describe() string {
	if t.kind == endOfText {
		return "the end of the text"
	}
	return fmt.Sprintf("%q", source.Cut(t.text, 40))
}

func (p *parser) fail(format string, args ...any) {
	p.errs.Add(source.Errorf(p.peek().span, format, args...))
	panic(stop{})
}

func (p *parser) expect(s string) token {
	if !p.at(s) {
		p.fail("expected %s, not %s", s, p.peek().describe())
	}
	return p.next()
}

func (p *parser) readName(what string) Name {
	t := p.peek()
	if t.kind != identifier {
		p.fail("expected %s, not %s", what, t.describe())
	}
	p.next()
	return Name{t.text, t.span}
}

// recover runs what reads a part, and tells whether it could be read.
func (p *parser) recover(read func()) (ok bool) {
	depth := p.depth
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(stop); !is {
				panic(r)
			}
			p.depth = depth
		}
	}()
	read()
	return true
}

// isSection tells whether a token begins a part of a class, or ends it.
func isSection(t token) bool {
	if t.kind == endOfText {
		return true
	}
	if t.kind != keyword {
		return false
	}
	return slices.Contains(sectionWords(), t.text)
}

// sectionWords are the words that begin a part of a class, in either notation, or end it.
func sectionWords() []string {
	return []string{"class", "export", "constructor", "transformer", "observer", "var", "axiom", "end", "type",
		"syntax", "declare", "semantics"}
}

// lobasSections are the words that begin a part of a class in LOBAS.
func lobasSections() []string {
	return []string{"export", "constructor", "transformer", "observer", "var", "axiom"}
}

// readList reads parts up to the next section, and tells whether some could not be read. After such a one it goes on
// behind the next separator, or with the section that a word which stands there nearly begins. What is said once of a
// section is not said again, since one mistake may be the reason.
func (p *parser) readList(read func()) (unread bool) {
	said := map[string]bool{}
	for !isSection(p.peek()) {
		if p.at(";") {
			p.next()
			continue
		}
		before, errs := p.i, len(p.errs)
		isRead := p.recover(read)
		if isRead && !isSection(p.peek()) && !p.at(";") {
			isRead = false
			near := p.nearSection()
			p.errs.Add(source.Errorf(p.peek().span, "expected ; or the next section, not %s%s", p.peek().describe(),
				near))
			if near != "" {
				return true
			}
		}
		p.sayOnce(errs, said)
		if !isRead {
			unread = true
			for !p.at(";") && !isSection(p.peek()) {
				p.next()
			}
		}
		if p.i == before && !isSection(p.peek()) {
			p.next()
		}
	}
	return unread
}

// sayOnce takes away errors from the n-th on that say of another part what was said already.
func (p *parser) sayOnce(n int, said map[string]bool) {
	fresh := p.errs[n:]
	p.errs = p.errs[:n]
	for _, e := range fresh {
		_, what, _ := strings.Cut(e.Msg, " ") // the first word may be the name of the part
		what, _, _ = strings.Cut(what, ", not ")
		if !said[what] {
			said[what] = true
			p.errs.Add(e)
		}
	}
}

// nearSection makes the beginning of a section of a name that begins a line and is nearly such a word, and says so; it
// is "" where there is none.
func (p *parser) nearSection() string {
	t := &p.tokens[p.i]
	if t.kind != identifier || p.i > 0 && p.tokens[p.i-1].span.Pos().Line == t.span.Pos().Line {
		return ""
	}
	for _, word := range lobasSections() {
		if near := source.DidYouMean(t.text, []string{word}); near != "" {
			t.kind, t.text = keyword, word
			return near
		}
	}
	return ""
}

func (p *parser) readClass() *Class {
	c := &Class{}
	ok := p.recover(func() {
		switch {
		case p.at("class"):
			p.next()
		case p.at("type"):
			p.next()
			c.Notation = Functional
		default:
			p.fail("expected class or type, not %s", p.peek().describe())
		}
		p.free(freeWords(c.Notation)...)
		c.Name = p.readName("the name of a class")
	})
	if !ok {
		for !p.at("class") && !p.at("type") && p.peek().kind != endOfText {
			p.next()
		}
		return nil
	}
	var constructors []Name
	p.unread = false
	for ended := false; !ended; {
		ended = p.readSection(c, &constructors)
	}
	if c.Notation == Functional {
		inferKinds(c, constructors)
	}
	for _, o := range c.Operations {
		o.Class = c.Name.Text
	}
	return c
}

// freeWords are words that may be names in a notation: those that have a meaning in the other one alone, and those that
// begin a class where its name is behind them.
func freeWords(n Notation) []string {
	if n == LOBAS {
		return []string{"type", "class", "syntax", "declare", "semantics"}
	}
	return []string{"type", "class", "transformer", "observer", "var", "axiom"}
}

// free makes names of words up to the end of the class.
func (p *parser) free(words ...string) {
	for i := p.i; i < len(p.tokens) && !isFirst(p.tokens, i); i++ {
		t := &p.tokens[i]
		begins := (t.text == "class" || t.text == "type") && p.tokens[min(i+1, len(p.tokens)-1)].kind == identifier
		if t.kind == keyword && slices.Contains(words, t.text) && !begins {
			t.kind = identifier
		}
	}
}

// isFirst tells whether a class begins at a token: class or type, a name, and a section.
func isFirst(tokens []token, i int) bool {
	return i+2 < len(tokens) && tokens[i].kind == keyword && tokens[i+1].kind == identifier &&
		(tokens[i].text == "class" || tokens[i].text == "type") && isSection(tokens[i+2])
}

// readSection reads one section of a class, and tells whether it was the last.
func (p *parser) readSection(c *Class, constructors *[]Name) (ended bool) {
	t := p.peek()
	switch {
	case p.at("end"):
		p.next()
		return true
	case t.kind == endOfText || p.at("class") || p.at("type"):
		p.errs.Add(source.Errorf(t.span, "expected the end of %s, not %s", c.Name.Text, t.describe()))
		return true
	case p.at("export"):
		p.next()
		p.readHead(func() { c.Exports = append(c.Exports, p.readNames("an operation")...) })
	case c.Notation == LOBAS && (p.at("constructor") || p.at("transformer") || p.at("observer")):
		kind := map[string]Kind{"constructor": Constructor, "transformer": Transformer, "observer": Observer}[t.text]
		p.next()
		p.readHead(func() { c.Operations = append(c.Operations, p.readOperation(c, kind)) })
	case c.Notation == Functional && p.at("constructor"):
		p.next()
		p.readHead(func() { *constructors = append(*constructors, p.readNames("an operation")...) })
	case c.Notation == Functional && p.at("syntax"):
		p.next()
		p.readHead(func() {
			if o := p.readSignature(c); o != nil {
				c.Operations = append(c.Operations, o)
			}
		})
	case p.at("var"), p.at("declare"):
		p.next()
		p.readHead(func() { c.Vars = append(c.Vars, p.readVars()...) })
	case p.at("axiom"), p.at("semantics"):
		p.next()
		p.readList(func() { c.Axioms = append(c.Axioms, p.readAxiom()) })
	default:
		if slices.Contains([]string{"inherit", "inherits", "extends"}, t.text) {
			p.errs.Add(source.Errorf(t.span, "inheritance is outside of the restricted format: declare here the operations "+
				"and axioms that hold of %s too", c.Name.Text))
		} else {
			p.unread = true
			near := p.nearSection()
			p.errs.Add(source.Errorf(t.span, "expected a section of %s or end, not %s%s", c.Name.Text, t.describe(),
				near))
			if near != "" {
				return false
			}
		}
		p.next()
		for !isSection(p.peek()) {
			p.next()
		}
	}
	return false
}

// readHead reads parts of what a class declares.
func (p *parser) readHead(read func()) {
	if p.readList(read) {
		p.unread = true
	}
}

func (p *parser) readNames(what string) []Name {
	out := []Name{p.readName(what)}
	for p.at(",") {
		p.next()
		out = append(out, p.readName(what))
	}
	return out
}

// readVars reads groups "x, y: S" between which there is a comma, as in figure 1 of the source
// of LOBAS, or nothing.
func (p *parser) readVars() []Var {
	var out []Var
	for {
		names := p.readNames("a variable")
		p.expect(":")
		sort := p.readName("a sort")
		for _, n := range names {
			out = append(out, Var{n, sort})
		}
		if !p.at(",") {
			return out
		}
		p.next()
		if p.peek().kind != identifier {
			return out
		}
	}
}

func (p *parser) readOperation(c *Class, kind Kind) *Operation {
	o := &Operation{Name: p.readName("an operation"), Kind: kind, Result: c.Name}
	if p.at("(") {
		p.next()
		for !p.at(")") {
			o.Params = append(o.Params, p.readVars()...)
			if !p.at(";") {
				break
			}
			p.next()
		}
		p.expect(")")
	}
	if kind == Observer {
		p.expect(":")
		o.Result = p.readName("a sort")
	} else if p.at(":") {
		p.refuseValue(o)
		p.readName("a sort")
	}
	return o
}

// refuseValue says that an operation that changes its object gives a value too, and goes on behind
// what says so.
func (p *parser) refuseValue(o *Operation) {
	at := p.next().span
	p.errs.Add(source.Errorf(at, "%s changes its object and gives a value: such a side effect is outside of the restricted "+
		"format, expected an operation that changes it, and an observer", o.Name.Text))
}

// readSignature reads "add: Queue × Integer -> Queue".
func (p *parser) readSignature(c *Class) *Operation {
	o := &Operation{Name: p.readName("an operation")}
	p.expect(":")
	for p.peek().kind == identifier {
		o.Params = append(o.Params, Var{Sort: p.readName("a sort")})
		if !p.at("×") && !p.at("*") && !p.at(",") {
			break
		}
		p.next()
	}
	p.expect("->")
	o.Result = p.readName("a sort")
	for p.at("×") || p.at("*") {
		p.refuseValue(o)
		p.readName("a sort")
	}
	if o.hasTarget() {
		if len(o.Params) == 0 || o.Params[0].Sort.Text != c.Name.Text {
			p.errs.Add(source.Errorf(o.Name.Span, "the first argument of %s is not of sort %s: only %s makes an object",
				o.Name.Text, c.Name.Text, Create))
			return nil
		}
		if o.Params = o.Params[1:]; len(o.Params) == 0 {
			o.Params = nil
		}
	}
	return o
}

func (p *parser) readAxiom() *Axiom {
	a := &Axiom{}
	start := p.peek().span
	if n := p.peek(); (n.kind == number || n.kind == identifier) && p.tokens[p.i+1].text == ":" &&
		p.tokens[p.i+1].kind == symbol {
		a.Label = n.text
		p.next()
		p.next()
	}
	a.Left = p.readPostfix()
	if !p.at("=") {
		p.expect("->")
	} else {
		p.next()
	}
	a.Right = p.readTerm()
	a.Span = start.ExtendTo(a.Right.At())
	return a
}

// inferKinds says of what kind the operations of a class in functional notation are: what gives
// another sort is an observer, what some axiom rewrites is a transformer, all others are
// constructors, and so are those that the class calls so.
func inferKinds(c *Class, constructors []Name) {
	rewritten := map[string]bool{}
	for _, a := range c.Axioms {
		if l, ok := a.Left.(*Apply); ok {
			rewritten[l.Op] = true
		}
	}
	for _, n := range constructors {
		rewritten[n.Text] = false
	}
	for _, o := range c.Operations {
		switch {
		case o.Result.Text != c.Name.Text:
			o.Kind = Observer
		case rewritten[o.Name.Text]:
			o.Kind = Transformer
		}
	}
}
