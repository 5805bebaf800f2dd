package relations

import (
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/scope"
)

// Domain returns the set that the domain of a relation which cannot be built is
// known to be, and other terms themselves.
func (c *Compiler) Domain(e zed.Expr) zed.Expr {
	o, ok := e.(*zed.Op)
	if !ok || o.Op != zed.Dom || c.root.Images(o.Args[0]) == nil {
		return e
	}
	if set := c.domainOf(o.Args[0], o.Typ()); set != nil {
		return set
	}
	return e
}

// domainOf returns the domain of a relation, which has a type; nil where it is
// not known.
func (c *Compiler) domainOf(e zed.Expr, typ zed.Type) zed.Expr {
	join := func(op zed.Operator, a, b zed.Expr) zed.Expr {
		if a == nil || b == nil {
			return nil
		}
		return &zed.Op{Info: zed.Info{Span: e.At(), Type: typ}, Op: op, Args: []zed.Expr{a, b}}
	}
	switch e := e.(type) {
	case *zed.Ref:
		if name, ok := scope.Constructor(e); ok {
			return c.definitions.Ctors[name]
		}
		if x := c.definitions.Resolve(e); x != e && !c.definitions.IsEntered(e.Name) {
			defer c.definitions.Enter(e.Name)()
			return c.domainOf(x, typ)
		}
		if f := c.definitions.Function(e); f != nil && f.Domain() != nil {
			return f.Domain()
		}
	case *zed.Comp:
		if e.Op != zed.Lambda || e.Text.Pred != nil || !scope.Simple(e.Text) {
			return nil
		}
		var sets []zed.Expr
		for _, d := range e.Text.Decls {
			for range d.Names {
				sets = append(sets, d.Type)
			}
		}
		if len(sets) == 1 {
			return sets[0]
		}
		return &zed.Op{Info: zed.Info{Span: e.At(), Type: typ}, Op: zed.Cross, Args: sets}
	case *zed.Op:
		switch e.Op {
		case zed.Identity:
			return e.Args[0]
		case zed.Override, zed.Union:
			return join(zed.Union, c.domainOf(e.Args[0], typ), c.domainOf(e.Args[1], typ))
		case zed.DomRes:
			return join(zed.Intersect, e.Args[0], c.domainOf(e.Args[1], typ))
		case zed.DomSub:
			return join(zed.Minus, c.domainOf(e.Args[1], typ), e.Args[0])
		}
	}
	if c.root.Images(e) == nil {
		return &zed.Op{Info: zed.Info{Span: e.At(), Type: typ}, Op: zed.Dom, Args: []zed.Expr{e}}
	}
	return nil
}

// WithDomains returns a relation with the domains that are known in the place
// of its sides.
func (c *Compiler) WithDomains(e *zed.Op) *zed.Op {
	a, b := c.Domain(e.Args[0]), c.Domain(e.Args[1])
	if a == e.Args[0] && b == e.Args[1] {
		return e
	}
	return &zed.Op{Info: e.Info, Op: e.Op, Args: []zed.Expr{a, b}}
}

// EndlessSide tells whether a set is a side of a relation that cannot be built.
func (c *Compiler) EndlessSide(e zed.Expr) bool {
	o, ok := e.(*zed.Op)
	return ok && (o.Op == zed.Dom || o.Op == zed.Ran) && c.root.Images(o.Args[0]) != nil
}
