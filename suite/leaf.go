package suite

// Status says what the solver made of a leaf.
type Status string

// The statuses of leaves.
const (
	HasCase       Status = "case"
	Unsatisfiable Status = "unsatisfiable"
	NoneInScope   Status = "none-in-scope"
	Undecided     Status = "undecided"
	PrunedByHand  Status = "pruned"
)

// Leaf is a condition that cases are taken from, with what the solver made of it.
type Leaf struct {
	*Condition
	Status   Status
	Reason   string
	Conflict []string // where unsatisfiable: the conjuncts that contradict each other, in Z
	// Chosen names the constants of which other values than the chosen ones may give
	// the leaf a case, where its status is NoneInScope: the leaf is open.
	Chosen []string
}
