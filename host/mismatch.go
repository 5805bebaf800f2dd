package host

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/ttf-int/ttf-int/source"
	"github.com/ttf-int/ttf-int/sut/wire"
	"github.com/ttf-int/ttf-int/zed"
	"github.com/ttf-int/ttf-int/zed/types"
)

// mismatch is why the values of a shape are not those of a type.
type mismatch struct {
	why, hint string
	shape     *wire.Shape // the one that is wrong, which may be a part of another
	lists     bool        // the names that the program lists are wrong, and not what they are bound to
}

// say returns the message, with the place where the program says how such values are sent.
func (m *mismatch) say(p *Program) string {
	out := m.why + sentAt(p.system.Dir, m.shape)
	if m.hint != "" && p.language == "go" {
		out += ": " + m.hint
	}
	return out
}

// within returns the mismatch of a part of a value, with what part that is.
func (m *mismatch) within(part string) *mismatch {
	return &mismatch{part + ": " + m.why, m.hint, m.shape, m.lists}
}

// sentAt returns the end of a message about values of a shape: the place where the program says how they are sent; ""
// where that is not known.
func sentAt(dir string, s *wire.Shape) string {
	if s.GetPlace() == "" {
		return ""
	}
	return " (it is sent as " + shortenPath(dir, s.Place) + " says)"
}

// hintAt returns what is to be written in Go for values of a type in the place of what the program has; "" where there
// is no more to say than the type.
func (r *reader) hintAt(s *wire.Shape, t zed.Type) string {
	switch t := t.(type) {
	case zed.PowerType:
		if s.GetKind() == wire.Kind_SEQ && pairSecond(t) == nil {
			return "a set is a map[T]struct{} in Go, and a sut.Property or sut.Codec makes one of a slice"
		}
	case zed.NamedType:
		f, free := r.free[t.Name]
		switch {
		case !free:
			return "elements of a given type are strings in Go, and a sut.Codec with sut.Atom makes them of other values"
		case len(f.Ctors) == 0:
			return "sut.Enum in Types says which constant stands for which value"
		}
		return "sut.Optional, sut.CommaOK, sut.CommaError or sut.Codec in Types sends values of a type with constructors"
	}
	return ""
}

// findMisfit returns why no value of a shape is a value of a type; nil where some may be.
func (r *reader) findMisfit(s *wire.Shape, t zed.Type) *mismatch {
	parts := s.GetParts()
	part := func(i int) *wire.Shape {
		if i < len(parts) {
			return parts[i]
		}
		return nil
	}
	switch s.GetKind() {
	case wire.Kind_NONE:
		return nil
	case wire.Kind_INT:
		if _, ok := t.(zed.IntType); ok {
			return nil
		}
	case wire.Kind_STRING:
		if _, ok := t.(zed.StrType); ok {
			return nil
		}
		if _, ok := t.(zed.NamedType); ok {
			return nil
		}
	case wire.Kind_ATOM:
		if n, ok := t.(zed.NamedType); ok {
			return r.checkNames(s, s.Names, n, false)
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
				if wrong := r.findMisfit(parts[i], e); wrong != nil {
					return wrong
				}
			}
			return nil
		}
	case wire.Kind_BINDING:
		if p, ok := t.(zed.SchemaType); ok {
			return r.findMisfitBinding(s, p)
		}
	default:
		return nil
	}
	return &mismatch{fmt.Sprintf("its type is %s, and the program has %s", t, kindName(s.GetKind())),
		r.hintAt(s, t), s, false}
}

func (r *reader) findMisfitBinding(s *wire.Shape, t zed.SchemaType) *mismatch {
	var names []string
	for _, f := range t.Fields {
		names = append(names, f.Name)
		if i := slices.Index(s.Names, f.Name); i >= 0 && i < len(s.Parts) {
			if wrong := r.findMisfit(s.Parts[i], f.Type); wrong != nil {
				return wrong.within("component " + f.Name)
			}
		}
	}
	sort.Strings(names)
	has := slices.Sorted(slices.Values(s.Names))
	if !slices.Equal(names, has) {
		return &mismatch{fmt.Sprintf("its components are %s, and the program's are %s", strings.Join(names, ", "),
			strings.Join(has, ", ")), "a tag such as `z:\"name\"` at a field says what it is in Z", s, false}
	}
	return nil
}

// findMisfitConstructor returns why no value of a shape with constructors is one of a type:
// the type has not all of these, one is applied to other values, or it has none of the
// constants.
func (r *reader) findMisfitConstructor(s *wire.Shape, t zed.NamedType) *mismatch {
	f, ok := r.free[t.Name]
	if !ok || len(s.Names) < len(s.Parts) {
		return nil
	}
	constructors, constants := s.Names[:len(s.Parts)], s.Names[len(s.Parts):]
	for i, name := range constructors {
		k := slices.IndexFunc(f.Ctors, func(c types.Ctor) bool { return c.Name == name })
		if k < 0 {
			var names []string
			for _, c := range f.Ctors {
				names = append(names, c.Name)
			}
			return &mismatch{why: fmt.Sprintf("%s has no constructor %s, to which the program applies values%s", t.Name,
				name, source.DidYouMean(name, names)), shape: s, lists: true}
		}
		if wrong := r.findMisfit(s.Parts[i], f.Ctors[k].Arg); wrong != nil {
			wrong = wrong.within("what " + name + " is applied to")
			if wrong.shape.GetPlace() == "" {
				wrong.shape = s
			}
			return wrong
		}
	}
	return r.checkNames(s, constants, t, len(constructors) > 0)
}

// checkNames returns an error where none of the program's names is a constant of the type.
// whole says that the names are all that the program has for constants of a type that has
// constructors too.
func (r *reader) checkNames(s *wire.Shape, names []string, t zed.NamedType, whole bool) *mismatch {
	f, ok := r.free[t.Name]
	if !ok || len(f.Ctors) > 0 && !whole || len(f.Constants) == 0 || len(names) == 0 ||
		slices.ContainsFunc(f.Constants, func(c string) bool { return slices.Contains(names, c) }) {
		return nil
	}
	return &mismatch{why: fmt.Sprintf("the constants of %s are %s, and the program's are %s", t.Name,
		strings.Join(f.Constants, ", "), strings.Join(names, ", ")), shape: s, lists: true}
}

// findLacking returns which constant of a free type no value of a shape stands for, or no part of one; nil where the
// program has a value for each, or does not say which it has.
func (r *reader) findLacking(s *wire.Shape, t zed.Type, output bool) *mismatch {
	part := func(i int, t zed.Type) *mismatch {
		if i < 0 || i >= len(s.GetParts()) {
			return nil
		}
		return r.findLacking(s.Parts[i], t, output)
	}
	first := func(n int, of func(int) *mismatch) *mismatch {
		for i := range n {
			if wrong := of(i); wrong != nil {
				return wrong
			}
		}
		return nil
	}
	kind := s.GetKind()
	switch t := t.(type) {
	case zed.NamedType:
		f := r.free[t.Name]
		if why := explainLacking(f.Constants, constantsOf(s), t.Name, output); why != "" {
			return &mismatch{why: why, shape: s, lists: true}
		}
		if kind == wire.Kind_CTOR {
			return first(len(f.Ctors), func(i int) *mismatch {
				return part(slices.Index(s.Names, f.Ctors[i].Name), f.Ctors[i].Arg)
			})
		}
	case zed.PowerType:
		if kind == wire.Kind_SET {
			return part(0, t.Elem)
		}
		if inner := pairSecond(t); inner != nil && kind == wire.Kind_SEQ {
			return part(0, inner)
		}
	case zed.ProductType:
		if kind == wire.Kind_TUPLE {
			return first(len(t.Elems), func(i int) *mismatch { return part(i, t.Elems[i]) })
		}
	case zed.SchemaType:
		if kind == wire.Kind_BINDING {
			return first(len(t.Fields), func(i int) *mismatch {
				return part(slices.Index(s.Names, t.Fields[i].Name), t.Fields[i].Type)
			})
		}
	}
	return nil
}

// explainLacking says which of the constants of a free type is lacking among the names that a program has for them; ""
// where none is. A program need not have what it never gives: of an output it is a mistake only where a name that the
// type does not have is near to the one that is lacking, or there are as many of these as are lacking.
func explainLacking(constants, names []string, free string, output bool) string {
	if len(names) == 0 {
		return ""
	}
	without := func(list, others []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(n string) bool { return slices.Contains(others, n) })
	}
	lacking, others := without(constants, names), without(names, constants)
	for _, c := range lacking {
		for _, n := range others {
			if source.DidYouMean(c, []string{n}) != "" {
				return fmt.Sprintf("%s is not a constant of %s: did you mean %q?", n, free, c)
			}
		}
		switch {
		case !output:
			return fmt.Sprintf("it has no value for the constant %s of %s", c, free)
		case len(lacking) == len(others):
			return fmt.Sprintf("%s is not a constant of %s, and the program has no value for %s", strings.Join(others, ", "), free,
				strings.Join(lacking, ", "))
		}
	}
	return ""
}

// constantsOf returns the constants that values of a shape stand for, where the program says all of them.
func constantsOf(s *wire.Shape) []string {
	switch {
	case s.GetKind() == wire.Kind_ATOM:
		return s.Names
	case s.GetKind() == wire.Kind_CTOR && len(s.Names) >= len(s.Parts):
		return s.Names[len(s.Parts):]
	}
	return nil
}
