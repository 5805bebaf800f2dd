package machine

import (
	"fmt"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// maxCalls is how deeply calls of functions that axioms define may nest: more than any
// list or tree within a sensible scope needs, and far less than the stack allows.
const maxCalls = 10_000

// Callee is a function whose calls are counted, and remembered by a session.
type Callee struct{ Name string }

// callKey identifies a call. Arguments are the same where they are the same object,
// holes included. A search that fills a hole in a tree makes new objects only on the
// way from the root to that hole. So calls on all other subtrees are answered from
// memory, and an evaluation continues from what the last one found.
type callKey struct {
	f     *Callee
	count int
	args  [maxKeyed]value.Value
}

// callOutcome is the result of a call.
type callOutcome struct {
	value  value.Value
	truth  Truth // True where there is a value
	reason Reason
}

// The limits of what a session remembers of calls.
const (
	maxKeyed    = 4       // components of an argument
	maxOutcomes = 1 << 12 // calls; then all are forgotten
)

// key returns the key of a call; false where its argument has too many components.
func (f *Callee) key(arg value.Value) (callKey, bool) {
	k := callKey{f: f, count: -1}
	if arg.Kind() != value.Tuple {
		k.args[0] = arg
		return k, true
	}
	if k.count = arg.Len(); k.count > maxKeyed {
		return k, false
	}
	copy(k.args[:], arg.Items())
	return k, true
}

// Answer returns the value of a call: the remembered one, or that of evaluate.
func (f *Callee) Answer(m *Machine, at zed.Expr, arg value.Value, evaluate func() (value.Value,
	bool)) (value.Value, bool) {
	if m.calls >= maxCalls {
		return value.Value{}, m.Infinite(at, fmt.Sprintf("%s calls itself more than %d times", f.Name, maxCalls))
	}
	if !m.Step(at) {
		return value.Value{}, false
	}
	if m.in == nil {
		return evaluate()
	}
	key, ok := f.key(arg)
	if !ok {
		return evaluate()
	}
	if found, ok := m.in.outcomes[key]; ok {
		if found.truth != True {
			m.Fail, m.Reason = found.truth, found.reason
		}
		return found.value, found.truth == True
	}
	v, ok := evaluate()
	out := callOutcome{value: v, truth: True}
	if !ok {
		if out.truth, out.reason = m.Fail, m.Reason; m.Reason.Infinite {
			return v, false // it may be for want of what is left to this evaluation
		}
	}
	switch {
	case m.in.outcomes == nil:
		m.in.outcomes = map[callKey]callOutcome{}
	case len(m.in.outcomes) >= maxOutcomes:
		clear(m.in.outcomes)
	}
	m.in.outcomes[key] = out
	return v, ok
}
