package scope

import (
	"slices"

	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/eval/functions"
	"github.com/ttf-int/ttf-int/zed/toolkit"
	"github.com/ttf-int/ttf-int/zed/value"
)

// GlobalNames is what a specification, its configuration and a scope say about names.
type GlobalNames struct {
	Given   map[string][]value.Value // the elements of each given type
	Free    map[string][]value.Value // the values of each free type
	Partial map[string]bool          // the free types with more values than Free has
	Consts  map[string]value.Value
	Ctors   map[string]zed.Expr // the sets that the arguments of constructors are in
	Axioms  map[string]*zed.Definition
}

// Definitions are the meanings of names that are not variables in scope.
type Definitions struct {
	GlobalNames
	functions *functions.Compiled
	places    *Places
	terms     map[string]zed.Expr // what global variables are defined to be, by the name at its parameters
	resolving map[string]bool
}

// NewDefinitions returns the meanings of names. Functions are compiled once for all
// that share them.
func NewDefinitions(names GlobalNames, functions *functions.Compiled, p *Places) *Definitions {
	return &Definitions{GlobalNames: names, functions: functions, places: p, terms: map[string]zed.Expr{},
		resolving: map[string]bool{}}
}

// IsEntered tells whether the definition of a name is being visited.
func (c *Definitions) IsEntered(name string) bool { return c.resolving[name] }

// Enter records that the definition of a name is being visited, until leave is called.
func (c *Definitions) Enter(name string) (leave func()) {
	c.resolving[name] = true
	return func() { delete(c.resolving, name) }
}

// Endless tells whether a set may be infinite, as far as its form shows.
func (c *Definitions) Endless(e zed.Expr) bool {
	switch e := e.(type) {
	case *zed.Ref:
		if x := c.Resolve(e); x != e && !c.IsEntered(e.Name) {
			defer c.Enter(e.Name)()
			return c.Endless(x)
		}
		return e.Kind == zed.Builtin || e.Kind == zed.FreeType && c.Partial[e.Name]
	case *zed.Comp:
		return e.Op == zed.SetComp && e.Text.Pred == nil && c.EndlessText(e.Text)
	case *zed.Op:
		switch e.Op {
		case zed.Seq, zed.Seq1, zed.Bag:
			return true
		case zed.Minus:
			return c.Endless(e.Args[0])
		case zed.Intersect:
			return c.Endless(e.Args[0]) && c.Endless(e.Args[1])
		case zed.Cross, zed.Union:
			return slices.ContainsFunc(e.Args, c.Endless)
		}
		return toolkit.IsSpace(e.Op) && slices.ContainsFunc(e.Args, c.Endless)
	}
	return false
}

// EndlessText tells whether a variable of a text is declared in a set that may be
// infinite.
func (c *Definitions) EndlessText(t zed.Text) bool {
	return slices.ContainsFunc(t.Decls, func(d zed.Decl) bool { return c.Endless(d.Type) })
}

// LookUp returns the definition that axioms give to a global variable, for the actual
// parameters of e; nil where they do not define it, or where the project gives it a
// value.
func (c *Definitions) LookUp(e zed.Expr) *zed.Definition {
	r, ok := e.(*zed.Ref)
	if !ok || r.Kind != zed.Global {
		return nil
	}
	if _, slot := c.places.Find(r.Name); slot {
		return nil
	}
	if _, given := c.Consts[r.Name]; given {
		return nil
	}
	d := c.Axioms[r.Name]
	if d == nil || len(d.Params) != len(r.Args) {
		return nil
	}
	return d
}

// Resolve returns the term that axioms define a global variable to be, and e itself
// where they do not.
func (c *Definitions) Resolve(e zed.Expr) zed.Expr {
	d := c.LookUp(e)
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

// instance returns a definition in which actual parameters replace formal ones.
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
	instantiate := func(e zed.Expr) zed.Expr { return zed.Instance(e, args, typ, nil) }
	clauses := func(list []zed.Clause) (out []zed.Clause) {
		for _, cl := range list {
			text := zed.Text{Pred: instantiate(cl.Text.Pred)}
			for _, decl := range cl.Text.Decls {
				text.Decls = append(text.Decls, zed.Decl{Names: decl.Names, Type: instantiate(decl.Type)})
			}
			out = append(out, zed.Clause{Text: text, Arg: instantiate(cl.Arg), Value: instantiate(cl.Value)})
		}
		return out
	}
	return &zed.Definition{Name: d.Name, Set: instantiate(d.Set), Value: instantiate(d.Value),
		Domain: instantiate(d.Domain), Whole: d.Whole,
		Clauses: clauses(d.Clauses), Members: clauses(d.Members)}
}

// Function returns the function that axioms define a global variable to be, or nil.
func (c *Definitions) Function(e zed.Expr) *functions.Function {
	if d := c.LookUp(e); d != nil && len(d.Clauses) > 0 {
		return c.Register(d, e.(*zed.Ref), false)
	}
	return nil
}

// Register returns the function, or the set, that clauses define.
func (c *Definitions) Register(d *zed.Definition, r *zed.Ref, set bool) *functions.Function {
	return c.functions.Intern(keyOf(r),
		func() *functions.Function { return functions.NewFunction(instance(d, r), set, c.functions) })
}
