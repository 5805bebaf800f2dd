package pairs

import (
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
)

// Format returns a pair as it is written in a file of cases, on a line.
func Format(p Pair) string {
	values := p.Values[:]
	if p.Values[0] == "" {
		values = nil
	}
	first, second := p.Sequences()
	return FormatTexts(first, second, p.Equivalent, p.Experiment, values)
}

// FormatTexts returns what Format does, for the parts of a pair as texts; there are two values, or none.
func FormatTexts(first, second string, equivalent bool, experiment string, values []string) string {
	out := "(" + first + ", " + second
	switch {
	case equivalent:
		return out + ", equivalent)"
	case len(values) == 0:
		return out + ", not equivalent)"
	case experiment == "":
		return fmt.Sprintf("%s, not equivalent)  %s and %s", out, values[0], values[1])
	}
	return fmt.Sprintf("%s, not equivalent)  %s: %s and %s", out, experiment, values[0], values[1])
}

// WriteHead writes the beginning of a file of cases of a class.
func WriteHead(w io.Writer, class *language.Class) error {
	var b strings.Builder
	fmt.Fprintf(&b, "-- Cases of %s: two sequences, and whether they leave equal objects, or give equal values.\n", class.Name.Text)
	b.WriteString("-- Behind a case that is not equivalent stand an experiment and what it gives for both.\n")
	fmt.Fprintf(&b, "class %s\n", class.Name.Text)
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteCases writes pairs as they stand behind the beginning of a file of cases, which language.EachCase reads. The
// conditions of paths stand before their pairs, as comments.
func WriteCases(w io.Writer, list []Pair) error {
	var b strings.Builder
	before := ""
	for _, p := range list {
		var conds []string
		for _, c := range p.Conditions {
			conds = append(conds, c.String())
		}
		if path := strings.Join(conds, " and "); path != before && path != "" {
			b.WriteString("-- " + path + "\n")
			before = path
		}
		b.WriteString(Format(p) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Of returns the pair of a case that was read.
func Of(c language.Case) Pair {
	p := Pair{First: c.First, Second: c.Second, Equivalent: c.Equivalent, Span: c.Span}
	for i, v := range c.Values {
		if v != nil {
			p.Values[i] = language.FormatIn(c.Class.Name.Text, v)
		}
	}
	if c.Experiment != nil {
		p.Experiment = language.FormatExperiment(c.Class.Name.Text, c.Experiment)
		p.Told = [2]language.Term{language.Substitute(c.Experiment, valuation{language.Hole: c.First}),
			language.Substitute(c.Experiment, valuation{language.Hole: c.Second})}
	}
	return p
}

// Proof says what the axioms say of a pair that somebody has written.
type Proof int

// The proofs.
const (
	Unproved Proof = iota // the axioms say neither
	Proved
	Contradicted
)

// Prove says whether the axioms prove a pair, or its contrary; why is that contrary. Where the pair
// has no experiment, one is looked for and noted in it.
func (m *Maker) Prove(p *Pair) (proof Proof, why string, err error) {
	found := *p
	told, same, err := m.tell(&found)
	switch {
	case err != nil:
		return Unproved, "", err
	case same && p.Equivalent:
		return Proved, "", nil
	case same:
		return Contradicted, "they have the same normal form", nil
	case told && p.Equivalent:
		what := found.Experiment
		if what == "" {
			what = "they"
		}
		why = fmt.Sprintf("by the axioms %s gives %s and %s", what, found.Values[0], found.Values[1])
		return Contradicted, why, nil
	case p.Equivalent:
		return Unproved, "", nil
	case p.Values[0] != "":
		return m.checkExperiment(p)
	case told:
		p.Experiment, p.Values, p.Told = found.Experiment, found.Values, found.Told
		return Proved, "", nil
	}
	return Unproved, "", nil
}

// checkExperiment says whether an experiment that is written has the values that are written.
func (m *Maker) checkExperiment(p *Pair) (Proof, string, error) {
	m.machine.Reset()
	terms := p.Told
	if p.Experiment == "" {
		terms = [2]language.Term{p.First, p.Second}
	}
	if p.Values[0] == p.Values[1] {
		return Contradicted, "the two values are the same", nil
	}
	for i, t := range terms {
		m.machine.Steps = m.options.Steps
		r, err := m.machine.Evaluate(t)
		if err != nil {
			return Unproved, "", ignoreStuck(err)
		}
		if m.machine.IsStuck(r) {
			return Unproved, "", nil
		}
		class := m.class.Name.Text
		if got := language.FormatIn(class, m.machine.Syntax(r)); got != p.Values[i] {
			return Contradicted, fmt.Sprintf("by the axioms %s is %s, not %s", language.FormatIn(class, t), got,
				p.Values[i]), nil
		}
	}
	return Proved, "", nil
}

// Checker proves what can be proved of pairs that somebody has written, one after the other.
type Checker struct {
	maker            *Maker
	Proved, Unproved int           // how many pairs the axioms prove, and how many say more than these
	Errs             source.Errors // pairs that the axioms contradict, each at its place
}

// NewChecker returns a checker that proves with a maker.
func NewChecker(m *Maker) *Checker { return &Checker{maker: m} }

// Check proves a pair, and notes in it the experiment that was found.
func (c *Checker) Check(p *Pair) {
	proof, why, err := c.maker.Prove(p)
	switch {
	case err != nil:
		c.Errs.Add(source.Errorf(p.Span, "%v", err))
	case proof == Contradicted:
		c.Errs.Add(source.Errorf(p.Span, "the axioms contradict this case: %s", why))
	case proof == Proved:
		c.Proved++
	default:
		c.Unproved++
	}
}
