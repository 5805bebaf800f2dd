package search

import (
	"bytes"
	"cmp"
	"errors"
	"math/bits"
	"slices"
	"unsafe"
)

// shaking is what the check of verdicts needs: runs on candidates whose unread cells have other values.
type shaking struct {
	random uint64
	order  []int32
	vector []int32
	// ends counts the verdicts of each kind that were checked: after as many reads, of which the last was of the same
	// field. A predicate that leaves a read unseen may be right on all but a few candidates, whose verdicts come about
	// otherwise.
	ends    [1 << 14]uint8
	checked int64 // how many they are, without those that are all checked
	early   []verdict
}

// verdict is what the predicate has said of a candidate.
type verdict struct {
	vector, order []int32
	accepted      bool
}

// always is how many candidates are all checked, several times, and rarely how many of the later ones make one that is.
const (
	always  = 2000
	several = 8
	rarely  = 256
)

// ofEach is how many verdicts of each kind are checked, and extra which part of all that may be, at most.
const (
	ofEach = 6
	extra  = 64
)

// isSampled tells whether the verdict on the candidate is to be checked.
func (e *engine) isSampled(accepted bool) bool {
	return isDue(e.candidates) || isRare(e, accepted)
}

// isDue tells whether a verdict is to be checked by its number.
func isDue(candidate int64) bool { return candidate < always || candidate%rarely == 0 }

// isRare tells whether few verdicts were checked that came about as this one.
func isRare(e *engine, accepted bool) bool {
	return *endOf(e, accepted) < ofEach && e.shook.checked < always/several+e.candidates/extra
}

// endOf returns how many verdicts were checked that came about as this one.
func endOf(e *engine, accepted bool) *uint8 {
	n := len(e.order)
	key := n
	if n > 0 {
		key += int(e.order[n-1]) * 61
	}
	key *= 2
	if accepted {
		key++
	}
	return &e.shook.ends[key%len(e.shook.ends)]
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
	first, times := 2, 1 // of the rounds
	if e.candidates < always || isRare(e, accepted) {
		first, times = 0, several
	}
	if of := endOf(e, accepted); *of < ofEach {
		*of++
		if e.candidates >= always {
			s.checked++
		}
	}
	s.order = append(s.order[:0], e.order...)
	s.vector = append(s.vector[:0], e.vector...)
	panics, panicked := e.panics, e.panicked
	err := e.compare(accepted, errVaries)
	for i := first; i < first+times && err == nil; i++ {
		e.scramble(i)
		err = e.compare(accepted, errEscapes)
	}
	restore(e, s.vector)
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

// remember keeps the verdict on the candidate, where it is to be asked for again when the search ends: on the first,
// the second, the fourth and so on.
func remember(e *engine, accepted bool) {
	if bits.OnesCount64(uint64(e.candidates)) > 1 {
		return
	}
	one := verdict{vector: slices.Clone(e.vector), order: slices.Clone(e.order), accepted: accepted}
	e.shook.early = append(e.shook.early, one)
}

// recall asks for the verdicts again that were kept: a predicate that keeps state says something else than it did
// before it was asked about the others. It returns the candidate of an error.
func recall(e *engine) ([]int32, error) {
	e.drop()
	last := verdict{vector: slices.Clone(e.vector), order: slices.Clone(e.order)}
	panics, panicked := e.panics, e.panicked
	for _, v := range e.shook.early {
		restore(e, v.vector)
		e.shook.order = append(e.shook.order[:0], v.order...)
		if err := e.compare(v.accepted, errVaries); err != nil {
			return v.vector, err
		}
	}
	restore(e, last.vector)
	e.forget(0)
	for _, c := range last.order {
		e.note(c)
	}
	e.panics, e.panicked = panics, panicked
	return nil, nil
}

// restore makes a vector the candidate.
func restore(e *engine, vector []int32) {
	for c, v := range vector {
		if e.vector[c] != v {
			e.put(int32(c), v)
		}
	}
}

// scramble gives other values to the cells that were not read: ones that rise, ones that fall, and from then on any, as
// most of what is asked of values has to do with their order, or with none.
func (e *engine) scramble(round int) {
	s := &e.shook
	nth := 0
	for c := range e.cells {
		if e.marked[c] {
			continue
		}
		many := len(e.cells[c].values)
		v := nth % many
		switch {
		case round == 1:
			v = many - 1 - v
		case round > 1:
			s.random = s.random*6364136223846793005 + 1442695040888963407
			v = int((s.random ^ s.random>>29) >> 33 % uint64(many))
		}
		nth++
		e.put(int32(c), int32(v))
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
	for _, s := range e.maps {
		if !holdsIts(e, s) {
			return false
		}
	}
	return true
}

// holdsIts tells whether a map holds the entries that its cells say.
func holdsIts(e *engine, s *shape) bool {
	n := 0
	for i := range s.keys {
		k := &s.keys[i]
		if e.vector[k.presence] == 0 {
			continue
		}
		n++
		v := s.m.MapIndex(k.value)
		if !v.IsValid() {
			return false
		}
		is := unsafe.Slice((*byte)(held(v)), k.slot.typ.Size())
		if !bytes.Equal(is, unsafe.Slice((*byte)(unsafe.Add(e.arena, k.slot.off)), len(is))) {
			return false
		}
	}
	return n == s.m.Len()
}

// readsLike tells whether the run has read the cells of a field-ordering in that order. Of what was touched
// behind them after an earlier verdict nothing was read.
func (e *engine) readsLike(order []int32) bool {
	return len(e.order) <= len(order) && slices.Equal(e.order, order[:len(e.order)])
}
