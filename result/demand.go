package result

// Demand says whether the calls of a callee belong to a run on a case.
type Demand int

// The demands.
const (
	Unsettled Demand = iota // it is not known which disjuncts are enabled
	Optional                // some enabled disjuncts hold the callee, some do not
	Demanded                // every enabled disjunct holds it
	Forbidden               // no enabled disjunct holds it
)

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
