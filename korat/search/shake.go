package search

import (
	"cmp"
	"errors"
	"slices"
)

// shaking is what the check of verdicts needs: runs on candidates whose unread cells have other values.
type shaking struct {
	random uint64
	order  []int32
	vector []int32
}

// always is how many candidates are all checked, several times, and rarely how many of the later ones make one that is.
const (
	always  = 2000
	several = 4
	rarely  = 256
)

// isSampled tells whether the verdict on the candidate is to be checked.
func (e *engine) isSampled(bool) bool {
	return e.candidates < always || e.candidates%rarely == 0
}

// The errors of a verdict that cannot be believed.
var (
	errChanges = errors.New("the predicate changes the structure, in a way that was not seen")
	errVaries  = errors.New("the predicate is not deterministic: run again on the same candidate, it read other fields or " +
		"gave another verdict; it may keep state, or depend on a clock or on the order of a map")
	errEscapes = errors.New("a read of the predicate was not seen: its verdict depends on fields that it was not seen reading")
)

// again is how often the predicate is run on a candidate whose verdict seems to depend on what it was not seen reading.
const again = 200

// shake runs the predicate twice more on the candidate: as it is, and with other values in the cells that
// it did not read. Both must give the same verdict after the same reads: else a read was not seen, or
// the predicate depends on more than the candidate.
func (e *engine) shake(accepted bool) error {
	defer e.drop() // the runs write where others go on
	if !e.intact() {
		return errChanges
	}
	s := &e.shook
	s.order = append(s.order[:0], e.order...)
	s.vector = append(s.vector[:0], e.vector...)
	panics, panicked := e.panics, e.panicked
	err := e.compare(accepted, errVaries)
	times := 1
	if e.candidates < always {
		times = several
	}
	for i := 0; i < times && err == nil; i++ {
		e.scramble()
		err = e.compare(accepted, errEscapes)
	}
	for c, v := range s.vector {
		if e.vector[c] != v {
			e.put(int32(c), v)
		}
	}
	for i := 0; i < again && err == errEscapes; i++ {
		err = cmp.Or(e.compare(accepted, errVaries), err)
	}
	e.forget(0)
	for _, c := range s.order {
		e.note(c)
	}
	e.panics, e.panicked = panics, panicked
	return err
}

// scramble gives other values to the cells that were not read.
func (e *engine) scramble() {
	s := &e.shook
	for c := range e.cells {
		if !e.marked[c] {
			s.random = s.random*6364136223846793005 + 1442695040888963407
			e.put(int32(c), int32((s.random>>33)%uint64(len(e.cells[c].values))))
		}
	}
}

// compare runs the predicate with an empty field-ordering, and returns the given error where it does not say and read
// what it has before.
func (e *engine) compare(accepted bool, otherwise error) error {
	e.forget(0)
	got, err := e.try()
	if err == nil && (got != accepted || !e.readsLike(e.shook.order)) {
		err = otherwise
	}
	return err
}

// intact tells whether all places have the values that were put there.
func (e *engine) intact() bool {
	for c := range e.cells {
		if !e.cells[c].has(e.vector[c]) {
			return false
		}
	}
	return true
}

// readsLike tells whether the run has read the cells of a field-ordering in that order. Of what was touched
// behind them after an earlier verdict nothing was read.
func (e *engine) readsLike(order []int32) bool {
	return len(e.order) <= len(order) && slices.Equal(e.order, order[:len(e.order)])
}
