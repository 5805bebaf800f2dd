package search

// A search is divided among processes by the first fields of the field-ordering: each assignment of them begins a part,
// and parts go round. Every process goes through all of them, of those that are not its own through one candidate each.

// parts are the parts of a search.
type parts struct {
	depth           int // how many fields of the field-ordering say which part a candidate is of
	current         int
	worker, workers int
}

// perWorker is how many parts there are for each process, at least, where there can be so many: they are of different
// size.
const perWorker = 100

// isOurs tells whether the part that is under way is this process's own.
func (p *parts) isOurs() bool { return p.current%p.workers == p.worker }

// divide finds the parts of a search. What cannot be divided is one part: where structures are compared with those
// found before.
func (e *engine) divide(worker, workers int) (*parts, error) {
	p := &parts{worker: worker, workers: max(workers, 1)}
	if workers < 2 || e.symmetric || e.exhaustive {
		return p, nil
	}
	for p.depth = 1; p.depth < len(e.cells); p.depth++ {
		n, err := e.countParts(p.depth, perWorker*workers)
		if err != nil || n >= perWorker*workers {
			return p, err
		}
	}
	return p, nil
}

// countParts counts the parts of a depth, up to a number, and goes back to the beginning.
func (e *engine) countParts(depth, most int) (int, error) {
	n := 0
	for n < most {
		accepted, err := e.try()
		if err != nil {
			return 0, err
		}
		n++
		if accepted {
			e.touch()
		}
		e.forget(min(depth, len(e.order)))
		if e.next() < 0 {
			break
		}
	}
	e.forget(0)
	for c := range e.cells {
		if e.vector[c] != 0 {
			e.put(int32(c), 0)
		}
	}
	e.panics, e.panicked = 0, ""
	return n, nil
}

// skip goes on from a candidate of another process's part to the next part. It returns what next does.
func (e *engine) skip(p *parts, accepted bool) int {
	if accepted {
		e.touch()
	}
	e.forget(min(p.depth, len(e.order)))
	p.current++
	return e.next()
}
