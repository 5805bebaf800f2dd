// Package usec has a type whose predicate calls no C, in a package that does elsewhere.
package usec

// Pair has two numbers.
type Pair struct{ A, B int }

// RepOK tells whether the numbers are in order.
func (p *Pair) RepOK() bool { return p.A <= p.B }
