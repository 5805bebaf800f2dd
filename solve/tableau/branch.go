package tableau

// branch is all that is known on one branch of the tableau. A rule asks it what is
// known, and tells it what follows.
type branch struct {
	agenda     *agenda
	terms      *terms
	splits     *splits
	bounds     *bounds
	facts      *facts
	reader     *reader
	values     *values
	universals *universals
	asserted   *assertions
}

// assume makes a literal true.
func (t *branch) assume(l literal, d deps) {
	switch {
	case t.agenda.broken:
	case l.pred != nil:
		t.assert(l.pred, l.whole, l.env, d)
	case l.kind == memberOf:
		t.facts.put(l.a, l.b, !l.negated, d)
	case l.kind == equalTo && l.negated:
		t.facts.differ(l.a, l.b, d)
	case l.kind == equalTo:
		t.terms.merge(l.a, l.b, d)
	case l.kind == within:
		t.include(l.a, l.b, l.negated, d)
	case l.kind == lessOrEq:
		t.bounds.order(l.a, l.b, l.gap, d)
	case l.kind == holds && l.negated:
		t.terms.merge(l.a, t.terms.no, d)
	case l.kind == holds:
		t.terms.merge(l.a, t.terms.yes, d)
	}
}

// assertEither asserts a disjunction of literals, or its negation.
func (t *branch) assertEither(holds bool, d deps, all ...literal) {
	if !holds {
		for _, l := range all {
			t.assume(l.not(), d)
		}
		return
	}
	var alternatives [][]literal
	for _, l := range all {
		alternatives = append(alternatives, []literal{l})
	}
	t.splits.choose(d, alternatives...)
}

// assertBoth asserts a conjunction of literals, or its negation.
func (t *branch) assertBoth(holds bool, d deps, all ...literal) {
	negated := make([]literal, len(all))
	for i, l := range all {
		negated[i] = l.not()
	}
	if holds {
		t.assertEither(false, d, negated...)
	} else {
		t.assertEither(true, d, negated...)
	}
}
