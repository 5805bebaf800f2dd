package tableau

// HasRule tells whether an operator means anything to the tableau but that it is a term.
func HasRule(op string) bool { return ruleOf(op).isActive() }

// SaysTotal tells whether the tableau says by itself that terms of an operator have values.
func SaysTotal(op string) bool { return ruleOf(op).total }
