package tableau

import "github.com/ttf-int/ttf-int/zed"

// literal is a single fact that may be true or false.
type literal struct {
	kind    literalKind
	a, b    int
	gap     int64
	negated bool
	// What people wrote, where the literal stands for it: its terms have values
	// where it is true. It is negated where whole is set.
	pred  zed.Expr
	env   *Env
	whole bool
}

type literalKind uint8

const (
	memberOf  literalKind = iota // a ∈ b
	equalTo                      // a = b
	within                       // a ⊆ b
	lessOrEq                     // a + gap ≤ b; not negated
	predicate                    // pred, where it has to be taken apart
	holds                        // term a is true
)

// isTotal tells whether a literal that is not true is false, so that its negation is
// true.
func (l literal) isTotal() bool { return l.pred == nil && (l.kind == memberOf || l.kind == equalTo) }

func (l literal) not() literal {
	l.negated = !l.negated
	return l
}

// less returns a < b.
func less(a, b int) literal { return literal{kind: lessOrEq, a: a, b: b, gap: 1} }

// compared returns a + gap ≤ b, where the gap is 0 or 1, or its negation.
func compared(a, b int, gap int64, negated bool) literal {
	if negated {
		return literal{kind: lessOrEq, a: b, b: a, gap: 1 - gap}
	}
	return literal{kind: lessOrEq, a: a, b: b, gap: gap}
}

func one(l literal) []literal { return []literal{l} }
