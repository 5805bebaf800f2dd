package tableau

// saturate works off the tasks until there are none, and derives what looks at
// everything; false where a limit is reached.
func (t *Tableau) saturate() bool {
	for {
		for len(t.queue) > 0 && !t.broken {
			next := t.queue[0]
			t.queue = t.queue[1:]
			if t.exhausted() {
				return false
			}
			t.rules.work(next)
		}
		if t.broken {
			t.queue = t.queue[:0]
			return true
		}
		if t.splitter.propagate() || t.broken || len(t.queue) > 0 {
			continue
		}
		if t.instantiation.instantiate() || t.broken || len(t.queue) > 0 {
			continue
		}
		if t.arithmetic.integers(); !t.broken && len(t.queue) == 0 {
			return true
		}
	}
}
