package states

import "slices"

// State is a state of a machine.
type State[S any] interface {
	// Compare is negative, zero or positive where the state is before, the same as, or after
	// another one, in an order of all states.
	Compare(S) int
	// AppendKey appends a text that identifies the state.
	AppendKey([]byte) []byte
}

// Set is a set of states: sorted, each once. The empty set is nil.
type Set[S State[S]] []S

// Add returns a set with one more state, which may be among those that it has. The set itself
// is not to be used any longer.
func (s Set[S]) Add(one S) Set[S] {
	i, has := slices.BinarySearchFunc(s, one, S.Compare)
	if has {
		return s
	}
	return slices.Insert(s, i, one)
}

// Key returns a text that identifies a set.
func (s Set[S]) Key() string {
	var b []byte
	for _, one := range s {
		b = append(one.AppendKey(b), 0)
	}
	return string(b)
}
