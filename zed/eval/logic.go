package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// logic compiles a predicate.
func (c *compiler) logic(e zed.Expr) predicate {
	switch e := e.(type) {
	case *zed.Truth:
		if e.Value {
			return func(*machine) Truth { return True }
		}
		return func(*machine) Truth { return False }
	case *zed.Logic:
		return c.connective(e)
	case *zed.Quant:
		return c.quantifier(e)
	case *zed.Occur:
		return c.predicate(e.Body)
	case *zed.Op:
		return c.relation(e)
	case *zed.Let:
		return c.letPredicate(e)
	case *zed.If:
		cond, then, otherwise := c.predicate(e.Cond), c.predicate(e.Then), c.predicate(e.Else)
		return func(m *machine) Truth {
			switch t := cond(m); t {
			case True:
				return then(m)
			case False:
				return otherwise(m)
			default:
				return t
			}
		}
	}
	c.fail(e, "it is not a predicate that can be evaluated")
	return func(m *machine) Truth {
		m.undefined(e, "it cannot be evaluated", value.Value{})
		return Undefined
	}
}

func (c *compiler) letPredicate(e *zed.Let) predicate {
	values := c.terms(e.Values)
	places := make([]int, len(values))
	var leaves []func()
	for i, name := range e.Names {
		var leave func()
		places[i], leave = c.local(name)
		leaves = append(leaves, leave)
	}
	body := c.predicate(e.Body)
	for i := len(leaves) - 1; i >= 0; i-- {
		leaves[i]()
	}
	return func(m *machine) Truth {
		for i, x := range values {
			v, ok := x(m)
			if !ok {
				return m.fail
			}
			m.bind(places[i], v)
		}
		return body(m)
	}
}

func (c *compiler) connective(e *zed.Logic) predicate {
	args := make([]predicate, len(e.Args))
	for i, a := range e.Args {
		args[i] = c.predicate(a)
	}
	switch e.Op {
	case zed.And:
		return decide(args, False)
	case zed.Or:
		return decide(args, True)
	case zed.Not:
		return func(m *machine) Truth { return not(args[0](m)) }
	case zed.Implies:
		return func(m *machine) Truth {
			a := args[0](m)
			if a == False {
				return True
			}
			if a == True {
				return args[1](m)
			}
			first := m.reason
			b := args[1](m)
			if b == True {
				return True
			}
			if b == False {
				b, m.reason = a, first
			}
			return worse(m, a, first, b)
		}
	}
	return func(m *machine) Truth {
		a := args[0](m)
		if a > True {
			first := m.reason
			b := args[1](m)
			if b <= True {
				b, m.reason = a, first
			}
			return worse(m, a, first, b)
		}
		b := args[1](m)
		if b > True {
			return b
		}
		return truth(a == b)
	}
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
