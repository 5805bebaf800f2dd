package machine

import (
	"fmt"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Truth is the outcome of a predicate.
type Truth uint8

// String returns the outcome in a word.
func (t Truth) String() string {
	return [...]string{"false", "true", "undefined", "unknown"}[t]
}

// Reason says why a term has no value, or which hole it needs.
type Reason struct {
	Hole     int      // the hole that was read first, where Unset
	Unset    bool     // a hole is the reason
	Infinite bool     // a set that cannot be enumerated, or not within the limits, is the reason
	Term     zed.Expr // the term without a value
	Message  string
	Arg      value.Value // the value that the message is about, where there is one
}

// String returns the reason in one line.
func (r *Reason) String() string {
	text := r.Message
	if r.Arg.Kind() != value.Nothing {
		text = fmt.Sprintf(text, r.Arg)
	}
	if r.Term != nil {
		text = zed.Print(r.Term, zed.Unicode) + ": " + text
	}
	return text
}

// Membership tells whether a value, which may hold holes, is in a set.
type Membership func(m *Machine, v value.Value) Truth

// Both tells whether a value is in both of two sets.
func (m *Machine) Both(a, b Membership, v value.Value) Truth {
	t := a(m, v)
	if t == False {
		return t
	}
	first := m.Reason
	u := b(m, v)
	if t == True || u == False {
		return u
	}
	if u == True {
		u, m.Reason = t, first
	}
	return Worse(m, t, first, u)
}

// Opposite returns the test whether a value is not in a set.
func Opposite(a Membership) Membership {
	return func(m *Machine, v value.Value) Truth { return Not(a(m, v)) }
}

// All tests each element of a set or of a sequence, whose items may be holes.
func (m *Machine) All(items []value.Value, test Membership) Truth {
	out := True
	var first Reason
	for _, x := range items {
		if !m.Pass(nil) {
			return Undefined
		}
		t := test(m, x)
		if t == False {
			return False
		}
		if t > True && Graver(out, &first, t, &m.Reason) {
			out, first = t, m.Reason
		}
	}
	if out > True {
		m.Reason = first
	}
	return out
}

// TruthOf returns true or false.
func TruthOf(b bool) Truth {
	if b {
		return True
	}
	return False
}

// Not returns the truth of a negation.
func Not(t Truth) Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return t
}

// Graver tells whether an outcome that is neither true nor false counts for more
// than what was found before it. Unknown counts for most, for then more choices may
// decide; next comes what no evaluation decides.
func Graver(before Truth, why *Reason, now Truth, reason *Reason) bool {
	switch {
	case before <= True:
		return true
	case before == Unknown:
		return false
	}
	return now == Unknown || reason.Infinite && !why.Infinite
}

// Worse joins two outcomes that are neither true nor false: the graver one, with its
// reason. It is the first where neither is.
func Worse(m *Machine, a Truth, first Reason, b Truth) Truth {
	if Graver(a, &first, b, &m.Reason) {
		return b
	}
	m.Reason = first
	return a
}

// Decide joins predicates: one that has the deciding outcome decides, whatever
// the others are.
func Decide(args []Predicate, deciding Truth) Predicate {
	if len(args) == 2 {
		return func(m *Machine) Truth {
			a := args[0](m)
			if a == deciding {
				return a
			}
			if a <= True {
				return args[1](m)
			}
			first := m.Reason
			b := args[1](m)
			if b == deciding {
				return b
			}
			if b <= True {
				b, m.Reason = a, first
			}
			return Worse(m, a, first, b)
		}
	}
	return func(m *Machine) Truth {
		out := Not(deciding)
		var first Reason
		for _, a := range args {
			t := a(m)
			if t == deciding {
				return t
			}
			if t > True && Graver(out, &first, t, &m.Reason) {
				out, first = t, m.Reason
			}
		}
		if out > True {
			m.Reason = first
		}
		return out
	}
}

// The outcomes. Undefined says that a term has no value, or that a set cannot
// be enumerated; Unknown that a hole would decide.
const (
	False Truth = iota
	True
	Undefined
	Unknown
)

// Constant returns a term that always has the same value.
func Constant(v value.Value) Term {
	return func(*Machine) (value.Value, bool) { return v, true }
}
