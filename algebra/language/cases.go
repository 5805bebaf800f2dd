package language

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
)

// Hole is the name that stands for the object in an experiment.
const Hole = "_"

// Case is a test case as it is written: "(S1, S2, equivalent)", or "(S1, S2, not equivalent)" with
// an experiment and its two values behind it.
type Case struct {
	Class         *Class
	First, Second Term
	Equivalent    bool
	Experiment    Term    // with the variable Hole in the place of either sequence; nil: none is given
	Values        [2]Term // of the experiment, or of the sequences; nil: none are given
	Span          source.Span
}

// ParseCases reads the test cases of a file, and finds every error in them at once (source.Errors).
// A line "class C" says of which class those that follow are; where there is one class alone, that
// line may be left out.
func ParseCases(t *source.Text, classes []*Class) ([]Case, error) {
	var out []Case
	err := EachCase(t, classes, func(c Case) { out = append(out, c) })
	return out, err
}

// EachCase reads the test cases of a file as ParseCases does, one part after the other, so that no more than a part of
// a large file is held as terms. It gives none that is in, or behind, a part with an error.
func EachCase(t *source.Text, classes []*Class, do func(Case)) error {
	var class *Class
	if len(classes) == 1 {
		class = classes[0]
	}
	var errs source.Errors
	from := 0
	for _, to := range append(cutCases(t.Value), len(t.Value)) {
		p := &parser{cases: true}
		p.tokens = lexPart(t, from, to, &p.errs)
		p.free(sectionWords()...)
		read := p.readCases(classes, &class)
		errs = append(errs, p.errs...)
		if len(errs) == 0 {
			for _, c := range read {
				do(c)
			}
		}
		from = to
	}
	return errs.Err()
}

// partSize is how long the parts are at least in which a file of cases is read.
const partSize = 1 << 16

// cutCases returns where a text of cases may be cut: before lines that begin with a case or a class, outside of
// parentheses.
func cutCases(s string) (out []int) {
	depth, last := 0, 0
	for at := 0; at < len(s); {
		end := len(s)
		if n := strings.IndexByte(s[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		line := s[at:end]
		begins := strings.TrimLeft(line, " \t")
		isFirst := strings.HasPrefix(begins, "(") || strings.HasPrefix(begins, "class ")
		if depth == 0 && at-last >= partSize && isFirst {
			out, last = append(out, at), at
		}
		quoted := false
		for i := 0; i < len(line); i++ {
			switch c := line[i]; {
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == '-' && i+1 < len(line) && line[i+1] == '-':
				i = len(line)
			case c == '(':
				depth++
			case c == ')':
				depth = max(0, depth-1)
			}
		}
		at = end
	}
	return out
}

// readCases reads the cases of a part of a file, and the class of which those that follow are.
func (p *parser) readCases(classes []*Class, class **Class) (out []Case) {
	for p.peek().kind != endOfText {
		ok := p.recover(func() {
			if p.at("class") {
				p.next()
				*class = p.readClassName(classes)
				return
			}
			if !p.at("(") {
				p.fail("expected a case, \"(S1, S2, equivalent)\", or class and a name, not %s", p.peek().describe())
			}
			if *class == nil {
				p.fail("expected class and a name before the first case: there are several classes")
			}
			out = append(out, p.readCase(classes, *class))
		})
		for !ok && !p.at("class") && !p.atCase() && p.peek().kind != endOfText {
			p.next()
		}
	}
	return out
}

// atCase tells whether a case begins at the next token: a parenthesis that is the first of its line.
func (p *parser) atCase() bool {
	if !p.at("(") || p.i == 0 {
		return p.at("(")
	}
	before, here := p.tokens[p.i-1].span, p.peek().span
	return strings.Contains(here.Text.Value[before.End:here.Start], "\n")
}

func (p *parser) readClassName(classes []*Class) *Class {
	name := p.readName("the name of a class")
	var names []string
	for _, c := range classes {
		if c.Name.Text == name.Text {
			return c
		}
		names = append(names, c.Name.Text)
	}
	p.errs.Add(source.Errorf(name.Span, "%s is not a class%s", name.Text, source.DidYouMean(name.Text, names)))
	panic(stop{})
}

// readCase reads a case and resolves its names.
func (p *parser) readCase(classes []*Class, class *Class) Case {
	c := Case{Class: class}
	start := p.expect("(").span
	c.First = p.readTerm()
	p.expect(",")
	c.Second = p.readTerm()
	p.expect(",")
	c.Equivalent = p.readTag()
	end := p.expect(")").span
	if !c.Equivalent && p.peek().kind != endOfText && !p.at("class") && !p.atCase() {
		c.Experiment, c.Values = p.readExperiment()
		end = c.Values[1].At()
	}
	c.Span = start.ExtendTo(end)
	r := &resolver{classes: classes, class: class, vars: map[string]string{}, errs: &p.errs}
	var sort string
	if c.First, sort = r.term(c.First, ""); c.First != nil {
		c.Second, _ = r.term(c.Second, sort)
	}
	for _, t := range []Term{c.First, c.Second} {
		r.sequence(t, true)
	}
	if c.Experiment != nil {
		r.vars[Hole] = sort
		c.Experiment, sort = r.term(c.Experiment, "")
		r.bound(c.Experiment, map[string]bool{Hole: true})
		r.sequence(c.Experiment, true)
		delete(r.vars, Hole)
	}
	for i, v := range c.Values {
		if v != nil {
			c.Values[i], _ = r.term(v, sort)
		}
	}
	return c
}

// readTag reads whether a case says that its sequences are equivalent.
func (p *parser) readTag() bool {
	equivalent := !p.at("not")
	if !equivalent {
		p.next()
		if p.at("-") {
			p.next()
		}
	}
	if t := p.peek(); t.kind != identifier || t.text != "equivalent" {
		p.fail("expected equivalent or not equivalent, not %s", t.describe())
	}
	p.next()
	return equivalent
}

// readExperiment reads ".largest: 0 and 1", "eqn(create, _): true and false", or two values alone.
func (p *parser) readExperiment() (experiment Term, values [2]Term) {
	if p.at(".") {
		hole := p.peek().span
		experiment = p.readOperations(&Variable{Name: Hole, Span: hole})
	} else {
		experiment = p.readBinary(levelCompare)
	}
	if !p.at(":") { // it was the first of two values
		experiment, values[0] = nil, experiment
	} else {
		p.next()
		values[0] = p.readBinary(levelCompare)
	}
	p.expect("and")
	values[1] = p.readBinary(levelCompare)
	return experiment, values
}

// CheckSequence says what keeps a term from being a sequence for a test case: it begins with
// create, an observer is its last operation, and no argument has one (Doong and Frankl, section 3).
func CheckSequence(t Term) error {
	var errs source.Errors
	r := &resolver{errs: &errs}
	r.sequence(t, true)
	return errs.Err()
}

func (r *resolver) sequence(t Term, last bool) {
	a, ok := t.(*Apply)
	if !ok {
		switch t := t.(type) {
		case *Operator, *If:
			r.errs.Add(source.Errorf(t.At(), "this is not a sequence of operations: operators are for axioms"))
		}
		return
	}
	if a.Decl == nil {
		return
	}
	if a.Decl.Kind == Observer && !last {
		r.errs.Add(source.Errorf(a.Name, "the observer %s is not the last operation: test cases with observers inside a "+
			"sequence, or in its arguments, are outside of the restricted format", a.Op))
	}
	for i, arg := range a.Args {
		r.sequence(arg, i == 0 && last && a.Decl.Kind == Observer && isObserved(arg))
	}
}

// isObserved tells whether a term is an object that an observer gave, whose class is another one.
func isObserved(t Term) bool {
	a, ok := t.(*Apply)
	return ok && a.Decl != nil && a.Decl.Kind == Observer
}
