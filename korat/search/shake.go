package search

import (
	"errors"
	"slices"
)

// shaking is what the check of verdicts needs: runs on candidates whose unread cells have other values.
type shaking struct {
	random uint64
	order  []int32
	vector []int32
}

// always is how many candidates are all checked, and rarely how many of the later ones make one that is.
const (
	always = 2000
	rarely = 64
)

// isSampled tells whether the verdict on the candidate is to be checked.
func (e *engine) isSampled(bool) bool {
	return e.candidates < always || e.candidates%rarely == 0
}

// shake runs the predicate twice more on the candidate: as it is, and with other values in the cells that
// it did not read. Both must give the same verdict after the same reads: else a read was not seen, or
// the predicate depends on more than the candidate.
func (e *engine) shake(accepted bool) error {
	s := &e.shook
	s.order = append(s.order[:0], e.order...)
	s.vector = append(s.vector[:0], e.vector...)
	panics, panicked := e.panics, e.panicked
	again, err := e.rerun()
	if err != nil {
		return err
	}
	same := again == accepted && e.readsLike(s.order)
	if same {
		for c := range e.cells {
			if !e.marked[c] {
				s.random = s.random*6364136223846793005 + 1442695040888963407
				e.put(int32(c), int32((s.random>>33)%uint64(len(e.cells[c].values))))
			}
		}
		if again, err = e.rerun(); err != nil {
			return err
		}
		if again != accepted || !e.readsLike(s.order) {
			err = errors.New("a read of the predicate was not seen: its verdict depends on fields that it was not seen reading")
		}
	} else {
		err = errors.New("the predicate is not deterministic: run twice on the same candidate, it read other fields or " +
			"gave another verdict; it may keep state, or depend on a clock or on the order of a map")
	}
	for c, v := range s.vector {
		if e.vector[c] != v {
			e.put(int32(c), v)
		}
	}
	e.forget(0)
	for _, c := range s.order {
		e.note(c)
	}
	e.panics, e.panicked = panics, panicked
	return err
}

// rerun runs the predicate with an empty field-ordering.
func (e *engine) rerun() (bool, error) {
	e.forget(0)
	return e.try()
}

// readsLike tells whether the run has read the cells of a field-ordering in that order. Of what was touched
// behind them after an earlier verdict nothing was read.
func (e *engine) readsLike(order []int32) bool {
	return len(e.order) <= len(order) && slices.Equal(e.order, order[:len(e.order)])
}

// isNew tells whether no structure was found before that is isomorphic to the candidate.
func (e *engine) isNew() bool { return true }
