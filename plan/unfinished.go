package plan

// Unfinished says what of a plan was not reached when its making was ended.
type Unfinished struct {
	Reason string   `json:"reason"` // why it was ended
	Stages []string `json:"stages"` // what was not done, or not to its end
	Units  []string `json:"units"`  // units without a testing tree, of which nothing is known
	Leaves []string `json:"leaves"` // leaves of which the solver was not asked, or not to the end
	Cases  []string `json:"cases"`  // cases without stub decisions
}
