package host

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/types"
	"github.com/ttf-int/ttf-int/zed/value"
)

// smallValues returns small values of a type; none of a given type, whose elements have names
// only in cases.
func (r *reader) smallValues(t zed.Type, depth int) []value.Value {
	if depth == 0 {
		return nil
	}
	switch t := t.(type) {
	case zed.IntType:
		return []value.Value{value.OfInt(0), value.OfInt(1), value.OfInt(2)}
	case zed.StrType:
		return []value.Value{value.OfStr(""), value.OfStr("a")}
	case zed.NamedType:
		return r.smallFreeValues(r.free[t.Name], depth)
	case zed.ProductType:
		return r.rows(len(t.Elems), func(i int) zed.Type { return t.Elems[i] }, depth, value.OfTuple)
	case zed.SchemaType:
		names := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			names[i] = f.Name
		}
		return r.rows(len(t.Fields), func(i int) zed.Type { return t.Fields[i].Type }, depth,
			func(elems ...value.Value) value.Value {
				return value.OfBinding(names, elems)
			})
	case zed.PowerType:
		return r.smallSets(t, depth)
	}
	return nil
}

func (r *reader) smallFreeValues(f types.Free, depth int) []value.Value {
	var out []value.Value
	for _, c := range f.Constants {
		out = append(out, value.OfAtom(c))
	}
	for _, c := range f.Ctors {
		for _, arg := range r.smallValues(c.Arg, depth-1) {
			out = append(out, value.OfCtor(c.Name, arg))
		}
	}
	return out
}

func (r *reader) smallSets(t zed.PowerType, depth int) []value.Value {
	if inner := pairSecond(t); t.List && inner != nil {
		out := []value.Value{value.OfSeq(nil)}
		elems := r.smallValues(inner, depth-1)
		for n := range min(len(elems), 2) {
			out = append(out, value.OfSeq(slices.Clone(elems[:n+1])))
		}
		return out
	}
	out := []value.Value{value.OfSet(nil)}
	elems := r.smallValues(t.Elem, depth-1)
	for _, e := range elems {
		out = append(out, value.OfSet([]value.Value{e}))
	}
	if len(elems) > 1 {
		out = append(out, value.OfSet(slices.Clone(elems[:2])))
	}
	return out
}

// rows returns values of n components: one of the first values of each type, one of the
// second values, and so on.
func (r *reader) rows(n int, typ func(int) zed.Type, depth int, of func(...value.Value) value.Value) []value.Value {
	columns, longest := make([][]value.Value, n), 0
	for i := range columns {
		if columns[i] = r.smallValues(typ(i), depth-1); len(columns[i]) == 0 {
			return nil
		}
		longest = max(longest, len(columns[i]))
	}
	var out []value.Value
	for k := range min(longest, 3) {
		elems := make([]value.Value, n)
		for i, c := range columns {
			elems[i] = c[k%len(c)]
		}
		out = append(out, of(elems...))
	}
	return out
}

// findMisfit returns why no value of a shape is a value of a type; "" where some may be.
func (r *reader) findMisfit(s *wire.Shape, t zed.Type) string {
	parts := s.GetParts()
	part := func(i int) *wire.Shape {
		if i < len(parts) {
			return parts[i]
		}
		return nil
	}
	wrong := fmt.Sprintf("its type is %s, and the program has %s", t, kindName(s.GetKind()))
	switch s.GetKind() {
	case wire.Kind_NONE:
		return ""
	case wire.Kind_INT:
		if _, ok := t.(zed.IntType); ok {
			return ""
		}
	case wire.Kind_STRING:
		if _, ok := t.(zed.StrType); ok {
			return ""
		}
		if _, ok := t.(zed.NamedType); ok {
			return ""
		}
	case wire.Kind_ATOM:
		if n, ok := t.(zed.NamedType); ok {
			return r.checkNames(s.Names, n, false)
		}
	case wire.Kind_CTOR:
		if n, ok := t.(zed.NamedType); ok {
			return r.findMisfitConstructor(s, n)
		}
	case wire.Kind_SET, wire.Kind_SEQ:
		p, ok := t.(zed.PowerType)
		if !ok {
			break
		}
		if s.Kind == wire.Kind_SET {
			return r.findMisfit(part(0), p.Elem)
		}
		if inner := pairSecond(p); inner != nil {
			return r.findMisfit(part(0), inner)
		}
	case wire.Kind_TUPLE:
		if p, ok := t.(zed.ProductType); ok && len(p.Elems) == len(parts) {
			for i, e := range p.Elems {
				if why := r.findMisfit(parts[i], e); why != "" {
					return why
				}
			}
			return ""
		}
	case wire.Kind_BINDING:
		if p, ok := t.(zed.SchemaType); ok {
			return r.findMisfitBinding(s, p)
		}
	default:
		return ""
	}
	return wrong
}

func (r *reader) findMisfitBinding(s *wire.Shape, t zed.SchemaType) string {
	var names []string
	for _, f := range t.Fields {
		names = append(names, f.Name)
		if i := slices.Index(s.Names, f.Name); i >= 0 && i < len(s.Parts) {
			if why := r.findMisfit(s.Parts[i], f.Type); why != "" {
				return "component " + f.Name + ": " + why
			}
		}
	}
	sort.Strings(names)
	has := slices.Sorted(slices.Values(s.Names))
	if !slices.Equal(names, has) {
		return fmt.Sprintf("its components are %s, and the program's are %s", strings.Join(names, ", "),
			strings.Join(has, ", "))
	}
	return ""
}

// findMisfitConstructor returns why no value of a shape with constructors is one of a type:
// the type has not all of these, one is applied to other values, or it has none of the
// constants.
func (r *reader) findMisfitConstructor(s *wire.Shape, t zed.NamedType) string {
	f, ok := r.free[t.Name]
	if !ok || len(s.Names) < len(s.Parts) {
		return ""
	}
	constructors, constants := s.Names[:len(s.Parts)], s.Names[len(s.Parts):]
	for i, name := range constructors {
		k := slices.IndexFunc(f.Ctors, func(c types.Ctor) bool { return c.Name == name })
		if k < 0 {
			return fmt.Sprintf("%s has no constructor %s, to which the program applies values", t.Name, name)
		}
		if why := r.findMisfit(s.Parts[i], f.Ctors[k].Arg); why != "" {
			return "what " + name + " is applied to: " + why
		}
	}
	return r.checkNames(constants, t, len(constructors) > 0)
}

// checkNames returns an error where none of the program's names is a constant of the type.
// whole says that the names are all that the program has for constants of a type that has
// constructors too.
func (r *reader) checkNames(names []string, t zed.NamedType, whole bool) string {
	f, ok := r.free[t.Name]
	if !ok || len(f.Ctors) > 0 && !whole || len(f.Constants) == 0 || len(names) == 0 ||
		slices.ContainsFunc(f.Constants, func(c string) bool { return slices.Contains(names, c) }) {
		return ""
	}
	return fmt.Sprintf("the constants of %s are %s, and the program's are %s", t.Name, strings.Join(f.Constants, ", "),
		strings.Join(names, ", "))
}
