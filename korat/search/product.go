package search

import (
	"slices"
	"unsafe"
)

// Parameters that are independent of the others have searches of their own, and each of their structures is combined
// with each of the others (section 4.1.1). They share no objects: each has objects of its own.

// apart is a field of the root object that is searched for itself.
type apart struct {
	place *shape
	check func(unsafe.Pointer) bool
	cells []int32   // that it alone leads to
	found [][]int32 // the values of these
	begin []int32   // those with which the search begins, where it goes on from another one
}

// findApart makes the searches of the fields that are independent of the others.
func (s *server) findApart(subject Subject) error {
	e := s.engine
	for i, name := range e.top.names {
		check := subject.Apart[name]
		if check == nil || !slices.Contains(s.order.Space.Apart, name) {
			continue
		}
		a := &apart{place: e.top.parts[i], check: check}
		for c := range e.cells {
			if e.cells[c].group == name {
				a.cells = append(a.cells, int32(c))
			}
		}
		if err := s.searchFor(a); err != nil {
			return err
		}
		e.apart = append(e.apart, a)
	}
	return nil
}

// searchFor finds the structures of one field.
func (s *server) searchFor(a *apart) error {
	e := s.engine
	check, top, candidates := e.check, e.top, e.candidates
	e.check, e.top, e.forms, e.candidates = a.check, a.place, nil, 0
	for changed := 0; changed >= 0 && !s.ended.Load(); changed = e.next() {
		accepted, err := e.try()
		if err == nil && e.isSampled(accepted) {
			err = e.shake(accepted)
		}
		if err != nil {
			return s.fail(err, e.vector)
		}
		e.candidates++
		if accepted {
			e.touch()
			if e.isNew() {
				a.found = append(a.found, valuesOf(e, a.cells))
			}
		}
	}
	e.forget(0)
	putAll(e, a.cells, make([]int32, len(a.cells)))
	if s.order.Start != nil {
		e.candidates = 0 // they were counted by the search with which this one goes on
	}
	e.check, e.top, e.forms, e.candidates = check, top, nil, e.candidates+candidates
	return nil
}

// valuesOf returns the values of some cells.
func valuesOf(e *engine, cells []int32) []int32 {
	out := make([]int32, len(cells))
	for i, c := range cells {
		out[i] = e.vector[c]
	}
	return out
}

// putAll gives some cells their values.
func putAll(e *engine, cells, values []int32) {
	for i, c := range cells {
		if e.vector[c] != values[i] {
			e.put(c, values[i])
		}
	}
}

// take deals with the candidate, which was accepted: with each combination of the structures that are independent of
// it, from the given one of these fields on.
func (s *server) take(from int) {
	e := s.engine
	if from == len(e.apart) || s.order.Only {
		if len(e.apart) == 0 || s.trial == nil || s.trial.isCase(e) {
			e.found++
			s.tell()
			s.test()
		}
		return
	}
	a := e.apart[from]
	first := 0
	if a.begin != nil {
		equal := func(values []int32) bool { return slices.Equal(values, a.begin) }
		first, a.begin = max(slices.IndexFunc(a.found, equal), 0), nil
	}
	for _, values := range a.found[first:] {
		putAll(e, a.cells, values)
		if s.take(from + 1); s.ended.Load() || s.isEnough() {
			return
		}
	}
	putAll(e, a.cells, make([]int32, len(a.cells)))
}

// accepts tells whether the one candidate that is wanted is accepted where its parts are independent too.
func (s *server) accepts() bool {
	e := s.engine
	check := e.check
	defer func() { e.check = check }()
	for _, a := range e.apart {
		e.check = a.check
		if accepted, err := e.try(); err != nil || !accepted {
			return false
		}
	}
	return true
}

// isCase tells whether a behaviour says what the method does on the candidate. What its conditions read is not noted.
func (t *trial) isCase(e *engine) (is bool) {
	off := e.off
	e.off = true
	defer func() {
		if e.off = off; recover() != nil {
			is = true // which is told as what it is when the case is run
		}
	}()
	for _, b := range t.method.Behaviours {
		if b.When == nil || b.When(e.rootObject()) {
			return true
		}
	}
	return false
}
