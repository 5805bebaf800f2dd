package suite

// Status is the result of the search for a case in a leaf.
type Status string

// The statuses of leaves.
const (
	HasCase       Status = "case"
	Unsatisfiable Status = "unsatisfiable"
	NoneInScope   Status = "none-in-scope"
	Undecided     Status = "undecided"
	PrunedByHand  Status = "pruned"
)

// Leaf is a condition from which cases are taken, with the result of the search for
// them.
type Leaf struct {
	*Condition
	Status   Status
	Reason   string
	Conflict []string // of an unsatisfiable leaf: the conjuncts that contradict each other, in Z
	// Chosen names constants with chosen values, where Status is NoneInScope and other
	// values of these constants might give the leaf a case. The leaf is open then.
	Chosen []string
}
