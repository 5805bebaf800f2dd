package result

// Proof says what the sequences of a machine prove that try all of its transitions.
type Proof struct {
	Proved bool   `json:"proved"`
	Why    string `json:"why,omitempty"` // why nothing is proved
	// States and Transitions are those of the machine within the scope, of which states that
	// no sequence of inputs tells apart count as one.
	States      int `json:"states"`
	Transitions int `json:"transitions"`
	// Most is how many states a program may have at most of which this is proved.
	Most int `json:"most"`
	// Leaving is how many steps lead out of the scope; they were not tried. Sampled says
	// that not all inputs of the scope were, since there are too many.
	Leaving int  `json:"leaving,omitempty"`
	Sampled bool `json:"sampled,omitempty"`
	// Chosen is of how many inputs in states several outputs are allowed, where a machine has a
	// specification of its own. What is proved is of the outputs that the program has shown.
	Chosen int `json:"chosen,omitempty"`
}

// Goal says whether a state or an output was reached that some sequence is to lead to.
type Goal struct {
	Goal    string `json:"goal"`
	Reached bool   `json:"reached"`
	// Steps are the fewest with which the program has reached it. Shortest says that, by
	// its specification, no fewer lead there.
	Steps    []SequenceStep `json:"steps,omitempty"`
	Shortest bool           `json:"shortest,omitempty"`
	Why      string         `json:"why,omitempty"` // why it was not reached
}
