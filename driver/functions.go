package driver

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// findFunctions finds the functions of a package that are to be units: those that only names or, where it is nil and
// the package has no type that is served, all that are exported. Functions that make an object are none.
func findFunctions(r *reader, from *packages.Package, only, args []string, served bool) {
	scope := from.Types.Scope()
	for _, name := range scope.Names() {
		f, ok := scope.Lookup(name).(*types.Func)
		switch {
		case !ok || only == nil && !f.Exported() || only != nil && !slices.Contains(only, name):
		case only == nil && slices.ContainsFunc(r.pkg.Objects, func(o *Object) bool { return isGivenBy(f, o) }):
		case only == nil && served:
			r.beside[from.Types] = append(r.beside[from.Types], f)
		default:
			addFunction(r, f, args)
		}
	}
}

// functionsBeside has the functions of a package beside its types be units too, where none of these shows what it
// holds, so that there is little to be said of them; otherwise it notes them.
func functionsBeside(r *reader, from *packages.Package, args []string) {
	left := r.beside[from.Types]
	if len(left) == 0 {
		return
	}
	if !slices.ContainsFunc(r.pkg.Objects, func(o *Object) bool {
		return o.named.Obj().Pkg() == from.Types && len(o.State) > 0
	}) {
		for _, f := range left {
			addFunction(r, f, args)
		}
		return
	}
	sortByPlace(left)
	var names []string
	for _, f := range left {
		names = append(names, f.Name())
	}
	r.note(left[0].Pos(), "functions are units where they are named: %s, as in %s.%s", strings.Join(names, ", "),
		from.PkgPath, names[0])
}

// addFunction enters a function that is to be a unit.
func addFunction(r *reader, f *types.Func, args []string) {
	if n := f.Signature().TypeParams().Len(); n > 0 {
		var given []types.Type
		for i := range n {
			name := "int"
			if i < len(args) {
				name = args[i]
			}
			if t, ok := types.Universe.Lookup(name).(*types.TypeName); ok {
				given = append(given, t.Type())
			}
		}
		made, err := types.Instantiate(types.NewContext(), f.Signature(), given, true)
		if err != nil {
			r.note(f.Pos(), "%s is not a unit: it cannot have these type arguments: %v", f.Name(), err)
			return
		}
		r.others.instances[f] = made.(*types.Signature)
	}
	r.others.functions = append(r.others.functions, f)
}

// addFunctions adds the functions that are units, as the methods of an object that has no value.
func addFunctions(r *reader) {
	o := &r.others
	sortByPlace(o.functions)
	if r.methods(o); len(o.Methods) > 0 {
		r.pkg.Objects = append(r.pkg.Objects, o)
	}
}
