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
	Status Status
	why    *Why // nil where nothing is said
}

// Why says why a leaf has its status. Leaves for the same reason may have it in common, so that it is not changed.
type Why struct {
	Reason   string
	Conflict []string // of an unsatisfiable leaf: the conjuncts that contradict each other, in Z
	// Chosen names constants with chosen values, where the status is NoneInScope and other
	// values of these constants might give the leaf a case. The leaf is open then.
	Chosen []string
}

// Why returns why the leaf has its status.
func (l *Leaf) Why() Why {
	if l.why == nil {
		return Why{}
	}
	return *l.why
}

// Share replaces why the leaf has its status by an equal one that others have too, which `one` returns.
func (l *Leaf) Share(one func(*Why) *Why) {
	if l.why != nil {
		l.why = one(l.why)
	}
}

// Settle sets the status of the leaf, and why it has it.
func (l *Leaf) Settle(s Status, w Why) {
	l.Status, l.why = s, nil
	if w.Reason != "" || w.Conflict != nil || w.Chosen != nil {
		l.why = &w
	}
}
