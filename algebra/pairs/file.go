package pairs

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/source"
)

// Format returns a pair as it is written in a file of cases, on a line.
func Format(p Pair) string {
	class := language.HomeOf(p.First)
	values := p.Values[:]
	if p.Values[0] == "" {
		values = nil
	}
	first, second := language.FormatIn(class, p.First), language.FormatIn(class, p.Second)
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

// Write writes the pairs of a class as a file of cases, which Read reads. The conditions of paths
// stand before their pairs, as comments.
func Write(w io.Writer, class *language.Class, list []Pair) error {
	if err := WriteHead(w, class); err != nil {
		return err
	}
	return WriteCases(w, list)
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

// WriteCases writes pairs as they stand behind the beginning of a file of cases.
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

// Read reads the cases of a file, and finds every error in them at once (source.Errors). A class
// need not have axioms for that.
func Read(t *source.Text, classes []*language.Class) (map[*language.Class][]Pair, error) {
	cases, err := language.ParseCases(t, classes)
	if err != nil {
		return nil, err
	}
	out := map[*language.Class][]Pair{}
	for _, c := range cases {
		out[c.Class] = append(out[c.Class], Of(c))
	}
	return out, nil
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

// CheckAll proves what can be proved of pairs that somebody has written. Its errors are pairs that
// the axioms contradict, each at its place; it returns how many are proved, and how many say more
// than the axioms.
func (m *Maker) CheckAll(list []Pair) (checked []Pair, proved, unproved int, err error) {
	var errs source.Errors
	checked = slices.Clone(list)
	for i := range checked {
		proof, why, err := m.Prove(&checked[i])
		switch {
		case err != nil:
			errs.Add(source.Errorf(checked[i].Span, "%v", err))
		case proof == Contradicted:
			errs.Add(source.Errorf(checked[i].Span, "the axioms contradict this case: %s", why))
		case proof == Proved:
			proved++
		default:
			unproved++
		}
	}
	return checked, proved, unproved, errs.Err()
}
