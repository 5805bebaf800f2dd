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
