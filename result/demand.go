package result

import "math"

// Demand says how many calls of a callee belong to a run on a case, as far as it
// is known which disjuncts are enabled there. The zero value says none.
type Demand struct {
	Least int // every enabled disjunct holds as many
	Most  int // no enabled disjunct holds more
}

// Unlimited is Most where nothing limits the calls, as under a quantifier.
const Unlimited = math.MaxInt

// Place says where a call of a callee lies, beside those that a case allows:
// reach(a), the inputs and before-states with which it may be called there.
type Place int

// The places.
const (
	Unplaced  Place = iota // what the case allows is not known
	Allowed                // in reach(a)
	Beside                 // outside reach(a)
	Elsewhere              // outside reach(a), and in a leaf that reach(a) does not meet
)

// Order says that one callee is called before another.
type Order struct{ First, Then string }
