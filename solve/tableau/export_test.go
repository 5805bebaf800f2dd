package tableau

// HasRule tells whether an operator means anything to the tableau but that it is a term.
func HasRule(op string) bool {
	r := ruleOf(op)
	return r.write != nil || r.literals != nil || r.assert != nil || r.down != nil || r.up != nil || r.grow != nil ||
		r.size != nil || r.region != nil || r.linear != nil
}
