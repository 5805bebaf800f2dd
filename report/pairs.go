package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/pairs"
	"github.com/ttf-int/ttf-int/suite"
)

// PairsDocument is the JSON form of the pairs of a sequence.
type PairsDocument struct {
	Pairs []pairDocument `json:"pairs"`
	pairs.Counts
	// Telling says which mutants of the axioms they tell apart, where that was asked.
	Telling *pairs.Telling `json:"mutants,omitempty"`

	all, equivalent int // pairs that were counted, and those of them that are equivalent
}

type pairDocument struct {
	First      string   `json:"first"`
	Second     string   `json:"second"`
	Equivalent bool     `json:"equivalent"`
	Conditions []string `json:"conditions"`
	Experiment string   `json:"experiment,omitempty"`
	Values     []string `json:"values,omitempty"`
	Between    bool     `json:"between,omitempty"` // second is a step on the way to the normal form
}

// NewPairsDocument returns the JSON form of no pairs.
func NewPairsDocument() *PairsDocument {
	return &PairsDocument{Pairs: []pairDocument{}, Counts: pairs.Counts{Complete: true}}
}

// Add adds pairs. What is kept of them is text alone, which is a small part of their terms.
func (d *PairsDocument) Add(p pairs.Pairs) {
	d.Count(p)
	for _, q := range p.Pairs {
		first, second := q.Sequences()
		one := pairDocument{First: first, Second: second, Equivalent: q.Equivalent,
			Conditions: formatConditions(q.Conditions), Experiment: q.Experiment,
			Between: q.Between}
		if q.Values[0] != "" {
			one.Values = slices.Clone(q.Values[:])
		}
		d.Pairs = append(d.Pairs, one)
	}
}

// Count counts pairs, of which nothing else is kept.
func (d *PairsDocument) Count(p pairs.Pairs) {
	d.Counts.Add(p.Counts)
	d.all += len(p.Pairs)
	for _, q := range p.Pairs {
		if q.Equivalent {
			d.equivalent++
		}
	}
}

// Write writes the pairs for a person.
func (p *PairsDocument) Write(w io.Writer) error {
	var b strings.Builder
	for _, q := range p.Pairs {
		b.WriteString(pairs.FormatTexts(q.First, q.Second, q.Equivalent, q.Experiment, q.Values) + "\n")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return p.WriteSummary(w)
}

// WriteSummary writes how many pairs there are, and what did not become one.
func (p *PairsDocument) WriteSummary(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d equivalent, %d not equivalent", p.equivalent, p.all-p.equivalent)
	if p.Originals > 1 {
		fmt.Fprintf(&b, ", of %d sequences", p.Originals)
	}
	if p.Candidates > 0 {
		fmt.Fprintf(&b, "; of %d candidates %d are the same", p.Candidates, p.Same)
		if p.Repeated > 0 {
			fmt.Fprintf(&b, ", %d are pairs already", p.Repeated)
		}
		fmt.Fprintf(&b, " and %d were not told apart", p.Untold)
	}
	if p.Trivial > 0 {
		fmt.Fprintf(&b, "; %d are normal forms already", p.Trivial)
	}
	if p.Unbuilt > 0 {
		fmt.Fprintf(&b, "; of %d no exported operations were found that make a normal form", p.Unbuilt)
	}
	if p.Undecided > 0 {
		fmt.Fprintf(&b, "; no values were found for %d paths", p.Undecided)
	}
	switch {
	case p.Sampled == 1 && p.Originals == 1:
		b.WriteString("; there are more paths: those of a sample were used")
	case p.Sampled > 0:
		fmt.Fprintf(&b, "; %d sequences have more paths: those of a sample were used", p.Sampled)
	}
	b.WriteString("\n")
	if t := p.Telling; t != nil {
		b.WriteString(tellingText((*suite.Telling)(t)) + "\n")
		for _, axiom := range t.Open {
			b.WriteString("  not told: " + axiom + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
