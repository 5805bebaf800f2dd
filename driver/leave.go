package driver

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// isCalled tells whether the values of a type are functions, of which the zero value cannot be called.
func isCalled(t *types.Named) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// leaveGiven leaves out the types of a package, of the objects from a number on, of which no function makes an object
// but methods of others give one, such as iterators and elements: their zero values are of no use. A type that may be
// served when it is the only one stays.
func leaveGiven(r *reader, from *packages.Package, before int) {
	if r.pkg.Own {
		return
	}
	var kept []*Object
	notes := len(r.pkg.Notes)
	for _, o := range r.pkg.Objects[before:] {
		by := givenBy(r, from, o)
		if by == "" || len(r.pkg.Objects)-before == 1 {
			kept = append(kept, o)
			continue
		}
		r.note(posOf(o), "%s is not served: no function makes one, it comes from %s; where its zero value is of use, name "+
			"it: %s.%s", o.Name, by, from.PkgPath, o.Name)
	}
	if len(kept) == 0 {
		r.pkg.Notes = r.pkg.Notes[:notes]
		return
	}
	r.pkg.Objects = append(r.pkg.Objects[:before], kept...)
}

// givenBy returns the method that gives an object all of whose fields are hidden and which no function makes, or the
// type that holds such objects, and "" where there is neither.
func givenBy(r *reader, from *packages.Package, o *Object) string {
	s, ok := o.named.Underlying().(*types.Struct)
	if !ok || o.iface != nil || s.NumFields() == 0 {
		return ""
	}
	for f := range s.Fields() {
		if r.reaches(f) {
			return ""
		}
	}
	scope := from.Types.Scope()
	by := ""
	for _, name := range scope.Names() {
		switch d := scope.Lookup(name).(type) {
		case *types.Func:
			if d.Exported() && isGivenBy(d, o) && (isNew(d) || isTried(d)) {
				return ""
			}
		case *types.TypeName:
			named, ok := d.Type().(*types.Named)
			if !ok || !d.Exported() || d.IsAlias() || named == o.named {
				continue
			}
			if by == "" && o.is(elementOf(named)) {
				by = "values of " + name
			}
			for f := range named.Methods() {
				if f.Exported() && by == "" && slices.ContainsFunc(resultsOf(f), func(t types.Type) bool {
					return o.is(t) || o.is(elementOf(t))
				}) {
					by = fmt.Sprintf("the method %s of %s", f.Name(), name)
				}
			}
		}
	}
	return by
}

// elementOf returns the type of the elements of a slice, array or map, and otherwise the type itself.
func elementOf(t types.Type) types.Type {
	if c, ok := t.Underlying().(interface{ Elem() types.Type }); ok {
		if _, pointer := t.Underlying().(*types.Pointer); !pointer {
			return c.Elem()
		}
	}
	return t
}

// resultsOf returns the types of what a function gives.
func resultsOf(f *types.Func) []types.Type {
	var out []types.Type
	for v := range f.Signature().Results().Variables() {
		out = append(out, v.Type())
	}
	return out
}

// is tells whether a type is that of the object, or of pointers to it.
func (o *Object) is(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Origin() == o.named.Origin()
}

// hidesErrors tells whether a package that is not the user's has types of errors that cannot be named outside of it.
func hidesErrors(r *reader) bool {
	return slices.ContainsFunc(r.from, func(from *packages.Package) bool {
		scope := from.Types.Scope()
		return slices.ContainsFunc(scope.Names(), func(name string) bool {
			t, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || t.IsAlias() || r.reaches(t) {
				return false
			}
			named, ok := t.Type().(*types.Named)
			return ok && !types.IsInterface(named) && named.TypeParams().Len() == 0 && isError(named)
		})
	})
}
