package tableau

// saturate works off the tasks until there are none, and derives what looks at
// everything; false where a limit is reached.
func (t *Tableau) saturate() bool {
	for {
		for t.pending() && !t.broken {
			next := t.take()
			if t.exhausted() {
				return false
			}
			t.rules.work(next)
		}
		if t.broken {
			t.drop()
			return true
		}
		if t.splitter.propagate() || t.broken || t.pending() {
			continue
		}
		if t.instantiation.instantiate() || t.broken || t.pending() {
			continue
		}
		if t.arithmetic.integers(); !t.broken && !t.pending() {
			return true
		}
	}
}
