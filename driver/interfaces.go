package driver

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// explainInterface says what to name in the place of an interface, whose methods have no object of their own.
func explainInterface(r *reader, t *types.Named) string {
	name, who := t.Obj().Name(), implementers(r, t)
	if len(who) == 0 {
		return fmt.Sprintf("%s is an interface, and the package exports no type that implements it: write a type that "+
			"holds one and passes its calls on, and name that", name)
	}
	return fmt.Sprintf("%s is an interface: name a type that implements it: %s", name, strings.Join(who, ", "))
}

// implementers returns the names of the types of an interface's package that implement it and can be named.
func implementers(r *reader, t *types.Named) []string {
	var out []string
	scope, methods := t.Obj().Pkg().Scope(), t.Underlying().(*types.Interface)
	for _, name := range scope.Names() {
		of, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || of.IsAlias() || !r.reaches(of) || types.IsInterface(of.Type()) || methods.NumMethods() == 0 {
			continue
		}
		if types.Implements(types.NewPointer(of.Type()), methods) {
			out = append(out, name)
		}
	}
	return out
}

// isMade tells whether a function of the package gives an interface.
func isMade(r *reader, t *types.Named) bool {
	scope := t.Obj().Pkg().Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		f, ok := scope.Lookup(name).(*types.Func)
		return ok && r.reaches(f) && makes(f, &Object{named: t})
	})
}

// behindInterface returns the object that functions of a package give as an interface which no exported type
// implements: of the types that are not exported the one that such a function makes. It is nil where there is none.
func behindInterface(r *reader, from *packages.Package, t *types.Named, args []string) *Object {
	if len(implementers(r, t)) > 0 {
		return nil
	}
	iface, err := instantiate(t, args)
	if err != nil || iface.Underlying().(*types.Interface).NumMethods() == 0 {
		return nil
	}
	scope := from.Types.Scope()
	for _, name := range scope.Names() {
		f, ok := scope.Lookup(name).(*types.Func)
		if !ok || !r.reaches(f) || !makes(f, &Object{named: t}) {
			continue
		}
		for _, by := range append([]*types.Func{f}, r.calls.reached(f, isLock)...) {
			for _, named := range r.calls.composed(by) {
				typ, err := instantiate(named, args)
				if err == nil && named.Obj().Pkg() == from.Types &&
					types.Implements(types.NewPointer(typ), iface.Underlying().(*types.Interface)) {
					return &Object{Name: t.Obj().Name(), named: named, typ: typ, iface: iface}
				}
			}
		}
	}
	return nil
}

// composed returns the types of the literals in a function, as they are declared.
func (g *callGraph) composed(f *types.Func) []*types.Named {
	d := g.bodies[f]
	if d == nil {
		return nil
	}
	var out []*types.Named
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.CompositeLit); ok {
			if named, ok := types.Unalias(g.infos[f].TypeOf(lit)).(*types.Named); ok {
				out = append(out, named.Origin())
			}
		}
		return true
	})
	return out
}
