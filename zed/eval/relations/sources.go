package relations

import (
	"math/big"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/machine"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
	"github.com/ttf-int/ttf-int/zed/meaning"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// Sources compiles a relation that cannot be built, by its form, as one that is
// asked which values it relates to a value: the images of its inverse. It
// returns nil for others.
func (c *Compiler) Sources(e zed.Expr) machine.Images {
	if c.root.Images(e) == nil {
		return nil
	}
	switch e := e.(type) {
	case *zed.Ref:
		return c.sourcesOfName(e)
	case *zed.Comp:
		if !scope.Simple(e.Text) || e.Op == zed.Mu || !c.definitions.EndlessText(e.Text) {
			return nil
		}
		if e.Op != zed.SetComp {
			return c.compileUndone(e.Text, scope.TupleOf(e.Text), e.Body)
		}
		if pair, ok := e.Body.(*zed.TupleExt); ok && len(pair.Elems) == 2 {
			return c.compileUndone(e.Text, pair.Elems[0], pair.Elems[1])
		}
	case *zed.Op:
		return c.sourcesOfOp(e)
	}
	return nil
}

// sourcesOfName compiles constructors, and functions that one equation defines
// on all of their domain.
func (c *Compiler) sourcesOfName(e *zed.Ref) machine.Images {
	if name, ok := scope.Constructor(e); ok {
		return func(m *machine.Machine, y value.Value) ([]value.Value, bool) {
			if t := machine.IsMadeBy(m, y, name); t != machine.True {
				return m.NoImages(t)
			}
			return []value.Value{y.Elem(0)}, true
		}
	}
	if c.definitions.IsEntered(e.Name) {
		return nil
	}
	if x := c.definitions.Resolve(e); x != e {
		defer c.definitions.Enter(e.Name)()
		return c.Sources(x)
	}
	f := c.definitions.Function(e)
	if f == nil || len(f.Def.Clauses) != 1 {
		return nil
	}
	cl := f.Def.Clauses[0]
	o, ok := f.Def.Set.(*zed.Op)
	if !ok || !toolkit.HasTotalFunctions(o.Op) || !scope.Simple(cl.Text) || !scope.Always(cl.Text.Pred, o.Args[0]) ||
		len(scope.Names(cl.Text)) != 1 || !c.definitions.EndlessText(cl.Text) {
		return nil
	}
	if !scope.AreAlike(cl.Text.Decls[0].Type, o.Args[0]) {
		return nil // elsewhere its values are open
	}
	return c.compileUndone(cl.Text, cl.Arg, cl.Value)
}

// sourcesOfOp compiles what operators make of relations whose sources are known.
func (c *Compiler) sourcesOfOp(e *zed.Op) machine.Images {
	switch e.Op {
	case zed.Inverse:
		return c.root.Images(e.Args[0])
	case zed.Identity:
		return c.root.Images(e)
	case zed.RelComp:
		return composeImages(c.Sources(e.Args[1]), c.Sources(e.Args[0]))
	case zed.RelCirc:
		return composeImages(c.Sources(e.Args[0]), c.Sources(e.Args[1]))
	}
	return nil
}

// composeImages returns the images of two relations one after the other; nil where
// one of them is.
func composeImages(r, s machine.Images) machine.Images {
	if r == nil || s == nil {
		return nil
	}
	return func(m *machine.Machine, x value.Value) ([]value.Value, bool) {
		middle, ok := r(m, x)
		if !ok {
			return nil, false
		}
		var out []value.Value
		for _, y := range middle {
			zs, ok := s(m, y)
			if m.Pay(len(zs)); !ok || !m.Pass(nil) {
				return nil, false
			}
			out = append(out, zs...)
		}
		return out, true
	}
}

// compileUndone compiles the pairs of two terms over a text, where the second settles
// all variables: it is what is asked for the first.
func (c *Compiler) compileUndone(t zed.Text, from, to zed.Expr) machine.Images {
	var steps []undo
	for {
		inner, step := peel(to)
		if step == nil {
			break
		}
		to, steps = inner, append(steps, step)
	}
	p, found := c.texts.Pattern(t, to, from)
	if p == nil {
		return nil
	}
	return func(m *machine.Machine, y value.Value) ([]value.Value, bool) {
		for _, step := range steps {
			if y.Kind() != value.Int {
				return nil, true
			}
			n := step(y.Big())
			if n == nil {
				return nil, true
			}
			y = value.OfBig(n)
		}
		if t := p.Match(m, y); t != machine.True {
			return m.NoImages(t)
		}
		x, ok := m.Whole(found(m))
		return []value.Value{x}, ok
	}
}

// undo returns what a number was before an operation, or nil where none gives
// it.
type undo func(*big.Int) *big.Int

// peel returns the operand of an operation with a number, and what undoes it;
// nil for other terms.
func peel(e zed.Expr) (zed.Expr, undo) {
	o, ok := e.(*zed.Op)
	if !ok {
		return nil, nil
	}
	if o.Op == zed.Negate {
		return o.Args[0], func(y *big.Int) *big.Int { return new(big.Int).Neg(y) }
	}
	if meant, ok := meaning.Expand(o); ok {
		return peel(meant)
	}
	if len(o.Args) != 2 {
		return nil, nil
	}
	x, k := o.Args[0], o.Args[1]
	n, behind := k.(*zed.Num)
	if !behind {
		if n, ok = x.(*zed.Num); !ok {
			return nil, nil
		}
		x = k
	}
	switch {
	case o.Op == zed.Plus:
		return x, func(y *big.Int) *big.Int { return new(big.Int).Sub(y, n.Value) }
	case o.Op == zed.Subtract && behind:
		return x, func(y *big.Int) *big.Int { return new(big.Int).Add(y, n.Value) }
	case o.Op == zed.Subtract:
		return x, func(y *big.Int) *big.Int { return new(big.Int).Sub(n.Value, y) }
	case o.Op == zed.Times && n.Value.Sign() != 0:
		return x, func(y *big.Int) *big.Int {
			q, rest := new(big.Int).QuoRem(y, n.Value, new(big.Int))
			if rest.Sign() != 0 {
				return nil
			}
			return q
		}
	}
	return nil, nil
}
