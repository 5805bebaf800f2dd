package tableau

// saturate processes tasks until there are none, and derives what needs a view of all
// facts; false where a limit is reached.
func (t *Tableau) saturate() bool {
	for {
		for t.branch.agenda.isPending() && !t.branch.agenda.broken {
			next := t.branch.agenda.take()
			if t.isExhausted() {
				return false
			}
			t.rules.work(next)
		}
		if t.branch.agenda.broken {
			t.branch.agenda.drop()
			return true
		}
		if t.splitter.propagate() || t.branch.agenda.broken || t.branch.agenda.isPending() {
			continue
		}
		if t.instantiation.instantiate() || t.branch.agenda.broken || t.branch.agenda.isPending() {
			continue
		}
		if t.arithmetic.integers(); !t.branch.agenda.broken && !t.branch.agenda.isPending() {
			return true
		}
	}
}
