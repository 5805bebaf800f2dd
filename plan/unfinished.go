package plan

// Unfinished says what is missing from a plan because planning was ended early.
type Unfinished struct {
	Reason string   `json:"reason"` // why planning was ended
	Stages []string `json:"stages"` // the stages that were not finished
	Units  []string `json:"units"`  // the units without a testing tree
	Leaves []string `json:"leaves"` // the leaves for which the solver was not asked, or not to the end
	Cases  []string `json:"cases"`  // the cases without stub decisions
}
