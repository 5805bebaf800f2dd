package result

import "math"

// Demand says how many calls of a callee a case has, as far as it is known which
// disjuncts are enabled. The zero value stands for no calls.
type Demand struct {
	Least int // every enabled disjunct has at least this many
	Most  int // no enabled disjunct has more than this
}

// Unlimited is the value of Most where nothing limits the calls, as under a quantifier.
const Unlimited = math.MaxInt

// Place says how a call of a callee lies relative to the calls that a case allows.
// These are reach(a): the inputs and before-states with which the callee may be called
// there.
type Place int

// The values of Place.
const (
	Unplaced  Place = iota // it is not known what the case allows
	Allowed                // in reach(a)
	Beside                 // outside reach(a), and in a leaf that reach(a) meets
	Elsewhere              // outside reach(a), and in no leaf that reach(a) meets
)

// Order says that one callee must be called before another.
type Order struct{ First, Then string }
