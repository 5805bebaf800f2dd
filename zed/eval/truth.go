package eval

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

// membership tells whether a value, which may hold holes, is in a set.
type membership func(m *machine, v value.Value) Truth

func (c *memberTests) membership(e zed.Expr) membership {
	if made := c.memberOfClauses(e); made != nil {
		return made
	}
	if r, ok := e.(*zed.Ref); ok && !c.definitions.resolving[r.Name] {
		if x := c.definitions.resolved(e); x != e {
			defer c.definitions.enter(r.Name)()
			return c.membership(x)
		}
	}
	return c.strictly(e, c.memberOfForm(e))
}

// both tells whether a value is in both of two sets.
func (m *machine) both(a, b membership, v value.Value) Truth {
	t := a(m, v)
	if t == False {
		return t
	}
	first := m.reason
	u := b(m, v)
	if t == True || u == False {
		return u
	}
	if u == True {
		u, m.reason = t, first
	}
	return worse(m, t, first, u)
}

func opposite(a membership) membership {
	return func(m *machine, v value.Value) Truth { return not(a(m, v)) }
}

// all tests each element of a set or of a sequence, whose items may be holes.
func (m *machine) all(items []value.Value, test membership) Truth {
	out := True
	var first Reason
	for _, x := range items {
		if !m.pass(nil) {
			return Undefined
		}
		t := test(m, x)
		if t == False {
			return False
		}
		if t > True && graver(out, &first, t, &m.reason) {
			out, first = t, m.reason
		}
	}
	if out > True {
		m.reason = first
	}
	return out
}

func truth(b bool) Truth {
	if b {
		return True
	}
	return False
}

func not(t Truth) Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return t
}

// graver tells whether an outcome that is neither true nor false counts for more
// than what was found before it: unknown does, for then more choices may decide, and
// next to it that no evaluation decides.
func graver(before Truth, why *Reason, now Truth, reason *Reason) bool {
	switch {
	case before <= True:
		return true
	case before == Unknown:
		return false
	}
	return now == Unknown || reason.Infinite && !why.Infinite
}

// worse joins two outcomes that are neither true nor false: the graver one, with its
// reason. It is the first where neither is.
func worse(m *machine, a Truth, first Reason, b Truth) Truth {
	if graver(a, &first, b, &m.reason) {
		return b
	}
	m.reason = first
	return a
}

// decide joins predicates: one that has the deciding outcome decides, whatever
// the others are.
func decide(args []predicate, deciding Truth) predicate {
	if len(args) == 2 {
		return func(m *machine) Truth {
			a := args[0](m)
			if a == deciding {
				return a
			}
			if a <= True {
				return args[1](m)
			}
			first := m.reason
			b := args[1](m)
			if b == deciding {
				return b
			}
			if b <= True {
				b, m.reason = a, first
			}
			return worse(m, a, first, b)
		}
	}
	return func(m *machine) Truth {
		out := not(deciding)
		var first Reason
		for _, a := range args {
			t := a(m)
			if t == deciding {
				return t
			}
			if t > True && graver(out, &first, t, &m.reason) {
				out, first = t, m.reason
			}
		}
		if out > True {
			m.reason = first
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

func constant(v value.Value) term {
	return func(*machine) (value.Value, bool) { return v, true }
}
