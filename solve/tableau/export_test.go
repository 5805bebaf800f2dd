package tableau

// HasRule tells whether an operator means anything to the tableau but that it is a term.
func HasRule(op string) bool { return ruleOf(op).says() }
