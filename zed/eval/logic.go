package eval

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/eval/texts"
	"github.com/ttf-int/ttf-int/zed/value"
)

// connectives compiles predicates: connectives, quantifiers, and relations.
type connectives struct {
	root        *compiler
	places      *scope.Places
	texts       *texts.Compiler
	comparisons *comparisons
}

// logic compiles a predicate.
func (c *connectives) logic(e zed.Expr) machine.Predicate {
	switch e := e.(type) {
	case *zed.Truth:
		if e.Value {
			return func(*machine.Machine) machine.Truth { return machine.True }
		}
		return func(*machine.Machine) machine.Truth { return machine.False }
	case *zed.Logic:
		return c.connective(e)
	case *zed.Quant:
		return c.texts.Quantifier(e)
	case *zed.Occur:
		return c.root.Predicate(e.Body)
	case *zed.Op:
		return c.comparisons.relation(e)
	case *zed.Let:
		return c.letPredicate(e)
	case *zed.If:
		cond, then, otherwise := c.root.Predicate(e.Cond), c.root.Predicate(e.Then), c.root.Predicate(e.Else)
		return func(m *machine.Machine) machine.Truth {
			switch t := cond(m); t {
			case machine.True:
				return then(m)
			case machine.False:
				return otherwise(m)
			default:
				return t
			}
		}
	}
	c.root.fail(e, "it is not a predicate that can be evaluated")
	return func(m *machine.Machine) machine.Truth {
		m.Undefined(e, "it cannot be evaluated", value.Value{})
		return machine.Undefined
	}
}

func (c *connectives) letPredicate(e *zed.Let) machine.Predicate {
	values := c.root.Terms(e.Values)
	places, leave := c.places.Locals(e.Names)
	body := c.root.Predicate(e.Body)
	leave()
	return func(m *machine.Machine) machine.Truth {
		for i, x := range values {
			v, ok := x(m)
			if !ok {
				return m.Fail
			}
			m.Bind(places[i], v)
		}
		return body(m)
	}
}

func (c *connectives) connective(e *zed.Logic) machine.Predicate {
	args := make([]machine.Predicate, len(e.Args))
	for i, a := range e.Args {
		args[i] = c.root.Predicate(a)
	}
	switch e.Op {
	case zed.And:
		return machine.Decide(args, machine.False)
	case zed.Or:
		return machine.Decide(args, machine.True)
	case zed.Not:
		return func(m *machine.Machine) machine.Truth { return machine.Not(args[0](m)) }
	case zed.Implies:
		premise := func(m *machine.Machine) machine.Truth { return machine.Not(args[0](m)) }
		return machine.Decide([]machine.Predicate{premise, args[1]}, machine.True)
	}
	return func(m *machine.Machine) machine.Truth {
		var open machine.Undecided
		a := args[0](m)
		open.Add(m, a)
		b := args[1](m)
		open.Add(m, b)
		return open.Else(m, machine.TruthOf(a == b))
	}
}
