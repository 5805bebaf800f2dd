package driver

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
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
		return ok && r.reaches(f) && r.makes(f, &Object{named: t})
	})
}
