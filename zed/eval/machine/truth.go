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
	Infinite bool     // whether the reason is that a set cannot be enumerated, or that a limit was reached
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

// InBoth tells whether a value is in both of two sets.
func (m *Machine) InBoth(a, b Membership, v value.Value) Truth {
	t := a(m, v)
	if t <= True {
		if t == True {
			t = b(m, v)
		}
		return t
	}
	var open Undecided
	open.Add(m, t)
	u := b(m, v)
	if u == False {
		return u
	}
	open.Add(m, u)
	return open.Else(m, True)
}

// Opposite returns the test whether a value is not in a set.
func Opposite(a Membership) Membership {
	return func(m *Machine, v value.Value) Truth { return Not(a(m, v)) }
}

// HoldsForAll tests each element of a set or a sequence, whose items may be holes.
func (m *Machine) HoldsForAll(items []value.Value, test Membership) Truth {
	var open Undecided
	for _, x := range items {
		if !m.Pass(nil) {
			return Undefined
		}
		t := test(m, x)
		if t == False {
			return False
		}
		open.Add(m, t)
	}
	return open.Else(m, True)
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

// Decide returns the predicate that has the deciding outcome where one of the given
// ones has it, whatever the others are.
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
			var open Undecided
			open.Add(m, a)
			b := args[1](m)
			if b == deciding {
				return b
			}
			open.Add(m, b)
			return open.Else(m, Not(deciding))
		}
	}
	return func(m *Machine) Truth {
		var open Undecided
		for _, a := range args {
			t := a(m)
			if t == deciding {
				return t
			}
			open.Add(m, t)
		}
		return open.Else(m, Not(deciding))
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
