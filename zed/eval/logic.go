package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/value"
)

// connectives compile predicates: what joins others, quantifiers, and relations.
type connectives struct {
	root        *compiler
	places      *places
	texts       *texts
	comparisons *comparisons
}

// logic compiles a predicate.
func (c *connectives) logic(e zed.Expr) predicate {
	switch e := e.(type) {
	case *zed.Truth:
		if e.Value {
			return func(*machine) Truth { return True }
		}
		return func(*machine) Truth { return False }
	case *zed.Logic:
		return c.connective(e)
	case *zed.Quant:
		return c.texts.quantifier(e)
	case *zed.Occur:
		return c.root.predicate(e.Body)
	case *zed.Op:
		return c.comparisons.relation(e)
	case *zed.Let:
		return c.letPredicate(e)
	case *zed.If:
		cond, then, otherwise := c.root.predicate(e.Cond), c.root.predicate(e.Then), c.root.predicate(e.Else)
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
	c.root.fail(e, "it is not a predicate that can be evaluated")
	return func(m *machine) Truth {
		m.undefined(e, "it cannot be evaluated", value.Value{})
		return Undefined
	}
}

func (c *connectives) letPredicate(e *zed.Let) predicate {
	values := c.root.terms(e.Values)
	places, leave := c.places.locals(e.Names)
	body := c.root.predicate(e.Body)
	leave()
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

func (c *connectives) connective(e *zed.Logic) predicate {
	args := make([]predicate, len(e.Args))
	for i, a := range e.Args {
		args[i] = c.root.predicate(a)
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
