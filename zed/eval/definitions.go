package eval

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// globalNames is what a specification, its configuration and a scope say of names.
type globalNames struct {
	given   map[string][]value.Value // the elements of each given type
	free    map[string][]value.Value // the values of each free type
	partial map[string]bool          // the free types of which there are more
	consts  map[string]value.Value
	ctors   map[string]zed.Expr // the sets that the arguments of constructors are in
	axioms  map[string]*zed.Definition
}

// definitions are what names stand for that are not variables in scope.
type definitions struct {
	globalNames
	functions *functions
	places    *places
	terms     map[string]zed.Expr // what global variables are defined to be, by the name at its parameters
	resolving map[string]bool
}

func newDefinitions(names globalNames, functions *functions, p *places) *definitions {
	return &definitions{globalNames: names, functions: functions, places: p, terms: map[string]zed.Expr{}, resolving: map[string]bool{}}
}

// enter notes that what a name is defined to be is being looked at, until leave is called.
func (c *definitions) enter(name string) (leave func()) {
	c.resolving[name] = true
	return func() { delete(c.resolving, name) }
}

// endless tells whether a set may have no end, as far as its form says.
func (c *definitions) endless(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Ref:
		if x := c.resolved(e); x != e && !c.resolving[e.Name] {
			defer c.enter(e.Name)()
			return c.endless(x)
		}
		return e.Kind == zed.Builtin || e.Kind == zed.FreeType && c.partial[e.Name]
	case *zed.Comp:
		return e.Op == zed.SetComp && e.Text.Pred == nil && c.endlessText(e.Text)
	case *zed.Op:
		switch e.Op {
		case zed.Seq, zed.Seq1, zed.Bag:
			return true
		case zed.Minus:
			return c.endless(e.Args[0])
		case zed.Intersect:
			return c.endless(e.Args[0]) && c.endless(e.Args[1])
		case zed.Cross, zed.Union:
			return slices.ContainsFunc(e.Args, c.endless)
		}
		return toolkit.IsSpace(e.Op) && slices.ContainsFunc(e.Args, c.endless)
	}
	return false
}

func (c *definitions) endlessText(t zed.Text) bool {
	return slices.ContainsFunc(t.Decls, func(d zed.Decl) bool { return c.endless(d.Type) })
}

// defined returns what the axioms say of a global variable, at the actual
// parameters of e; nil where they do not define it or the project gives it a
// value.
func (c *definitions) defined(e zed.Expr) *zed.Definition {
	r, ok := e.(*zed.Ref)
	if !ok || r.Kind != zed.Global {
		return nil
	}
	if _, slot := c.places.names[r.Name]; slot {
		return nil
	}
	if _, given := c.consts[r.Name]; given {
		return nil
	}
	d := c.axioms[r.Name]
	if d == nil || len(d.Params) != len(r.Args) {
		return nil
	}
	return d
}

// resolved returns the term that a global variable is defined to be, and e
// itself where it is none.
func (c *definitions) resolved(e zed.Expr) zed.Expr {
	d := c.defined(e)
	if d == nil || d.Value == nil {
		return e
	}
	key := keyOf(e.(*zed.Ref))
	if known, ok := c.terms[key]; ok {
		return known
	}
	v := instance(d, e.(*zed.Ref)).Value
	c.terms[key] = v
	return v
}

func keyOf(r *zed.Ref) string { return zed.Print(r, zed.Unicode) }

// instance returns a definition with actual parameters in the place of formal
// ones.
func instance(d *zed.Definition, r *zed.Ref) *zed.Definition {
	if len(d.Params) == 0 {
		return d
	}
	args := map[string]zed.Expr{}
	for i, p := range d.Params {
		args[p] = r.Args[i]
	}
	typ := func(t zed.Type) zed.Type {
		return zed.InstanceType(t, func(t zed.Type) zed.Type {
			if n, ok := t.(zed.NamedType); ok && n.Formal && args[n.Name] != nil {
				if p, ok := args[n.Name].Typ().(zed.PowerType); ok {
					return p.Elem
				}
			}
			return nil
		})
	}
	of := func(e zed.Expr) zed.Expr { return zed.Instance(e, args, typ, nil) }
	clauses := func(list []zed.Clause) (out []zed.Clause) {
		for _, cl := range list {
			text := zed.Text{Pred: of(cl.Text.Pred)}
			for _, decl := range cl.Text.Decls {
				text.Decls = append(text.Decls, zed.Decl{Names: decl.Names, Type: of(decl.Type)})
			}
			out = append(out, zed.Clause{Text: text, Arg: of(cl.Arg), Value: of(cl.Value)})
		}
		return out
	}
	return &zed.Definition{Name: d.Name, Set: of(d.Set), Value: of(d.Value), Domain: of(d.Domain), Whole: d.Whole,
		Clauses: clauses(d.Clauses), Members: clauses(d.Members)}
}

// function returns the function that a global variable is defined to be, or nil.
func (c *definitions) function(e zed.Expr) *function {
	if d := c.defined(e); d != nil && len(d.Clauses) > 0 {
		return c.registered(d, e.(*zed.Ref), false)
	}
	return nil
}

// registered returns the function, or the set, that clauses define.
func (c *definitions) registered(d *zed.Definition, r *zed.Ref, set bool) *function {
	return c.functions.get(keyOf(r), func() *function { return &function{def: instance(d, r), set: set, shared: c.functions} })
}
