package tactics

import "github.com/ttf-int/ttf-int/spec"

// weq divides by the witnesses of an existential quantification, each by
// itself (weak existential quantifier, Fastest).
func weq() Tactic {
	return Tactic{
		Name: "weq", Label: "WEQ", Argument: "{of: ∃ x : D • P, values: {x: [v1, …, vn]}}", Covers: true,
		Doc: "one condition per disjunct of a quantified predicate and given witness, and one for other witnesses; they overlap",
		Read: func(b *Basis, entry spec.Tactic) (Divider, error) {
			return b.witnesses(entry, false)
		},
	}
}
