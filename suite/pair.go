package suite

import "github.com/ttf-int/ttf-int/algebra/language"

// Telling says how many mutants of the axioms of a class its pairs tell apart, how many are equivalent to the axioms,
// and which are left: the axioms with the mistakes.
type Telling struct {
	Mutants    int      `json:"mutants"`
	Told       int      `json:"told"`
	Equivalent int      `json:"equivalent"`
	Open       []string `json:"open,omitempty"`
}

// Pair is a test case of a class: two sequences of its operations, without parameters, and
// whether they leave equal objects, or give equal values (Doong and Frankl, section 3.2).
type Pair struct {
	ID            string
	First, Second language.Term
	Equivalent    bool
	Original      string   // the sequence, with its parameters, from which the pair was made
	Conditions    []string // the conditions on parameters under which the axioms say so
	// Experiment is what is sent to both where they are not equivalent, and has the two Values by
	// the axioms; "" where there is none, as for values.
	Experiment string
	Values     [2]string
	Told       [2]language.Term // First and Second with the experiment, where there is one
	// Packed are the two sequences of a pair that has neither First nor Second: many that were drawn are kept in
	// this way. Open makes them again.
	Packed language.PackedPair
	Own    bool // whether a person has written it, and no axiom stands behind it
}

// Open returns the pair with its sequences: itself, where it has them.
func (p *Pair) Open() *Pair {
	if p.Packed.IsNone() {
		return p
	}
	out := *p
	out.First, out.Second = p.Packed.Unpack()
	out.Packed = language.PackedPair{}
	return &out
}

// Sequences returns the two sequences as they are written.
func (p *Pair) Sequences() (first, second string) {
	if !p.Packed.IsNone() {
		return p.Packed.Format()
	}
	class := language.HomeOf(p.First)
	return language.FormatIn(class, p.First), language.FormatIn(class, p.Second)
}

// Tag returns the word for whether the sequences are equivalent.
func (p *Pair) Tag() string {
	if p.Equivalent {
		return "equivalent"
	}
	return "not equivalent"
}
