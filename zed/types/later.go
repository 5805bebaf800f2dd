package types

import (
	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// selection checks b.x. Where the type of b is found later, so is what is
// selected.
func (c *checker) selection(e *zed.Select, env *scope) zed.Expr {
	x := c.expr(e.X, env)
	component := &variable{}
	out := &zed.Select{Info: info(e, component), X: x, Name: e.Name}
	c.keep(&out.Info)
	c.later(x.Typ(), func(t zed.Type) {
		s, ok := t.(zed.SchemaType)
		if !ok {
			c.errorf(e.X.At(), "expected a binding, found %s", shown(t))
			component.bad = true
			return
		}
		for _, f := range s.Fields {
			if f.Name == e.Name {
				c.same(e.At(), component, f.Type, "the component is used as %s, and is %s")
				return
			}
		}
		component.bad = true
		if open(s) {
			return
		}
		c.errorf(e.At(), "the binding has no component %q%s", e.Name, source.DidYouMean(e.Name, names(s)))
	})
	return out
}

func (c *checker) tupleSelection(e *zed.TupleSelect, env *scope) zed.Expr {
	x := c.expr(e.X, env)
	component := &variable{}
	out := &zed.TupleSelect{Info: info(e, component), X: x, Index: e.Index}
	c.keep(&out.Info)
	c.later(x.Typ(), func(t zed.Type) {
		p, ok := t.(zed.ProductType)
		switch {
		case !ok:
			c.errorf(e.X.At(), "expected a tuple, found %s", shown(t))
			component.bad = true
		case e.Index < 1 || e.Index > len(p.Elems):
			c.errorf(e.At(), "the tuple has %d components, not a component %d", len(p.Elems), e.Index)
			component.bad = true
		default:
			c.same(e.At(), component, p.Elems[e.Index-1], "the component is used as %s, and is %s")
		}
	})
	return out
}

// later calls check with a type, at once or when it is found. It does not where
// the type was given up after an error.
func (c *checker) later(t zed.Type, check func(zed.Type)) {
	if _, open := prune(t).(*variable); open && !isBad(t) {
		c.waiting = append(c.waiting, waiting{t, check})
		return
	}
	if !isBad(t) {
		check(prune(t))
	}
}

// waiting is a check of a type that is not known yet.
type waiting struct {
	typ   zed.Type
	check func(zed.Type)
}

// resume makes the checks whose types were found meanwhile, and the others when
// nothing more can be found.
func (c *checker) resume() {
	for again := true; again; {
		again = false
		list := c.waiting
		c.waiting = nil
		for _, w := range list {
			if _, open := prune(w.typ).(*variable); !open {
				again = true
			}
			c.later(w.typ, w.check)
		}
	}
	for _, w := range c.waiting {
		if !isBad(w.typ) {
			w.check(prune(w.typ))
		}
	}
	c.waiting = nil
}
