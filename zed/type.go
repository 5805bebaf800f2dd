package zed

import "strings"

// Type is the type of a term. Two types are the same where SameType says so.
type Type interface {
	String() string // in Unicode Z
}

type (
	// IntType is ℤ.
	IntType struct{}

	// StrType is the type of strings, 𝕊, which goes beyond Z.
	StrType struct{}

	// BoolType is the type of predicates.
	BoolType struct{}

	// NamedType is a given type, a free type or a formal generic parameter.
	NamedType struct {
		Name   string
		Free   bool
		Formal bool
		// Constructors says what the constructors of a free type are applied to; nil where
		// there are none.
		Constructors *Constructors
	}

	// PowerType is ℙ Elem. List says that the set was declared as seq, seq₁ or iseq,
	// which determines how values are written in JSON and bound to a program's types.
	// Types that differ only in List are the same.
	PowerType struct {
		Elem Type
		List bool
	}

	// ProductType is the type of tuples: two elements or more.
	ProductType struct{ Elems []Type }

	// SchemaType is the type of bindings; its fields are sorted by name.
	SchemaType struct{ Fields []Field }
)

// Constructors are the constructors of a free type, which may occur in their arguments.
type Constructors struct {
	Args map[string]Type // the types of their arguments, by name
}

// Arg returns the type of what a constructor is applied to, nil where that is not known.
func (t NamedType) Arg(constructor string) Type {
	if t.Constructors == nil {
		return nil
	}
	return t.Constructors.Args[constructor]
}

// Field is a component of a schema type.
type Field struct {
	Name string
	Type Type
}

func (IntType) String() string     { return "ℤ" }
func (StrType) String() string     { return "𝕊" }
func (BoolType) String() string    { return "predicate" }
func (t NamedType) String() string { return t.Name }

func (t PowerType) String() string {
	if p, ok := t.Elem.(ProductType); ok && len(p.Elems) == 2 {
		if t.List {
			return "seq " + group(p.Elems[1])
		}
		return group(p.Elems[0]) + " ↔ " + group(p.Elems[1])
	}
	return "ℙ " + group(t.Elem)
}

func (t ProductType) String() string {
	parts := make([]string, len(t.Elems))
	for i, e := range t.Elems {
		parts[i] = group(e)
	}
	return strings.Join(parts, " × ")
}

func (t SchemaType) String() string {
	parts := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		parts[i] = f.Name + " : " + f.Type.String()
	}
	return "[" + strings.Join(parts, "; ") + "]"
}

func group(t Type) string {
	switch t.(type) {
	case PowerType, ProductType:
		return "(" + t.String() + ")"
	}
	return t.String()
}

// SameType tells whether two types are the same, whether or not their sets were declared as
// lists.
func SameType(a, b Type) bool {
	switch a := a.(type) {
	case PowerType:
		b, ok := b.(PowerType)
		return ok && SameType(a.Elem, b.Elem)
	case ProductType:
		b, ok := b.(ProductType)
		if !ok || len(a.Elems) != len(b.Elems) {
			return false
		}
		for i := range a.Elems {
			if !SameType(a.Elems[i], b.Elems[i]) {
				return false
			}
		}
		return true
	case SchemaType:
		b, ok := b.(SchemaType)
		if !ok || len(a.Fields) != len(b.Fields) {
			return false
		}
		for i := range a.Fields {
			if a.Fields[i].Name != b.Fields[i].Name || !SameType(a.Fields[i].Type, b.Fields[i].Type) {
				return false
			}
		}
		return true
	case NamedType:
		b, ok := b.(NamedType)
		return ok && a.Name == b.Name && a.Free == b.Free && a.Formal == b.Formal
	}
	return a == b
}

// SeqOf returns the type of sequences of elem.
func SeqOf(elem Type) Type {
	return PowerType{Elem: ProductType{Elems: []Type{IntType{}, elem}}, List: true}
}
