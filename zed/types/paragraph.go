package types

import (
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/zed"
)

// checker checks one specification, or one term in it.
type checker struct {
	spec *Spec
	errs source.Errors
	made []*zed.Info // of every node made, to fill in types that are found later
	path []string    // the definitions being checked, for cycles
}

func (c *checker) errorf(at source.Span, format string, args ...any) zed.Type {
	c.errs = append(c.errs, source.Errorf(at, format, args...))
	return bad()
}

// settle fills in the types that were found after their nodes were made.
func (c *checker) settle() {
	for _, i := range c.made {
		if i.Type != nil {
			i.Type = c.full(i.Type)
		}
	}
	c.made = nil
}

// declare enters the names that a paragraph defines.
func (c *checker) declare(p zed.Paragraph) {
	switch p := p.(type) {
	case *zed.Given:
		for _, n := range p.Names {
			if c.enter(n, &entry{kind: zed.GivenSet, typ: power(zed.NamedType{Name: n.Name}), state: 2}) {
				c.spec.Given = append(c.spec.Given, n.Name)
			}
		}
	case *zed.Free:
		t := zed.NamedType{Name: p.Name.Name, Free: true}
		c.enter(p.Name, &entry{kind: zed.FreeType, typ: power(t), state: 2})
		for _, b := range p.Branches {
			e := &entry{kind: zed.Constant, typ: t, state: 2}
			if b.Arg != nil {
				e.typ = relation(&variable{}, t)
			}
			c.enter(b.Name, e)
		}
	case *zed.Define:
		c.enter(p.Name, &entry{def: p})
	case *zed.Axiom:
		for _, d := range p.Text.Decls {
			for _, n := range d.Names {
				c.enter(n, &entry{kind: zed.Global, axiom: p, typ: &variable{}})
			}
		}
	}
}

func (c *checker) enter(n zed.Ident, e *entry) bool {
	e.name, e.span = n.Name, n.Span
	if other, ok := c.spec.names[n.Name]; ok {
		c.errs = append(c.errs, source.Errorf(n.Span, "%q is defined twice", n.Name).With(other.span, "the other definition is here"))
		return false
	}
	c.spec.names[n.Name] = e
	return true
}

// paragraph checks what the paragraph defines.
func (c *checker) paragraph(p zed.Paragraph) {
	switch p := p.(type) {
	case *zed.Free:
		c.free(p)
	case *zed.Define:
		if e := c.spec.names[p.Name.Name]; e != nil && e.def == p {
			c.define(e)
		}
	case *zed.Axiom:
		c.axiom(p)
	case *zed.Conjecture:
		c.spec.Conjectures = append(c.spec.Conjectures, c.predicate(p.Pred, nil))
	}
}

func (c *checker) free(p *zed.Free) {
	f := Free{Name: p.Name.Name}
	for _, b := range p.Branches {
		if b.Arg == nil {
			f.Constants = append(f.Constants, b.Name.Name)
			continue
		}
		set, elem := c.set(b.Arg, nil)
		if e := c.spec.names[b.Name.Name]; e != nil {
			unify(e.typ, relation(elem, zed.NamedType{Name: p.Name.Name, Free: true}))
		}
		f.Ctors = append(f.Ctors, Ctor{Name: b.Name.Name, Arg: c.full(elem), Set: set})
	}
	c.spec.Free = append(c.spec.Free, f)
}

func (c *checker) axiom(p *zed.Axiom) {
	if len(p.Params) > 0 {
		c.errorf(p.Params[0].Span, "generic descriptions are not supported by this version")
		return
	}
	for _, d := range p.Text.Decls {
		if len(d.Names) == 0 {
			c.errorf(d.Type.At(), "expected a declaration in an axiomatic description, found an included schema")
			continue
		}
		set, elem := c.set(d.Type, nil)
		for _, n := range d.Names {
			if e := c.spec.names[n.Name]; e != nil && e.axiom == p {
				unify(e.typ, elem)
				e.state = 2
				c.spec.Globals = append(c.spec.Globals, zed.Var{Name: n.Name, Type: c.full(elem), Decl: set, Span: n.Span})
			}
		}
	}
	if p.Text.Pred != nil {
		c.spec.Axioms = append(c.spec.Axioms, c.predicate(p.Text.Pred, nil))
	}
}

// define checks a definition, once.
func (c *checker) define(e *entry) {
	switch e.state {
	case 2:
		return
	case 1:
		i := 0
		for c.path[i] != e.name {
			i++
		}
		c.errorf(e.span, "the definition of %q goes in a circle: %s", e.name, strings.Join(append(c.path[i:len(c.path):len(c.path)], e.name), " needs "))
		e.typ, e.state = bad(), 2
		return
	}
	e.state = 1
	c.path = append(c.path, e.name)
	defer func() {
		c.path = c.path[:len(c.path)-1]
		e.state = 2
	}()
	if len(e.def.Params) > 0 {
		e.typ = c.errorf(e.def.Params[0].Span, "generic definitions are not supported by this version")
		return
	}
	value := c.expr(e.def.Value, nil)
	if e.typ != nil {
		return // a circle was found on the way
	}
	e.typ, e.value = value.Typ(), value
	if t, ok := schemaOf(value.Typ()); ok {
		e.kind = zed.SchemaName
		c.spec.Schemas[e.name] = &Schema{Name: e.name, Type: c.full(t).(zed.SchemaType), Body: value, Span: e.span}
	}
}

// schemaOf returns the schema type of a schema's type.
func schemaOf(t zed.Type) (zed.SchemaType, bool) {
	p, ok := prune(t).(zed.PowerType)
	if !ok {
		return zed.SchemaType{}, false
	}
	s, ok := prune(p.Elem).(zed.SchemaType)
	return s, ok
}
