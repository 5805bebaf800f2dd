package types

import (
	"github.com/ttf-int/ttf-int/zed"
)

// variable is a type that is not known yet, or was given up after an error.
type variable struct {
	bound zed.Type
	bad   bool // it stands for a type with an error that was reported
}

// String returns the text that messages have for a type that is not known.
func (v *variable) String() string {
	if v.bound != nil {
		return v.bound.String()
	}
	return "_"
}

// newBad returns a type that fits everywhere, so that an error is reported once.
func newBad() zed.Type { return &variable{bad: true} }

func isBad(t zed.Type) bool {
	v, ok := prune(t).(*variable)
	return ok && v.bad
}

// prune returns the value of a type variable, and other types as they are.
func prune(t zed.Type) zed.Type {
	for {
		v, ok := t.(*variable)
		if !ok || v.bound == nil {
			return t
		}
		t = v.bound
	}
}

// showType returns a type for messages, in which type variables without a value are "_".
func showType(t zed.Type) string {
	var show func(zed.Type) zed.Type
	show = func(t zed.Type) zed.Type {
		switch t := prune(t).(type) {
		case zed.PowerType:
			return zed.PowerType{Elem: show(t.Elem), List: t.List}
		case zed.ProductType:
			out := make([]zed.Type, len(t.Elems))
			for i, e := range t.Elems {
				out[i] = show(e)
			}
			return zed.ProductType{Elems: out}
		default:
			return t
		}
	}
	return show(t).String()
}

// unify makes two types equal by giving type variables values, and returns whether that
// is possible.
func unify(a, b zed.Type) bool {
	a, b = prune(a), prune(b)
	if v, ok := a.(*variable); ok {
		if w, same := b.(*variable); same && v == w {
			return true
		}
		if occurs(v, b) {
			return false
		}
		v.bound = b
		if w, ok := b.(*variable); ok && v.bad {
			w.bad = true
		}
		return true
	}
	if _, ok := b.(*variable); ok {
		return unify(b, a)
	}
	switch a := a.(type) {
	case zed.PowerType:
		b, ok := b.(zed.PowerType)
		return ok && unify(a.Elem, b.Elem)
	case zed.ProductType:
		b, ok := b.(zed.ProductType)
		if !ok || len(a.Elems) != len(b.Elems) {
			return false
		}
		for i := range a.Elems {
			if !unify(a.Elems[i], b.Elems[i]) {
				return false
			}
		}
		return true
	case zed.SchemaType:
		b, ok := b.(zed.SchemaType)
		if ok && (isOpen(a) || isOpen(b)) {
			return true
		}
		if !ok || len(a.Fields) != len(b.Fields) {
			return false
		}
		for i := range a.Fields {
			if a.Fields[i].Name != b.Fields[i].Name || !unify(a.Fields[i].Type, b.Fields[i].Type) {
				return false
			}
		}
		return true
	case zed.NamedType:
		return zed.SameType(a, b)
	case zed.IntType:
		_, ok := b.(zed.IntType)
		return ok
	case zed.StrType:
		_, ok := b.(zed.StrType)
		return ok
	case zed.BoolType:
		_, ok := b.(zed.BoolType)
		return ok
	}
	return false
}

func occurs(v *variable, t zed.Type) bool {
	switch t := prune(t).(type) {
	case *variable:
		return t == v
	case zed.PowerType:
		return occurs(v, t.Elem)
	case zed.ProductType:
		for _, e := range t.Elems {
			if occurs(v, e) {
				return true
			}
		}
	case zed.SchemaType:
		for _, f := range t.Fields {
			if occurs(v, f.Type) {
				return true
			}
		}
	}
	return false
}

func power(t zed.Type) zed.Type { return zed.PowerType{Elem: t} }

func product(ts ...zed.Type) zed.Type { return zed.ProductType{Elems: ts} }

func relation(a, b zed.Type) zed.Type { return power(product(a, b)) }

// isUnknown tells whether a type contains a type variable without a value, apart from
// errors.
func isUnknown(t zed.Type) bool {
	switch t := prune(t).(type) {
	case *variable:
		return !t.bad
	case zed.PowerType:
		return isUnknown(t.Elem)
	case zed.ProductType:
		for _, e := range t.Elems {
			if isUnknown(e) {
				return true
			}
		}
	case zed.SchemaType:
		for _, f := range t.Fields {
			if isUnknown(f.Type) {
				return true
			}
		}
	}
	return false
}

// maxType is the largest number of parts of a type. Without it, definitions that double
// their type one after the other would fill the memory. Types that people write have
// some dozens.
const maxType = 20_000

// size returns the number of parts of a type; where there are more than most, some
// number greater than most.
func size(t zed.Type, most int) int {
	n := 1
	add := func(t zed.Type) {
		if n <= most {
			n += size(t, most-n)
		}
	}
	switch t := prune(t).(type) {
	case zed.PowerType:
		add(t.Elem)
	case zed.ProductType:
		for _, e := range t.Elems {
			add(e)
		}
	case zed.SchemaType:
		for _, f := range t.Fields {
			add(f.Type)
		}
	}
	return n
}
