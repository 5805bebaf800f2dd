package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/ttf-int/ttf-int/algebra/language"
	"github.com/ttf-int/ttf-int/algebra/pairs"
)

// PairsDocument is the JSON form of the pairs of a sequence.
type PairsDocument struct {
	Pairs      []pairDocument `json:"pairs"`
	Candidates int            `json:"candidates"` // that might be not equivalent
	Same       int            `json:"same"`
	Untold     int            `json:"untold"`
	Undecided  int            `json:"undecided"` // paths without values
	Complete   bool           `json:"complete"`
}

type pairDocument struct {
	First      string   `json:"first"`
	Second     string   `json:"second"`
	Equivalent bool     `json:"equivalent"`
	Conditions []string `json:"conditions"`
	Experiment string   `json:"experiment,omitempty"`
	Values     []string `json:"values,omitempty"`
}

// NewPairsDocument returns the JSON form of pairs.
func NewPairsDocument(p pairs.Pairs) *PairsDocument {
	out := &PairsDocument{Pairs: []pairDocument{}, Candidates: p.Candidates, Same: p.Same, Untold: p.Untold,
		Undecided: p.Undecided, Complete: p.Complete}
	for _, q := range p.Pairs {
		d := pairDocument{First: language.FormatTerm(q.First, language.LOBAS),
			Second: language.FormatTerm(q.Second, language.LOBAS), Equivalent: q.Equivalent,
			Conditions: formatConditions(q.Conditions), Experiment: q.Experiment}
		if !q.Equivalent {
			d.Values = q.Values[:]
		}
		out.Pairs = append(out.Pairs, d)
	}
	return out
}

// Write writes the pairs for a person.
func (p *PairsDocument) Write(w io.Writer) error {
	var b strings.Builder
	equivalent := 0
	for _, q := range p.Pairs {
		if q.Equivalent {
			equivalent++
			fmt.Fprintf(&b, "(%s, %s, equivalent)\n", q.First, q.Second)
			continue
		}
		fmt.Fprintf(&b, "(%s, %s, not equivalent)", q.First, q.Second)
		if q.Experiment != "" {
			fmt.Fprintf(&b, "  %s:", q.Experiment)
		}
		fmt.Fprintf(&b, "  %s and %s\n", q.Values[0], q.Values[1])
	}
	fmt.Fprintf(&b, "%d equivalent, %d not equivalent; of %d candidates %d are the same and %d were not told apart",
		equivalent, len(p.Pairs)-equivalent, p.Candidates, p.Same, p.Untold)
	if p.Undecided > 0 {
		fmt.Fprintf(&b, "; no values were found for %d paths", p.Undecided)
	}
	if !p.Complete {
		b.WriteString("; there are more paths")
	}
	_, err := io.WriteString(w, b.String()+"\n")
	return err
}
